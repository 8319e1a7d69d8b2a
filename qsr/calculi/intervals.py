"""Intervals on a line: the relations of Allen's algebra by the order of their ends (Allen 1983)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

__all__ = ["ALLEN", "INTERVALS", "signs"]

#: Two intervals (start, end) per relation of Allen's algebra.
INTERVALS: Final = {
    "<": ((0, 1), (2, 3)),
    ">": ((2, 3), (0, 1)),
    "m": ((0, 1), (1, 2)),
    "mi": ((1, 2), (0, 1)),
    "o": ((0, 2), (1, 3)),
    "oi": ((1, 3), (0, 2)),
    "s": ((0, 1), (0, 2)),
    "si": ((0, 2), (0, 1)),
    "d": ((1, 2), (0, 3)),
    "di": ((0, 3), (1, 2)),
    "f": ((1, 2), (0, 2)),
    "fi": ((0, 2), (1, 2)),
    "=": ((0, 1), (0, 1)),
}


def signs(x: Sequence[int | Fraction], y: Sequence[int | Fraction]) -> tuple[int, ...]:
    """Return how the ends of two intervals lie: start to start, start to end, end to start and end to end."""
    return tuple((first > second) - (first < second) for first in x for second in y)


#: What `signs` returns -> the relation of Allen's algebra.
ALLEN: Final = {signs(x, y): name for name, (x, y) in INTERVALS.items()}
