"""From RCC8 relations to regions that have them: boxes where a few regions can be boxes, else unions of squares by construction.

Every atomic network of RCC8 that is path-consistent has regions as its model, in a space of any dimension, if regions may
consist of several pieces [1]_ [2]_. The construction:

- EQ regions are one region.
- Each region owns a square of its own. Each PO pair owns one in common. Each EC pair owns two that share a side, one each. These
  *sites* stand in a raster, far enough apart that none comes near another.
- What a region owns, every region that contains it has too, made thicker on all sides by one for each NTPP on the longest chain
  of parts between the two.

Why the relations hold. Whatever a part has, the whole has, and a step thicker where the pair is NTPP: it lies in the
interior. Where it is TPP, no chain between them has an NTPP, so at the part's own square the borders of both are the same. A
region that is no part of another has a square of its own that the other lacks. Two regions come together at a site only
through a common part or through parts that are PO or EC, and then the composition table says that they are not DC, and that
they overlap where those parts do or where one was thickened, which is what they do at the site.

References
----------
.. [1] Renz (2002), A canonical model of the region connection calculus, Journal of Applied Non-Classical Logics 12, 469-494.
.. [2] Li (2006), On topological consistency and realization, Constraints 11, 31-51.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations
from math import isqrt
from typing import Any, Final, TypeAlias

from qsr.calculi.calculus import Calculus
from qsr.calculi.scenes import cells
from qsr.calculi.scenes.places import Box, Place, Region, region
from qsr.calculi.scenes.rectangles import rectangles

__all__ = ["Regions", "part_depths", "rcc5", "rcc8"]

#: So many regions may be boxes: few enough for a search, and for a reader to look closely.
_FEW: Final = 8
#: Side of an owned square, and what lies free between two sites.
_SIDE: Final = 2
_GAP: Final = 2
_PARTS: Final = ("TPP", "NTPP")
_CONVERSE: Final = {"TPP": "TPPI", "NTPP": "NTPPI", "TPPI": "TPP", "NTPPI": "NTPP"}
#: RCC8 -> RCC5, which does not tell whether borders meet; and back to one of its relations.
_COARSE: Final = {
    "DC": "DR",
    "EC": "DR",
    "PO": "PO",
    "TPP": "PP",
    "NTPP": "PP",
    "TPPI": "PPI",
    "NTPPI": "PPI",
    "EQ": "EQ",
}
_FINE: Final = {"DR": "DC", "PO": "PO", "PP": "TPP", "PPI": "TPPI", "EQ": "EQ"}

#: The base relation of RCC8 of every ordered pair of entities.
_Relations: TypeAlias = dict[tuple[int, int], str]


@dataclass(frozen=True, slots=True)
class Regions:
    """The model of a calculus of regions.

    Parameters
    ----------
    names
        Base relation of RCC8 -> base relation of the calculus.
    fine
        Base relation of the calculus -> the one of RCC8 by which it is realised.
    """

    names: Mapping[str, str]
    fine: Mapping[str, str]
    kind: str = "regions"

    def place(self, value: Any) -> Place:
        """Return a region in its exact form; raise ValueError for what is none."""
        return region(value)

    def relations(self, places: Sequence[Any]) -> list[tuple[int, int, str]]:
        """Return (i, j, base relation) for each pair i < j of regions; raise ValueError for regions of different dimensions."""
        if len(dimensions := sorted({len(place[0]) for place in places})) > 1:
            raise ValueError(f"expected regions of one dimension; these have {' and '.join(map(str, dimensions))}")
        return [(i, j, self.names[name]) for i, j, name in cells.relations(places)]

    def places(self, relations: Mapping[tuple[int, int], str], count: int) -> list[Place]:
        """Return regions in the plane for entities 0 to count - 1, given the base relation of each pair i < j.

        The network has to be closed.
        """
        if count <= _FEW:
            allowed = {
                pair: frozenset(fine for fine, own in self.names.items() if own == name) for pair, name in relations.items()
            }
            if (boxes := rectangles(allowed, count)) is not None:
                return list(boxes)
        both: _Relations = {}
        for (i, j), name in relations.items():
            both[i, j] = self.fine[name]
            both[j, i] = _CONVERSE.get(both[i, j], both[i, j])
        return list(_realised(both, count))


def rcc8(calculus: Calculus) -> Regions:
    """Return the model of RCC8; raise UnknownName where the calculus has other relations."""
    return _model(calculus, lambda name: name, {name: name for name in _COARSE})


def rcc5(calculus: Calculus) -> Regions:
    """Return the model of RCC5; raise UnknownName where the calculus has other relations."""
    return _model(calculus, _COARSE.__getitem__, _FINE)


def _model(calculus: Calculus, own: Callable[[str], str], fine: Mapping[str, str]) -> Regions:
    def spelt(name: str) -> str:
        return calculus.names(calculus.mask(name))[0]

    return Regions({name: spelt(own(name)) for name in _COARSE}, {spelt(name): base for name, base in fine.items()})


@dataclass(frozen=True, slots=True)
class _Site:
    """One or two adjacent squares; `owners` has the regions that each is for, and `margin` is the thickest layer around them."""

    owners: tuple[tuple[int, ...], ...]
    margin: int


def _realised(relations: _Relations, count: int) -> list[Region]:
    stands_for = [min([i, *(j for j in range(i) if relations[i, j] == "EQ")]) for i in range(count)]
    regions = sorted(set(stands_for))
    depths = part_depths(regions, relations)
    sites = _sites(regions, relations, depths)
    pieces: dict[int, list[Box]] = {region: [] for region in regions}
    for site, (left, bottom) in zip(sites, _raster(sites), strict=True):
        for square, owners in enumerate(site.owners):
            corner = left + _SIDE * square
            for whole, parts in depths.items():
                if held := [parts[owner] for owner in owners if owner in parts]:
                    thick = max(held)
                    sides = (corner - thick, corner + _SIDE + thick), (bottom - thick, bottom + _SIDE + thick)
                    pieces[whole].append(sides)
    return [tuple(pieces[stands_for[entity]]) for entity in range(count)]


def part_depths(regions: Sequence[int], relations: _Relations) -> dict[int, dict[int, int]]:
    """Return whole -> part -> number of NTPP on the longest chain between them; a region is a part of itself."""
    parts = {whole: [part for part in regions if part != whole and relations[part, whole] in _PARTS] for whole in regions}
    depths: dict[int, dict[int, int]] = {}
    # In a closed network a part has fewer parts than its whole, so it is dealt with before.
    for whole in sorted(regions, key=lambda region: len(parts[region])):
        depths[whole] = {whole: 0}
        for between in parts[whole]:
            step = int(relations[between, whole] == "NTPP")
            for part, depth in depths[between].items():
                depths[whole][part] = max(depths[whole].get(part, 0), depth + step)
    return depths


def _sites(regions: Sequence[int], relations: _Relations, depths: Mapping[int, Mapping[int, int]]) -> list[_Site]:
    """Return what each region, PO pair and EC pair needs; pairs whose parts see to it need nothing."""
    needed: list[tuple[tuple[int, ...], ...]] = [((region,),) for region in regions]
    for i, j in combinations(regions, 2):
        if relations[i, j] == "PO" and depths[i].keys().isdisjoint(depths[j]):
            needed.append(((i, j),))
        elif relations[i, j] == "EC" and not any(
            (part, other) != (i, j) and relations[part, other] == "EC" for part in depths[i] for other in depths[j]
        ):
            needed.append(((i,), (j,)))
    thickest = {region: max(parts.get(region, 0) for parts in depths.values()) for region in regions}
    return [_Site(owners, max(thickest[region] for square in owners for region in square)) for owners in needed]


def _raster(sites: Sequence[_Site]) -> list[tuple[int, int]]:
    """Return the lower left corner of each site's first square: row by row, each column as wide as it must be."""
    columns = max(1, isqrt(max(0, len(sites) - 1)) + 1)
    rows = -(-len(sites) // columns)
    widths, heights = [0] * columns, [0] * rows
    for number, site in enumerate(sites):
        row, column = divmod(number, columns)
        widths[column] = max(widths[column], _SIDE * len(site.owners) + 2 * site.margin + _GAP)
        heights[row] = max(heights[row], _SIDE + 2 * site.margin + _GAP)
    left, bottom = [0, *accumulate(widths)], [0, *accumulate(heights)]
    places = (divmod(number, columns) for number in range(len(sites)))
    return [(left[column] + site.margin, bottom[row] + site.margin) for (row, column), site in zip(places, sites, strict=True)]
