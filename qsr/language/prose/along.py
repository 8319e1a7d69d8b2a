"""How far somebody may have come along an axis: numbers of which some are known and of others no more than bounds.

A leg of "two or four" steps has two alternatives, one of "between two and five miles" a range, and one of which nobody says how
far it leads any length but none. Sums are exact, since no two legs share an unknown length.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

__all__ = ["NOWHERE", "SOMEWHERE", "SOME_WAY", "Along", "length_of", "written"]

#: Alternatives beyond which only their bounds are kept.
_MOST: Final = 64


class Range(NamedTuple):
    """The numbers from one bound to another; a bound of None is infinite, and open where the bound itself is none of them."""

    low: Fraction | None
    high: Fraction | None
    above: bool = False
    below: bool = False

    def plus(self, other: Range) -> Range:
        """Return the sums of a number of the one and a number of the other."""
        low = None if self.low is None or other.low is None else self.low + other.low
        high = None if self.high is None or other.high is None else self.high + other.high
        return Range(low, high, self.above or other.above, self.below or other.below)

    def negative(self) -> Range:
        """Return the numbers with the opposite sign."""
        low, high = (None if bound is None else -bound for bound in (self.high, self.low))
        return Range(low, high, self.below, self.above)

    def signs(self) -> set[int]:
        """Return the signs of its numbers."""
        found = set()
        if self.low is None or self.low < 0:
            found.add(-1)
        if self.high is None or self.high > 0:
            found.add(1)
        at_low = self.low is None or self.low < 0 or (self.low == 0 and not self.above)
        at_high = self.high is None or self.high > 0 or (self.high == 0 and not self.below)
        return found | ({0} if at_low and at_high else set())


@dataclass(frozen=True, slots=True)
class Along:
    """How far on an axis: in one of some ranges."""

    ranges: tuple[Range, ...]

    def plus(self, other: Along, sign: int = 1) -> Along:
        """Return how far it is with another way behind it, in the direction of a sign.

        >>> NOWHERE.plus(length_of("2|4")).plus(length_of("3"), -1).signs
        frozenset({1, -1})
        """
        added = [one if sign > 0 else one.negative() for one in other.ranges]
        found = tuple(dict.fromkeys(one.plus(two) for one in self.ranges for two in added))
        return Along(found if len(found) <= _MOST else (_hull(found),))

    @property
    def signs(self) -> frozenset[int]:
        """Return on which sides of the beginning it may be: -1, 0, 1."""
        return frozenset(sign for one in self.ranges for sign in one.signs())

    @property
    def sign(self) -> int | None:
        """Return on which side it is, None where that is open."""
        found = self.signs
        return next(iter(found)) if len(found) == 1 else None

    @property
    def length(self) -> Fraction | None:
        """Return how far it is, None where that is open."""
        known = {abs(one.low) for one in self.ranges if one.low is not None and one.low == one.high}
        return next(iter(known)) if len(known) == 1 and all(one.low == one.high is not None for one in self.ranges) else None

    @property
    def is_exact(self) -> bool:
        """Whether it is one number."""
        return len(self.ranges) == 1 and self.ranges[0].low is not None and self.ranges[0].low == self.ranges[0].high


def _hull(ranges: Iterable[Range]) -> Range:
    some = list(ranges)
    lows, highs = [one.low for one in some], [one.high for one in some]
    low = None if None in lows else min(one for one in lows if one is not None)
    high = None if None in highs else max(one for one in highs if one is not None)
    return Range(
        low,
        high,
        all(one.above for one in some if one.low == low),
        all(one.below for one in some if one.high == high),
    )


NOWHERE: Final = Along((Range(Fraction(0), Fraction(0)),))
#: Some way, of any length, and any way in either direction, or none.
SOME_WAY: Final = Along((Range(Fraction(0), None, above=True),))
SOMEWHERE: Final = Along((Range(None, None),))


def written(low: Fraction | None, high: Fraction | None, *, least: bool = True) -> str:
    """Return the length of a leg as a step carries it: "2", "2..5", "2.." for two or more and "..5" for at most five.

    Without `least` the lower bound itself is none of the lengths.
    """
    if low == high:
        return str(low)
    return f"{'' if low is None else low}{'' if least else '<'}..{'' if high is None else high}"


def length_of(text: str) -> Along:
    """Return how far a leg leads, of the text of its length; one that is empty may have any length but none.

    >>> length_of("2..5").signs, length_of("").length, length_of("3/2").length
    (frozenset({1}), None, Fraction(3, 2))
    """
    if not text:
        return SOME_WAY
    found = []
    for part in text.split("|"):
        low, dots, high = part.partition("..")
        least = not low.endswith("<")
        low = low.rstrip("<")
        bounds = [Fraction(one) if one else None for one in (low, high if dots else low)]
        found.append(Range(bounds[0] or Fraction(0), bounds[1], above=not least or not low))
    return Along(tuple(found))
