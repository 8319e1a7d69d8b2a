"""Scores of baselines beside those of a theory, over the same items and groups, with intervals.

An answer that leaves a question open is wrong, and counts as not covered: coverage is the share of items whose answer is
determined, or neutral where that is a label. Of a run that guesses, every answer is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from qsr.counts import Counts
from qsr.datasets.protocol import BadRow, Item
from qsr.shares import rate, wilson
from qsr.story import Value

__all__ = ["BaselineScores"]

_DECIDED: Final = ("determined", "baseline")
#: Where this is one of the labels, an answer that leaves the question open is an answer.
_OPEN: Final = "neutral"
#: The tally over all items, under a name that no group has.
_ALL: Final = ""


@dataclass
class _Group(Counts):
    """Items of a group, those decided, labelled and right, and by baseline how many it has right."""

    items: int = 0
    decided: int = 0
    labelled: int = 0
    correct: int = 0
    baselines: Counter[str] = field(default_factory=Counter)


@dataclass
class BaselineScores(Counts):
    """Counts by group; counts of consecutive pieces of a run merge into those of the whole.

    Examples
    --------
    >>> from qsr.story import Question, Story
    >>> beside = BaselineScores()
    >>> beside.add(Item("f:1", Story(), Question(0, "yes_no", ()), "yes", ("en",)), "yes", "determined", {"always-no": "no"})
    >>> beside.report()["groups"]["en"]["baselines"]
    {'always-no': 0.0}
    """

    counted: dict[str, _Group] = field(default_factory=dict)

    def add(self, item: Item | BadRow, value: Value | None, status: str, guesses: Mapping[str, Value | None]) -> None:
        """Count one item, or text that was not understood: the answer with its status, and what each baseline answers."""
        labelled = item.gold is not None
        for name in (_ALL, *item.groups):
            group = self.counted.setdefault(name, _Group())
            group.items += 1
            group.decided += status in _DECIDED or value == _OPEN
            group.labelled += labelled
            group.correct += labelled and value == item.gold
            group.baselines.update({guess: labelled and guessed == item.gold for guess, guessed in guesses.items()})

    def report(self) -> dict[str, Any]:
        """Return coverage, interval and baselines over all items and by group; empty where nothing was counted."""
        if not self.counted:
            return {}
        named = sorted((name for name in self.counted if name != _ALL), key=lambda name: (len(name), name))
        return {**self._group(_ALL), "groups": {name: self._group(name) for name in named}}

    def _group(self, group: str) -> dict[str, Any]:
        found = self.counted[group]
        interval = wilson(found.correct, found.labelled)
        return {
            "items": found.items,
            "correct": found.correct,
            "accuracy": rate(found.correct, found.labelled),
            "interval": None if interval is None else list(interval),
            "coverage": found.decided / found.items,
            "baselines": {name: rate(right, found.labelled) for name, right in found.baselines.items()},
        }
