"""Algebraic closure of a matrix of labels, compiled; see `qsr.calculi.closure` for the method."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from qsr.calculi.compiled.tables import Tables, composed

__all__ = ["close"]


@njit(cache=True)
def close(labels: Any, tables: Tables) -> tuple[int, int, int]:
    """Close a matrix in place; return (-1, -1, -1), or i, j, k where the labels of i, j and of j, k left nothing for i, k."""
    n = len(labels)
    composition, converse, bits, split = tables.composition, tables.converse, tables.bits, tables.split
    queue = np.empty(n * n + 1, np.int32)
    queued = np.zeros(n * n, np.bool_)
    head, tail = 0, 0
    for i in range(n):
        for j in range(i + 1, n):
            if labels[i, j] != tables.universal:
                queue[tail] = i * n + j
                queued[i * n + j] = True
                tail += 1
    while head != tail:
        pair = queue[head]
        head = 0 if head == n * n else head + 1
        queued[pair] = False
        i, j = pair // n, pair % n
        # Through j for all i, k; then through i for all j, k.
        for _ in range(2):
            label = np.int64(labels[i, j])
            for k in range(n):
                if k in (i, j):
                    continue
                known = np.int64(labels[i, k])
                kept = known & composed(composition, bits, split, label, np.int64(labels[j, k]))
                if kept != known:
                    labels[i, k] = kept
                    labels[k, i] = converse[kept]
                    if not kept:
                        return i, j, k
                    changed = i * n + k if i < k else k * n + i
                    if not queued[changed]:
                        queued[changed] = True
                        queue[tail] = changed
                        tail = 0 if tail == n * n else tail + 1
            i, j = j, i
    return -1, -1, -1
