"""Lists in square brackets, as people and programs write them: quotes, comments and remarks between the members."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from qsr.datasets.grasp.actions import CAPITALS, action_of

__all__ = ["Bracketed", "bracketed", "without_notes"]

#: One piece inside a list. A quotation ends on its own line; a comment, ``#`` or ``//``, at the end of it.
_PIECE: Final = re.compile(
    r"""(?P<comment>(?:\#|//|<!--)[^\n]*)|(?P<quote>"[^"\n]*"|'[^'\n]*'|`[^`\n]*`)|(?P<note>\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\))"""
    r"""|(?P<mark>[\[\],;\n])|(?P<text>[^\[\],;\n\#"'`(/<]+|.)"""
)
_NOTE: Final = re.compile(r"\([^()]*(?:\([^()]*\)[^()]*)*(?:\)|$)")
_NUMBER: Final = re.compile(r"^\s*(?:step\s*)?\d{1,3}\s*[.):=-]+\s*", re.IGNORECASE)
#: Lists of lists of lists are read, deeper ones are not: that bounds the work on a text of nothing but brackets.
_DEEPEST: Final = 3
#: A list of prose in brackets ("[we go UP here]") is none; a plan whose every other step is nonsense still is one.
_LEAST_SHARE: Final = 0.5


@dataclass(frozen=True, slots=True)
class Bracketed:
    """A list: its members in capital letters (actions in their published spelling), where it starts, whether it is closed."""

    items: tuple[str, ...]
    start: int
    closed: bool

    @property
    def actions(self) -> bool:
        """Whether it is a list of actions."""
        known = sum(action_of(item) is not None for item in self.items)
        return known > 0 and known >= _LEAST_SHARE * len(self.items)

    @property
    def empty(self) -> bool:
        """Whether it is a plan without steps."""
        return self.closed and not self.items


def bracketed(text: str) -> Iterator[Bracketed]:
    """Yield the lists of a text in order; one inside another is part of it where the outer one is a list of actions."""
    position = text.find("[")
    while position >= 0:
        found, end = _list_at(text, position)
        if found.actions or (found.empty and end > position):
            yield found
            position = text.find("[", end)
        else:
            # Not a list of actions: what looks like one may still stand inside.
            position = text.find("[", position + 1)


def _list_at(text: str, start: int) -> tuple[Bracketed, int]:
    depth = 0
    items: list[str] = []
    member: list[str] = []
    position = start

    def finish() -> None:
        word = "".join(member).strip()
        member.clear()
        plain = _plain(word)
        if plain:
            items.append(plain)

    while position < len(text):
        piece = _PIECE.match(text, position)
        if piece is None:
            break
        position = piece.end()
        if piece["mark"] == "[":
            depth += 1
            if depth > _DEEPEST:
                return Bracketed((), start, closed=False), position
        elif piece["mark"] == "]":
            finish()
            depth -= 1
            if depth == 0:
                return Bracketed(tuple(items), start, closed=True), position
        elif piece["mark"] in (",", ";"):
            finish()
        elif piece["mark"] == "\n":
            # A blank line or the fence of a code block ends a list that was never closed; a comma may be missing at a line's end.
            if text.startswith("```", position):
                break
            if "".join(member).strip():
                finish()
        elif piece["quote"]:
            member.append(piece["quote"][1:-1])
        elif piece["text"]:
            member.append(piece["text"])
    finish()
    if position >= len(text) and items and action_of(items[-1]) is None:
        # The answer was cut off in the middle of a word.
        items.pop()
    return Bracketed(tuple(items), start, closed=False), position


def _plain(word: str) -> str:
    """Return a member of a list as the action it is, else in capital letters."""
    bare = _NUMBER.sub("", without_notes(word)).strip(" \t*_.`\"'…")
    action = action_of(bare)
    if action is None:
        # "Move UP" and "UP to row 3" name one action in capital letters; two of them are no single step.
        named = CAPITALS.findall(bare)
        action = action_of(named[0]) if len(named) == 1 else None
    return action or " ".join(bare.upper().split())


def without_notes(text: str) -> str:
    """Return a text without remarks in round brackets, also one that is never closed.

    >>> without_notes("TAKE (from (3, 4))")
    'TAKE '
    """
    return _NOTE.sub("", text)
