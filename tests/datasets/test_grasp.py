"""GRASP's grids as items: one for each combination of constraints, with the published ids."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from qsr import datasets
from qsr.datasets.grasp.controls import index_of, rules_of
from qsr.datasets.protocol import BadRow, Item
from qsr.errors import DatasetError, UnknownName
from qsr.story import Answer, Plan
from qsr.theories.gridworld.text.drawing import draw_grid

DATASET = datasets.get("grasp")


def row(index: Any, **more: Any) -> dict[str, Any]:
    grid = draw_grid(2, 3, {(0, 0): "A", (0, 1): "E", (1, 2): "O"})
    return {"index": index, "energy": "upDown", "obstacle": "block", "start_position": "inner", "grid": grid, **more}


def written(path: Path, *rows: Any) -> Path:
    path.write_text("".join(one if isinstance(one, str) else json.dumps(one) + "\n" for one in rows), encoding="utf-8")
    return path


def items(path: Path, **options: str) -> list[Item | BadRow]:
    return list(datasets.read("grasp", path, **options))


def test_a_grid_stands_for_eight_items(tmp_path: Path) -> None:
    path = written(tmp_path / "some.jsonl", row(0), row(7))
    found = items(path)
    assert [one.id for one in found] == [
        f"some.jsonl-{index}-{moves}-{limit}-{cost}"
        for index in (0, 7)
        for moves in (0, 1)
        for limit in (0, 1)
        for cost in (0, 1)
    ]
    assert all(isinstance(one, Item) and one.gold is None for one in found)
    assert {tuple(rules_of(one).items()) for one in found if isinstance(one, Item)} == {
        (("moves", moves), ("carry", carry), ("cost", cost), ("steps", "20"))
        for moves in ("4", "8")
        for carry in ("none", "2")
        for cost in ("0", "0.3")
    }
    assert index_of(found[-1]) == 7
    assert found[-1].groups == (
        "Energy Distribution: Vertically-skewed",
        "Obstacle: Yes",
        "Starting Position: Inner Position",
        "Movement-related Action Set: 8 moves",
        "Energy Carrying Limit: 2 Units",
        "Energy Cost Per Step: 0.3 Unit",
        "8 moves, 2 Units, 0.3 Unit",
    )


def test_constraints_narrow_and_take_other_values(tmp_path: Path) -> None:
    path = written(tmp_path / "some.jsonl", row(0))
    found = items(path, moves="8", carry="3", **{"max-steps": "9"})
    assert [one.id for one in found] == ["some.jsonl-0-1-1-0", "some.jsonl-0-1-1-1"]
    assert rules_of(found[0]) == {"moves": "8", "carry": "3", "cost": "0", "steps": "9"}
    assert [rules_of(one)["cost"] for one in items(path, moves="4", carry="none", cost="1.25")] == ["1.25"]


@pytest.mark.parametrize("option", [{"moves": "6"}, {"carry": "-1"}, {"cost": "cheap"}, {"max-steps": "none"}])
def test_constraints_that_are_none_are_refused(tmp_path: Path, option: dict[str, str]) -> None:
    with pytest.raises(DatasetError, match="expected"):
        items(written(tmp_path / "some.jsonl", row(0)), **option)


def test_an_unknown_profile_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnknownName):
        items(written(tmp_path / "some.jsonl", row(0)), profile="fair")


def test_broken_rows_do_not_end_the_file(tmp_path: Path) -> None:
    slid = row(2)["grid"].replace("| E |", "|  E|", 1).replace("| O |", "| OO|")
    path = written(tmp_path / "some.jsonl", row(0), "{\n", [1], row(0), row(2, grid=slid), row("3"), row(4, start=[1, 1]), row(5))
    found = items(path, moves="4", carry="none", cost="0")
    bad = [(one.line, one.error) for one in found if isinstance(one, BadRow)]
    assert [line for line, _ in bad] == [2, 3, 4, 5, 6, 7]
    assert "twice" in bad[2][1]
    assert "not 'OO'" in bad[3][1]
    assert "line 5, column 13 of the grid" in bad[3][1]
    assert "calls its start" in bad[5][1]
    assert [one.id for one in found if isinstance(one, Item)] == ["some.jsonl-0-0-0-0", "some.jsonl-5-0-0-0"]


def test_a_grid_in_numbers_without_index_is_known_by_its_line(tmp_path: Path) -> None:
    grid = {"rows": 1, "columns": 2, "start": [0, 0], "energy": [[0, 1, 4]]}
    found = items(written(tmp_path / "some.jsonl", grid, grid), moves="4", carry="none", cost="0")
    assert [one.id for one in found] == ["some.jsonl-0-0-0-0", "some.jsonl-1-0-0-0"]


def test_a_line_of_predictions_holds_the_plan_and_gives_it_back(tmp_path: Path) -> None:
    (item,) = items(written(tmp_path / "some.jsonl", row(0)), moves="4", carry="none", cost="0.3")
    plan = Plan(("RIGHT", "TAKE", "LEFT", "DROP"), Fraction(-1, 5), Fraction(-1, 5), proved=True)
    line = json.loads(json.dumps(DATASET.details(item, plan)))
    assert line["answer"] == line["plan"] == list(plan.actions)
    assert (line["energy"], line["steps"], line["proved"]) == (-0.2, 4, True)
    assert line["rules"] == rules_of(item)
    assert DATASET.restored(item, line) == plan
    assert DATASET.restored(item, DATASET.details(item, None)) is None
    assert DATASET.native(item, Answer("determined", "gridworld", plan)) is plan
    assert DATASET.native(item, Answer("not_covered", "gridworld")) is None


def test_answers_are_read_by_either_rule(tmp_path: Path) -> None:
    path = written(tmp_path / "some.jsonl", row(0))
    text = "I go UP first. [LEFT, TAKE]"
    (item,) = items(path, moves="4", carry="none", cost="0")
    assert DATASET.extract(item, text).value == ("LEFT", "TAKE")
    assert DATASET.extract(item, "no idea").value is None
    (item,) = items(path, moves="4", carry="none", cost="0", extraction="paper")
    assert DATASET.extract(item, text).value == ("UP", "LEFT", "TAKE")
