"""The least change that makes a contradictory story possible: which sides were confused.

Published seating problems contradict themselves now and then because a condition was written for the wrong hand. A swap turns
left into right, or clockwise into anticlockwise, and keeps the count; nothing else is ever changed. Of all sets of statements
whose swapping leaves a layout, those of the least size are the repairs.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from qsr.logic import Relation
from qsr.resources import encoding
from qsr.seats import Claim, Layout, joined, parts
from qsr.solvers.clingo import AnswerSets, Fact
from qsr.story import Statement, Story
from qsr.theories.protocol import Limits
from qsr.theories.seating.by_clingo import ENCODING, goal_facts, place_facts
from qsr.theories.seating.reading import Bond, Bonds, bonds, claim_of, layout_of, read

__all__ = ["MOST", "Repair", "repairs", "swapped"]

#: Repairs that are returned where the caller does not say how many.
MOST: Final = 16
_SWAPS: Final = {"left": "right", "right": "left", "clockwise": "anticlockwise", "anticlockwise": "clockwise"}


@dataclass(frozen=True, slots=True)
class Repair:
    """One way to make a story possible.

    Parameters
    ----------
    statements
        Ids of the statements that were swapped, ascending; empty for a story that needs none.
    story
        The story with these statements swapped; ids, spans and questions are as before.
    """

    statements: tuple[int, ...]
    story: Story


def swapped(relation: str) -> str | None:
    """Return a relation for the other hand, in each of its parts; None where it has no hand.

    >>> swapped("left:2"), swapped("opposite;clockwise:1"), swapped("diagonal left")
    ('right:2', 'opposite;anticlockwise:1', None)
    """
    other = joined(*(Relation(_SWAPS.get(part.name, part.name), *part.parameters) for part in parts(relation)))
    return None if other == relation else other


def repairs(
    story: Story,
    settings: Mapping[str, str] | None = None,
    *,
    among: Collection[int] | None = None,
    most: int = MOST,
    limits: Limits | None = None,
) -> tuple[Repair, ...]:
    """Return all least repairs of a story, at most `most` of them, in the order of their statements.

    Parameters
    ----------
    story
        A story of the theory `seating`.
    settings
        As for the theory; they win over those of the story.
    among
        Ids of the statements that may be swapped; None for all that have a hand.
    most, limits
        How many repairs, and how long the search may take.

    Returns
    -------
    tuple of Repair
        One with no statements for a story that is possible as it is; none where no swapping helps.

    Raises
    ------
    UnsupportedQuestion
        Where a statement has no meaning in the layout.
    LimitReached
        Where `limits.seconds` ran out.
    """
    layout = layout_of(story, settings or {})
    said = read(story, layout)
    others: dict[int, Claim] = {}
    for statement in story.statements:
        relation = swapped(statement.relation)
        if relation is not None and (among is None or statement.id in among):
            others[statement.id] = claim_of(statement)._replace(relation=relation)
    instead = {number: bonds(layout, (claim,), len(story.entities)) for number, claim in others.items()}
    found = sorted(_least(layout, len(story.entities), said, instead, limits or Limits()))
    return tuple(Repair(chosen, _changed(story, {number: others[number] for number in chosen})) for chosen in found[:most])


def _least(
    layout: Layout, names: int, said: Sequence[Bond], instead: Mapping[int, Bonds], limits: Limits
) -> set[tuple[int, ...]]:
    """Return the least sets of statements to replace, by optimisation; a statement has the goal of its number, twice."""
    facts, tables = place_facts(layout, names), dict[tuple[int, ...], int]()
    for number, bond in enumerate(said):
        facts += goal_facts(2 * number, (bond,), tables)
        if number in instead:
            facts += goal_facts(2 * number + 1, instead[number], tables)
            facts.append(("flip", (2 * number, 2 * number + 1)))
        else:
            facts.append(("said", (2 * number,)))
    goals = [*range(0, 2 * len(said), 2), *(2 * number + 1 for number in instead)]
    parts = [("base", ()), *(("goal", (goal,)) for goal in goals), ("repair", ())]
    options = ("--opt-mode=optN", "--project=project", "--models=0")
    program = AnswerSets(encoding(ENCODING), facts, parts, limits.seed, options)
    program.allow(limits.seconds)
    swaps: dict[Fact, int] = {("guard", (2 * number + 1,)): number for number in instead}
    # Where no swap is possible nothing is optimised, and every model is as good as any.
    return {
        tuple(sorted(swaps[atom] for atom in found.held))
        for found in program.sets(projected=swaps)
        if found.is_optimal or not found.cost
    }


def _changed(story: Story, claims: Mapping[int, Claim]) -> Story:
    def one(statement: Statement) -> Statement:
        return replace(statement, relation=Relation.of(claims[statement.id].relation)) if statement.id in claims else statement

    return replace(story, statements=tuple(map(one, story.statements)))
