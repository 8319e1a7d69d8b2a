from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qsr.cli import main
from qsr.cli.output import safe

CHAIN = "The cup is left of the pen.\nThe pen is left of the box.\n"
QUESTION = "Where is the cup relative to the box?"
CONTRADICTION = "A is left of B.\nB is left of C.\nC is left of A.\nD is above A.\n"
ROW = {"story": ["P is above Q.", "Q is to the left of R."], "question": "What is the relation of the agent P to the agent R?"}


class Terminal:
    """Runs commands and keeps what they print."""

    def __init__(self, capsys: pytest.CaptureFixture[str], folder: Path) -> None:
        self.capsys, self.folder = capsys, folder

    def file(self, name: str, text: str) -> str:
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    def rows(self, name: str, *changes: dict[str, Any]) -> str:
        return self.file(name, "".join(json.dumps({**ROW, "label": "upper-left", **change}) + "\n" for change in changes))

    def __call__(self, *arguments: str) -> tuple[int, str, str]:
        code = main(arguments)
        printed = self.capsys.readouterr()
        return code, printed.out, printed.err

    def json(self, *arguments: str) -> dict[str, Any]:
        _, out, _ = self(*arguments, "--json")
        whole: dict[str, Any] = json.loads(out)
        assert whole["schema"] == 1
        assert set(whole["versions"]) == {"qsr", "clingo", "z3"}
        return whole


