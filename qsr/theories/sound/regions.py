"""From RCC8 relations and bounding boxes to regions that have them: unions of boxes, found by construction and not by search.

An atomic network of RCC8 that is path-consistent has regions as its model (Renz 2002, A canonical model of the region
connection calculus, Journal of Applied Non-Classical Logics 12). Here the regions must also have given bounding boxes in
three dimensions. That is possible whenever the boxes agree with the relations as `realise` demands.

Construction. EQ regions are one region. Each region is made of little boxes at *sites*, places that do not come near each other:

- six per region, one on each side of its bounding box, so that the region reaches all sides;
- one per PO pair, inside both bounding boxes, owned by both regions;
- one per EC pair where the bounding boxes meet, with two little boxes that touch, each owned by one of the two regions.

What a region owns, every region that contains it gets too, thickened on all sides by one small step for each NTPP on the longest
chain of parts between the two. Little boxes are so small that thickened ones stay inside the bounding boxes of their regions
and apart from all other sites.

Why the relations hold. A part has no point that the whole lacks, since chains compose. With an NTPP on a chain the pair is
NTPP, and everything that the part has is a step thicker in the whole: it lies inside. Without one, whole and part have the same
little box on a side of the part: they touch there. A region that is no part of another has points outside it, for its own six
little boxes go only to its containers. Two regions come together at a site only through a common part, or through parts that
are PO or EC; then the composition table says that they are not DC, and that they overlap where those parts do or where one was
thickened, which is what they do at the site.

Sites keep apart because each has an axis on which nothing else has its coordinate, except for one kind: an EC pair whose boxes
meet in a single point has its site in that point. Regions that must all contain one point are not DC to each other, which
neither the composition table nor the pairs of boxes say; and those that must reach it from the same octant overlap if they
are unions of boxes. `realise` refuses what breaks this.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Final, TypeAlias

from qsr.calculi import Network, load
from qsr.calculi.scenes.regions import part_depths
from qsr.theories.sound.filling import filled
from qsr.theories.sound.geometry import Box, Interval, Number, rcc8_of

__all__ = ["realise"]

_AXES: Final = (0, 1, 2)
#: The interiors of the two regions have a point in common.
_OVERLAPPING: Final = ("PO", "TPP", "NTPP", "TPPI", "NTPPI", "EQ")
#: Of the distance to the next coordinate that anything else has, what a little box takes, thickened as it may be.
_REACH: Final = Fraction(1, 3)
#: With more regions than this nobody looks closely, and filling them would take long.
_CROWD: Final = 12

#: Relation of every ordered pair of entities.
_Relations: TypeAlias = dict[tuple[int, int], str]
#: Side of a site on which a little box lies, per axis: below it, around it or above it.
_Sides: TypeAlias = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class _Site:
    """A place for little boxes.

    Parameters
    ----------
    anchors
        Per axis the coordinate of the site, or the interval inside which it may have any.
    owners
        Sides of a little box -> the regions it is for, in the first place.
    """

    anchors: tuple[Number | Interval, ...]
    owners: Mapping[_Sides, tuple[int, ...]]


def realise(rcc8: Mapping[tuple[int, int], str], boxes: Mapping[int, Box]) -> dict[int, tuple[Box, ...]]:
    """Return regions with the given relations and the given bounding boxes.

    Parameters
    ----------
    rcc8
        The base relation, by its name in `qsr.calculi`, of every pair of entities in one order or in both.
    boxes
        Entity -> three (start, end) pairs of exact numbers, the start below the end.

    Returns
    -------
    dict
        Entity -> the boxes whose union is its region, in a fixed order. Where the bounding boxes themselves have the relations,
        each region is its bounding box. Else some are made larger than the construction makes them, for the eye.

    Raises
    ------
    ValueError
        Where no such regions exist: the relations are not path-consistent; EQ regions have different boxes; the box of a part
        is not inside that of the whole (NTPP: strictly, on all six sides); the boxes of overlapping regions (PO and all parts)
        have no inner point in common, or those of EC regions no point; regions that have to meet in one corner are DC, or
        lie in the same octant there and do not overlap.

    Examples
    --------
    >>> cube = ((0, 4), (0, 4), (0, 4))
    >>> realise({(0, 1): "NTPP"}, {0: ((1, 2), (1, 2), (1, 2)), 1: cube})
    {0: (((1, 2), (1, 2), (1, 2)),), 1: (((0, 4), (0, 4), (0, 4)),)}
    >>> apart = realise({(0, 1): "DC"}, {0: cube, 1: cube})
    >>> rcc8_of(apart[0], apart[1])
    'DC'
    """
    boxes = {entity: tuple((start, end) for start, end in box) for entity, box in boxes.items()}
    relations = _checked(rcc8, boxes)
    simple: dict[int, tuple[Box, ...]] = {entity: (boxes[entity],) for entity in sorted(boxes)}
    if all(rcc8_of(simple[i], simple[j]) == relations[i, j] for i, j in combinations(simple, 2)):
        return simple
    stands_for = {i: min([i, *(j for j in boxes if j != i and relations[i, j] == "EQ")]) for i in boxes}
    regions = sorted(set(stands_for.values()))
    depths = part_depths(regions, relations)
    sites = list(_sites(regions, relations, boxes, depths))
    _check_corners(sites, relations)
    pieces = _pieces(sites, boxes, depths)
    if len(regions) <= _CROWD:
        pieces = filled(pieces, {region: boxes[region] for region in regions}, relations, depths)
    return {entity: tuple(pieces[stands_for[entity]]) for entity in simple}


def _checked(rcc8: Mapping[tuple[int, int], str], boxes: Mapping[int, Box]) -> _Relations:
    """Return the relation of every ordered pair; raise ValueError for what `realise` does not take."""
    network = Network(load("rcc8"))
    for (i, j), name in rcc8.items():
        network.add(i, name, j)
    relations = {}
    for i, j in combinations(sorted(boxes), 2):
        for one, other in ((i, j), (j, i)):
            # Empty where both orders are given and do not agree; the closure is empty as well, then.
            relations[one, other] = next(iter(network.label(one, other)), "")
    if (conflict := network.closure().conflict) is not None:
        raise ValueError(f"the relations of entities {', '.join(map(str, conflict))} contradict each other")
    for (i, j), name in relations.items():
        _check_boxes(i, j, name, boxes)
    return relations


def _check_boxes(i: int, j: int, name: str, boxes: Mapping[int, Box]) -> None:
    sides = list(zip(boxes[i], boxes[j], strict=True))
    fits = {
        "EQ": all(one == other for one, other in sides),
        "TPP": all(other[0] <= one[0] and one[1] <= other[1] for one, other in sides),
        "NTPP": all(other[0] < one[0] and one[1] < other[1] for one, other in sides),
        "PO": all(one[0] < other[1] and other[0] < one[1] for one, other in sides),
        "EC": all(one[0] <= other[1] and other[0] <= one[1] for one, other in sides),
    }
    if not fits.get(name, True):
        raise ValueError(f"entities {i} and {j} cannot be {name} with their boxes {boxes[i]} and {boxes[j]}")


def _sites(
    regions: Sequence[int], relations: _Relations, boxes: Mapping[int, Box], depths: Mapping[int, Mapping[int, int]]
) -> Iterator[_Site]:
    """Yield what each region, PO pair and EC pair needs; pairs whose parts see to it need nothing."""
    for region in regions:
        for axis in _AXES:
            for end, side in ((0, 1), (1, -1)):
                box = boxes[region]
                yield _Site((*box[:axis], box[axis][end], *box[axis + 1 :]), {_sides({axis: side}): (region,)})
    corners: dict[tuple[Number, ...], dict[_Sides, list[int]]] = defaultdict(lambda: defaultdict(list))
    for i, j in combinations(regions, 2):
        name = relations[i, j]
        common = [(max(one[0], other[0]), min(one[1], other[1])) for one, other in zip(boxes[i], boxes[j], strict=True)]
        if name == "PO" and depths[i].keys().isdisjoint(depths[j]):
            yield _Site(tuple(common), {_sides({}): (i, j)})
        elif name == "EC" and not any(
            (part, other) != (i, j) and relations[part, other] == "EC" for part in depths[i] for other in depths[j]
        ):
            flat = {axis: -1 if boxes[i][axis][1] == start else 1 for axis, (start, end) in enumerate(common) if start == end}
            turned = flat or {0: -1}
            sides = _sides(turned), _sides({axis: -side for axis, side in turned.items()})
            if len(flat) < len(_AXES):
                anchors = tuple(start if start == end else (start, end) for start, end in common)
                yield _Site(anchors, {sides[0]: (i,), sides[1]: (j,)})
                continue
            corner = corners[tuple(start for start, _ in common)]
            for octant, region in zip(sides, (i, j), strict=True):
                if region not in corner[octant]:
                    corner[octant].append(region)
    for place, owners in corners.items():
        yield _Site(place, {side: tuple(found) for side, found in owners.items()})


def _sides(turned: Mapping[int, int]) -> _Sides:
    x, y, z = (turned.get(axis, 0) for axis in _AXES)
    return x, y, z


def _check_corners(sites: Iterable[_Site], relations: _Relations) -> None:
    """Raise ValueError where regions that must all reach one point cannot."""
    for site in sites:
        if any(isinstance(anchor, tuple) for anchor in site.anchors):
            continue
        reaching = [(region, side) for side, owners in site.owners.items() for region in owners]
        for (i, side), (j, other_side) in combinations(reaching, 2):
            possible = _OVERLAPPING if side == other_side else ("EC", *_OVERLAPPING)
            if relations[i, j] not in possible:
                where = ", ".join(map(str, site.anchors))
                raise ValueError(
                    f"entities {i} and {j} cannot be {relations[i, j]}: their EC pairs make both reach the corner ({where})"
                )


def _pieces(sites: Sequence[_Site], boxes: Mapping[int, Box], depths: Mapping[int, Mapping[int, int]]) -> dict[int, list[Box]]:
    """Return region -> its little boxes, in the order of the sites."""
    columns = [
        _placed([site.anchors[axis] for site in sites], sorted({n for box in boxes.values() for n in box[axis]}))
        for axis in _AXES
    ]
    deepest = max(depth for parts in depths.values() for depth in parts.values())
    pieces: dict[int, list[Box]] = {region: [] for region in depths}
    for number, site in enumerate(sites):
        for sides, owners in site.owners.items():
            for region, parts in depths.items():
                if held := [parts[owner] for owner in owners if owner in parts]:
                    places = [column[number] for column in columns]
                    pieces[region].append(
                        tuple(_extent(*place, side, max(held), deepest) for place, side in zip(places, sides, strict=True))
                    )
    return pieces


def _extent(at: Fraction, reach: Fraction, side: int, depth: int, deepest: int) -> Interval:
    """Return the interval of a little box on one axis: half of the reach bare, all of it when as thick as any may become."""
    step = reach / 2 / max(deepest, 1)
    bare = reach - step * deepest
    start = at if side > 0 else at - bare
    end = at if side < 0 else at + bare
    return start - depth * step, end + depth * step


def _placed(anchors: Sequence[Number | Interval], ends: Sequence[Number]) -> list[tuple[Fraction, Fraction]]:
    """Return (coordinate, reach) on one axis for each site, given all ends of bounding boxes there, ascending.

    Coordinates that may be chosen are different from each other and from all ends. The reach is a share of the distance to
    the next coordinate that anything else has.
    """
    chosen: dict[int, list[int]] = {gap: [] for gap in range(len(ends) - 1)}
    for number, anchor in enumerate(anchors):
        if isinstance(anchor, tuple):
            gaps = range(ends.index(anchor[0]), ends.index(anchor[1]))
            widest = max(gaps, key=lambda gap: (Fraction(ends[gap + 1] - ends[gap]) / (len(chosen[gap]) + 1), -gap))
            chosen[widest].append(number)
    at = {number: Fraction(anchor) for number, anchor in enumerate(anchors) if not isinstance(anchor, tuple)}
    for gap, numbers in chosen.items():
        width = Fraction(ends[gap + 1] - ends[gap]) / (len(numbers) + 1)
        at.update((number, ends[gap] + width * place) for place, number in enumerate(numbers, 1))
    taken = sorted({*at.values(), *map(Fraction, ends)})
    reach: dict[Fraction, Fraction] = {}
    for below, above in pairwise(taken):
        reach[below] = min(reach.get(below, above - below), above - below)
        reach[above] = above - below
    return [(at[number], reach[at[number]] * _REACH) for number in range(len(anchors))]
