"""Things in things: a box for each, in it its name and below that the boxes of what it holds."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from qsr.draw.boxes import draw_areas
from qsr.draw.labels import size
from qsr.draw.names import shorten
from qsr.draw.panel import Axis, Panel
from qsr.draw.places import Said
from qsr.draw.views import Interval

__all__ = ["nest"]

#: Pixels: the height of the line of a name in its box, the room between boxes, the least width of one.
_LINE, _GAP, _LEAST = 28, 7, 64
#: Boxes side by side in one row, in pixels.
_WIDEST: Final = 600


def nest(holders: Mapping[int, int], said: Said, caption: str) -> Panel:
    """Return a panel in which each thing lies in its holder; what nothing holds stands side by side.

    Parameters
    ----------
    holders
        Thing -> what holds it.
    said
        Names of things and of holders.
    caption
        Above the panel.
    """
    inside: dict[int, list[int]] = {}
    for thing, holder in sorted(holders.items()):
        inside.setdefault(holder, []).append(thing)
    outer = [one for one in sorted(said) if one not in holders]
    # What holds itself by a detour is in nothing that could be drawn around it.
    outer += [one for one in sorted(said) if not _ends(one, holders) and one == min(_way(one, holders))]
    boxes: dict[int, tuple[Interval, Interval]] = {}
    left = top = right = 0
    lowest = 0
    for one in outer:
        wide, high = _extent(one, inside, said, ())
        if left and left + wide > _WIDEST:
            left, top = 0, lowest + 2 * _GAP
        _put(one, (left, top), wide, inside, said, boxes, ())
        lowest, left = max(lowest, top + high), left + wide + 2 * _GAP
        right = max(right, left - 2 * _GAP)
    across, up = (Axis(Fraction(0), Fraction(span), Fraction(1), has_ticks=False) for span in (right, lowest))
    frame = Panel(across, up, caption, around=12, smallest=(_LEAST + 24.0, 0.0))
    flipped = {one: [(side, (lowest - low, lowest - high))] for one, (side, (high, low)) in boxes.items()}
    draw_areas(frame, flipped, said)
    return frame


def _ends(thing: int, holders: Mapping[int, int]) -> bool:
    return _way(thing, holders)[-1] not in holders


def _way(thing: int, holders: Mapping[int, int]) -> list[int]:
    """Return a thing and what it is in, from the inside out, each once."""
    way = [thing]
    while way[-1] in holders and holders[way[-1]] not in way:
        way.append(holders[way[-1]])
    return way


def _extent(thing: int, inside: Mapping[int, list[int]], said: Said, above: tuple[int, ...]) -> tuple[int, int]:
    """Return the width and the height of a box with all that it holds."""
    extents = [_extent(one, inside, said, (*above, thing)) for one in inside.get(thing, ()) if one not in above]
    own = round(size([shorten(said[thing][0])])[0]) + 6
    wide = max(_LEAST, own, *(wide + 2 * _GAP for wide, _ in extents)) if extents else max(_LEAST, own)
    return wide, _LINE + sum(high + _GAP for _, high in extents)


def _put(
    thing: int,
    corner: tuple[int, int],
    wide: int,
    inside: Mapping[int, list[int]],
    said: Said,
    boxes: dict[int, tuple[Interval, Interval]],
    above: tuple[int, ...],
) -> None:
    """Give a thing and all that it holds their boxes, from the left and from the top."""
    left, top = corner
    high = _extent(thing, inside, said, above)[1]
    boxes[thing] = (left, left + wide), (top, top + high)
    down = top + _LINE
    for one in inside.get(thing, ()):
        if one in above:
            continue
        _put(one, (left + _GAP, down), wide - 2 * _GAP, inside, said, boxes, (*above, thing))
        down += _extent(one, inside, said, (*above, thing))[1] + _GAP
