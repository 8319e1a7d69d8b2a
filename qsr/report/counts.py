"""What a report counts: verdicts over all items and by group, kinds of errors, labels that their text does not support.

Counts of consecutive pieces of a run merge into those of the whole, wherever the run was cut. Memory does not grow with the
run, save for data sets whose questions are asked again: there what was chosen is kept with each item.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from qsr.oracle.check import VerdictCounts, in_words
from qsr.oracle.plans.check import PlansReport
from qsr.oracle.scores.agreement import SampleScores
from qsr.oracle.scores.baselines import BaselineScores
from qsr.oracle.scores.consistency import Member
from qsr.report.worst import Buckets
from qsr.story import Value, Verdict

__all__ = ["Counts", "GroupCounts", "Places", "shares"]

_SHOWN: Final = 10


@dataclass(slots=True)
class GroupCounts:
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

    def merge(self, other: GroupCounts) -> None:
        """Add another's counts."""
        self.answers += other.answers
        self.right += other.right
        self.wrong += other.wrong
        self.abstained += other.abstained
        self.unreadable += other.unreadable
        self.labelled += other.labelled
        self.matching += other.matching

    @property
    def judged(self) -> int:
        """How many answers the text decides on."""
        return self.right + self.wrong

    @property
    def undecided(self) -> int:
        """How many answers it does not decide on, or that could not be read."""
        return self.answers - self.judged


@dataclass(slots=True)
class Places:
    """How many rows, and the first of them: id, file, line and what is wrong."""

    count: int = 0
    first: list[tuple[str, str]] = field(default_factory=list)

    def add(self, identity: str, fault: str) -> None:
        """Take one row."""
        self.count += 1
        if len(self.first) < _SHOWN:
            self.first.append((identity, fault))

    def merge(self, other: Places) -> None:
        """Add the rows of the piece of a run that comes next."""
        self.count += other.count
        self.first += other.first[: _SHOWN - len(self.first)]


@dataclass(slots=True)
class Counts:
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
    plans, regrets
        For data sets of plans: what they are worth, and how far they fall short of the best one.
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
    plans: PlansReport = field(default_factory=PlansReport)
    regrets: Counter[Fraction] = field(default_factory=Counter)
    worst: Buckets = field(default_factory=Buckets)
    labels: Buckets = field(default_factory=Buckets)
    members: dict[str, Member] = field(default_factory=dict)
    without: int = 0
    outside: int = 0
    unmatched: list[str] = field(default_factory=list)
    unread: Places = field(default_factory=Places)
    failed: Places = field(default_factory=Places)
    defective: Places = field(default_factory=Places)

    def confuse(self, verdict: Verdict) -> None:
        """Count what was answered in the place of what is right, where both are single labels."""
        if verdict.sound is False and isinstance(verdict.value, str) and verdict.right:
            self.confusions[in_words(verdict.value), " or ".join(_words(verdict.right))] += 1

    def merge(self, other: Counts) -> None:
        """Add the counts of the piece of a run that comes next."""
        self.verdicts.merge(other.verdicts)
        for name, group in other.groups.items():
            self.groups.setdefault(name, GroupCounts()).merge(group)
        self.scores.merge(other.scores)
        self.labelled += other.labelled
        self.beside.merge(other.beside)
        self.both.update(other.both)
        self.errors.update(other.errors)
        self.confusions.update(other.confusions)
        self.label_faults.update(other.label_faults)
        self.plans.merge(other.plans)
        self.regrets.update(other.regrets)
        self.worst.merge(other.worst)
        self.labels.merge(other.labels)
        self.members |= other.members
        self.without += other.without
        self.outside += other.outside
        self.unread.merge(other.unread)
        self.failed.merge(other.failed)
        self.defective.merge(other.defective)

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
