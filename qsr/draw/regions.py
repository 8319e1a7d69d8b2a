"""What has an extent: boxes, and unions of boxes, each in one colour, with the outline of what is more than one box."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final, TypeAlias

from qsr.draw.names import joint
from qsr.draw.panel import Panel, Rect, attributes, colour, group
from qsr.draw.places import Said, bounds, dimensions
from qsr.draw.views import VIEWS, Interval, panels

__all__ = ["draw_areas", "pixels", "regions"]

_INSET: Final = 4.0
#: An area lower than this many labels has its label in the middle.
_SMALL_LABELS: Final = 3.2
#: A box or interval without extent is still seen.
_THINNEST: Final = 3.0
#: Of the height of one lane, what an interval on a line fills.
_LANE_FILLED: Final = Fraction(3, 5)
#: Radius of the corners of outlines and of what looks like one box, and of the many boxes of others; in pixels.
_ROUND, _LITTLE_ROUND = 4.0, 1.0

Box: TypeAlias = Sequence[Interval]


def regions(place: Mapping[int, Sequence[Box]], said: Said) -> list[Panel]:
    """Return one panel per view. What is on a single axis lies in lanes, the first entity on top.

    Raise ValueError for a region without boxes.
    """
    outlines = {entity: bounds(place[entity]) for entity in sorted(place)}
    views = VIEWS[dimensions(outlines)]
    lanes = {entity: (Fraction(-lane), _LANE_FILLED - lane) for lane, entity in enumerate(outlines)}
    axes = zip(*((*outline, lanes[entity]) for entity, outline in outlines.items()), strict=True)
    frames = panels(views, [(min(start for start, _ in ends), max(end for _, end in ends)) for ends in axes])
    for view, frame in zip(views, frames, strict=True):
        areas = {}
        for entity, lane in lanes.items():
            boxes = ((*box, lane) for box in place[entity])
            areas[entity] = [pixels(frame, box[view.across], box[view.up]) for box in boxes]
        draw_areas(frame, areas, said)
    return frames


def pixels(frame: Panel, across: Interval, up: Interval) -> Rect:
    """Return where a box is seen that has these sides on the two axes of a view; one without extent is still seen."""
    left, right = sorted(frame.x(end) for end in across)
    top, bottom = sorted(frame.y(end) for end in up)
    return Rect.around((left + right) / 2, (top + bottom) / 2, max(right - left, _THINNEST), max(bottom - top, _THINNEST))


def draw_areas(frame: Panel, areas: Mapping[int, Sequence[Rect]], said: Said) -> None:
    """Draw what has an extent, each made of one or more rectangles, with its name, and with name and words on hovering."""
    together: dict[tuple[Rect, ...], list[int]] = {}
    for entity in sorted(areas):
        together.setdefault(tuple(_visible(areas[entity])), []).append(entity)
    # The largest first, so that none hides a smaller one; those of one size in their order.
    order = sorted(((_outline(pieces), pieces, entities) for pieces, entities in together.items()), key=_size)
    for outline, pieces, entities in order:
        frame.mark(group(_drawn(outline, pieces, colour(entities[0])), [said[entity] for entity in entities]))
    for outline, _, entities in order:
        label = joint((said[entity][0] for entity in entities), frame.columns)
        frame.label(label, _label_centres(outline, *frame.label_size(label)))


def _size(seen: tuple[Rect, tuple[Rect, ...], list[int]]) -> tuple[float, list[int]]:
    return -seen[0].area, seen[2]


def _visible(pieces: Iterable[Rect]) -> list[Rect]:
    """Return the rectangles, to one decimal, that no other one of the same region covers; the largest first."""
    kept: list[Rect] = []
    rounded = {Rect(*(round(side, 1) for side in piece)) for piece in pieces}
    for piece in sorted(rounded, key=lambda piece: (-piece.area, piece)):
        if not any(other.overlap(piece) == piece.area for other in kept):
            kept.append(piece)
    return kept


def _outline(pieces: Sequence[Rect]) -> Rect:
    lefts, tops, rights, bottoms = zip(*pieces, strict=True)
    return Rect(min(lefts), min(tops), max(rights), max(bottoms))


def _drawn(outline: Rect, pieces: Sequence[Rect], ink: str) -> str:
    """Return the elements of one region; a region that looks like one box is drawn as a box is."""
    if len(pieces) == 1:
        return _rect(pieces[0], rx=_ROUND, fill=ink, stroke=ink, class_="qsr-box")
    boxes = "".join(_rect(piece, rx=_LITTLE_ROUND, fill=ink, stroke=ink, class_="qsr-piece") for piece in pieces)
    return _rect(outline, rx=_ROUND, stroke=ink, class_="qsr-outline") + boxes


def _rect(area: Rect, **how: str | float) -> str:
    sides = {"x": area.left, "y": area.top, "width": area.right - area.left, "height": area.bottom - area.top}
    return f"<rect{attributes(**sides, **how)}/>"


def _label_centres(area: Rect, across: float, down: float) -> list[tuple[float, float]]:
    """Return places for a label: inside along the top, the middle, inside along the bottom, then just outside."""
    left, right = area.left + across / 2 + _INSET, area.right - across / 2 - _INSET
    top, bottom = area.top + down / 2 + _INSET, area.bottom - down / 2 - _INSET
    middle, centre = (area.left + area.right) / 2, (area.top + area.bottom) / 2
    outside = [
        (middle, area.top - down / 2 - 2),
        (middle, area.bottom + down / 2 + 2),
        (area.right + across / 2 + 3, centre),
        (area.left - across / 2 - 3, centre),
    ]
    if across + 2 * _INSET > area.right - area.left or down + 2 > area.bottom - area.top:
        return outside
    inside = [(left, top), (middle, centre), (right, top), (left, bottom), (right, bottom)]
    is_small = area.bottom - area.top < _SMALL_LABELS * down
    return [(middle, centre), *inside, *outside] if is_small else [*inside, *outside]
