"""Whether the statements of a story can be true at one moment: a telling in time is refused, as everywhere in this theory.

Somebody in two places that neither overlap nor hold each other has gone from the one to the other (`qsr.theories.places`), and
what was, is and will be so need not be so together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from qsr.story import Question, Statement, Story
from qsr.theories import places
from qsr.theories.prepositions.readings import Reading

__all__ = ["change"]

#: Senses that say where somebody is, and how much less likely than another one they may be.
_LOCATED: Final = ("containment", "support", "place")
_LIKELY: Final = 1


def change(
    story: Story, question: Question, code: Callable[[Statement], str], premise: Callable[[Story, int], Reading | None]
) -> str:
    """Return why a story and its question are not about one moment; empty where they can be."""
    codes = {entity: code(statement) for statement in story.statements for entity in statement.args}
    found = places.parted(story, _within(story, premise), codes)
    if found is not None:
        return places.refusal(story, found)
    tenses = {str(statement.property("tense", "")) for statement in story.statements}
    tenses.add(str(dict(question.properties).get("tense", "")))
    if len(tenses - {""}) > 1:
        return "not covered: a theory of change: what was, is or will be so, side by side; a story is about one moment"
    return ""


def _within(story: Story, premise: Callable[[Story, int], Reading | None]) -> Iterator[tuple[int, int]]:
    for statement in story.statements:
        reading = premise(story, statement.id)
        if reading is None or reading.preposition not in ("in", "on", "at"):
            continue
        if any(sense in _LOCATED and cost <= _LIKELY for sense, cost in reading.senses):
            yield statement.args[0], statement.args[1]
