"""Minimal labels: for each pair exactly the base relations that hold in some solution.

Closure's labels are close to minimal, seldom minimal. Each solution that is found shows its relations to be possible, on every
pair at once; what no solution has shown yet is asked for pair by pair, all open relations of the pair together, and the
scenario that answers is made to show as much as it can that is new. A refused question narrows the network for those that follow.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic

from qsr.calculi.calculus import Calculus
from qsr.calculi.engines import decide, matrix_of
from qsr.calculi.propagation import Literal
from qsr.calculi.scenarios import refine
from qsr.errors import LimitReached

__all__ = ["minimal"]


def minimal(
    calculus: Calculus, size: int, constraints: Sequence[Literal], engine: str = "auto", seconds: float | None = None
) -> list[list[int]] | None:
    """Return the matrix of minimal labels, or None for an inconsistent network.

    For a calculus without a result about atomic networks the labels are those of the closed atomic refinements.

    Raises
    ------
    LimitReached
        Where `seconds` were over first.
    """
    end = None if seconds is None else monotonic() + seconds
    known = list(constraints)
    shown = [[0] * size for _ in range(size)]

    def solve(extra: Sequence[Literal]) -> bool:
        remaining = None if end is None else max(0.0, end - monotonic())
        outcome = decide(calculus, size, [*known, *extra], engine, remaining)
        if outcome.status == "unknown":
            raise LimitReached("the time limit was reached before all labels were known to be minimal")
        if outcome.status == "inconsistent" or outcome.labels is None:
            return False
        unseen = {i * size + j: ~shown[i][j] for i in range(size) for j in range(i + 1, size)}
        for i, row in enumerate(refine(calculus, outcome.labels, unseen)):
            for j, label in enumerate(row):
                shown[i][j] |= label
        return True

    if not solve(()):
        return None
    labels = matrix_of(calculus, size, known)
    for i in range(size):
        for j in range(i + 1, size):
            while rest := labels[i][j] & ~shown[i][j]:
                if not solve([(i * size + j, rest)]):
                    known.append((i * size + j, calculus.universal & ~rest))
                    labels[i][j] &= ~rest
    return shown
