"""What would mend a story, as data: the statements at odds with their places, and each change in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from qsr.repair import Change, Diagnosis, words
from qsr.story import Story
from qsr.theories.protocol import Theory

__all__ = ["diagnosed", "mended"]


def diagnosed(theory: Theory, story: Story, found: Diagnosis) -> dict[str, Any]:
    """Return the `conflicts`, lists of statements, and the `repairs`, lists of changes, the best first; and `more`."""
    return {
        "conflicts": [[_place(theory, story, number) for number in conflict] for conflict in found.conflicts],
        "repairs": [[_changed(theory, story, change) for change in one.changes] for one in found.repairs],
        "more": found.more,
    }


def mended(theory: Theory, story: Story, changes: Sequence[Change], text: str) -> dict[str, Any]:
    """Return the `text` with changes written in, None where no wording of them was found; and the `changes`, a dict each.

    A change has the number, line and text of its statement, its kind, and what is said `instead`; `is_wording` says whether that
    is a sentence of the story's own language. A statement that is dropped has neither.
    """
    found = words.reworded(story, changes, text)
    if found is None:
        return {"changes": [_changed(theory, story, change) for change in changes], "text": None}
    new, sentences = found
    told = [_meant(theory, story, change, sentence, True) for change, sentence in zip(changes, sentences, strict=True)]
    return {"changes": told, "text": new}


def _changed(theory: Theory, story: Story, change: Change) -> dict[str, Any]:
    return _meant(theory, story, change, *words.suggested(story, change))


def _meant(theory: Theory, story: Story, change: Change, instead: str, is_wording: bool) -> dict[str, Any]:
    meant = {} if change.instead is None else {"instead": instead, "is_wording": is_wording}
    return {**_place(theory, story, change.statement), "kind": change.kind, **meant}


def _place(theory: Theory, story: Story, number: int) -> dict[str, Any]:
    return {"statement": number, "line": words.line_of(story, number), "text": words.quoted(theory, story, number)}
