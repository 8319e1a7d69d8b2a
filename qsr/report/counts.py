"""What a report counts: verdicts over all items and by group, kinds of errors, labels that their text does not support.

Counts of consecutive pieces of a run merge into those of the whole, wherever the run was cut. Memory does not grow with the
run, save for data sets whose questions are asked again: there what was chosen is kept with each item.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from qsr.counts import Listed
from qsr.oracle.checked import Checked
from qsr.oracle.scores.baselines import BaselineScores
from qsr.plain import in_words
from qsr.report.worst import Buckets
from qsr.story import Verdict

__all__ = ["Counts", "shares"]


@dataclass
class Counts(Checked):
    """Everything that a report says of one model's answers, beside what a check counts.

    Parameters
    ----------
    beside
        What baselines reach over the same items, for data sets that have any.
    errors, confusions
        What kinds of errors there are; and how often one text was answered for another that is right.
    label_faults
        Labels that their text does not support, by kind.
    worst, labels
        Items that may be shown: wrong answers, and labels that their text does not support.
    unmatched
        Ids of answers to no item.
    defective
        Items whose text is broken.
    """

    beside: BaselineScores = field(default_factory=BaselineScores)
    errors: Counter[str] = field(default_factory=Counter)
    confusions: Counter[tuple[str, str]] = field(default_factory=Counter)
    label_faults: Counter[str] = field(default_factory=Counter)
    worst: Buckets = field(default_factory=Buckets)
    labels: Buckets = field(default_factory=Buckets)
    unmatched: list[str] = field(default_factory=list)
    defective: Listed[dict[str, Any]] = field(default_factory=Listed)

    @property
    def labelled(self) -> int:
        """How many of the items that are scored have a label."""
        return self.scores.majority.all.labelled

    def confuse(self, verdict: Verdict) -> None:
        """Count what was answered in the place of what is right, where both are single labels."""
        if verdict.sound is False and isinstance(verdict.value, str) and verdict.right:
            self.confusions[in_words(verdict.value), " or ".join(map(in_words, verdict.right))] += 1


def shares(counts: Mapping[Any, int]) -> list[tuple[Any, int, float]]:
    """Return what was counted with its number and its share of all, the most frequent first and by name where alike.

    >>> shares({"b": 1, "a": 1, "c": 2})
    [('c', 2, 0.5), ('a', 1, 0.25), ('b', 1, 0.25)]
    """
    total = sum(counts.values())
    return [(key, number, number / total) for key, number in sorted(counts.items(), key=lambda pair: (-pair[1], str(pair[0])))]
