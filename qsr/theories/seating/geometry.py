"""The places of a layout in exact numbers: who is next to whom, which way they look, where they lie by the compass.

Bearings are degrees clockwise from north, as `Fraction`. Coordinates on a circle are irrational, their signs are not: the place X
of a ring lies from the place Y, both on the circle, on the bearing ``(x + y) / 2 + 90`` or on the opposite one.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Final, NamedTuple

from qsr.errors import NotCovered
from qsr.seats import Layout

__all__ = ["Geometry", "Place", "geometry", "signs"]

_WHOLE, _HALF, _QUARTER = Fraction(360), Fraction(180), Fraction(90)


class Place(NamedTuple):
    """One place.

    Parameters
    ----------
    line
        The row (of two), or the layer counted from 0 below; 0 elsewhere.
    position
        Around the ring, along the row or within the layer, from 0.
    left
        The step in `position` to the left: 1 or -1.
    facing
        The bearing that whoever is there looks to; measured from the ring's or the rows' own place 0 where no compass is known,
        None where nothing says it.
    """

    line: int
    position: int
    left: int
    facing: Fraction | None


def signs(bearing: Fraction) -> tuple[int, int]:
    """Return the signs of the east and of the north coordinate of a bearing.

    >>> signs(Fraction(90)), signs(Fraction(330))
    ((1, 0), (-1, 1))
    """
    return _cosine_sign(bearing - _QUARTER), _cosine_sign(bearing)


def _cosine_sign(angle: Fraction) -> int:
    turned = angle % _WHOLE
    from_north = min(turned, _WHOLE - turned)
    return (from_north < _QUARTER) - (from_north > _QUARTER)


class Geometry:
    """The places of one layout, numbered row by row or layer by layer."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        #: Places of the ring, of a row, or of a layer; and how many rows or layers there are.
        self.length = layout.counts[-1]
        self.lines = {"rows": 2, "shelf": layout.counts[0]}.get(layout.kind, 1)
        self.places: Final = tuple(self._place(line, at) for line in range(self.lines) for at in range(self.length))

    def _place(self, line: int, at: int) -> Place:
        kind, start = self.layout.kind, self.layout.bearing or Fraction(0)
        facing: Fraction | None = None
        left = -1
        if kind == "ring":
            inward = self.layout.view == "inward"
            left = 1 if inward else -1
            facing = start + at * _WHOLE / self.length + (_HALF if inward else 0)
        elif kind == "rows":
            # Positions grow clockwise of the bearing of row 0, which is on the left of those who look away from it.
            left = 1 if line == 0 else -1
            facing = start + (_HALF if line == 0 else 0)
        elif self.layout.view == "own":
            facing = start + _QUARTER
        return Place(line, at, left, None if facing is None else facing % _WHOLE)

    def number(self, line: int, at: int) -> int | None:
        """Return the number of a place; None where there is none at that position."""
        return line * self.length + at if 0 <= at < self.length else None

    def step(self, place: int, count: int) -> int | None:
        """Return the place that many steps to the left (right where negative), None beyond the end."""
        here = self.places[place]
        at = here.position + here.left * count
        return self.number(here.line, at % self.length if self.layout.kind == "ring" else at)

    def from_left(self, place: int) -> int:
        """Return which place of its row or layer a place is, counted from 1 at the left."""
        here = self.places[place]
        return here.position + 1 if here.left < 0 else self.length - here.position

    def opposite(self, place: int) -> int | None:
        """Return the place straight across; None where there is none."""
        here = self.places[place]
        if self.layout.kind == "rows":
            return self.number(1 - here.line, here.position)
        if self.layout.kind == "ring" and self.length % 2 == 0:
            return (here.position + self.length // 2) % self.length
        return None

    def side(self, place: int) -> tuple[int, int]:
        """Return the signs of a place's east and north coordinates, seen from the middle of all places."""
        here, start = self.places[place], self._compass()
        if self.layout.kind == "ring":
            return signs(start + here.position * _WHOLE / self.length)
        return self._along(2 * here.position - (self.length - 1), 1 - 2 * here.line)

    def offset(self, one: int, other: int) -> tuple[int, int]:
        """Return the signs of the east and north coordinates of one place minus another; of no height."""
        start = self._compass()
        if self.layout.kind != "ring":
            (line, at, *_), (other_line, other_at, *_) = self.places[one], self.places[other]
            return self._along(at - other_at, other_line - line)
        if one == other:
            return 0, 0
        bearings = [start + place * _WHOLE / self.length for place in (one, other)]
        middle = sum(bearings, Fraction(0)) / 2
        return signs(middle + (_QUARTER if bearings[0] > bearings[1] else -_QUARTER))

    def _along(self, at: int, across: int) -> tuple[int, int]:
        """Return the signs of so many positions along, and of so many rows towards the bearing of row 0."""
        start = self._compass()
        if self.layout.kind == "rows":
            # Row and position are on two axes; which of two differences is the greater on a slanted one, nobody says.
            (east, north), (east_across, north_across) = signs(start + _QUARTER), signs(start)
            found = at * east + across * east_across, at * north + across * north_across
        else:
            east, north = signs(start + _HALF)
            found = at * east, at * north
        return _sign(found[0]), _sign(found[1])

    def _compass(self) -> Fraction:
        start = self.layout.bearing
        if start is None:
            raise NotCovered(f"no compass is known in the layout {str(self.layout)!r}")
        if self.layout.kind == "rows" and start % _QUARTER:
            raise NotCovered(f"two rows on the bearing {start} have no order on the axes of the compass")
        return start

    def turns(self) -> tuple[tuple[int, ...], ...]:
        """Return the rotations of the layout, the first one that of nobody moving: each gives the new place of every place."""
        count = len(self.places)
        if self.layout.kind == "ring":
            return tuple(tuple((place + by) % count for place in range(count)) for by in range(count))
        if self.layout.kind == "rows":
            return tuple(range(count)), tuple(reversed(range(count)))
        return (tuple(range(count)),)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


@cache
def geometry(layout: Layout) -> Geometry:
    """Return the geometry of a layout."""
    return Geometry(layout)
