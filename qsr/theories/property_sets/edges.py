"""Claims as difference constraints: what `by_closure` decides and `layout` draws.

The strict order of rationals is written over whole numbers as follows. With n variables and distances that are multiples of
1/D, everything is multiplied by the scale S = D * (n + 1), and x < y becomes x - y <= -1. That changes nothing: a set of
differences is contradictory exactly when some simple cycle of its graph has a negative sum, or the sum 0 and a strict edge.
Let a simple cycle, which has at most n edges, have the sum c (a multiple of 1/D) and k strict edges. After scaling its sum is
S * c - k. If c < 0 that is negative; if c = 0 it is -k, negative exactly when an edge is strict; if c > 0 then S * c >= n + 1
> k, and it stays positive.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import NamedTuple, TypeAlias

from qsr.errors import BackendUnavailable
from qsr.solvers.differences import Difference
from qsr.solvers.protocol import Key
from qsr.theories.property_sets.claims import Claim, Side, Space

__all__ = ["Bound", "Sizes", "alternatives", "differences", "extents", "scale", "variables"]

#: (entity, axis) -> length, where lengths are fixed.
Sizes: TypeAlias = Mapping[tuple[int, int], Fraction]


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


def variables(entities: int, space: Space) -> list[Key]:
    """Return the coordinates: (entity, axis, side)."""
    return list(product(range(entities), range(space.dimensions), space.sides))


def scale(entities: int, space: Space, unit: int) -> int:
    """Return S = D * (n + 1) of the module's text."""
    return unit * (entities * space.dimensions * len(space.sides) + 1)


def extents(entities: int, space: Space) -> list[Bound]:
    """Return that extended objects start before they end."""
    if not space.extended:
        return []
    return [
        Bound((entity, axis, 0), (entity, axis, 1), 0, True) for entity in range(entities) for axis in range(space.dimensions)
    ]


def alternatives(claim: Claim, space: Space, sizes: Sizes | None = None) -> list[list[Bound]]:
    """Return conjunctions of bounds, at least one of which holds exactly where the claim does.

    Raises
    ------
    BackendUnavailable
        The claim measures between centres, and lengths are not fixed.
    """
    needs = _needs(claim, space, sizes)
    return [[bound.complement] for bound in needs] if claim.negated else [needs + _level(claim, space)]


def differences(bounds: Sequence[Bound], index: Mapping[Key, int], factor: int, gap: int = 1) -> list[Difference]:
    """Multiply bounds by `factor`; strict ones leave at least `gap` between the coordinates."""
    return [
        Difference(index[x], index[y], int(most * factor) - gap if strict else int(most * factor))
        for x, y, most, strict in bounds
    ]


def _needs(claim: Claim, space: Space, sizes: Sizes | None) -> list[Bound]:
    """Return what the claim's own words need, whatever completeness adds."""
    bounds: list[Bound] = []
    last = space.sides[-1]
    for side in claim.sides:
        first, second = (claim.head, claim.tail) if side.sign < 0 else (claim.tail, claim.head)
        # Points must differ; extended objects may touch.
        before = Bound((first, side.axis, last), (second, side.axis, 0), 0, not space.extended)
        bounds.append(before)
        if side.distance is not None:
            gap = side.distance - _halves(claim, side, sizes)
            bounds += [Bound(before.x, before.y, -gap), Bound(before.y, before.x, gap)]
    if claim.same:
        for axis, side_number in product(range(space.dimensions), space.sides):
            one, other = (claim.head, axis, side_number), (claim.tail, axis, side_number)
            bounds += [Bound(one, other, 0), Bound(other, one, 0)]
    return bounds


def _halves(claim: Claim, side: Side, sizes: Sizes | None) -> Fraction:
    """Return by how much a distance between centres exceeds the gap between the facing ends."""
    if not claim.centres:
        return Fraction(0)
    if sizes is None:
        raise BackendUnavailable("distances between centres of extended objects are no differences of two coordinates")
    return (sizes[claim.head, side.axis] + sizes[claim.tail, side.axis]) / 2


def _level(claim: Claim, space: Space) -> list[Bound]:
    last = space.sides[-1]
    return [
        Bound((one, axis, 0), (other, axis, last), 0)
        for axis in claim.level_axes(space)
        for one, other in ((claim.head, claim.tail), (claim.tail, claim.head))
    ]
