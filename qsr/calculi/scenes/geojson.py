"""GeoJSON files (RFC 7946) as geometries by name, and scenes as GeoJSON.

A feature is called by its ``id``, or by one of its properties. Coordinates are taken as they are, longitude and latitude as plane
coordinates: relations that depend on the shape of the earth, such as what lies across the 180th meridian, are not seen.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from pathlib import Path
from typing import Any

from qsr.calculi.documents import json_of, text_of
from qsr.calculi.scenes import geometries
from qsr.errors import ParseError

__all__ = ["collection", "parse", "read"]


def read(path: str | Path, name: str | None = None) -> dict[Hashable, Any]:
    """Return name -> Shapely geometry for each feature of a GeoJSON file; see `parse`, which raises ParseError for its faults.

    Raise OSError where the file cannot be opened.
    """
    return parse(text_of(path), name, str(path))


def parse(text: str, name: str | None = None, file: str | None = None) -> dict[Hashable, Any]:
    """Return name -> Shapely geometry for each feature of a GeoJSON feature collection.

    Parameters
    ----------
    text
        The JSON document.
    name
        The property that names a feature. Where not given, its ``id`` does.
    file
        Named in errors.

    Raises
    ------
    ParseError
        For what is not JSON, no feature collection, a feature without a name or with the name of another, and for a geometry that
        is missing, empty or not valid.
    BackendUnavailable
        Where Shapely is not installed.
    """
    document = json_of(text, file)
    features = document.get("features") if isinstance(document, dict) else None
    if not isinstance(features, list) or document.get("type") != "FeatureCollection":
        raise ParseError("expected a GeoJSON FeatureCollection with a list of features", file=file)
    found: dict[Hashable, Any] = {}
    for place, feature in enumerate(features, 1):
        called = _name(feature, place, name, file)
        if called in found:
            raise ParseError(f"feature {place}: the name {called!r} is taken by an earlier feature", file=file)
        try:
            found[called] = geometries.read(feature)
        except ValueError as error:
            raise ParseError(f"feature {place} ({called!r}): {error}", file=file) from None
    return found


def _name(feature: Any, place: int, name: str | None, file: str | None) -> Hashable:
    if not isinstance(feature, dict) or feature.get("type") != "Feature":
        raise ParseError(f"feature {place}: expected an object of type Feature", file=file)
    properties = feature.get("properties") or {}
    called = feature.get("id") if name is None else properties.get(name) if isinstance(properties, dict) else None
    if isinstance(called, (str, int, float)):
        return called
    known = ", ".join(map(repr, properties)) if isinstance(properties, dict) else ""
    wanted = "id" if name is None else f"property {name!r}"
    raise ParseError(
        f"feature {place}: expected a text or number as its {wanted}; it has the properties {known or '(none)'}", file=file
    )


def collection(shapes: Mapping[Hashable, Any]) -> dict[str, Any]:
    """Return a GeoJSON feature collection of Shapely geometries; the id of each feature is its name.

    Raise ValueError where a name is neither text nor a number.
    """
    shapely = geometries.library()
    for name in shapes:
        if not isinstance(name, (str, int, float)):
            raise ValueError(f"expected a text or number as the id of a feature, not {name!r}")
    return {
        "type": "FeatureCollection",
        "features": [
            {"type": "Feature", "id": name, "properties": {}, "geometry": shapely.geometry.mapping(shape)}
            for name, shape in shapes.items()
        ],
    }
