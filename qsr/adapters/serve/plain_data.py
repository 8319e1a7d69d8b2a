"""Parts of a reply as plain data: quotes with their places, drawings, errors with their places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from qsr.errors import BackendUnavailable, LimitReached, ParseError, QsrError, UnknownName, UnsupportedQuestion
from qsr.story import Story, Witness
from qsr.theories.protocol import Theory
from qsr.theories.quotes import named, quoted

__all__ = ["drawn", "fault", "quotes"]

#: Name of each class of errors; the first one that fits counts.
_KINDS: Final[tuple[tuple[type[QsrError], str], ...]] = (
    (ParseError, "reading"),
    (UnsupportedQuestion, "unsupported"),
    (UnknownName, "unknown_name"),
    (BackendUnavailable, "backend"),
    (LimitReached, "limit"),
    (QsrError, "refused"),
)


def quotes(theory: Theory | None, story: Story, statements: Sequence[int] | None) -> list[dict[str, Any]]:
    """Return the words of statements with their places; see `qsr.theories.quotes`."""
    return [one._asdict() for one in quoted(theory, story, statements or ())]


def drawn(story: Story, witness: Witness) -> dict[str, Any]:
    """Return a witness as a picture, where its kind has one, and in words."""
    seen = named(story, witness)
    try:
        picture: str | None = seen.svg()
    except ValueError:
        picture = None
    return {"kind": seen.kind, "svg": picture, "text": seen.text()}


def fault(error: QsrError, request: Mapping[str, Any]) -> dict[str, Any]:
    """Return an error with its kind, and for one of reading with its place in the field of the request that is at fault."""
    kind = next(name for group, name in _KINDS if isinstance(error, group))
    if not isinstance(error, ParseError):
        return {"kind": kind, "message": str(error)}
    where, shift = _field(error, request)
    if where is None:
        return {"kind": kind, "message": error.message}
    # Told in the text of the field: a language may have been given a part of it, or one with its comments blanked.
    told = ParseError(error.message, request[where], error.start + shift, error.end + shift)
    return {
        "kind": kind,
        "message": told.message,
        "where": where,
        "start": told.start,
        "end": min(told.end, len(request[where])),
        "line": told.line,
        "column": told.column,
        "context": told.context,
    }


def _field(error: ParseError, request: Mapping[str, Any]) -> tuple[str | None, int]:
    """Return the field that the text of an error is, or has to do with, and what to add to an offset in the text."""
    text = error.text
    fields = [name for name in ("question", "story", "theory", "answer") if request.get(name)]
    for name in fields:
        if request[name] == text:
            return name, 0
    story, question = request["story"], request["question"] or ""
    # A language may read the question as the last line of the story, or the story with its comments blanked ...
    if question and text.endswith(question) and error.start >= len(text) - len(question):
        return "question", len(question) - len(text)
    if len(text) == len(story) or (story and text.startswith(story)):
        return "story", 0
    # ... or a part of a field.
    for name in fields:
        if text and text in request[name]:
            return name, request[name].index(text)
    return None, 0
