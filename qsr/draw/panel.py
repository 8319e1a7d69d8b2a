"""One view of a picture: exact coordinates to pixels, grid and ticks, marks, and labels that keep out of each other's way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from textwrap import wrap
from typing import Final, TypeAlias

from qsr.draw.labels import HEIGHT, Labels, Placed, listed
from qsr.draw.names import is_right_to_left, pixels
from qsr.draw.numbers import Number, decimal, ticks
from qsr.draw.rect import Rect

__all__ = ["COLOURS", "Axis", "Panel", "attributes", "colour", "group", "text_element"]

#: Mid-tones that stand out on white and on black alike; the entity's index picks one.
COLOURS: Final = ("#3b82f6", "#f97316", "#10b981", "#ec4899", "#8b5cf6", "#d99a06", "#06a5c4", "#ef4444")

_SMALLEST_WIDTH, _SMALLEST_HEIGHT = 280, 130
_MARGIN_LEFT, _MARGIN_BOTTOM, _MARGIN_TOP = 36, 22, 2
#: Lines of a caption and of what is listed below a panel: their height, and the size of their letters; in pixels.
_LINE, _SMALL = 18.0, 12.0
#: A line below a panel: pieces of text, and how far from its left end each begins.
_Row: TypeAlias = list[tuple[float, str]]
#: Half the thickness of a wall, in pixels.
_WALL: Final = 1.5
#: Free space around the outermost marks, in pixels, so that their labels fit.
_AROUND: Final = 46
#: Least distance of two ticks in pixels, and the distance above which there are ticks between whole numbers.
_TICKS_ACROSS, _TICKS_UP, _SPARSE = 44, 28, 260
#: The size of letters of the words at the ends of axes, and the room about such a word; in pixels.
_END, _BESIDE_WORD = 12.0, 8.0
#: Between two columns of a list, in pixels.
_GUTTER: Final = 16.0
#: What the arrow to the north takes, in pixels.
_NORTH: Final = (26.0, 44.0)


@dataclass(frozen=True, slots=True)
class Axis:
    """One axis of a view.

    Parameters
    ----------
    low, high
        The stretch that marks take.
    unit
        Pixels per unit.
    name
        What it is called in data.
    ends
        Written where it begins and where it goes; either may be empty.
    grid_offset
        How far a line of the grid stands from the number it belongs to.
    grows_down
        For the upward axis: greater numbers stand lower.
    has_ticks
        Whether its numbers mean anything.
    walls
        Where the room ends that is shown; None where it has no end.
    """

    low: Fraction
    high: Fraction
    unit: Fraction
    name: str = ""
    ends: tuple[str, str] = ("", "")
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
    north
        Whether an arrow shows that north is up.
    smallest
        The least width and height of the plot, in pixels.
    """

    def __init__(
        self,
        across: Axis,
        up: Axis,
        caption: str = "",
        least_height: float = 0.0,
        around: float = _AROUND,
        *,
        north: bool = False,
        smallest: tuple[float, float] = (_SMALLEST_WIDTH, _SMALLEST_HEIGHT),
    ) -> None:
        inner = [float((axis.high - axis.low) * axis.unit) for axis in (across, up)]
        # The arrow has room of its own, so that it hides nothing.
        aside = _NORTH[0] if north else 0.0
        plot_width = max(inner[0] + 2 * around + aside, smallest[0])
        plot_height = max(inner[1] + 2 * around, least_height + 2 * around, smallest[1])
        self._caption = _wrapped(caption, plot_width, _SMALL)
        words = max((pixels(name, _END) + 12 for name in up.ends), default=0.0)
        margin = max(_MARGIN_LEFT, words) if up.has_ticks else words if any(up.ends) else 0.0
        top = _MARGIN_TOP + (_LINE * len(self._caption) + 4 if caption else 0)
        self.plot = Rect(margin, top, margin + plot_width, top + plot_height)
        self.width = self.plot.right
        self.x = _Scale(across.low, across.unit, self.plot.left + (plot_width - aside - inner[0]) / 2, 1)
        side, sign = (plot_height - inner[1]) / 2, 1 if up.grows_down else -1
        self.y = _Scale(up.low, up.unit, self.plot.top + side if up.grows_down else self.plot.bottom - side, sign)
        self._axes = across, up
        self._north = Rect(self.plot.right - _NORTH[0], top, self.plot.right, top + _NORTH[1]) if north else None
        self._under: list[str] = []
        self._marks: list[str] = []
        self._tops: list[str] = []
        self._notes: list[str] = []
        self._list: list[_Row] | None = None
        self.labels = Labels(self.plot)
        for wall in self._walls():
            self.labels.take(wall)
        if self._north:
            self.labels.take(self._north)

    @property
    def height(self) -> float:
        """Its height in pixels, with the names of numbers and with notes below it; places the labels."""
        across, _ = self._axes
        below = _MARGIN_BOTTOM if across.has_ticks or any(across.ends) else 0.0
        return self.plot.bottom + below + _LINE * len(self._listed())

    @property
    def axes(self) -> tuple[Axis, Axis]:
        """The axis across and the one upwards."""
        return self._axes

    @property
    def is_to_scale(self) -> bool:
        """Whether a unit is as long on both axes, as far as both are measured."""
        across, up = self._axes
        return across.unit == up.unit or not up.has_ticks

    def top(self, element: str) -> None:
        """Draw an element above the ground of every label and below its text."""
        self._tops.append(element)

    def under(self, element: str) -> None:
        """Draw an element below all marks."""
        self._under.append(element)

    def mark(self, element: str) -> None:
        """Draw an element below every label."""
        self._marks.append(element)

    def note(self, words: str) -> None:
        """Say something below the panel."""
        self._notes.append(words)

    @property
    def _below(self) -> float:
        """The width of what is written below the panel, in pixels."""
        return self.plot.right - self.plot.left

    def _listed(self) -> list[_Row]:
        """Return the lines below the panel: the names of numbers in columns, what has no mark, and the notes."""
        if self._list is None:
            self.labels.place()
            self._list = _columns(listed(self.labels), self._below)
            if self.labels.unmarked:
                self._notes.insert(0, f"Too close to others for a mark: {', '.join(self.labels.unmarked)}.")
            self._list += [[(0.0, line)] for note in self._notes for line in _wrapped(note, self._below, _SMALL)]
        return self._list

    def svg(self, left: float, top: float) -> str:
        """Return the panel as a group whose corner stands at the given place."""
        lines = self._listed()
        start = self.height - _LINE * len(lines)
        below = [
            text_element(cell, self.plot.left + at, start + _LINE * row + 13, "key")
            for row, line in enumerate(lines)
            for at, cell in line
        ]
        placed = self.labels.placed
        chips = [line for one in placed for line in _chip(one)]
        texts = [_names_element(one) for one in placed]
        parts = [*self._frame(), *self._under, *self._marks, *chips, *self._tops, *texts, *below]
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
        for row, line in enumerate(self._caption):
            yield text_element(line, plot.left, _MARGIN_TOP + 10.0 + _LINE * row, "caption")
        inner, base = self._inner(), plot.bottom + 16
        first, last = across.ends
        starts = plot.left + (pixels(first, _END) + _BESIDE_WORD if first else 6)
        if across.has_ticks:
            found = _visible_ticks(self.x, starts, plot.right - pixels(last, _END) - _BESIDE_WORD, _TICKS_ACROSS)
            ticks_across = _within(across, found)
            for at in _lines(across, ticks_across):
                x = self.x(at)
                yield f"<path{attributes(d=f'M{x:.1f} {inner.top:.1f}V{inner.bottom:.1f}', class_='qsr-grid')}/>"
            yield from (text_element(_typeset(tick), self.x(tick), base, "tick") for tick in ticks_across)
        words = ((first, plot.left + 2, "axis qsr-start"), (last, plot.right - 2, "axis qsr-end"))
        yield from (text_element(word, start, base, kind) for word, start, kind in words if word)
        ends = ((up.ends[0], plot.bottom - 4), (up.ends[1], plot.top + 10))
        if up.grows_down:
            ends = ((up.ends[0], plot.top + 10), (up.ends[1], plot.bottom - 4))
        if up.has_ticks:
            free = [plot.top + (20 if ends[1 - up.grows_down][0] else 8), plot.bottom - (20 if ends[up.grows_down][0] else 8)]
            ticks_up = _within(up, _visible_ticks(self.y, free[0], free[1], _TICKS_UP))
            for at in _lines(up, ticks_up):
                y = self.y(at)
                yield f"<path{attributes(d=f'M{inner.left:.1f} {y:.1f}H{inner.right:.1f}', class_='qsr-grid')}/>"
            yield from (text_element(_typeset(tick), plot.left - 7, self.y(tick) + 4, "tick qsr-end") for tick in ticks_up)
        yield from (text_element(name, plot.left - 7, at, "axis qsr-end") for name, at in ends if name)
        if across.walls or up.walls:
            yield f"<rect{attributes(**inner.sides, class_='qsr-wall')}/>"
        if self._north:
            yield from _compass(self._north)

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


