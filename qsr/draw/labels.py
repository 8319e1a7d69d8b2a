"""Where labels stand: never on each other, never on the body of another thing, never outside of the picture.

A thing's own body may carry its label, and so may what the thing lies in. A label that finds no room beside its thing stands
a little way off with a line to it. Where names do not fit, things get numbers, whose names are listed below the picture; a number
that finds no room either is listed as well, and it is said that its thing is not marked. The labelling is greedy: Christensen,
Marks and Shieber, "An empirical study of algorithms for point-feature label placement", 1995, section 3.1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import cos, radians, sin
from typing import Final, NamedTuple

from qsr.draw.names import joint, pixels, shorten
from qsr.draw.rect import Rect

__all__ = ["HEIGHT", "SMALL_HEIGHT", "Labels", "Placed", "size"]

#: Height of a name and of a number, and the room at their sides; in pixels.
HEIGHT, SMALL_HEIGHT, _PADDING = 20.0, 15.0, 6.0
_SMALL_PADDING: Final = 3.0
#: Letters of names and of numbers; in pixels.
_LETTERS, _SMALL_LETTERS = 13.0, 11.0
#: Room between a label and an edge that it stands beside, or in.
_BESIDE, _INSET = 2.0, 4.0
#: How far off a label may stand, with a line to its thing: for names, and further for numbers.
_FAR: Final = (16.0, 30.0, 48.0)
_FARTHER: Final = (12.0, 22.0, 34.0, 48.0, 66.0, 90.0)
_DIRECTIONS: Final = 16
#: A share of names that find no room, above which all things get numbers: some of each are hard to read.
_FEW: Final = 0.1
#: Things above which names are not tried, and above which nothing stands a way off.
_MANY, _VERY_MANY = 120, 300
#: Columns of the names that share an entry of the list.
_ENTRY: Final = 60


def size(names: Sequence[str], number: bool = False) -> tuple[float, float]:
    """Return the width and the height that a label takes at most, in pixels."""
    wide = pixels(", ".join(names), _SMALL_LETTERS if number else _LETTERS)
    return (wide + 2 * _SMALL_PADDING, SMALL_HEIGHT) if number else (wide + 2 * _PADDING, HEIGHT)


class Placed(NamedTuple):
    """A label in its place, and the ends of the line to its thing where it stands off."""

    order: int
    names: Sequence[str]
    area: Rect
    line: tuple[tuple[float, float], tuple[float, float]] | None = None
    is_number: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class _Thing:
    """What gets a label: its names, what is seen of it, and the outline of that; a small mark carries no label itself."""

    names: tuple[str, ...]
    pieces: tuple[Rect, ...]
    outline: Rect
    is_mark: bool
    order: int


class Labels:
    """The labels of a panel. Things are announced, then all labels are placed at once.

    Parameters
    ----------
    plot
        Where labels may stand.
    """

    def __init__(self, plot: Rect) -> None:
        self._plot = plot
        self._things: list[_Thing] = []
        self._taken: list[Rect] = []
        self.placed: list[Placed] = []
        #: Number -> the names that it stands for; and the names that have no mark at all.
        self.numbered: dict[int, list[str]] = {}
        self.unmarked: list[str] = []

    def thing(self, order: int, names: Iterable[str], pieces: Sequence[Rect], outline: Rect, *, is_mark: bool = False) -> None:
        """Announce a thing, or several at one place, of which this is seen; `names` are cleaned, numbers follow the `order`."""
        self._things.append(_Thing(tuple(names), tuple(pieces), outline, is_mark, order))

    def take(self, area: Rect) -> None:
        """Keep labels out of an area."""
        self._taken.append(area)

    def place(self) -> None:
        """Place all labels."""
        self._things.sort(key=lambda thing: thing.order)
        columns = max(1, int(self._plot.right - self._plot.left - 2 * _PADDING) // 8)
        names = [joint(thing.names, columns) for thing in self._things]
        number = {id(thing): count for count, thing in enumerate(self._things, 1)}
        left = self._tried(self._things, names, is_number=False) if len(self._things) <= _MANY else self._things
        if len(left) > max(1, _FEW * len(self._things)):
            self.placed.clear()
            left = self._things
        elif left:
            number = {id(thing): count for count, thing in enumerate(left, 1)}
        missing = self._tried(left, [[str(number[id(thing)])] for thing in left], is_number=True)
        self.placed.sort(key=lambda one: one.order)
        for thing in left:
            entry = joint(thing.names, _ENTRY)
            if thing in missing:
                self.unmarked += entry
            else:
                self.numbered[number[id(thing)]] = entry

    def _tried(self, things: Sequence[_Thing], names: Sequence[Sequence[str]], *, is_number: bool) -> list[_Thing]:
        """Place the labels that find room, what has least of it first, and return the things of the others."""
        is_free = {id(thing): self._grounds(thing) for thing in things}
        room: dict[int, int] = {}
        for thing, label in zip(things, names, strict=True):
            across, down = size(label, is_number)
            near = (Rect.around(x, y, across, down) for x, y in _beside(thing, across, down))
            room[id(thing)] = sum(is_free[id(thing)](area) for area in near)
        missing = []
        for thing, label in sorted(zip(things, names, strict=True), key=lambda pair: room[id(pair[0])]):
            found = self._found(thing, label, is_free[id(thing)], is_number)
            if found is None:
                missing.append(thing)
            else:
                self.placed.append(found)
        return [thing for thing in things if thing in missing]

    def _grounds(self, thing: _Thing) -> _Ground:
        """Return where a label of a thing may stand, other labels apart."""
        others = [other for other in self._things if other is not thing]
        bodies = [
            piece
            for other in others
            # What a thing lies in is its ground.
            for piece in (other.pieces if other.outline.holds(thing.outline) and not other.is_mark else [other.outline])
            if other.is_mark or not piece.holds(thing.outline)
        ]
        return _Ground(self._plot, [*self._taken, *bodies], bodies, thing)

    def _found(self, thing: _Thing, label: Sequence[str], is_free: _Ground, is_number: bool) -> Placed | None:
        across, down = size(label, is_number)
        for x, y in _beside(thing, across, down):
            area = Rect.around(x, y, across, down).moved_into(self._plot)
            if is_free(area) and is_free.is_nearest(area) and not any(area.meets(other.area) for other in self.placed):
                return Placed(thing.order, label, area, None, is_number)
        for x, y in (
            _around(thing.outline, across, down, _FARTHER if is_number else _FAR) if len(self._things) < _VERY_MANY else ()
        ):
            area = Rect.around(x, y, across, down)
            if not is_free(area) or area.meets(thing.outline) or any(area.meets(other.area.grown(1)) for other in self.placed):
                continue
            start = area.nearest(thing.outline.middle)
            line = (start, thing.outline.nearest(start))
            if not any(_crosses(line, other.area) for other in self.placed) and not is_free.crossed(line):
                return Placed(thing.order, label, area, line, is_number)
        return None


class _Ground:
    """Where a label of one thing may stand; called with the label's area it tells whether it may stand there."""

    def __init__(self, plot: Rect, taken: Sequence[Rect], bodies: Sequence[Rect], thing: _Thing) -> None:
        self._plot, self._taken, self._bodies, self._own, self._is_mark = plot, taken, bodies, thing.outline, thing.is_mark

    def __call__(self, area: Rect) -> bool:
        if not self._plot.holds(area):
            return False
        # Half on the own body and half off it reads as neither.
        if self._own.meets(area) and (self._is_mark or not self._own.holds(area)):
            return False
        return not any(area.meets(body) for body in self._taken)

    def is_nearest(self, area: Rect) -> bool:
        """Tell whether no other thing is nearer to a label than its own."""
        own = area.gap(self._own)
        return own <= _BESIDE + 0.5 or not any(area.gap(body) < own for body in self._bodies)

    def crossed(self, line: tuple[tuple[float, float], tuple[float, float]]) -> bool:
        """Tell whether a line to the thing runs over another one."""
        return any(_crosses(line, body) for body in self._taken if not body.meets(self._own))


