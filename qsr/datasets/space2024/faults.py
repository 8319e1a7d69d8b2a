"""Wordings of SpaCE 2024 that its generator wrote now and then for the other hand.

Two wordings are unreliable in the published items: around a table that everybody turns the back to, the neighbour who comes right
after somebody's right, which is sometimes the left one; and around a table that everybody faces, the first place clockwise when
it is counted, which is sometimes anticlockwise.

A repair turns as few conditions round as make the others possible: left becomes right, clockwise becomes anticlockwise.
Conditions in an unreliable wording are turned first, and others only where these do not help. Where several repairs are equally
small nothing tells which of them was meant.

Source: the conditions of the published training and development items against their own labels.
"""

from __future__ import annotations

from typing import Final

from qsr.errors import UnsupportedQuestion
from qsr.seats import Layout
from qsr.story import Story
from qsr.theories.protocol import Limits
from qsr.theories.seating.repair import repairs

__all__ = ["doubtful", "repaired"]

#: View of the ring, relation, and the words that make it the unreliable wording among all that say the same.
_UNRELIABLE: Final = (("outward", "right:1", "接着就是"), ("inward", "clockwise:1", "方向数第"))


def doubtful(story: Story) -> frozenset[int]:
    """Return the ids of the conditions in an unreliable wording; none for layouts other than rings."""
    layout = Layout.parse(dict(story.settings).get("layout", ""))
    if layout is None or layout.kind != "ring":
        return frozenset()
    return frozenset(
        statement.id
        for statement in story.statements
        for view, relation, words in _UNRELIABLE
        if layout.view == view and statement.relation == relation and words in story.quote(statement.id)
    )


def repaired(story: Story, limits: Limits) -> list[tuple[tuple[str, ...], Story]]:
    """Return the least repairs of a contradictory story, each the words of the conditions that it turns round and what they make.

    There is none where no repair helps or there are no seats. Raise LimitReached where the search takes longer than it may.
    """
    first = doubtful(story)
    try:
        found = (repairs(story, among=first, limits=limits) if first else ()) or repairs(story, limits=limits)
    except UnsupportedQuestion:
        return []
    return [(tuple(dict.fromkeys(story.quote(statement) for statement in one.statements)), one.story) for one in found]
