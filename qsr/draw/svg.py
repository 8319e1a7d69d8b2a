"""Witnesses as self-contained SVG documents that read well on light and on dark ground.

x grows to the right and y upwards. A scene with a third axis is drawn twice: from the front (x and y) and from above (x and
z), where z grows towards the viewer and so down the page. Entities at one place share a mark and a label. A room or board is
drawn with its walls, and one of cells with all its cells.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from qsr.draw.boxes import boxes, cells
from qsr.draw.document import document
from qsr.draw.names import display_name
from qsr.draw.numbers import Number
from qsr.draw.panel import Panel
from qsr.draw.places import describe, within_walls
from qsr.draw.points import points, trace
from qsr.draw.regions import regions
from qsr.draw.seats import layout_named, seat_panel, seat_words
from qsr.draw.walk_panels import walks_svg
from qsr.draw.walks import Board, walk_of

__all__ = ["DRAWINGS", "svg"]

#: Kind of a witness -> what draws it, as one panel per view. A further kind is one more entry.
DRAWINGS: Final[dict[str, Callable[[Mapping[int, Any], Mapping[int, str]], list[Panel]]]] = {
    "points": points,
    "boxes": boxes,
    "cells": cells,
    "trace": trace,
    "regions": regions,
}
#: The same for the kinds that are drawn with walls around them.
WALLED: Final[dict[str, Callable[[Mapping[int, Any], Mapping[int, str], Sequence[Number]], list[Panel]]]] = {
    "points": points,
    "cells": cells,
}


def svg(kind: str, place: Mapping[int, Any], names: Mapping[int, str], size: Sequence[Number] = (), layout: str = "") -> str:
    """Return a drawing as an SVG document.

    Parameters
    ----------
    kind
        ``"points"`` or ``"trace"`` (one to three coordinates per entity; a trace has arrows in the order of the entities),
        ``"boxes"`` (a (start, end) pair per axis), ``"cells"`` (column and row; rows are counted upwards),
        ``"regions"`` (the boxes, of which the region is the union), ``"seats"`` (the number of a place of the layout).
    place
        Entity -> its place in exact numbers.
    names
        Entity -> name; an entity without a name is shown by its number.
    size
        The sides of the room or board that the places are in, for ``"points"`` and ``"cells"``: it begins at 0 on every axis.
        Empty where there is none.
    layout
        For ``"seats"``: the name of the `qsr.seats.Layout` whose places are numbered. For ``"trace"`` in a grid world: the board
        as `qsr.draw.walks` has it, and places and names as it says.

    Raises
    ------
    ValueError
        For a kind that has no drawing, or none with walls where there is a size; for places that are not of one dimension between
        1 and 3, or of another than the size; for a region without boxes; and for places that a layout does not have.
    """
    if kind == "seats":
        seats = layout_named(layout, place)
        named = "; ".join(f"{display_name(names, one)}: {', '.join(seat_words(seats, place[one]))}" for one in sorted(place))
        return document([seat_panel(seats, place, names)], f"One model of the story ({kind})", named)
    if kind == "trace" and layout:
        board = Board.parse(layout)
        return walks_svg(board, [walk_of(board, place, names)])
    if kind not in DRAWINGS:
        raise ValueError(f"no drawing for witnesses of kind {kind!r}; known kinds: {', '.join((*DRAWINGS, 'seats'))}")
    if not place:
        panels = []
    elif size:
        if kind not in WALLED:
            raise ValueError(f"no drawing with walls for witnesses of kind {kind!r}; known kinds: {', '.join(WALLED)}")
        within_walls(place, size)
        panels = WALLED[kind](place, names, size)
    else:
        panels = DRAWINGS[kind](place, names)
    described = "; ".join(f"{name}: {', '.join(parts)}" for name, parts in describe(kind, place, names))
    return document(panels, f"One model of the story ({kind})", described)
