"""Whether given coordinates satisfy a claim, by plain arithmetic: the check that stands apart from every solver."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from qsr.theories.property_sets.claims import Claim, Side, Space

__all__ = ["holds"]


def holds(claim: Claim, space: Space, place: Mapping[int, Any]) -> bool:
    """Tell whether the claim is true of the places: a tuple of coordinates, or of (start, end) pairs, per entity."""
    head, tail = place[claim.head], place[claim.tail]
    stated = all(_side_holds(claim, side, space, head[side.axis], tail[side.axis]) for side in claim.sides)
    stated = stated and (not claim.same or tuple(head) == tuple(tail))
    if claim.negated:
        return not stated
    return stated and all(_level(space, head[axis], tail[axis]) for axis in claim.level_axes(space))


def _side_holds(claim: Claim, side: Side, space: Space, head: Any, tail: Any) -> bool:
    low, high = (head, tail) if side.sign < 0 else (tail, head)
    if not space.extended:
        return bool(low < high) and side.distance in (None, high - low)
    (low_start, low_end), (high_start, high_end) = low, high
    apart = Fraction(high_start + high_end - low_start - low_end, 2) if claim.centres else high_start - low_end
    return bool(low_end <= high_start) and side.distance in (None, apart)


def _level(space: Space, head: Any, tail: Any) -> bool:
    if not space.extended:
        return bool(head == tail)
    return bool(head[1] >= tail[0] and tail[1] >= head[0])
