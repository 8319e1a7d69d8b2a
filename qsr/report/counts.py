"""What a report counts: verdicts over all items and by group, kinds of errors, labels that their text does not support.

Counts of consecutive pieces of a run merge into those of the whole, wherever the run was cut. Memory does not grow with the
run, save for data sets whose questions are asked again: there what was chosen is kept with each item.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from qsr.counts import Counts as Tallied
from qsr.counts import Listed
from qsr.datasets.hooks import Verdicts
from qsr.oracle.check import VerdictCounts
from qsr.oracle.scores.agreement import SampleScores
from qsr.oracle.scores.baselines import BaselineScores
from qsr.oracle.scores.consistency import Member
from qsr.plain import in_words
from qsr.report.worst import Buckets
from qsr.story import Value, Verdict

__all__ = ["Counts", "GroupCounts", "shares"]


@dataclass
class GroupCounts(Tallied):
    """Verdicts of one group: by the text right, wrong or undecided, and `matching` of `labelled` answers by the label."""

    answers: int = 0
    right: int = 0
    wrong: int = 0
    abstained: int = 0
    unreadable: int = 0
    labelled: int = 0
    matching: int = 0

    def add(self, verdict: Verdict, *, labelled: bool) -> None:
        """Count one verdict."""
        self.answers += 1
        self.right += verdict.sound is True
        self.wrong += verdict.sound is False
        self.abstained += verdict.rule == "abstention"
        self.unreadable += not verdict.read
        self.labelled += labelled
        self.matching += labelled and verdict.gold is True

    @property
    def judged(self) -> int:
        """How many answers the text decides on."""
        return self.right + self.wrong

    @property
    def undecided(self) -> int:
        """How many answers it does not decide on, or that could not be read."""
        return self.answers - self.judged


@dataclass
class Counts(Tallied):
    """Everything that a report says of one model's answers.

    Parameters
    ----------
    verdicts, groups
        Verdicts over all items, and by group.
    scores, labelled
        The label's side: accuracy, and F1 where labels are sets; and how many of the items have a label.
    beside
        What baselines reach over the same items, for data sets that have any.
    both
        How often each pair of judgements came, by the text and by the label.
    errors, confusions
        What kinds of errors there are; and how often one text was answered for another that is right.
    label_faults
        Labels that their text does not support, by kind.
    own
        Those of a data set that counts verdicts itself.
    worst, labels
        Items that may be shown: wrong answers, and labels that their text does not support.
    members
        Items with what was chosen, where questions are asked again.
    without, outside, unmatched
        Items without an answer, answered ones that the chosen profile does not score, and ids of answers to no item.
    unread, failed, defective
        Rows that gave no item, items that the program failed on, and items whose text is broken.
    """

    verdicts: VerdictCounts = field(default_factory=VerdictCounts)
    groups: dict[str, GroupCounts] = field(default_factory=dict)
    scores: SampleScores = field(default_factory=SampleScores)
    labelled: int = 0
    beside: BaselineScores = field(default_factory=BaselineScores)
    both: Counter[tuple[bool | None, bool | None]] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)
    confusions: Counter[tuple[str, str]] = field(default_factory=Counter)
    label_faults: Counter[str] = field(default_factory=Counter)
    own: Verdicts | None = None
    worst: Buckets = field(default_factory=Buckets)
    labels: Buckets = field(default_factory=Buckets)
    members: dict[str, Member] = field(default_factory=dict)
    without: int = 0
    outside: int = 0
    unmatched: list[str] = field(default_factory=list)
    unread: Listed[dict[str, Any]] = field(default_factory=Listed)
    failed: Listed[dict[str, Any]] = field(default_factory=Listed)
    defective: Listed[dict[str, Any]] = field(default_factory=Listed)

    def confuse(self, verdict: Verdict) -> None:
        """Count what was answered in the place of what is right, where both are single labels."""
        if verdict.sound is False and isinstance(verdict.value, str) and verdict.right:
            self.confusions[in_words(verdict.value), " or ".join(_words(verdict.right))] += 1

    def whole(self) -> GroupCounts:
        """Return the counts over all answers."""
        return self.groups.get("", GroupCounts())


def _words(values: Iterable[Value]) -> list[str]:
    return [in_words(value) for value in values]


def shares(counts: Mapping[Any, int]) -> list[tuple[Any, int, float]]:
    """Return what was counted with its number and its share of all, the most frequent first and by name where alike.

    >>> shares({"b": 1, "a": 1, "c": 2})
    [('c', 2, 0.5), ('a', 1, 0.25), ('b', 1, 0.25)]
    """
    total = sum(counts.values())
    return [(key, number, number / total) for key, number in sorted(counts.items(), key=lambda pair: (-pair[1], str(pair[0])))]
