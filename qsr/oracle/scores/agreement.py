"""Self-consistency: one answer from several samples of a model, and its scores beside those of single samples.

Samples are read one by one. The majority is taken over what was read, a set of labels as its labels joined in order, as the
evaluation of SpaRP does (Rizvi, Zhu and Gurevych, Findings of ACL 2024): a sample from which nothing was read, or the empty
set, wins only where all samples are of that kind, and of answers that are equally frequent the first one wins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

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


class SampleScores:
    """Scores of the majority against the labels, and of each sample by itself.

    The first samples of all items are one run of the model, the second ones another, and so on; an item with fewer samples is
    missing from the later runs.
    """

    def __init__(self) -> None:
        self._majority = Scorer()
        self._single: list[Scorer] = []
        self._counts: Counter[int] = Counter()

    def add(self, item: Item, readings: Sequence[Reading]) -> Reading:
        """Count the samples of one item and return their majority."""
        chosen = majority(readings)
        self._counts[len(readings)] += 1
        self._majority.add(item, _outcome(chosen))
        while len(self._single) < len(readings):
            self._single.append(Scorer())
        for scorer, reading in zip(self._single, readings, strict=False):
            scorer.add(item, _outcome(reading))
        return chosen

    def merge(self, other: SampleScores) -> None:
        """Add the counts of the piece of a run that comes next."""
        self._majority.merge(other._majority)
        self._counts.update(other._counts)
        while len(self._single) < len(other._single):
            self._single.append(Scorer())
        for scorer, more in zip(self._single, other._single, strict=False):
            scorer.merge(more)

    def scores(self) -> dict[str, Any]:
        """Return accuracy (the exact match), and for sets of labels macro F1, labels and groups, of the majority."""
        report = self._majority.report()
        return {key: report[key] for key in ("items", "correct", "accuracy", "macro_f1", "labels", "groups") if key in report}

    def samples(self) -> dict[str, Any] | None:
        """Return the majority's figures next to the mean of single samples; None where no item has several."""
        if max(self._counts, default=0) < 2:
            return None
        whole, parts = self._majority.report(), [scorer.report() for scorer in self._single]
        figures = [key for key in ("accuracy", "macro_f1") if whole.get(key) is not None]
        return {
            "items_by_samples": {str(count): self._counts[count] for count in sorted(self._counts)},
            "majority": {key: whole[key] for key in figures},
            "single": {key: _mean([part[key] for part in parts if part.get(key) is not None]) for key in figures},
        }


def _outcome(reading: Reading) -> Outcome:
    return Outcome(reading.value, "abstained" if reading.abstained else "unreadable" if reading.value is None else "read")


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None
