"""All minimal conflicts of a set, and all minimal corrections: what to leave out so that no conflict remains.

A correction hits every conflict, and a smallest set that hits every conflict known so far is either a correction or shows a
conflict that was not known [1]_, [2]_. So conflicts and corrections are found in turns, corrections in the order of their size.
Where the search comes to its end, both lists are whole: the minimal conflicts are the minimal sets that hit every correction.
Sets are kept as the bits of whole numbers; sets of one size come in the order of their smallest members.

References
----------
.. [1] Reiter (1987), A theory of diagnosis from first principles, Artificial Intelligence 32, 57-95.
.. [2] Liffiton, Previti, Malik and Marques-Silva (2016), Fast, flexible MUS enumeration, Constraints 21, 223-250.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from qsr.calculi.network import Network
from qsr.errors import LimitReached
from qsr.solvers.protocol import Deadline

__all__ = ["MOST_STEPS", "Conflict", "Corrections", "correct", "correct_network"]

#: Members that are kept -> a minimal conflict among them, or None. It may raise LimitReached.
Conflict: TypeAlias = Callable[[tuple[int, ...]], Collection[int] | None]
#: Steps of the search for one smallest hitting set before it is given up: a second or so.
MOST_STEPS = 200_000


@dataclass(frozen=True, slots=True)
class Corrections:
    """What was found.

    Parameters
    ----------
    conflicts
        Minimal conflicts, each ascending, the smallest first.
    sets
        Minimal corrections, smallest first, each ascending; one empty set where there is no conflict, none at all where it does
        not help to leave out everything.
    more
        Why there may be further conflicts and corrections, none of them smaller than the last one found; empty where there
        are no others.
    cut
        Whether that is a limit of time or of the search, not the number asked for.
    """

    conflicts: tuple[tuple[int, ...], ...]
    sets: tuple[tuple[int, ...], ...]
    more: str = ""
    cut: bool = False


def correct(size: int, conflict: Conflict, most: int | None = None, deadline: Deadline | None = None) -> Corrections:
    """Return the minimal corrections of the members 0 to `size` - 1, at most `most` of them.

    Parameters
    ----------
    size
        How many members there are.
    conflict
        What decides. It has to be monotone: what is added to a conflict leaves it one.
    most, deadline
        Bounds on the corrections and on the time; where one is met, `Corrections.more` says so.

    Examples
    --------
    >>> def odd_ones_clash(kept):
    ...     odd = [member for member in kept if member % 2]
    ...     return odd[:2] if len(odd) > 1 else None
    >>> correct(6, odd_ones_clash).sets
    ((1, 3), (1, 5), (3, 5))
    """
    deadline = deadline or Deadline()
    conflicts: list[int] = []
    sets: list[int] = []
    more, cut = "", False
    try:
        while True:
            chosen = _smallest(conflicts, sets, deadline)
            if chosen is None:
                break
            if most is not None and len(sets) >= most:
                more = f"only the first {most} were looked for"
                break
            deadline.check()
            found = conflict(tuple(member for member in range(size) if not chosen >> member & 1))
            if found is None:
                sets.append(chosen)
                continue
            conflicts.append(sum(1 << member for member in found))
    except LimitReached as limit:
        more, cut = str(limit), True
    return Corrections(_listed(conflicts), tuple(_members(one) for one in sets), more, cut)


def correct_network(network: Network, most: int | None = None, seconds: float | None = None) -> Corrections:
    """Return the minimal corrections of a constraint network: numbers of `Network.stated`, as for `correct`.

    >>> network = Network("point")
    >>> for x, y in ("ab", "bc", "ca"):
    ...     network.add(x, "<", y)
    >>> correct_network(network).sets
    ((0,), (1,), (2,))
    """
    deadline = Deadline(seconds)
    stated = network.stated()

    def conflict(kept: tuple[int, ...]) -> list[int] | None:
        part = Network(network.calculus)
        for number in kept:
            constraint = stated[number]
            part.add(constraint.x, constraint.relations, constraint.y)
        core = part.core(deadline.remaining)
        if core is None:
            return None
        # Of a constraint that is stated twice the first time counts.
        numbers = dict(zip(reversed(part.stated()), reversed(kept), strict=True))
        return sorted({numbers[constraint] for constraint in core})

    return correct(len(stated), conflict, most, deadline)


# ---------------------------------------------------------------- smallest hitting sets


def _smallest(conflicts: Sequence[int], known: Sequence[int], deadline: Deadline) -> int | None:
    """Return the first smallest set that hits every conflict and contains none that is known; None where there is none."""
    if 0 in known or 0 in conflicts:
        return None
    for size in range(_at_least(conflicts), _union(conflicts).bit_count() + 1):
        found = _hitting(sorted(conflicts, key=int.bit_count), known, size, deadline)
        if found is not None:
            return found
    return None


def _hitting(conflicts: list[int], known: Sequence[int], size: int, deadline: Deadline) -> int | None:
    """Return the first set of that size, by a search that decides member by member and takes one before it leaves it out."""
    steps = 0
    # What is still to be hit, by the members not yet decided; how many may still be taken; what was taken.
    waiting = [(conflicts, size, 0)]
    while waiting:
        steps += 1
        if steps > MOST_STEPS:
            raise LimitReached("there are too many ways to combine the conflicts")
        if not steps % 256:
            deadline.check()
        left, free, chosen = waiting.pop()
        if not left:
            # What is smaller was found before, and blocked by what is known.
            if free == 0:
                return chosen
            continue
        if 0 in left or _at_least(left) > free:
            continue
        whole = _union(left)
        member = whole & -whole
        waiting.append(([one & ~member for one in left], free, chosen))
        taken = chosen | member
        if not any(one & taken == one for one in known):
            waiting.append(([one for one in left if not one & member], free - 1, taken))
    return None


def _union(sets: Sequence[int]) -> int:
    whole = 0
    for one in sets:
        whole |= one
    return whole


def _at_least(conflicts: Sequence[int]) -> int:
    """Return how many conflicts, chosen greedily, have no member in common: so many members it takes to hit them."""
    seen = count = 0
    for one in sorted(conflicts, key=int.bit_count):
        if not one & seen:
            seen |= one
            count += 1
    return count


def _members(bits: int) -> tuple[int, ...]:
    return tuple(member for member in range(bits.bit_length()) if bits >> member & 1)


def _listed(conflicts: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    return tuple(sorted({_members(one) for one in conflicts}, key=lambda one: (len(one), one)))
