"""What was understood of a text, sentence by sentence."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from qsr import api, stories, theories
from qsr.errors import QsrError
from qsr.language.moments import CONCLUDED
from qsr.language.page import Page
from qsr.language.prose.views import is_concluded
from qsr.language.prose.writing import as_told, written
from qsr.language.shapes import sentences
from qsr.stories import form_of
from qsr.story import Span, Statement, Story

__all__ = ["faults", "in_words", "sentence_by_sentence", "understood"]


def understood(story: Story) -> dict[str, Any]:
    """Return what a story that was read leniently is understood to say, as plain data.

    Returns
    -------
    dict
        The `sentences`, see `sentence_by_sentence`; `theory`, which the story chooses; `assumptions`, what that theory takes so
        although nobody said it, over all questions.
    """
    told = [{name: value for name, value in one.items() if name != "span"} for one in sentence_by_sentence(story)]
    return {"sentences": told, "theory": theories.chosen(story), "assumptions": _assumptions(story)}


def sentence_by_sentence(story: Story) -> list[dict[str, Any]]:
    """Return what each sentence of a story that was read leniently is understood to say, as plain data.

    Returns
    -------
    list of dict
        In the order of the text, each with `text`, `span`, `line`, `status` (``"read"``, ``"passed over"`` or
        ``"refused"``), `understood` (what it says in plain English, a sentence for each statement), `reason`, `suggestions`
        (wordings near a refused one, each of which is read in its place) and `hints` (of each suggestion, what it changes).
    """
    said: dict[Span, list[str]] = {span: [] for span in _pieces(story)}
    told = {one.span for one in story.statements if not is_concluded(one)}
    for statement in story.statements:
        own = said.setdefault(statement.span, [])
        # What a walk comes to is all that its sentences say.
        if not is_concluded(statement) or statement.span not in told:
            own.append(in_words(story, statement))
    for question in story.questions:
        # One that was asked beside the text has no place in it.
        if question.span[0] < question.span[1]:
            said.setdefault(question.span, [])
    refused = dict(story.unread)
    entries = []
    for span in sorted({*said, *refused, *story.asides}):
        status = "refused" if span in refused else "passed over" if span in story.asides else "read"
        near = form_of(story).rewordings_of(story, span) if span in refused else []
        entries.append(
            {
                "text": story.words(span),
                "span": span,
                "line": story.text.count("\n", 0, span[0]) + 1,
                "status": status,
                "understood": said.get(span, []),
                "reason": refused.get(span, ""),
                "suggestions": [one.sentence for one in near],
                "hints": [one.why for one in near],
            }
        )
    return entries


def faults(text: str, *, file: str | None = None, theory: str | None = None) -> list[dict[str, Any]]:
    """Return all that is not understood of a story file, as plain data; none for one that is.

    Returns
    -------
    list of dict
        Of each fault `line`, `column`, `message`, `told` (all this with the words at fault, as a person is told), and
        `suggestions` and `hints` as in `understood`.
    """
    theory = theories.parse_settings(theory).get("theory") if theory else None
    found = stories.faults(text, file=file, theory=theory)
    try:
        story = stories.parse_story(text, file=file, theory=theory, lenient=True)
    except QsrError:
        story = Story()
    entries = []
    for fault in found:
        span = next((one for one, _ in story.unread if one[0] <= fault.start <= one[1]), None)
        near = [] if span is None else form_of(story).rewordings_of(story, span)
        entries.append(
            {
                "line": fault.line,
                "column": fault.column,
                "message": fault.message,
                "told": str(fault),
                "suggestions": [one.sentence for one in near],
                "hints": [one.why for one in near],
            }
        )
    return entries


def _pieces(story: Story) -> list[Span]:
    """Return the sentences of general English that are nothing but read: they say what there is."""
    if not form_of(story).general:
        return []
    taken = [one.span for one in story.statements] + [one.span for one in story.questions]
    taken += [*(span for span, _ in story.unread), *story.asides]
    spans = sentences(Page.of(story.text, theories.parse_settings).plain)
    return [span for span in spans if not any(begin < span[1] and span[0] < end for begin, end in taken)]


def in_words(story: Story, statement: Statement) -> str:
    """Return a statement in plain English, in its own words where there are no others."""
    statement = replace(statement, properties=tuple(pair for pair in statement.properties if pair not in CONCLUDED))
    if (seen := as_told(statement, story.entities)) is not None:
        return seen
    try:
        if story.referents is not None and story.referents.puzzle is not None:
            return form_of(story).sentence(story, statement) or story.quote(statement.id)
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
