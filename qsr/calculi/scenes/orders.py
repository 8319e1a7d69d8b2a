"""Calculi whose relations are orders of coordinates: points, intervals, directions by projection, blocks.

On each axis an entity has one end (a point) or two (an interval, the start below the end), and a base relation says how the ends
of two entities are ordered there. An atomic network that is consistent therefore fixes the order of all ends on every axis,
and the rank of an end in this order is a coordinate for it: whole numbers, the smallest there are.

References
----------
.. [1] Allen (1983), Maintaining knowledge about temporal intervals, Communications of the ACM 26(11), 832-843, figure 2.
.. [2] Frank (1991), Qualitative spatial reasoning with cardinal directions, 7th Austrian AI Conference, 157-167; Ligozat (1998),
   Reasoning about cardinal directions, Journal of Visual Languages and Computing 9, 23-44.
.. [3] Balbiani, Condotta and Farinas del Cerro (2002), Tractability results in the block algebra, Journal of Logic and
   Computation 12(5), 885-909.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cmp_to_key
from itertools import product
from typing import Any, Final, TypeAlias

from qsr.calculi.calculus import Calculus
from qsr.calculi.intervals import ALLEN, signs
from qsr.calculi.scenes.places import Number, Place, box, point

__all__ = ["Ordered", "ordered"]

#: Per axis, the order of each end of the first entity and each end of the second: -1 below, 0 equal, 1 above.
Signs: TypeAlias = tuple[int, ...]


_POINT: Final[Mapping[Signs, str]] = {(-1,): "<", (0,): "=", (1,): ">"}
#: Name of a calculus on one axis -> kind of its places, and its base relation for each order of the ends.
_FORMS: Final[Mapping[str, tuple[str, Mapping[Signs, str]]]] = {"point": ("points", _POINT), "allen": ("boxes", ALLEN)}


@dataclass(frozen=True, slots=True)
class Ordered:
    """The model of a calculus whose base relations are orders of ends.

    Parameters
    ----------
    kind
        ``"points"`` (one end per axis) or ``"boxes"`` (two).
    axes
        How many.
    names
        Signs of all axes, one axis after the other -> base relation.
    """

    kind: str
    axes: int
    names: Mapping[tuple[Signs, ...], str]

    def place(self, value: Any) -> Place:
        """Return a place in its exact form; raise ValueError for what is none."""
        return point(value, self.axes) if self.kind == "points" else box(value, self.axes)

    def relations(self, places: Sequence[Any]) -> list[tuple[int, int, str]]:
        """Return (i, j, base relation) for each pair i < j of places."""
        ends = [[self._ends(side) for side in place] for place in places]
        return [
            (i, j, self.names[tuple(signs(one, other) for one, other in zip(ends[i], ends[j], strict=True))])
            for j in range(len(places))
            for i in range(j)
        ]

    def places(self, relations: Mapping[tuple[int, int], str], count: int) -> list[Place]:
        """Return places for entities 0 to count - 1, given the base relation of each pair i < j.

        Where no places have the relations, these have other ones: `realise` looks.
        """
        signs_of = {name: signs for signs, name in self.names.items()}
        found = {pair: signs_of[name] for pair, name in relations.items()}
        columns = [self._axis({pair: on[axis] for pair, on in found.items()}, count) for axis in range(self.axes)]
        return [tuple(column[entity] for column in columns) for entity in range(count)]

    def _axis(self, signs: Mapping[tuple[int, int], Signs], count: int) -> list[Any]:
        width = 1 if self.kind == "points" else 2

        def order(one: tuple[int, int], other: tuple[int, int]) -> int:
            (i, end), (j, end_of_other) = one, other
            if i == j:
                return end - end_of_other
            return signs[i, j][width * end + end_of_other] if i < j else -signs[j, i][width * end_of_other + end]

        ends = sorted(product(range(count), range(width)), key=cmp_to_key(order))
        rank: dict[tuple[int, int], int] = {}
        for place, end in enumerate(ends):
            before = ends[place - 1] if place else None
            rank[end] = 0 if before is None else rank[before] + (order(before, end) != 0)
        return [rank[entity, 0] if width == 1 else (rank[entity, 0], rank[entity, 1]) for entity in range(count)]

    def _ends(self, side: Any) -> tuple[Number, ...]:
        return (side,) if self.kind == "points" else side


def ordered(calculus: Calculus) -> Ordered | None:
    """Return the model of the point algebra, of Allen's algebra, or of a product of one of them with itself; None for others.

    A product has an axis for each of its parts: ``cd`` is two point algebras, west to east and south to north.

    Raises
    ------
    UnknownName
        Where a calculus of one of these names has other relations.
    """
    parts = calculus.parts or (calculus,)
    if len({part.name for part in parts}) > 1 or parts[0].name not in _FORMS:
        return None
    kind, by_signs = _FORMS[parts[0].name]
    signs_of = [{part.names(part.mask(name))[0]: signs for signs, name in by_signs.items()} for part in parts]
    tuples = product(*(part.relations for part in parts))
    names = {
        tuple(signs[name] for signs, name in zip(signs_of, each, strict=True)): relation
        for each, relation in zip(tuples, calculus.relations, strict=True)
    }
    return Ordered(kind, len(parts), names)
