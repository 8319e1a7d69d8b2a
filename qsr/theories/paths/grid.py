"""Unit-grid arithmetic: labels of an offset, and cycles of statements that do not close.

A statement fixes the offset between two entities on every axis (SpaRC's property set 2: points, relation-complete,
quantitatively specified). Positions are then potentials of the link graph: they exist if and only if the offsets around
every cycle add up to nothing. A cycle that does not is a minimal inconsistent set, since its links without any one of them
form a path, and a path can always be laid out.
"""

from __future__ import annotations

from typing import Final

from qsr.relations import DIRECTIONS, OVERLAPPING
from qsr.story import Story
from qsr.theories.paths.links import Link, Links, Number, Vector

__all__ = ["broken_cycle", "grid_labels", "in_space"]

_SIGNS: Final = (-1, 0, 1)
_LABELS: Final[dict[tuple[int, int, int], frozenset[str]]] = {
    (x, y, z): frozenset(name for name, (axis, sign) in DIRECTIONS.items() if (x, y, z)[axis] == sign) or frozenset({OVERLAPPING})
    for x in _SIGNS
    for y in _SIGNS
    for z in _SIGNS
}


def grid_labels(x: Number, y: Number, z: Number) -> frozenset[str]:
    """Return the directions in which an offset of any length points; "overlapping" where it is 0 on every axis.

    >>> sorted(grid_labels(-2, 1, 0))
    ['above', 'left']
    """
    return _LABELS[(x > 0) - (x < 0), (y > 0) - (y < 0), (z > 0) - (z < 0)]


def _potentials(near: dict[int, dict[int, Link]]) -> tuple[dict[int, Vector], dict[int, int]]:
    """Return positions along breadth-first trees, and each entity's parent (itself for a root), parents first."""
    position: dict[int, Vector] = {}
    parent: dict[int, int] = {}
    for root in near:
        if root in position:
            continue
        position[root] = (0, 0, 0)
        parent[root] = root
        component = [root]
        for entity in component:
            x, y, z = position[entity]
            for neighbour, (_, (dx, dy, dz)) in near[entity].items():
                if neighbour not in position:
                    position[neighbour] = (x - dx, y - dy, z - dz)
                    parent[neighbour] = entity
                    component.append(neighbour)
    return position, parent


def broken_cycle(story: Story, links: Links) -> tuple[int, ...]:
    """Return the ids of a cycle of statements whose offsets do not close, ascending; empty where the story fits a grid.

    Of the cycles that one statement closes in a breadth-first tree the shortest is returned, the earliest among equals.
    """
    position, parent = _potentials(links.near)
    open_ends = []
    for statement, offset in links.forward.items():
        head, tail = story.statements[statement].args
        a, b = position[head], position[tail]
        if a[0] - b[0] != offset[0] or a[1] - b[1] != offset[1] or a[2] - b[2] != offset[2]:
            open_ends.append(statement)
    if not open_ends:
        return ()
    depth: dict[int, int] = {}
    for entity, above in parent.items():
        depth[entity] = 0 if above == entity else depth[above] + 1
    best: tuple[int, ...] = ()
    for statement in open_ends:
        cycle = _close(story, links, parent, depth, statement, len(best) or len(links.forward) + 1)
        best = cycle or best
    return best


def _close(
    story: Story, links: Links, parent: dict[int, int], depth: dict[int, int], statement: int, shorter_than: int
) -> tuple[int, ...]:
    """Return the statement with those on the way between its two ends in the tree; nothing where they are too many."""
    cycle = [statement]
    lower, upper = story.statements[statement].args
    while lower != upper:
        if depth[lower] < depth[upper]:
            lower, upper = upper, lower
        cycle.append(links.near[lower][parent[lower]][0])
        if len(cycle) >= shorter_than:
            return ()
        lower = parent[lower]
    return tuple(sorted(cycle))


def in_space(place: tuple[Number, ...]) -> Vector:
    """Return a position with three coordinates; a drawing on the plane lies at depth 0."""
    x, y, z = (*place, 0)[:3]
    return x, y, z
