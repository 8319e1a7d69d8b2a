"""Scores of a run over a data set.

An item counts as correct when the answer, in the benchmark's own form, equals the label. What cannot be judged is
counted where it can be seen, not dropped: unread rows are items that were not answered, broken rows and defective items
are listed.

Where labels are sets, accuracy is that of the exact set (subset accuracy), and each label has precision, recall and F1 with zero
for a quotient of nothing by nothing. Macro F1 is their mean over all labels that the items' `label_set` lists, whether they
occur or not, as SpaRP is scored (Rizvi, Zhu and Gurevych 2024); over the labels that occur where no list is given.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from qsr.datasets.protocol import BadRow, Item
from qsr.oracle.plans.totals import PlanTotals
from qsr.oracle.scores.baselines import BaselineScores
from qsr.story import Plan, Value

__all__ = ["LabelCounts", "Outcome", "Scorer", "Tally"]

_SHOWN: Final = 10


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a theory answered to one item: `value` in the benchmark's own form (None for no answer) and the answer's status."""

    value: Value | None
    status: str


@dataclass(slots=True)
class Tally:
    """Counts of one group; `labelled` items have a label to compare with."""

    items: int = 0
    labelled: int = 0
    answered: int = 0
    correct: int = 0

    def count(self, correct: bool | None, *, answered: bool) -> None:
        """Count one item."""
        self.items += 1
        self.labelled += correct is not None
        self.answered += answered
        self.correct += correct is True

    def merge(self, other: Tally) -> None:
        """Add another tally's counts to this one."""
        self.items += other.items
        self.labelled += other.labelled
        self.answered += other.answered
        self.correct += other.correct

    @property
    def accuracy(self) -> float | None:
        """Correct items per labelled one, or None without labels."""
        return self.correct / self.labelled if self.labelled else None


