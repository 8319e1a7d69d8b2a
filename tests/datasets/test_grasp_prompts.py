"""Prompts say every constraint that applies and no other."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import pytest

from qsr.datasets.grasp.prompts import prompt, read_templates
from qsr.errors import DatasetError
from qsr.theories.gridworld.text import read
from qsr.theories.gridworld.text.drawing import draw_grid

OPEN = draw_grid(2, 2, {(0, 0): "A", (1, 1): "E"})
BLOCKED = draw_grid(2, 2, {(0, 0): "A", (1, 1): "E", (0, 1): "O"})


PLACES = [
    *("grid", "rows", "columns", "actions", "steps", "moves", "carry", "cost", "legend"),
    *("energy_rule", "obstacle_rule", "diagonal_rule", "carry_rule", "cost_rule"),
]


@pytest.mark.parametrize(
    ("grid", "moves", "carry", "cost"), list(product((OPEN, BLOCKED), ("4", "8"), ("none", "2"), ("0", "0.3")))
)
def test_every_combination_says_its_constraints(grid: str, moves: str, carry: str, cost: str) -> None:
    system, user = prompt(read(grid, moves=moves, carry=carry, cost=cost, steps="17"))
    assert grid in user
    assert "[STEP, STEP, ...]" in user
    assert "17 steps" in system
    assert ("UPLEFT" in system) is (moves == "8")
    assert ("DOWNRIGHT" in system) is (moves == "8")
    assert ("2 units at a time" in system) is (carry == "2")
    assert ("0.3 units of energy" in system) is (cost == "0.3")
    assert ("bstacle" in system and "obstacle" in user) is (grid == BLOCKED)
    assert "{" not in system + user
    assert "  " not in system


def test_own_templates_are_filled(tmp_path: Path) -> None:
    path = tmp_path / "own.json"
    path.write_text(json.dumps({"system": "{{json}} " + " ".join(f"<{{{p}}}>" for p in PLACES), "user": "go"}), encoding="utf-8")
    system, user = prompt(read(BLOCKED, moves="8"), read_templates(path))
    assert user == "go"
    assert system.startswith("{json} <")
    assert BLOCKED in system


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[", "not JSON"),
        ("[]", "two texts"),
        ('{"system": "a", "user": 3}', "two texts"),
        ('{"system": "a", "user": "{maze}"}', "'maze' in braces; there are {grid}"),
        ('{"system": "a", "user": "{grid.x}"}', "in braces; there are"),
        ('{"system": "a", "user": "{grid"}', "two braces"),
        ('{"system": "a", "user": "b"}', "where the drawing goes"),
    ],
)
def test_templates_that_cannot_be_used_are_refused(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "own.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DatasetError, match=message):
        read_templates(path)
    with pytest.raises(DatasetError, match="none"):
        read_templates(tmp_path / "none.json")
