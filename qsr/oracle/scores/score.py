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
from dataclasses import dataclass, field
from typing import Any

from qsr.counts import Counts, Listed
from qsr.datasets.hooks import Scored, Values
from qsr.datasets.protocol import AnyText, BadRow, Dataset, Item, Row
from qsr.oracle.scores.baselines import BaselineScores
from qsr.shares import by_length, rate, wilson
from qsr.story import Value

__all__ = ["LabelCounts", "Outcome", "Scorer", "Tally", "fault"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a theory answered to one item: `value` in the benchmark's own form (None for no answer) and the answer's status."""

    value: Value | None
    status: str


@dataclass
class Tally(Counts):
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

    @property
    def accuracy(self) -> float | None:
        """Correct items per labelled one, or None without labels."""
        return rate(self.correct, self.labelled)

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of the accuracy; None without labels."""
        return wilson(self.correct, self.labelled)


@dataclass
class LabelCounts(Counts):
    """Counts of one label over answers that are sets: rightly given (`hits`), wrongly given (`false`), left out (`missed`)."""

    hits: int = 0
    false: int = 0
    missed: int = 0

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall, 0 for a label that occurs in no label and no answer."""
        return rate(2 * self.hits, 2 * self.hits + self.false + self.missed) or 0.0

    def report(self) -> dict[str, Any]:
        """Return precision, recall, F1 and support, which is how many items have the label."""
        return {
            "precision": rate(self.hits, self.hits + self.false) or 0.0,
            "recall": rate(self.hits, self.hits + self.missed) or 0.0,
            "f1": self.f1,
            "support": self.hits + self.missed,
        }


def fault(one: Row | Item | BadRow, error: str) -> dict[str, Any]:
    """Return an entry about a row that gave no item, or about an item that the program failed on, with its place."""
    return {"id": one.id, "file": one.file, "line": one.line, "error": error}


@dataclass
class Scorer(Counts):
    """Counts over items, to be filled in order; scorers of consecutive pieces of a run merge into the scorer of the whole.

    `own` are sums over answers that are worth more or less (`Scored`), and `table` is their name in the report. `listed` are the
    labels that the items list, in their order. `unread` counts the sentences that were not understood, where the data
    set tells them.

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

    own: Values | None = None
    table: str = ""
    all: Tally = field(default_factory=Tally)
    groups: dict[str, Tally] = field(default_factory=dict)
    statuses: Counter[str] = field(default_factory=Counter)
    unparsed: Listed[dict[str, Any]] = field(default_factory=Listed)
    bad: Listed[dict[str, Any]] = field(default_factory=Listed)
    failed: Listed[dict[str, Any]] = field(default_factory=Listed)
    defective: Listed[dict[str, Any]] = field(default_factory=Listed)
    beside: BaselineScores = field(default_factory=BaselineScores)
    labels: dict[str, LabelCounts] = field(default_factory=dict)
    listed: dict[str, None] = field(default_factory=dict)
    unread: Counter[str] | None = None

    @classmethod
    def of(cls, dataset: Dataset) -> Scorer:
        """Return counts over no item of a data set yet."""
        scorer = cls(dataset.values(), dataset.worth) if isinstance(dataset, Scored) else cls()
        scorer.unread = Counter() if isinstance(dataset, AnyText) else None
        return scorer

    def judge(self, item: Item, outcome: Outcome) -> bool | None:
        """Tell whether the answer equals the label; None where the item has none."""
        return None if item.gold is None else outcome.value == item.gold

    def add(self, item: Item, outcome: Outcome) -> bool | None:
        """Count one item and return its judgement."""
        correct = self.judge(item, outcome)
        for tally in (self.all, *(self.groups.setdefault(group, Tally()) for group in item.groups)):
            tally.count(correct, answered=outcome.value is not None)
        self.statuses[outcome.status] += 1
        if self.unread is not None:
            self.unread.update(" ".join(item.story.text[slice(*span)].split()) for span in item.story.untold)
        if item.defective:
            self.defective.add({"id": item.id, "line": item.line, "reason": item.defective})
        self._count_labels(item, outcome.value)
        if self.own is not None and outcome.value is not None:
            self.own.add(item, outcome.value)
        return correct

    def add_apart(self, group: str, item: Item, outcome: Outcome) -> bool | None:
        """Count a second answer to an item in one group and nowhere else, and return its judgement."""
        correct = self.judge(item, outcome)
        self.groups.setdefault(group, Tally()).count(correct, answered=outcome.value is not None)
        return correct

    def add_bad(self, row: BadRow) -> None:
        """Count a row that gave no item. Text that was not understood is an unanswered item; a broken row is none."""
        entry = fault(row, row.error)
        if row.unread:
            for tally in (self.all, *(self.groups.setdefault(group, Tally()) for group in row.groups)):
                tally.items += 1
                tally.labelled += 1
            self._count_labels(row, None)
            self.unparsed.add(entry)
            if self.unread is not None:
                self.unread.update(row.sentences)
        else:
            self.bad.add(entry)

    def add_failure(self, item: Item, error: str) -> None:
        """Count an item that the program itself failed on; it is unanswered."""
        self.add(item, Outcome(None, "error"))
        self.failed.add(fault(item, error))

    def report(self) -> dict[str, Any]:
        """Return the counts as plain data; `macro_f1` and `labels` stand only for labels that are sets."""
        report: dict[str, Any] = {
            "items": self.all.items,
            "labelled": self.all.labelled,
            "answered": self.all.answered,
            "correct": self.all.correct,
            "accuracy": self.all.accuracy,
            "interval": self.all.interval,
        }
        if self.labels:
            shown = [*self.listed, *sorted(self.labels.keys() - self.listed.keys())]
            report["macro_f1"] = sum(self.labels[label].f1 for label in shown) / len(shown)
            report["labels"] = {label: self.labels[label].report() for label in shown}
        report["groups"] = {
            name: {"items": tally.items, "correct": tally.correct, "accuracy": tally.accuracy}
            for name, tally in sorted(self.groups.items(), key=lambda pair: by_length(pair[0]))
        }
        report["intervals"] = {name: self.groups[name].interval for name in report["groups"]}
        if self.own is not None and (worth := self.own.report()):
            report[self.table] = worth
        if beside := self.beside.report():
            report["beside"] = beside
        report["unparsed"] = self.unparsed.report()
        if self.unread is not None:
            report["unread"] = dict(sorted(self.unread.items(), key=lambda pair: (-pair[1], pair[0])))
        report["defective"] = self.defective.report()
        report["bad_rows"] = self.bad.report()
        report["failed"] = self.failed.report()
        report["statuses"] = dict(sorted(self.statuses.items()))
        return report

    def _count_labels(self, item: Item | BadRow, value: Value | None) -> None:
        if not isinstance(item.gold, frozenset):
            return
        given = value if isinstance(value, frozenset) else frozenset()
        self.listed.update(dict.fromkeys(item.label_set))
        # What is not on the list is no label: it spoils the exact match, and no label's score.
        for label in item.label_set or sorted(item.gold | given):
            counts = self.labels.setdefault(label, LabelCounts())
            counts.hits += label in item.gold and label in given
            counts.false += label in given and label not in item.gold
            counts.missed += label in item.gold and label not in given