@pytest.fixture
def qsr(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Terminal:
    return Terminal(capsys, tmp_path)


def test_solve_answers_each_question(qsr: Terminal) -> None:
    story = qsr.file("a.story", f"{CHAIN}? {QUESTION}\n")
    code, out, err = qsr("solve", story, "--question", "Where is the box relative to the cup?")
    assert (code, err) == (0, "")
    assert out.index(QUESTION) < out.index("left") < out.index("Where is the box") < out.rindex("right")


def test_solve_explains_with_the_story_s_own_sentences(qsr: Terminal) -> None:
    story = qsr.file("a.story", f"{CHAIN}The lamp is above the cup.\n")
    (found,) = qsr.json("solve", story, "--question", QUESTION, "--explain")["stories"]
    (question,) = found["questions"]
    assert question["excluded"]["right"] == ["The cup is left of the pen.", "The pen is left of the box."]
    assert set(question["witnesses"]) == set(question["possible"])
    assert [entry["name"] for entry in question["witnesses"]["left"]["place"]] == found["entities"]
    _, out, _ = qsr("solve", story, "--question", QUESTION, "--explain")
    assert "excluded  right, overlapping by" in out


def test_solve_says_which_sentences_contradict_each_other(qsr: Terminal) -> None:
    story = qsr.file("a.story", CONTRADICTION)
    code, out, _ = qsr("solve", story)
    assert code == 1
    for sentence in CONTRADICTION.splitlines()[:3]:
        assert sentence in out
    assert "D is above A" not in out
    code, out, _ = qsr("solve", story, "--question", "Where is A relative to D?")
    assert code == 1
    assert "B is left of C." in out


def test_a_story_without_questions_is_consistent_or_not(qsr: Terminal) -> None:
    (found,) = qsr.json("solve", qsr.file("a.story", CHAIN))["stories"]
    assert found["status"] == "consistent"
    assert [entry["name"] for entry in found["witness"]["place"]] == ["cup", "pen", "box"]


def test_unreadable_stories_are_shown_with_a_caret(qsr: Terminal) -> None:
    good, bad = qsr.file("good.story", CHAIN), qsr.file("bad.story", "The cup is left of the pen.\nThe cup wugs.\n")
    code, out, err = qsr("solve", bad, good)
    assert code == 3
    assert f"{bad}:2:" in err
    assert "^" in err
    assert good in out
    result = qsr.json("solve", bad)["stories"][0]
    assert result["error"]["line"] == 2


@pytest.mark.parametrize("content", [None, b"\xff\xfe\x00"])
def test_files_that_cannot_be_read(qsr: Terminal, tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "a.story"
    if content is not None:
        path.write_bytes(content)
    code, _, err = qsr("solve", str(path))
    assert code == 3
    assert str(path) in err


def test_lenient_says_what_it_skips(qsr: Terminal) -> None:
    code, out, _ = qsr("solve", qsr.file("a.story", f"{CHAIN}The cup wugs.\n? {QUESTION}\n"), "--lenient")
    assert code == 0
    assert "skipped: The cup wugs." in out


def test_scenarios_and_drawing(qsr: Terminal, tmp_path: Path) -> None:
    target = tmp_path / "a.svg"
    (found,) = qsr.json("solve", qsr.file("a.story", CHAIN), "--scenarios", "2", "--draw", str(target))["stories"]
    assert len(found["scenarios"]) == 2
    assert target.read_text(encoding="utf-8").lstrip().startswith("<")


def test_a_limit_has_its_own_exit_code(qsr: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    from qsr.cli import solve

    result = {"questions": [{"status": "unknown"}, {"status": "inconsistent"}]}
    monkeypatch.setattr(solve, "summarise", lambda *_: result)
    monkeypatch.setattr(solve.solve_text, "show", lambda *_, **__: None)
    assert qsr("solve", qsr.file("a.story", CHAIN))[0] == 4


@pytest.mark.parametrize(
    "arguments",
    [
        ("fly",),
        ("solve",),
        ("solve", "a", "--theory", "no such theory"),
        ("solve", "a", "--theory", "exact, objects: clouds"),
        ("solve", "a", "--timeout", "0"),
        ("solve", "a", "--timeout", "nan"),
        ("eval", "no set", "a"),
        ("eval", "stepgame", "a", "--workers", "0"),
        ("eval", "stepgame", "a", "--resume"),
        ("eval", "babi", "a", "--reading", "literal"),
        ("audit", "no set", "a"),
        ("check", "no set", "a"),
    ],
)
def test_wrong_usage_exits_with_2(qsr: Terminal, arguments: tuple[str, ...]) -> None:
    code, out, err = qsr(*arguments)
    assert (code, out) == (2, "")
    assert err


def test_eval_reports_and_writes(qsr: Terminal, tmp_path: Path) -> None:
    file = qsr.rows("a.jsonl", {"k": 2}, {"k": 2, "label": "left"}, {"k": 3, "story": ["P wugs."]})
    out = tmp_path / "out.jsonl"
    report = qsr.json("eval", "stepgame", file, "--out", str(out))
    assert (report["dataset"], report["theory"], report["reading"]) == ("stepgame", "paper-ps2", "literal")
    assert (report["items"], report["answered"], report["correct"]) == (3, 2, 1)
    assert report["groups"] == {"2": {"items": 2, "correct": 1, "accuracy": 0.5}}
    assert report["unparsed"]["first"][0]["line"] == 3
    lines = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [(line["id"], line["answer"], line["correct"]) for line in lines] == [
        (f"{file}:1", "upper-left", True),
        (f"{file}:2", "upper-left", False),
        (f"{file}:3", None, None),
    ]
    code, text, _ = qsr("eval", "stepgame", file)
    assert code == 0
    assert "1 of 3 correct" in text
    assert qsr("eval", "stepgame", file, "--fail-on-wrong")[0] == 1


@pytest.mark.parametrize("command", ["eval", "audit", "check"])
def test_a_missing_data_file_is_unreadable_input(qsr: Terminal, tmp_path: Path, command: str) -> None:
    code, out, err = qsr(command, "stepgame", str(tmp_path / "none.json"))
    assert (code, out) == (3, "")
    assert "none.json" in err


def test_audit_finds_quotes_and_corrects(qsr: Terminal, tmp_path: Path) -> None:
    file = qsr.rows(
        "a.jsonl", {}, {"label": "below"}, {"story": ["P is above P."]}, {"story": ["P is above Q.", "P is below Q."]}
    )
    before = Path(file).read_bytes()
    report, copy = tmp_path / "report.jsonl", tmp_path / "copy.jsonl"
    counts = qsr.json("audit", "stepgame", file, "--out", str(report), "--corrected", str(copy))
    assert counts["classes"] == {"contradicts": 1, "inconsistent": 1, "undetermined": 0, "defective": 1}
    lines = [json.loads(line) for line in report.read_text(encoding="utf-8").splitlines()]
    assert lines[0]["id"] == f"{file}:2"
    assert (lines[0]["label"], lines[0]["text_answer"]) == ("below", "upper-left")
    assert lines[0]["derivation"]
    assert Path(file).read_bytes() == before
    assert qsr.json("eval", "stepgame", str(copy))["accuracy"] == 1
    assert qsr.json("eval", "stepgame", str(copy))["items"] == 2
    code, _, err = qsr("audit", "stepgame", file, "--corrected", file)
    assert code == 3
    assert "overwrite" in err
    assert Path(file).read_bytes() == before


def test_check_takes_answers_by_id_or_from_the_data(qsr: Terminal) -> None:
    file = qsr.rows("a.jsonl", {"answer": "upper-left"}, {"answer": "left"}, {"answer": "banana"}, {})
    own = qsr.json("check", "stepgame", file)
    assert own["against_text"] == {"right": 1, "wrong": 1, "undecided": 1}
    assert own["items_without_answer"] == 1
    answers = qsr.file("b.jsonl", json.dumps({"id": f"{file}:4", "answer": "Answer: left"}) + '\n{"id": "x", "answer": "left"}\n')
    others = qsr.json("check", "stepgame", file, "--answers", answers)
    assert [(one["id"], one["value"], one["sound"]) for one in others["verdicts"]] == [(f"{file}:4", "left", False)]
    assert others["answers_without_item"] == {"count": 1, "first": ["x"]}
    assert qsr("check", "stepgame", file, "--answers", answers, "--fail-on-wrong")[0] == 1


def test_listings(qsr: Terminal) -> None:
    assert {"stepgame", "babi"} <= {one["name"] for one in qsr.json("datasets")["datasets"]}
    assert {"exact", "paper-ps2"} <= {one["name"] for one in qsr.json("theories")["theories"]}
    for command in ("datasets", "theories"):
        code, out, _ = qsr(command)
        assert code == 0
        assert len(out.splitlines()) > 2


def test_version(qsr: Terminal) -> None:
    code, out, _ = qsr("--version")
    assert code == 0
    assert out.startswith("qsr 0.")
    assert "qsr-reasoning" in out
    assert "clingo" in out


@given(st.text())
def test_nothing_that_a_terminal_acts_on_gets_through(text: str) -> None:
    assert all(char == "\n" or char.isprintable() for char in safe(text))
    assert "\x1b" not in safe(text)


def test_hostile_answers_are_printed_harmlessly(qsr: Terminal) -> None:
    file = qsr.rows("a.jsonl", {"answer": "\x1b[2J\x07 \u202e left or right", "story": ["P \x1b[31m wugs."]})
    for command in ("check", "eval", "audit"):
        _, out, err = qsr(command, "stepgame", file)
        assert all(char == "\n" or char.isprintable() for char in out + err)


def command(*arguments: str) -> subprocess.Popen[bytes]:
    root = Path(__file__).resolve().parents[2]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [os.environ.get("PYTHONPATH"), str(root)]))}
    return subprocess.Popen(
        [sys.executable, "-m", "qsr.cli", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
    )


def test_standard_input() -> None:
    with command("solve", "-", "--json") as process:
        out, _ = process.communicate(f"{CHAIN}? {QUESTION}\n".encode(), timeout=60)
    assert process.returncode == 0
    assert "left" in json.loads(out)["stories"][0]["questions"][0]["entailed"]


def test_a_reader_that_leaves_is_no_error(qsr: Terminal) -> None:
    file = qsr.rows("a.jsonl", *[{"label": "below"}] * 3000)
    with command("audit", "stepgame", file) as process:
        if process.stdout is None or process.stderr is None:
            pytest.fail("no pipes")
        process.stdout.read(10)
        process.stdout.close()
        err = process.stderr.read()
        process.wait(timeout=60)
    assert process.returncode == 0
    assert err == b""


def test_a_story_that_is_not_covered_is_answered_with_that(tmp_path, capsys):
    story = tmp_path / "a.story"
    told = "theory: exact\nThe cup is near the box. The box is left of the pen.\n? Where is the cup relative to the pen?\n"
    story.write_text(told, encoding="utf-8")
    picture = tmp_path / "a.svg"
    for more in ([], ["--explain"], ["--scenarios", "2"], ["--draw", str(picture)]):
        assert main(["solve", str(story), *more]) == 0
        printed = capsys.readouterr()
        assert 'not covered: "The cup is near the box."' in printed.out
    assert not picture.exists()
    assert "no drawing" in printed.err
    story.write_text("theory: exact\nThe cup is near the box.\n")
    assert main(["solve", str(story)]) == 0
    assert "not covered" in capsys.readouterr().out
