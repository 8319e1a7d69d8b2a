"""From a Chinese text about headings, with its question and options, to a `Story`.

A text is a row of pieces between marks of punctuation. The longest pattern of `grammars/headings.toml` that begins at a piece is
taken, and its meaning added to the scene. A piece that fits none is scenery if it has no sign of place, direction, number, motion
or condition, and an error otherwise: nothing is dropped that could have mattered.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from qsr.errors import ParseError
from qsr.language.guard import guarded
from qsr.story import Question, Story
from qsr.theories.headings.text import words
from qsr.theories.headings.text.clauses import Clauses
from qsr.theories.headings.text.questions import claims_of
from qsr.theories.headings.text.scene import Fault

__all__ = ["read"]

#: Longer texts are stories of another kind.
_LONGEST: Final = 2000
_MARKS: Final = re.compile(r"[，。；：！？,;\s]*")
_PIECE: Final = re.compile(r"[^，。；：！？,;\n]+")
_BLANK: Final = re.compile(r"[（(]\s*[）)]")


@guarded
def read(
    text: str,
    question: str = "",
    options: Mapping[str, object] | None = None,
    *,
    settings: Iterable[tuple[str, str]] = (),
    file: str | None = None,
) -> Story:
    """Read a problem.

    Parameters
    ----------
    text
        The text; with a question, the story's text has it on a line of its own behind.
    question
        One with a blank, ``()``, or two; it may begin with a condition. Empty: the story gets no question.
    options
        Letter -> what stands in the blank.
    settings
        Further settings of the story.
    file
        Where the text comes from, for error messages.

    Raises
    ------
    ParseError
        For a clause, a question or an option that is not understood, with its place.

    Examples
    --------
    >>> story = read("小兰面朝东站着。小兰向左转90度。", "小兰面朝()。", {"A": "南", "B": "北"})
    >>> [(one.relation, [story.entities[index] for index in one.args]) for one in story.statements[:2]]
    [('heads:90', ['小兰']), ('turned:270', ['小兰′', '小兰'])]
    """
    return _Reading(text, question, dict(options or {}), file).story(tuple(settings))


class _Reading:
    def __init__(self, text: str, question: str, options: dict[str, object], file: str | None) -> None:
        asked = _BLANK.sub("()", question.strip())
        self._text = f"{text}\n{asked}" if asked else text
        self._body = len(text)
        self._asked = asked
        self._options = options
        self._file = file
        self._clauses = Clauses()

    def story(self, settings: tuple[tuple[str, str], ...]) -> Story:
        """Return what the text says and what it is asked."""
        if len(self._text) > _LONGEST:
            raise self._fault(f"a text of at most {_LONGEST} characters was expected", 0, 1)
        self._scan(0, self._body)
        questions = (self._question(),) if self._asked else ()
        scene = self._clauses.scene
        if self._clauses.ordered is not None:
            raise self._fault("it was expected to be said who obeys the order", *scene.span)
        if not scene.statements:
            raise self._fault("a text about headings, walks, mirrors or places on the globe was expected", 0, self._body)
        settings = (("theory", "headings"), *(one for one in settings if one[0] != "theory"))
        return Story(tuple(scene.entities), tuple(scene.statements), questions, self._text, settings, self._file)

    def _question(self) -> Question:
        if not self._options:
            raise self._fault("options were expected beside the question", self._body, len(self._text))
        found = self._scan(self._body, len(self._text), asking=True)
        if found is None:
            raise self._fault("a question about headings or places was expected", self._body + 1, len(self._text))
        does, match = found
        said = {letter: str(value).strip().rstrip("。") for letter, value in self._options.items()}
        none = tuple(letter for letter, value in said.items() if value in words.NONE)
        span = self._clauses.scene.span = match.span()
        try:
            claims = claims_of(does, self._clauses, match, {letter: said[letter] for letter in said if letter not in none})
        except Fault as fault:
            raise self._fault(str(fault), *span) from None
        properties = (("claims", tuple(claims.items())), ("none", none))
        return Question(0, "options", (), tuple(said), self._asked, (self._body + 1, len(self._text)), properties)

    def _scan(self, start: int, end: int, *, asking: bool = False) -> tuple[str, re.Match[str]] | None:
        """Take in the pieces of a stretch of text; return the pattern that asks, which has to be the last piece."""
        position = _end(_MARKS.match(self._text, start, end))
        while position < end:
            fits = [
                (one.does, found) for one in words.patterns("clause") if (found := one.regex.match(self._text, position, end))
            ]
            if asking:
                asks = [
                    (one.does, found)
                    for one in words.patterns("question")
                    if (found := one.regex.match(self._text, position, end))
                ]
                if asks:
                    return self._last(asks, end)
            position = self._take(self._longest(fits)) if fits else self._skip(position, end)
            position = _end(_MARKS.match(self._text, position, end))
        return None

    def _last(self, asks: list[tuple[str, re.Match[str]]], end: int) -> tuple[str, re.Match[str]]:
        does, found = self._longest(asks)
        rest = _end(_MARKS.match(self._text, found.end(), end))
        if rest < end:
            raise self._fault("the end of the question was expected", rest, end)
        return does, found

    def _longest(self, fits: list[tuple[str, re.Match[str]]]) -> tuple[str, re.Match[str]]:
        """Return the longest match; raise ParseError where matches of that length differ in meaning."""
        most = max(found.end() for _, found in fits)
        best = [(does, found) for does, found in fits if found.end() == most]
        meanings = {
            (does, tuple(sorted((key, value) for key, value in found.groupdict().items() if value))) for does, found in best
        }
        if len(meanings) > 1:
            raise self._fault("these words can be read in more than one way", best[0][1].start(), most)
        return best[0]

    def _take(self, fit: tuple[str, re.Match[str]]) -> int:
        does, found = fit
        self._clauses.scene.span = found.span()
        try:
            self._clauses.take(does, found)
        except Fault as fault:
            raise self._fault(str(fault), *found.span()) from None
        return found.end()

    def _skip(self, position: int, end: int) -> int:
        found = _PIECE.match(self._text, position, end)
        stop = _end(found)
        if found is None or not words.is_scenery(found.group()):
            raise self._fault(
                "a clause about headings, walks, mirrors or places on the globe was expected", position, max(stop, position + 1)
            )
        return stop

    def _fault(self, message: str, start: int, end: int) -> ParseError:
        return ParseError(message, self._text, start, end, file=self._file)


def _end(found: re.Match[str] | None) -> int:
    return 0 if found is None else found.end()
