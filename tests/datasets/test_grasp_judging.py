"""Plans judged: scores under each profile, error classes, the paper's table, recorded forms of answers and optima."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from qsr.datasets.grasp.answers import Optima, read_plan_answers
from qsr.datasets.grasp.judging import ERRORS, PlanCounts, PlanJudge, plan_verdict
from qsr.datasets.grasp.totals import PlanTotals
from qsr.datasets.protocol import Item, Reading
from qsr.errors import DatasetError
from qsr.theories.gridworld.text import read
from qsr.theories.gridworld.text.drawing import draw_grid

#: The agent in the middle; energy above it, at the left and behind the obstacle on the right.
GRID = draw_grid(3, 4, {(1, 1): "A", (0, 1): "E", (1, 0): "E", (1, 2): "O", (1, 3): "E"})


def item(identity: str = "some.jsonl-0-0-0-0", groups: tuple[str, ...] = (), **rules: str) -> Item:
    story = read(GRID, **rules)
    return Item(identity, story, story.questions[0], groups=groups)


def judged(plan: str, profile: str = "intended", optimum: Fraction | None = None, **rules: str) -> dict[str, Any]:
    return dict(plan_verdict(item(**rules), Reading(tuple(plan.split()), "list"), profile, optimum).details)


@pytest.mark.parametrize(
    ("plan", "rules", "errors"),
    [
        ("UP TAKE DOWN DROP", {}, []),
        ("", {}, ["delivered_zero"]),
        ("TAKE UP TAKE DOWN DROP", {}, ["take_empty"]),
        ("UP TAKE DROP", {}, ["not_back_at_start", "delivered_zero", "drop_elsewhere"]),
        ("DROP UP TAKE DOWN DROP", {}, ["drop_nothing"]),
        ("UP TAKE DOWN DROP UP DOWN LEFT TAKE RIGHT", {}, ["carry_left"]),
        ("UP TAKE DOWN DROP RIGHT", {}, ["into_obstacle"]),
        ("UP TAKE UP DOWN DROP", {}, ["off_grid"]),
        ("UP TAKE DOWN DROP " + "LEFT RIGHT " * 9, {}, ["too_long"]),
        ("UP TAKE DOWN LEFT TAKE RIGHT DROP", {"carry": "1"}, ["take_at_limit"]),
        ("UP TAKE DOWN DROP UPLEFT", {}, ["diagonal_not_allowed"]),
        ("UP TAKE DOWN DROP UPLEFT DOWNRIGHT", {"moves": "8"}, []),
        ("UP TAKE DOWN DROP WAIT", {}, ["unknown_token"]),
    ],
)
def test_error_classes(plan: str, rules: dict[str, str], errors: list[str]) -> None:
    assert judged(plan, **rules)["errors"] == errors


def test_error_classes_of_the_reading() -> None:
    found = plan_verdict(item(), Reading(("UP", "TAKE", "DOWN", "DROP"), "list", ambiguous=True)).details
    assert found["errors"] == ["ambiguous_list"]
    found = plan_verdict(item(cost="0.3"), Reading(None, "none")).details
    assert found["errors"] == ["delivered_zero", "missing_list"]
    assert (found["energy"], found["steps"]) == (0, 0)


def test_each_error_class_is_reached() -> None:
    """The table above and the two of the reading are all that there are."""
    assert len(ERRORS) == len(set(ERRORS)) == 14


@pytest.mark.parametrize(
    ("plan", "profile", "energy"),
    [
        ("UP TAKE DOWN DROP", "intended", "-1/5"),
        ("UP TAKE DOWN DROP", "paper-table2", "-1/5"),
        ("UP TAKE DOWN DROP", "repo-head", "-7/5"),
        # The energy lies where the agent ends and not where it started.
        ("UP TAKE DROP", "intended", "-9/10"),
        ("UP TAKE DROP", "paper-table2", "1/10"),
        ("UPLEFT DOWN TAKE RIGHT DROP", "intended", "-1/2"),
        # Where diagonals do nothing, the plan goes another way: DOWN, no energy, RIGHT, nothing to drop.
        ("UPLEFT DOWN TAKE RIGHT DROP", "paper-table2", "-3/2"),
        ("", "repo-head", "0"),
    ],
)
def test_profiles(plan: str, profile: str, energy: str) -> None:
    assert judged(plan, profile, moves="8", cost="0.3")["energy"] == float(Fraction(energy))


def test_regret_is_against_the_intended_optimum_alone() -> None:
    found = judged("UP TAKE DOWN DROP", optimum=Fraction(2))
    assert (found["optimal"], found["regret"]) == (False, 1)
    assert judged("UP TAKE DOWN DROP", optimum=Fraction(1))["optimal"] is True
    other = judged("UP TAKE DOWN DROP", "repo-head", optimum=Fraction(1))
    assert (other["optimum"], other["optimal"]) == (None, None)


def test_the_paper_scores_ten_grids_of_a_file() -> None:
    paper = PlanJudge("paper-table2")
    assert [paper.scores(item(f"a.jsonl-{index}-0-0-0")) for index in (0, 9, 10)] == [True, True, False]
    assert PlanJudge("intended").scores(item("a.jsonl-10-0-0-0"))


def test_the_report_has_the_rows_of_the_papers_table() -> None:
    report = PlanCounts()
    for groups, plan, optimum in (
        (("Obstacle: No", "Energy Carrying Limit: 2 Units"), "UP TAKE DOWN DROP", Fraction(2)),
        (("Obstacle: Yes", "Energy Carrying Limit: No Limit"), "UP TAKE", Fraction(3)),
        (("Obstacle: Yes", "Energy Carrying Limit: No Limit"), "UP TAKE DOWN LEFT TAKE RIGHT DROP", None),
    ):
        one = item(groups=groups)
        report.add(one, plan_verdict(one, Reading(tuple(plan.split()), "list"), "intended", optimum))
    found = report.report()
    assert [(row["control"], row["value"], row["plans"]) for row in found["table"]] == [
        ("Obstacle", "Yes", 2),
        ("Obstacle", "No", 1),
        ("Energy Carrying Limit", "No Limit", 2),
        ("Energy Carrying Limit", "2 Units", 1),
        ("Average", "Average", 3),
    ]
    assert (found["energy"], found["steps"]) == (1.0, pytest.approx(13 / 3))
    assert (found["compared"], found["optimum"], found["regret"], found["optimal"]) == (2, 2.5, 2.0, 0.0)
    assert found["errors"]["carry_left"] == {"count": 1, "share": pytest.approx(1 / 3)}
    assert found["without_error"]["count"] == 2
    assert PlanCounts().report()["table"] == []


def test_totals_merge_exactly() -> None:
    energies = [Fraction(number, 10) for number in range(-20, 21, 3)]
    whole, left, right = PlanTotals(), PlanTotals(), PlanTotals()
    for number, energy in enumerate(energies):
        whole.add(energy, number, proved=number % 2 == 0, optimum=Fraction(2))
        (left if number < 5 else right).add(energy, number, proved=number % 2 == 0, optimum=Fraction(2))
    left.merge(right)
    assert left == whole
    assert whole.against_best()["regret"] == float(2 - sum(energies) / len(energies))


def written(path: Path, *rows: Any) -> str:
    path.write_text("".join(json.dumps(one) + "\n" for one in rows), encoding="utf-8")
    return str(path)


def test_answers_of_all_recorded_forms(tmp_path: Path) -> None:
    recorded = {"index": 4, "answer": ["up", "take"], "movement_prompt": 8, "energy_limit_prompt": 2, "cost_of_step_prompt": 0.3}
    free = {**recorded, "movement_prompt": 4, "energy_limit_prompt": 100, "cost_of_step_prompt": 0, "answer": "[UP]"}
    written(tmp_path / "grid.jsonl", recorded, free)
    written(tmp_path / "more.jsonl", {"id": "folder/other.jsonl-1-0-0-1", "answer": None})
    assert read_plan_answers(str(tmp_path)) == {
        "grid.jsonl-4-1-1-1": ("up", "take"),
        "grid.jsonl-4-0-0-0": "[UP]",
        "other.jsonl-1-0-0-1": "",
    }


@pytest.mark.parametrize(
    "row",
    [[], {"answer": "[UP]"}, {"id": "a"}, {"id": "a", "answer": 3}, {"id": "a", "answer": [3]}, {"index": 1, "answer": []}],
)
def test_what_is_no_answer_is_named_with_its_line(tmp_path: Path, row: Any) -> None:
    file = written(tmp_path / "a.jsonl", {"id": "b", "answer": "[UP]"}, row)
    with pytest.raises(DatasetError, match=r"a\.jsonl:2: expected"):
        read_plan_answers(file)


def test_an_item_is_answered_once(tmp_path: Path) -> None:
    file = written(tmp_path / "a.jsonl", {"id": "b", "answer": "[UP]"}, {"id": "b", "answer": "[UP]"})
    with pytest.raises(DatasetError, match="answered twice"):
        read_plan_answers(file)
    with pytest.raises(DatasetError):
        read_plan_answers(str(tmp_path / "none.jsonl"))
    (tmp_path / "empty").mkdir()
    with pytest.raises(DatasetError, match=r"no \.jsonl file"):
        read_plan_answers(str(tmp_path / "empty"))


def test_optima_of_both_forms(tmp_path: Path) -> None:
    file = written(
        tmp_path / "best.jsonl",
        {"file": "some", "index": 0, "moves": 4, "limit": None, "cost": 0, "optimum": 7},
        {"file": "some", "index": 0, "moves": 8, "limit": 2, "cost": 0.3, "optimum": 2.3},
        {"id": "some.jsonl-1-0-1-0", "energy": 1.4, "proved": True, "rules": {"moves": "4", "carry": "3", "cost": "0"}},
        {"id": "some.jsonl-2-0-0-0", "energy": 1.4, "proved": False},
    )
    optima = Optima.read([file])
    assert optima.of(item("some.jsonl-0-0-0-0")) == 7
    assert optima.of(item("folder/some.jsonl-0-1-1-1", moves="8", carry="2", cost="0.3")) == Fraction(23, 10)
    # The same grid under another limit has the same id and another optimum.
    assert optima.of(item("some.jsonl-1-0-1-0", carry="2")) is None
    assert optima.of(item("some.jsonl-1-0-1-0", carry="3")) == Fraction(7, 5)
    assert optima.of(item("some.jsonl-2-0-0-0")) is None
    with pytest.raises(DatasetError, match=r"best\.jsonl:1: expected a line"):
        Optima.read([written(tmp_path / "best.jsonl", {"id": "x", "answer": "y"})])
    with pytest.raises(DatasetError, match="no best plan in it"):
        Optima.read([written(tmp_path / "best.jsonl")])
