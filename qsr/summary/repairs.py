"""What would mend a story, as data: the statements at odds with their places, and each change in words."""

from __future__ import annotations

from typing import Any

from qsr.repair import Change, Diagnosis, words
from qsr.story import Story
from qsr.theories.protocol import Theory

__all__ = ["changed", "diagnosed"]


def diagnosed(theory: Theory, story: Story, found: Diagnosis) -> dict[str, Any]:
    """Return the `conflicts`, lists of statements, and the `repairs`, lists of changes, the best first; and `more`."""
    return {
        "conflicts": [[_place(theory, story, number) for number in conflict] for conflict in found.conflicts],
        "repairs": [[changed(theory, story, change) for change in one.changes] for one in found.repairs],
        "more": found.more,
    }


def changed(theory: Theory, story: Story, change: Change) -> dict[str, Any]:
    """Return what becomes of a statement: its number, line and text, the kind of the change, and what is said `instead`.

    `is_wording` says whether that is a sentence of the story's own language; a statement that is dropped has neither.
    """
    suggestion, is_wording = words.suggested(story, change)
    meant = {} if change.instead is None else {"instead": suggestion, "is_wording": is_wording}
    return {**_place(theory, story, change.statement), "kind": change.kind, **meant}


def _place(theory: Theory, story: Story, number: int) -> dict[str, Any]:
    return {"statement": number, "line": words.line_of(story, number), "text": words.quoted(theory, story, number)}
