"""From one sentence of RoomSpace to what it says; names are masked, and distances have no scale yet."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice
from typing import Any, Final, TypeAlias

from lark import Lark, Token, Transformer, UnexpectedInput, v_args
from lark.exceptions import UnexpectedCharacters
from lark.tree import Meta

from qsr.errors import ParseError
from qsr.language import parsers
from qsr.resources import grammar
from qsr.story import Span
from qsr.theories.room.text import words

__all__ = [
    "FILLER",
    "FIRST_MASK",
    "MASKS",
    "Asked",
    "Furniture",
    "Located",
    "Piece",
    "Room",
    "Sentence",
    "Thing",
    "Viewpoint",
    "parse",
]

#: The signs that stand for names lie in Unicode's private use area: sign number i for entity i, and a filler for each further
#: letter, so that offsets stay what they are.
FIRST_MASK: Final = 0xE000
FILLER: Final = "\uf8ff"
MASKS: Final = ord(FILLER) - FIRST_MASK


@dataclass(frozen=True, slots=True)
class Room:
    """A room, by its shape (``"square"`` or ``"rectangle"``) and kind."""

    shape: str
    kind: str


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """The sentence that puts the reader at the southern door."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of furniture as it is introduced: its name, and the codes of region and wall where the text has them.

    `lead` is ``"a"``, ``"some"`` or empty. `placed` and `span` end with the region and with all that is said.
    """

    name: str
    lead: str
    region: str
    wall: str
    placed: Span
    span: Span


@dataclass(frozen=True, slots=True)
class Furniture:
    """The list of what is in the room."""

    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Thing:
    """A name in a sentence, by its entity."""

    entity: int
    span: Span


@dataclass(frozen=True, slots=True)
class Located:
    """One thing located by others, in one direction and at one distance; `viewed` where somebody has to look."""

    head: Thing
    direction: str
    viewed: bool
    tails: tuple[Thing, ...]
    distance: str
    viewed_at: Span
    distance_at: Span


@dataclass(frozen=True, slots=True)
class Asked:
    """A question for the direction of two things, or whether one is possible."""

    head: Thing
    tail: Thing
    direction: str


Sentence: TypeAlias = Room | Viewpoint | Furniture | Located | Asked


@dataclass(frozen=True, slots=True)
class _Direction:
    code: str
    viewed: bool
    span: Span


@dataclass(frozen=True, slots=True)
class _Distance:
    word: str
    span: Span


@dataclass(frozen=True, slots=True)
class _Name:
    text: str
    start: int


@dataclass(frozen=True, slots=True)
class _Placement:
    region: str
    wall: str
    placed_to: int


#: Terminal before a name -> `Piece.lead`.
_LEADS: Final = {"ARTICLE": "a", "GROUP": "some", "": ""}


def _span(meta: Meta) -> Span:
    return (meta.start_pos, meta.end_pos)


@v_args(meta=True)
class _Phrases(Transformer[Token, Any]):
    """One method per rule of `roomspace.lark`."""

    def sentence(self, _: Meta, children: list[Sentence]) -> Sentence:
        return children[0]

    # ---- the room

    def room(self, _: Meta, children: list[Token]) -> Room:
        return Room(words.code("shapes", children[0]), " ".join(children[1:]))

    def furniture(self, _: Meta, children: list[Piece]) -> Furniture:
        return Furniture(tuple(children))

    def item(self, meta: Meta, children: list[Any]) -> Piece:
        lead = children.pop(0).type if isinstance(children[0], Token) else ""
        name: _Name = children[0]
        found = children[1] if len(children) > 1 else _Placement("", "", meta.end_pos)
        # "some chairs:" speaks of them all, and belongs to none of them.
        start = meta.start_pos if lead == "ARTICLE" else name.start
        return Piece(name.text, _LEADS[lead], found.region, found.wall, (start, found.placed_to), (start, meta.end_pos))

    def name(self, meta: Meta, children: list[Token]) -> _Name:
        return _Name(" ".join(children), meta.start_pos)

    def placed(self, _: Meta, children: list[Token]) -> _Placement:
        region, *wall = children
        at = words.code("walls", wall[0].lstrip(" ,")) if wall else ""
        return _Placement(words.code("regions", region), at, _end(region))

    def hung(self, meta: Meta, children: list[Token]) -> _Placement:
        return _Placement(words.code("regions", children[-1]), "TPP" if len(children) > 1 else "", meta.end_pos)

    # ---- where things are

    def viewpoint(self, _: Meta, children: list[Token]) -> Viewpoint:
        return Viewpoint()

    def thing(self, _: Meta, children: list[Token]) -> Thing:
        (name,) = children
        return Thing(ord(name[0]) - FIRST_MASK, (_start(name), _end(name)))

    def things(self, _: Meta, children: list[Thing]) -> tuple[Thing, ...]:
        return tuple(children)

    def compass(self, meta: Meta, children: list[Token]) -> _Direction:
        return _Direction(words.code("compass", children[0]), False, _span(meta))

    def viewed(self, meta: Meta, children: list[Token]) -> _Direction:
        letters = "".join(words.code(child.type.lower(), child) for child in children)
        return _Direction(letters, True, _span(meta))

    def same(self, meta: Meta, children: list[Token]) -> _Direction:
        return _Direction("O", False, _span(meta))

    def distance(self, meta: Meta, children: list[Token]) -> _Distance:
        return _Distance(children[0].lower(), _span(meta))

    def located(self, _: Meta, children: list[Any]) -> Located:
        here = isinstance(children[0], Token)
        head, direction, tails, *rest = children[here:]
        far = rest[0] if rest else _Distance("", (0, 0))
        return Located(head, direction.code, direction.viewed, tails, far.word, direction.span, far.span)

    # ---- questions

    def where(self, _: Meta, children: list[Thing]) -> Asked:
        return Asked(children[0], children[1], "")

    def could(self, _: Meta, children: list[Any]) -> Asked:
        head, direction, tail = children
        return Asked(head, tail, direction.code)


def _start(token: Token) -> int:
    return token.start_pos or 0


def _end(token: Token) -> int:
    return token.end_pos or 0


@cache
def _parser() -> Lark:
    return parsers.parser(
        f"{grammar('roomspace.lark')}\n{words.terminals()}\n",
        start=["sentence", "question"],
        parser="lalr",
        propagate_positions=True,
        maybe_placeholders=False,
    )


_WORD: Final = re.compile(r"[\w'’-]+|[\uE000-\uF8FE]\uF8FF*|\S")
#: A room of the benchmark has at most ten pieces of furniture; a sentence far longer than theirs is no sentence of it.
_MOST_WORDS: Final = 2000


@lru_cache(maxsize=8192)
def parse(text: str, start: str) -> Sentence:
    """Return what a sentence, or a question, says, spans relative to it; raise ParseError where it cannot be read.

    Parameters
    ----------
    text
        The sentence with its names masked, each by its sign and fillers.
    start
        ``"sentence"`` or ``"question"``.
    """
    if sum(1 for _ in islice(_WORD.finditer(text), _MOST_WORDS + 1)) > _MOST_WORDS:
        raise ParseError(f"the {start} has more than {_MOST_WORDS} words and signs", text, 0, len(text))
    try:
        found: Sentence = _Phrases().transform(_parser().parse(text, start=start))
    except UnexpectedInput as error:
        at = error.pos_in_stream
        at = len(text) if at is None or at < 0 or getattr(getattr(error, "token", None), "type", "") == "$END" else at
        at += len(text[at:]) - len(text[at:].lstrip(" ,;"))
        word = _WORD.match(text, at)
        if word is None:
            raise ParseError(f"the {start} breaks off", text, at, at) from None
        # The lexer gives what fits nothing else the terminal of a name's words.
        unknown = isinstance(error, UnexpectedCharacters) or getattr(getattr(error, "token", None), "type", "") == "WORD"
        reason = "is no word of RoomSpace, nor furniture of this room" if unknown else "cannot stand here"
        raise ParseError(f"{_shown(word.group())} {reason}", text, at, word.end()) from None
    return found


def _shown(word: str) -> str:
    # A masked name has no letters to show.
    return "this name" if FIRST_MASK <= ord(word[0]) < FIRST_MASK + MASKS else repr(word[:40])
