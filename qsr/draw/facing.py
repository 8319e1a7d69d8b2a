"""Where things look: straight arrows, and a compass with an arrow for each heading."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import cos, radians, sin

from qsr.draw.panel import Axis, Panel, attributes, colour, group, text_element
from qsr.draw.places import Said
from qsr.draw.rect import Rect

__all__ = ["arrow", "rose"]

#: Half the width of a head, and its length in halves.
_HEAD, _SLIM = 4.0, 2.4
#: Pixels of the compass: its radius, what the points of the compass take, and the mark at the end of an arrow.
_RADIUS, _POINTS, _TIP = 84, 22, 7.0


def arrow(x: float, y: float, look: tuple[float, float], start: float, end: float, ink: str) -> str:
    """Return an arrow of a colour that begins and ends so many pixels from a point; `look` is its way, x and y upwards."""
    east, down = look[0], -look[1]
    neck = end - _HEAD * _SLIM
    wings = [(x + east * neck - down * side, y + down * neck + east * side) for side in (_HEAD, -_HEAD)]
    points = " ".join(f"{a:.1f},{b:.1f}" for a, b in ((x + east * end, y + down * end), *wings))
    line = f"M{x + east * start:.1f} {y + down * start:.1f}L{x + east * neck:.1f} {y + down * neck:.1f}"
    return f"<path{attributes(d=line, stroke=ink, class_='qsr-step')}/><polygon{attributes(points=points, fill=ink)}/>"


def rose(degrees: Mapping[int, int], said: Said) -> Panel:
    """Return a compass, north at the top, with an arrow for each heading, in degrees clockwise from north."""
    side = Axis(Fraction(-_RADIUS - _POINTS), Fraction(_RADIUS + _POINTS), Fraction(1), has_ticks=False)
    frame = Panel(side, side, "A compass: where each looks", around=50)
    x, y = frame.x(0), frame.y(0)
    frame.mark(f"<circle{attributes(cx=x, cy=y, r=float(_RADIUS), fill='none', class_='qsr-grid')}/>")
    for point, turned in (("N", 0), ("E", 90), ("S", 180), ("W", 270)):
        east, north = _way(turned)
        at = (x + east * (_RADIUS + _POINTS / 2), y - north * (_RADIUS + _POINTS / 2))
        frame.mark(text_element(point, at[0], at[1] + 4, "axis qsr-north"))
        frame.labels.take(Rect.around(*at, 18, 18))
    together: dict[int, list[int]] = {}
    for thing in sorted(degrees):
        together.setdefault(degrees[thing] % 360, []).append(thing)
    for turned, things in together.items():
        east, north = _way(turned)
        drawn = arrow(x, y, (east, north), 0.0, float(_RADIUS), colour(things[0]))
        frame.mark(group(drawn, [said[thing] for thing in things], things))
        for share in (0.3, 0.5, 0.7):
            frame.labels.take(Rect.around(x + east * _RADIUS * share, y - north * _RADIUS * share, _TIP, _TIP))
        tip = Rect.around(x + east * (_RADIUS - _TIP), y - north * (_RADIUS - _TIP), 2 * _TIP, 2 * _TIP)
        frame.labels.thing(things[0], (said[thing][0] for thing in things), [tip], tip, is_mark=True)
    return frame


def _way(turned: int) -> tuple[float, float]:
    return sin(radians(turned)), cos(radians(turned))
