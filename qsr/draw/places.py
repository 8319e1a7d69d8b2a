"""What a place is in words, and the dimensions of a scene."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from qsr.draw.names import display_name
from qsr.draw.numbers import Number, equation, exact

__all__ = ["AXIS_NAMES", "bounds", "describe", "dimensions", "within_walls"]

AXIS_NAMES: Final = ("x", "y", "z")


def _point(place: Sequence[Any]) -> list[str]:
    return [equation(axis, value) for axis, value in zip(AXIS_NAMES, place, strict=False)]


def _box(place: Sequence[Any]) -> list[str]:
    return [f"{axis} {exact(start)} to {exact(end)}" for axis, (start, end) in zip(AXIS_NAMES, place, strict=False)]


def _cell(place: Sequence[Any]) -> list[str]:
    column, row = place
    return [f"column {exact(column)}", f"row {exact(row)}"]


def _region(place: Sequence[Any]) -> list[str]:
    return [*_box(bounds(place)), "one box" if len(place) == 1 else f"{len(place)} boxes"]


_WORDS: Final[dict[str, Callable[[Sequence[Any]], list[str]]]] = {
    "points": _point,
    "boxes": _box,
    "cells": _cell,
    "trace": _point,
    "regions": _region,
}


def describe(kind: str, place: Mapping[int, Any], names: Mapping[int, str]) -> list[tuple[str, list[str]]]:
    """Return (name, words per axis) for each entity, ascending; raise ValueError for an unknown kind."""
    if kind not in _WORDS:
        raise ValueError(f"no words for witnesses of kind {kind!r}; known kinds: {', '.join(_WORDS)}")
    return [(display_name(names, entity), _WORDS[kind](place[entity])) for entity in sorted(place)]


def bounds(region: Sequence[Sequence[tuple[Number, Number]]]) -> tuple[tuple[Number, Number], ...]:
    """Return the bounding box of a region, given as boxes; raise ValueError where there are none, or not of one dimension."""
    dimensions(dict(enumerate(region)))
    return tuple((min(start for start, _ in sides), max(end for _, end in sides)) for sides in zip(*region, strict=True))


def dimensions(place: Mapping[int, Sequence[Any]]) -> int:
    """Return the one number of axes that all places have; raise ValueError where they differ or it is not 1, 2 or 3."""
    lengths = sorted({len(coordinates) for coordinates in place.values()})
    if len(lengths) != 1 or not 1 <= lengths[0] <= len(AXIS_NAMES):
        raise ValueError(f"expected places of one dimension, 1 to 3; these have {' and '.join(map(str, lengths))}")
    return lengths[0]


def within_walls(place: Mapping[int, Sequence[Any]], size: Sequence[Number]) -> None:
    """Raise ValueError where places have other axes than the room they are in, or the room has a side that is not positive."""
    if dimensions(place) != len(size) or min(size) <= 0:
        sides = " by ".join(map(exact, size))
        raise ValueError(f"expected a positive side for each of {dimensions(place)} axes of a place, not {sides}")
