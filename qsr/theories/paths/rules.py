"""What statements and paths mean under SpaRC's property sets 2, 3 and 4: one record each.

Rizvi, Zhu and Gurevych, "SpaRC and SpaRP", Findings of ACL 2024. "X left of Y" is a number of grid units between points (set 2),
an order of points on x and equality on the other axes (set 3), or an order of extended objects on x and an overlap on the others
(set 4).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from qsr.story import Statement, Story
from qsr.theories.paths.compositions import merge_intervals, merge_measured, merge_signs
from qsr.theories.paths.grid import in_space
from qsr.theories.paths.links import Vector, VectorPair, measured, unit

__all__ = ["PS2", "PS3", "PS4", "PropertySet"]


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


PS2: Final = PropertySet("PS2", measured, merge_measured, _at_offset, on_grid=True)
PS3: Final = PropertySet("PS3", _unit_vectors, merge_signs, _in_order)
PS4: Final = PropertySet("PS4", _unit_vectors, merge_intervals, _in_order_or_level)
