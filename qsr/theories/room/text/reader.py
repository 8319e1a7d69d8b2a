"""From the text of a room to a `Story`, and from a question's words to a `Question`.

Statements have RoomSpace's own codes as relations: regions (NWR ... SER), TPP and NTPP of one thing, directions (N ... O) and
distances (CL2, FR2, CL3, MD3, FR3) of two. "Short" and "far" mean one thing where two classes of distance are told apart, and
another where three are. Three are where the text says "moderate"; else the caller has to say, and where nobody does, the
statements have a relation of `UNSCALED`, to which no theory gives a meaning.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import Final

from qsr.errors import ParseError
from qsr.language.guard import guarded
from qsr.logic import Relation
from qsr.story import Question, Span, Statement, Story
from qsr.theories.room.text import words
from qsr.theories.room.text.phrases import FILLER, FIRST_MASK, MASKS, VIEWPOINT, Asked, Furniture, Located, Piece, parse

__all__ = ["ask", "read"]

#: A sentence ends at a stop, with or without white space behind it, unless a small letter or a figure follows at once.
_SENTENCE: Final = re.compile(r"[^\s.](?:[^.]|\.(?=[a-z0-9]))*\.?")
_NUMBERED: Final = re.compile(r".*\d")
_PRIVATE: Final = re.compile(r"[\uE000-\uF8FF]")


@guarded
def read(
    text: str,
    question: str | None = None,
    *,
    distances: int | None = None,
    settings: Iterable[tuple[str, str]] = (),
    file: str | None = None,
) -> Story:
    """Read a room.

    Parameters
    ----------
    text
        The description, on a plan ("to the north of") or from the southern door ("in front of").
    question
        A question to go with it; see `ask`.
    distances
        How many classes of distance the text tells apart, 2 or 3; None where only the text can say.
    settings
        What the story's settings become: its grid and mode.
    file
        Where the text comes from, for error messages.

    Raises
    ------
    ParseError
        Where a sentence cannot be read, names what is not in the room, looks from a viewpoint that the text has not named,
        or says "moderate" though `distances` is 2.

    Examples
    --------
    >>> text = "Imagine a square-shaped bedroom, bordered by four walls. This room contains a collection of furniture, including "
    >>> story = read(text + "a bed, a desk, and a lamp. The bed is placed to the north of the desk and the lamp.")
    >>> [(one.relation, [story.entities[index] for index in one.args]) for one in story.statements]
    [('N', ['bed', 'desk']), ('N', ['bed', 'lamp'])]
    """
    reading = _Reading(text, distances, file)
    for match in _SENTENCE.finditer(text):
        reading.sentence(match.start(), match.group().rstrip())
    story = reading.story(tuple(settings))
    return story if question is None else ask(story, question)


@guarded
def ask(story: Story, question: str) -> Story:
    """Return the story with a question behind it.

    "Where is ... positioned in relation to ...?" gives form ``"relation"`` with the nine directions as candidates; "Could ... be
    placed ...?" gives form ``"yes_no"`` with one. Both vocabularies are read, whatever the view of the story. Raise ParseError
    where the question cannot be read or names what is not in the room.
    """
    try:
        asked: Asked = parse(_masked(question, story.entities), "question")
    except ParseError as error:
        raise ParseError(error.message, question, error.start, error.end, file=story.file) from None
    form, candidates = ("yes_no", (asked.direction,)) if asked.direction else ("relation", words.DIRECTIONS)
    args = (asked.head, asked.tail)
    return replace(
        story, questions=(*story.questions, Question(len(story.questions), form, args, candidates, " ".join(question.split())))
    )


class _Reading:
    """The sentences read so far."""

    def __init__(self, text: str, distances: int | None, file: str | None) -> None:
        self._text = text
        self._file = file
        self._given = distances
        self._names: list[str] = []
        self._seen: set[str] = set()
        self._introduced = False
        self._viewpoint = False
        #: Relation, arguments and span; and with them, for distances, the word and its place.
        self._found: list[tuple[str, tuple[int, ...], Span]] = []
        self._words: dict[int, Span] = {}

    def sentence(self, start: int, text: str) -> None:
        """Take in the next sentence; its place is relative to the whole text."""
        try:
            said = parse(_masked(text, self._names), "sentence")
        except ParseError as error:
            raise self._fault(error.message, (start + error.start, start + error.end)) from None
        whole = (start, start + len(text))
        if said == VIEWPOINT:
            self._viewpoint = True
        elif isinstance(said, Furniture):
            self._furnish(said.pieces, start)
        elif isinstance(said, Located):
            self._locate(said, start, whole)

    def story(self, settings: tuple[tuple[str, str], ...]) -> Story:
        """Return what was read, with the distances on their scale."""
        if not self._introduced:
            raise self._fault("the text never says what furniture the room contains", (0, 0))
        spoken = {self._found[index][0] for index in self._words}
        classes = 3 if "moderate" in spoken else self._given
        if "moderate" in spoken and self._given == 2:
            place = next(span for index, span in self._words.items() if self._found[index][0] == "moderate")
            raise self._fault("a moderate distance is none of two classes, and two are set", place)
        statements = []
        for index, (relation, args, span) in enumerate(self._found):
            if index in self._words:
                relation = words.UNSCALED[relation] if classes is None else words.distance(relation, classes)
            statements.append(Statement(index, Relation.of(relation), args, span))
        return Story(tuple(self._names), tuple(statements), (), self._text, settings, self._file)

    def _furnish(self, pieces: Sequence[Piece], start: int) -> None:
        if self._introduced:
            raise self._fault("the room's furniture is listed twice", (start, start + 1))
        self._introduced = True
        several = False
        for piece in pieces:
            place = _moved(piece.span, start)
            several = piece.lead == "some" or (several and not piece.lead)
            if not piece.lead and not several:
                raise self._fault(f"'a' or 'an' was expected before {piece.name[:40]!r}", place)
            if several and not _NUMBERED.fullmatch(piece.name):
                raise self._fault(f"a number was expected in {piece.name[:40]!r}, which is one of several", place)
            if piece.name.casefold() in self._seen or len(self._names) == MASKS:
                raise self._fault(f"the room has {piece.name[:40]!r} already, or too much furniture", place)
            self._seen.add(piece.name.casefold())
            entity = len(self._names)
            self._names.append(piece.name)
            if piece.region:
                self._found.append((piece.region, (entity,), _moved(piece.placed, start)))
            if piece.wall:
                self._found.append((piece.wall, (entity,), place))

    def _locate(self, said: Located, start: int, whole: Span) -> None:
        if said.direction.viewed and not self._viewpoint:
            raise self._fault("the text names no place from which this is seen", _moved(said.direction.span, start))
        for tail in said.tails:
            args = (said.head, tail)
            self._found.append((said.direction.code, args, whole))
            if said.distance:
                self._words[len(self._found)] = _moved(said.distance.span, start)
                self._found.append((said.distance.code, args, whole))

    def _fault(self, message: str, place: Span) -> ParseError:
        return ParseError(message, self._text, *place, file=self._file)


def _moved(span: Span, by: int) -> Span:
    return (span[0] + by, span[1] + by)


# ---------------------------------------------------------------- names


def _masked(text: str, names: Sequence[str]) -> str:
    """Return a sentence in which every name is the sign of its entity, filled up to its length.

    Offsets stay as they are. Phrases of the grammar go before names at the same place, the longest name before shorter
    ones. Raise ParseError for a text that holds such signs already.
    """
    if strange := _PRIVATE.search(text):
        raise ParseError("a character of Unicode's private use area means nothing here", text, *strange.span())
    if not names:
        return text
    known = {" ".join(name.casefold().split()): index for index, name in enumerate(names)}

    def mask(match: re.Match[str]) -> str:
        if match.lastgroup != "name":
            return match.group()
        index = known.get(" ".join(match.group().casefold().split()))
        return match.group() if index is None else chr(FIRST_MASK + index).ljust(len(match.group()), FILLER)

    return _names(tuple(names)).sub(mask, text)


@cache
def _grammar_phrases() -> str:
    sides = [f"to the {word}" for section in ("compass", "side") for word in words.phrases(section)]
    verbs = [f"{verb} {word}" for verb in ("is", "be") for word in words.fixed("_PLACED")]
    depths = [f"{word} of" for word in words.phrases("depth")]
    apart = [f"at a {word} distance" for word in words.distance_words()]
    fixed = (*words.fixed("_VIEWPOINT"), *words.fixed("_FROM_HERE"))
    return words.pattern((*sides, *depths, *verbs, *apart, *words.phrases("same"), *fixed))


@lru_cache(maxsize=256)
def _names(names: tuple[str, ...]) -> re.Pattern[str]:
    ordered = sorted(names, key=lambda name: (-len(name), name))
    options = "|".join(r"\s+".join(map(re.escape, name.split())) for name in ordered)
    return re.compile(rf"(?<!\w)(?:(?P<said>{_grammar_phrases()})|(?P<name>{options})(?!\w))", re.IGNORECASE)
