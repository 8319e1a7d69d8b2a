"""The views in which a scene of one, two or three dimensions is drawn, all of them to one scale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final, NamedTuple, TypeAlias

from qsr.draw.numbers import Number
from qsr.draw.panel import Axis, Panel
from qsr.draw.places import AXIS_NAMES, NOTHING, Told

__all__ = ["VIEWS", "Interval", "View", "panels"]

Interval: TypeAlias = tuple[Number, Number]

_LARGEST_WIDTH, _LARGEST_HEIGHT = 460, 320
#: Many things have more room: pixels for each one above so many, up to so much more.
_COMMON, _FOR_EACH, _LARGEST_MORE = 10, 8, 240
_LARGEST_UNIT: Final = 110
#: A scene smaller than one unit is blown up to this many pixels.
_SMALLEST_SCENE: Final = 220
#: A side that would be thinner than this, seen to scale, is stretched to `_STRETCHED`.
_THINNEST, _STRETCHED = 24, 150
#: Height of a lane, and of all lanes together, where the upward axis only keeps things apart.
_LANE, _SMALLEST_LANE, _LARGEST_LANES = 46, 24, 640


class View(NamedTuple):
    """Two axes of a scene by index. `is_measured` is false where the upward axis only keeps things apart."""

    across: int
    up: int
    grows_down: bool = False
    is_measured: bool = True
    caption: str = ""


#: Dimensions of a scene -> its views. A scene on a line gets made-up heights as its second axis.
VIEWS: Final[dict[int, tuple[View, ...]]] = {
    1: (View(0, 1, is_measured=False),),
    2: (View(0, 1),),
    3: (View(0, 1, caption="From the front"), View(0, 2, grows_down=True, caption="From above")),
}


def panels(
    views: Sequence[View],
    extents: Sequence[Interval],
    grid_offset: Fraction = Fraction(0),
    size: Sequence[Number] = (),
    things: int = 0,
    told: Told = NOTHING,
) -> list[Panel]:
    """Return an empty panel per view.

    Parameters
    ----------
    views
        An entry of `VIEWS`.
    extents
        (lowest, highest) number on each axis; axes that no view shows are passed over.
    grid_offset
        How far lines of the grid stand from the numbers they belong to.
    size
        The sides of a room whose first wall on each axis stands at 0, or at ``-grid_offset`` where the room has cells; empty for
        no walls.
    things
        How many there are to be drawn.
    told
        The story's words for the ends of the axes, and which of them leads to the north.
    """
    walls = [(-grid_offset, Fraction(side) - grid_offset) for side in size]
    extents = [
        (min(low, walls[index][0]), max(high, walls[index][1])) if index < len(walls) else (low, high)
        for index, (low, high) in enumerate(extents)
    ]
    more = min(_LARGEST_MORE, max(0, things - _COMMON) * _FOR_EACH)
    spans = [Fraction(high) - Fraction(low) for low, high in extents[: 1 + max(view.up for view in views)]]
    measured = len(spans) - sum(not view.is_measured for view in views)
    units = _units(spans[:measured], more)
    units += [
        max(Fraction(_SMALLEST_LANE), min(Fraction(_LANE), _LARGEST_LANES / max(span, Fraction(1)))) for span in spans[measured:]
    ]
    height = max(float(spans[view.up] * units[view.up]) for view in views)

    def axis(index: int) -> Axis:
        low, high = extents[index]
        return Axis(
            Fraction(low),
            Fraction(high),
            units[index],
            AXIS_NAMES[index],
            (told.get(f"{AXIS_NAMES[index]}-", ""), told.get(f"{AXIS_NAMES[index]}+", "" if told else AXIS_NAMES[index])),
            grid_offset=grid_offset,
            walls=walls[index] if index < len(walls) else None,
        )

    frames = []
    for view in views:
        up = replace(axis(view.up), grows_down=view.grows_down, has_ticks=view.is_measured)
        if not view.is_measured:
            up = replace(up, ends=("", ""))
        north = view.is_measured and told.get("north") == AXIS_NAMES[view.up]
        frames.append(Panel(axis(view.across), up, view.caption, height, north=north))
    return frames


def _units(spans: Sequence[Fraction], more: int) -> list[Fraction]:
    """Return the pixels per unit of each axis: one number for all, save for axes that would be too thin."""
    rooms = [_LARGEST_WIDTH + more] + [_LARGEST_HEIGHT + more] * (len(spans) - 1)
    fitting = [room / span for room, span in zip(rooms, spans, strict=True) if span]
    if not fitting:
        return [Fraction(_LARGEST_UNIT)] * len(spans)
    unit = min(*fitting, max(Fraction(_LARGEST_UNIT), _SMALLEST_SCENE / max(spans)))
    return [_STRETCHED / span if span and span * unit < _THINNEST else unit for span in spans]
