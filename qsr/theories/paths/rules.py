"""What statements and paths mean under SpaRC's property sets 2, 3 and 4: one record each.

Rizvi, Zhu and Gurevych, "SpaRC and SpaRP", Findings of ACL 2024. "X left of Y" is a number of grid units between points (set 2),
an order of points on x and equality on the other axes (set 3), or an order of extended objects on x and an overlap on the others
(set 4). The links of a path are merged from the head of the question to its tail, each as the vector of one step, head side minus
tail side; the composition looks at the path alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from qsr.relations import DIRECTIONS, OVERLAPPING
from qsr.story import Statement, Story
from qsr.theories.paths.grid import grid_labels, in_space
from qsr.theories.paths.links import Number, Vector, VectorPair, measured, unit

__all__ = ["PS2", "PS3", "PS4", "PropertySet"]

_OVERLAPPING: Final = frozenset({OVERLAPPING})
#: How many end points of the entity reached so far are known to lie beyond the end of the head that faces it.
_NONE_BEYOND, _END_BEYOND, _BOTH_BEYOND = 0, 1, 2


@dataclass(frozen=True, slots=True)
class PropertySet:
    """One property set of SpaRC.

    Parameters
    ----------
    name
        A key of `qsr.settings.PROPERTY_SETS`.
    vectors
        What a statement says, as head minus tail and tail minus head; None where it is not covered.
    merge
        The labels that the steps of a path give.
    shows
        Whether the places of a head and a tail show what a statement with this vector says.
    on_grid
        Whether the whole story has to fit a grid, so that a path leaves nothing open between its ends.
    """

    name: str
    vectors: Callable[[Statement], VectorPair | None]
    merge: Callable[[Iterable[Vector]], frozenset[str]]
    shows: Callable[[Vector, Any, Any], bool]
    on_grid: bool = False

    def broken(self, story: Story, place: Mapping[int, Any]) -> tuple[int, ...]:
        """Return the ids of the statements that places do not show, by plain arithmetic.

        A statement about an entity without a place is broken; one that relates an entity to itself, or that the set gives no
        meaning, asserts nothing here.
        """
        found = []
        for statement in story.statements:
            vectors = self.vectors(statement)
            if vectors is None or len(set(statement.args)) != 2 or statement.property("negated"):
                continue
            head, tail = map(place.get, statement.args)
            if head is None or tail is None or not self.shows(vectors[0], head, tail):
                found.append(statement.id)
        return tuple(found)


def _unit_vectors(statement: Statement) -> VectorPair | None:
    return unit(statement.relation)


def _at_offset(offset: Vector, head: Any, tail: Any) -> bool:
    return tuple(a - b for a, b in zip(in_space(head), in_space(tail), strict=True)) == offset


def _in_order(offset: Vector, head: Any, tail: Any) -> bool:
    return tuple((a > b) - (a < b) for a, b in zip(in_space(head), in_space(tail), strict=True)) == offset


def _in_order_or_level(offset: Vector, head: Any, tail: Any) -> bool:
    """Compare intervals: in a direction one lies wholly beyond the other, elsewhere they overlap; "overlapping" is equality."""
    if not any(offset):
        return bool(head == tail)
    if any(offset[len(head) :]):
        return False
    for sign, (head_start, head_end), (tail_start, tail_end) in zip(offset, head, tail, strict=False):
        above, below = head_start >= tail_end, head_end <= tail_start
        if not (below if sign < 0 else above if sign > 0 else head_end >= tail_start and tail_end >= head_start):
            return False
    return True


def merge_measured(steps: Iterable[Vector]) -> frozenset[str]:
    """Property set 2: add the steps up; the signs of the sums give the labels, and "overlapping" is the sum of nothing.

    >>> sorted(merge_measured([(-1, 0, 0), (0, 1, 0)]))
    ['above', 'left']
    """
    x: Number = 0
    y: Number = 0
    z: Number = 0
    for dx, dy, dz in steps:  # a sum over zipped steps takes three times as long
        x, y, z = x + dx, y + dy, z + dz
    return grid_labels(x, y, z)


def merge_signs(steps: Iterable[Vector]) -> frozenset[str]:
    """Property set 3: an axis on which a step goes against what is merged so far says nothing any more.

    "overlapping" remains only where no step moves at all.

    >>> sorted(merge_signs([(-1, 0, 0), (1, 0, 0), (0, 1, 0)]))
    ['above']
    """
    merged: list[Number | None] = [0, 0, 0]
    for step in steps:
        for axis, change in enumerate(step):
            so_far = merged[axis]
            if so_far is not None and change:
                merged[axis] = None if so_far * change < 0 else so_far + change
    if merged == [0, 0, 0]:
        return _OVERLAPPING
    return frozenset(
        label for label, (axis, sign) in DIRECTIONS.items() if (value := merged[axis]) is not None and value * sign > 0
    )


def merge_intervals(steps: Iterable[Vector]) -> frozenset[str]:
    """Property set 4: a label holds where the order of end points along the path entails it.

    A step in a direction puts the whole of one entity beyond the other on that axis; on an unstated axis the two overlap, so
    that an end is known to lie no further back than the other's start; "overlapping" makes both ends equal. Towards each
    side it is enough to carry how many ends of the current entity lie beyond the head's facing end: a step beyond gives both,
    an overlap costs one, and a step the other way leaves none.

    >>> sorted(merge_intervals([(-1, 0, 0), (0, 1, 0), (-1, 0, 0)]))
    ['left']
    """
    beyond = dict.fromkeys(DIRECTIONS, _END_BEYOND)
    equal = True
    for step in steps:
        if step == (0, 0, 0):
            continue
        equal = False
        for label, (axis, sign) in DIRECTIONS.items():
            along = step[axis] * sign
            if along > 0:
                # Where no end is known to lie beyond the head any more, a further step says nothing about the head.
                beyond[label] = _BOTH_BEYOND if beyond[label] else _NONE_BEYOND
            elif along < 0:
                beyond[label] = _NONE_BEYOND
            elif beyond[label]:
                beyond[label] -= 1
    if equal:
        return _OVERLAPPING
    return frozenset(label for label, ends in beyond.items() if ends == _BOTH_BEYOND)


PS2: Final = PropertySet("PS2", measured, merge_measured, _at_offset, on_grid=True)
PS3: Final = PropertySet("PS3", _unit_vectors, merge_signs, _in_order)
PS4: Final = PropertySet("PS4", _unit_vectors, merge_intervals, _in_order_or_level)