@dataclass(slots=True)
class LabelCounts:
    """Counts of one label over answers that are sets: rightly given (`hits`), wrongly given (`false`), left out (`missed`)."""

    hits: int = 0
    false: int = 0
    missed: int = 0

    def merge(self, other: LabelCounts) -> None:
        """Add another's counts to this one."""
        self.hits += other.hits
        self.false += other.false
        self.missed += other.missed

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall, 0 for a label that occurs in no label and no answer."""
        return _share(2 * self.hits, 2 * self.hits + self.false + self.missed)

    def report(self) -> dict[str, Any]:
        """Return precision, recall, F1 and support, which is how many items have the label."""
        return {
            "precision": _share(self.hits, self.hits + self.false),
            "recall": _share(self.hits, self.hits + self.missed),
            "f1": self.f1,
            "support": self.hits + self.missed,
        }


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


@dataclass(slots=True)
class _Listed:
    """How many, and the first of them in the order of the files."""

    count: int = 0
    first: list[dict[str, Any]] = field(default_factory=list)

    def add(self, entry: dict[str, Any]) -> None:
        self.count += 1
        if len(self.first) < _SHOWN:
            self.first.append(entry)

    def merge(self, other: _Listed) -> None:
        self.count += other.count
        self.first.extend(other.first[: _SHOWN - len(self.first)])

    def report(self) -> dict[str, Any]:
        return {"count": self.count, "first": self.first}


class Scorer:
    """Counts over items, to be filled in order; scorers of consecutive pieces of a run merge into the scorer of the whole.

    Examples
    --------
    >>> from qsr.story import Question, Story
    >>> item = Item("f:1", Story(), Question(0, "relation", (0, 1)), gold="left", groups=("1",))
    >>> scorer = Scorer()
    >>> scorer.add(item, Outcome("left", "determined"))
    True
    >>> scorer.report()["accuracy"]
    1.0
    """

    def __init__(self) -> None:
        self._all = Tally()
        self._groups: dict[str, Tally] = {}
        self._statuses: Counter[str] = Counter()
        self._unparsed = _Listed()
        self._bad = _Listed()
        self._failed = _Listed()
        self._defective = _Listed()
        # For data sets whose answers are plans: group -> sums, all of them under the empty name.
        self._plans: dict[str, PlanTotals] = {}
        # For data sets that have baselines counted beside their scores.
        self._beside = BaselineScores()
        # For data sets whose labels are sets: label -> its counts, and the labels that the items list, in their order.
        self._labels: dict[str, LabelCounts] = {}
        self._listed: dict[str, None] = {}

    def judge(self, item: Item, outcome: Outcome) -> bool | None:
        """Tell whether the answer equals the label; None where the item has none."""
        return None if item.gold is None else outcome.value == item.gold

    def add(self, item: Item, outcome: Outcome) -> bool | None:
        """Count one item and return its judgement."""
        correct = self.judge(item, outcome)
        for tally in (self._all, *(self._groups.setdefault(group, Tally()) for group in item.groups)):
            tally.count(correct, answered=outcome.value is not None)
        self._statuses[outcome.status] += 1
        if item.defective:
            self._defective.add({"id": item.id, "line": item.line, "reason": item.defective})
        self._count_labels(item, outcome.value)
        if isinstance(outcome.value, Plan):
            for group in ("", *item.groups):
                plan = outcome.value
                self._plans.setdefault(group, PlanTotals()).add(plan.energy, len(plan.actions), proved=plan.proved)
        return correct

    def add_apart(self, group: str, item: Item, outcome: Outcome) -> bool | None:
        """Count a second answer to an item in one group and nowhere else, and return its judgement."""
        correct = self.judge(item, outcome)
        self._groups.setdefault(group, Tally()).count(correct, answered=outcome.value is not None)
        return correct

    def add_beside(self, item: Item | BadRow, outcome: Outcome, guesses: Mapping[str, Value | None]) -> None:
        """Count what baselines answer to an item that is counted already."""
        self._beside.add(item, outcome.value, outcome.status, guesses)

    def add_bad(self, row: BadRow) -> None:
        """Count a row that gave no item. Text that was not understood is an unanswered item; a broken row is none."""
        entry = {"id": row.id, "file": row.file, "line": row.line, "error": row.error}
        if row.unread:
            for tally in (self._all, *(self._groups.setdefault(group, Tally()) for group in row.groups)):
                tally.items += 1
                tally.labelled += 1
            self._count_labels(row, None)
            self._unparsed.add(entry)
        else:
            self._bad.add(entry)

    def add_failure(self, item: Item, error: str) -> None:
        """Count an item that the program itself failed on; it is unanswered."""
        self.add(item, Outcome(None, "error"))
        self._failed.add({"id": item.id, "file": item.file, "line": item.line, "error": error})

    def merge(self, other: Scorer) -> None:
        """Add the counts of the next piece of the run."""
        self._all.merge(other._all)
        for group, tally in other._groups.items():
            self._groups.setdefault(group, Tally()).merge(tally)
        self._statuses.update(other._statuses)
        for mine, theirs in (
            (self._unparsed, other._unparsed),
            (self._bad, other._bad),
            (self._failed, other._failed),
            (self._defective, other._defective),
        ):
            mine.merge(theirs)
        self._beside.merge(other._beside)
        for group, totals in other._plans.items():
            self._plans.setdefault(group, PlanTotals()).merge(totals)
        self._listed.update(other._listed)
        for label, counts in other._labels.items():
            self._labels.setdefault(label, LabelCounts()).merge(counts)

    def report(self) -> dict[str, Any]:
        """Return the counts as plain data; `macro_f1` and `labels` stand only for labels that are sets, `plans` for plans."""
        report: dict[str, Any] = {
            "items": self._all.items,
            "labelled": self._all.labelled,
            "answered": self._all.answered,
            "correct": self._all.correct,
            "accuracy": self._all.accuracy,
        }
        if self._labels:
            shown = [*self._listed, *sorted(self._labels.keys() - self._listed.keys())]
            report["macro_f1"] = sum(self._labels[label].f1 for label in shown) / len(shown)
            report["labels"] = {label: self._labels[label].report() for label in shown}
        report["groups"] = {
            name: {"items": tally.items, "correct": tally.correct, "accuracy": tally.accuracy}
            for name, tally in sorted(self._groups.items(), key=lambda pair: (len(pair[0]), pair[0]))
        }
        if self._plans:
            # The whole, then single controls, then their combinations.
            shown = sorted(self._plans, key=lambda name: (name != "", ": " not in name, name))
            report["plans"] = {name or "all": self._plans[name].worth() for name in shown}
        if beside := self._beside.report():
            report["beside"] = beside
        report["unparsed"] = self._unparsed.report()
        report["defective"] = self._defective.report()
        report["bad_rows"] = self._bad.report()
        report["failed"] = self._failed.report()
        report["statuses"] = dict(sorted(self._statuses.items()))
        return report

    def _count_labels(self, item: Item | BadRow, value: Value | None) -> None:
        if not isinstance(item.gold, frozenset):
            return
        given = value if isinstance(value, frozenset) else frozenset()
        self._listed.update(dict.fromkeys(item.label_set))
        # What is not on the list is no label: it spoils the exact match, and no label's score.
        for label in item.label_set or sorted(item.gold | given):
            counts = self._labels.setdefault(label, LabelCounts())
            counts.hits += label in item.gold and label in given
            counts.false += label in given and label not in item.gold
            counts.missed += label in item.gold and label not in given
