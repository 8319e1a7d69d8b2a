"""Converse and composition of sets of base relations, worked out when first asked for and kept.

Sets of base relations are integers: bit i stands for base relation i. There are too many sets to table them all, but few that
a run over a network meets, so each table here is a dictionary that fills itself. Those of a product of calculi are made of
the tables of its parts: both operations act on each coordinate by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias, TypeVar

__all__ = [
    "MOST_ENTRIES",
    "Mask",
    "Memo",
    "ProductCompositions",
    "bits",
    "compositions",
    "product_compositions",
    "product_converses",
    "slices",
    "united",
]

Key = TypeVar("Key")
Value = TypeVar("Value")

#: A set of base relations: bit i stands for `Calculus.relations[i]`.
Mask: TypeAlias = int

# Allen's algebra has 2**13 labels: without a bound a long run over many networks would keep millions of them.
MOST_ENTRIES: Final = 1024


def bits(mask: Mask) -> list[int]:
    """Return the positions of the bits of a mask, ascending.

    >>> bits(0b1010)
    [1, 3]
    """
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return found


class Memo(dict[Key, Value]):
    """Values worked out when first asked for and kept; where there would be more than `most` of them, all are forgotten."""

    __slots__ = ("_most", "_work_out")

    def __init__(self, work_out: Callable[[Key], Value], most: float = MOST_ENTRIES) -> None:
        super().__init__()
        self._work_out = work_out
        self._most = most

    def __missing__(self, key: Key) -> Value:
        found = self._work_out(key)
        if len(self) >= self._most:
            self.clear()
        self[key] = found
        return found


def united(of_base: Sequence[Mask]) -> Callable[[Mask], Mask]:
    """Return the function from labels to what each of their base relations has, all together.

    So do converses follow from those of the base relations, and the compositions of one label with any other.
    """

    def union(mask: Mask) -> Mask:
        found = 0
        for place in bits(mask):
            found |= of_base[place]
        return found

    return union


def compositions(table: Sequence[Sequence[Mask]]) -> Memo[Mask, Mapping[Mask, Mask]]:
    """Return the composition of sets of relations, one row per first argument, given that of base relations."""

    def row(first: Mask) -> Mapping[Mask, Mask]:
        of_base = [0] * len(table)
        for place in bits(first):
            for second, composed in enumerate(table[place]):
                of_base[second] |= composed
        return Memo(united(of_base))

    return Memo(row)


def slices(mask: Mask, width: int) -> list[tuple[Mask, Mask]]:
    """Cut a mask over pairs into (heads, tail): the heads that go with the same set of tails stand together.

    Bit ``head * width + tail`` of the mask is the pair (head, tail).

    >>> slices(0b001_011_011, 3)
    [(3, 3), (4, 1)]
    """
    grouped: dict[Mask, Mask] = {}
    whole, head = (1 << width) - 1, 1
    while mask:
        if tail := mask & whole:
            grouped[tail] = grouped.get(tail, 0) | head
        mask >>= width
        head <<= 1
    return [(heads, tail) for tail, heads in grouped.items()]


def _spread(width: int) -> Memo[Mask, Mask]:
    """Return keys of which bit i is bit ``i * width``: times a tail, every pair of one of the heads and one of the tails."""
    return Memo(lambda heads: sum(1 << place * width for place in bits(heads)))


def product_compositions(
    head: Callable[[Mask], Mapping[Mask, Mask]], tail: Callable[[Mask], Mapping[Mask, Mask]], width: int
) -> Memo[Mask, Mapping[Mask, Mask]]:
    """Return the rows of the composition in a product of two calculi, given the rows of each and the size of the second."""
    spread = _spread(width)

    def row(first: Mask) -> Mapping[Mask, Mask]:
        parts = [(head(heads), tail(tails)) for heads, tails in slices(first, width)]

        def composed(second: Mask) -> Mask:
            found = 0
            others = slices(second, width)
            for head_row, tail_row in parts:
                for heads, tails in others:
                    found |= spread[head_row[heads]] * tail_row[tails]
            return found

        return Memo(composed)

    return Memo(row)


def product_converses(head: Callable[[Mask], Mask], tail: Callable[[Mask], Mask], width: int) -> Memo[Mask, Mask]:
    """Return the converses in a product of two calculi, given the converse of each and the size of the second."""
    spread = _spread(width)

    def turned(mask: Mask) -> Mask:
        found = 0
        for heads, tails in slices(mask, width):
            found |= spread[head(heads)] * tail(tails)
        return found

    return Memo(turned)


class ProductCompositions(Sequence[Sequence[Mask]]):
    """The composition table of a product: rows of `size` entries, each computed when it is read."""

    __slots__ = ("_row", "_size")

    def __init__(self, row: Callable[[Mask], Mapping[Mask, Mask]], size: int) -> None:
        self._row = row
        self._size = size

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, first):  # type: ignore[no-untyped-def]
        """Return row `first`, all of it worked out; a slice gives a list of rows."""
        if isinstance(first, slice):
            return [self[place] for place in range(self._size)[first]]
        row = self._row(1 << range(self._size)[first])
        return tuple(row[1 << second] for second in range(self._size))
