"""What has an extent: boxes, and regions made of boxes, with the outline of their bounding box where they look like several."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final, TypeAlias

from qsr.draw.numbers import Number
from qsr.draw.panel import Panel, attributes, colour, group
from qsr.draw.places import NOTHING, Said, Told, bounds, dimensions
from qsr.draw.rect import Rect
from qsr.draw.views import VIEWS, Interval, panels

__all__ = ["boxes", "draw_areas", "regions"]

#: A box or interval without extent is still seen.
_THINNEST: Final = 3.0
#: Radius of what has no extent at all.
_POINT: Final = 5.0
#: Of the height of one lane, what an interval on a line fills.
_LANE_FILLED: Final = Fraction(3, 5)
#: Radius of the corners of outlines and of what looks like one box, and of the many boxes of a region; in pixels.
_ROUND, _LITTLE_ROUND = 4, 1

Box: TypeAlias = Sequence[Interval]


def boxes(
    place: Mapping[int, Box],
    said: Said,
    grid_offset: Fraction = Fraction(0),
    size: Sequence[Number] = (),
    told: Told = NOTHING,
) -> list[Panel]:
    """Return one panel per view with a box for each entity, see `regions`."""
    return regions({entity: (box,) for entity, box in place.items()}, said, grid_offset, size, told)


def regions(
    place: Mapping[int, Sequence[Box]],
    said: Said,
    grid_offset: Fraction = Fraction(0),
    size: Sequence[Number] = (),
    told: Told = NOTHING,
) -> list[Panel]:
    """Return one panel per view, with a grid and between walls as `qsr.draw.views.panels` has them.

    Regions on a single axis lie in lanes, the first entity on top. Raise ValueError for a region without boxes.
    """
    outlines = {entity: bounds(place[entity]) for entity in sorted(place)}
    views = VIEWS[dimensions(outlines)]
    # A region on a line has the height of its lane.
    lanes = {entity: (Fraction(-lane), _LANE_FILLED - lane) for lane, entity in enumerate(outlines)}
    extents = *bounds(list(outlines.values())), (Fraction(1 - len(lanes)), _LANE_FILLED)
    frames = panels(views, extents, grid_offset, size, len(place), told)
    for view, frame in zip(views, frames, strict=True):
        lifted = {entity: [(*box, lane) for box in place[entity]] for entity, lane in lanes.items()}
        seen = {entity: [(box[view.across], box[view.up]) for box in pieces] for entity, pieces in lifted.items()}
        draw_areas(frame, seen, said)
    return frames


def _pixels(frame: Panel, across: Interval, up: Interval) -> Rect:
    """Return where a box is seen that has these sides on the two axes of a view; one without extent is still seen."""
    left, right = sorted(frame.x(end) for end in across)
    top, bottom = sorted(frame.y(end) for end in up)
    return Rect.around((left + right) / 2, (top + bottom) / 2, max(right - left, _THINNEST), max(bottom - top, _THINNEST))


def draw_areas(frame: Panel, place: Mapping[int, Sequence[tuple[Interval, Interval]]], said: Said) -> None:
    """Draw regions, boxes with their sides on the two axes of a panel, with their names and with their words on hovering."""
    areas = {entity: [_pixels(frame, across, up) for across, up in pieces] for entity, pieces in place.items()}
    together: dict[tuple[Rect, ...], list[int]] = {}
    # The largest first, so that none hides a smaller one; entities of one size in their order. What looks alike has one label.
    for entity in sorted(areas, key=lambda entity: (-_outline(areas[entity]).area, entity)):
        together.setdefault(_visible(areas[entity]), []).append(entity)
    for pieces, entities in together.items():
        frame.mark(group(_drawn(pieces, colour(entities[0])), [said[entity] for entity in entities], entities))
    for pieces, entities in together.items():
        outline = _outline(pieces)
        if is_point := _is_point(pieces):
            outline = Rect.around(*outline.middle, 2 * _POINT, 2 * _POINT)
        frame.labels.thing(entities[0], (said[entity][0] for entity in entities), pieces, outline, is_mark=is_point)


def _outline(pieces: Iterable[Rect]) -> Rect:
    lefts, tops, rights, bottoms = zip(*pieces, strict=True)
    return Rect(min(lefts), min(tops), max(rights), max(bottoms))


def _visible(pieces: Iterable[Rect]) -> tuple[Rect, ...]:
    """Return the rectangles, to one decimal, that no other one of the same region covers; the largest first."""
    kept: list[Rect] = []
    rounded = {Rect(*(round(side, 1) for side in piece)) for piece in pieces}
    for piece in sorted(rounded, key=lambda piece: (-piece.area, piece)):
        if not any(_outline((other, piece)) == other for other in kept):
            kept.append(piece)
    return tuple(kept)


def _is_point(pieces: Sequence[Rect]) -> bool:
    """Tell whether what is seen has no extent that could be seen."""
    return len(pieces) == 1 and max(pieces[0].right - pieces[0].left, pieces[0].bottom - pieces[0].top) <= _THINNEST


def _drawn(pieces: Sequence[Rect], ink: str) -> str:
    """Return the elements of one region; a region that looks like one box is drawn as a box is."""
    if _is_point(pieces):
        (x, y), fill = pieces[0].middle, {"fill": ink, "class_": "qsr-dot"}
        return f"<circle{attributes(cx=x, cy=y, r=_POINT, **fill)}/>"
    if len(pieces) == 1:
        return f"<rect{attributes(**pieces[0].sides, rx=_ROUND, fill=ink, stroke=ink, class_='qsr-box')}/>"
    how: dict[str, str | float] = {"rx": _LITTLE_ROUND, "fill": ink, "stroke": ink, "class_": "qsr-piece"}
    drawn = "".join(f"<rect{attributes(**piece.sides, **how)}/>" for piece in pieces)
    return f"<rect{attributes(**_outline(pieces).sides, rx=_ROUND, stroke=ink, class_='qsr-outline')}/>{drawn}"
