"""Claims, verdicts and reports as data, and counts over many reports."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from typing import Any, Final

from qsr import relations
from qsr.story import Span, Story

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
    "report_line",
    "step_summary",
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


def report_line(story: Story, report: StepReport) -> dict[str, Any]:
    """Return a report as plain data; entities are written by name."""
    return {
        "first_wrong": report.first_wrong,
        "kind": report.first_error.kind if report.first_error is not None else "",
        "steps": [_step(story, step) for step in report.steps],
        "answer": None if report.answer is None else _step(story, report.answer),
    }


def _step(story: Story, step: StepVerdict) -> dict[str, Any]:
    claim = step.claim
    said = claim and {
        "head": story.entities[claim.head],
        "labels": list(claim.labels),
        "tail": story.entities[claim.tail],
        "distances": [None if distance is None else str(distance) for distance in claim.distances],
    }
    return {**asdict(step), "span": list(step.span), "sources": list(step.sources), "claim": said}


def step_summary(reports: Iterable[StepReport]) -> dict[str, Any]:
    """Count steps by verdict, chains by their first wrong step and its kind, wrong steps by kind, answers by verdict."""
    verdicts: Counter[str] = Counter()
    answers: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    firsts: Counter[int] = Counter()
    first_kinds: Counter[str] = Counter()
    chains = without = 0
    for report in reports:
        chains += 1
        without += not report.steps
        verdicts.update(step.verdict for step in report.steps)
        kinds.update(step.kind for step in report.steps if step.wrong)
        answers[report.answer.verdict if report.answer is not None else "none"] += 1
        if report.first_error is not None:
            firsts[report.first_error.number] += 1
            first_kinds[report.first_error.kind] += 1
    return {
        "chains": chains,
        "chains_without_steps": without,
        "chains_with_a_wrong_step": firsts.total(),
        "steps": verdicts.total(),
        "steps_by_verdict": {name: verdicts[name] for name in VERDICTS},
        "first_wrong_step": {str(number): firsts[number] for number in sorted(firsts)},
        "first_wrong_kinds": _named(first_kinds),
        "wrong_steps_by_kind": _named(kinds),
        "answers_by_verdict": {name: answers[name] for name in (*VERDICTS, "none")},
    }


def _named(kinds: Counter[str]) -> dict[str, int]:
    return {**{kind: kinds[kind] for kind in KINDS}, "other": kinds[""]}
