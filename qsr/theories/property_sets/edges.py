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
from typing import TypeAlias

from qsr.errors import BackendUnavailable
from qsr.solvers.differences import Difference
from qsr.solvers.protocol import Key
from qsr.theories.property_sets.boxes import Bound, either, neither
from qsr.theories.property_sets.claims import Claim, Side, Space

__all__ = ["Sizes", "alternatives", "differences", "extents", "scale", "variables"]

#: (place, axis) -> length, where lengths are fixed.
Sizes: TypeAlias = Mapping[tuple[int, int], Fraction]


def variables(space: Space) -> list[Key]:
    """Return the coordinates: (place, axis, side)."""
    return [
        (place, axis, side)
        for place in range(space.places)
        for axis in range(space.dimensions)
        for side in range(space.last(place) + 1)
    ]


def scale(space: Space, unit: int) -> int:
    """Return S = D * (n + 1) of the module's text."""
    return unit * ((space.places + len(space.extended)) * space.dimensions + 1)


def extents(space: Space) -> list[Bound]:
    """Return that extended objects start before they end."""
    return [
        Bound((place, axis, 0), (place, axis, 1), 0, True) for place in sorted(space.extended) for axis in range(space.dimensions)
    ]


def alternatives(claim: Claim, space: Space, sizes: Sizes | None = None) -> list[list[Bound]]:
    """Return conjunctions of bounds, at least one of which holds exactly where the claim does.

    Raises
    ------
    BackendUnavailable
        The claim measures between centres, and lengths are not fixed.
    """
    needs = _needs(claim, space, sizes)
    if claim.negated:
        failing = neither(space, claim.topology, claim.head, claim.tail) if claim.topology else []
        return [[bound.complement] for bound in needs] + failing
    needs += _level(claim, space)
    if not claim.topology:
        return [needs]
    return [needs + choice for choice in either(space, claim.topology, claim.head, claim.tail)]


def differences(bounds: Sequence[Bound], index: Mapping[Key, int], factor: int, gap: int = 1) -> list[Difference]:
    """Multiply bounds by `factor`; strict ones leave at least `gap` between the coordinates."""
    return [
        Difference(index[x], index[y], int(most * factor) - gap if strict else int(most * factor))
        for x, y, most, strict in bounds
    ]


def _needs(claim: Claim, space: Space, sizes: Sizes | None) -> list[Bound]:
    """Return what sides and margins need, whatever completeness adds."""
    bounds: list[Bound] = []
    for side in claim.sides:
        first, second = (claim.head, claim.tail) if side.sign < 0 else (claim.tail, claim.head)
        # Points must differ; what has an extent may touch.
        before = Bound((first, side.axis, space.last(first)), (second, side.axis, 0), 0, space.pointlike(claim))
        bounds.append(before)
        if side.distance is not None:
            gap = side.distance - _halves(claim, side, sizes)
            bounds += [Bound(before.x, before.y, -gap), Bound(before.y, before.x, gap)]
    for margin in claim.margins:
        ends = [(place, margin.axis, space.last(place) if margin.sign > 0 else 0) for place in (claim.head, claim.tail)]
        low, high = ends if margin.sign > 0 else reversed(ends)
        distance = margin.distance or Fraction(0)
        bounds += [Bound(low, high, -distance), Bound(high, low, distance)]
    return bounds


def _halves(claim: Claim, side: Side, sizes: Sizes | None) -> Fraction:
    """Return by how much a distance between centres exceeds the gap between the facing ends."""
    if not claim.centres:
        return Fraction(0)
    if sizes is None:
        raise BackendUnavailable("distances between centres of extended objects are no differences of two coordinates")
    lengths = (sizes.get((place, side.axis), Fraction(0)) for place in (claim.head, claim.tail))
    return sum(lengths, Fraction(0)) / 2


def _level(claim: Claim, space: Space) -> list[Bound]:
    return [
        Bound((one, axis, 0), (other, axis, space.last(other)), 0)
        for axis in claim.level_axes(space)
        for one, other in ((claim.head, claim.tail), (claim.tail, claim.head))
    ]
