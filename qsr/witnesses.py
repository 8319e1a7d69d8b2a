"""Witnesses that several theories share: points, boxes, and regions made of boxes; and what all witnesses with a picture are.

A witness is made far more often than it is drawn, so that what draws it is imported when it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self

from qsr.draw.names import display_name, shorten
from qsr.draw.numbers import exact
from qsr.draw.places import AXIS_NAMES, bounds, box_words, point_words, region_words, within_walls
from qsr.exact import items, number_of, written
from qsr.story import Witness

if TYPE_CHECKING:
    from qsr.draw.panel import Panel

__all__ = ["BY_KIND", "Boxes", "Drawn", "Points", "Regions", "Walled"]


class Drawn(Witness):
    """A witness with a picture: panels side by side, or a table of places, one entity a line, below a sketch.

    x grows to the right and y upwards. A scene with a third axis is drawn twice: from the front (x and y) and from above (x and
    z), where z grows towards the viewer and so down the page. Entities at one place share a mark and a label; one without a name
    is shown by its number. ValueError is raised for places that are not of one dimension between 1 and 3.
    """

    __slots__ = ()
    #: Whether a thing may be put somewhere else, see `moved`.
    movable: ClassVar[bool] = False
    #: Whether a place means the same in every model, as the first place in a row does.
    ranked: ClassVar[bool] = False

    def moved(self, thing: int, by: Mapping[str, Fraction]) -> Self:
        """Return the witness with one thing moved so far along each axis, by its name; it may keep its story no more.

        Raise ValueError for a thing that it does not show, and for a class whose things have no numbers to be moved along.
        """
        if not self.movable or thing not in self.place:
            raise ValueError(f"nothing to move: {self.names.get(thing, thing)}")
        at = self.shifted(self.place[thing], [by.get(axis, Fraction(0)) for axis in AXIS_NAMES])
        return replace(self, place={**self.place, thing: at})

    def shifted(self, at: Any, by: Sequence[Fraction]) -> Any:
        """Return a place so far off on each axis."""
        raise NotImplementedError

    def panels(self) -> list[Panel]:
        """Return one panel per view."""
        raise NotImplementedError

    @staticmethod
    def words(at: Any) -> list[str]:
        """Return what one place is in words, axis by axis."""
        raise NotImplementedError

    def sketch(self) -> list[str]:
        """Return the places in characters; no lines where that is not possible."""
        return []

    def check(self) -> None:
        """Raise ValueError where the places do not fit the frame they are in."""
        if self.size and self.place:
            raise ValueError(f"no drawing with walls for witnesses of kind {self.kind!r}")

    def said(self) -> dict[int, tuple[str, list[str]]]:
        """Return the name and the words of each entity, ascending."""
        return {entity: (display_name(self.names, entity), self.words(self.place[entity])) for entity in sorted(self.place)}

    def svg(self) -> str:
        """Return a drawing as an SVG document that reads well on light and on dark ground."""
        from qsr.draw.document import document

        self.check()
        # A layout is seen even where nobody is in it.
        panels = self.panels() if self.place or self.layout else []
        legend = self.shade(panels) if self.may else ""
        said = "; ".join(f"{name}: {', '.join(words)}" for name, words in self.said().values())
        return document(panels, f"One model of the story ({self.kind})", said, legend)

    def shade(self, panels: Sequence[Panel]) -> str:
        """Shade where things may be as well, and return what that means."""
        from qsr.draw.shade import shade

        shade(
            panels,
            {thing: [box for at in (self.place[thing], *more) for box in self.areas(at)] for thing, more in self.may.items()},
        )
        names = " and ".join(display_name(self.names, thing) for thing in self.may)
        return f"Shaded: where {names} may be as well, all others staying."

    @staticmethod
    def areas(at: Any) -> Sequence[Sequence[tuple[Any, Any]]]:
        """Return what a place covers in a shade, as boxes; none where it has no shade."""
        return ()

    def rows(self) -> list[list[str]]:
        """Return the table of places."""
        return [[shorten(name), *words] for name, words in self.said().values()]

    def text(self) -> str:
        """Return the table of places below the sketch."""
        from qsr.draw.table import table

        self.check()
        return table(self.rows(), self.sketch())


class Walled(Drawn):
    """A witness that may be in a room: it is drawn with its walls, and sketched with a letter for each entity where it is small.

    ValueError is also raised for a size that has other axes than the places, or a side that is not positive.
    """

    __slots__ = ()
    #: What the sides are counted in, behind their numbers.
    unit: ClassVar[str] = ""

    def check(self) -> None:
        """Raise ValueError where the places do not fit the room."""
        if self.size and self.place:
            within_walls(self.place, self.size)

    def text(self) -> str:
        """Return the table of places below the sketch of the room, or below its sides in words."""
        from qsr.draw.sketch import letters
        from qsr.draw.table import table

        self.check()
        rows, above = self.rows(), self.sketch() if self.size and self.place else []
        if above:
            rows = [[mark, *row] for mark, row in zip(letters(sorted(self.place)).values(), rows, strict=True)]
        elif self.size and self.place:
            above = [f"a room of {' by '.join(map(exact, self.size))}{self.unit}"]
        return table(rows, above)


class Points(Walled):
    """Places are tuples of coordinates, one to three.

    >>> print(Points({0: (0, 1), 1: (-12, 1)}, {0: "cup", 1: "red pen"}).text())
    cup      x = 0    y = 1
    red pen  x = -12  y = 1
    """

    __slots__ = ()
    kind = "points"
    movable = True
    words = staticmethod(point_words)

    @staticmethod
    def areas(at: Any) -> Sequence[Sequence[tuple[Any, Any]]]:
        """Return a small box about a point, half a step wide."""
        return [[(one - Fraction(1, 4), one + Fraction(1, 4)) for one in at]]

    def panels(self) -> list[Panel]:
        """Return one panel per view with a dot at each place."""
        from qsr.draw.points import points

        return points(self.place, self.said(), self.size, self.told)

    def sketch(self) -> list[str]:
        """Return a raster between walls, on which a place is where it rounds to."""
        from qsr.draw.sketch import sketch

        return sketch(self.place, self.size)

    def shifted(self, at: Any, by: Sequence[Fraction]) -> tuple[Fraction | int, ...]:
        """Return a point so far off, no further than the walls."""
        moved = tuple(map(sum, zip(at, by, strict=False)))
        return tuple(min(max(one, 0), side) for one, side in zip(moved, self.size, strict=True)) if self.size else moved

    @staticmethod
    def read(value: Any) -> tuple[Fraction, ...]:
        """Return the coordinates of one entity from JSON."""
        return tuple(map(number_of, items(value)))


class Boxes(Drawn):
    """Places are tuples of (start, end) pairs, one per axis."""

    __slots__ = ()
    kind = "boxes"
    movable = True
    words = staticmethod(box_words)

    @staticmethod
    def areas(at: Any) -> Sequence[Sequence[tuple[Any, Any]]]:
        """Return the box."""
        return [at]

    def panels(self) -> list[Panel]:
        """Return one panel per view."""
        from qsr.draw.boxes import boxes

        return boxes(self.place, self.said(), told=self.told)

    def shifted(self, at: Any, by: Sequence[Fraction]) -> tuple[tuple[Fraction | int, Fraction | int], ...]:
        """Return a box so far off."""
        return _shifted(at, by)

    @staticmethod
    def read(value: Any) -> tuple[tuple[Fraction, Fraction], ...]:
        """Return the box of one entity from JSON."""
        sides = [items(side, 2) for side in items(value)]
        return tuple((number_of(start), number_of(end)) for start, end in sides)


class Regions(Drawn):
    """Places are unions of boxes; drawing one without boxes raises ValueError."""

    __slots__ = ()
    kind = "regions"
    movable = True
    words = staticmethod(region_words)

    @staticmethod
    def areas(at: Any) -> Sequence[Sequence[tuple[Any, Any]]]:
        """Return the boxes of a region."""
        return list(at)

    def panels(self) -> list[Panel]:
        """Return one panel per view."""
        from qsr.draw.boxes import regions

        return regions(self.place, self.said(), told=self.told)

    def short(self, at: Any) -> str:
        """Return a region's own box, or the box around it where it is made of several."""
        return written(at[0]) if len(at) == 1 else f"{len(at)} boxes within {written(bounds(at))}"

    def shifted(self, at: Any, by: Sequence[Fraction]) -> tuple[Any, ...]:
        """Return a region so far off."""
        return tuple(_shifted(box, by) for box in at)

    @staticmethod
    def read(value: Any) -> tuple[tuple[tuple[Fraction, Fraction], ...], ...]:
        """Return the boxes of one entity from JSON."""
        return tuple(map(Boxes.read, items(value)))


def _shifted(box: Any, by: Sequence[Fraction]) -> tuple[tuple[Fraction | int, Fraction | int], ...]:
    return tuple((start + off, end + off) for (start, end), off in zip(box, by, strict=False))


BY_KIND: Final = {one.kind: one for one in (Points, Boxes, Regions)}
