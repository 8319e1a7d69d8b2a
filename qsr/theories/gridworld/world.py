"""A grid world and its rules, as a story states them.

Statements are ``size``, ``start``, ``obstacle`` and ``energy``, each with the property `cell` (row and column, from 0; for
``size`` their numbers) and ``energy`` with `units` where a cell holds more than one. The settings `moves`, `carry`, `cost` and
`steps` are the rules.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, TypeAlias

from qsr.errors import NotCovered
from qsr.settings import Setting
from qsr.story import Story
from qsr.theories.answers import quote

__all__ = ["SETTINGS", "Cell", "Rules", "World", "rules_of", "world_of"]

#: Row and column, both from 0, rows downward.
Cell: TypeAlias = tuple[int, int]

_TOKEN: Final = re.compile(r"[.AOE]|[1-9][0-9]{0,5}")
_WHOLE: Final = re.compile(r"[0-9]{1,6}")
_DECIMAL: Final = re.compile(r"[0-9]{1,6}(?:\.[0-9]{1,6})?")


def _whole(value: str) -> bool:
    return _WHOLE.fullmatch(value) is not None


#: How the agent moves, what it carries, what an action costs, and how many of them count. The defaults are the rules of the
#: published benchmark without its constraints.
SETTINGS: Final[Mapping[str, Setting]] = {
    "moves": Setting(("4", "8"), about="A step goes", words=("four ways", "eight ways")),
    "carry": Setting(("none",), "WHOLE NUMBER", _whole),
    "cost": Setting(("0",), "DECIMAL NUMBER", lambda value: _DECIMAL.fullmatch(value) is not None),
    "steps": Setting(("20",), "WHOLE NUMBER", _whole),
}


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
    """A board: its size, the agent's first cell, cells that cannot be entered, and units of energy per cell, sorted by cell.

    In one line it has a token per cell, with a blank between cells and `` / `` between rows, the first row being the upper one:
    ``.`` for an empty cell, ``A`` for the start, ``O`` for an obstacle, ``E`` for a unit of energy, a whole number for several.
    """

    rows: int
    columns: int
    start: Cell
    obstacles: frozenset[Cell] = frozenset()
    energy: tuple[tuple[Cell, int], ...] = ()

    @classmethod
    def parse(cls, line: str) -> World:
        """Read a board in one line; raise ValueError, with what was expected, for a line that is none.

        >>> world = World.parse(". E 12 / A O .")
        >>> world.rows, world.columns, world.start, world.energy
        (2, 3, (1, 0), (((0, 1), 1), ((0, 2), 12)))
        >>> str(world)
        '. E 12 / A O .'
        """
        rows = [row.split() for row in line.split("/")]
        found = {(row, column): token for row, tokens in enumerate(rows) for column, token in enumerate(tokens)}
        strange = next((token for token in found.values() if not _TOKEN.fullmatch(token)), None)
        starts = [cell for cell, token in found.items() if token == "A"]
        if strange is not None or len({len(tokens) for tokens in rows}) != 1 or len(starts) != 1:
            raise ValueError(f"expected a board with one start and rows of one length, such as '. E / A O', not {line[:60]!r}")
        obstacles = frozenset(cell for cell, token in found.items() if token == "O")
        energy = tuple(
            (cell, 1 if token == "E" else int(token)) for cell, token in found.items() if token == "E" or token.isdecimal()
        )
        return cls(len(rows), len(rows[0]), starts[0], obstacles, energy)

    def tokens(self) -> dict[Cell, str]:
        """Return what each cell is, as a board in one line has it."""
        found = {(row, column): "." for row in range(self.rows) for column in range(self.columns)}
        found |= {cell: "E" if units == 1 else str(units) for cell, units in self.energy}
        return found | dict.fromkeys(self.obstacles, "O") | {self.start: "A"}

    def __str__(self) -> str:
        tokens = self.tokens()
        return " / ".join(" ".join(tokens[row, column] for column in range(self.columns)) for row in range(self.rows))

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
