"""Shapely geometries: their relations and extents, and concrete places as geometries.

RCC8 is read from which of the nine intersections of interiors, borders and exteriors are empty (Egenhofer and Franzosa 1991,
Point-set topological spatial relations, International Journal of Geographical Information Systems 5(2), 161-174). The
dimensions of the intersections do not matter: a ring and what fills its hole are EC although their borders have a line in
common and more, and one part of a region in several parts is TPP of it. Coordinates are floats, and geometries that touch
only after rounding do not touch. Shapely comes with the extra ``geo`` and is imported when first needed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from qsr.calculi.scenes.places import Place, number
from qsr.errors import BackendUnavailable

__all__ = ["EMPTY", "area", "extents", "geometry", "is_geometry", "library", "named", "rcc8_of_matrix", "read", "relations"]

EMPTY: Final = "F"
#: Where the intersections stand in the text of a matrix, row by row: interior, border and exterior of the first.
_INNER, _INNER_EXTERIOR, _BORDERS, _EXTERIOR_INNER = 0, 2, 4, 6
#: Intersections of which one is not empty where two geometries have a point in common.
_CONTACT: Final = (0, 1, 3, 4)
_AREAS: Final = ("Polygon", "MultiPolygon")
_AXES: Final = 2


def library() -> Any:
    """Return Shapely; raise BackendUnavailable where it is not installed."""
    try:
        import shapely
    except ImportError as error:
        raise BackendUnavailable("geometries need Shapely: pip install 'qsr-reasoning[geo]'") from error
    return shapely


def is_geometry(value: object) -> bool:
    """Tell whether a value is a Shapely geometry, a GeoJSON object or something else that says its GeoJSON form."""
    return hasattr(value, "geom_type") or hasattr(value, "__geo_interface__") or (isinstance(value, Mapping) and "type" in value)


def read(value: Any) -> Any:
    """Return a Shapely geometry, from one or from a GeoJSON geometry or feature.

    Raises
    ------
    ValueError
        For what is no geometry, and for one that is empty or not valid, with the reason.
    BackendUnavailable
        Where Shapely is not installed.
    """
    shapely = library()
    if not hasattr(value, "geom_type"):
        try:
            form = value if isinstance(value, Mapping) else value.__geo_interface__
            if form.get("type") == "Feature":
                form = form.get("geometry")
            value = shapely.geometry.shape(form)
        except (TypeError, AttributeError, ValueError, LookupError, shapely.errors.ShapelyError) as error:
            raise ValueError(f"expected a GeoJSON geometry: {error}") from None
    if value.is_empty:
        raise ValueError(f"expected a geometry with points, not an empty {value.geom_type}")
    if not value.is_valid:
        raise ValueError(f"expected a valid {value.geom_type}: {shapely.is_valid_reason(value)}")
    return value


def extents(value: Any, kind: str) -> tuple[Any, ...]:
    """Return the coordinates of a point, or the sides of the bounding box of any geometry, as exact numbers.

    Parameters
    ----------
    value
        A Shapely geometry.
    kind
        ``"points"`` or ``"boxes"``.

    Raises
    ------
    ValueError
        Where points are wanted and the geometry has an extent: which of its points stands for it is for the caller to say.
    """
    if kind == "boxes":
        left, bottom, right, top = map(number, value.bounds)
        return (left, right), (bottom, top)
    if value.geom_type != "Point":
        raise ValueError(f"expected a Point, not a {value.geom_type}; choose a point for it, such as its centroid")
    return number(value.x), number(value.y)


def area(value: Any) -> Any:
    """Return a Shapely geometry with an area, read as `read` does; raise ValueError for what is no polygon or several."""
    value = read(value)
    if value.geom_type not in _AREAS:
        raise ValueError(f"expected a region, so a {' or a '.join(_AREAS)}, not a {value.geom_type}")
    return value


def relations(geometries: Sequence[Any]) -> list[tuple[int, int, str]]:
    """Return (i, j, base relation of RCC8) for each pair i < j of Shapely geometries that `area` returned."""
    shapely = library()
    if len(geometries) < 2:
        return []
    # Only geometries whose bounding boxes meet can be other than DC.
    first, second = shapely.STRtree(geometries).query(geometries)
    near = [(i, j) for i, j in zip(first.tolist(), second.tolist(), strict=True) if i < j]
    matrices = shapely.relate([geometries[i] for i, _ in near], [geometries[j] for _, j in near]) if near else []
    found = {pair: rcc8_of_matrix(matrix) for pair, matrix in zip(near, matrices, strict=True)}
    return [(i, j, found.get((i, j), "DC")) for j in range(len(geometries)) for i in range(j)]


def rcc8_of_matrix(matrix: str) -> str:
    """Return the base relation of RCC8 that the nine intersections of two regions show.

    Parameters
    ----------
    matrix
        Nine characters, row by row; ``F`` stands for an empty intersection.

    Examples
    --------
    >>> rcc8_of_matrix("2FF1FF212"), rcc8_of_matrix("FF2F11212")
    ('NTPP', 'EC')
    """
    if matrix[_INNER] == EMPTY:
        return "DC" if all(matrix[place] == EMPTY for place in _CONTACT) else "EC"
    inside, around = matrix[_INNER_EXTERIOR] == EMPTY, matrix[_EXTERIOR_INNER] == EMPTY
    if inside and around:
        return "EQ"
    if not inside and not around:
        return "PO"
    return f"{'N' if matrix[_BORDERS] == EMPTY else ''}TPP{'' if inside else 'I'}"


def geometry(kind: str, place: Place) -> Any:
    """Return a place in the plane as a Shapely geometry.

    Parameters
    ----------
    kind
        ``"points"``, ``"boxes"`` or ``"regions"``.
    place
        Its exact form.

    Raises
    ------
    ValueError
        For a place with other than two axes, and for a coordinate that no float has: rounded, relations might differ.
    """
    shapely = library()
    if kind == "points":
        return shapely.Point(*_floats(place))
    boxes: Any = [place] if kind == "boxes" else place
    shapes = []
    for box in boxes:
        (left, bottom), (right, top) = _floats([start for start, _ in box]), _floats([end for _, end in box])
        shapes.append(shapely.box(left, bottom, right, top))
    return shapes[0] if len(shapes) == 1 else shapely.union_all(shapes)


def _floats(coordinates: Sequence[Any]) -> list[float]:
    if len(coordinates) != _AXES:
        raise ValueError(f"expected two coordinates for a geometry in the plane, not {len(coordinates)}")
    found = []
    for value in coordinates:
        rounded = float(value)
        if Fraction(rounded) != value:
            raise ValueError(f"expected a coordinate that is a float, not {value}")
        found.append(rounded)
    return found


def named(values: Mapping[Hashable, Any], form: Callable[[Any], Any]) -> dict[Hashable, Any]:
    """Return what `form` makes of each value, by name; a fault names the entity."""
    found = {}
    for name, value in values.items():
        try:
            found[name] = form(value)
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from None
    return found
