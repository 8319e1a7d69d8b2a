"""Runs over somebody's plans: workers, resumption, grids that are at fault."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from qsr.errors import DatasetError
from qsr.run import Job
from qsr.run.checking import CheckRun, check
from qsr.theories.gridworld.text.drawing import draw_grid
from qsr.theories.protocol import Limits

JOB = Job(dataset="grasp", options={"moves": "4", "carry": "none"}, limits=Limits(seconds=60))
GRID = draw_grid(1, 3, {(0, 0): "A", (0, 2): "E"})
PLANS = ("[RIGHT, RIGHT, TAKE, LEFT, LEFT, DROP]", "[RIGHT, TAKE]", "I cannot say.")


@pytest.fixture(scope="module")
def grids(tmp_path_factory: pytest.TempPathFactory) -> Path:
    rows: list[Any] = [{"index": index, "grid": GRID} for index in range(8)]
    rows[3] = {"index": 3, "grid": "+-+\n|?|\n+-+\n"}
    path = tmp_path_factory.mktemp("plans") / "grids.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows) + "{\n", encoding="utf-8")
    return path


ANSWERS = {f"grids.jsonl-{index}-0-0-{cost}": (PLANS[(index + cost) % 3],) for index in range(9) for cost in (0, 1) if index != 6}


def counts(found: CheckRun) -> dict[str, Any]:
    return {**found.checked.report(), "wrong": found.checked.verdicts.text[False], "unmatched": found.unmatched}


@pytest.fixture(scope="module")
def whole(grids: Path) -> tuple[bytes, dict[str, Any]]:
    out = grids.with_name("whole.jsonl")
    return (counts(check(JOB, [grids], ANSWERS, out=out)), out.read_bytes())[::-1]


def test_grids_at_fault_have_lines_with_their_places(grids: Path, whole: tuple[bytes, dict[str, Any]]) -> None:
    lines = [json.loads(line) for line in whole[0].splitlines()]
    assert [line["place"] for line in lines if "place" in line] == [f"{grids}:4", f"{grids}:4", f"{grids}:9"]
    assert whole[1]["unread"]["count"] == 3
    assert (whole[1]["plans"], whole[1]["items_without_answer"]) == (12, 2)
    assert len(lines) == 15
    assert 0 < whole[1]["wrong"] < 12
    assert whole[1]["unmatched"] == ["grids.jsonl-8-0-0-0", "grids.jsonl-8-0-0-1"]


def test_workers_change_nothing(grids: Path, whole: tuple[bytes, dict[str, Any]], tmp_path: Path) -> None:
    found = check(JOB, [grids], ANSWERS, out=tmp_path / "out.jsonl", workers=2)
    assert (tmp_path / "out.jsonl").read_bytes() == whole[0]
    assert counts(found) == whole[1]


@pytest.mark.parametrize("share", [0, 0.2, 0.5, 0.77, 1])
def test_a_run_cut_anywhere_goes_on_to_the_same_end(
    share: float, grids: Path, whole: tuple[bytes, dict[str, Any]], tmp_path: Path
) -> None:
    out = tmp_path / "cut.jsonl"
    out.write_bytes(whole[0][: int(share * len(whole[0]))])
    assert counts(check(JOB, [grids], ANSWERS, out=out, resume=True)) == whole[1]
    assert out.read_bytes() == whole[0]


def test_other_answers_are_not_resumed(grids: Path, whole: tuple[bytes, dict[str, Any]], tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    out.write_bytes(whole[0])
    with pytest.raises(DatasetError, match="not resumed"):
        check(JOB, [grids], {**ANSWERS, "grids.jsonl-0-0-0-0": ("[UP]",)}, out=out, resume=True)
    assert out.read_bytes() == whole[0]
