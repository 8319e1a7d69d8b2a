"""Plots as SVG: shares as bars with their intervals, shares along a number as lines, and histograms.

Colours are classes of the page's style (`series-1` and so on: the colours of Okabe and Ito, which people with any kind of colour
vision tell apart); series differ in their marks as well. Widths suit a telephone, and larger screens scale them up.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from typing import Final

from qsr.draw.names import clean, shorten
from qsr.draw.names import width as text_width

__all__ = ["Point", "bars", "histogram", "lines"]

_WIDTH: Final = 400.0
_LEFT: Final = 136.0
_RIGHT: Final = 58.0
_BAR: Final = 15.0
_SERIES: Final = 6
_CHARACTER: Final = 7.0


@dataclass(frozen=True, slots=True)
class Point:
    """A share between 0 and 1 with its interval, None where there is nothing to divide by."""

    share: float | None
    interval: tuple[float, float] | None = None


def bars(rows: Sequence[tuple[str, Sequence[Point]]], series: Sequence[str], title: str) -> str:
    """Return bars from 0 to 100 %, a group of them per row and one per series, with whiskers for the intervals."""
    step = _BAR * len(series) + 12
    top = 8.0 + _legend_height(series)
    height = top + step * len(rows) + 26
    drawn = _legend(series) + _scale_across(top, height - 24)
    for place, (name, points) in enumerate(rows):
        start = top + 4 + place * step
        drawn += _text(_LEFT - 8, start + _BAR * len(series) / 2 + 4, _short(name), "end")
        for number, point in enumerate(points):
            drawn += _bar(start + number * _BAR, number, point)
    return _svg(height, title, drawn)


def lines(ticks: Sequence[str], series: Sequence[tuple[str, Sequence[Point]]], title: str, axis: str) -> str:
    """Return a line per series over the ticks, from 0 to 100 %, with whiskers for the intervals; gaps where there is no share."""
    names = [name for name, _ in series]
    top, left, right, bottom = 12.0 + _legend_height(names), 48.0, _WIDTH - 16, 250.0 + _legend_height(names)
    apart = (right - left) / max(1, len(ticks))
    drawn = _legend(names)
    for tenth in range(0, 11, 2):
        y = bottom - (bottom - top) * tenth / 10
        drawn += f'<line class="grid" x1="{left:.1f}" x2="{right:.1f}" y1="{y:.1f}" y2="{y:.1f}"/>'
        drawn += _text(left - 6, y + 4, f"{10 * tenth} %", "end", "tick")
    # Where ticks are many, some are not named.
    every = 1 + len(ticks) // 14
    for place, tick in enumerate(ticks):
        if place % every == 0:
            drawn += _text(left + apart * (place + 0.5), bottom + 17, tick, "middle", "tick")
    drawn += _text((left + right) / 2, bottom + 36, axis, "middle", "tick")
    for number, (_, points) in enumerate(series):
        # Series stand a little apart, so that whiskers do not hide each other.
        shift = (number - (len(series) - 1) / 2) * min(7.0, apart / (len(series) + 1))
        drawn += _line(points, number, [left + apart * (place + 0.5) + shift for place in range(len(points))], top, bottom)
    return _svg(bottom + 46, title, drawn)


def histogram(bins: Sequence[tuple[str, Sequence[int]]], series: Sequence[str], title: str) -> str:
    """Return counts as bars, a group of them per bin and one per series, each with its number."""
    most = max((number for _, numbers in bins for number in numbers), default=0) or 1
    step = _BAR * len(series) + 8
    top = 8.0 + _legend_height(series)
    drawn = _legend(series)
    for place, (name, numbers) in enumerate(bins):
        start = top + place * step
        drawn += _text(_LEFT - 8, start + _BAR * len(series) / 2 + 4, _short(name), "end")
        for row, number in enumerate(numbers):
            wide = (_WIDTH - _LEFT - _RIGHT) * number / most
            y = start + row * _BAR
            drawn += (
                f'<rect class="series-{row % _SERIES + 1}" x="{_LEFT}" y="{y + 1:.1f}" width="{wide:.1f}" height="{_BAR - 3}"/>'
            )
            drawn += _text(_LEFT + wide + 5, y + _BAR - 4, str(number), "start", "tick")
    return _svg(top + step * len(bins) + 6, title, drawn)


def _bar(top: float, number: int, point: Point) -> str:
    wide = _WIDTH - _LEFT - _RIGHT
    if point.share is None:
        return _text(_LEFT + 5, top + _BAR - 4, "-", "start", "tick")
    middle = top + (_BAR - 2) / 2
    kind = f"series-{number % _SERIES + 1}"
    drawn = f'<rect class="{kind}" x="{_LEFT}" y="{top:.1f}" width="{wide * point.share:.1f}" height="{_BAR - 2}"/>'
    if point.interval is not None:
        low, high = (_LEFT + wide * bound for bound in point.interval)
        ends = f"M{low:.1f} {middle - 4:.1f}v8M{high:.1f} {middle - 4:.1f}v8"
        drawn += f'<path class="whisker" d="M{low:.1f} {middle:.1f}H{high:.1f}{ends}"/>'
    return drawn + _text(_WIDTH - 4, top + _BAR - 4, f"{100 * point.share:.1f} %", "end", "tick")


def _scale_across(top: float, bottom: float) -> str:
    drawn = ""
    for quarter in range(5):
        x = _LEFT + (_WIDTH - _LEFT - _RIGHT) * quarter / 4
        drawn += f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{top:.1f}" y2="{bottom:.1f}"/>'
        drawn += _text(x, bottom + 16, f"{25 * quarter} %", "middle", "tick")
    return drawn


def _line(points: Sequence[Point], number: int, across: Sequence[float], top: float, bottom: float) -> str:
    kind = f"series-{number % _SERIES + 1}"
    seen = [
        None if point.share is None else (x, bottom - (bottom - top) * point.share)
        for x, point in zip(across, points, strict=True)
    ]
    drawn = ""
    for one, other in pairwise(seen):
        if one is not None and other is not None:
            drawn += f'<line class="stroke {kind}" x1="{one[0]:.1f}" y1="{one[1]:.1f}" x2="{other[0]:.1f}" y2="{other[1]:.1f}"/>'
    for x, point, at in zip(across, points, seen, strict=True):
        if at is None:
            continue
        if point.interval is not None:
            low, high = (bottom - (bottom - top) * bound for bound in point.interval)
            drawn += f'<path class="whisker" d="M{x:.1f} {low:.1f}V{high:.1f}M{x - 3:.1f} {low:.1f}h6M{x - 3:.1f} {high:.1f}h6"/>'
        drawn += _mark(number, *at)
    return drawn


def _mark(number: int, x: float, y: float) -> str:
    kind = f'class="series-{number % _SERIES + 1}"'
    if number % 3 == 0:
        return f'<circle {kind} cx="{x:.1f}" cy="{y:.1f}" r="4"/>'
    if number % 3 == 1:
        return f'<rect {kind} x="{x - 3.5:.1f}" y="{y - 3.5:.1f}" width="7" height="7"/>'
    return f'<polygon {kind} points="{x:.1f},{y - 5:.1f} {x + 5:.1f},{y + 4:.1f} {x - 5:.1f},{y + 4:.1f}"/>'


def _rows_of(series: Sequence[str]) -> Iterable[tuple[int, float, str, int]]:
    """Yield number, place across, name and row of each entry of the legend."""
    x, row = 8.0, 0
    for number, name in enumerate(series):
        wide = 30 + _CHARACTER * text_width(_short(name, 40))
        if x + wide > _WIDTH and x > 8:
            x, row = 8.0, row + 1
        yield number, x, _short(name, 40), row
        x += wide


def _legend_height(series: Sequence[str]) -> float:
    return 0.0 if len(series) < 2 else 22.0 * (1 + max(row for *_, row in _rows_of(series)))


def _legend(series: Sequence[str]) -> str:
    if len(series) < 2:
        return ""
    return "".join(
        _mark(number, x + 6, 12 + 22 * row) + _text(x + 16, 16 + 22 * row, name, "start")
        for number, x, name, row in _rows_of(series)
    )


def _short(name: str, longest: int = 17) -> str:
    return shorten(clean(name), longest)


def _text(x: float, y: float, content: str, anchor: str, kind: str = "label") -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(content)}</text>'


def _svg(height: float, title: str, drawn: str) -> str:
    named = escape(title)
    head = f'<svg class="plot" role="img" viewBox="0 0 {_WIDTH:.0f} {height:.0f}" aria-label="{named}">'
    return f"{head}<title>{named}</title>{drawn}</svg>"
