"""Converse and composition of sets of base relations, worked out when first asked for and kept.

Sets of base relations are integers: bit i stands for base relation i. There are too many sets to table them all, but few that
a run over a network meets, so each table here is a dictionary that fills itself. Those of a product of calculi are made of
the tables of its parts: both operations act on each coordinate by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

__all__ = [
    "CompositionRow",
    "CompositionTable",
    "ConverseTable",
    "Mask",
    "ProductCompositions",
    "ProductConverses",
    "ProductRow",
    "ProductTable",
    "bits",
]

#: A set of base relations: bit i stands for `Calculus.relations[i]`.
Mask: TypeAlias = int

# Allen's algebra has 2**13 labels: without a bound a long run over many networks would keep millions of them.
_MOST_ENTRIES: Final = 1024
_MOST_ROWS: Final = 1024


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


class CompositionRow(dict[Mask, Mask]):
    """Compositions of one fixed label with any other, worked out when first asked for."""

    __slots__ = ("_of_base",)

    def __init__(self, of_base: list[Mask]) -> None:
        super().__init__()
        self._of_base = of_base

    def __missing__(self, second: Mask) -> Mask:
        composed = 0
        for place in bits(second):
            composed |= self._of_base[place]
        if len(self) >= _MOST_ENTRIES:
            self.clear()
        self[second] = composed
        return composed


class CompositionTable(dict[Mask, Mapping[Mask, Mask]]):
    """Rows of the composition of sets of relations, one per first argument."""

    __slots__ = ("_compositions",)

    def __init__(self, compositions: Sequence[Sequence[Mask]]) -> None:
        super().__init__()
        self._compositions = compositions

    def __missing__(self, first: Mask) -> Mapping[Mask, Mask]:
        of_base = [0] * len(self._compositions)
        for place in bits(first):
            for second, composed in enumerate(self._compositions[place]):
                of_base[second] |= composed
        if len(self) >= _MOST_ROWS:
            self.clear()
        self[first] = row = CompositionRow(of_base)
        return row


class ConverseTable(dict[Mask, Mask]):
    """Converses of sets of relations."""

    __slots__ = ("_converses",)

    def __init__(self, converses: Sequence[Mask]) -> None:
        super().__init__()
        self._converses = converses

    def __missing__(self, mask: Mask) -> Mask:
        turned = 0
        for place in bits(mask):
            turned |= self._converses[place]
        if len(self) >= _MOST_ENTRIES:
            self.clear()
        self[mask] = turned
        return turned


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


class _Spread(dict[Mask, Mask]):
    """Bit i of a key becomes bit ``i * width``: times a tail, this is every pair of one of the heads and one of the tails."""

    __slots__ = ("_width",)

    def __init__(self, width: int) -> None:
        super().__init__()
        self._width = width

    def __missing__(self, heads: Mask) -> Mask:
        spread = sum(1 << place * self._width for place in bits(heads))
        if len(self) >= _MOST_ENTRIES:
            self.clear()
        self[heads] = spread
        return spread


class ProductRow(dict[Mask, Mask]):
    """Compositions of one fixed label of a product with any other."""

    __slots__ = ("_parts", "_spread", "_width")

    def __init__(self, parts: list[tuple[Mapping[Mask, Mask], Mapping[Mask, Mask]]], spread: _Spread, width: int) -> None:
        super().__init__()
        self._parts = parts
        self._spread = spread
        self._width = width

    def __missing__(self, second: Mask) -> Mask:
        composed = 0
        others = slices(second, self._width)
        for head_row, tail_row in self._parts:
            for heads, tail in others:
                composed |= self._spread[head_row[heads]] * tail_row[tail]
        if len(self) >= _MOST_ENTRIES:
            self.clear()
        self[second] = composed
        return composed


class ProductTable(dict[Mask, Mapping[Mask, Mask]]):
    """Rows of the composition in a product of two calculi, given by the rows of each and the size of the second."""

    __slots__ = ("_head", "_spread", "_tail", "_width")

    def __init__(
        self, head: Callable[[Mask], Mapping[Mask, Mask]], tail: Callable[[Mask], Mapping[Mask, Mask]], width: int
    ) -> None:
        super().__init__()
        self._head = head
        self._tail = tail
        self._width = width
        self._spread = _Spread(width)

    def __missing__(self, first: Mask) -> Mapping[Mask, Mask]:
        parts = [(self._head(heads), self._tail(tail)) for heads, tail in slices(first, self._width)]
        if len(self) >= _MOST_ROWS:
            self.clear()
        self[first] = row = ProductRow(parts, self._spread, self._width)
        return row


class ProductConverses(dict[Mask, Mask]):
    """Converses in a product of two calculi, given by the converse of each and the size of the second."""

    __slots__ = ("_head", "_spread", "_tail", "_width")

    def __init__(self, head: Callable[[Mask], Mask], tail: Callable[[Mask], Mask], width: int) -> None:
        super().__init__()
        self._head = head
        self._tail = tail
        self._width = width
        self._spread = _Spread(width)

    def __missing__(self, mask: Mask) -> Mask:
        turned = 0
        for heads, tail in slices(mask, self._width):
            turned |= self._spread[self._head(heads)] * self._tail(tail)
        if len(self) >= _MOST_ENTRIES:
            self.clear()
        self[mask] = turned
        return turned


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