def _crosses(line: tuple[tuple[float, float], tuple[float, float]], area: Rect) -> bool:
    """Tell whether a line, looked at in steps, runs over an area."""
    (x, y), (u, v) = line
    steps = 2 + int(max(abs(u - x), abs(v - y)) / 5)
    points = ((x + (u - x) * step / steps, y + (v - y) * step / steps) for step in range(1, steps))
    return any(area.left < a < area.right and area.top < b < area.bottom for a, b in points)


def _beside(thing: _Thing, across: float, down: float) -> Iterator[tuple[float, float]]:
    """Yield middles for a label: inside of what has room for it, then above, below, at the sides, at the corners."""
    area = thing.outline
    middle, centre = area.middle
    if not thing.is_mark and across + 2 <= area.right - area.left and down + 2 <= area.bottom - area.top:
        inset = min(_INSET, (area.right - area.left - across) / 2, (area.bottom - area.top - down) / 2)
        left, right = area.left + across / 2 + inset, area.right - across / 2 - inset
        top, bottom = area.top + down / 2 + inset, area.bottom - down / 2 - inset
        if area.bottom - area.top < 3.2 * down:
            yield middle, centre
        yield from ((left, top), (middle, top), (right, top), (middle, centre), (left, bottom), (middle, bottom), (right, bottom))
        yield from ((left, centre), (right, centre))
    above, below = area.top - down / 2 - _BESIDE, area.bottom + down / 2 + _BESIDE
    right, left = area.right + across / 2 + _BESIDE + 1, area.left - across / 2 - _BESIDE - 1
    yield from ((middle, above), (middle, below), (right, centre), (left, centre))
    yield from ((right, above), (left, above), (right, below), (left, below))
    for share in (0.25, 0.5, 0.75):
        shift = share * across
        yield from ((middle + shift, above), (middle - shift, above), (middle + shift, below), (middle - shift, below))


def _around(area: Rect, across: float, down: float, distances: Sequence[float]) -> Iterator[tuple[float, float]]:
    """Yield the middles of places so far off, all around."""
    x, y = area.middle
    wide, high = (area.right - area.left + across) / 2, (area.bottom - area.top + down) / 2
    for distance in distances:
        for turn in range(_DIRECTIONS):
            angle = radians(360 * turn / _DIRECTIONS + 11)
            yield x + cos(angle) * (wide + distance), y - sin(angle) * (high + distance)


def listed(labels: Labels) -> list[str]:
    """Return the names of numbers as entries of a list, ascending."""
    return [f"{number} {', '.join(shorten(name) for name in names)}" for number, names in sorted(labels.numbered.items())]
