"""All minimal conflicts of a set, and all minimal corrections: what to leave out so that no conflict remains.

A correction hits every conflict, and a smallest set that hits every conflict known so far is either a correction or shows a
conflict that was not known [1]_, [2]_. So conflicts and corrections are found in turns, corrections in the order of their size.
Where the search comes to its end, both lists are whole: the minimal conflicts are the minimal sets that hit every correction.
Sets are kept as the bits of whole numbers. One search goes through all sets of one size; a conflict that comes up on the way
joins the search where it stands, since what was ruled out without it stays ruled out.

References
----------
.. [1] Reiter (1987), A theory of diagnosis from first principles, Artificial Intelligence 32, 57-95.
.. [2] Liffiton, Previti, Malik and Marques-Silva (2016), Fast, flexible MUS enumeration, Constraints 21, 223-250.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import TypeAlias

from qsr.errors import LimitReached
from qsr.solvers.protocol import Deadline

__all__ = ["MOST_STEPS", "Conflict", "CorrectionSearch"]

#: Members that are kept -> a minimal conflict among them, or None. It may raise LimitReached.
Conflict: TypeAlias = Callable[[tuple[int, ...]], Collection[int] | None]
#: Steps of the search for the sets of one size before it is given up: a second or so.
MOST_STEPS = 50_000


class CorrectionSearch:
    """The search for the minimal corrections of the members 0 to `size` - 1, one size after another.

    `conflict` decides. It has to be monotone: what is added to a conflict leaves it one. `known` are minimal conflicts already.

    Examples
    --------
    >>> def odd_ones_clash(kept):
    ...     odd = [member for member in kept if member % 2]
    ...     return odd[:2] if len(odd) > 1 else None
    >>> search = CorrectionSearch(6, odd_ones_clash)
    >>> while not search.is_over:
    ...     found = list(search.next_size())
    >>> search.corrections
    ((1, 3), (1, 5), (3, 5))
    """

    def __init__(
        self, size: int, conflict: Conflict, deadline: Deadline | None = None, known: Iterable[Collection[int]] = ()
    ) -> None:
        self._members, self._conflict, self._deadline = range(size), conflict, deadline or Deadline()
        self._conflicts = [_bits(one) for one in known]
        self._sets: list[int] = []
        self._size = 0

    @property
    def conflicts(self) -> tuple[tuple[int, ...], ...]:
        """The minimal conflicts found so far, each ascending, the smallest first."""
        return _listed(self._conflicts)

    @property
    def corrections(self) -> tuple[tuple[int, ...], ...]:
        """The minimal corrections found so far, each ascending, the smallest first."""
        return _listed(self._sets)

    @property
    def is_over(self) -> bool:
        """Whether every set that hits all conflicts holds a correction that is known; False where that takes too long to say."""
        try:
            return next(self._hitting(None), None) is None
        except LimitReached:
            return False

    def next_size(self) -> Iterator[tuple[int, ...]]:
        """Yield the minimal corrections of the next size, often none; raise LimitReached.

        Those of the sizes before have to be known: a size is gone through to its end before the next one is begun.
        """
        for chosen in self._hitting(self._size):
            if self._is_correction(chosen):
                yield _members(chosen)
        self._size += 1

    def _hitting(self, size: int | None) -> Iterator[int]:
        """Yield sets that hit all conflicts, those found meanwhile too, and hold no known correction: of a size, or of any."""
        steps = 0
        # What was taken and what was left out for good, conflicts still to be hit, and how many conflicts were known then.
        waiting: list[tuple[int, int, list[int], int]] = [(0, 0, [], 0)]
        while waiting:
            steps += 1
            if steps > MOST_STEPS:
                raise LimitReached("there are too many ways to combine the conflicts")
            if not steps % 64:
                self._deadline.check()
            taken, without, left, known = waiting.pop()
            if known < len(self._conflicts):
                left = [*left, *(one & ~without for one in self._conflicts[known:] if not one & taken)]
                known = len(self._conflicts)
            free = (len(self._members) if size is None else size) - taken.bit_count()
            if any(one & taken == one for one in self._sets):
                continue
            if not left:
                # What is smaller than the size was found before, and holds a correction that is known.
                if free == 0 or size is None:
                    yield taken
                continue
            if 0 in left or _at_least(left, free) > free:
                continue
            # A member of the narrowest conflict: one of few has to hit it.
            narrowest = min(left, key=int.bit_count)
            member = narrowest & -narrowest
            waiting.append((taken, without | member, [one & ~member for one in left], known))
            waiting.append((taken | member, without, [one for one in left if not one & member], known))

    def _is_correction(self, chosen: int) -> bool:
        """Tell whether no conflict is left without some members; else remember one that is."""
        self._deadline.check()
        found = self._conflict(tuple(member for member in self._members if not chosen >> member & 1))
        if found is None:
            self._sets.append(chosen)
            return True
        self._conflicts.append(_bits(found))
        return False


def _at_least(conflicts: Sequence[int], enough: int) -> int:
    """Return how many conflicts, chosen greedily, have no member in common: so many members it takes to hit them.

    More than `enough` are not counted.
    """
    seen = count = 0
    for one in conflicts:
        if not one & seen:
            seen |= one
            count += 1
            if count > enough:
                break
    return count


def _bits(members: Collection[int]) -> int:
    return sum(1 << member for member in members)


def _members(bits: int) -> tuple[int, ...]:
    return tuple(member for member in range(bits.bit_length()) if bits >> member & 1)


def _listed(sets: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    return tuple(sorted(map(_members, set(sets)), key=lambda one: (len(one), one)))
