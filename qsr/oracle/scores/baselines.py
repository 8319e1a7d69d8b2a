"""Scores of baselines beside those of a theory, over the same items and groups, with intervals.

An answer that leaves a question open is wrong, and counts as not covered: coverage is the share of items whose answer is
determined, or neutral where that is a label. Of a run that guesses, every answer is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from qsr.datasets.protocol import BadRow, Item
from qsr.oracle.scores.intervals import wilson
from qsr.story import Value

__all__ = ["BaselineScores"]

_DECIDED: Final = ("determined", "baseline")
#: Where this is one of the labels, an answer that leaves the question open is an answer.
_OPEN: Final = "neutral"
#: The tally over all items, under a name that no group has.
_ALL: Final = ""


class BaselineScores:
    """Counts by group; counts of consecutive pieces of a run merge into those of the whole.

    Examples
    --------
    >>> from qsr.story import Question, Story
    >>> beside = BaselineScores()
    >>> beside.add(Item("f:1", Story(), Question(0, "yes_no", ()), "yes", ("en",)), "yes", "determined", {"always-no": "no"})
    >>> beside.report()["groups"]["en"]["baselines"]
    {'always-no': 0.0}
    """

    def __init__(self) -> None:
        # Group -> (items, decided, labelled, correct), and group -> baseline -> correct.
        self._own: dict[str, list[int]] = {}
        self._theirs: dict[str, dict[str, int]] = {}

    def add(self, item: Item | BadRow, value: Value | None, status: str, guesses: Mapping[str, Value | None]) -> None:
        """Count one item, or text that was not understood: the answer with its status, and what each baseline answers."""
        labelled = item.gold is not None
        for group in (_ALL, *item.groups):
            own = self._own.setdefault(group, [0, 0, 0, 0])
            counted = (1, status in _DECIDED or value == _OPEN, labelled, labelled and value == item.gold)
            self._own[group] = [mine + more for mine, more in zip(own, counted, strict=True)]
            theirs = self._theirs.setdefault(group, {})
            for name, guess in guesses.items():
                theirs[name] = theirs.get(name, 0) + (labelled and guess == item.gold)

    def merge(self, other: BaselineScores) -> None:
        """Add another's counts."""
        for group, counts in other._own.items():
            own = self._own.setdefault(group, [0, 0, 0, 0])
            self._own[group] = [mine + more for mine, more in zip(own, counts, strict=True)]
        for group, guessed in other._theirs.items():
            theirs = self._theirs.setdefault(group, {})
            for name, correct in guessed.items():
                theirs[name] = theirs.get(name, 0) + correct

    def report(self) -> dict[str, Any]:
        """Return coverage, interval and baselines over all items and by group; empty where nothing was counted."""
        if not self._own:
            return {}
        groups = {group: self._group(group) for group in sorted(self._own, key=lambda name: (len(name), name)) if group != _ALL}
        return {**self._group(_ALL), "groups": groups}

    def _group(self, group: str) -> dict[str, Any]:
        items, decided, labelled, correct = self._own[group]
        interval = wilson(correct, labelled)
        return {
            "items": items,
            "correct": correct,
            "accuracy": correct / labelled if labelled else None,
            "interval": None if interval is None else list(interval),
            "coverage": decided / items,
            "baselines": {name: right / labelled if labelled else None for name, right in self._theirs[group].items()},
        }
