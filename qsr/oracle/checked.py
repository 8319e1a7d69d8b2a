"""What a run over somebody's answers comes to: verdicts and scores, counted item by item.

No verdict is kept but the first few that are worth a look, so that memory does not grow with the run. Pieces of a run are
counted apart and merged in their order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from qsr.counts import Counts, Listed
from qsr.datasets.hooks import EveryItemCounts, Judging, Verdicts
from qsr.datasets.protocol import Dataset, Item, Reading
from qsr.oracle.check import NotedVerdicts, VerdictCounts
from qsr.oracle.judge import Judge
from qsr.oracle.scores.agreement import SampleScores
from qsr.oracle.scores.consistency import Member, consistency, groups_of
from qsr.oracle.scores.hops import Hops
from qsr.oracle.scores.malformed import Malformed
from qsr.shares import by_length
from qsr.story import Verdict

__all__ = ["Checked"]


@dataclass
class Checked(Counts):
    """Counts over the answers to the items of one data set; made by `of`.

    `own` are those of a data set that judges and counts itself (`Judging`), `malformed` and `members` those of one whose scores
    are over all items (`EveryItemCounts`) or whose questions are asked again. `groups` are the verdicts by group, `without` items
    without an answer, `outside` answered ones that the options do not score, `unread` rows that gave no item, and `failed` items
    that the program failed on.
    """

    dataset: Dataset
    own: Verdicts | None = None
    malformed: Malformed | None = None
    members: dict[str, Member] | None = None
    verdicts: NotedVerdicts = field(default_factory=NotedVerdicts)
    groups: dict[str, VerdictCounts] = field(default_factory=dict)
    scores: SampleScores = field(default_factory=SampleScores)
    hops: Hops = field(default_factory=Hops)
    without: int = 0
    outside: int = 0
    unread: Listed[dict[str, Any]] = field(default_factory=Listed)
    failed: Listed[dict[str, Any]] = field(default_factory=Listed)

    @classmethod
    def of(cls, dataset: Dataset, *, asked_again: bool = False) -> Self:
        """Return counts over nothing; `asked_again` keeps what was answered to each item, to compare questions asked again."""
        own = dataset.verdicts() if isinstance(dataset, Judging) else None
        malformed = Malformed(dataset.published) if isinstance(dataset, EveryItemCounts) else None
        return cls(dataset, own, malformed, {} if malformed is not None or asked_again else None)

    def add(self, judge: Judge, item: Item, given: Sequence[Any]) -> Verdict | None:
        """Judge the answers to one item, samples of which the majority counts; None where none is judged."""
        if not given:
            self.without += 1
            if self.malformed is not None:
                self.scores.add(item, [Reading(None, "missing")])
                self._keep(item, None)
            return None
        if judge.own is not None and not judge.own.scores(item):
            self.outside += 1
            return None
        if self.own is not None:
            verdict = judge.verdict(item, given[0])
            self.own.add(item, verdict)
            return self._counted(item, verdict)
        readings = [judge.read(item, one) for one in given]
        reading = self.scores.add(item, readings)
        self._keep(item, reading)
        for one, read in zip(given, readings, strict=True):
            if self.malformed is not None:
                self.malformed.add(item, one, read)
            if isinstance(one, str):
                self.hops.add(item, one)
        return self._counted(item, judge.of_reading(item, reading))

    def report(self, groups: Sequence[Sequence[str]] | None = None, faults: Sequence[dict[str, Any]] = ()) -> dict[str, Any]:
        """Return the counts as plain data.

        Parameters
        ----------
        groups
            Ids of items that are one question asked again; None takes those that the items show.
        faults
            Lines of the file of answers that were at fault.
        """
        if self.own is not None:
            return {
                **self.own.report(),
                "items_without_answer": self.without,
                "outside_profile": self.outside,
                "unread_items": self.unread.count,
                "unread": self.unread.report(),
                "failed": self.failed.report(),
            }
        counts = {
            **self.verdicts.report(),
            "shares": self.verdicts.shares(),
            "shares_by_group": {name: self.groups[name].shares() for name in sorted(self.groups, key=by_length)},
            "scores": self.scores.scores(),
            "samples": self.scores.samples(),
            "hops": self.hops.report(),
            "items_without_answer": self.without,
            "unread_items": self.unread.count,
        }
        if self.malformed is not None:
            counts["malformed"] = self.malformed.report(faults)
        if self.members is not None:
            alike: Iterable[Sequence[str]] = (
                groups_of(self.dataset, (member.item for member in self.members.values())) if groups is None else groups
            )
            counts["consistency"] = consistency(self.members, alike)
        return counts

    def _counted(self, item: Item, verdict: Verdict) -> Verdict:
        self.verdicts.add(item, verdict)
        # A group may be named twice by an item; it counts once.
        for group in dict.fromkeys(item.groups):
            self.groups.setdefault(group, VerdictCounts()).add(item, verdict)
        return verdict

    def _keep(self, item: Item, reading: Reading | None) -> None:
        if self.members is not None:
            self.members[item.id] = Member.of(item, None if reading is None else reading.value)
