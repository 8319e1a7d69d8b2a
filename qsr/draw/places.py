"""What a place is in words, and the dimensions of a scene."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from qsr.draw.numbers import Number, equation, exact

__all__ = [
    "AXIS_NAMES",
    "NOTHING",
    "Said",
    "Told",
    "bounds",
    "box_words",
    "dimensions",
    "point_words",
    "region_words",
    "within_walls",
]

AXIS_NAMES: Final = ("x", "y", "z")
#: Entity -> its name, and its place in words, axis by axis.
Said: TypeAlias = Mapping[int, tuple[str, list[str]]]
#: The story's own words, as `qsr.story.Witness` has them.
Told: TypeAlias = Mapping[str, str]
NOTHING: Final[Told] = MappingProxyType({})


def point_words(at: Any) -> list[str]:
    """Return the coordinates of a point."""
    return [equation(axis, value) for axis, value in zip(AXIS_NAMES, at, strict=False)]


def box_words(at: Any) -> list[str]:
    """Return the sides of a box."""
    return [f"{axis} {exact(start)} to {exact(end)}" for axis, (start, end) in zip(AXIS_NAMES, at, strict=False)]


def region_words(at: Any) -> list[str]:
    """Return the box around a region, and how many boxes it has."""
    return [*box_words(bounds(at)), "one box" if len(at) == 1 else f"{len(at)} boxes"]


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
