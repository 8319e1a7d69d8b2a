"""Who lies where on each axis."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from qsr.draw.names import display_name
from qsr.exact import items, text_of, whole_number
from qsr.witnesses import Drawn

if TYPE_CHECKING:
    from qsr.draw.panel import Panel

__all__ = ["Orders"]

#: The axes of directions, in words.
_WORDS: Final = {"x": "from left to right", "y": "upwards", "z": "from back to front"}
#: Pixels of a place in a drawing, across and upwards.
_WIDE, _HIGH = Fraction(110), Fraction(42)


class Orders(Drawn):
    """Places are pairs of an axis and the number of the place there, from 1; places of one axis have no gaps.

    >>> made = Orders({0: (("age", 2),), 1: (("age", 1),), 2: (("age", 2),)}, {0: "quail", 1: "jay", 2: "finch"})
    >>> print(made.text())
    age: jay, quail = finch
    """

    __slots__ = ()
    kind = "orders"

    @classmethod
    def of(cls, places: Mapping[str, Mapping[int, Any]], names: Mapping[int, str]) -> Orders:
        """Return the orders that numbers on each axis make; how far apart they are is left out."""
        found: dict[int, list[tuple[str, int]]] = {}
        for axis, at in places.items():
            ranks = {number: rank for rank, number in enumerate(sorted(set(at.values())), 1)}
            for thing, number in at.items():
                found.setdefault(thing, []).append((axis, ranks[number]))
        return cls({thing: tuple(found[thing]) for thing in sorted(found)}, names)

    def axes(self) -> dict[str, dict[int, int]]:
        """Return thing -> place for each axis."""
        found: dict[str, dict[int, int]] = {}
        for thing, pairs in self.place.items():
            for axis, at in pairs:
                found.setdefault(axis, {})[thing] = at
        return found

    def panels(self) -> list[Panel]:
        """Return a panel for each axis with its places from left to right; things of one place stand below each other."""
        from qsr.draw.boxes import draw_areas
        from qsr.draw.panel import Axis, Panel

        made = []
        for axis, at in self.axes().items():
            lanes, box = Counter[int](), {}
            for thing, place in at.items():
                box[thing] = ((place, place + 1), (-lanes[place], 1 - lanes[place]))
                lanes[place] += 1
            across = Axis("", Fraction(1), Fraction(1 + max(lanes)), _WIDE, has_ticks=False)
            up = Axis("", Fraction(1 - max(lanes.values())), Fraction(1), _HIGH, has_ticks=False)
            frame = Panel(across, up, _said(axis))
            draw_areas(frame, {thing: [sides] for thing, sides in box.items()}, self.said())
            made.append(frame)
        return made

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
            groups = ([thing for thing in at if at[thing] == place] for place in sorted(set(at.values())))
            said = (" = ".join(display_name(self.names, thing) for thing in group) for group in groups)
            lines.append(f"{_said(axis)}: {', '.join(said)}")
        return lines

    @staticmethod
    def read(value: Any) -> tuple[tuple[str, int], ...]:
        """Return the places of one thing from JSON."""
        pairs = [items(pair, 2) for pair in items(value)]
        return tuple((text_of(axis), whole_number(at)) for axis, at in pairs)


def _said(axis: str) -> str:
    """Return what an axis is called; its name comes from anybody's text."""
    return _WORDS.get(axis) or display_name({0: axis}, 0)
