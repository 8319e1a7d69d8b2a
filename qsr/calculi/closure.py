"""Algebraic closure on a matrix of labels.

The queue form of path consistency [1]_ [2]_: a pair whose label has shrunk is put on a queue; when it is taken off, every
third entity is asked what the pair now means for its two other pairs. Each pair changes at most as often as there are
base relations, so n entities and b base relations need O(b n**3) steps. The result is the greatest closed matrix
below the given one; as every step only takes the greatest fixed point nearer, the order of the steps does not matter.

References
----------
.. [1] Mackworth (1977), Consistency in networks of relations, Artificial Intelligence 8, 99-118.
.. [2] van Beek and Manchak (1996), The design and experimental analysis of algorithms for temporal reasoning,
   Journal of Artificial Intelligence Research 4, 1-18.
"""

from __future__ import annotations

from collections import deque

from qsr.calculi.calculus import Calculus
from qsr.calculi.matrices import matrix

__all__ = ["close"]


def close(calculus: Calculus, labels: list[list[int]]) -> tuple[int, int, int] | None:
    """Close a matrix of labels in place.

    Parameters
    ----------
    calculus
        Whose converse and composition to use.
    labels
        n rows of n masks; ``labels[j][i]`` is the converse of ``labels[i][j]`` and the diagonal is the identity. No label
        is empty.

    Returns
    -------
    None where the matrix is now closed. Otherwise (x, y, z): the labels of x, y and of y, z left nothing for x, z; the
    matrix is then half done and means nothing.
    """
    universal, size = calculus.universal, len(labels)
    held = matrix(calculus, labels)
    narrow = held.narrow
    waiting = deque((i, j) for i, row in enumerate(labels) for j in range(i + 1, size) if row[j] != universal)
    queued = bytearray(size * size)
    for i, j in waiting:
        queued[i * size + j] = 1
    while waiting:
        i, j = waiting.popleft()
        queued[i * size + j] = 0
        for x, y in ((i, j), (j, i)):
            for z, _, new in narrow(x, y):
                if not new:
                    return x, y, z
                pair = (x, z) if x < z else (z, x)
                place = pair[0] * size + pair[1]
                if not queued[place]:
                    queued[place] = 1
                    waiting.append(pair)
    for row, closed in zip(labels, held.rows(), strict=True):
        row[:] = closed
    return None
