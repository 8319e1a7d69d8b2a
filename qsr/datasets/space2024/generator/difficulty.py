"""How many conditions an answer needs: the size of the smallest set from which it follows.

What is needed is defined in the module `problems`. The smallest set is found without trying all sets: each layout
that satisfies some conditions and yet refutes the answer breaks others, and one of those has to be taken. So a smallest choice
with one of each of these sets is tested in turn, until no layout refutes it; it is then as small as a set can be. The sets are
made small first, by layouts that satisfy as many conditions as they can, so that few of them are met.

References
----------
.. [1] Ignatiev, Previti, Liffiton and Marques-Silva (2015), Smallest MUS Extraction with Minimal Hitting Set Dualization, CP.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import count
from typing import TypeVar

__all__ = ["smallest"]

Layout = TypeVar("Layout")


def smallest(
    total: int,
    refuting: Callable[[Collection[int]], Layout | None],
    broken: Callable[[Layout], Collection[int]],
) -> tuple[int, ...] | None:
    """Return a smallest set of conditions from which something follows, ascending; None where not even all of them suffice.

    Parameters
    ----------
    total
        The number of conditions, which are 0 to `total` - 1.
    refuting
        Returns a layout that satisfies the conditions given and in which it does not hold, None where there is none.
    broken
        Returns the conditions that a layout breaks.

    Examples
    --------
    >>> wanted = [{0}, {1, 2}]
    >>> smallest(3, lambda taken: next((one for one in wanted if not one & set(taken)), None), sorted)
    (0, 1)
    """
    choices: list[frozenset[int]] = []
    taken: tuple[int, ...] = ()
    while True:
        against = refuting(taken)
        if against is None:
            return taken
        choices.append(_few(total, against, refuting, broken))
        if not choices[-1]:
            return None
        sizes = (_one_of_each(choices, size, ()) for size in count(len(taken)))
        taken = next(found for found in sizes if found is not None)


def _few(
    total: int, against: Layout, refuting: Callable[[Collection[int]], Layout | None], broken: Callable[[Layout], Collection[int]]
) -> frozenset[int]:
    """Return conditions that cannot be satisfied together with all others where it does not hold; no fewer of them would do."""
    left = frozenset(broken(against))
    for number in sorted(left):
        if number in left:
            other = refuting([at for at in range(total) if at not in left or at == number])
            if other is not None:
                left &= frozenset(broken(other))
    return left


def _one_of_each(choices: Sequence[frozenset[int]], size: int, taken: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return at most so many numbers, `taken` among them, with one of each choice; None where it takes more."""
    missed = next((choice for choice in choices if not choice.intersection(taken)), None)
    if missed is None:
        return tuple(sorted(taken))
    if len(taken) == size:
        return None
    found = (_one_of_each(choices, size, (*taken, number)) for number in sorted(missed))
    return next((one for one in found if one is not None), None)
