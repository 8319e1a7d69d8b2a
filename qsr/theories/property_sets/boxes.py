"""RCC8 between boxes with sides along the axes, and points, by the ends of their sides: each base relation as clauses of bounds.

An extended object is here the box of all points between its starts and its ends, its boundary included; a point is in place of
a box whose start is its end. A relation holds where all its clauses do, and a clause where one of its bounds does. Two boxes
meet where they do on every axis, and are part of one another likewise; they are apart, touch, or stick out where they do on some
axis. Source of the relations: D. Randell, Z. Cui, A. Cohn, "A spatial logic based on regions and connection", KR 1992; that a
point on the boundary of a box is "inside and touching" is decided here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from typing import Final, NamedTuple, TypeAlias

from qsr.solvers.protocol import Key
from qsr.theories.property_sets.claims import Space, fitting

__all__ = ["Bound", "Clause", "clauses", "either", "neither"]


class Bound(NamedTuple):
    """Coordinate `x` minus coordinate `y` is at most `most`, or less than it where `strict`."""

    x: Key
    y: Key
    most: Fraction | int
    strict: bool = False

    @property
    def complement(self) -> Bound:
        """What holds of rationals exactly where this does not."""
        return Bound(self.y, self.x, -self.most, not self.strict)


#: One of these holds.
Clause: TypeAlias = list[Bound]


def _apart(space: Space, one: int, other: int, strict: bool) -> Clause:
    """Return a clause that says that on some axis one ends before the other starts, or, not strictly, where it starts."""
    return [
        Bound((first, axis, space.last(first)), (second, axis, 0), 0, strict)
        for axis in range(space.dimensions)
        for first, second in ((one, other), (other, one))
    ]


def _within(space: Space, inner: int, outer: int, strict: bool) -> Clause:
    """Return the bounds that all hold where the sides of one are inside those of the other."""
    return [
        bound
        for axis in range(space.dimensions)
        for bound in (
            Bound((outer, axis, 0), (inner, axis, 0), 0, strict),
            Bound((inner, axis, space.last(inner)), (outer, axis, space.last(outer)), 0, strict),
        )
    ]


def _denied(bounds: Clause) -> Clause:
    """Return a clause that says that some of the bounds fails."""
    return [bound.complement for bound in bounds]


def _each(bounds: Clause) -> list[Clause]:
    return [[bound] for bound in bounds]


def _externally_connected(space: Space, head: int, tail: int) -> list[Clause]:
    return [*_each(_denied(_apart(space, head, tail, True))), _apart(space, head, tail, False)]


def _partially_overlapping(space: Space, head: int, tail: int) -> list[Clause]:
    sticking_out = (_denied(_within(space, one, other, False)) for one, other in ((head, tail), (tail, head)))
    return [*_each(_denied(_apart(space, head, tail, False))), *sticking_out]


def _tangential_part(space: Space, inner: int, outer: int) -> list[Clause]:
    inside, on_edge = _within(space, inner, outer, False), _denied(_within(space, inner, outer, True))
    return [*_each(inside), on_edge, _denied(_within(space, outer, inner, False))]


#: The converses of parts are parts the other way round.
_CLAUSES: Final[dict[str, Callable[[Space, int, int], list[Clause]]]] = {
    "DC": lambda space, head, tail: [_apart(space, head, tail, True)],
    "EC": _externally_connected,
    "PO": _partially_overlapping,
    "TPP": _tangential_part,
    "NTPP": lambda space, inner, outer: _each(_within(space, inner, outer, True)),
    "EQ": lambda space, head, tail: _each([*_within(space, head, tail, False), *_within(space, tail, head, False)]),
}


def _part(space: Space, inner: int, outer: int) -> list[Clause]:
    """Return the clauses of a proper part, on the edge or not."""
    return [*_each(_within(space, inner, outer, False)), _denied(_within(space, outer, inner, False))]


#: Unions of base relations that are simpler than their members, which a product of clauses would list one by one.
_UNIONS: Final[dict[frozenset[str], Callable[[Space, int, int], list[Clause]]]] = {
    frozenset({"TPP", "NTPP"}): _part,
    frozenset({"TPPI", "NTPPI"}): lambda space, head, tail: _part(space, tail, head),
    frozenset({"DC", "EC"}): lambda space, head, tail: [_apart(space, head, tail, False)],
    frozenset({"PO", "TPP", "NTPP", "TPPI", "NTPPI", "EQ"}): lambda space, head, tail: _each(
        _denied(_apart(space, head, tail, False))
    ),
}


def clauses(space: Space, relation: str, head: int, tail: int) -> list[Clause]:
    """Return the clauses of a base relation; for one that the places cannot have, an empty clause is among them."""
    if relation not in fitting(space, head, tail):
        return [[]]
    if relation not in _CLAUSES:
        return _CLAUSES[relation.removesuffix("I")](space, tail, head)
    return _CLAUSES[relation](space, head, tail)


def either(space: Space, relations: Sequence[str], head: int, tail: int) -> list[list[Bound]]:
    """Return conjunctions of bounds, at least one of which holds exactly where one of the base relations does."""
    found = []
    union = _union(space, relations, head, tail)
    for said in [clauses(space, relation, head, tail) for relation in relations] if union is None else [union]:
        for choice in product(*said):
            if not any(bound.complement in choice for bound in choice):
                found.append(list(dict.fromkeys(choice)))
    return found


def neither(space: Space, relations: Sequence[str], head: int, tail: int) -> list[list[Bound]]:
    """Return conjunctions, at least one of which holds exactly where none of the base relations does."""
    if (union := _union(space, relations, head, tail)) is not None:
        return [_denied(clause) for clause in union]
    if len(relations) == 1:
        return [_denied(clause) for clause in clauses(space, relations[0], head, tail)]
    return either(space, [name for name in fitting(space, head, tail) if name not in relations], head, tail)


def _union(space: Space, relations: Sequence[str], head: int, tail: int) -> list[Clause] | None:
    """Return the clauses of some base relations together, None where there are none so simple."""
    made = _UNIONS.get(frozenset(relations)) if {head, tail} <= space.extended else None
    return None if made is None else made(space, head, tail)
