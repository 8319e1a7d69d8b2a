"""Cardinal direction relations between extended regions: on which sides of one region another one lies.

The lines through the sides of the bounding box of the reference region cut the plane into nine tiles: the box itself (B) and
what lies to the S, SW, W, NW, N, NE, E and SE of it. The relation of a region to it is the set of the tiles into which its
interior reaches [1]_ [2]_. There are 218 such sets for regions in one piece and 511 for regions in several. They have no entry in
a table of binary relations here: the converse of one is not one of them but a set of them.

References
----------
.. [1] Goyal and Egenhofer (2001), Similarity of cardinal directions, SSTD-01, 36-55.
.. [2] Skiadopoulos and Koubarakis (2004), Composing cardinal direction relations, Artificial Intelligence 152, 143-171.
"""

from __future__ import annotations

from typing import Any, Final

from qsr.calculi.scenes import geometries
from qsr.calculi.scenes.places import Interval, bounding_box, region

__all__ = ["TILES", "tiles"]

#: Tiles in the order in which a relation is written, each with its place west to east and south to north.
TILES: Final = {
    "B": (1, 1),
    "S": (1, 0),
    "SW": (0, 0),
    "W": (0, 1),
    "NW": (0, 2),
    "N": (1, 2),
    "NE": (2, 2),
    "E": (2, 1),
    "SE": (2, 0),
}


def tiles(located: Any, reference: Any) -> tuple[str, ...]:
    """Return the tiles of the reference region into which the interior of a region reaches, in the order of `TILES`.

    Parameters
    ----------
    located, reference
        Regions in the plane: boxes, a single box, or Shapely or GeoJSON geometries with an area.

    Raises
    ------
    ValueError
        For what is no region in the plane.
    BackendUnavailable
        For geometries where Shapely is not installed.

    Examples
    --------
    >>> ":".join(tiles([((0, 3), (0, 1)), ((2, 3), (1, 6))], ((1, 2), (2, 4))))
    'S:SW:NE:E:SE'
    """
    if geometries.is_geometry(located):
        return _tiles_of_geometry(geometries.area(located), _bounds(reference))
    bounds = _bounds(reference)
    boxes = region(located)
    if any(len(box) != len(bounds) for box in boxes):
        raise ValueError(f"expected a region in the plane, not one with {len(boxes[0])} axes")
    reached = {(across, up) for box in boxes for across in _thirds(box[0], bounds[0]) for up in _thirds(box[1], bounds[1])}
    return tuple(tile for tile, place in TILES.items() if place in reached)


def _bounds(reference: Any) -> tuple[Interval, ...]:
    if geometries.is_geometry(reference):
        return geometries.extents(geometries.area(reference), "boxes")
    bounds = bounding_box(region(reference))
    if len(bounds) != 2:
        raise ValueError(f"expected a region in the plane, not one with {len(bounds)} axes")
    return bounds


def _thirds(side: Interval, reference: Interval) -> list[int]:
    """Return whether the interior of an interval reaches below (0), into (1) and above (2) another."""
    (start, end), (low, high) = side, reference
    return [third for third, reaches in enumerate((start < low, start < high and low < end, high < end)) if reaches]


def _tiles_of_geometry(located: Any, bounds: tuple[Interval, ...]) -> tuple[str, ...]:
    shapely = geometries.library()
    stops = []
    for (low, high), (start, end) in zip(bounds, geometries.extents(located, "boxes"), strict=True):
        stops.append([float(min(low, start)) - 1, float(low), float(high), float(max(high, end)) + 1])
    found = []
    for tile, (across, up) in TILES.items():
        (left, right), (bottom, top) = stops[0][across : across + 2], stops[1][up : up + 2]
        if located.relate(shapely.box(left, bottom, right, top))[0] != geometries.EMPTY:
            found.append(tile)
    return tuple(found)
