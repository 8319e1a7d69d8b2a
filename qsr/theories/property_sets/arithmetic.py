"""Whether given coordinates satisfy a claim, by plain arithmetic: the check that stands apart from every solver."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from qsr.story import Witness
from qsr.theories.property_sets.claims import Claim, Reading, Side, Space
from qsr.witnesses import Boxes, Points

__all__ = ["coordinates", "holds"]

#: (start, end) on each axis; for a point both are one number.
Box: TypeAlias = Sequence[tuple[Any, Any]]


def coordinates(witness: Witness, reading: Reading) -> dict[int, Box]:
    """Return where a witness shows the places that a story's claims are about, as (start, end) pairs per axis.

    Raises ValueError for a witness of another kind, and for one that does not show such places: one is missing, a point has an
    extent, an extended object has none, or a reference point is not inside its object.
    """
    space, background = reading.space, reading.space.background()
    if not isinstance(witness, (Points, Boxes)):
        raise ValueError(f"a witness of kind {witness.kind!r} does not belong to the exact theory")
    shown: dict[int, Box] = {}
    for place in sorted({place for claim in (*reading.claims, *background) for place in (claim.head, claim.tail)}):
        if place not in witness.place:
            raise ValueError(f"the witness does not say where place {place} is")
        box = [(at, at) if isinstance(witness, Points) else tuple(at) for at in witness.place[place]]
        if len(box) != space.dimensions or not all(
            start < end if place in space.extended else start == end for start, end in box
        ):
            what = "an extended object" if place in space.extended else "a point"
            raise ValueError(f"place {place} is {what} in {space.dimensions} dimensions, and the witness shows something else")
        shown[place] = box
    if not all(holds(claim, space, shown) for claim in background):
        raise ValueError("a reference point of the witness is not inside its object")
    return shown


def holds(claim: Claim, space: Space, place: Mapping[int, Box]) -> bool:
    """Tell whether the claim is true of the places."""
    head, tail = place[claim.head], place[claim.tail]
    stated = all(_side_holds(claim, side, space, head[side.axis], tail[side.axis]) for side in claim.sides)
    stated = stated and (not claim.topology or _base_relation(head, tail) in claim.topology)
    stated = stated and all(_margin(side, head[side.axis], tail[side.axis]) == side.distance for side in claim.margins)
    if claim.negated:
        return not stated
    return stated and all(head[axis][1] >= tail[axis][0] and tail[axis][1] >= head[axis][0] for axis in claim.level_axes(space))


def _side_holds(claim: Claim, side: Side, space: Space, head: tuple[Any, Any], tail: tuple[Any, Any]) -> bool:
    (low_start, low_end), (high_start, high_end) = (head, tail) if side.sign < 0 else (tail, head)
    apart = Fraction(high_start + high_end - low_start - low_end, 2) if claim.centres else high_start - low_end
    before = low_end < high_start if space.pointlike(claim) else low_end <= high_start
    return bool(before) and side.distance in (None, apart)


def _margin(side: Side, inner: tuple[Any, Any], outer: tuple[Any, Any]) -> Any:
    return outer[1] - inner[1] if side.sign > 0 else inner[0] - outer[0]


def _base_relation(head: Box, tail: Box) -> str:
    axes = list(zip(head, tail, strict=True))
    if any(end < start or end_of_tail < start_of_head for (start_of_head, end), (start, end_of_tail) in axes):
        return "DC"
    if all(one == other for one, other in axes):
        return "EQ"
    if part := _part(axes):
        return part
    if part := _part([(other, one) for one, other in axes]):
        return f"{part}I"
    return "PO" if all(one[0] < other[1] and other[0] < one[1] for one, other in axes) else "EC"


def _part(axes: Sequence[tuple[tuple[Any, Any], tuple[Any, Any]]]) -> str:
    if not all(outer[0] <= inner[0] and inner[1] <= outer[1] for inner, outer in axes):
        return ""
    return "NTPP" if all(outer[0] < inner[0] and inner[1] < outer[1] for inner, outer in axes) else "TPP"
