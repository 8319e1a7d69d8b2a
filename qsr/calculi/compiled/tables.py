"""A calculus as arrays: what compiled loops look up."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np
from numba import njit

from qsr.calculi.calculus import Calculus

__all__ = ["Tables", "composed", "tables"]

#: Calculi with more relations than this are composed by halves: a table of all pairs of labels would not stay in a fast cache.
_WHOLE: Final = 8


class Tables(NamedTuple):
    """Composition and converse of all labels of a calculus.

    `composition` has one row, indexed by first << bits | second, or where `split` is not 0 four rows, for the lower and the upper
    halves of both labels; `split` is the number of relations in a lower half.
    """

    composition: Any
    converse: Any
    universal: int
    bits: int
    split: int


@njit(cache=True, inline="always")
def composed(composition: Any, bits: int, split: int, first: int, second: int) -> int:
    """Return the composition of two labels."""
    if split:
        low = (1 << split) - 1
        lower, upper = (first & low) << bits, (first >> split) << bits
        return (
            composition[0, lower | (second & low)]
            | composition[1, lower | (second >> split)]
            | composition[2, upper | (second & low)]
            | composition[3, upper | (second >> split)]
        )
    return composition[0, first << bits | second]


@lru_cache(maxsize=16)
def tables(calculus: Calculus) -> Tables:
    """Return the tables of a calculus ; labels are numbers of 16 bits."""
    count = len(calculus.relations)
    converse = np.array([calculus.converse(mask) if mask else 0 for mask in range(1 << count)], np.uint16)
    half = (count + 1) // 2
    if count <= _WHOLE:
        whole = _table(calculus, range(count), range(count), count)
        return Tables(whole.reshape(1, -1), converse, calculus.universal, count, 0)
    halves = (range(half), range(half, count))
    parts = [_table(calculus, first, second, half).reshape(-1) for first in halves for second in halves]
    return Tables(np.stack(parts), converse, calculus.universal, half, half)


def _table(calculus: Calculus, firsts: range, seconds: range, bits: int) -> Any:
    """Return the composition of labels that are made of these relations, numbered from the first of them."""
    rows = np.zeros((1 << bits, 1 << bits), np.uint16)
    for first in range(1, 1 << len(firsts)):
        for second in range(1, 1 << len(seconds)):
            lowest, other = first & -first, second & -second
            if first == lowest and second == other:
                one, two = firsts[lowest.bit_length() - 1], seconds[other.bit_length() - 1]
                rows[first, second] = calculus.compose(1 << one, 1 << two)
            elif first != lowest:
                rows[first, second] = rows[lowest, second] | rows[first ^ lowest, second]
            else:
                rows[first, second] = rows[first, other] | rows[first, second ^ other]
    return rows
