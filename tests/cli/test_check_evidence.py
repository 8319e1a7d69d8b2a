"""`qsr check`: the evidence under a wrong answer, and the lines of its JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from qsr.cli import main
from qsr.theories.gridworld.text.drawing import draw_grid

ASKED = "What is the relation of the agent P to the agent R?"


@pytest.fixture
def write(tmp_path: Path) -> Any:
    def written(name: str, rows: list[dict[str, Any]]) -> Path:
        path = tmp_path / name
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        return path

    return written


@pytest.fixture
def answered(write: Any) -> Path:
    rows = [
        {"story": ["P is above Q.", "Q is above R."], "question": ASKED, "label": "above", "answer": answer}
        for answer in ("above", "left", "banana")
    ]
    rows.append({"story": ["P is above Q.", "R is above S."], "question": ASKED, "label": "above", "answer": "above"})
    path: Path = write("own.jsonl", rows)
    return path


def test_check_shows_evidence_under_a_wrong_answer(answered: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "stepgame", str(answered)]) == 0
    out = capsys.readouterr().out
    assert ":2: wrong: the answer left does not follow; the story says above" in out
    assert "\n    P is above Q.\n    Q is above R.\n" in out
    assert "    it fails here:\n" in out
    assert main(["check", "stepgame", str(answered), "--no-evidence"]) == 0
    assert "    P is above Q." not in capsys.readouterr().out


def test_check_writes_lines_as_it_goes_and_keeps_none(answered: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "stepgame", str(answered), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    first, second, third, fourth = report["verdicts"]
    assert (first["right"], first["evidence"], first["counterexample"]) == (["above"], [], None)
    assert second["evidence"] == ["P is above Q.", "Q is above R."]
    assert (third["sound"], third["right"]) == (None, ["above"])
    model = fourth["counterexample"]
    assert model["kind"] == "points"
    assert all(isinstance(number, (int, str)) for entry in model["place"] for number in entry["at"])
    out = answered.with_name("verdicts.jsonl")
    assert main(["check", "stepgame", str(answered), "--json", "--out", str(out)]) == 0
    again = json.loads(capsys.readouterr().out)
    assert "verdicts" not in again
    assert again["verdicts_file"] == str(out)
    assert again["against_text"] == report["against_text"]
    assert [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()] == report["verdicts"]


def test_plans_have_the_keys_of_all_verdicts(write: Any, capsys: pytest.CaptureFixture[str]) -> None:
    path = write("grids.jsonl", [{"index": 0, "grid": draw_grid(1, 2, {(0, 0): "A", (0, 1): "E"})}])
    answers = write("answers.jsonl", [{"id": "grids.jsonl-0-0-0-0", "answer": "[RIGHT, TAKE]"}])
    assert main(["check", "grasp", str(path), "--answers", str(answers), "--json"]) == 0
    (line,) = json.loads(capsys.readouterr().out)["verdicts"]
    assert (line["sound"], line["gold"], line["optimal"]) == (False, None, False)
    assert line["right"][0]["energy"] == 1
    assert line["counterexample"]["kind"] == "trace"
    assert "does not end where it started" in line["reason"]
