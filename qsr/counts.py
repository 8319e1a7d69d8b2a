"""Counts that add up: those of consecutive pieces of a run come to the same as those of the whole, wherever it was cut."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from dataclasses import dataclass, field, fields
from fractions import Fraction
from typing import Any, Generic, Self, TypeVar

__all__ = ["Counts", "Listed"]

T = TypeVar("T")


@dataclass
class Counts:
    """A dataclass of counts: numbers, Counters, lists, tables (name -> count or entry) and further such counts.

    What says of what the counts are, such as a name, stays as it is.

    Examples
    --------
    >>> @dataclass
    ... class Seen(Counts):
    ...     items: int = 0
    ...     groups: Counter[str] = field(default_factory=Counter)
    >>> whole = Seen(1, Counter("a"))
    >>> whole.merge(Seen(2, Counter("ab")))
    >>> whole
    Seen(items=3, groups=Counter({'a': 2, 'b': 1}))
    """

    def merge(self, other: Self) -> None:
        """Add the counts of the piece of a run that comes next."""
        for one in fields(self):
            setattr(self, one.name, _sum(getattr(self, one.name), getattr(other, one.name)))


def _sum(mine: Any, theirs: Any) -> Any:
    if isinstance(mine, Counter):
        mine.update(theirs)
    elif isinstance(mine, dict):
        for name, part in theirs.items():
            if not isinstance(part, (Counts, Counter, list)):
                mine[name] = part
            else:
                # What is added to later must not be a part of the other one.
                mine[name] = _sum(mine[name], part) if name in mine else deepcopy(part)
    elif hasattr(mine, "merge"):
        mine.merge(theirs)
    elif isinstance(mine, (int, float, Fraction, list)) and not isinstance(mine, bool):
        return mine + theirs
    return mine


@dataclass
class Listed(Counts, Generic[T]):
    """How many there are, and the first of them in the order of the files."""

    count: int = 0
    first: list[T] = field(default_factory=list)
    most: int = 10

    def add(self, one: T) -> None:
        """Take one."""
        self.count += 1
        if len(self.first) < self.most:
            self.first.append(one)

    def merge(self, other: Self) -> None:
        """Add those of the piece of a run that comes next."""
        self.count += other.count
        self.first += other.first[: self.most - len(self.first)]

    def report(self) -> dict[str, Any]:
        """Return the count and the first ones as plain data."""
        return {"count": self.count, "first": self.first}
