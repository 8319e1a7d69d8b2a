"""Minimal cores: members that contradict each other, of which none can be left out, by an oracle that says what contradicts.

One tie-break for all: earlier members, which are earlier sentences, are kept, later ones are given up first. So the last member
of the core comes as early as that of any other core, its last but one as early as the last allows, and so on. Where the oracle
says no more than yes or no, both algorithms below find this one set, whatever solver answers; where it names whom it blames,
that is obeyed within the blame.

The oracle has to be monotone: what is added to a contradiction leaves it one. `by_deletion` also takes one that is not, and
then returns a set that contradicts and of which no single member can be left out in its turn.

References
----------
.. [1] Chinneck and Dravnieks (1991), Locating minimal infeasible constraint sets in linear programs, ORSA Journal on Computing 3,
   157-168: the deletion filter.
.. [2] Marques-Silva and Previti (2014), On computing preferred MUSes and MCSes, SAT 2014: the progression, for a given order.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import TypeAlias

__all__ = ["Blame", "Contradicts", "by_bisection", "by_deletion"]

#: Whether members contradict each other; it may raise LimitReached.
Contradicts: TypeAlias = Callable[[list[int]], bool]
#: Some of the members, not necessarily few, that contradict each other; None where they do not. It may raise LimitReached.
Blame: TypeAlias = Callable[[list[int]], Collection[int] | None]


def by_bisection(contradicts: Contradicts, members: Iterable[int]) -> tuple[int, ...] | None:
    """Return a minimal core, in the order of the members; None where there is no contradiction.

    The last member of the shortest contradictory beginning is needed; with it kept, the next one is looked for among those before
    it. That takes as many questions as the core has members, times the logarithm of their number.

    Examples
    --------
    >>> by_bisection(lambda kept: {1, 3} <= {*kept} or {2, 4} <= {*kept}, range(9))
    (1, 3)
    """
    left = list(dict.fromkeys(members))
    if not contradicts(left):
        return None
    needed: list[int] = []
    while not contradicts(needed):
        # All of `left` is enough, its first `few` are not.
        few, enough = 0, len(left)
        while enough - few > 1:
            middle = (few + enough) // 2
            few, enough = (few, middle) if contradicts([*left[:middle], *needed]) else (middle, enough)
        needed.append(left[enough - 1])
        left = left[: enough - 1]
    return tuple(reversed(needed))


def by_deletion(blame: Blame, members: Iterable[int]) -> tuple[int, ...] | None:
    """Return a minimal core, in the order of the members; None where there is no contradiction.

    Each member that is blamed is left out on trial, the last one first: one question for each. An oracle that blames few is
    what makes this fast.

    Raises
    ------
    LimitReached
        Where the deadline came first.

    Examples
    --------
    >>> by_deletion(lambda kept: kept if {1, 3} <= {*kept} or {2, 4} <= {*kept} else None, range(9))
    (1, 3)
    """
    whole = list(dict.fromkeys(members))
    blamed = blame(whole)
    if blamed is None:
        return None
    left, needed = [member for member in whole if member in blamed], list[int]()
    while left:
        tried = left.pop()
        smaller = blame([*left, *needed])
        if smaller is None:
            needed.append(tried)
        else:
            left = [member for member in left if member in smaller]
    return tuple(reversed(needed))
