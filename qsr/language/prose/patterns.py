"""Forms of sentences over classes of words: regular expressions of letters, each for a class, with names for parts of them.

A word may be of several classes, so that a form is matched over sets of letters; and forms are large, so that each named part is
tried once at each word.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Final, TypeAlias

__all__ = ["Patterns"]

_PIECE: Final = re.compile(r"\{\w+\}|\S")
_SIGNS: Final = frozenset("?*")
Ends: TypeAlias = "frozenset[int]"
#: From a place among the words to those where a part may end.
_Match: TypeAlias = "Callable[[int], Ends]"


class Patterns:
    """Named forms; ``{name}`` stands for a form in another, ``( ) | ? *`` mean what they do in regular expressions.

    >>> Patterns({"NP": "DA*N", "VP": "V{NP}?", "S": "{NP}{VP}"}).has(["D", "AN", "VN"], "S")
    True
    """

    def __init__(self, forms: Mapping[str, str]) -> None:
        self._forms = forms

    def has(self, letters: Sequence[str], name: str) -> bool:
        """Tell whether words, of each of which the classes are given as letters, have the form with a name."""
        return len(letters) in _Matcher(self._forms, letters).named(name)(0)


class _Matcher:
    def __init__(self, forms: Mapping[str, str], letters: Sequence[str]) -> None:
        self._forms = forms
        self._letters = letters
        self._known: dict[str, _Match] = {}

    def named(self, name: str) -> _Match:
        """Return what matches the form with a name."""
        if name not in self._known:
            pieces = _PIECE.findall(self._forms[name])[::-1]
            self._known[name] = cache(self._any(pieces))
        return self._known[name]

    def _any(self, pieces: list[str]) -> _Match:
        """Take alternatives from the pieces, the next of which is the last."""
        found = [self._sequence(pieces)]
        while pieces and pieces[-1] == "|":
            pieces.pop()
            found.append(self._sequence(pieces))
        return lambda at: frozenset().union(*(one(at) for one in found))

    def _sequence(self, pieces: list[str]) -> _Match:
        found: list[_Match] = []
        while pieces and pieces[-1] not in "|)":
            found.append(self._repeated(pieces))

        def ends(at: int) -> Ends:
            places = frozenset({at})
            for one in found:
                places = frozenset().union(*map(one, places))
            return places

        return ends

    def _repeated(self, pieces: list[str]) -> _Match:
        one = self._single(pieces)
        sign = pieces.pop() if pieces and pieces[-1] in _SIGNS else ""

        def ends(at: int) -> Ends:
            places = here = frozenset({at})
            while here:
                here = frozenset().union(*map(one, here)) - places
                places |= here
                if sign == "?":
                    break
            return places

        return ends if sign else one

    def _single(self, pieces: list[str]) -> _Match:
        piece = pieces.pop()
        if piece == "(":
            inner = self._any(pieces)
            pieces.pop()
            return inner
        if len(piece) > 1:
            name = piece[1:-1]
            return lambda at: self.named(name)(at)
        letters = self._letters
        return lambda at: frozenset({at + 1}) if at < len(letters) and piece in letters[at] else frozenset()
