"""``--baseline`` of grasp: plans are scored at once, or written down and scored like anybody's."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from qsr.cli import main
from qsr.datasets.grasp.baselines import BASELINES


@pytest.fixture
def grids(tmp_path: Path) -> Path:
    out = tmp_path / "grids.jsonl"
    assert main(["generate", "grasp", "--count", "3", "--size", "5x6", "--out", str(out)]) == 0
    return out


@pytest.mark.parametrize("name", BASELINES)
def test_a_baseline_is_scored_as_its_written_plans_are(name: str, grids: Path, tmp_path: Path, capsys: Any) -> None:
    chosen = ["--baseline", name, "--seed", "4"]
    plans = tmp_path / "plans.jsonl"
    assert main(["eval", "grasp", str(grids), *chosen, "--out", str(plans)]) == 0
    capsys.readouterr()
    reports = []
    for source in (chosen, ["--answers", str(plans)]):
        assert main(["check", "grasp", str(grids), *source, "--optimum", "none", "--json"]) == 0
        reports.append(json.loads(capsys.readouterr().out))
    assert reports[0]["table"] == reports[1]["table"]
    assert reports[0]["errors"] == reports[1]["errors"]
    assert reports[0]["table"][-1]["plans"] == 24


@pytest.mark.parametrize(
    ("arguments", "code", "reason"),
    [
        (("--baseline", "best"), 3, "greedy-limit"),
        (("--seed", "1"), 3, "is for a --baseline"),
        (("--baseline", "greedy", "--seed", "x"), 3, "whole number"),
        (("--baseline", "greedy", "--answers", "x.jsonl"), 2, "not both"),
        ((), 2, "--answers or --baseline"),
    ],
)
def test_what_chooses_no_plans_is_refused(arguments: tuple[str, ...], code: int, reason: str, grids: Path, capsys: Any) -> None:
    assert main(["check", "grasp", str(grids), *arguments]) == code
    assert reason in capsys.readouterr().err