def _compass(area: Rect) -> Iterable[str]:
    """Yield an arrow to the north, which is up."""
    x, top = (area.left + area.right) / 2, area.top + 20
    yield text_element("N", x, area.top + 15, "axis qsr-north")
    head = f"{x:.1f},{top:.1f} {x - 5:.1f},{top + 9:.1f} {x + 5:.1f},{top + 9:.1f}"
    yield f"<path{attributes(d=f'M{x:.1f} {top + 8:.1f}V{area.bottom:.1f}', class_='qsr-needle')}/>"
    yield f"<path{attributes(d=f'M{head.replace(chr(32), chr(76))}Z', class_='qsr-needle')}/>"


def _columns(entries: Sequence[str], wide: float) -> list[_Row]:
    """Return entries in columns of one width, or one behind the other where some are long."""
    column = max((pixels(entry, _SMALL) for entry in entries), default=0.0) + _GUTTER
    if column > wide / 2:
        return [[(0.0, line)] for line in _wrapped("; ".join(entries), wide, _SMALL)]
    rows = -(-len(entries) // int((wide + _GUTTER) // column))
    return [[(column * place, entry) for place, entry in enumerate(entries[row::rows])] for row in range(rows)]


def _wrapped(words: str, wide: float, letters: float) -> list[str]:
    """Return words in lines that are no wider than so many pixels."""
    characters = max(12, int(wide / (0.75 * letters)))
    return [
        line
        for part in wrap(words, characters)
        for line in (wrap(part, characters // 2) if pixels(part, letters) > wide else [part])
    ]


def _chip(one: Placed) -> Iterable[str]:
    """Yield the ground of a label, and the line to its thing."""
    if one.line:
        (x, y), (u, v) = one.line
        yield f"<path{attributes(d=f'M{x:.1f} {y:.1f}L{u:.1f} {v:.1f}', class_='qsr-leader')}/>"
    yield f"<rect{attributes(**one.area.sides, rx=5, class_='qsr-chip')}/>"


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


def _names_element(one: Placed) -> str:
    """Return the text of a label. Only mixed writing directions need a span per name: not every program draws spans well."""
    kind = "number" if one.is_number else "label"
    x, y = one.area.middle[0], one.area.top + (11.5 if one.is_number else HEIGHT - 5.5)
    directions = ["rtl" if is_right_to_left(name) else "ltr" for name in one.names]
    if len(set(directions)) == 1:
        return text_element(", ".join(one.names), x, y, kind, direction=directions[0], unicode_bidi="isolate")
    spans = [
        f"<tspan{attributes(direction=direction, unicode_bidi='isolate')}>{escape(name)}</tspan>"
        for name, direction in zip(one.names, directions, strict=True)
    ]
    return f"<text{attributes(x=x, y=y, class_=f'qsr-{kind}')}>{', '.join(spans)}</text>"
