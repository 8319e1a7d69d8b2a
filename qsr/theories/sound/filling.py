"""Regions with a body instead of scattered little boxes, where the relations allow it.

`regions` proves that regions exist by making them as thin as can be. For a reader of the witness this gives each region, one by
one, its whole bounding box, or else what the bounding boxes of the regions that it must not enter leave of it. All that contain
the region grow with it, thicker where they must. A step that would break a relation is not taken: each is checked by `geometry`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import prod
from typing import Final

from qsr.theories.sound.geometry import Box, Number, rcc8_of, share_inner_points, share_points

__all__ = ["filled"]

#: Between a body and a region that it must not touch stays this share of the room, on the side where they face each other.
_GAP = Fraction(1, 4)
#: Relation of regions that are apart -> what their boxes must not do.
_MEETING: Final = {"DC": share_points, "EC": share_inner_points}


def filled(
    pieces: Mapping[int, Sequence[Box]],
    boxes: Mapping[int, Box],
    relations: Mapping[tuple[int, int], str],
    depths: Mapping[int, Mapping[int, int]],
) -> dict[int, list[Box]]:
    """Return regions with the same relations and the same bounding boxes, the same or larger.

    Parameters
    ----------
    pieces
        Region -> its boxes; no two regions are equal.
    boxes
        Region -> its bounding box.
    relations
        The base relation of every ordered pair of regions.
    depths
        Whole -> part, itself among them -> greatest number of NTPP on a chain of parts between the two.
    """
    regions = {region: list(found) for region, found in pieces.items()}
    # Parts first: what they become their wholes have too.
    for region in sorted(regions, key=lambda region: (len(depths[region]), region)):
        for body in _bodies(region, boxes, relations):
            if grown := _with_body(region, body, regions, relations, depths):
                regions = grown
                break
    return regions


def _bodies(region: int, boxes: Mapping[int, Box], relations: Mapping[tuple[int, int], str]) -> Iterator[Box]:
    """Yield what the region might be as a whole: its bounding box, and what is left of it beside its strangers and neighbours."""
    whole = body = boxes[region]
    yield whole
    for other, bounds in sorted(boxes.items()):
        if relations.get((region, other)) in _MEETING and _MEETING[relations[region, other]](body, bounds):
            left = _beside(body, bounds)
            if not left:
                return
            body = max(left, key=_size)
            if relations[region, other] == "DC":
                body = tuple(
                    (
                        start if start == first else start + (end - start) * _GAP,
                        end if end == last else end - (end - start) * _GAP,
                    )
                    for (start, end), (first, last) in zip(body, whole, strict=True)
                )
    if body != whole:
        yield body


def _with_body(
    region: int,
    body: Box,
    regions: Mapping[int, list[Box]],
    relations: Mapping[tuple[int, int], str],
    depths: Mapping[int, Mapping[int, int]],
) -> dict[int, list[Box]] | None:
    """Return the regions after one of them, and so each that contains it, got a body; None where that breaks a relation."""
    thickness = {whole: parts[region] for whole, parts in depths.items() if region in parts}
    steps = _steps(body, regions, max(thickness.values()))
    grown = dict(regions)
    for whole, depth in thickness.items():
        thick = tuple((start - depth * step, end + depth * step) for (start, end), step in zip(body, steps, strict=True))
        for other, found in regions.items():
            name = relations.get((whole, other))
            if name in _MEETING and any(_MEETING[name](thick, box) for box in found):
                return None
        grown[whole] = [box for box in regions[whole] if not _lies_in(box, thick)] + [thick]
    for whole in thickness:
        for other in regions:
            name = relations.get((whole, other), "DC")
            # A pair that grew together is compared once.
            is_new = other not in thickness or other < whole
            if is_new and name not in _MEETING and rcc8_of(grown[whole], grown[other]) != name:
                return None
    return grown


def _steps(body: Box, regions: Mapping[int, list[Box]], deepest: int) -> list[Number]:
    """Return a thickness per axis that, taken as often as the deepest nesting asks, stays below every distance there is."""
    if not deepest:
        return [0] * len(body)
    steps: list[Number] = []
    for axis, side in enumerate(body):
        taken = sorted({end for found in regions.values() for box in found for end in box[axis]} | set(side))
        steps.append(Fraction(min(above - below for below, above in pairwise(taken))) / (deepest + 1))
    return steps


def _beside(box: Box, other: Box) -> list[Box]:
    """Return the largest boxes in a box that share no inner point with another: at most one on each of its sides."""
    found = []
    for axis, ((start, end), (start_of_other, end_of_other)) in enumerate(zip(box, other, strict=True)):
        for first, last in ((start, min(end, start_of_other)), (max(start, end_of_other), end)):
            if first < last:
                found.append((*box[:axis], (first, last), *box[axis + 1 :]))
    return found


def _lies_in(box: Box, other: Box) -> bool:
    return all(outer[0] <= inner[0] and inner[1] <= outer[1] for inner, outer in zip(box, other, strict=True))


def _size(box: Box) -> Number:
    return prod(end - start for start, end in box)
