"""Regions: unions of boxes, each region in one colour, with the outline of its bounding box where it is more than one box."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from qsr.draw.boxes import LANE_FILLED, Box, label_centres, pixels
from qsr.draw.names import joint
from qsr.draw.panel import Panel, Rect, attributes, colour, group
from qsr.draw.places import Said, bounds, dimensions
from qsr.draw.views import VIEWS, View, panels

__all__ = ["regions"]

#: Radius of the corners of outlines and of regions that look like one box, and of the many boxes of others; in pixels.
_ROUND, _LITTLE_ROUND = 4.0, 1.0

Region: TypeAlias = Sequence[Box]
#: Entities at one place -> the outline of their region, and its boxes; both with a made-up height after the last axis.
_Scene: TypeAlias = dict[tuple[int, ...], tuple[Box, list[Box]]]


def regions(place: Mapping[int, Region], said: Said) -> list[Panel]:
    """Return one panel per view. Regions on a single axis lie in lanes, the first entity on top.

    Raise ValueError for a region without boxes.
    """
    outlines = {entity: bounds(place[entity]) for entity in sorted(place)}
    views = VIEWS[dimensions(outlines)]
    together: dict[tuple[Box, ...], list[int]] = {}
    for entity in outlines:
        boxes = {tuple((start, end) for start, end in box) for box in place[entity]}
        together.setdefault(tuple(sorted(boxes)), []).append(entity)
    scene: _Scene = {}
    for lane, (boxes_there, entities) in enumerate(together.items()):
        height = (Fraction(-lane), LANE_FILLED - lane)
        scene[tuple(entities)] = (*outlines[entities[0]], height), [(*box, height) for box in boxes_there]
    axes = zip(*(outline for outline, _ in scene.values()), strict=True)
    frames = panels(views, [(min(start for start, _ in ends), max(end for _, end in ends)) for ends in axes])
    for view, frame in zip(views, frames, strict=True):
        _draw(frame, view, scene, said)
    return frames


def _draw(frame: Panel, view: View, scene: _Scene, said: Said) -> None:
    def seen(box: Box) -> Rect:
        return pixels(frame, box[view.across], box[view.up])

    areas = {entities: seen(outline) for entities, (outline, _) in scene.items()}
    # The largest first, so that no region hides a smaller one; regions of one size in their order.
    order = sorted(scene, key=lambda entities: (-areas[entities].area, entities))
    for entities in order:
        drawn = _drawn(areas[entities], _visible(map(seen, scene[entities][1])), colour(entities[0]))
        frame.mark(group(drawn, [said[entity] for entity in entities]))
    for entities in order:
        label = joint((said[entity][0] for entity in entities), frame.columns)
        frame.label(label, label_centres(areas[entities], *frame.label_size(label)))


def _visible(pieces: Iterable[Rect]) -> list[Rect]:
    """Return the rectangles, to one decimal, that no other one of the same region covers; the largest first."""
    kept: list[Rect] = []
    rounded = {Rect(*(round(side, 1) for side in piece)) for piece in pieces}
    for piece in sorted(rounded, key=lambda piece: (-piece.area, piece)):
        if not any(_covers(other, piece) for other in kept):
            kept.append(piece)
    return kept


def _covers(area: Rect, other: Rect) -> bool:
    inside_across = area.left <= other.left and other.right <= area.right
    return inside_across and area.top <= other.top and other.bottom <= area.bottom


def _drawn(outline: Rect, pieces: Sequence[Rect], ink: str) -> str:
    """Return the elements of one region; a region that looks like one box is drawn as a box is."""
    if len(pieces) == 1:
        return _rect(pieces[0], rx=_ROUND, fill=ink, stroke=ink, class_="qsr-box")
    boxes = "".join(_rect(piece, rx=_LITTLE_ROUND, fill=ink, stroke=ink, class_="qsr-piece") for piece in pieces)
    return _rect(outline, rx=_ROUND, stroke=ink, class_="qsr-outline") + boxes


def _rect(area: Rect, **how: str | float) -> str:
    sides = {"x": area.left, "y": area.top, "width": area.right - area.left, "height": area.bottom - area.top}
    return f"<rect{attributes(**sides, **how)}/>"
