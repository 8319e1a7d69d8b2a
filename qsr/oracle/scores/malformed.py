"""Answers in another form than the published one: how each was repaired, or why it could not be."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from qsr.counts import Counts
from qsr.datasets.protocol import Item, Reading

__all__ = ["Malformed"]

_SHOWN: Final = 10


@dataclass
class Malformed(Counts):
    """Counts of malformed answers by the rule that repaired or refused them, and the items that they answer.

    `published` is how a reader calls an answer that has the published form.

    >>> from qsr.story import Question, Story
    >>> malformed = Malformed("letters")
    >>> malformed.add(Item("1-a-s-1", Story(), Question(0, "options", ())), "A", Reading(("A",), "letters in a text"))
    >>> malformed.report()["rules"]
    {'letters in a text': 1}
    """

    published: str
    rules: Counter[str] = field(default_factory=Counter)
    entries: list[dict[str, Any]] = field(default_factory=list)

    def add(self, item: Item, answer: Any, reading: Reading) -> None:
        """Count an answer and how it was read."""
        if reading.rule == self.published:
            return
        self.rules[reading.rule] += 1
        shown = json.dumps(answer, ensure_ascii=False)
        shown = shown if len(shown) <= 80 else shown[:77] + "..."
        self.entries.append({"id": item.id, "answer": shown, "rule": reading.rule, "repaired": reading.value is not None})

    def report(self, faults: Sequence[dict[str, Any]] = ()) -> dict[str, Any]:
        """Return the counts, every item with its rule, and the lines of the file of answers that were at fault."""
        return {
            "count": len(self.entries),
            "repaired": sum(entry["repaired"] for entry in self.entries),
            "rules": dict(sorted(self.rules.items())),
            "items": self.entries,
            "lines": {"count": len(faults), "first": list(faults[:_SHOWN])},
        }
