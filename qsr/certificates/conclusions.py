"""What follows for the answer from what was shown of each label; a certificate's own words for it are never relied on."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from qsr.certificates.checkers import Checker
from qsr.story import Question

__all__ = ["Conclusion", "conclude", "sides_of"]


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
    the only one that can hold is. An option that says "none" holds where nothing is entailed.
    """
    possible = set(holding)
    entailed = (
        {label for label in possible if label not in failing} if checker.opposites else possible if len(possible) == 1 else set()
    )
    if not entailed:
        possible, entailed = possible | set(checker.none), set(checker.none)
    order: Sequence[str] = (
        question.candidates if question.form in ("relation", "options") and question.candidates else checker.labels
    )
    return Conclusion(
        "determined" if possible == entailed else "ambiguous",
        [label for label in order if label in possible],
        [label for label in order if label in entailed],
    )
