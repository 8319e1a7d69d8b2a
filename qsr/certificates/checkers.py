"""Checkers: what judges a witness by arithmetic and re-asks a set of statements, for each theory that brings one.

A checker looks at the story as it was read again, never at what a certificate says of it. Witnesses meet no solver here, save
where a theory's witness fixes headings or senses only; sets of statements go to two solvers, so that one of them at least is not
the one that found them, whichever that was. What follows for the answer comes from what was shown of each label; a
certificate's own words for it are never relied on.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from qsr import theories
from qsr.errors import UnsupportedQuestion
from qsr.registry import fetched
from qsr.story import Question, Story
from qsr.theories.checking import Checker, Unchecked
from qsr.theories.protocol import Handing, Theory

__all__ = ["Checker", "Conclusion", "Unchecked", "checker_of", "conclude", "meaning_of", "sides_of"]

_FORWARD = "it applies forward rules along a path, which no single model bears out"


def meaning_of(theory: Theory, story: Story) -> Theory:
    """Return the theory that gives a story its meaning: this one, or the one that it hands the story to.

    Raise UnsupportedQuestion for a theory whose answers cannot be certified.
    """
    meant = theory.meant(story) if isinstance(theory, Handing) else theory
    if not hasattr(meant, "checker"):
        can = ", ".join(name for name in theories.names() if hasattr(theories.get(name), "checker"))
        why = getattr(meant, "uncertified", _FORWARD)
        raise UnsupportedQuestion(f"answers of the theory {meant.name!r} cannot be certified: {why}; these can be: {can}")
    return meant


def checker_of(
    theory: Theory, story: Story, question: Question, settings: Mapping[str, str], backends: list[str], seconds: float | None
) -> Checker:
    """Return the checker of one question; raise UnsupportedQuestion where the theory does not cover story or question."""
    checker: Checker = fetched(str(getattr(theory, "checker", "")))(story, question, dict(settings), backends, seconds)
    return checker


class Conclusion(NamedTuple):
    """The status of an answer, and its labels in the order of the question."""

    status: str
    possible: list[str]
    entailed: list[str]


def sides_of(checker: Checker) -> tuple[str, ...]:
    """Return what has to be shown of every label: whether it can hold, and, where labels do not exclude one another, can fail."""
    return ("holds", "fails") if checker.opposites else ("holds",)


def conclude(question: Question, checker: Checker, holding: Collection[str], failing: Collection[str]) -> Conclusion:
    """Return the conclusion from the labels that can hold and those that can fail.

    Where labels do not exclude one another, those that cannot fail are entailed; where exactly one of them holds in each model,
    the only one that can hold is. An option that says "none" holds where nothing is entailed. What could be, or has to be, is
    decided in every consistent story.
    """
    possible = set(holding)
    entailed = (
        {label for label in possible if label not in failing} if checker.opposites else possible if len(possible) == 1 else set()
    )
    if not entailed:
        possible, entailed = possible | set(checker.none), set(checker.none)
    decided = possible == entailed or (question.mood != "must" and question.form in ("yes_no", "options"))
    order: Sequence[str] = (
        question.candidates if question.form in ("relation", "options") and question.candidates else checker.labels
    )
    return Conclusion(
        "determined" if decided else "ambiguous",
        [label for label in order if label in possible],
        [label for label in order if label in entailed],
    )
