"""The benchmarks run on rows they make up themselves, and what they measure is right answers."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from types import ModuleType

import pytest

from scripts import CHECKOUT, script


def load(name: str) -> ModuleType:
    return script(f"benchmarks/{name}.py")


def test_made_up_stories_are_answered_right(tmp_path: Path) -> None:
    benchmark = load("stepgame")
    for k in (1, 10):
        file = tmp_path / f"qa{k}_made.json"
        file.write_text(json.dumps(benchmark.made_up(k, 60, seed=3)), encoding="utf-8")
        result = benchmark.passes([file])
        assert result["cold"][str(file)][:2] == [60, 60]
        assert all(rate > 0 for rate in result["references"][str(file)])
    (tmp_path / "qa1_torn.json").write_text('{"0": {"story": ["X wugs."], "question": "?", "label": "left"}}', encoding="utf-8")
    with pytest.raises(SystemExit):
        benchmark.passes([tmp_path / "qa1_torn.json"])


def test_spartun_answers_are_those_of_the_references(tmp_path: Path) -> None:
    benchmark = load("spartun")
    file = tmp_path / "made.json"
    file.write_text(json.dumps(benchmark.made_up(6, seed=4)), encoding="utf-8")
    result = benchmark.measured([file])
    assert result["questions"] == 24
    assert result["prolog"] == ("SWI-Prolog answer" in result["per_second"]) == (shutil.which("swipl") is not None)
    items = benchmark.read([file])
    answers, _ = benchmark.solved(items, "direct")
    assert any(answer == "yes" for answer in answers)
    assert any(isinstance(answer, frozenset) and answer for answer in answers)


def test_a_reference_that_differs_stops_the_spartun_benchmark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    benchmark = load("spartun")
    file = tmp_path / "made.json"
    file.write_text(json.dumps(benchmark.made_up(1, seed=4)), encoding="utf-8")
    right = benchmark.solved
    monkeypatch.setattr(benchmark.shutil, "which", lambda name: None)
    monkeypatch.setattr(
        benchmark, "solved", lambda items, backend: (right(items, "direct")[0][:: -1 if backend == "clingo" else 1], 1)
    )
    with pytest.raises(SystemExit, match="clingo says"):
        benchmark.measured([file])


def test_roomspace_answers_are_those_of_the_reference(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("constraint", reason="python-constraint is not installed")
    benchmark = load("roomspace")
    rows = list(benchmark.made_up(4, seed=2))
    cases = benchmark.measured(rows, cap=20)
    assert [case["id"] for case in cases] == [row["id"] for row in rows]
    assert {case["grid"] for case in cases} == {"9x9", "12x12"}
    assert all(case["ratio"] > 0 and case["to_recorded"] is None for case in cases)
    monkeypatch.setattr(benchmark, "reference", lambda row, cap: (frozenset(), 1.0))
    with pytest.raises(SystemExit, match="python-constraint"):
        benchmark.measured(rows, cap=20)


def test_starts_are_measured_beside_python_itself() -> None:
    rows = {row["command"]: row for row in load("startup").measured(1)}
    assert rows["python -c pass"]["times"] == 1
    assert {"import qsr", "qsr --help", "qsr solve kitchen.story", "qsr solve kitchen.story, cold"} <= rows.keys()


def test_every_benchmark_has_a_short_form_in_one_table(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = CHECKOUT / "benchmarks"
    monkeypatch.syspath_prepend(folder)
    every = load("__main__")
    # A million rows have no short form; what they are tried for, crash.py tries in its own.
    assert set(every.names()) == {path.stem for path in folder.glob("*.py")} - {"__main__", "figures", "million"}
    every.main(["space2024", "spartun", "stepgame", "repair"])
    head, *lines, data = capsys.readouterr().out.splitlines()
    assert head.split()[:2] == ["benchmark", "measured"]
    rows = json.loads(data)["benchmarks"]
    assert [line.split()[0] for line in lines] == [row["benchmark"] for row in rows]
    assert {row["benchmark"] for row in rows} == {"space2024", "spartun", "stepgame", "repair"}
    assert all(row["figure"] > 0 and (row["ratio"] is None) == (not row["reference"]) for row in rows)
    assert all(row["ratio"] == pytest.approx(row["figure"] / row["beside"]) for row in rows if row["reference"])


def test_a_benchmark_that_needs_what_is_not_installed_is_left_out_and_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "far_away.py").write_text("import no_such_library\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    every = load("__main__")
    (row,) = every.measured(["far_away"])
    assert every.line(row).split(None, 1) == ["far_away", "left out: no_such_library is not installed"]


def test_certificates_are_measured_by_kind() -> None:
    found = load("certificates").measured(2, seed=1)
    assert found["all"]["made"] == 2
    assert len(found) == 3
    assert all(counts["making"] > 0 and counts["verifying"] > 0 for counts in found.values())
