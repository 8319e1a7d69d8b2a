"""Classes of labels: membership, the least member above a label, and the members that make up a label."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from itertools import product
from math import inf

from qsr.calculi.composition import Mask, Memo, bits, slices

__all__ = ["ListedClass", "ProductClass", "TractableClass"]


class TractableClass(ABC):
    """Labels on which closure decides consistency. The empty and the universal label are among them.

    Attributes
    ----------
    name, reference
        What it is called, and the publication that proves the result.
    size
        Number of labels, the empty one among them.
    """

    __slots__ = ("_hulls", "_splits", "name", "reference", "size")

    def __init__(self, name: str, reference: str, size: int) -> None:
        self.name = name
        self.reference = reference
        self.size = size
        self._hulls = Memo(self._hull, inf)
        self._splits = Memo(self._split, inf)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.name}, {self.size} labels>"

    def contains(self, mask: Mask) -> bool:
        """Return whether the label is one of the class."""
        return self.hull(mask) == mask

    def hull(self, mask: Mask) -> Mask:
        """Return the least member that holds all of the label; there is one, for the class is closed under intersection."""
        return self._hulls[mask]

    def split(self, mask: Mask) -> tuple[Mask, ...]:
        """Return disjoint members that make up the label, few of them, larger ones first; nothing for the empty label."""
        return self._splits[mask]

    @abstractmethod
    def _hull(self, mask: Mask) -> Mask: ...

    @abstractmethod
    def _split(self, mask: Mask) -> tuple[Mask, ...]: ...


class ListedClass(TractableClass):
    """A class given by its members.

    Parameters
    ----------
    name, reference
        As in `TractableClass`.
    universal
        The label of all base relations, which is added to the members, as is the empty one.
    members
        Masks, closed under intersection (this is not checked), each base relation among them.

    Raises
    ------
    ValueError
        Where a base relation is no member: a label with it would have no split.
    """

    __slots__ = ("_numbers", "_universal", "members")

    def __init__(self, name: str, reference: str, universal: Mask, members: Iterable[Mask]) -> None:
        #: All labels of the class, the empty one among them.
        self.members = frozenset(members) | {0, universal}
        if any(1 << place not in self.members for place in bits(universal)):
            raise ValueError(f"{name}: every base relation has to be a member")
        super().__init__(name, reference, len(self.members))
        self._numbers = Memo(self._number, inf)
        self._universal = universal

    def _hull(self, mask: Mask) -> Mask:
        """Return the hull; a label outside of the class has the one that its supersets with one more base relation share."""
        if mask in self.members:
            return mask
        found = self._universal
        for place in bits(self._universal & ~mask):
            found &= self.hull(mask | 1 << place)
        return found

    def _split(self, mask: Mask) -> tuple[Mask, ...]:
        """Return as few members as can be, and of those partitions one with the largest member first."""
        if not mask:
            return ()
        rest = self._numbers[mask] - 1
        part = (
            mask
            if not rest
            else max(
                (part for part in _subsets(mask) if part in self.members and self._numbers[mask ^ part] == rest),
                key=lambda part: (part.bit_count(), -part),
            )
        )
        return (part, *self._splits[mask ^ part])

    def _number(self, mask: Mask) -> int:
        """Return the least number of members that make up a label."""
        if mask in self.members:
            return 1 if mask else 0
        lowest = mask & -mask
        others = (0, *_subsets(mask ^ lowest))
        return 1 + min(self._numbers[mask ^ lowest ^ part] for part in others if part | lowest in self.members)


class ProductClass(TractableClass):
    """Labels of a product of calculi that are a member of one class on the first part and of another on the rest.

    Such a network is one network per part, and closure of the product is closure of each.

    Parameters
    ----------
    name, reference
        As in `TractableClass`.
    head, tail
        Classes of the first part and of the rest.
    width
        Number of base relations of the rest.
    """

    __slots__ = ("_head", "_tail", "_width")

    def __init__(self, name: str, reference: str, head: TractableClass, tail: TractableClass, width: int) -> None:
        super().__init__(name, reference, (head.size - 1) * (tail.size - 1) + 1)
        self._head = head
        self._tail = tail
        self._width = width

    def _hull(self, mask: Mask) -> Mask:
        every_head = every_tail = 0
        for heads, tail in slices(mask, self._width):
            every_head |= heads
            every_tail |= tail
        return self._pairs(self._head.hull(every_head), self._tail.hull(every_tail))

    def _split(self, mask: Mask) -> tuple[Mask, ...]:
        """Return members, not always as few as can be."""
        found = [
            self._pairs(head, tail)
            for heads, tails in slices(mask, self._width)
            for head, tail in product(self._head.split(heads), self._tail.split(tails))
        ]
        return tuple(sorted(found, key=lambda part: (-part.bit_count(), part)))

    def _pairs(self, heads: Mask, tail: Mask) -> Mask:
        return sum(tail << place * self._width for place in bits(heads))


def _subsets(mask: Mask) -> Iterable[Mask]:
    """Yield the labels inside of one, itself first, without the empty one."""
    part = mask
    while part:
        yield part
        part = (part - 1) & mask
