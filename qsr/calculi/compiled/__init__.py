"""Closure and consistency compiled by numba (extra ``fast``), for calculi of at most sixteen base relations.

The same questions as `qsr.calculi.closure` and `qsr.calculi.search` ask, on matrices of labels, with the same answers. What is
compiled is kept in a cache beside the code, so that only the first use on a machine takes long.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from qsr.calculi.calculus import Calculus
from qsr.calculi.splitting import splitting

if TYPE_CHECKING:
    from qsr.calculi.compiled.state import Classes

__all__ = ["MOST_RELATIONS", "available", "close", "decide"]

#: Labels are numbers of 16 bits.
MOST_RELATIONS: Final = 16
#: Conflicts between two looks at the clock.
_CONFLICTS: Final = 200


def available(calculus: Calculus | None = None) -> bool:
    """Tell whether numba is installed, and whether the calculus, if one is named, is small enough."""
    return find_spec("numba") is not None and (calculus is None or len(calculus.relations) <= MOST_RELATIONS)


def close(calculus: Calculus, labels: list[list[int]]) -> tuple[int, int, int] | None:
    """Close a matrix of labels in place; parameters and result are those of `qsr.calculi.closure.close`."""
    import numpy as np

    from qsr.calculi.compiled.closing import close as closed
    from qsr.calculi.compiled.tables import tables

    matrix = np.array(labels, np.uint16).reshape(len(labels), len(labels))
    found = closed(matrix, tables(calculus))
    for row, kept in zip(labels, matrix.tolist(), strict=True):
        row[:] = kept
    return None if found[0] < 0 else found


def decide(calculus: Calculus, labels: list[list[int]], seconds: float | None = None) -> tuple[str, list[list[int]] | None]:
    """Decide whether a network can be refined to labels on which closure decides.

    Parameters
    ----------
    calculus
        One with at most `MOST_RELATIONS` base relations; see `qsr.calculi.splitting` for what its labels are split into.
    labels
        As for `qsr.calculi.closure.close`; they are not changed.
    seconds
        Wall time; None for no bound.

    Returns
    -------
    ``"consistent"`` with the least labels of the class above those found, ``"inconsistent"`` or ``"unknown"`` with None.
    """
    import numpy as np

    from qsr.calculi.compiled.searching import CONSISTENT, INCONSISTENT, search
    from qsr.calculi.compiled.state import new_state
    from qsr.calculi.compiled.tables import tables

    end = None if seconds is None else monotonic() + seconds
    matrix = np.array(labels, np.uint16).reshape(len(labels), len(labels))
    compiled, classes, is_atomic = tables(calculus), _classes(calculus), splitting(calculus).kind == "atomic"
    state = new_state(matrix, calculus.universal, is_atomic)
    while True:
        found = search(state, compiled, classes, _CONFLICTS)
        if found == INCONSISTENT:
            return "inconsistent", None
        if found == CONSISTENT:
            kept = matrix if is_atomic else classes.hull[matrix]
            np.fill_diagonal(kept, calculus.identity)
            return "consistent", kept.tolist()
        if end is not None and monotonic() >= end:
            return "unknown", None


@lru_cache(maxsize=16)
def _classes(calculus: Calculus) -> Classes:
    """Return hulls and parts of all labels as arrays."""
    import numpy as np

    from qsr.calculi.compiled.state import Classes

    split = splitting(calculus)
    masks = range(1, calculus.universal + 1)
    first: Any = np.zeros(calculus.universal + 1, np.uint16)
    hull: Any = np.zeros(calculus.universal + 1, np.uint16)
    for mask in masks:
        first[mask] = split.parts(mask)[0]
        # Where only single relations are known to do, a pair needs a choice whatever label was given for it.
        hull[mask] = 0 if split.kind == "atomic" and not mask & (mask - 1) else split.hull(mask)
    return Classes(first, hull, np.array([max(1, mask.bit_count()) for mask in range(calculus.universal + 1)], np.float64))
