"""Where two theories fit a story and disagree: the other one's answer."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from qsr import theories
from qsr.story import Answer, Question, Story
from qsr.theories.protocol import Labelled, Limits, Theory

__all__ = ["added"]

#: Entities up to which a second theory costs next to nothing.
_FEW: Final = 12


def added(answer: Answer, story: Story, question: Question, limits: Limits | None = None) -> Answer:
    """Return an answer with those of other theories that fit the words of the story and decide a label otherwise.

    None is looked for where the story names its theory, says directions only, about which theories of points and of regions
    agree, or has more entities than `_FEW`.
    """
    if len(story.entities) > _FEW or theories.agreed(story):
        return answer
    first, *names = [*theories.fitting(story)] or [theories.GENERAL]
    asked = set(_candidates(theories.get(first), story, question)) if names else set()
    found = []
    for name in names:
        theory = theories.get(name)
        session = theory.open(None, limits)
        other = session.answer(story, question)
        session.close()
        both = asked.intersection(_candidates(theory, story, question))
        decided = not {answer.status, other.status} & {"not_covered", "unknown"}
        if decided and (answer.possible & both, answer.entailed & both) != (other.possible & both, other.entailed & both):
            found.append(other)
    return replace(answer, alternatives=tuple(found)) if found else answer


def _candidates(theory: Theory, story: Story, question: Question) -> Collection[str]:
    if question.form == "yes_no":
        return ("yes", "no")
    return question.candidates or (theory.labels(story, question) if isinstance(theory, Labelled) else ())
