"""Claims, verdicts and reports as data."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from qsr import relations
from qsr.story import Span

__all__ = [
    "COPIED",
    "KINDS",
    "NO_COMMON_ENTITY",
    "REVERSED",
    "VERDICTS",
    "WRONG_RETRIEVAL",
    "Claim",
    "StepReport",
    "StepVerdict",
]

#: What a step can be; `qsr.oracle.steps` defines each.
VERDICTS: Final = ("entailed", "unsupported", "contradicted", "not read", "undecided")
WRONG_RETRIEVAL: Final = "wrong retrieval"
REVERSED: Final = "reversed answer"
COPIED: Final = "copied instead of composed"
NO_COMMON_ENTITY: Final = "composed without a common entity"
KINDS: Final = (WRONG_RETRIEVAL, REVERSED, COPIED, NO_COMMON_ENTITY)


@dataclass(frozen=True, slots=True)
class Claim:
    """What one sentence says about two entities.

    Parameters
    ----------
    head, tail
        Entities of the story: where the head is, seen from the tail.
    labels
        Single labels of `qsr.relations`; none where the sentence says that no relation follows.
    distances
        One per label, None where the sentence has none; empty where it has none at all.
    measured
        Whether, in a story with specified quantities, a label without a distance means one unit.
    partial
        Whether the sentence says that the axes which it does not name are left open.
    """

    head: int
    tail: int
    labels: tuple[str, ...]
    distances: tuple[Fraction | None, ...] = ()
    measured: bool = False
    partial: bool = False

    def lengths(self) -> dict[str, Fraction | None]:
        """Return the distance of each label."""
        return dict(zip(self.labels, self.distances or (None,) * len(self.labels), strict=True))

    def converse(self) -> Claim:
        """Return the claim with the relation turned round, head and tail staying where they are.

        >>> Claim(0, 1, ("left",)).converse().labels
        ('right',)
        """
        return replace(self, labels=tuple(relations.converse(label) for label in self.labels))

    def same_relation(self, other: Claim) -> bool:
        """Tell whether two claims say the same relation with the same distances, of whatever entities."""

        def said(claim: Claim) -> set[tuple[str, Fraction]]:
            return {(label, distance or Fraction(1)) for label, distance in claim.lengths().items()}

        return said(self) == said(other)


@dataclass(frozen=True, slots=True)
class StepVerdict:
    """The judgement on one step.

    Parameters
    ----------
    number
        The number that the text gives the step ("Step 4"), for a sentence without one that of the last such step, or the position
        among the steps where the text numbers none. Several sentences may share a number. The answer has the number 0.
    text, span
        The sentence and its place in the checked text.
    claim
        What was read; None where nothing was.
    said_given
        Whether the step says that the context states it.
    sources
        Numbers of the steps that it says it follows from.
    verdict
        One of `VERDICTS`.
    kind
        One of `KINDS`, or empty.
    wrong
        Whether it counts as an error; see `qsr.oracle.steps`.
    reason
        Why, in words.
    """

    number: int
    text: str
    span: Span
    claim: Claim | None
    said_given: bool
    sources: tuple[int, ...]
    verdict: str
    kind: str
    wrong: bool
    reason: str


@dataclass(frozen=True, slots=True)
class StepReport:
    """The judgement on a chain of steps.

    Parameters
    ----------
    steps
        In the order of the text, the answer not among them.
    answer
        The judgement on the last sentence that gives an answer; None where there is none.
    """

    steps: tuple[StepVerdict, ...]
    answer: StepVerdict | None

    @property
    def first_error(self) -> StepVerdict | None:
        """The first step that is wrong; None where none is. The answer does not count here."""
        return next((step for step in self.steps if step.wrong), None)

    @property
    def first_wrong(self) -> int | None:
        """The number of that step."""
        return None if self.first_error is None else self.first_error.number
