"""A request at work: its story, what is left of its time, and its replies in drawings and words with their places."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from qsr import api
from qsr.errors import LimitReached
from qsr.story import Question, Story, Witness
from qsr.theories.protocol import Limits, Theory
from qsr.theories.quotes import named, quoted

if TYPE_CHECKING:
    from qsr.assist.connection import Connection

__all__ = ["Work", "drawn", "in_given", "quotes"]

_ONE_CALL: Final = 0.33
_LAST_START: Final = 0.55
#: Characters of all drawings of a reply.
_DRAWINGS: Final = 8_000_000


class Work:
    """One request, its story once it is read, and what is left of its time."""

    def __init__(self, request: Mapping[str, Any], begin: float) -> None:
        self.request = request
        self._seconds: float = request["seconds"]
        self._last_start: float = begin + _LAST_START * self._seconds
        self._room = _DRAWINGS
        self._solving = _LAST_START * self._seconds

    @property
    def seconds(self) -> float:
        """What one call of a solver may take."""
        return _ONE_CALL * self._seconds

    @property
    def arguments(self) -> dict[str, Any]:
        """What the functions of `qsr.api` take beside the story and the question."""
        limits = Limits(seconds=self.seconds)
        return {"theory": self.request["theory"], "backend": self.request["backend"], "limits": limits}

    def begin(self, what: str) -> None:
        """Raise LimitReached where it is too late to begin with something."""
        if time.perf_counter() > self._last_start:
            raise LimitReached(f"the time of the request was used up before {what}")

    def story(self) -> Story:
        """Return the story, read with the help of a language model where the request has one."""
        text, theory = self.request["story"], self.request["theory"]
        if (model := self.request.get("model")) is None:
            return api.parse(text, theory=theory)
        from qsr.assist.reading import assisted

        found = assisted(text, _connection(**model), theory=theory).story
        # The model has time of its own.
        self._last_start = time.perf_counter() + self._solving
        return found

    def asked(self) -> tuple[Story, Question]:
        """Return the story and its one question."""
        return api.ask(self.story(), self.request["question"])

    def drawing(self, story: Story, witness: Any) -> dict[str, Any] | None:
        """Return a witness as a drawing, or None where there is none or the reply would become too long."""
        if witness is None:
            return None
        # What may be dragged comes back with where it is.
        found = {**drawn(story, witness), "data": witness.to_json() if getattr(witness, "movable", False) else None}
        self._room -= len(found["svg"] or "") + len(found["text"])
        return found if self._room >= 0 else None


@cache
def _connection(url: str, model: str | None, seconds: float) -> Connection:
    """Return a language model, which a worker keeps."""
    from qsr.assist.connection import Connection, Wanted

    return Connection(Wanted(url, model, seconds))


def quotes(theory: Theory | None, story: Story, statements: Sequence[int] | None) -> list[dict[str, Any]]:
    """Return the words of statements with their places; see `qsr.theories.quotes`."""
    return [in_given(story, one._asdict()) for one in quoted(theory, story, statements or ())]


def in_given(story: Story, quote: dict[str, Any]) -> dict[str, Any]:
    """Return words of a story with their place in the text as it was given, where other words stand in its sentences."""
    moved, length = 0, quote["end"] - quote["start"]
    for one in sorted(story.paraphrases, key=lambda one: one.span):
        begin, end = one.span
        if end <= quote["start"]:
            moved += len(one.sentence) - (end - begin)
        elif begin <= quote["start"]:
            return {**quote, "start": begin + moved, "end": begin + moved + len(one.sentence)}
    return {**quote, "start": quote["start"] + moved, "end": quote["start"] + moved + length}


def drawn(story: Story, witness: Witness) -> dict[str, Any]:
    """Return a witness as a picture, where its kind has one, and in words."""
    seen = named(story, witness)
    try:
        picture: str | None = seen.svg()
    except ValueError:
        picture = None
    return {"kind": seen.kind, "svg": picture, "text": seen.text()}
