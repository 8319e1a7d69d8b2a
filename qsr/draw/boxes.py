"""Boxes: what has an extent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final, TypeAlias

from qsr.draw.names import joint
from qsr.draw.panel import Panel, Rect, attributes, colour, group
from qsr.draw.places import Said, dimensions
from qsr.draw.views import VIEWS, Interval, panels

__all__ = ["LANE_FILLED", "Box", "boxes", "draw_areas", "label_centres", "pixels"]

_INSET: Final = 4.0
#: A box lower than this many labels has its label in the middle.
_SMALL_LABELS: Final = 3.2
#: A box or interval without extent is still seen.
_THINNEST: Final = 3.0
#: Of the height of one lane, what an interval on a line fills.
LANE_FILLED: Final = Fraction(3, 5)

Box: TypeAlias = Sequence[Interval]


def boxes(place: Mapping[int, Box], said: Said) -> list[Panel]:
    """Return one panel per view. Intervals on a single axis lie in lanes, the first entity on top."""
    views = VIEWS[dimensions(place)]
    lanes = {entity: (*place[entity], (Fraction(-lane), LANE_FILLED - lane)) for lane, entity in enumerate(sorted(place))}
    extents = [(min(map(min, ends)), max(map(max, ends))) for ends in zip(*lanes.values(), strict=True)]
    frames = panels(views, extents)
    for view, frame in zip(views, frames, strict=True):
        draw_areas(frame, {entity: pixels(frame, box[view.across], box[view.up]) for entity, box in lanes.items()}, said)
    return frames


def pixels(frame: Panel, across: Interval, up: Interval) -> Rect:
    """Return where a box is seen that has these sides on the two axes of a view; one without extent is still seen."""
    left, right = sorted(frame.x(end) for end in across)
    top, bottom = sorted(frame.y(end) for end in up)
    return Rect.around((left + right) / 2, (top + bottom) / 2, max(right - left, _THINNEST), max(bottom - top, _THINNEST))


def draw_areas(frame: Panel, areas: Mapping[int, Rect], said: Said) -> None:
    """Draw what has an extent, with its name and with its name and words on hovering."""
    together: dict[tuple[float, ...], list[int]] = {}
    # The largest first, so that no box hides a smaller one; entities of one size in their order.
    for entity in sorted(areas, key=lambda entity: (-areas[entity].area, entity)):
        together.setdefault(tuple(round(side, 1) for side in areas[entity]), []).append(entity)
    for sides, entities in together.items():
        area, ink = Rect(*sides), colour(entities[0])
        shape = {"x": area.left, "y": area.top, "width": area.right - area.left, "height": area.bottom - area.top}
        drawn = f"<rect{attributes(**shape, rx=4, fill=ink, stroke=ink, class_='qsr-box')}/>"
        frame.mark(group(drawn, [said[entity] for entity in entities]))
    for sides, entities in together.items():
        area = Rect(*sides)
        label = joint((said[entity][0] for entity in entities), frame.columns)
        frame.label(label, label_centres(area, *frame.label_size(label)))


def label_centres(area: Rect, across: float, down: float) -> list[tuple[float, float]]:
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
