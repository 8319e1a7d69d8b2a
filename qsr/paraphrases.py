"""Sentences in other words, with what was checked of these: `qsr.assist` enters them; stories and answers keep them."""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = ["Check", "Paraphrase"]


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
