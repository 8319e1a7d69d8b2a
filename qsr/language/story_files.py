"""Story files: the first line, ``theory: ...``, says how the rest is meant, and with it in which language it is read.

A file whose theory is `room` holds a room in RoomSpace's English (`qsr.theories.room.text`); one whose theory is `seating` says
who sits where, in Chinese or in English (`qsr.theories.seating.text`); one whose theory is `gridworld` holds a drawn grid
(`qsr.theories.gridworld.text`); one whose theory is `prepositions` has premises and conclusions in English or Romanian
(`qsr.theories.prepositions.text`); one whose theory is `locatives` has premises and hypotheses in English
(`qsr.theories.locatives.text`); any other is in general English (`qsr.language.english`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import ModuleType
from typing import Final

from qsr.errors import ParseError
from qsr.language import english
from qsr.language.guard import guarded
from qsr.story import Story
from qsr.theories.gridworld import text as gridworld
from qsr.theories.locatives import text as locatives
from qsr.theories.prepositions import text as prepositions
from qsr.theories.room import text as roomspace
from qsr.theories.seating.text import chinese as chinese_seats
from qsr.theories.seating.text import english as english_seats

__all__ = ["ask", "parse_story"]

_ROOM: Final = "room"
_SEATING: Final = "seating"
_GRID: Final = "gridworld"
_PREPOSITIONS: Final = "prepositions"
_LOCATIVES: Final = "locatives"
_QUESTION: Final = re.compile(r"^[ \t]*\?[ \t]*(?P<question>(?:[^\n]*[^ \t\n])?)[ \t]*$", re.MULTILINE)
_COMMENT: Final = re.compile(r"^[ \t]*#[^\n]*", re.MULTILINE)
_HAN: Final = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")
_LATIN: Final = re.compile(r"[A-Za-z]{2,}")
#: Options behind a question about seats: "... A) Anna B) Ben".
_OPTION: Final = re.compile(r"(?:(?<=\s)|(?<=[。？?.]))(?P<letter>[A-Z])[)）]\s*(?P<text>.*?)(?=\s+[A-Z][)）]|\s*$)", re.DOTALL)


@guarded
def parse_story(text: str, *, file: str | None = None, lenient: bool = False, theory: str | None = None) -> Story:
    r"""Read a story file; see `qsr.language.english.parse_story`.

    A room, a grid, or a text about seats, is read whole or not at all, so `lenient` changes nothing for it; its comments stand on
    lines of their own. A grid's one question, its best plan, need not be written down. A question about seats may have
    options, ``? () sits next to Ben. A) Anna B) Cleo``, and one with a blank and without options is about every name that it does
    not mention. `theory`, a name, is the one that the caller asks for: it decides how English is read, not which language it is.

    >>> room = "theory: room, grid: 12x12\nThis room contains a collection of furniture, including a bed, and a desk."
    >>> parse_story(room).settings
    (('theory', 'room'), ('grid', '12x12'))
    """
    settings, start = english.theory_line(text, file)
    own = dict(settings).get("theory")
    if own == _PREPOSITIONS:
        return prepositions.parse_story(text, settings=settings, start=start, file=file)
    if own == _LOCATIVES:
        return locatives.parse_story(text, settings=settings, start=start, file=file)
    if own not in (_ROOM, _SEATING, _GRID):
        return english.parse_story(text, file=file, lenient=lenient, theory=theory)
    # What is no part of the description becomes spaces, so that every offset stays the offset in the file.
    plain = _blank(re.compile(r"[^\n]*\n?"), text[:start]) + _blank(_COMMENT, text[start:])
    described = _blank(_QUESTION, plain)
    if own == _ROOM:
        story = roomspace.read(described, settings=settings, file=file)
    elif own == _GRID:
        story = gridworld.read(described, file=file, **{key: value for key, value in settings if key in gridworld.RULES})
    else:
        story = _seats(described).read(described, settings=settings, file=file)
    for asked in _QUESTION.finditer(plain):
        if asked["question"]:
            story = ask(story, asked["question"])
    return story


@guarded
def ask(story: Story, question: str) -> Story:
    """Return the same story with one more question at its end; its entities must be among the story's."""
    theory = dict(story.settings).get("theory")
    if theory == _ROOM:
        return roomspace.ask(story, question)
    if theory == _GRID:
        return gridworld.ask(story, question)
    if theory == _PREPOSITIONS:
        return prepositions.ask(story, question)
    if theory == _LOCATIVES:
        return locatives.ask(story, question)
    if theory == _SEATING:
        return _ask_seats(story, question)
    return english.ask(story, question)


def _seats(text: str) -> ModuleType:
    """Return the language of a text about seats: Chinese where it has more Chinese characters than words in Latin letters."""
    return chinese_seats if len(_HAN.findall(text)) > len(_LATIN.findall(text)) else english_seats


def _ask_seats(story: Story, question: str) -> Story:
    """Ask about seats: with the options that the question lists, about every name where it has a blank, else yes or no."""
    language = _seats(story.text)
    found = list(_OPTION.finditer(question))
    options: Mapping[str, object] = {one["letter"]: one["text"] for one in found}
    if len(found) > 1:
        if len(options) < len(found):
            raise ParseError("two options have the same letter", question, 0, len(question), file=story.file)
        asked: Story = language.ask(story, question[: found[0].start()].strip(), options)
        return asked
    if language is english_seats:
        return english_seats.ask_line(story, question)
    blank = re.sub(r"谁|哪位|[(（]\s*[)）]", "()", question.rstrip("？?"), count=1)
    if "()" not in blank:
        raise ParseError("a question with a blank () or 谁 was expected", question, 0, len(question), file=story.file)
    names = {name: name for name in story.entities if name not in blank}
    if not names:
        raise ParseError("the question mentions every name", question, 0, len(question), file=story.file)
    return chinese_seats.ask(story, blank, names)


def _blank(pattern: re.Pattern[str], text: str) -> str:
    return pattern.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)
