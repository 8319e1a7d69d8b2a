"""Wordings of SpaCE 2024 that its generator wrote now and then for the other hand.

Two wordings are unreliable in the published items: around a table that everybody turns the back to, the neighbour who comes right
after somebody's right, which is sometimes the left one; and around a table that everybody faces, the first place clockwise when
it is counted, which is sometimes anticlockwise. A repair of a contradictory item turns these round before it doubts any other.

Source: the conditions of the published training and development items against their own labels.
"""

from __future__ import annotations

from typing import Final

from qsr.seats import Layout
from qsr.story import Story

__all__ = ["doubtful"]

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
