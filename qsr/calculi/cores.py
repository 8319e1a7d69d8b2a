"""Cores: constraints that contradict each other, none of which can be left out."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import Final

from qsr.calculi.calculus import Calculus, bits
from qsr.calculi.propagation import Clause, Literal
from qsr.calculi.search import Search
from qsr.cores import by_deletion
from qsr.errors import LimitReached

__all__ = ["core"]

#: Learnt clauses that one refutation hands to the next searches, where they do not rest on what is left out. More slow them down.
_LESSONS: Final = 2000


def core(calculus: Calculus, size: int, constraints: Sequence[Literal], seconds: float | None = None) -> tuple[int, ...] | None:
    """Return the numbers of a minimal set of contradicting constraints, ascending; None where there is none.

    A refutation names the constraints it rests on, which are few, and hands what it learnt to the next.

    For a calculus without a result about atomic networks, what contradicts is that no atomic refinement is closed.

    Raises
    ------
    LimitReached
        Where `seconds` were over first.
    """
    end = None if seconds is None else monotonic() + seconds
    lessons: list[Clause] = []

    def refuted(numbers: Sequence[int]) -> list[int] | None:
        remaining = None if end is None else end - monotonic()
        if remaining is not None and remaining <= 0:
            raise LimitReached("the time limit was reached before the core was minimal")
        search = Search(calculus, size, constraints, remaining, numbers)
        left_out = ~sum(1 << number for number in numbers)
        for clause in lessons:
            if not clause.origin & left_out:
                search.add(clause)
        if search.decide() or search.contradiction is None:
            return None
        lessons[:] = sorted(search.learnt, key=lambda clause: len(clause.literals))[:_LESSONS]
        return bits(search.contradiction)

    return by_deletion(refuted, range(len(constraints)))
