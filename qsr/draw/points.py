"""Points and walks: a dot per place, and for a walk an arrow per step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import hypot
from typing import Final, TypeAlias

from qsr.draw.numbers import Number
from qsr.draw.panel import Panel, attributes, colour, group
from qsr.draw.places import NOTHING, Said, Told, dimensions
from qsr.draw.rect import Rect
from qsr.draw.views import VIEWS, panels

__all__ = ["points", "towards", "trace"]

_DOT: Final = 6.5
_FROM_DOT: Final = _DOT + 4
_HEAD_LENGTH, _HEAD_HALF = 10.0, 4.5
#: How far a step bends aside, as a share of its length: there and back again are two lines.
_BEND, _LARGEST_BEND = 0.11, 24.0
#: Where along a step labels are warned off.
_SAMPLES: Final = (0.15, 0.3, 0.5, 0.7, 0.85)

Point: TypeAlias = Sequence[Number]
Pixel: TypeAlias = tuple[float, float]


def points(place: Mapping[int, Point], said: Said, size: Sequence[Number] = (), told: Told = NOTHING) -> list[Panel]:
    """Return one panel per view with a dot at each place, between walls where there is a size."""
    scene = _scene(place, size, told)
    for frame, seen in scene:
        _dots(frame, seen, said)
    return [frame for frame, _ in scene]


def trace(place: Mapping[int, Point], said: Said, told: Told = NOTHING) -> list[Panel]:
    """Return one panel per view with a dot at each place and arrows from entity to entity, ascending."""
    scene = _scene(place, (), told)
    for frame, seen in scene:
        for start, end in pairwise(seen):
            _arrow(frame, seen[start], seen[end], colour(start))
        _dots(frame, seen, said)
    return [frame for frame, _ in scene]


def _scene(place: Mapping[int, Point], size: Sequence[Number], told: Told) -> list[tuple[Panel, dict[int, Pixel]]]:
    """Return the empty panels and where each entity, ascending, stands in them."""
    views = VIEWS[dimensions(place)]
    # A point on a line has height 0.
    lifted = {entity: (*place[entity], 0) for entity in sorted(place)}
    columns = list(zip(*lifted.values(), strict=True))
    frames = panels(views, [(min(column), max(column)) for column in columns], size=size, things=len(place), told=told)
    return [
        (frame, {entity: (frame.x(point[view.across]), frame.y(point[view.up])) for entity, point in lifted.items()})
        for view, frame in zip(views, frames, strict=True)
    ]


def _dots(frame: Panel, seen: Mapping[int, Pixel], said: Said) -> None:
    together: dict[Pixel, list[int]] = {}
    for entity, (x, y) in seen.items():
        # Rounded as it is drawn: what looks like one dot has one label.
        together.setdefault((round(x, 1), round(y, 1)), []).append(entity)
    for (x, y), entities in together.items():
        dot = f"<circle{attributes(cx=x, cy=y, r=_DOT, fill=colour(entities[0]), class_='qsr-dot')}/>"
        words = [said[entity] for entity in entities]
        frame.top(group(dot, words, entities))
        mark = Rect.around(x, y, 2 * _DOT, 2 * _DOT)
        frame.labels.thing(entities[0], (said[entity][0] for entity in entities), [mark], mark, is_mark=True)


def _arrow(frame: Panel, start: Pixel, end: Pixel, ink: str) -> None:
    """Draw one bent step, as a quadratic curve, that stops short of both dots; nothing where they touch."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = hypot(across, down)
    if length < 2 * _FROM_DOT + _HEAD_LENGTH:
        return
    bend = min(_BEND * length, _LARGEST_BEND)
    control = ((start[0] + end[0]) / 2 - down / length * bend * 2, (start[1] + end[1]) / 2 + across / length * bend * 2)
    first = towards(start, control, _FROM_DOT)
    tip = towards(end, control, _FROM_DOT)
    neck = towards(tip, control, _HEAD_LENGTH)
    curve = f"M{first[0]:.1f} {first[1]:.1f}Q{control[0]:.1f} {control[1]:.1f} {neck[0]:.1f} {neck[1]:.1f}"
    frame.mark(f"<path{attributes(d=curve, stroke=ink, class_='qsr-step')}/>")
    along = ((tip[0] - neck[0]) / _HEAD_LENGTH, (tip[1] - neck[1]) / _HEAD_LENGTH)
    wings = [(neck[0] - along[1] * side, neck[1] + along[0] * side) for side in (_HEAD_HALF, -_HEAD_HALF)]
    head = " ".join(f"{x:.1f},{y:.1f}" for x, y in (tip, *wings))
    frame.mark(f"<polygon{attributes(points=head, fill=ink)}/>")
    for share in _SAMPLES:
        x, y = (
            (1 - share) ** 2 * a + 2 * share * (1 - share) * c + share**2 * b for a, c, b in zip(start, control, end, strict=True)
        )
        frame.labels.take(Rect.around(x, y, 8, 8))


def towards(point: Pixel, goal: Pixel, distance: float) -> Pixel:
    """Return the point so far from one point on the way to another."""
    across, down = goal[0] - point[0], goal[1] - point[1]
    share = distance / hypot(across, down)
    return point[0] + across * share, point[1] + down * share
