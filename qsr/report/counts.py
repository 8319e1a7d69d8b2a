"""What a report counts: verdicts over all items and by group, kinds of errors, labels that their text does not support.

Counts of consecutive pieces of a run merge into those of the whole, wherever the run was cut. What grows with the run is a few
bytes for each item, by which models are compared item by item; texts are kept of the items that are listed, and no others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from qsr.counts import Listed
from qsr.oracle.check import VerdictCounts
from qsr.oracle.checked import Checked
from qsr.oracle.scores.baselines import BaselineScores
from qsr.plain import in_words
from qsr.report.items import Entries, Outcome
from qsr.report.worst import Buckets
from qsr.story import Verdict

__all__ = ["Counts", "asked", "shares"]


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
    outcomes, entries
        What the answer to each item came to, by the ids of items; and what the list of items shows of them.
    step_errors
        Kinds of the first wrong steps of chains of thought.
    """

    beside: BaselineScores = field(default_factory=BaselineScores)
    errors: Counter[str] = field(default_factory=Counter)
    confusions: Counter[tuple[str, str]] = field(default_factory=Counter)
    label_faults: Counter[str] = field(default_factory=Counter)
    worst: Buckets = field(default_factory=Buckets)
    labels: Buckets = field(default_factory=Buckets)
    unmatched: list[str] = field(default_factory=list)
    defective: Listed[dict[str, Any]] = field(default_factory=Listed)
    outcomes: dict[str, Outcome] = field(default_factory=dict)
    entries: Entries = field(default_factory=Entries)
    step_errors: Counter[str] = field(default_factory=Counter)

    @property
    def labelled(self) -> int:
        """How many of the items that are scored have a label."""
        return self.scores.majority.all.labelled

    def confuse(self, verdict: Verdict) -> None:
        """Count what was answered in the place of what is right, where both are single labels."""
        if verdict.sound is False and isinstance(verdict.value, str) and verdict.right:
            self.confusions[in_words(verdict.value), " or ".join(map(in_words, verdict.right))] += 1


def asked(counts: VerdictCounts) -> int:
    """Return of how many answers a share of right ones is: the text decides on them, or nobody can read them.

    What cannot be read is not right; what the theory leaves undecided is neither right nor wrong, and left out.
    """
    return counts.judged + counts.unreadable


def shares(counts: Mapping[Any, int]) -> list[tuple[Any, int, float]]:
    """Return what was counted with its number and its share of all, the most frequent first and by name where alike.

    >>> shares({"b": 1, "a": 1, "c": 2})
    [('c', 2, 0.5), ('a', 1, 0.25), ('b', 1, 0.25)]
    """
    total = sum(counts.values())
    return [(key, number, number / total) for key, number in sorted(counts.items(), key=lambda pair: (-pair[1], str(pair[0])))]
