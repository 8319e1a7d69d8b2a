"""The order of the ends of bounding boxes on one axis, closed under what follows from it.

Point algebra without "different": only "at most" and "below" are asserted. Their closure is complete: a set of such
constraints has a solution exactly if no cycle contains a "below" (Vilain and Kautz 1986), and one end is below another in every
solution exactly if some path between them contains one.
"""

from __future__ import annotations

__all__ = ["Order"]


class Order:
    """Intervals on one axis: interval i has the ends 2i (start) and 2i + 1 (end), the start below the end.

    Rows are bits: bit q of ``up[p]`` says that p is at most q, bit q of ``above[p]`` that p is below q.
    """

    __slots__ = ("above", "down", "up")

    def __init__(self, intervals: int = 0) -> None:
        self.up: list[int] = []
        self.down: list[int] = []
        self.above: list[int] = []
        for start in range(0, 2 * intervals, 2):
            both = 3 << start
            self.up += [both, 2 << start]
            self.down += [1 << start, both]
            self.above += [2 << start, 0]

    def copy(self) -> Order:
        """Return an order of its own."""
        other = Order()
        other.up, other.down, other.above = self.up.copy(), self.down.copy(), self.above.copy()
        return other

    def add(self, low: int, high: int, strict: bool) -> bool:
        """Put one end at most at (strict: below) another; return whether that can be. After False the order means nothing."""
        up, down, above = self.up, self.down, self.above
        if (above if strict else up)[low] >> high & 1:
            return True
        if (up if strict else above)[high] >> low & 1:
            return False
        reached, beyond, below = up[high], above[high], down[low]
        rest = below
        while rest:
            bit = rest & -rest
            rest ^= bit
            end = bit.bit_length() - 1
            up[end] |= reached
            above[end] |= reached if strict or above[end] >> low & 1 else beyond
        rest = reached
        while rest:
            bit = rest & -rest
            rest ^= bit
            down[bit.bit_length() - 1] |= below
        return True

    def equal(self, one: int, other: int) -> bool:
        """Tell whether two ends are the same in every solution."""
        return bool(self.up[one] >> other & self.down[one] >> other & 1)

    def least(self, end: int) -> int:
        """Return the least number among the ends that are the same in every solution."""
        same = self.up[end] & self.down[end]
        return (same & -same).bit_length() - 1

    def places(self) -> list[int]:
        """Return a solution, ends in order: a number per end from 0, the same only for ends that must be the same.

        What lies at most at p lies at most at all that p is at most at, so that counting it orders the ends as they must be.
        """
        keys = [(down.bit_count(), self.least(end)) for end, down in enumerate(self.down)]
        rank = {key: place for place, key in enumerate(sorted(set(keys)))}
        return [rank[key] for key in keys]
