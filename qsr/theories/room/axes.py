"""Directions and regions alone: each axis for itself, by bounds.

Without distances and walls nothing ties x to y, and on one axis there are only "less", "equal" and an interval for each
object. Narrowing the intervals until nothing changes decides the story: with every object at the lower end of what is left, each
clause holds, because these constraints are closed under the minimum [1]_.

References
----------
.. [1] Jeavons and Cooper (1995), Tractable constraints on ordered domains, Artificial Intelligence 79, 327-339.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, TypeAlias

from qsr.theories.room.clauses import DIRECTIONS, REGIONS, Clause
from qsr.theories.room.grid import Cell, Grid

__all__ = ["Bounds", "decoupled"]

#: Who comes first, who second, and the least gap between them; 0 for equal ones.
_Order: TypeAlias = tuple[int, int, int]
#: Signs of head minus tail on the two axes -> the direction.
_CODE: Final = {signs: code for code, signs in DIRECTIONS.items()}


def decoupled(clauses: Iterable[Clause]) -> bool:
    """Tell whether the clauses are directions and regions alone."""
    return all(said.code in DIRECTIONS or said.code in REGIONS for said in clauses)


class Bounds:
    """Decoupled clauses about so many objects, as narrowed intervals on each axis."""

    def __init__(self, grid: Grid, objects: int, clauses: Iterable[Clause]) -> None:
        self._lows = [[0] * objects, [0] * objects]
        self._highs = [[places - 1] * objects for places in grid.places]
        self._orders: list[list[_Order]] = [[], []]
        for code, head, tail in clauses:
            if code in REGIONS:
                for axis, (low, high) in enumerate(_block(grid, code)):
                    self._lows[axis][head] = max(self._lows[axis][head], low)
                    self._highs[axis][head] = min(self._highs[axis][head], high)
            else:
                for axis, sign in enumerate(DIRECTIONS[code]):
                    self._orders[axis].append(_order(head, tail, sign))
        self._consistent = all(_narrow(*parts) for parts in zip(self._lows, self._highs, self._orders, strict=True))
        #: Axis, head, tail and sign of head minus tail -> whether it may be so.
        self._known: dict[tuple[int, int, int, int], bool] = {}

    def allows(self, said: Clause | None = None) -> bool:
        """Tell whether all clauses, and one more direction, hold together."""
        if not self._consistent or said is None:
            return self._consistent
        return all(self._may(axis, said.head, said.tail, sign) for axis, sign in enumerate(DIRECTIONS[said.code]))

    def directions(self, head: int, tail: int) -> frozenset[str]:
        """Return the directions from one object to another that hold together with all clauses."""
        if not self._consistent:
            return frozenset()
        across, up = ([sign for sign in (-1, 0, 1) if self._may(axis, head, tail, sign)] for axis in (0, 1))
        return frozenset([_CODE[one, other] for one in across for other in up])

    def _may(self, axis: int, head: int, tail: int, sign: int) -> bool:
        which = (axis, head, tail, sign)
        if which not in self._known:
            low, high, order = self._lows[axis], self._highs[axis], self._orders[axis]
            first, second, gap = _order(head, tail, sign)
            self._known[which] = (
                low[first] + gap <= high[second]
                and (gap > 0 or low[second] <= high[first])
                # Two objects that nothing else ties to others are as free as their intervals.
                and ((not order and head != tail) or _narrow(list(low), list(high), [*order, (first, second, gap)]))
            )
        return self._known[which]

    def cells(self) -> list[Cell] | None:
        """Return a cell for each object so that all clauses hold, or None where there are none."""
        return list(zip(*self._lows, strict=True)) if self._consistent else None


def _order(head: int, tail: int, sign: int) -> _Order:
    """Return who comes first on an axis, who second, and the least gap; equal ones have gap 0."""
    return (tail, head, 1) if sign > 0 else (head, tail, -sign)


@lru_cache(maxsize=1 << 10)
def _block(grid: Grid, code: str) -> tuple[tuple[int, int], ...]:
    """Return the first and the last coordinate of a region on each axis."""
    return tuple(_third(grid, axis, third) for axis, third in enumerate(REGIONS[code]))


def _third(grid: Grid, axis: int, third: int) -> tuple[int, int]:
    """Return the first and the last coordinate of a third; the last is before the first where it is empty."""
    length = grid.lengths[axis]
    first = -(-third * length // 3)
    return first, grid.places[axis] - 1 if third == 2 else -(-(third + 1) * length // 3) - 1


def _narrow(low: list[int], high: list[int], order: list[_Order]) -> bool:
    """Narrow the intervals in place; tell whether every one keeps a coordinate."""
    if any(first > last for first, last in zip(low, high, strict=True)):
        return False
    changed = True
    while changed:
        changed = False
        for a, b, gap in order:
            if low[b] < low[a] + gap:
                low[b] = low[a] + gap
                changed = True
            if high[a] > high[b] - gap:
                high[a] = high[b] - gap
                changed = True
            if not gap:
                if low[a] < low[b]:
                    low[a] = low[b]
                    changed = True
                if high[b] > high[a]:
                    high[b] = high[a]
                    changed = True
            if low[a] > high[a] or low[b] > high[b]:
                return False
    return True
