"""What was understood of a text, sentence by sentence."""

from __future__ import annotations

from typing import Any

from qsr import api, theories
from qsr.errors import QsrError
from qsr.language.page import Page
from qsr.language.prose.writing import written
from qsr.language.shapes import sentences
from qsr.stories import form_of
from qsr.story import Span, Statement, Story

__all__ = ["understood"]


def understood(story: Story) -> dict[str, Any]:
    """Return what a story that was read leniently is understood to say, as plain data.

    Returns
    -------
    dict
        `sentences`, in the order of the text, each with `text`, `line`, `status` (``"read"``, ``"passed over"`` or
        ``"refused"``), `understood` (what it says in plain English, a sentence for each statement), `reason` and `suggestions`;
        `theory`, which the story chooses; `assumptions`, what that theory takes so although nobody said it, over all questions.
    """
    said: dict[Span, list[str]] = {span: [] for span in _pieces(story)}
    for statement in story.statements:
        said.setdefault(statement.span, []).append(_words(story, statement))
    for question in story.questions:
        said.setdefault(question.span, [])
    refused = dict(story.unread)
    entries = []
    for span in sorted({*said, *refused, *story.asides}):
        status = "refused" if span in refused else "passed over" if span in story.asides else "read"
        entries.append(
            {
                "text": " ".join(story.text[slice(*span)].split()),
                "line": story.text.count("\n", 0, span[0]) + 1,
                "status": status,
                "understood": said.get(span, []),
                "reason": refused.get(span, ""),
                "suggestions": [],
            }
        )
    return {"sentences": entries, "theory": theories.chosen(story), "assumptions": _assumptions(story)}


def _pieces(story: Story) -> list[Span]:
    """Return the sentences of general English that are nothing but read: they say what there is."""
    if not form_of(story).general:
        return []
    taken = [one.span for one in story.statements] + [one.span for one in story.questions]
    taken += [*(span for span, _ in story.unread), *story.asides]
    spans = sentences(Page.of(story.text, theories.parse_settings).plain)
    return [span for span in spans if not any(begin < span[1] and span[0] < end for begin, end in taken)]


def _words(story: Story, statement: Statement) -> str:
    """Return a statement in plain English, in its own words where there are no others."""
    try:
        if statement.compound is not None:
            return written(statement.formula, story.entities)
        return form_of(story).sentence(story, statement) or written(statement.formula, story.entities)
    except (KeyError, ValueError, QsrError):
        return story.quote(statement.id)


def _assumptions(story: Story) -> list[str]:
    found: dict[str, None] = {}
    for question in story.questions:
        try:
            found.update(dict.fromkeys(api.solve(story, question).assumptions))
        except QsrError:
            continue
    return list(found)
