"""Witnesses as a table of places, one entity a line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from qsr.draw.names import isolate, shorten, width
from qsr.draw.places import describe

__all__ = ["text"]


def text(kind: str, place: Mapping[int, Any], names: Mapping[int, str]) -> str:
    """Return the places as lines of text in the order of the entities, columns aligned; raise ValueError for an unknown kind.

    Parameters are those of `qsr.draw.svg`.

    Examples
    --------
    >>> print(text("points", {0: (0, 1), 1: (-12, 1)}, {0: "cup", 1: "red pen"}))
    cup      x = 0    y = 1
    red pen  x = -12  y = 1
    """
    lines = [[shorten(name), *parts] for name, parts in describe(kind, place, names)]
    columns = range(max(map(len, lines), default=0))
    widths = [max(width(line[column]) for line in lines if column < len(line)) for column in columns]
    return "\n".join(
        "  ".join(isolate(cell) + " " * (widths[i] - width(cell)) for i, cell in enumerate(line)).rstrip() for line in lines
    )
