"""Witnesses as self-contained SVG documents that read well on light and on dark ground.

x grows to the right and y upwards. A scene with a third axis is drawn twice: from the front (x and y) and from above (x and
z), where z grows towards the viewer and so down the page. Entities at one place share a mark and a label.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from qsr.draw.boxes import boxes, cells
from qsr.draw.document import document
from qsr.draw.panel import Panel
from qsr.draw.places import describe
from qsr.draw.points import points, trace
from qsr.draw.regions import regions

__all__ = ["DRAWINGS", "svg"]

#: Kind of a witness -> what draws it, as one panel per view. A further kind is one more entry.
DRAWINGS: Final[dict[str, Callable[[Mapping[int, Any], Mapping[int, str]], list[Panel]]]] = {
    "points": points,
    "boxes": boxes,
    "cells": cells,
    "trace": trace,
    "regions": regions,
}


def svg(kind: str, place: Mapping[int, Any], names: Mapping[int, str]) -> str:
    """Return a drawing as an SVG document.

    Parameters
    ----------
    kind
        ``"points"`` or ``"trace"`` (one to three coordinates per entity; a trace has arrows in the order of the entities),
        ``"boxes"`` (a (start, end) pair per axis), ``"cells"`` (column and row; rows are counted upwards),
        ``"regions"`` (the boxes, of which the region is the union).
    place
        Entity -> its place in exact numbers.
    names
        Entity -> name; an entity without a name is shown by its number.

    Raises
    ------
    ValueError
        For a kind that has no drawing, for places that are not of one dimension between 1 and 3, and for a region without boxes.
    """
    if kind not in DRAWINGS:
        raise ValueError(f"no drawing for witnesses of kind {kind!r}; known kinds: {', '.join(DRAWINGS)}")
    panels = DRAWINGS[kind](place, names) if place else []
    described = "; ".join(f"{name}: {', '.join(parts)}" for name, parts in describe(kind, place, names))
    return document(panels, f"One model of the story ({kind})", described)
