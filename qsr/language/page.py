"""A story file before it is read: comments, the first line ``theory: ...``, and lines that begin with ``?``.

A comment begins with ``#`` at the start of a line or behind white space, outside of quotation marks, and ends with its line: in
every language.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from qsr.errors import ParseError
from qsr.story import Span, Story

__all__ = ["Page", "appended", "blank", "joined"]

_COMMENT: Final = re.compile(r'"[^"\n]*"|“[^“”\n]*”|(?:(?<=\s)|^)#[^\n]*', re.MULTILINE)
_QUESTION_LINE: Final = re.compile(r"^[ \t]*\?[ \t]*(?P<question>(?:[^\n]*[^ \t\n])?)[ \t]*$", re.MULTILINE)
_THEORY_LINE: Final = re.compile(r"\s*theory:[ \t]*(?P<settings>(?:[^\n]*[^ \t\n])?)[ \t]*(?:\n|$)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Page:
    """A text, and what of it is no part of the story.

    Parameters
    ----------
    text
        As it was given.
    plain
        The same with spaces for comments and for the first line, so that every offset stays the offset in the text.
    settings
        What the first line says, as pairs; none where there is no such line.
    questions
        Where the questions on lines with ``?`` stand.
    file
        Where the text comes from, for error messages.
    """

    text: str
    plain: str
    settings: tuple[tuple[str, str], ...] = ()
    questions: tuple[Span, ...] = ()
    file: str | None = None

    @classmethod
    def of(cls, text: str, parse: Callable[[str], dict[str, str]], file: str | None = None) -> Page:
        """Return the page of a text; `parse` reads settings. Raise ParseError, with its place, for settings that are none."""
        plain = _COMMENT.sub(lambda match: match.group() if match.group()[0] != "#" else " " * len(match.group()), text)
        settings: tuple[tuple[str, str], ...] = ()
        if line := _THEORY_LINE.match(plain):
            try:
                settings = tuple(parse(line["settings"]).items())
            except ParseError as error:
                offset = line.start("settings")
                raise ParseError(error.message, text, offset + error.start, offset + error.end, file=file) from None
            plain = blank(plain[: line.end()]) + plain[line.end() :]
        asked = [one.span("question") for one in _QUESTION_LINE.finditer(plain) if one["question"]]
        return cls(text, plain, settings, tuple(asked), file)

    @property
    def told(self) -> str:
        """The text without its questions on lines of their own."""
        return _QUESTION_LINE.sub(lambda line: blank(line.group()), self.plain)

    def stretches(self) -> Iterator[tuple[int, int, bool]]:
        """Yield stretches of the plain text in order: start, end, whether it is a question on a line of its own."""
        position = 0
        for line in _QUESTION_LINE.finditer(self.plain):
            yield position, line.start(), False
            if line["question"]:
                yield *line.span("question"), True
            position = line.end()
        yield position, len(self.plain), False

    def sentences(self, pattern: re.Pattern[str], start: int, end: int) -> Iterator[Span]:
        """Yield where the sentences of a stretch of the plain text stand, by the pattern of one."""
        for found in pattern.finditer(self.plain, start, end):
            yield found.start(), start + len(self.plain[start : found.end()].rstrip())

    def asked(self, story: Story, ask: Callable[[Story, str], Story]) -> Story:
        """Return a story with the page's questions behind it, each read by `ask`; a fault in one has its place in the page."""
        for start, end in self.questions:
            question = self.plain[start:end]
            try:
                story = ask(story, question)
            except ParseError as error:
                if error.text != question:
                    raise
                raise ParseError(error.message, self.text, start + error.start, start + error.end, file=self.file) from None
        return story


def blank(text: str) -> str:
    r"""Return spaces in place of all that is no line end.

    >>> blank("a b\nc")
    '   \n '
    """
    return re.sub(r"[^\n]", " ", text)


def joined(sentences: Sequence[str]) -> tuple[str, list[Span]]:
    r"""Return the text of some sentences, one a line, and the place of each.

    >>> joined(["A is left of B.", "B is left of C."])
    ('A is left of B.\nB is left of C.', [(0, 15), (16, 31)])
    """
    spans: list[Span] = []
    position = 0
    for one in sentences:
        end = position + len(one)
        spans.append((position, end))
        position = end + 1
    return "\n".join(sentences), spans


def appended(story: Story, question: str) -> tuple[str, Span]:
    """Return the text of a story with one more line, and the place of that."""
    gap = "\n" if story.text and not story.text.endswith("\n") else ""
    start = len(story.text) + len(gap)
    return f"{story.text}{gap}{question}", (start, start + len(question))
