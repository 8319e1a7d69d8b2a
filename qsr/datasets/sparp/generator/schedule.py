"""How many items of which number of hops go into which split."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

__all__ = ["Openings", "slots"]


def slots(random: Random, splits: Sequence[tuple[str, int]], lengths: Sequence[int], balanced: bool) -> Iterator[tuple[str, int]]:
    """Yield split and number of hops for every item; balanced, two lengths differ by one item at most within a split."""
    for name, count in splits:
        if balanced:
            order = random.sample(list(lengths), len(lengths))
            hops = [order[number % len(order)] for number in range(count)]
            random.shuffle(hops)
        else:
            hops = random.choices(lengths, k=count)
        for length in hops:
            yield name, length


class Openings:
    """Places for items that come in an order of their own, as those of a file do.

    The items of one context all go into the split of the first of them.

    Parameters
    ----------
    wanted
        Split and number of hops -> how many items; None in the place of the hops where any number will do.
    """

    def __init__(self, wanted: Counter[tuple[str, int | None]]) -> None:
        self._open = wanted
        self._split_of: dict[str, str] = {}

    @property
    def missing(self) -> Counter[int | None]:
        """Number of hops -> items that are still wanted."""
        found: Counter[int | None] = Counter()
        for (_, hops), count in self._open.items():
            if count:
                found[hops] += count
        return found

    def place(self, context: str, hops: int) -> str | None:
        """Take the place for an item and return its split, or None where there is no place left."""
        known = self._split_of.get(context)
        for split, length in self._open:
            if self._open[split, length] and length in (None, hops) and known in (None, split):
                self._open[split, length] -= 1
                self._split_of[context] = split
                return split
        return None
