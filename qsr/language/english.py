"""English stories: read, asked and written.

`parse_story` reads a story file, `read` the rows of a benchmark, `ask` adds a question to a story, `verbalise` says a relation
so that reading it again gives the same relation.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from qsr.errors import ParseError
from qsr.language.guard import guarded
from qsr.language.reader import Reader
from qsr.language.shapes import sentences, wording
from qsr.language.verbalise import verbalise
from qsr.settings import parse_settings
from qsr.story import Span, Story

__all__ = ["ask", "parse_story", "read", "theory_line", "verbalise", "wording"]

#: Theories whose stories are in general English; any other is a data set's and reads its sentences as that does.
_GENERAL: Final = ("exact", "sound")
_COMMENT: Final = re.compile(r'"[^"\n]*"|“[^“”\n]*”|(?:(?<=\s)|^)#[^\n]*', re.MULTILINE)
_QUESTION_LINE: Final = re.compile(r"^[ \t]*\?[ \t]*(?P<question>(?:[^\n]*[^ \t\n])?)[ \t]*$", re.MULTILINE)
_THEORY_LINE: Final = re.compile(r"\s*theory:[ \t]*(?P<settings>(?:[^\n]*[^ \t\n])?)[ \t]*(?:\n|$)", re.IGNORECASE)


@guarded
def read(statements: Sequence[str], questions: Sequence[str] = (), *, file: str | None = None) -> Story:
    """Return the story of a benchmark's row: its sentences and its questions, joined by line ends.

    A question may ask about an entity that no sentence mentions. Raise ParseError where something cannot be read.

    >>> story = read(["X is above Y.", "Z is 2 units left of Y."], ["Where is X relative to Z?"])
    >>> [(s.relation, s.args) for s in story.statements]
    [('above', (0, 1)), ('left', (2, 1))]
    """
    text = "\n".join((*statements, *questions))
    reader = Reader(text, file, closed=False, everyday=False)
    position = 0
    for statement in statements:
        reader.read(position, position + len(statement))
        position += len(statement) + 1
    for question in questions:
        reader.ask(position, position + len(question))
        position += len(question) + 1
    for complaint in reader.complaints():
        raise complaint
    return reader.story()


@guarded
def ask(story: Story, question: str) -> Story:
    """Return the same story with one more question at its end; its entities must be among the story's."""
    gap = "\n" if story.text and not story.text.endswith("\n") else ""
    reader = Reader.continued(story, f"{story.text}{gap}{question}")
    start = len(story.text) + len(gap)
    reader.ask(start, start + len(question))
    return reader.story(story.settings, story.unread)


@guarded
def parse_story(text: str, *, file: str | None = None, lenient: bool = False, theory: str | None = None) -> Story:
    r"""Read a story file.

    Free text; ``#`` begins a comment; lines that begin with ``?``, and sentences that end with it, are questions; a first line
    ``theory: ...`` sets the theory up (`qsr.settings`). With `lenient`, a sentence or question that cannot be
    read is skipped and named in `Story.unread`; without, it raises ParseError. `theory` names one where
    the first line does not: under `exact` and `sound` the text is general English, in which every word is meant; under any other
    it is read like the sentences of that theory's data set.

    >>> story = parse_story("The cup is left of the pen. # says Ann\n? Is the pen right of the cup?")
    >>> story.entities, story.questions[0].form, story.questions[0].candidates
    (('cup', 'pen'), 'yes_no', ('right',))
    """
    plain = _without_comments(text)
    settings, start = theory_line(text, file)
    reader = Reader(text, file, everyday=(theory or dict(settings).get("theory", _GENERAL[0])) in _GENERAL)
    unread: list[tuple[Span, str]] = []
    for begin, end, is_question in _pieces(plain, start):
        try:
            (reader.ask if is_question else reader.read)(begin, end)
        except ParseError as error:
            if not lenient:
                raise
            unread.append(((begin, end), error.message))
    for complaint in reader.complaints():
        if not lenient:
            raise complaint
        unread.append(((complaint.start, complaint.end), complaint.message))
        reader.drop(complaint.start, complaint.end)
    return reader.story(settings, tuple(unread))


def theory_line(text: str, file: str | None = None) -> tuple[tuple[tuple[str, str], ...], int]:
    """Return the settings that a first line ``theory: ...`` brings, and where it ends; nothing and 0 where there is none.

    Raise ParseError, with its place in the text, for settings that are none.
    """
    line = _THEORY_LINE.match(_without_comments(text))
    if line is None:
        return (), 0
    try:
        return tuple(parse_settings(line["settings"]).items()), line.end()
    except ParseError as error:
        offset = line.start("settings")
        raise ParseError(error.message, text, offset + error.start, offset + error.end, file=file) from None


def _without_comments(text: str) -> str:
    """Return the text with spaces for comments, so that every offset stays the offset in the file."""
    return _COMMENT.sub(lambda match: match.group() if match.group()[0] != "#" else " " * len(match.group()), text)


def _pieces(plain: str, start: int) -> list[tuple[int, int, bool]]:
    """Return the sentences and questions of a text in order: start, end, whether it asks."""
    pieces: list[tuple[int, int, bool]] = []

    def prose(begin: int, end: int) -> None:
        for i, j in sentences(plain[begin:end]):
            pieces.append((begin + i, begin + j, plain[begin + i : begin + j].endswith("?")))

    position = start
    for line in _QUESTION_LINE.finditer(plain, start):
        prose(position, line.start())
        if line["question"]:
            pieces.append((line.start("question"), line.end("question"), True))
        position = line.end()
    prose(position, len(plain))
    return pieces
