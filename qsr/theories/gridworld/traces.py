"""Traces as witnesses, and the check of a witness against a story by carrying its actions out again."""

from __future__ import annotations

from typing import Any, Self

from qsr.exact import items, text_of, whole_number
from qsr.story import Story, Witness
from qsr.theories.gridworld.simulate import Trace, simulate
from qsr.theories.gridworld.walks import walk_lines, walk_of
from qsr.theories.gridworld.world import Rules, World, world_of

__all__ = ["GridTrace", "broken"]


class GridTrace(Witness):
    """What a plan does, action by action.

    `place` 0 is the start and `place` i the state after action i, each as (row, column, units carried, name of what prevented
    the action or ``""``); `names` i is action i; `size` is rows and columns; `layout` is the board at first, as `World` has it.
    """

    __slots__ = ()
    kind = "trace"
    heading = "the best plan:"

    @classmethod
    def of(cls, trace: Trace) -> Self:
        """Return a plan that was carried out.

        >>> world = World(1, 2, (0, 0), energy=(((0, 1), 1),))
        >>> witness = GridTrace.of(simulate(world, Rules(), ["right", "down"]))
        >>> witness.place[2], witness.names[2], witness.layout
        ((0, 1, 0, 'off_grid'), 'DOWN', 'A E')
        """
        world = trace.world
        place = {0: (*world.start, 0, "")}
        for number, step in enumerate(trace.steps, 1):
            place[number] = (*step.cell, step.carried, step.outcome)
        names = {number: step.action for number, step in enumerate(trace.steps, 1)}
        return cls(place, names, (world.rows, world.columns), str(world))

    def svg(self) -> str:
        """Return the board with the steps; raise ValueError for a place that is not on it."""
        from qsr.theories.gridworld.pictures import walk_svg

        world = World.parse(self.layout)
        return walk_svg(world, walk_of(world, self.place, self.names))

    def text(self) -> str:
        """Return the same in characters."""
        world = World.parse(self.layout)
        return "\n".join(walk_lines(world, walk_of(world, self.place, self.names)))

    @staticmethod
    def read(value: Any) -> tuple[int, int, int, str]:
        """Return one state from JSON."""
        row, column, carried, outcome = items(value, 4)
        return whole_number(row), whole_number(column), whole_number(carried), text_of(outcome)


def broken(story: Story, rules: Rules, witness: Witness) -> tuple[int, ...]:
    """Return the ids of the statements that a witness breaks, ascending.

    Its actions are carried out again. The statement of the start is broken where the trace begins elsewhere; that of the size
    where the trace has another one or leaves the board; that of an obstacle where the agent stands on it; that of energy where
    more or less of it is taken than there is.

    Raises
    ------
    ValueError
        The witness is no trace, or its states do not follow from its actions for another reason, which is named.
    """
    if not isinstance(witness, GridTrace):
        raise ValueError(f"a witness of kind {witness.kind!r} does not belong to a grid world")
    world = world_of(story)
    at = {said.property("cell"): said.id for said in story.statements if said.relation != "size"}
    size = next(said.id for said in story.statements if said.relation == "size")
    found = set()
    if tuple(witness.size) != (world.rows, world.columns):
        found.add(size)
    places = [witness.place[number][:2] for number in sorted(witness.place)]
    found.update(at[cell] for cell in places if cell in world.obstacles)
    if not all(world.inside(cell) for cell in places):
        found.add(size)
    if not places or places[0] != world.start:
        found.add(at[world.start])
    if found:
        return tuple(sorted(found))
    again = GridTrace.of(simulate(world, rules, [witness.names[number] for number in sorted(witness.names)]))
    for number in sorted(witness.place.keys() | again.place.keys()):
        told, seen = witness.place.get(number), again.place.get(number)
        if told == seen:
            continue
        if told and seen and told[:2] == seen[:2] and witness.names[number] == "TAKE" and told[:2] in at:
            return (at[told[:2]],)
        raise ValueError(f"after action {number} the trace has {told}, but the rules give {seen}")
    return ()
