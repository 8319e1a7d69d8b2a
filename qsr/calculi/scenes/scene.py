"""From a scenario to a scene in numbers, and from a scene to its relations."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from qsr.calculi.calculus import Calculus
from qsr.calculi.files import load
from qsr.calculi.network import Network
from qsr.calculi.scenes import geometries
from qsr.calculi.scenes.models import model, realiser
from qsr.calculi.scenes.orders import Ordered
from qsr.calculi.scenes.places import Place, plain
from qsr.calculi.scenes.regions import Regions
from qsr.story import Witness
from qsr.witnesses import BY_KIND

__all__ = ["Scene", "qualify", "realise"]


@dataclass(frozen=True, slots=True)
class Scene:
    """Entities with concrete places.

    Parameters
    ----------
    calculus
        Whose relations are looked at.
    kind
        ``"points"`` (a tuple of coordinates per entity), ``"boxes"`` (a tuple of (start, end) pairs) or ``"regions"`` (a
        tuple of boxes, whose union it is).
    place
        Entity -> its place, in exact numbers.
    """

    calculus: Calculus
    kind: str
    place: Mapping[Hashable, Place]

    def network(self) -> Network:
        """Return the relations that hold in the scene, one for every pair."""
        return qualify(self.place, self.calculus)

    def geometries(self) -> dict[Hashable, Any]:
        """Return the places as Shapely geometries; raise ValueError where they are not in the plane."""
        return {name: geometries.geometry(self.kind, place) for name, place in self.place.items()}

    def witness(self) -> Witness:
        """Return the scene with a number for each entity, in their order, as `qsr.draw` and the theories have it."""
        places = dict(enumerate(self.place.values()))
        return BY_KIND[self.kind](places, {index: str(name) for index, name in enumerate(self.place)})

    def svg(self) -> str:
        """Return a drawing as an SVG document."""
        return self.witness().svg()

    def text(self) -> str:
        """Return the places as lines of text, one per entity."""
        return self.witness().text()

    def _repr_svg_(self) -> str:
        return self.svg()


def realise(network: Network) -> Scene:
    """Return places that have the relations of a network.

    Points, intervals and blocks get the smallest whole numbers. Regions of RCC8 and RCC5 lie in the plane, on a grid of whole
    numbers: a box each where they are few and boxes have the relations, else unions of boxes. The relations of the places are
    worked out again and compared before they are returned.

    Parameters
    ----------
    network
        With one base relation for each pair, or with such a closure.

    Raises
    ------
    UnknownName
        Where the calculus has no way from relations to numbers.
    ValueError
        Where the network has no solution, or its closure leaves a pair open: choose a scenario first.

    Examples
    --------
    >>> network = Network("allen")
    >>> network.add("lunch", "m", "talk")
    >>> network.add("talk", "d", "day")
    >>> network.add("lunch", "s", "day")
    >>> realise(network).place
    {'lunch': ((0, 1),), 'talk': ((1, 2),), 'day': ((0, 3),)}
    """
    found = realiser(network.calculus)
    relations = _base_relations(network)
    places = found.places(relations, len(network.nodes))
    for i, j, name in found.relations(places):
        if name != relations[i, j]:
            x, y = network.nodes[i], network.nodes[j]
            raise ValueError(f"the network has no solution: {x!r} {relations[i, j]} {y!r} cannot hold with the other relations")
    return Scene(network.calculus, found.kind, dict(zip(network.nodes, places, strict=True)))


def _base_relations(network: Network) -> dict[tuple[int, int], str]:
    """Return the base relation of each pair i < j."""
    closed = network.closure()
    if closed.is_refuted:
        where = ", ".join(map(repr, closed.conflict or ()))
        raise ValueError(f"the network has no solution: its closure finds a contradiction{where and f' between {where}'}")
    labels = {(i, j): closed.label(x, y) for (i, x), (j, y) in combinations(enumerate(network.nodes), 2)}
    relations = {}
    for (i, j), label in labels.items():
        if len(label) != 1:
            x, y = network.nodes[i], network.nodes[j]
            said = ", ".join(network.calculus.names(network.calculus.mask(label)))
            raise ValueError(f"expected one relation for each pair; {x!r} and {y!r} still have {said}: choose a scenario first")
        (relations[i, j],) = label
    return relations


def qualify(places: Mapping[Hashable, Any], calculus: Calculus | str | Path, *, axis: int | None = None) -> Network:
    """Return the network of the relations that hold between places, one for every pair.

    Parameters
    ----------
    places
        Entity -> its place. Numbers: coordinates for ``point`` and ``cd``, (start, end) pairs for ``allen`` and the block
        algebras, boxes for ``rcc8`` and ``rcc5``, a point and the vector that it faces for ``opra1``; for one axis a number
        or one pair will do. Or, for all entities, Shapely geometries or GeoJSON: regions for ``rcc8`` and ``rcc5``, points
        for ``cd``; ``block2`` looks at their bounding boxes.
    calculus
        A calculus with a model in numbers, or what `qsr.calculi.load` takes.
    axis
        For ``point`` and ``allen``: which axis to look at of places that have several, counted from 0.

    Raises
    ------
    UnknownName
        Where the calculus has no model in numbers.
    ValueError
        For a place of another form, naming the entity; for an axis where the calculus is not on one axis.
    BackendUnavailable
        For geometries where Shapely is not installed.

    Examples
    --------
    >>> rooms = {"hall": (0, 5), "stairs": (5, 7)}
    >>> sorted(qualify(rooms, "allen").label("hall", "stairs"))
    ['m']
    >>> desk, lamp = [((0, 4), (0, 2))], [((3, 5), (1, 2))]
    >>> sorted(qualify({"desk": desk, "lamp": lamp}, "rcc8").label("lamp", "desk"))
    ['PO']
    """
    calculus = calculus if isinstance(calculus, Calculus) else load(calculus)
    found = model(calculus)
    if axis is not None and (axis < 0 or not isinstance(found, Ordered) or found.axes != 1):
        raise ValueError(f"expected an axis counted from 0 and a calculus on one axis, not axis {axis} and {calculus.name}")
    shapes = [is_shape for is_shape in map(geometries.is_geometry, places.values()) if is_shape]
    if shapes and len(shapes) != len(places):
        raise ValueError("expected places that are all geometries, or none of them")
    if shapes and isinstance(found, Regions):
        regions = geometries.named(places, geometries.area)
        relations = [(i, j, found.names[name]) for i, j, name in geometries.relations(list(regions.values()))]
    else:

        def place(value: Any) -> Any:
            value = geometries.extents(geometries.read(value), found.kind) if shapes else value
            if axis is not None:
                try:
                    value = (plain(value)[axis],)
                except (IndexError, TypeError):
                    raise ValueError(f"expected a place with an axis {axis}") from None
            return found.place(value)

        relations = found.relations(list(geometries.named(places, place).values()))
    network = Network(calculus)
    names = list(places)
    for name in names:
        network.add(name, calculus.names(calculus.identity), name)
    for i, j, relation in relations:
        network.add(names[i], relation, names[j])
    return network
