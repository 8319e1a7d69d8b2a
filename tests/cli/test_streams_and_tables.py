"""Files by other names: standard streams, tables, and ids that begin with a file however it was typed."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from qsr import cli

GAME = [
    {"story": ["M is to the right of N.", "N is above O."], "question": "What is the relation of the agent M to the agent O?"},
    {"story": ["P is below Q."], "question": "What is the relation of the agent Q to the agent P?"},
]
LABELS = ("upper-right", "below")
Run = Callable[..., tuple[int, str, str]]


def lines(rows: list[dict[str, Any]]) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]) -> Run:
    monkeypatch.chdir(tmp_path)
    Path("game.jsonl").write_text(lines([{**row, "label": label, "k": 2} for row, label in zip(GAME, LABELS, strict=True)]))
    answers = [{"id": "game.jsonl:1", "answer": "upper-right"}, {"id": "game.jsonl:2", "answer": "left"}]
    Path("answers.jsonl").write_text(lines(answers))

    def carried_out(*words: str, stdin: bytes = b"") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        code = cli.main(words)
        printed = capfdbinary.readouterr()
        return code, printed.out.decode(), printed.err.decode()

    return carried_out


def counts(run: Run, *words: str, stdin: bytes = b"") -> dict[str, Any]:
    code, out, err = run(*words, "--json", stdin=stdin)
    assert code == 0, err
    return dict(json.loads(out))


@pytest.mark.parametrize("typed", ["game.jsonl", "./game.jsonl", ".//game.jsonl", "ABSOLUTE", "../HERE/game.jsonl", "link.jsonl"])
@pytest.mark.parametrize("told", ["game.jsonl", "./game.jsonl", "ABSOLUTE"])
def test_answers_match_whatever_way_a_path_was_typed(run: Run, tmp_path: Path, typed: str, told: str) -> None:
    Path("link.jsonl").symlink_to("game.jsonl")
    typed, told = (one.replace("ABSOLUTE", str(tmp_path / "game.jsonl")).replace("HERE", tmp_path.name) for one in (typed, told))
    Path("answers.jsonl").write_text(lines([{"id": f"{told}:2", "answer": "above"}]))
    found = counts(run, "check", "stepgame", typed, "--answers", "answers.jsonl")
    assert [(one["id"], one["sound"]) for one in found["verdicts"]] == [(f"{typed}:2", True)]
    assert run("report", "stepgame", typed, "--answers", "answers.jsonl", "--out", "r.md")[1] == "r.md: 1 answer\n"


def test_two_candidates_are_an_error(run: Run) -> None:
    code, _, err = run("check", "stepgame", "game.jsonl", "./game.jsonl", "--answers", "answers.jsonl")
    assert code == 3
    assert "may be that of 'game.jsonl:1' and './game.jsonl:1'" in err
    Path("answers.jsonl").write_text(
        lines([{"id": "game.jsonl:1", "answer": "left"}, {"id": "./game.jsonl:1", "answer": "right"}])
    )
    code, _, err = run("check", "stepgame", "game.jsonl", "--answers", "answers.jsonl")
    assert code == 3
    assert "are of one item" in err


def test_nothing_matched_is_no_column_of_zeros(run: Run) -> None:
    Path("other.jsonl").write_text(Path("game.jsonl").read_text())
    for words in (("other.jsonl", "--answers", "answers.jsonl"), ("game.jsonl",)):
        code, out, err = run("check", "stepgame", *words)
        assert (code, out) == (3, "")
        assert "answers" in err


def test_a_model_of_a_report_that_matches_nothing_is_told(run: Run) -> None:
    Path("b.jsonl").write_text(lines([{"id": "other.jsonl:1", "answer": "left"}]))
    code, _, err = run(
        "report", "stepgame", "game.jsonl", "--answers", "a=answers.jsonl", "--answers", "b.jsonl", "--out", "r.md"
    )
    assert code == 3
    assert "b: its answers are to no item here" in err
    assert not Path("r.md").exists()


def test_spreadsheets_have_semicolons_and_options_in_columns(run: Run) -> None:
    Path("quiz.csv").write_text("text;ask;A;B;key\nA is left of B, B is left of C.;What is on the far left?;A;C;A\n")
    found = counts(run, "eval", "rows", "quiz.csv", "--columns", "story=text,question=ask,options=A+B,answer=key")
    assert (found["correct"], found["groups"]["options"]["items"]) == (1, 1)


def test_shares_have_intervals_and_groups_on_one_screen(run: Run) -> None:
    code, out, _ = run("check", "stepgame", "game.jsonl", "--answers", "answers.jsonl")
    assert code == 0
    assert "all    1 of 2             50.00 %  9.5 to 90.5 %   2 of 2" not in out
    assert "all    1 of 2             50.00 %  9.5 to 90.5 %  1 of 2              50.00 %  9.5 to 90.5 %" in out
    found = counts(run, "check", "stepgame", "game.jsonl", "--answers", "answers.jsonl")
    assert found["shares"]["text"] == found["shares_by_group"]["2"]["text"]
    assert found["shares"]["text"]["interval"] == pytest.approx([0.0945, 0.9055], abs=1e-3)
    code, out, _ = run("eval", "stepgame", "game.jsonl")
    assert "1 of 2 correct, 50.00 % (95 % interval 9.5 to 90.5 %)" in out
    many = [{**GAME[0], "label": "left", "k": k, "answer": "left"} for k in range(100)]
    Path("many.jsonl").write_text(lines(many))
    for command in ("eval", "check"):
        assert len(run(command, "stepgame", "many.jsonl")[1].splitlines()) <= 50


def test_standard_input_is_a_file_of_rows_of_its_form(run: Run) -> None:
    plain = Path("game.jsonl").read_bytes()
    whole = json.dumps({str(number): json.loads(row) for number, row in enumerate(plain.splitlines())})
    for given in (plain, whole.encode(), json.dumps(json.loads(whole), indent=1).encode()):
        assert counts(run, "eval", "stepgame", "-", stdin=given)["correct"] == 1
    babi = b"1 The kitchen is north of the hall.\n2 Is the kitchen above the hall?\tyes\t1\n"
    assert counts(run, "eval", "babi", "-", stdin=babi)["items"] == 1
    table = b"story,question,answer\nThe cup is left of the pen.,Is the cup left of the pen?,yes\n"
    assert counts(run, "eval", "rows", "-", stdin=table)["correct"] == 1
    answers = Path("answers.jsonl").read_bytes()
    assert counts(run, "check", "stepgame", "game.jsonl", "--answers", "-", stdin=answers)["answers"] == 2
    code, _, err = run("eval", "stepgame", "-", stdin=b"nothing")
    assert code == 3
    assert "qsr-" not in err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("eval stepgame game.jsonl --out -", "2 items"),
        ("check stepgame game.jsonl --answers answers.jsonl --out -", "2 answers"),
        ("audit stepgame game.jsonl --out -", "1 finding"),
        ("convert stepgame game.jsonl --out -", "2 items"),
        ("generate prepositions --language en --count 2 --out -", "2 items"),
    ],
)
def test_standard_output_has_the_lines_and_nothing_else(run: Run, words: str, told: str) -> None:
    code, out, err = run(*words.split())
    assert code == 0
    assert all(isinstance(json.loads(line), dict) for line in out.splitlines())
    assert out
    assert told in err
    assert not os.path.lexists("-")
    assert run(*words.split(), "--json")[:2] == (2, "") or words.startswith("convert")


@pytest.mark.parametrize("suffix", [".csv", ".tsv", ".parquet"])
def test_a_table_in_has_the_answers_of_lines(run: Run, suffix: str) -> None:
    """What is generated as a table is evaluated as its lines are, and so are answers and verdicts in tables."""
    asked = {
        "sparp": "--count 2 --property-set PS3",
        "roomspace": "--n 3 --count 2",
        "space2024": "--language en --count 2",
        "grasp": "--size 4x4 --count 1",
        "prepositions": "--language en --count 2",
    }
    for name, options in asked.items():
        reports = []
        for form in (".jsonl", suffix):
            assert run("generate", name, *options.split(), "--seed", "5", "--out", f"{name}{form}")[0] == 0
            report = counts(run, "eval", name, f"{name}{form}")
            assert report["items"]
            reports.append({key: value for key, value in report.items() if key not in ("seconds", "groups", "intervals")})
        assert reports[0] == reports[1]
    predictions = f"p{suffix}"
    assert run("eval", "stepgame", "game.jsonl", "--out", predictions)[0] == 0
    # Lines of our own are written over, and a run that is resumed makes the table again.
    assert run("eval", "stepgame", "game.jsonl", "--out", predictions, "--resume")[0] == 0
    assert counts(run, "check", "stepgame", "game.jsonl", "--answers", predictions)["against_text"]["right"] == 2
    # What the text leaves open has no answer, and is none to judge.
    Path("open.jsonl").write_text(lines([{**GAME[1], "story": [], "label": "left"}, {**GAME[1], "label": "above"}]))
    for form in (suffix, ".jsonl"):
        assert run("eval", "stepgame", "open.jsonl", "--out", f"open_answers{form}")[0] == 0
        found = counts(run, "check", "stepgame", "open.jsonl", "--answers", f"open_answers{form}")
        assert (found["answers"], found["items_without_answer"]) == (1, 1)
    verdicts = f"v{suffix}"
    for _ in range(2):
        assert run("check", "stepgame", "game.jsonl", "--answers", "answers.jsonl", "--out", verdicts)[0] == 0
    assert run("report", "stepgame", "game.jsonl", "--verdicts", verdicts, "--out", "r.md")[1] == "r.md: 2 answers\n"
    assert "50.00 %" in Path("r.md").read_text()
    for words in ("audit stepgame game.jsonl", "convert stepgame game.jsonl"):
        for _ in range(2):
            assert run(*words.split(), "--out", f"{words[:5]}{suffix}")[0] == 0
        assert (Path(f"{words[:5]}{suffix}").read_bytes()[:4] == b"PAR1") == (suffix == ".parquet")
    corrected = f"corrected{suffix}"
    assert run("generate", "sparp", "--count", "2", "--seed", "5", "--out", f"g{suffix}")[0] == 0
    assert run("audit", "sparp", f"g{suffix}", "--corrected", corrected)[0] == 0
    assert counts(run, "eval", "sparp", corrected)["accuracy"] == 1


def test_a_table_is_not_written_over_by_another(run: Run) -> None:
    Path("p.csv").write_text("name,price\ncup,3\n")
    for words in ("eval stepgame game.jsonl", "audit stepgame game.jsonl", "convert stepgame game.jsonl"):
        code, _, err = run(*words.split(), "--out", "p.csv")
        assert code == 3
        assert "--force" in err
    assert Path("p.csv").read_text() == "name,price\ncup,3\n"
