"""Self-consistency: one answer from several samples of a model, and its scores beside those of single samples.

Samples are read one by one. The majority is taken over what was read, a set of labels as its labels joined in order, as the
evaluation of SpaRP does (Rizvi, Zhu and Gurevych, Findings of ACL 2024): a sample from which nothing was read, or the empty
set, wins only where all samples are of that kind, and of answers that are equally frequent the first one wins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from qsr.counts import Counts
from qsr.datasets.protocol import Item, Reading
from qsr.oracle.scores.score import Outcome, Scorer
from qsr.plain import plain_value

__all__ = ["SampleScores", "majority"]


def majority(readings: Sequence[Reading]) -> Reading:
    """Return the reading that most samples share; raise ValueError where there are no samples.

    >>> left, above, nothing = (Reading(value, "label") for value in (frozenset({"left"}), frozenset({"above"}), None))
    >>> majority([nothing, nothing, above, left, left]).value
    frozenset({'left'})
    """
    if not readings:
        raise ValueError("a majority of no samples")
    keys = [_key(reading) for reading in readings]
    votes = Counter(filter(None, keys)) or Counter(keys)
    # A Counter keeps the order in which its keys came, and `max` takes the first of equals.
    winner = max(votes, key=votes.__getitem__)
    return next(reading for key, reading in zip(keys, readings, strict=True) if key == winner)


def _key(reading: Reading) -> str:
    value = plain_value(reading.value)
    return value if isinstance(value, str) else ", ".join(map(str, value or ()))


@dataclass
class SampleScores(Counts):
    """Scores of the majority against the labels, and of each sample by itself; `counts` are items by their number of samples.

    The first samples of all items are one run of the model, the second ones another, and so on; an item with fewer samples is
    missing from the later runs.
    """

    majority: Scorer = field(default_factory=Scorer)
    single: dict[int, Scorer] = field(default_factory=dict)
    counts: Counter[int] = field(default_factory=Counter)

    def add(self, item: Item, readings: Sequence[Reading]) -> Reading:
        """Count the samples of one item and return their majority."""
        chosen = majority(readings)
        self.counts[len(readings)] += 1
        self.majority.add(item, _outcome(chosen))
        for number, reading in enumerate(readings):
            self.single.setdefault(number, Scorer()).add(item, _outcome(reading))
        return chosen

    def scores(self) -> dict[str, Any]:
        """Return accuracy (the exact match), and for sets of labels macro F1, labels and groups, of the majority."""
        report = self.majority.report()
        return {key: report[key] for key in ("items", "correct", "accuracy", "macro_f1", "labels", "groups") if key in report}

    def samples(self) -> dict[str, Any] | None:
        """Return the majority's figures next to the mean of single samples; None where no item has several."""
        if max(self.counts, default=0) < 2:
            return None
        whole, parts = self.majority.report(), [scorer.report() for _, scorer in sorted(self.single.items())]
        figures = [key for key in ("accuracy", "macro_f1") if whole.get(key) is not None]
        return {
            "items_by_samples": {str(count): self.counts[count] for count in sorted(self.counts)},
            "majority": {key: whole[key] for key in figures},
            "single": {key: _mean([part[key] for part in parts if part.get(key) is not None]) for key in figures},
        }


def _outcome(reading: Reading) -> Outcome:
    return Outcome(reading.value, "abstained" if reading.abstained else "unreadable" if reading.value is None else "read")


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None
