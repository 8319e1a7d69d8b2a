"""Regions that are one box each, where the relations allow it: the scene that is easiest to read.

Two boxes have a relation of the rectangle algebra, and this one settles their relation of RCC8. So the question whether boxes
have given relations of RCC8 is one about a network of the rectangle algebra, which search decides. Not all relations that regions
have can boxes have: boxes that meet in pairs meet all in one point, around which there is room for four, so five regions of
which each is EC to each other are no boxes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from itertools import product

from qsr.calculi.intervals import INTERVALS
from qsr.calculi.network import Network
from qsr.calculi.scenes import cells
from qsr.calculi.scenes.orders import ordered
from qsr.calculi.scenes.places import Region, region

__all__ = ["rectangles"]


def rectangles(relations: Mapping[tuple[int, int], frozenset[str]], count: int) -> list[Region] | None:
    """Return a box each for entities 0 to count - 1, as regions; None where no boxes have the relations.

    Parameters
    ----------
    relations
        Base relations of RCC8 of which one has to hold, for each pair i < j.
    count
        How many entities; the time grows exponentially with them.
    """
    network = Network("block2")
    model = ordered(network.calculus)
    for entity in range(count):
        network.add(entity, network.calculus.names(network.calculus.identity), entity)
    for (i, j), names in relations.items():
        network.add(i, {block for name in names for block in _blocks()[name]}, j)
    # One engine, always: another might find other boxes.
    scenario = network.scenario(engine="python")
    if scenario is None or model is None:
        return None
    chosen = {(i, j): next(iter(scenario.label(i, j))) for i, j in relations}
    return [region([box]) for box in model.places(chosen, count)]


@cache
def _blocks() -> Mapping[str, tuple[str, ...]]:
    """Return base relation of RCC8 -> the relations of the rectangle algebra of boxes that have it."""
    found: dict[str, list[str]] = defaultdict(list)
    for (across, (left, right)), (up, (low, high)) in product(INTERVALS.items(), repeat=2):
        ((_, _, name),) = cells.relations([((left, low),), ((right, high),)])
        found[name].append(f"{across},{up}")
    return {name: tuple(blocks) for name, blocks in found.items()}
