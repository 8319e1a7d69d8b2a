"""Cores: constraints that contradict each other, none of which can be left out."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import Final

from qsr.calculi.calculus import Calculus, bits
from qsr.calculi.propagation import Clause, Literal
from qsr.calculi.search import Search
from qsr.errors import LimitReached

__all__ = ["core"]

#: Learnt clauses that one refutation hands to the next searches, where they do not rest on what is left out. More slow them down.
_LESSONS: Final = 2000


def core(calculus: Calculus, size: int, constraints: Sequence[Literal], seconds: float | None = None) -> list[int] | None:
    """Return the numbers of a minimal set of contradicting constraints, ascending; None where there is none.

    A refutation names the constraints it rests on, which are few; each of them is then left out in turn, the last one first,
    and stays out where the others still contradict each other, reduced to what the new refutation rests on.

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

    found = refuted(range(len(constraints)))
    if found is None:
        return None
    needed: set[int] = set()
    while rest := [number for number in found if number not in needed]:
        less = refuted([number for number in found if number != rest[-1]])
        if less is None:
            needed.add(rest[-1])
        else:
            found = less
    return found
