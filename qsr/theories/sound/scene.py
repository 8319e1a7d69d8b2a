"""What is known of a scene: labels of RCC8, the order of box ends, near and far; closed under all that follows in one way.

The parts are closed one after the other. Labels of RCC8 are closed by path consistency. What is common to the relations left
on a pair goes to the order of the ends of the boxes on each axis. Pairs that can only be EQ, or only a part and its whole,
hand near and far on. Nothing has to go back, save in one case, for this reason: let every label of the closed scene be in the
class H8-hat of `topology`. Take from each its first relation. Then

- the relations are a consistent scenario (Renz and Nebel);
- what they say about boxes is no more than what all relations of the label say, for the preferred order runs from the relation
  that says least: so the closed order, if it has no cycle through "below", has a solution that fits the scenario;
- a pair is EQ, or part and whole, only where its label leaves nothing else, so near and far have been handed on completely. Let
  those pairs be near and far that were derived so. Near and far then exclude each other, stated denials hold, and far pairs
  are DC, since a part of something DC is DC by composition.

By the theorem in `theory` such a scene has regions. The one case: two regions that touch from outside and lie apart on all
three axes touch in the one point where their boxes do. All regions that must have the same point connect; DC goes from their
labels, which stay in the class.

A label outside the class is `untamed`, and a search splits it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Final, TypeAlias

from qsr.calculi.calculus import bits
from qsr.theories.sound.order import Order
from qsr.theories.sound.topology import CALCULUS, MASKS, WITHIN, bounds, first, is_tractable, propagate

__all__ = ["Before", "Distance", "Literal", "Relates", "Scene"]

_DC: Final = MASKS["outside"]
_EC: Final = MASKS["outside and touching"]
_EQ: Final = CALCULUS.identity


@dataclass(frozen=True, slots=True)
class Relates:
    """One of the RCC8 relations of a mask holds of head and tail."""

    head: int
    tail: int
    mask: int


@dataclass(frozen=True, slots=True)
class Before:
    """On an axis one end is at most another, or below it; ends as in `Order`."""

    axis: int
    low: int
    high: int
    strict: bool


@dataclass(frozen=True, slots=True)
class Distance:
    """Near, or far, holds of head and tail, or does not."""

    label: str
    head: int
    tail: int
    holds: bool


Literal: TypeAlias = Relates | Before | Distance


class Scene:
    """A scene of so many regions.

    ``labels[i][j]`` is the RCC8 label of i to j; ``near[i]`` and ``far[i]`` are the regions, as bits, that i must be near to
    and far from. All this is complete after `close`.
    """

    def __init__(self, regions: int) -> None:
        self.labels = [[CALCULUS.universal if i != j else _EQ for j in range(regions)] for i in range(regions)]
        self.orders = [Order(regions) for _ in range(3)]
        self.near: list[int] = [1 << i for i in range(regions)]
        self.far: list[int] = [0] * regions
        self._distances: tuple[Distance, ...] = ()
        self._changed: set[tuple[int, int]] = set()
        self._stale = False
        self._own = True

    def copy(self) -> Scene:
        """Return a scene of its own; labels are shared until one of them changes."""
        other = Scene.__new__(Scene)
        other.labels, other.near, other.far = self.labels, self.near, self.far
        other.orders = [order.copy() for order in self.orders]
        other._distances, other._changed, other._stale = self._distances, set(self._changed), self._stale
        other._own = False
        return other

    def add(self, literal: Literal) -> bool:
        """Assert a literal; return False where it contradicts the scene at once, which then means nothing."""
        if isinstance(literal, Before):
            return self.orders[literal.axis].add(literal.low, literal.high, literal.strict)
        if isinstance(literal, Distance):
            self._distances = (*self._distances, literal)
            self._stale = True
            return not (literal.label == "far" and literal.holds) or self._narrow(literal.head, literal.tail, _DC)
        return self._narrow(literal.head, literal.tail, literal.mask)

    def _narrow(self, head: int, tail: int, mask: int) -> bool:
        old = self.labels[head][tail]
        kept = old & mask
        if kept != old and kept:
            if not self._own:
                self.labels, self._own = [row.copy() for row in self.labels], True
            self.labels[head][tail] = kept
            self.labels[tail][head] = CALCULUS.converse(kept)
            self._changed.add((head, tail))
        return bool(kept)

    def close(self) -> bool:
        """Draw all conclusions; return False where the scene contradicts itself, which then means nothing."""
        while True:
            if self._changed:
                narrowed = propagate(self.labels, self._changed)
                if narrowed is None or not self._order(narrowed):
                    return False
                self._changed.clear()
                self._stale = True
            if not self._join_corners():
                return False
            if not self._changed:
                return self._hand_on() if self._stale else True

    def _order(self, narrowed: set[tuple[int, int]]) -> bool:
        for i, j in sorted(narrowed):
            for one, other, strict in bounds(self.labels[i][j]):
                low = 2 * i + one if one < 2 else 2 * j + one - 2
                high = 2 * i + other if other < 2 else 2 * j + other - 2
                for order in self.orders:
                    if not order.add(low, high, strict):
                        return False
        return True

    def _join_corners(self) -> bool:
        """Take DC from regions that must have one point in common: a corner where boxes of regions that connect meet."""
        corners: dict[tuple[int, ...], set[int]] = {}
        for i, j in combinations(range(len(self.labels)), 2):
            mask = self.labels[i][j]
            if mask & _DC or not mask & _EC:
                continue
            corner = []
            for order in self.orders:
                ends = next((pair for pair in ((2 * i + 1, 2 * j), (2 * i, 2 * j + 1)) if order.equal(*pair)), None)
                if ends is None:
                    break
                corner.append(order.least(ends[0]))
            else:
                corners.setdefault(tuple(corner), set()).update((i, j))
        together = {pair for regions in corners.values() for pair in combinations(sorted(regions), 2)}
        return all(self._narrow(i, j, CALCULUS.universal & ~_DC) for i, j in sorted(together))

    def _hand_on(self) -> bool:
        """Derive near and far from what was asserted and from the labels; return False where they contradict."""
        self._stale = False
        parts = [
            sum(1 << other for other, row in enumerate(self.labels) if not row[region] & ~WITHIN)
            for region in range(len(self.labels))
        ]
        same = [sum(1 << other for other, label in enumerate(row) if label == _EQ) for row in self.labels]
        self.near, self.far = same.copy(), [0] * len(self.labels)
        for distance in self._distances:
            if distance.holds:
                rows, members = (self.far, parts) if distance.label == "far" else (self.near, same)
                for one, other in ((distance.head, distance.tail), (distance.tail, distance.head)):
                    for region in bits(members[one]):
                        rows[region] |= members[other]
        return not any(near & far for near, far in zip(self.near, self.far, strict=True)) and not any(
            self._has(distance.label, distance.head, distance.tail) for distance in self._distances if not distance.holds
        )

    def _has(self, label: str, head: int, tail: int) -> bool:
        return bool((self.far if label == "far" else self.near)[head] >> tail & 1)

    def untamed(self) -> tuple[int, int] | None:
        """Return a pair whose label is outside the class in which a closed scene always has a model, or None."""
        for i, row in enumerate(self.labels):
            for j in range(i):
                if not is_tractable(row[j]):
                    return i, j
        return None

    def true(self, literal: Literal) -> bool:
        """Tell whether a literal holds in the model that a closed scene without `untamed` labels has: the first of each label.

        Boxes lie there as `Order.places` puts them, and only those pairs are near or far that must be.
        """
        if isinstance(literal, Before):
            order = self.orders[literal.axis]
            low, high = ((order.down[end].bit_count(), order.least(end)) for end in (literal.low, literal.high))
            return low < high if literal.strict else low <= high
        if isinstance(literal, Distance):
            return self._has(literal.label, literal.head, literal.tail) == literal.holds
        return bool(first(self.labels[literal.head][literal.tail]) & literal.mask)
