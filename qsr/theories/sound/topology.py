"""RCC8 labels as bits: the tractable class, the choice that always works in it, and what relations say about boxes.

Renz and Nebel [1]_ proved that closed networks whose labels belong to a class of 148 of the 256 labels, H8-hat, have a
solution, and that one is found by taking from each label the relation that comes first in the order DC, EC, PO, TPP (or TPPI),
NTPP (or NTPPI), EQ. Whether labels of three entities in that class stay composable after the choice is a finite question; a
test answers it for all of them.

References
----------
.. [1] Renz and Nebel (1999), On the complexity of qualitative spatial reasoning: a maximal tractable fragment of the Region
   Connection Calculus, Artificial Intelligence 108, 69-123.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from functools import cache
from typing import Final

from qsr.calculi import load, tractable
from qsr.relations import RCC8

__all__ = ["BASES", "CALCULUS", "MASKS", "WITHIN", "bounds", "first", "is_tractable", "propagate", "split"]

CALCULUS: Final = load("rcc8")
BASES: Final = CALCULUS.relations
#: Label of `qsr.relations` -> its base relation as a mask.
MASKS: Final = {label: CALCULUS.mask(base) for label, base in RCC8.items()}
_DC, _EC, _PO, _TPP, _NTPP, _TPPI, _NTPPI, _EQ = (CALCULUS.mask(name) for name in RCC8.values())
WITHIN: Final = _TPP | _NTPP | _EQ
_AROUND: Final = _TPPI | _NTPPI | _EQ
#: Whether a label is one of the 148 of H8-hat, and tractable labels, the largest first, of which one is the disjoint union.
is_tractable, split = tractable(CALCULUS)[0].contains, tractable(CALCULUS)[0].split
_PREFERENCE: Final = (_DC, _EC, _PO, _TPP, _TPPI, _NTPP, _NTPPI, _EQ)

#: What a relation says of two boxes on every axis: (end, other end, strict), the one at most the other, or below it. The ends are
#: 0 and 1, start and end of the first box, and 2 and 3, those of the second.
_MEET: Final = ((0, 3, False), (2, 1, False))
_CROSS: Final = ((0, 3, True), (2, 1, True))
_INSIDE: Final = ((2, 0, False), (1, 3, False))
_DEEP: Final = ((2, 0, True), (1, 3, True))
_OUTSIDE: Final = ((0, 2, False), (3, 1, False))
_FAR_OUTSIDE: Final = ((0, 2, True), (3, 1, True))


@cache
def bounds(mask: int) -> tuple[tuple[int, int, bool], ...]:
    """Return what the boxes of two regions satisfy on every axis whichever relation of the mask holds of them."""
    if mask & _DC:
        return ()
    if mask & _EC:
        return _MEET
    found: tuple[tuple[int, int, bool], ...] = ()
    if not mask & ~WITHIN:
        found += _DEEP if mask == _NTPP else _INSIDE
    if not mask & ~_AROUND:
        found += _FAR_OUTSIDE if mask == _NTPPI else _OUTSIDE
    # One box in the other: they cross.
    return found or _CROSS


@cache
def first(mask: int) -> int:
    """Return the relation that a closed network of tractable labels can take from this one."""
    return next(base for base in _PREFERENCE if base & mask)


def propagate(labels: list[list[int]], changed: Iterable[tuple[int, int]]) -> set[tuple[int, int]] | None:
    """Close in place a matrix that was closed before the labels of `changed` (both ways round) were narrowed.

    Return the pairs (i < j) that became narrower, `changed` among them; None where a label became empty. The method is that of
    `qsr.calculi.closure.close`, which begins with every pair.
    """
    waiting = deque((i, j) if i < j else (j, i) for i, j in changed)
    queued = set(waiting)
    narrowed = set(waiting)
    while waiting:
        pair = i, j = waiting.popleft()
        queued.discard(pair)
        row_i, row_j = labels[i], labels[j]
        through_j, through_i = CALCULUS.row(row_i[j]), CALCULUS.row(row_j[i])
        for k, (from_i, from_j) in enumerate(zip(row_i, row_j, strict=True)):
            for one, row, kept, old in (
                (i, row_i, from_i & through_j[from_j], from_i),
                (j, row_j, from_j & through_i[from_i], from_j),
            ):
                if kept == old:
                    continue
                if not kept:
                    return None
                row[k] = kept
                labels[k][one] = CALCULUS.converse(kept)
                new = (one, k) if one < k else (k, one)
                narrowed.add(new)
                if new not in queued:
                    queued.add(new)
                    waiting.append(new)
    return narrowed
