"""Witnesses as a table of places, one entity a line, and a room as a sketch above it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from qsr.draw.names import display_name, isolate, shorten, width
from qsr.draw.numbers import Number, exact
from qsr.draw.places import describe, within_walls
from qsr.draw.seats import layout_named, seat_lines, seat_words
from qsr.draw.sketch import letters, sketch
from qsr.draw.walks import Board, walk_lines, walk_of

__all__ = ["text"]


def text(kind: str, place: Mapping[int, Any], names: Mapping[int, str], size: Sequence[Number] = (), layout: str = "") -> str:
    """Return the places as lines of text in the order of the entities, columns aligned; raise ValueError for an unknown kind.

    Parameters are those of `qsr.draw.svg`. A room of two dimensions is sketched above the table, as far as it is readable, with a
    letter for each entity; of any other the sides are said. Seats are sketched as their layout has them, a trace through a
    grid world with the numbers of its steps.

    Examples
    --------
    >>> print(text("points", {0: (0, 1), 1: (-12, 1)}, {0: "cup", 1: "red pen"}))
    cup      x = 0    y = 1
    red pen  x = -12  y = 1
    >>> print(text("cells", {0: (0, 1), 1: (2, 1)}, {0: "bed", 1: "desk"}, (3, 2)))
      +-------+
    1 | A . B |
    0 | . . . |
      +-------+
        0 1 2
    A  bed   column 0  row 1
    B  desk  column 2  row 1
    """
    if kind == "seats":
        seats = layout_named(layout, place)
        lines = [[shorten(display_name(names, entity)), *seat_words(seats, place[entity])] for entity in sorted(place)]
        return _table(lines, seat_lines(seats, place, names))
    if kind == "trace" and layout:
        board = Board.parse(layout)
        return "\n".join(walk_lines(board, walk_of(board, place, names)))
    lines = [[shorten(name), *parts] for name, parts in describe(kind, place, names)]
    above: list[str] = []
    if size and place:
        if kind not in ("points", "cells"):
            raise ValueError(f"no drawing with walls for witnesses of kind {kind!r}; known kinds: points, cells")
        within_walls(place, size)
        above = sketch(kind, place, size)
        if above:
            lines = [[mark, *line] for mark, line in zip(letters(sorted(place)).values(), lines, strict=True)]
        else:
            above = [f"a room of {' by '.join(map(exact, size))}{' cells' if kind == 'cells' else ''}"]
    return _table(lines, above)


def _table(lines: Sequence[Sequence[str]], above: Sequence[str]) -> str:
    columns = range(max(map(len, lines), default=0))
    widths = [max(width(line[column]) for line in lines if column < len(line)) for column in columns]
    table = ("  ".join(isolate(cell) + " " * (widths[i] - width(cell)) for i, cell in enumerate(line)).rstrip() for line in lines)
    return "\n".join([*above, *table])
