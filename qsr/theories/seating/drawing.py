"""Seats as pictures: a ring, facing rows, a row or a shelf with the names on its places, and arrows for where they look.

North is up where a compass is known. Otherwise place 0 of a ring, and row 0 of two, is at the top, and the left end of a row at
the left. A shelf is always seen from the front. The pictures are drawn from the layout's name alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import cos, hypot, radians, sin
from types import MappingProxyType
from typing import Final

from qsr.draw.facing import arrow
from qsr.draw.labels import size as label_size
from qsr.draw.names import display_name, shorten, width
from qsr.draw.panel import Axis, Panel, attributes, colour, group
from qsr.draw.rect import Rect
from qsr.seats import Layout

__all__ = ["layout_named", "seat_lines", "seat_panel", "seat_words"]

_DOT, _ARROW = 9.0, 20.0
#: Pixels from one place to the next, in a row and on a ring.
_APART: Final = 96
#: At least so many, and of what is drawn at most so many across and up; pixels that are free around.
_LEAST, _LARGEST, _AROUND = 20, (600, 760), 46
_SHELF: Final = (130, 54)
#: Stands out on light and on dark ground.
_INK: Final = "#6e7781"
#: Radii of a sketch of a ring, in characters across and lines down, for each of its places.
_ACROSS, _DOWN = 2.4, 0.95
_LEAST_ACROSS, _LEAST_DOWN = 9, 3
_LONGEST: Final = 12


def layout_named(name: str, place: Mapping[int, int]) -> Layout:
    """Return the layout of a name; raise ValueError for a name of none, and for places that it does not have."""
    layout = Layout.parse(name)
    if layout is None:
        raise ValueError(f"expected the name of a layout for seats, such as 'ring 6 inward', not {name!r}")
    strange = sorted(number for number in place.values() if not 0 <= number < layout.places)
    if strange:
        raise ValueError(f"the layout {name!r} has the places 0 to {layout.places - 1}, not {strange[0]}")
    return layout


def seat_words(layout: Layout, place: int) -> list[str]:
    """Return what a place is in words, such as ``["row 0", "place 3"]``; layers and columns count from 1, as `qsr.seats` does.

    >>> seat_words(Layout.parse("shelf 3x2"), 5), seat_words(Layout.parse("ring 6"), 5)
    (['layer 3', 'column 2'], ['place 5'])
    """
    line, at = divmod(place, layout.counts[-1])
    if layout.kind == "shelf":
        return [f"layer {line + 1}", f"column {at + 1}"]
    if layout.kind == "rows":
        return [f"row {line}", f"place {place}"]
    return [f"place {place}"]


def _position(layout: Layout, place: int) -> tuple[float, float]:
    """Return a place in the plane, y upwards, neighbours in a row being 1 apart."""
    line, at = divmod(place, layout.counts[-1])
    middle = at - (layout.counts[-1] - 1) / 2
    if layout.kind == "shelf":
        return middle, float(line)
    if layout.kind == "ring":
        # Neighbours are 1 apart on the circle too, and small rings are not smaller than a table.
        radius = max(0.9, 0.5 / sin(radians(180 / layout.places))) if layout.places > 1 else 0.0
        east, north = _unit(layout, 360 * at / layout.places)
        return radius * east, radius * north
    if layout.kind == "rows":
        out, along = _unit(layout, 0), _unit(layout, 90)
        side = 0.7 * (1 - 2 * line)
        return side * out[0] + middle * along[0], side * out[1] + middle * along[1]
    left = _unit(layout, 0 if layout.bearing is not None else 270)
    return -middle * left[0], -middle * left[1]


def _unit(layout: Layout, turned: float) -> tuple[float, float]:
    bearing = radians(float(layout.bearing or 0) + turned)
    return sin(bearing), cos(bearing)


def _look(layout: Layout, place: int) -> tuple[float, float] | None:
    """Return the direction somebody at a place looks in; None where nothing says it."""
    if layout.kind == "ring":
        return _unit(layout, 360 * place / layout.places + (180 if layout.view == "inward" else 0))
    if layout.kind == "rows":
        return _unit(layout, 180 if place < layout.counts[0] else 0)
    if layout.kind == "row" and layout.view == "own":
        return _unit(layout, 90 if layout.bearing is not None else 0)
    return None


def _caption(layout: Layout) -> str:
    return str(layout) if layout.bearing is None or layout.kind == "shelf" else f"{layout}: north is up"


def seat_panel(
    layout: Layout, place: Mapping[int, int], names: Mapping[int, str], may: Mapping[int, Sequence[int]] = MappingProxyType({})
) -> Panel:
    """Return a panel with a dot and its number for every place, taken or not, and the names beside them.

    A dashed ring in the colour of a thing is around each further place that it may have.
    """
    spots = [_position(layout, number) for number in range(layout.places)]
    ends = [(_exact(min(values)), _exact(max(values))) for values in zip(*spots, strict=True)]
    across, up = units = _units(layout, ends, [display_name(names, entity) for entity in place])
    axes = [Axis(low, high, unit, has_ticks=False) for (low, high), unit in zip(ends, units, strict=True)]
    around = float(across) / 2 + 10 if layout.kind == "shelf" else _AROUND
    frame = Panel(axes[0], axes[1], _told(layout), around=around, north=layout.bearing is not None and layout.kind != "shelf")
    taken: dict[int, list[int]] = {}
    for entity in sorted(place):
        taken.setdefault(place[entity], []).append(entity)
    pixels = [(frame.x(_exact(x)), frame.y(_exact(y))) for x, y in spots]
    for element in _furniture(layout, pixels, (float(across), float(up))):
        frame.mark(element)
    for turn, (thing, others) in enumerate(may.items(), 1):
        for x, y in (pixels[number] for number in others):
            ring = attributes(cx=x, cy=y, r=_DOT + 3.5 * turn, fill="none", stroke=colour(thing), class_="qsr-may")
            frame.mark(f"<circle{ring}/>")
            frame.labels.take(Rect.around(x, y, 2 * _DOT + 7 * turn + 2, 2 * _DOT + 7 * turn + 2))
    for number, (x, y) in enumerate(pixels):
        entities = taken.get(number, [])
        look = _look(layout, number)
        if look is not None:
            frame.mark(arrow(x, y, look, _DOT + 2, _DOT + _ARROW, _INK))
            frame.labels.take(Rect.around(x + look[0] * (_DOT + _ARROW / 2), y - look[1] * (_DOT + _ARROW / 2), _ARROW, _ARROW))
        ink = colour(entities[0]) if entities else "none"
        dot = f"<circle{attributes(cx=x, cy=y, r=_DOT, fill=ink, class_='qsr-dot' if entities else 'qsr-grid')}/>"
        said = [(display_name(names, entity), seat_words(layout, number)) for entity in entities]
        frame.top(group(dot, said or [("empty", seat_words(layout, number))], entities, seat=str(number)))
        mark = Rect.around(x, y, 2 * _DOT, 2 * _DOT)
        if entities:
            frame.labels.thing(entities[0], (display_name(names, entity) for entity in entities), [mark], mark, is_mark=True)
        else:
            frame.labels.take(mark)
    return frame


def _units(layout: Layout, ends: Sequence[tuple[Fraction, Fraction]], names: Sequence[str]) -> tuple[Fraction, Fraction]:
    """Return the pixels from one place to the next, on both axes: less where places are many, more where names are long."""
    if layout.kind == "shelf":
        widest = max((label_size([shorten(name)])[0] for name in names), default=0.0)
        return Fraction(max(_SHELF[0], round(widest) + 12)), Fraction(_SHELF[1])
    spans = [float(high - low) for low, high in ends]
    most = min(room / span if span else _APART for room, span in zip(_LARGEST, spans, strict=True))
    # The arrows of two rows would meet.
    least = 2 * _LEAST + 8 if layout.kind == "rows" else _LEAST
    unit = Fraction(round(max(least, min(_APART, most))))
    return unit, unit


def _told(layout: Layout) -> str:
    """Return what a layout is, in plain words."""
    line = f"{layout.counts[-1]} places"
    looks = {"inward": "everybody facing the centre", "outward": "everybody facing outwards"}
    if layout.kind == "ring":
        return f"Around in a ring, {looks[layout.view]}"
    if layout.kind == "rows":
        return f"Two rows of {line}, face to face"
    seen = "as somebody sees it who stands in front" if layout.view == "viewer" else "left and right being those of who is in it"
    return f"A shelf, seen from the front: {layout.counts[0]} layers of {line}" if layout.kind == "shelf" else f"A row, {seen}"


def _exact(value: float) -> Fraction:
    return Fraction(round(value * 1000), 1000)


def _furniture(layout: Layout, pixels: Sequence[tuple[float, float]], cell: tuple[float, float]) -> Iterator[str]:
    """Yield the circle of a ring, or the cells of a shelf."""
    if layout.kind == "ring":
        x, y = (sum(values) / len(pixels) for values in zip(*pixels, strict=True))
        radius = hypot(pixels[0][0] - x, pixels[0][1] - y)
        if radius > _DOT:
            yield f"<circle{attributes(cx=x, cy=y, r=radius, class_='qsr-grid')}/>"
    elif layout.kind == "shelf":
        wide, high = cell
        for x, y in pixels:
            # The name stands above the dot.
            box = {"x": x - wide / 2, "y": y - high * 0.7, "width": wide, "height": high}
            yield f"<rect{attributes(**box, fill='none', class_='qsr-grid')}/>"


def seat_lines(layout: Layout, place: Mapping[int, int], names: Mapping[int, str]) -> list[str]:
    """Return a sketch in characters, each place as its number and who is there; ``-`` for a place that is empty.

    A ring is drawn round and a shelf as a table with the highest layer on top; a compass turns a ring or rows to the north.
    """
    here: dict[int, list[str]] = {}
    for entity in sorted(place):
        here.setdefault(place[entity], []).append(shorten(display_name(names, entity), _LONGEST))
    words = [", ".join(here.get(number, ["-"])) for number in range(layout.places)]
    if layout.kind == "shelf":
        return [_caption(layout), *_table(layout, words)]
    return [_caption(layout), *_raster(layout, [f"{number}: {word}" for number, word in enumerate(words)])]


def _table(layout: Layout, words: list[str]) -> list[str]:
    columns = layout.counts[1]
    wide = max(map(width, words))
    rule = "+" + ("-" * (wide + 2) + "+") * columns
    lines = [rule]
    for layer in reversed(range(layout.counts[0])):
        cells = words[layer * columns : (layer + 1) * columns]
        lines += ["|" + "".join(f" {word}{' ' * (wide - width(word))} |" for word in cells), rule]
    return lines


def _raster(layout: Layout, words: list[str]) -> list[str]:
    spots = [_position(layout, number) for number in range(layout.places)]
    wide = max(map(width, words))
    if layout.kind == "ring":
        radius = max(hypot(*spot) for spot in spots) or 1.0
        across = max(_LEAST_ACROSS, wide + 2, _ACROSS * layout.places) / radius
        down = max(_LEAST_DOWN, _DOWN * layout.places) / radius
    else:
        across, down = wide + 3.0, 2.0
    middles = [(round(x * across), round(-y * down)) for x, y in spots]
    starts = [(x - width(word) // 2, y) for (x, y), word in zip(middles, words, strict=True)]
    left, top = min(x for x, _ in starts), min(y for _, y in starts)
    lines: dict[int, list[tuple[int, str]]] = {}
    for (x, y), word in zip(starts, words, strict=True):
        lines.setdefault(y - top, []).append((x - left, word))
    found = []
    for line in range(max(lines) + 1):
        text = ""
        for x, word in sorted(lines.get(line, [])):
            # Two names that come too close to each other push the right one aside.
            text += " " * max(x - width(text), 2 if text else 0) + word
        found.append(text)
    return found
