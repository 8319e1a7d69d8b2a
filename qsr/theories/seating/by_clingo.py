"""Layouts by clingo: one ground program for a layout and a number of names; the meaning stands in `encodings/seating.lp`.

Relations become facts when a story first uses them, and stay: later stories of the same layout find them ground.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import islice
from typing import Final

from qsr import resources
from qsr.seats import Layout
from qsr.solvers import Problem
from qsr.solvers.clingo import ClingoProblem, Fact
from qsr.solvers.protocol import Model
from qsr.theories.seating.numbers import Numbers
from qsr.theories.seating.reading import Bonds, at

__all__ = ["ENCODING", "ClingoSeating", "goal_facts", "place_facts"]

ENCODING: Final = "seating.lp"


def place_facts(layout: Layout, names: int) -> list[Fact]:
    """Return the facts that name so many names and the places of a layout."""
    return [*(("name", (name,)) for name in range(names)), *(("place", (place,)) for place in range(layout.places))]


def goal_facts(number: int, bonds: Bonds, tables: dict[tuple[int, ...], int]) -> list[Fact]:
    """Return the facts of a goal, with those of tables that were not in `tables` yet; they are added to it."""
    facts: list[Fact] = []
    for rows, one, other in bonds:
        if rows not in tables:
            tables[rows] = len(tables)
            pairs = ((first, second) for first, row in enumerate(rows) for second in range(len(rows)) if row >> second & 1)
            facts.extend(("allowed", (tables[rows], *pair)) for pair in pairs)
        facts.append(("bond", (number, tables[rows], one, other)))
    return facts


class ClingoSeating(ClingoProblem):
    """So many names on the places of a layout; guards and goals are the numbers of `Numbers`."""

    def __init__(self, layout: Layout, names: int, seed: int = 0) -> None:
        super().__init__(resources.encoding(ENCODING), place_facts(layout, names), seed=seed, placed="at")
        self._layout, self._names = layout, names
        self._numbers = Numbers()
        self._tables: dict[tuple[int, ...], int] = {}

    def number(self, bonds: Bonds) -> int:
        """Return the number of bonds that hold together, as a guard and as a goal."""
        before = len(self._numbers)
        number = self._numbers.number(bonds)
        if number == before:
            self.ground(goal_facts(number, bonds, self._tables), [("goal", (number,))], [number])
        return number

    @property
    def size(self) -> int:
        """How many numbers have been given."""
        return len(self._numbers)

    def models(self, guards: Collection[int], goals: Collection[int], limit: int | None = None) -> Iterator[Model]:
        """Yield at most `limit` such models, no two of which agree on all the goals; raise LimitReached on the time limit."""
        copy = type(self)(self._layout, self._names, self._seed)
        copy.deadline = self.deadline
        mine = {copy.number(self._numbers.bonds(number)): number for number in sorted({*guards, *goals})}
        theirs = {number: new for new, number in mine.items()}
        found = copy._projected([theirs[guard] for guard in guards], [theirs[goal] for goal in goals])
        return islice((replace(model, goals=frozenset(mine[goal] for goal in model.goals)) for model in found), limit)

    #: Whoever seats them: the same statements exclude something, whatever clingo blames.
    core = Problem.core

    def layouts(self, guards: Collection[int]) -> Iterator[tuple[int, ...]]:
        """Yield the place of each name, for all layouts, in the solver's order; raise LimitReached."""
        everywhere = [self.at(name, place) for name in range(self._names) for place in range(self._layout.places)]
        for model in self.models(guards, everywhere):
            yield tuple(int(model.numbers[name,]) for name in range(self._names))

    def count(self, guards: Collection[int]) -> int:
        """Return the number of layouts; raise LimitReached."""
        return sum(1 for _ in self.layouts(guards))

    def at(self, name: int, place: int) -> int:
        """Return the number of the goal that a name is at a place."""
        return self.number((at(self._layout, name, place),))
