"""From one sentence of RoomSpace to what it says; names are masked, and distances have no scale yet."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from itertools import islice
from typing import Any, Final, NamedTuple

from lark import Lark, Token, Transformer, UnexpectedInput, v_args
from lark.exceptions import UnexpectedCharacters
from lark.tree import Meta

from qsr.errors import ParseError
from qsr.language import parsers
from qsr.resources import grammar
from qsr.story import Span
from qsr.theories.room.text import words

__all__ = ["FILLER", "FIRST_MASK", "MASKS", "VIEWPOINT", "Asked", "Furniture", "Located", "Piece", "parse"]

#: The signs that stand for names lie in Unicode's private use area: sign number i for entity i, and a filler for each further
#: letter, so that offsets stay what they are.
FIRST_MASK: Final = 0xE000
FILLER: Final = "\uf8ff"
MASKS: Final = ord(FILLER) - FIRST_MASK


class Piece(NamedTuple):
    """A piece of furniture as it is introduced: its name, and the codes of region and wall where the text has them.

    `lead` is ``"a"``, ``"some"`` or empty. `placed` and `span` end with the region and with all that is said.
    """

    name: str
    lead: str
    region: str
    wall: str
    placed: Span
    span: Span


class Furniture(NamedTuple):
    """The list of what is in the room."""

    pieces: list[Piece]


class Said(NamedTuple):
    """A direction or a distance, and its place; `viewed` where somebody has to look."""

    code: str
    span: Span
    viewed: bool = False


class Located(NamedTuple):
    """One thing located by others, by their entities, in one direction and, where the text has it, at one distance."""

    head: int
    direction: Said
    tails: list[int]
    distance: Said | None = None


class Asked(NamedTuple):
    """A question for the direction of two things, or whether one is possible."""

    head: int
    tail: int
    direction: str = ""


#: The sentence that puts the reader at the southern door.
VIEWPOINT: Final = "viewpoint"

#: Terminal before a name -> `Piece.lead`.
_LEADS: Final = {"ARTICLE": "a", "GROUP": "some"}


@v_args(meta=True)
class _Phrases(Transformer[Token, Any]):
    """One method per rule of `roomspace.lark`."""

    def sentence(self, _: Meta, children: list[Any]) -> Any:
        return children[0]

    # ---- the room

    def room(self, _: Meta, children: list[Token]) -> None:
        return None

    def furniture(self, _: Meta, children: list[Piece]) -> Furniture:
        return Furniture(children)

    def item(self, meta: Meta, children: list[Any]) -> Piece:
        lead = _LEADS[children.pop(0).type] if isinstance(children[0], Token) else ""
        (name, start), *rest = children
        region, wall, placed_to = rest[0] if rest else ("", "", meta.end_pos)
        # "some chairs:" speaks of them all, and belongs to none of them.
        start = meta.start_pos if lead == "a" else start
        return Piece(name, lead, region, wall, (start, placed_to), (start, meta.end_pos))

    def name(self, meta: Meta, children: list[Token]) -> tuple[str, int]:
        return " ".join(children), meta.start_pos

    def placed(self, _: Meta, children: list[Token]) -> tuple[str, str, int]:
        region, *wall = children
        at = words.code("walls", wall[0].lstrip(" ,")) if wall else ""
        return words.code("regions", region), at, region.end_pos or 0

    def hung(self, meta: Meta, children: list[Token]) -> tuple[str, str, int]:
        return words.code("regions", children[-1]), "TPP" if len(children) > 1 else "", meta.end_pos

    # ---- where things are

    def viewpoint(self, _: Meta, children: list[Token]) -> str:
        return VIEWPOINT

    def thing(self, _: Meta, children: list[Token]) -> int:
        return ord(children[0][0]) - FIRST_MASK

    def things(self, _: Meta, children: list[int]) -> list[int]:
        return children

    def compass(self, meta: Meta, children: list[Token]) -> Said:
        return Said(words.code("compass", children[0]), (meta.start_pos, meta.end_pos))

    def viewed(self, meta: Meta, children: list[Token]) -> Said:
        letters = "".join(words.code(child.type.lower(), child) for child in children)
        return Said(letters, (meta.start_pos, meta.end_pos), viewed=True)

    def same(self, meta: Meta, children: list[Token]) -> Said:
        return Said("O", (meta.start_pos, meta.end_pos))

    def distance(self, meta: Meta, children: list[Token]) -> Said:
        return Said(children[0].lower(), (meta.start_pos, meta.end_pos))

    def located(self, _: Meta, children: list[Any]) -> Located:
        # "From this perspective" may stand first.
        return Located(*children[isinstance(children[0], Token) :])

    # ---- questions

    def where(self, _: Meta, children: list[int]) -> Asked:
        head, tail = children
        return Asked(head, tail)

    def could(self, _: Meta, children: list[Any]) -> Asked:
        head, direction, tail = children
        return Asked(head, tail, direction.code)


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
def parse(text: str, start: str) -> Any:
    """Return what a sentence or a question says, spans relative to it; raise ParseError where it cannot be read.

    A question is `Asked`; a sentence is `Furniture`, `Located`, `VIEWPOINT`, or None where it says what room it is.

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
        return _Phrases().transform(_parser().parse(text, start=start))
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


def _shown(word: str) -> str:
    # A masked name has no letters to show.
    return "this name" if FIRST_MASK <= ord(word[0]) < FIRST_MASK + MASKS else repr(word[:40])
