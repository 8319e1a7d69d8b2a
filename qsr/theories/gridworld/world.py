"""A grid world and its rules, as a story states them.

Statements are ``size``, ``start``, ``obstacle`` and ``energy``, each with the property `cell` (row and column, from 0; for
``size`` their numbers) and ``energy`` with `units` where a cell holds more than one. The settings `moves`, `carry`, `cost` and
`steps` are the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from qsr.errors import NotCovered
from qsr.story import Story
from qsr.theories.answers import quote
from qsr.theories.gridworld.rules import SETTINGS

__all__ = ["Cell", "Rules", "World", "rules_of", "world_of"]

#: Row and column, both from 0, rows downward.
Cell: TypeAlias = tuple[int, int]

#: The settings that are rules of a grid world.


@dataclass(frozen=True, slots=True)
class Rules:
    """What the agent may do.

    Parameters
    ----------
    moves
        4, or 8 with diagonals.
    carry
        How many units the agent holds at most; None for no limit.
    cost
        Energy that each listed action costs, valid or not.
    steps
        How many actions of a plan count.
    """

    moves: int = 4
    carry: int | None = None
    cost: Fraction = Fraction(0)
    steps: int = 20


@dataclass(frozen=True, slots=True)
class World:
    """A board: its size, the agent's first cell, cells that cannot be entered, and units of energy per cell, sorted by cell."""

    rows: int
    columns: int
    start: Cell
    obstacles: frozenset[Cell] = frozenset()
    energy: tuple[tuple[Cell, int], ...] = ()

    def inside(self, cell: Cell) -> bool:
        """Tell whether there is such a cell."""
        return 0 <= cell[0] < self.rows and 0 <= cell[1] < self.columns


def rules_of(settings: Mapping[str, str]) -> Rules:
    """Return the rules that settings say, with defaults for the others; raise NotCovered for a value that is none.

    >>> rules_of({"moves": "8", "carry": "2", "cost": "0.3"})
    Rules(moves=8, carry=2, cost=Fraction(3, 10), steps=20)
    """
    said = {key: settings.get(key, one.values[0]) for key, one in SETTINGS.items()}
    for key, value in said.items():
        if not SETTINGS[key].takes(value):
            raise NotCovered(f"not covered: {key}: {value}; expected {' or '.join(SETTINGS[key].shown)}")
    carry = None if said["carry"] == "none" else int(said["carry"])
    return Rules(int(said["moves"]), carry, Fraction(said["cost"]), int(said["steps"]))


def world_of(story: Story) -> World:
    """Return the world that a story states; raise NotCovered, with the words at fault, for a story that states none."""
    size: Cell | None = None
    held: dict[Cell, tuple[str, int, int]] = {}
    for said in story.statements:
        if said.relation not in ("size", "start", "obstacle", "energy"):
            raise NotCovered(f"not covered: a statement {said.relation!r} about a grid world: {quote(story, said.id)}")
        cell, units = _cell(said.property("cell")), said.property("units", 1)
        if cell is None or type(units) is not int or units < 1 or (units > 1 and said.relation != "energy"):
            raise NotCovered(
                f"not covered: {said.relation} without a cell or with no whole number of units: {quote(story, said.id)}"
            )
        if said.relation == "size":
            if size is not None or min(cell) < 1:
                raise NotCovered(f"not covered: a second size, or a board without cells: {quote(story, said.id)}")
            size = cell
        elif cell in held:
            raise NotCovered(f"not covered: row {cell[0]}, column {cell[1]} holds two things: {quote(story, said.id)}")
        else:
            held[cell] = (said.relation, units, said.id)
    if size is None:
        raise NotCovered("not covered: a grid world without a size")
    starts = [cell for cell, (kind, _, _) in held.items() if kind == "start"]
    if len(starts) != 1:
        raise NotCovered(f"not covered: a grid world with {len(starts)} agents; expected one")
    obstacles = frozenset(cell for cell, (kind, _, _) in held.items() if kind == "obstacle")
    energy = tuple(sorted((cell, units) for cell, (kind, units, _) in held.items() if kind == "energy"))
    world = World(*size, starts[0], obstacles, energy)
    for cell, (_, _, statement) in held.items():
        if not world.inside(cell):
            said_there = quote(story, statement)
            raise NotCovered(
                f"not covered: row {cell[0]}, column {cell[1]} is not on a board of {size[0]} x {size[1]}: {said_there}"
            )
    return world


def _cell(value: Any) -> Cell | None:
    if isinstance(value, tuple) and len(value) == 2 and all(type(number) is int for number in value):
        return value
    return None
