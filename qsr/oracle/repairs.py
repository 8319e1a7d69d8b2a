"""Contradictory problems answered after the least repair of their conditions, apart from what their text itself says.

A repair turns as few conditions round as make the others possible: left becomes right, clockwise becomes anticlockwise.
Conditions whose wording is known to be unreliable are turned first, and others only where these do not help. Where several
repairs are equally small each is answered, and nothing tells which of them was meant.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from qsr.errors import UnsupportedQuestion
from qsr.story import Answer, Question, Story
from qsr.theories.protocol import Limits, Session
from qsr.theories.seating.repair import repairs

__all__ = ["Repaired", "answer_repaired"]


@dataclass(frozen=True, slots=True)
class Repaired:
    """The least repairs of a story: for each the words of the conditions that it turns round, and the answer after it."""

    flipped: tuple[tuple[str, ...], ...]
    answers: tuple[Answer, ...]


def answer_repaired(
    session: Session, story: Story, question: Question, doubtful: Collection[int] = (), limits: Limits | None = None
) -> Repaired:
    """Return the answers to a question after each least repair of its story; none where no repair helps or there are no seats.

    Parameters
    ----------
    session
        What answers the repaired story.
    story, question
        A contradictory story, and what is asked of it.
    doubtful
        Ids of the statements to turn round before any other.
    limits
        How long the search for repairs may take; LimitReached is raised where it takes longer.
    """
    try:
        found = (repairs(story, among=doubtful, limits=limits) if doubtful else ()) or repairs(story, limits=limits)
    except UnsupportedQuestion:
        return Repaired((), ())
    flipped = tuple(tuple(dict.fromkeys(story.quote(statement) for statement in one.statements)) for one in found)
    return Repaired(flipped, tuple(session.answer(one.story, question) for one in found))
