"""The words of Chinese seats: one table for reading and for writing, and the lexer that takes the longest word that fits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, partial
from itertools import product
from typing import Final

from lark import Token
from lark.lexer import Lexer

from qsr import resources
from qsr.errors import ParseError
from qsr.theories.seating.text.building import Mask

__all__ = ["Words", "expanded", "number_word", "numeral", "numerals", "table", "value"]

_DIGITS: Final = "零一二三四五六七八九"
_NUMBER: Final = re.compile(r"[0-9]{1,2}|[一二三四五六七八九十两]{1,3}")
#: What a number follows wherever one can stand: 两人 is "two people" behind 隔着, and "the two of them" elsewhere.
_BEFORE_NUMBERS: Final = ("_GAP", "_TH")


#: The table of words, `grammars/seating_chinese.toml`.
table: Final = partial(resources.table, "seating_chinese.toml")


def expanded(phrase: str) -> list[str]:
    """Return every text that a phrase with ``{a|b}`` alternatives stands for.

    >>> expanded("左{边|侧}")
    ['左边', '左侧']
    """
    pieces = [piece[1:-1].split("|") if piece.startswith("{") else [piece] for piece in re.split(r"(\{[^}]*\})", phrase)]
    return ["".join(chosen) for chosen in product(*pieces)]


def numeral(number: int) -> str:
    """Return the Chinese numeral of 1 to 99.

    >>> [numeral(number) for number in (2, 10, 12, 20, 99)]
    ['二', '十', '十二', '二十', '九十九']
    """
    tens, ones = divmod(number, 10)
    return (_DIGITS[tens] if tens > 1 else "") + ("十" if tens else "") + (_DIGITS[ones] if ones else "")


def numerals(number: int) -> tuple[str, ...]:
    """Return the ways to write a number behind 第 or before a counting word: 2, 二."""
    return (numeral(number), str(number))


def number_word(number: int) -> str:
    """Return a numeral as it stands before a counting word: 两 for 2."""
    return "两" if number == 2 else numeral(number)


@cache
def _values() -> dict[str, int]:
    values = {numeral(number): number for number in range(1, 100)} | {str(number): number for number in range(1, 100)}
    values |= {f"0{number}": number for number in range(1, 10)}
    return values | {"两": 2}


def value(text: str) -> int | None:
    """Return what a numeral from 1 to 99 is worth, Arabic or Chinese; None for what is none."""
    return _values().get(text)


@cache
def _lexicon() -> dict[str, tuple[str, str]]:
    """Return each word with its terminal and with what it stands for."""
    found: dict[str, tuple[str, str]] = {}
    entries = [(kind, meaning, phrases) for kind, group in table()["meant"].items() for meaning, phrases in group.items()]
    entries += [(kind, "", phrases) for kind, phrases in table()["bound"].items()]
    for kind, meaning, phrases in entries:
        for phrase in (text for written in phrases for text in expanded(written)):
            if found.setdefault(phrase, (kind, meaning)) != (kind, meaning):
                raise ValueError(f"seating_chinese.toml: {phrase} is {found[phrase]} and {(kind, meaning)}")
    return found


@cache
def _words() -> re.Pattern[str]:
    ordered = sorted((word for word in _lexicon() if word), key=lambda word: (-len(word), word))
    return re.compile("|".join(map(re.escape, ordered)))


class Words(Lexer):
    """Cut a clause into words, the longest first; the value of a token is what the word stands for."""

    def __init__(self, conf: object) -> None:
        del conf

    def lex(self, data: str) -> Iterator[Token]:  # type: ignore[override]  # lark wraps lexers of this older form
        """Yield the words of a clause; raise ParseError at a letter where no word begins."""
        at, before = 0, ""
        while at < len(data):
            if data[at] == " ":
                at += 1
                continue
            if Mask.index(data[at]) is not None:
                token = Token("NAME", data[at], at, end_pos=at + 1)
            else:
                token = self._word(data, at, before)
            yield token
            at, before = token.end_pos or at + 1, token.type

    @staticmethod
    def _word(data: str, at: int, before: str) -> Token:
        word, number = _words().match(data, at), _NUMBER.match(data, at)
        if number and (before in _BEFORE_NUMBERS or word is None or number.end() > word.end()):
            return Token("NUMBER", number.group(), at, end_pos=number.end())
        if word is None:
            raise ParseError("these words have no meaning here", data, at, at + 1)
        kind, meaning = _lexicon()[word.group()]
        return Token(kind, meaning or word.group(), at, end_pos=word.end())
