"""Classes of distance between points: from numbers to an ordered qualitative distance.

The classes are ordered; one is that of distance 0, the others reach up to a bound each, which belongs to the class, and the
last has none [1]_. A table holds for some bounds only, which are looked at. The calculus is about points: the least distance
of two regions does not obey the triangle inequality, on which its table rests, so regions are refused.

References
----------
.. [1] Clementini, Di Felice and Hernandez (1997), Qualitative representation of positional information, Artificial
   Intelligence 95, 317-356.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise, product
from pathlib import Path
from typing import Any

from qsr.calculi.calculus import Calculus, bits
from qsr.calculi.files import load
from qsr.calculi.network import Network
from qsr.calculi.scenes import geometries
from qsr.calculi.scenes.places import Number, Point, number, plain, point

__all__ = ["qualify_distances", "squared_distance"]


def squared_distance(one: Point, other: Point) -> Number:
    """Return the square of the Euclidean distance of two points, which unlike the distance is an exact number."""
    return sum((here - there) ** 2 for here, there in zip(one, other, strict=True))


def qualify_distances(places: Mapping[Hashable, Any], calculus: Calculus | str | Path, bounds: Mapping[str, Any]) -> Network:
    """Return the network of the classes of distance between points, one for every pair.

    Parameters
    ----------
    places
        Entity -> its coordinates, all of one dimension; or Shapely or GeoJSON points for all entities.
    calculus
        An ordered qualitative distance, or what `qsr.calculi.load` takes. Its identity is the class of distance 0.
    bounds
        Base relation -> the greatest distance that belongs to it; for all but the identity and the class of the furthest.

    Raises
    ------
    UnknownName
        For a bound of a relation that the calculus does not have.
    ValueError
        For a place that is no point, naming the entity; for points of different dimensions; for bounds that are not
        those of all classes but two, not positive and different, or for which the table of the calculus does not hold; and
        for a calculus whose relations are not symmetric.

    Examples
    --------
    >>> points = {"cup": (0, 0), "pen": (3, 4), "box": (6, 8)}
    >>> network = qualify_distances(points, "distance", {"very-near": 5, "near": 10, "far": 15})
    >>> sorted(network.label("cup", "pen")), sorted(network.label("cup", "box"))
    (['very-near'], ['near'])
    """
    calculus = calculus if isinstance(calculus, Calculus) else load(calculus)
    limits, classes = _classes(calculus, bounds)
    points = geometries.named(places, _point)
    if len(dimensions := sorted({len(at) for at in points.values()})) > 1:
        raise ValueError(f"expected points of one dimension; these have {' and '.join(map(str, dimensions))}")
    network = Network(calculus)
    for name in points:
        network.add(name, classes[0], name)
    for (name, at), (other, there) in combinations(points.items(), 2):
        network.add(name, classes[bisect_left(limits, squared_distance(at, there))], other)
    return network


def _classes(calculus: Calculus, bounds: Mapping[str, Any]) -> tuple[list[Number], list[str]]:
    """Return the squares of the greatest distances of all classes but the last, ascending, and the classes."""
    masks = {calculus.mask(name): number(bound) for name, bound in bounds.items()}
    ascending = [calculus.identity, *sorted(masks, key=masks.__getitem__)]
    last = [1 << place for place in bits(calculus.universal) if 1 << place not in ascending]
    limits = [0, *sorted(masks.values())]
    if len(last) != 1 or len(ascending) != len(set(ascending)):
        inner = ", ".join(calculus.names(calculus.universal & ~calculus.identity))
        raise ValueError(f"expected the greatest distance of all but one of {inner}, not of {', '.join(bounds) or 'none'}")
    if any(low >= high for low, high in pairwise(limits)):
        raise ValueError("expected greatest distances that are positive and different")
    classes = [*ascending, *last]
    if any(calculus.converse(mask) != mask for mask in classes):
        raise ValueError(f"expected a calculus of distances, whose relations are their own converses, not {calculus.name}")
    for first, second, third in _triangles(limits):
        if not calculus.compose(classes[first], classes[second]) & classes[third]:
            names = " and ".join(calculus.names(classes[place])[0] for place in (first, second))
            excluded = calculus.names(classes[third])[0]
            raise ValueError(
                f"with these greatest distances {names} give {excluded}, which the table of {calculus.name} excludes"
            )
    return [limit**2 for limit in limits], [calculus.names(mask)[0] for mask in classes]


def _triangles(limits: Sequence[Number]) -> Iterator[tuple[int, int, int]]:
    """Yield the classes of the sides of triangles: those of x, y and of y, z, and each that x, z can have then."""
    least = [0, *limits]
    for first, second in product(range(len(least)), repeat=2):
        if 0 in (first, second):
            yield first, second, first + second
            continue
        for third in range(len(least)):
            # A class reaches from above the bound before it up to its own; the last has no end. No side is longer than the
            # other two together.
            shortest = [least[place] for place in (first, second, third)]
            longest = [limits[place] if place < len(limits) else None for place in (first, second, third)]
            if third == 0:
                if first == second:
                    yield first, second, third
            elif all(_fits(shortest[side], longest[side - 1], longest[side - 2]) for side in range(3)):
                yield first, second, third


def _fits(shortest: Number, one: Number | None, other: Number | None) -> bool:
    """Tell whether a side longer than `shortest` can be as long as the longest two others together."""
    return one is None or other is None or shortest < one + other


def _point(value: Any) -> Point:
    if geometries.is_geometry(value):
        return geometries.extents(geometries.read(value), "points")
    value = plain(value)
    return point(value, len(value) if isinstance(value, (tuple, list)) else 1)
