"""What a run over somebody's answers comes to: verdicts and scores, counted item by item.

No verdict is kept but the first few that are worth a look, so that memory does not grow with the run. Pieces of a run are
counted apart and merged in their order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from qsr.datasets.protocol import AnyAnswer, Item, Reading
from qsr.oracle.check import VerdictCounts
from qsr.oracle.judge import Judge
from qsr.oracle.scores.agreement import SampleScores
from qsr.oracle.scores.consistency import Member, consistency, groups_of
from qsr.oracle.scores.hops import Hops
from qsr.oracle.scores.malformed import Malformed
from qsr.story import Verdict

__all__ = ["Checked"]


class Checked:
    """Counts over the answers to the items of one data set.

    Parameters
    ----------
    any_answer
        Whether the data set takes answers of every kind (`AnyAnswer`): an item without one then counts as wrong.
    asked_again
        Whether to keep what was answered to each item, to tell if questions that are asked again are answered alike.
    """

    def __init__(self, *, any_answer: bool = False, asked_again: bool = False) -> None:
        self.verdicts = VerdictCounts()
        self.without = self.unread = 0
        self._any_answer, self._asked_again = any_answer, asked_again
        self._scores, self._hops, self._malformed = SampleScores(), Hops(), Malformed()
        self._members: dict[str, Member] = {}

    def add(self, judge: Judge, item: Item, given: Sequence[Any]) -> Verdict | None:
        """Judge the answers to one item, samples of which the majority counts; None where there is none."""
        if not given:
            self.without += 1
            if isinstance(judge.dataset, AnyAnswer):
                self._scores.add(item, [Reading(None, "missing")])
                self._keep(item, None)
            return None
        readings = [_read(judge, item, one) for one in given]
        reading = self._scores.add(item, readings)
        self._keep(item, reading)
        for one, read in zip(given, readings, strict=True):
            if self._any_answer:
                self._malformed.add(item, one, read)
            if isinstance(one, str):
                self._hops.add(item, one)
        verdict = _verdict(judge, item, reading)
        self.verdicts.add(verdict)
        return verdict

    def merge(self, other: Checked) -> None:
        """Add the counts of the piece of the run that comes next."""
        self.verdicts.merge(other.verdicts)
        self.without += other.without
        self.unread += other.unread
        self._scores.merge(other._scores)
        self._hops.merge(other._hops)
        self._malformed.merge(other._malformed)
        self._members |= other._members

    def report(self, groups: Sequence[Sequence[str]] | None = None, faults: Sequence[dict[str, Any]] = ()) -> dict[str, Any]:
        """Return the counts as plain data.

        Parameters
        ----------
        groups
            Ids of items that are one question asked again; None takes those that the items show.
        faults
            Lines of the file of answers that were at fault.
        """
        counts = {
            **self.verdicts.report(),
            "scores": self._scores.scores(),
            "samples": self._scores.samples(),
            "hops": self._hops.report(),
            "items_without_answer": self.without,
            "unread_items": self.unread,
        }
        if self._any_answer:
            counts["malformed"] = self._malformed.report(faults)
        if self._asked_again:
            alike: Iterable[Sequence[str]] = (
                groups_of(member.item for member in self._members.values()) if groups is None else groups
            )
            counts["consistency"] = consistency(self._members, alike)
        return counts

    def _keep(self, item: Item, reading: Reading | None) -> None:
        if self._asked_again:
            self._members[item.id] = Member.of(item, None if reading is None else reading.value)


# A long run must outlive any one item: whatever goes wrong with it is written down as the reason.


def _read(judge: Judge, item: Item, answer: Any) -> Reading:
    try:
        return judge.read(item, answer)
    except Exception as error:
        return Reading(None, f"the reader failed: {type(error).__name__}: {error}")


def _verdict(judge: Judge, item: Item, reading: Reading) -> Verdict:
    try:
        return judge.of_reading(item, reading)
    except Exception as error:
        gold = None if item.gold is None or reading.value is None else reading.value == item.gold
        reason = f"the program failed on this item: {type(error).__name__}: {error}"
        return Verdict(item.id, None, gold, reason, reading.value, reading.rule)
