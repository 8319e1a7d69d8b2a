"""Answers in another form than the published one: how each was repaired, or why it could not be."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from qsr.datasets.protocol import Item, Reading

__all__ = ["Malformed"]

_SHOWN: Final = 10
#: How a reader calls an answer that has the published form.
_PUBLISHED: Final = "letters"


class Malformed:
    """Counts of malformed answers by the rule that repaired or refused them, and the items that they answer.

    >>> from qsr.story import Question, Story
    >>> malformed = Malformed()
    >>> malformed.add(Item("1-a-s-1", Story(), Question(0, "options", ())), "A", Reading(("A",), "letters in a text"))
    >>> malformed.report()["rules"]
    {'letters in a text': 1}
    """

    def __init__(self) -> None:
        self._rules: Counter[str] = Counter()
        self._entries: list[dict[str, Any]] = []

    def add(self, item: Item, answer: Any, reading: Reading) -> None:
        """Count an answer and how it was read."""
        if reading.rule == _PUBLISHED:
            return
        self._rules[reading.rule] += 1
        shown = json.dumps(answer, ensure_ascii=False)
        shown = shown if len(shown) <= 80 else shown[:77] + "..."
        self._entries.append({"id": item.id, "answer": shown, "rule": reading.rule, "repaired": reading.value is not None})

    def merge(self, other: Malformed) -> None:
        """Add the counts and entries of the piece of a run that comes next."""
        self._rules.update(other._rules)
        self._entries += other._entries

    def report(self, faults: Sequence[dict[str, Any]] = ()) -> dict[str, Any]:
        """Return the counts, every item with its rule, and the lines of the file of answers that were at fault."""
        return {
            "count": len(self._entries),
            "repaired": sum(entry["repaired"] for entry in self._entries),
            "rules": dict(sorted(self._rules.items())),
            "items": self._entries,
            "lines": {"count": len(faults), "first": list(faults[:_SHOWN])},
        }
