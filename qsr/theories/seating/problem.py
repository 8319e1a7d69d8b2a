"""What the two backends have in common: names on the places of a layout, and numbers for what solvers see as guards and goals."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterator

from qsr.seats import Layout
from qsr.solvers import Problem
from qsr.theories.seating.reading import Bond, Bonds

__all__ = ["SeatingProblem"]


class SeatingProblem(Problem):
    """So many names on the places of a layout; a guard or a goal is the number of bonds that hold together."""

    def _seat(self, layout: Layout, names: int) -> None:
        self._layout, self._names = layout, names
        self._of: dict[Bonds, int] = {}
        self._bonds: list[Bonds] = []

    @property
    def size(self) -> int:
        """How many numbers have been given."""
        return len(self._bonds)

    def number(self, bonds: Bonds) -> int:
        """Return the number of bonds that hold together, a new one where they have none."""
        found = self._of.setdefault(bonds, len(self._bonds))
        if found == len(self._bonds):
            self._bonds.append(bonds)
        return found

    def at(self, name: int, place: int) -> int:
        """Return the number of the goal that a name is at a place."""
        return self.number((Bond(tuple(1 << here if here == place else 0 for here in range(self._layout.places)), name, name),))

    @abstractmethod
    def layouts(self, guards: Collection[int]) -> Iterator[tuple[int, ...]]:
        """Yield the place of each name, for all layouts; raise LimitReached."""
