"""Layouts by clingo: one ground program for a layout and a number of names; the meaning stands in `encodings/seating.lp`.

Relations become facts when a story first uses them, and stay: later stories of the same layout find them ground.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from qsr import resources
from qsr.seats import Layout
from qsr.solvers import Problem
from qsr.solvers.clingo import ClingoProblem, Fact
from qsr.theories.seating.problem import SeatingProblem
from qsr.theories.seating.reading import Bonds

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


class ClingoSeating(SeatingProblem, ClingoProblem):
    """See `SeatingProblem`."""

    def __init__(self, layout: Layout, names: int, seed: int = 0) -> None:
        super().__init__(resources.encoding(ENCODING), place_facts(layout, names), seed=seed, placed="at")
        self._seat(layout, names)
        self._tables: dict[tuple[int, ...], int] = {}

    def number(self, bonds: Bonds) -> int:
        """Return the number of bonds that hold together, and ground what they mean where they have none."""
        before = self.size
        number = super().number(bonds)
        if number == before:
            self.ground(goal_facts(number, bonds, self._tables), [("goal", (number,))], [number])
        return number

    #: Whoever seats them: the same statements exclude something, whatever clingo blames.
    core = Problem.core

    def layouts(self, guards: Collection[int]) -> Iterator[tuple[int, ...]]:
        """Yield the place of each name, for all layouts, in the solver's order; raise LimitReached."""
        everywhere = [self.at(name, place) for name in range(self._names) for place in range(self._layout.places)]
        for model in self.models(guards, everywhere):
            yield tuple(int(model.numbers[name,]) for name in range(self._names))
