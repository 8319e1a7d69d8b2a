"""Who lies where on each axis."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, Self

from qsr.draw.names import display_name, shorten
from qsr.exact import items, number_of, text_of, whole_number, written
from qsr.theories.arrangement.orders import PLANES
from qsr.witnesses import Drawn

if TYPE_CHECKING:
    from qsr.draw.panel import Panel

__all__ = ["Orders", "Plane"]

#: The axes of directions, in words.
_WORDS: Final = {"x": "from left to right", "y": "upwards", "z": "from back to front"}
#: Pixels of a place in a drawing, across at least, and upwards.
_LEAST, _HIGH = 64, 34
#: Of a row of places, in pixels.
_WIDEST: Final = 620


class Orders(Drawn):
    """Places are pairs of an axis and the number of the place there, from 1; places of one axis have no gaps.

    >>> made = Orders({0: (("age", 2),), 1: (("age", 1),), 2: (("age", 2),)}, {0: "quail", 1: "jay", 2: "finch"})
    >>> print(made.text())
    age: jay, quail = finch
    """

    __slots__ = ()
    kind = "orders"
    ranked = True

    @classmethod
    def of(cls, places: Mapping[str, Mapping[int, Any]], names: Mapping[int, str]) -> Self:
        """Return the orders that numbers on each axis make; how far apart they are is left out."""
        found: dict[int, list[tuple[str, Any]]] = {}
        for axis, at in places.items():
            ranks = {number: rank for rank, number in enumerate(sorted(set(at.values())), 1)}
            if axis in cls.measured(places):
                ranks = {number: number for number in ranks}
            for thing, number in at.items():
                found.setdefault(thing, []).append((axis, ranks[number]))
        return cls({thing: tuple(found[thing]) for thing in sorted(found)}, names)

    def axes(self) -> dict[str, dict[int, Any]]:
        """Return thing -> place for each axis."""
        found: dict[str, dict[int, Any]] = {}
        for thing, pairs in self.place.items():
            for axis, at in pairs:
                found.setdefault(axis, {})[thing] = at
        return found

    def panels(self) -> list[Panel]:
        """Return a panel for each axis: its places in rows from left to right, things of one place below each other."""
        return [self._row(axis, at) for axis, at in self.axes().items() if axis not in self.measured(self.axes())]

    def _row(self, axis: str, at: Mapping[int, Any]) -> Panel:
        from qsr.draw.boxes import draw_areas
        from qsr.draw.labels import size
        from qsr.draw.panel import Axis, Panel, attributes, colour, text_element
        from qsr.draw.rect import Rect

        said = self.said()
        wide = max(_LEAST, *(round(size([shorten(said[thing][0])])[0]) + 8 for thing in at))
        in_row = max(1, _WIDEST // wide)
        lanes, box = Counter[int](), {}
        high = max(Counter(at.values()).values()) + Fraction(1, 2)
        for thing, place in at.items():
            row, column = divmod(place - 1, in_row)
            below = row * high + lanes[place]
            box[thing] = [((column, column + 1), (-below - 1, -below))]
            lanes[place] += 1
        rows = -(-max(lanes) // in_row)
        across = Axis(Fraction(0), Fraction(min(max(lanes), in_row)), Fraction(wide), has_ticks=False)
        up = Axis(Fraction(1, 2) - rows * high, Fraction(1, 2), Fraction(_HIGH), has_ticks=False)
        fact = _fact(axis, at, {thing: said[thing][0] for thing in at})
        frame = Panel(across, up, fact or _said(axis), around=12, smallest=(120.0, 0.0))
        draw_areas(frame, box, said)
        if fact:
            return frame
        for thing, more in self.may.items():
            for place in sorted({other for places in more for name, other in places if name == axis}):
                row, column = divmod(place - 1, in_row)
                left, top, low = frame.x(column), frame.y(-row * high), frame.y(Fraction(1, 2) - (row + 1) * high)
                sides = Rect(left, top, left + wide, low).sides
                frame.under(f"<rect{attributes(**sides, fill=colour(thing), class_='qsr-shade')}/>")
        for place in range(1, max(lanes) + 1):
            row, column = divmod(place - 1, in_row)
            frame.mark(text_element(f"{place}.", frame.x(column) + wide / 2, frame.y(-row * high) - 4, "tick"))
        return frame

    def shade(self, panels: Sequence[Panel]) -> str:
        """Return what the shaded places mean."""
        names = " and ".join(display_name(self.names, thing) for thing in self.may)
        return f"Shaded: other places of {names}, in other models."

    @staticmethod
    def measured(axes: Collection[str]) -> Sequence[str]:
        """Return the axes, of those that there are, on which places are coordinates."""
        return ()

    @staticmethod
    def words(at: Any) -> list[str]:
        """Return the places of one thing in words."""
        return [f"{_said(axis)}: {place}" for axis, place in at]

    def text(self) -> str:
        """Return a line for each axis: things from the first place to the last, those of one place joined by ``=``."""
        return "\n".join(self._lines())

    def line(self) -> str:
        """Return the axes in one line."""
        return "; ".join(self._lines())

    def _lines(self) -> list[str]:
        lines = []
        for axis, at in self.axes().items():
            if axis in self.measured(self.axes()):
                continue
            groups = ([thing for thing in at if at[thing] == place] for place in sorted(set(at.values())))
            said = (" = ".join(display_name(self.names, thing) for thing in group) for group in groups)
            lines.append(f"{_said(axis)}: {', '.join(said)}")
        return lines

    @staticmethod
    def read(value: Any) -> tuple[tuple[str, Any], ...]:
        """Return the places of one thing from JSON."""
        pairs = [items(pair, 2) for pair in items(value)]
        return tuple((text_of(axis), whole_number(at)) for axis, at in pairs)


class Plane(Orders):
    """Orders beside points of a plane: places on x and y are exact coordinates, x to the right and y upwards.

    >>> made = Plane({0: (("x", 0), ("y", 0)), 1: (("x", 2), ("y", Fraction(1, 2)))}, {0: "well", 1: "oak"})
    >>> print(made.text())
    well (0, 0), oak (2, 1/2)
    """

    __slots__ = ()
    kind = "plane"
    ranked = False

    @staticmethod
    def measured(axes: Collection[str]) -> Sequence[str]:
        """Return the axes of the plane."""
        return next(plane for plane in reversed(PLANES.values()) if set(plane) <= set(axes))

    def _points(self) -> dict[int, tuple[Any, ...]]:
        axes = self.axes()
        x, y = (axes[axis] for axis in self.measured(axes))
        return {thing: (x[thing], y[thing]) for thing in sorted(x.keys() & y.keys())}

    @staticmethod
    def read(value: Any) -> tuple[tuple[str, Any], ...]:
        """Return the places of one thing from JSON."""
        return tuple((text_of(axis), number_of(at)) for axis, at in (items(pair, 2) for pair in items(value)))

    def panels(self) -> list[Panel]:
        """Return a panel with the points, and one for each other axis."""
        from qsr.draw.points import points

        return [*points(self._points(), self.said(), told=self.told), *super().panels()]

    def _lines(self) -> list[str]:
        points = (f"{display_name(self.names, thing)} {written(at)}" for thing, at in self._points().items())
        return [", ".join(points), *super()._lines()]


def _fact(axis: str, at: Mapping[int, Any], names: Mapping[int, str]) -> str:
    """Return what an axis says that stands for one relation of two things, the first being before the other where it holds."""
    found = re.fullmatch(r"(.*) \((\d+), (\d+)\)", axis)
    if found is None or {int(found[2]), int(found[3])} != at.keys():
        return ""
    one, other = int(found[2]), int(found[3])
    return f"{'' if at[one] < at[other] else 'not: '}{names[one]} {display_name({0: found[1]}, 0)} {names[other]}"


def _said(axis: str) -> str:
    """Return what an axis is called; its name comes from anybody's text."""
    return _WORDS.get(axis) or display_name({0: axis}, 0)
