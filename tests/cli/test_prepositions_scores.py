"""Scores of prepositions stand beside what guessing reaches, with intervals and coverage."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from qsr.cli import main
from qsr.run import Job, evaluate

TEXT = """id\tlang\tpremise1\tpremise2\tconclusion\tholds
a\ten\tthe lamp is in the box\tthe box is in the attic\tthe lamp is in the attic\tyes
b\ten\tthe lamp is in the hotel\tthe hotel is under construction\tthe lamp is under construction\tno
c\ten\tthe lamp fell\tthe box is in the attic\tthe lamp is in the attic\tno
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "items.tsv"
    path.write_text(TEXT, encoding="utf-8")
    return path


def test_the_report_has_baselines_coverage_and_intervals(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["eval", "prepositions", str(file), "--json"]) == 0
    beside = json.loads(capsys.readouterr().out)["beside"]
    assert (beside["items"], beside["correct"]) == (3, 2)
    assert beside["coverage"] == pytest.approx(2 / 3)
    assert beside["groups"]["congruent"]["baselines"]["always-no"] == 0.0
    low, high = beside["interval"]
    assert low < 2 / 3 < high
    assert main(["eval", "prepositions", str(file)]) == 0
    assert "95 % interval" in capsys.readouterr().out


def test_workers_and_resumption_change_nothing(file: Path, tmp_path: Path) -> None:
    file.write_text(TEXT + "".join(TEXT.splitlines(keepends=True)[1 + n % 2].replace("\ten", f"{n}\ten", 1) for n in range(150)))
    out = tmp_path / "out.jsonl"
    whole = evaluate(Job(dataset="prepositions"), [file], out=out)
    out.write_text("".join(out.read_text().splitlines(keepends=True)[:40]))
    again = evaluate(Job(dataset="prepositions"), [file], out=out, resume=True)
    assert again["beside"] == whole["beside"]
    assert whole["beside"]["items"] == 153


def test_other_data_sets_have_no_such_table(tmp_path: Path) -> None:
    path = tmp_path / "qa1.txt"
    path.write_text("1 The office is north of the kitchen.\n2 What is north of the kitchen?\toffice\t1\n")
    assert "beside" not in evaluate(Job(dataset="babi"), [path])
