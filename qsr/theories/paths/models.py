"""Models of a whole story under property sets 2, 3 and 4, and the plain arithmetic that checks them.

SpaRC (Rizvi, Zhu and Gurevych, Findings of ACL 2024), all relation-complete: "X left of Y" is a number of grid units between
points (set 2), an order of points on x and equality on the other axes (set 3), or an order of extended objects on x and an
overlap on the other axes (set 4). Each axis is a system of difference constraints of its own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from itertools import combinations, product
from typing import Any, ClassVar

from qsr import witnesses
from qsr.relations import OVERLAPPING
from qsr.story import Statement, Story, Witness
from qsr.theories.paths.grid import broken_cycle, in_space, layout, off_grid
from qsr.theories.paths.links import Links, Number, Vector, unit
from qsr.theories.paths.orders import AT_LEAST, MORE_THAN, Constraint, Order

__all__ = ["Boxes", "Grid", "Models", "Points"]

#: A relation that a model has to show: head, tail, label.
Wanted = tuple[int, int, str]


def _dimensions(links: Links, wanted: Wanted | None) -> int:
    """Return 3 where the story or the wanted label speaks of depth, else 2."""
    vectors = unit(wanted[2]) if wanted is not None else None
    offsets = [*links.forward.values(), *(vectors or ())]
    return 3 if any(offset[2] for offset in offsets) else 2


class Models(ABC):
    """How a property set places the entities of a story that `read_links` covers."""

    shown: ClassVar[type[Witness]] = witnesses.Points
    #: Numbers per entity and axis.
    width: ClassVar[int] = 1

    def find(self, story: Story, links: Links, wanted: Wanted | None = None) -> Witness | None:
        """Return a model of the whole story, or None. A `wanted` relation is between entities that nothing connects."""
        solved = []
        for axis in range(_dimensions(links, wanted)):
            system = self._system(story, links, axis, wanted)
            if system is None:
                return None
            solved.append(system.solution())
        return self._witness(story, solved)

    def without(self, story: Story, links: Links, unwanted: Wanted) -> Witness | None:
        """Return a model of the whole story in which a relation fails, or None; it fails where one of its axes does."""
        head, tail, label = unwanted
        axes = range(_dimensions(links, unwanted))
        vectors = unit(label)
        for axis, outcome in product(axes, range(-1, 2)):
            if vectors is None or vectors[0][axis] == outcome or not (vectors[0][axis] or label == OVERLAPPING):
                continue
            failing = self._outcomes(head, tail)[outcome + 1]
            systems = [self._system(story, links, other, None) for other in axes]
            refined = [
                system if system is None or other != axis else system.with_all(failing) for other, system in enumerate(systems)
            ]
            solved = [system.solution() for system in refined if system is not None]
            if len(solved) == len(axes):
                return self._witness(story, solved)
        return None

    def allows(self, story: Story, links: Links, wanted: Wanted) -> bool:
        """Tell whether the links leave it open that a relation holds which they do not entail."""
        return self.find(story, links, wanted) is not None

    def worlds(self, story: Story, links: Links) -> Iterator[Witness]:
        """Yield models that differ in a direction between two entities: one for each way that the story leaves open."""
        systems = [self._system(story, links, axis, None) for axis in range(_dimensions(links, None))]
        open_systems = [system for system in systems if system is not None]
        if len(open_systems) == len(systems):
            for refined in self._refinements(len(story.entities), open_systems):
                yield self._witness(story, [system.solution() for system in refined])

    def broken(self, story: Story, witness: Witness) -> tuple[int, ...]:
        """Return the ids of the statements that the witness breaks, by comparing its numbers.

        A statement about an entity without a place is broken; one that relates an entity to itself, or that the theory
        does not cover, asserts nothing here.
        """
        return tuple(
            statement.id
            for statement in story.statements
            if unit(statement.relation) is not None
            and len(set(statement.args)) == 2
            and not statement.property("negated")
            and not self._shows(statement, *(witness.place.get(entity) for entity in statement.args))
        )

    def _refinements(self, entities: int, systems: list[Order]) -> Iterator[list[Order]]:
        if not systems:
            yield []
            return
        for first in self._refine(entities, systems[0]):
            for rest in self._refinements(entities, systems[1:]):
                yield [first, *rest]

    def _refine(self, entities: int, system: Order) -> Iterator[Order]:
        """Branch on each pair of entities whose order one axis leaves open."""
        pairs = list(combinations(range(entities), 2))
        stack = [(0, system)]
        while stack:
            index, current = stack.pop()
            if index == len(pairs):
                yield current
                continue
            grown = [current.with_all(outcome) for outcome in self._outcomes(*pairs[index])]
            stack.extend((index + 1, order) for order in reversed(grown) if order is not None)

    def _system(self, story: Story, links: Links, axis: int, wanted: Wanted | None) -> Order | None:
        constraints = self._always(len(story.entities))
        for statement, offset in links.forward.items():
            head, tail = story.statements[statement].args
            constraints += self._stated(head, tail, offset, axis)
        if wanted is not None:
            constraints += self._holds(wanted, axis)
        return Order(self.width * len(story.entities)).with_all(constraints)

    def _holds(self, wanted: Wanted, axis: int) -> list[Constraint]:
        """Constrain one axis to what a label in an answer means: its own axis only, and every axis for "overlapping"."""
        head, tail, label = wanted
        vectors = unit(label)
        if vectors is None or (label != OVERLAPPING and not vectors[0][axis]):
            return []
        return self._stated(head, tail, vectors[0], axis)

    def _always(self, entities: int) -> list[Constraint]:
        """Return what holds of every entity on every axis."""
        return []

    @abstractmethod
    def _stated(self, head: int, tail: int, offset: Vector, axis: int) -> list[Constraint]:
        """Return what a statement with this offset says about one axis."""

    @abstractmethod
    def _outcomes(self, one: int, other: int) -> list[list[Constraint]]:
        """Return the ways in which two entities can stand to each other on an axis."""

    @abstractmethod
    def _shows(self, statement: Statement, head: Any, tail: Any) -> bool:
        """Tell whether two places, None where there is none, show what a statement says."""

    def _witness(self, story: Story, solved: list[list[Number]]) -> Witness:
        place = {entity: tuple(numbers[entity] for numbers in solved) for entity in range(len(story.entities))}
        return self.shown(place, dict(enumerate(story.entities)))


class Points(Models):
    """Property set 3: the sign of every offset counts, its length does not."""

    def _stated(self, head: int, tail: int, offset: Vector, axis: int) -> list[Constraint]:
        if offset[axis] < 0:
            return [(head, tail, 0, MORE_THAN)]
        if offset[axis] > 0:
            return [(tail, head, 0, MORE_THAN)]
        return [(head, tail, 0, AT_LEAST), (tail, head, 0, AT_LEAST)]

    def _outcomes(self, one: int, other: int) -> list[list[Constraint]]:
        return [self._stated(one, other, (sign, 0, 0), 0) for sign in (-1, 0, 1)]

    def _shows(self, statement: Statement, head: Any, tail: Any) -> bool:
        vectors = unit(statement.relation)
        if head is None or tail is None or vectors is None:
            return False
        return tuple((a > b) - (a < b) for a, b in zip(in_space(head), in_space(tail), strict=True)) == vectors[0]


class Grid(Points):
    """Property set 2: every statement is an exact offset."""

    def find(self, story: Story, links: Links, wanted: Wanted | None = None) -> Witness | None:
        """Lay the story out, the parts that nothing connects side by side; a wanted pair stands as the label says."""
        if broken_cycle(story, links):
            return None
        vectors = unit(wanted[2]) if wanted is not None else None
        join = (wanted[0], wanted[1], vectors[0]) if wanted is not None and vectors is not None else None
        place = layout(len(story.entities), links, join)
        dimensions = _dimensions(links, wanted)
        return self.shown({entity: place[entity][:dimensions] for entity in sorted(place)}, dict(enumerate(story.entities)))

    def allows(self, story: Story, links: Links, wanted: Wanted) -> bool:
        """Return False: exact offsets entail whatever they allow."""
        return False

    def broken(self, story: Story, witness: Witness) -> tuple[int, ...]:
        """Return the ids of the statements whose stated offset the positions do not have, by plain subtraction."""
        return off_grid(story, dict(witness.place))

    def _system(self, story: Story, links: Links, axis: int, wanted: Wanted | None) -> Order | None:
        exact: list[Constraint] = []
        for statement, offset in links.forward.items():
            head, tail = story.statements[statement].args
            exact += [(tail, head, offset[axis], AT_LEAST), (head, tail, -offset[axis], AT_LEAST)]
        return Order(len(story.entities)).with_all(exact)


class Boxes(Models):
    """Property set 4: an interval per axis; in a direction one lies wholly beyond the other, elsewhere they overlap."""

    shown = witnesses.Boxes
    width = 2

    def _always(self, entities: int) -> list[Constraint]:
        return [(2 * entity, 2 * entity + 1, 0, MORE_THAN) for entity in range(entities)]

    def _stated(self, head: int, tail: int, offset: Vector, axis: int) -> list[Constraint]:
        head_start, head_end, tail_start, tail_end = 2 * head, 2 * head + 1, 2 * tail, 2 * tail + 1
        if offset[axis] < 0:
            return [(head_end, tail_start, 0, AT_LEAST)]
        if offset[axis] > 0:
            return [(tail_end, head_start, 0, AT_LEAST)]
        if any(offset):
            return [(tail_start, head_end, 0, AT_LEAST), (head_start, tail_end, 0, AT_LEAST)]
        ends = ((head_start, tail_start), (head_end, tail_end))
        return [constraint for a, b in ends for constraint in ((a, b, 0, AT_LEAST), (b, a, 0, AT_LEAST))]

    def _outcomes(self, one: int, other: int) -> list[list[Constraint]]:
        crossing: list[Constraint] = [(2 * other, 2 * one + 1, 0, MORE_THAN), (2 * one, 2 * other + 1, 0, MORE_THAN)]
        return [self._stated(one, other, (-1, 0, 0), 0), crossing, self._stated(one, other, (1, 0, 0), 0)]

    def _shows(self, statement: Statement, head: Any, tail: Any) -> bool:
        vectors = unit(statement.relation)
        if head is None or tail is None or vectors is None or len(head) != len(tail):
            return False
        offset = vectors[0]
        if not any(offset):
            return bool(head == tail)
        if any(offset[len(head) :]):
            return False
        for sign, (head_start, head_end), (tail_start, tail_end) in zip(offset, head, tail, strict=False):
            if sign < 0:
                shown = head_end <= tail_start
            elif sign > 0:
                shown = tail_end <= head_start
            else:
                shown = head_end >= tail_start and tail_end >= head_start
            if not shown:
                return False
        return True

    def _witness(self, story: Story, solved: list[list[Number]]) -> Witness:
        place = {
            entity: tuple((numbers[2 * entity], numbers[2 * entity + 1]) for numbers in solved)
            for entity in range(len(story.entities))
        }
        return self.shown(place, dict(enumerate(story.entities)))
