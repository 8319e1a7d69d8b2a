"""Story files: the first line, ``theory: ...``, says how the rest is meant, and with it in which English it is read.

A file whose theory is `room` holds a room in RoomSpace's English (`qsr.language.roomspace`); any other is a story in general
English (`qsr.language.english`).
"""

from __future__ import annotations

import re
from typing import Final

from qsr.language import english, roomspace
from qsr.story import Story

__all__ = ["ask", "parse_story"]

_ROOM: Final = "room"
_QUESTION: Final = re.compile(r"^[ \t]*\?[ \t]*(?P<question>[^\n]*?)[ \t]*$", re.MULTILINE)
_COMMENT: Final = re.compile(r"^[ \t]*#[^\n]*", re.MULTILINE)


def parse_story(text: str, *, file: str | None = None, lenient: bool = False) -> Story:
    r"""Read a story file; see `qsr.language.english.parse_story`.

    A room is read whole or not at all, so `lenient` changes nothing for it; its comments stand on lines of their own.

    >>> room = "theory: room, grid: 12x12\nThis room contains a collection of furniture, including a bed, and a desk."
    >>> parse_story(room).settings
    (('theory', 'room'), ('grid', '12x12'))
    """
    settings, start = english.theory_line(text, file)
    if dict(settings).get("theory") != _ROOM:
        return english.parse_story(text, file=file, lenient=lenient)
    # What is no part of the description becomes spaces, so that every offset stays the offset in the file.
    plain = _blank(re.compile(r"[^\n]*\n?"), text[:start]) + _blank(_COMMENT, text[start:])
    story = roomspace.read(_blank(_QUESTION, plain), settings=settings, file=file)
    for asked in _QUESTION.finditer(plain):
        if asked["question"]:
            story = roomspace.ask(story, asked["question"])
    return story


def ask(story: Story, question: str) -> Story:
    """Return the same story with one more question at its end; its entities must be among the story's."""
    if dict(story.settings).get("theory") == _ROOM:
        return roomspace.ask(story, question)
    return english.ask(story, question)


def _blank(pattern: re.Pattern[str], text: str) -> str:
    return pattern.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)
