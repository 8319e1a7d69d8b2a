"""Where things may be as well: a shade in their colour below all marks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from qsr.draw.panel import Panel, attributes, colour
from qsr.draw.places import AXIS_NAMES
from qsr.draw.views import Interval

__all__ = ["shade"]


def shade(panels: Iterable[Panel], areas: Mapping[int, Sequence[Sequence[Interval]]]) -> None:
    """Shade boxes, a colour for each thing, in all panels that measure both of their axes."""
    for panel in panels:
        across, up = panel.axes
        if not (across.has_ticks and up.has_ticks):
            continue
        columns = [AXIS_NAMES.index(axis.name) for axis in (across, up)]
        for thing, boxes in areas.items():
            seen = {tuple(box[column] for column in columns) for box in boxes}
            ways = (_way(panel, *sides) for sides in sorted(seen))
            # One path, so that what lies in several boxes is no darker.
            path = attributes(d="".join(ways), fill=colour(thing), class_="qsr-shade")
            panel.under(f"<path{path}/>")


def _way(panel: Panel, across: Interval, up: Interval) -> str:
    """Return the way around a box, as far as it lies in the plot."""
    plot = panel.plot
    left, right = (min(max(panel.x(end), plot.left), plot.right) for end in across)
    bottom, top = sorted(min(max(panel.y(end), plot.top), plot.bottom) for end in up)
    return f"M{left:.1f} {bottom:.1f}H{right:.1f}V{top:.1f}H{left:.1f}Z"
