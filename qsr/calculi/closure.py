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
    universal = calculus.universal
    waiting = deque((i, j) for i, row in enumerate(labels) for j in range(i + 1, len(labels)) if row[j] != universal)
    queued = set(waiting)
    while waiting:
        pair = i, j = waiting.popleft()
        queued.discard(pair)
        row_i, row_j = labels[i], labels[j]
        through_j, through_i = calculus.row(row_i[j]), calculus.row(row_j[i])
        # k = i and k = j need no test: composing with the identity, or a label with its converse, removes nothing there.
        for k, (from_i, from_j) in enumerate(zip(row_i, row_j, strict=True)):
            kept = from_i & through_j[from_j]
            if kept != from_i:
                if not kept:
                    return i, j, k
                row_i[k] = from_i = kept
                labels[k][i] = calculus.converse(kept)
                changed = (i, k) if i < k else (k, i)
                if changed not in queued:
                    queued.add(changed)
                    waiting.append(changed)
            kept = from_j & through_i[from_i]
            if kept != from_j:
                if not kept:
                    return j, i, k
                row_j[k] = kept
                labels[k][j] = calculus.converse(kept)
                changed = (j, k) if j < k else (k, j)
                if changed not in queued:
                    queued.add(changed)
                    waiting.append(changed)
    return None
