"""One view of a picture: exact coordinates to pixels, grid and ticks, marks, and labels that keep out of each other's way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import Final, NamedTuple

from qsr.draw.names import is_right_to_left, width
from qsr.draw.numbers import Number, decimal, ticks

__all__ = ["COLOURS", "Axis", "Panel", "Rect", "attributes", "colour", "group", "text_element"]

#: Mid-tones that stand out on white and on black alike; the entity's index picks one.
COLOURS: Final = ("#3b82f6", "#f97316", "#10b981", "#ec4899", "#8b5cf6", "#d99a06", "#06a5c4", "#ef4444")

_SMALLEST_WIDTH, _SMALLEST_HEIGHT = 280, 130
_MARGIN_LEFT, _MARGIN_BOTTOM, _MARGIN_TOP = 36, 22, 2
_CAPTION_HEIGHT: Final = 22
#: Half the thickness of a wall, in pixels.
_WALL: Final = 1.5
#: Free space around the outermost marks, in pixels, so that their labels fit.
_AROUND: Final = 46
#: Least distance of two ticks in pixels, and the distance above which there are ticks between whole numbers.
_TICKS_ACROSS, _TICKS_UP, _SPARSE = 44, 28, 260
_CHARACTER, _LABEL_HEIGHT, _LABEL_PADDING = 7.3, 20.0, 6.0


class Rect(NamedTuple):
    """A rectangle in pixels, y downwards."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def area(self) -> float:
        """The area in square pixels."""
        return (self.right - self.left) * (self.bottom - self.top)

    @property
    def sides(self) -> dict[str, float]:
        """The attributes of a rectangle in XML."""
        return {"x": self.left, "y": self.top, "width": self.right - self.left, "height": self.bottom - self.top}

    @classmethod
    def around(cls, x: float, y: float, width: float, height: float) -> Rect:
        """Return the rectangle of a size about a centre."""
        return cls(x - width / 2, y - height / 2, x + width / 2, y + height / 2)

    def overlap(self, other: Rect) -> float:
        """Return the area that two rectangles share."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across * down if across > 0 and down > 0 else 0.0

    def moved_into(self, bounds: Rect) -> Rect:
        """Return the rectangle moved as little as keeps it inside the bounds, as far as it fits."""
        right = max(0.0, bounds.left - self.left) or min(0.0, bounds.right - self.right)
        down = max(0.0, bounds.top - self.top) or min(0.0, bounds.bottom - self.bottom)
        return Rect(self.left + right, self.top + down, self.right + right, self.bottom + down)


@dataclass(frozen=True, slots=True)
class Axis:
    """One axis of a view.

    Parameters
    ----------
    name
        Written at its end.
    low, high
        The stretch that marks take.
    unit
        Pixels per unit.
    grid_offset
        How far a line of the grid stands from the number it belongs to.
    grows_down
        For the upward axis: greater numbers stand lower.
    has_ticks
        Whether its numbers mean anything.
    walls
        Where the room ends that is shown; None where it has no end.
    """

    name: str
    low: Fraction
    high: Fraction
    unit: Fraction
    grid_offset: Fraction = Fraction(0)
    grows_down: bool = False
    has_ticks: bool = True
    walls: tuple[Fraction, Fraction] | None = None


@dataclass(frozen=True, slots=True)
class _Scale:
    """Exact numbers to pixels. Only the last step leaves exact arithmetic, so huge numbers keep their order."""

    low: Fraction
    unit: Fraction
    start: float
    sign: int

    def __call__(self, value: Number) -> float:
        return self.start + self.sign * float((value - self.low) * self.unit)


def attributes(**values: str | float) -> str:
    """Return XML attributes; an underscore in a name stands for a hyphen, floats have one decimal."""
    shown = (
        (name.strip("_").replace("_", "-"), f"{value:.1f}" if isinstance(value, float) else value)
        for name, value in values.items()
    )
    return "".join(f' {name}="{escape(str(value))}"' for name, value in shown)


def colour(entity: int) -> str:
    """Return the colour of an entity."""
    return COLOURS[entity % len(COLOURS)]


def group(drawn: str, words: Iterable[tuple[str, Sequence[str]]], things: Iterable[int] = (), **data: str | float) -> str:
    """Return drawn elements with a title, shown on hovering, that says in words what they are.

    `things` are the entities that they stand for, and `data` what else a page has to know of them, as data attributes.
    """
    title = "; ".join(f"{name}: {', '.join(parts)}" for name, parts in words)
    known = {**({"things": " ".join(map(str, found))} if (found := list(things)) else {}), **data}
    return f"<g{_data(**known)}><title>{escape(title)}</title>{drawn}</g>"


def _data(**values: str | float) -> str:
    return attributes(**{f"data_{name}": value for name, value in values.items()})


def text_element(content: str, x: float, y: float, kind: str, **extra: str | float) -> str:
    """Return a text element about or from a point; `content` is plain text."""
    return f"<text{attributes(x=x, y=y, class_=f'qsr-{kind}', **extra)}>{escape(content)}</text>"


class Panel:
    """A view that marks are drawn into.

    Parameters
    ----------
    across, up
        The two axes.
    caption
        What the view shows; empty for none.
    least_height
        Pixels between the lowest and the highest number at least, so that panels side by side are equally high.
    around
        Free pixels around the outermost numbers; less will do where no label stands outside.
    """

    def __init__(self, across: Axis, up: Axis, caption: str = "", least_height: float = 0.0, around: float = _AROUND) -> None:
        inner = [float((axis.high - axis.low) * axis.unit) for axis in (across, up)]
        plot_width = max(inner[0] + 2 * around, _SMALLEST_WIDTH)
        plot_height = max(inner[1] + 2 * around, least_height + 2 * around, _SMALLEST_HEIGHT)
        top = _MARGIN_TOP + (_CAPTION_HEIGHT if caption else 0)
        self.plot = Rect(_MARGIN_LEFT, top, _MARGIN_LEFT + plot_width, top + plot_height)
        self.width = self.plot.right
        self.height = self.plot.bottom + _MARGIN_BOTTOM
        self.x = _Scale(across.low, across.unit, self.plot.left + (plot_width - inner[0]) / 2, 1)
        side, sign = (plot_height - inner[1]) / 2, 1 if up.grows_down else -1
        self.y = _Scale(up.low, up.unit, self.plot.top + side if up.grows_down else self.plot.bottom - side, sign)
        self._axes = across, up
        self._caption = caption
        self._marks: list[str] = []
        self._chips: list[str] = []
        self._tops: list[str] = []
        self._labels: list[str] = []
        # Labels keep off the walls where they can.
        self._taken = list(self._walls())

    @property
    def is_to_scale(self) -> bool:
        """Whether a unit is as long on both axes, as far as both are measured."""
        across, up = self._axes
        return across.unit == up.unit or not up.has_ticks

    @property
    def columns(self) -> int:
        """How many characters a label may have and still stand inside the plot."""
        return int((self.plot.right - self.plot.left - 2 * _LABEL_PADDING) / _CHARACTER)

    def top(self, element: str) -> None:
        """Draw an element above the ground of every label and below its text."""
        self._tops.append(element)

    def mark(self, element: str) -> None:
        """Draw an element below every label."""
        self._marks.append(element)

    def take(self, area: Rect) -> None:
        """Keep labels out of an area where they can be."""
        self._taken.append(area)

    def label(self, names: Sequence[str], centres: Iterable[tuple[float, float]]) -> None:
        """Write cleaned names, joined by commas, about the centre where they cover least; of equals the first is taken."""
        across, down = self.label_size(names)
        places = [Rect.around(x, y, across, down).moved_into(self.plot) for x, y in centres]
        best = min(places, key=lambda place: sum(map(place.overlap, self._taken)))
        self._taken.append(best)
        self._chips.append(f"<rect{attributes(x=best.left, y=best.top, width=across, height=down, rx=5, class_='qsr-chip')}/>")
        self._labels.append(_names_element(names, (best.left + best.right) / 2, best.top + 14.5))

    def label_dot(self, names: Sequence[str], x: float, y: float, radius: float) -> None:
        """Write cleaned names beside a dot: above or below it, at its sides, or at its corners."""
        across, down = self.label_size(names)
        right, below = across / 2 + radius + 3, down / 2 + radius + 2
        sides = [(0, -1), (0, 1), (1, 0), (-1, 0), (1, -1), (-1, -1), (1, 1), (-1, 1)]
        self.label(names, [(x + right * dx, y + below * dy) for dx, dy in sides])

    @staticmethod
    def label_size(names: Sequence[str]) -> tuple[float, float]:
        """Return an estimate of a label's width and height in pixels."""
        columns = sum(map(width, names)) + 2 * (len(names) - 1)
        return columns * _CHARACTER + 2 * _LABEL_PADDING, _LABEL_HEIGHT

    def svg(self, left: float, top: float) -> str:
        """Return the panel as a group whose corner stands at the given place."""
        parts = [*self._frame(), *self._marks, *self._chips, *self._tops, *self._labels]
        return f'<g transform="translate({left:.1f} {top:.1f})"{_data(**self._measures())}>{"".join(parts)}</g>'

    def _measures(self) -> dict[str, str | float]:
        """Return which axes are measured, and in pixels to the right and downwards one unit of each: a page drags by these."""
        scales = zip(("across", "up"), self._axes, (self.x, self.y), strict=True)
        shown = [(end, axis.name, scale) for end, axis, scale in scales if axis.name and axis.has_ticks]
        units = ((f"{end}_unit", f"{scale.sign * float(scale.unit):.6g}") for end, _, scale in shown)
        return {**{end: name for end, name, _ in shown}, **dict(units)}

    def _frame(self) -> Iterable[str]:
        plot, (across, up) = self.plot, self._axes
        yield f"<rect{attributes(**plot.sides, rx=8, class_='qsr-plot')}/>"
        if self._caption:
            yield text_element(self._caption, plot.left, _MARGIN_TOP + 10.0, "caption")
        inner = self._inner()
        if across.has_ticks:
            ticks_across = _within(across, _visible_ticks(self.x, plot.left + 6, plot.right - 20, _TICKS_ACROSS))
            for at in _lines(across, ticks_across):
                x = self.x(at)
                yield f"<path{attributes(d=f'M{x:.1f} {inner.top:.1f}V{inner.bottom:.1f}', class_='qsr-grid')}/>"
            yield from (text_element(_typeset(tick), self.x(tick), plot.bottom + 16, "tick") for tick in ticks_across)
            yield text_element(across.name, plot.right - 6, plot.bottom + 16, "axis")
        if up.has_ticks:
            first, last = (plot.top + 8, plot.bottom - 20) if up.grows_down else (plot.top + 20, plot.bottom - 8)
            ticks_up = _within(up, _visible_ticks(self.y, first, last, _TICKS_UP))
            for at in _lines(up, ticks_up):
                y = self.y(at)
                yield f"<path{attributes(d=f'M{inner.left:.1f} {y:.1f}H{inner.right:.1f}', class_='qsr-grid')}/>"
            yield from (text_element(_typeset(tick), plot.left - 7, self.y(tick) + 4, "tick qsr-end") for tick in ticks_up)
            yield text_element(up.name, plot.left - 9, plot.bottom - 4 if up.grows_down else plot.top + 10, "axis qsr-end")
        if across.walls or up.walls:
            yield f"<rect{attributes(**inner.sides, class_='qsr-wall')}/>"

    def _walls(self) -> Iterable[Rect]:
        """Yield the strips that the walls take."""
        inner, (across, up) = self._inner(), self._axes
        if across.walls:
            yield from (Rect(x - _WALL, inner.top, x + _WALL, inner.bottom) for x in (inner.left, inner.right))
        if up.walls:
            yield from (Rect(inner.left, y - _WALL, inner.right, y + _WALL) for y in (inner.top, inner.bottom))

    def _inner(self) -> Rect:
        """Return the stretch between the walls, all of the plot on an axis that has none."""
        across, up = self._axes
        left, right = map(self.x, across.walls) if across.walls else (self.plot.left, self.plot.right)
        top, bottom = sorted(map(self.y, up.walls)) if up.walls else (self.plot.top, self.plot.bottom)
        return Rect(left, top, right, bottom)


