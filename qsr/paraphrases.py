"""Sentences in other words, with what was checked of these: `qsr.assist` enters them; stories and answers keep them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

__all__ = ["Check", "Paraphrase", "exchanged"]


@dataclass(frozen=True, slots=True)
class Check:
    """One check of a paraphrase: its name, whether it passed, and what was found, in plain words."""

    name: str
    passed: bool
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Paraphrase:
    """A sentence of a text, what it was put into, and the checks that this passed or failed.

    An empty `text` stands for "says nothing of where anything is". `reason` says why nothing stands in the place of the sentence,
    where nothing does; else `span` is where it stands in the story's text.
    """

    sentence: str
    text: str
    checks: tuple[Check, ...] = field(default=())
    reason: str = ""
    span: tuple[int, int] = (0, 0)

    @property
    def verified(self) -> bool:
        """Whether there were checks, and all of them passed."""
        return bool(self.checks) and all(check.passed for check in self.checks)

    @property
    def asks(self) -> bool:
        """Whether it is a question."""
        return self.text.endswith("?")


def exchanged(text: str, changes: Iterable[tuple[tuple[int, int], str]]) -> tuple[str, list[tuple[int, int]]]:
    """Return a text with words in the places of others, and where each of them stands in it, in the order of the text.

    >>> exchanged("A sits by B. It is red.", [((0, 12), "A is near B."), ((13, 23), "")])
    ('A is near B. ', [(0, 12), (13, 13)])
    """
    parts, spans, position, length = [], [], 0, 0
    for (start, end), words in sorted(changes):
        length += start - position
        parts += [text[position:start], words]
        spans.append((length, length + len(words)))
        position, length = end, length + len(words)
    return "".join([*parts, text[position:]]), spans
