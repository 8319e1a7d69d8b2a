"""The table `grammars/locatives.toml`: phrases by class, prepositions and nouns; and the tokens of a sentence."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import cache, partial
from typing import Final

from qsr import resources
from qsr.errors import ParseError
from qsr.language.function_words import found as function_words
from qsr.language.function_words import listed
from qsr.language.logic_words import CLAUSAL, LOGICAL

__all__ = [
    "MOST_CHARACTERS",
    "MOST_WORDS",
    "Piece",
    "categories",
    "claims",
    "is_noun",
    "motions",
    "paths",
    "prepositions",
    "same_verb",
    "tokens",
]

#: Longer texts are no sentence of this kind; Earley needs up to cubic time in the number of words.
MOST_CHARACTERS: Final = 600
MOST_WORDS: Final = 60
_SIGNS: Final = {"stop": "_STOP", "comma": "_COMMA", "asked": "_ASKED"}

Piece = tuple[str, int, int]


_table: Final = partial(resources.table, "locatives.toml")


def prepositions() -> Mapping[str, str]:
    """Return each preposition with its relation, marked as the table says."""
    found: dict[str, str] = _table()["prepositions"]
    return found


def paths() -> Mapping[str, str]:
    """Return each preposition of a path with its kind."""
    found: dict[str, str] = _table()["paths"]
    return found


def claims(kind: str) -> list[str]:
    """Return what a kind of path says: ``"not in start"``, ``"-above way"``."""
    found: list[str] = _table()["path_claims"][kind]
    return found


def motions(name: str) -> frozenset[str]:
    """Return the verbs of a kind of motion, ``general`` or ``airborne``, and the kinds of paths that are ``inexact``."""
    return frozenset(_table()["motions"][name])


def same_verb(one: str, other: str) -> bool:
    """Tell whether two forms belong to one verb.

    >>> same_verb("ran", "running"), same_verb("ran", "walked")
    (True, False)
    """
    return one == other or any({one, other} <= set(forms) for forms in _table()["motions"]["same"])


@cache
def _nouns(name: str) -> frozenset[str]:
    return frozenset(_table()["nouns"][name])


def is_noun(nouns: Collection[str], name: str) -> bool:
    """Tell whether a noun, given by what it may be in a dictionary, is of a class of the table.

    >>> is_noun(("gardens", "garden"), "enclosed"), is_noun(("garden",), "surface")
    (True, False)
    """
    return not _nouns(name).isdisjoint(nouns)


@cache
def categories() -> Mapping[str, tuple[str, ...]]:
    """Return each phrase of the table with its classes, in small letters."""
    table = _table()
    found: dict[str, list[str]] = {}
    for name, phrases in (*table["function"].items(), *table["verbs"].items()):
        for phrase in phrases:
            found.setdefault(phrase, []).append(name)
    for phrase in table["prepositions"]:
        found.setdefault(phrase, []).append("PREPOSITION")
    for phrase in table["paths"]:
        found.setdefault(phrase, []).append("PATH_WORD")
    for word in table["refused"]["words"]:
        found.setdefault(word, []).append("REFUSED")
    return {phrase: tuple(sorted(names)) for phrase, names in found.items()}


@cache
def _scanner() -> re.Pattern[str]:
    def pattern(phrase: str) -> str:
        spaced = r"\s+".join(map(re.escape, phrase.split()))
        return rf"{spaced}(?![\w-])" if phrase[0] in "'’" else rf"(?<![\w'’-]){spaced}(?![\w-])"

    phrases = "|".join(map(pattern, sorted(categories(), key=len, reverse=True)))
    return re.compile(
        rf"\s+|(?P<phrase>{phrases})|(?P<word>[^\W\d_](?:[\w-]*\w)?)|(?P<stop>[.!]+)|(?P<comma>,)|(?P<asked>\?)|(?P<other>.)",
        re.DOTALL,
    )


def tokens(text: str, start: int, end: int, file: str | None = None) -> list[Piece]:
    """Return the tokens between two places as (terminal, start, end); raise ParseError for what has no meaning here.

    A phrase counts in small letters; at the beginning of a sentence also with a capital. Other words with a capital are names.
    """
    if end - start > MOST_CHARACTERS:
        raise ParseError(f"a sentence of at most {MOST_CHARACTERS} characters was expected", text, start, end, file=file)
    found: list[Piece] = []
    position = start
    logical = {start + word.start: word for word in function_words(text[start:end], *LOGICAL, *CLAUSAL)}
    # A capital that opens the sentence is none of a name's, unless the word is no phrase.
    first = start + len(text[start:end]) - len(text[start:end].lstrip())
    lowered = text[first : first + 1].lower()
    piece = text[:first] + lowered + text[first + 1 : end] if len(lowered) == 1 else text[:end]
    while position < end:
        match = _scanner().match(piece, position, end)
        if match is None:  # pragma: no cover - the last alternative takes any sign
            raise ParseError("a sign that cannot be read", text, position, position + 1, file=file)
        name, at, upto = match.lastgroup, position, match.end()
        position = upto
        if name is None:
            continue
        if name == "other":
            raise ParseError(f"{text[at]!r} cannot be read here", text, at, upto, file=file)
        if name == "phrase":
            names = categories()[" ".join(match.group().split())]
            if names == ("REFUSED",):
                raise ParseError(f"not covered: {text[at:upto]!r}", text, at, upto, file=file)
            found.append(("__".join(names), at, upto))
        elif name == "word":
            if at in logical and (at == first or logical[at].text.lower() not in listed("homonyms")):
                # No noun, and no name where it stands; with its meaning it would be a phrase of the table.
                raise ParseError(f"not covered: {logical[at].text!r}", text, at, start + logical[at].end, file=file)
            capital = text[at].isupper()
            if not capital and text[at:upto].endswith("ly") and text[at:upto] not in _table()["refused"]["nouns_in_ly"]:
                raise ParseError(f"not covered: the adverb {text[at:upto]!r}", text, at, upto, file=file)
            found.append(("NAME" if capital else "WORD", at, upto))
        else:
            found.append((_SIGNS[name], at, upto))
        if len(found) > MOST_WORDS:
            raise ParseError(f"a sentence of at most {MOST_WORDS} words was expected", text, start, end, file=file)
    return found