def _within(axis: Axis, found: list[Fraction]) -> list[Fraction]:
    """Return the ticks that are not behind a wall."""
    return [tick for tick in found if axis.walls is None or axis.walls[0] <= tick <= axis.walls[1]]


def _lines(axis: Axis, found: list[Fraction]) -> list[Fraction]:
    """Return where the lines of the grid stand: one for each tick, or in a room of cells one between any two cells."""
    if axis.walls is None or not axis.grid_offset:
        return [tick + axis.grid_offset for tick in found]
    low, high = axis.walls
    return [low + step for step in range(1, int(high - low))]


def _visible_ticks(scale: _Scale, first: float, last: float, apart: int) -> list[Fraction]:
    ends = sorted(scale.low + Fraction(round((pixel - scale.start) * scale.sign)) / scale.unit for pixel in (first, last))
    return ticks(ends[0], ends[1], scale.unit, apart=apart, sparse=_SPARSE)


def _typeset(number: Number) -> str:
    return decimal(number).replace("-", "−")


def _names_element(names: Sequence[str], x: float, y: float) -> str:
    """Return the text of a label. Only mixed writing directions need a span per name: not every program draws spans well."""
    directions = ["rtl" if is_right_to_left(name) else "ltr" for name in names]
    if len(set(directions)) == 1:
        return text_element(", ".join(names), x, y, "label", direction=directions[0], unicode_bidi="isolate")
    spans = [
        f"<tspan{attributes(direction=direction, unicode_bidi='isolate')}>{escape(name)}</tspan>"
        for name, direction in zip(names, directions, strict=True)
    ]
    return f"<text{attributes(x=x, y=y, class_='qsr-label')}>{', '.join(spans)}</text>"
