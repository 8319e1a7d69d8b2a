"""The closed class of function words: what no reader may take for part of a name, in one table for all readers.

A word of the table is a function word by its place, never by its spelling alone. With a capital it is part of a name inside a
sentence ("Aunt May", "Bar Either"), and at its beginning where the table knows it as a name and a finite verb follows it ("May is
left of Bob"); in quotation marks it always is. What a reader does with a function word is the reader's: it gives a class a
meaning or refuses it by name.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from qsr.resources import grammar

__all__ = ["FINITE", "FunctionWord", "classes", "found", "names", "opens_with", "words"]

_WORD: Final = re.compile(r"\"[^\"\n]*\"|“[^”\n]*”|[^\W\d_]+(?:['’-][^\W\d_]+)*")
#: Verbs that make the one word before them a subject.
FINITE: Final = frozenset(
    [
        "is",
        "are",
        "was",
        "were",
        "has",
        "have",
        "isn't",
        "aren't",
        "sits",
        "sit",
        "stands",
        "stand",
        "lies",
        "lie",
        "lives",
        "live",
        "hangs",
        "hang",
        "rests",
        "rest",
        "stays",
        "stay",
    ]
)


class FunctionWord(NamedTuple):
    """A function word of a sentence: how it is written, where it begins and ends, and the classes it is in."""

    text: str
    start: int
    end: int
    classes: frozenset[str]


@cache
def _table() -> tuple[dict[str, frozenset[str]], frozenset[str]]:
    table = tomllib.loads(grammar("function_words.toml"))
    found: dict[str, set[str]] = {}
    for name, entries in table["words"].items():
        for word in entries:
            found.setdefault(word, set()).add(name)
    return {word: frozenset(names) for word, names in found.items()}, frozenset(table["names"]["words"])


def classes(word: str) -> frozenset[str]:
    """Return the classes of a word as such, in any case; none for an open-class word.

    >>> sorted(classes("Unless")), sorted(classes("cup"))
    (['condition'], [])
    """
    return _table()[0].get(word.lower().replace("’", "'"), frozenset())


def words(*names: str) -> frozenset[str]:
    """Return the words of these classes, of all classes where none is named.

    >>> "either" in words("choice"), "either" in words("denial")
    (True, False)
    """
    return frozenset(word for word, own in _table()[0].items() if not names or own.intersection(names))


def names() -> frozenset[str]:
    """Return the function words that are names as well, in small letters."""
    return _table()[1]


def found(sentence: str, *names: str) -> Iterator[FunctionWord]:
    """Yield the function words of one sentence that are in these classes (any, where none is named), decided by position.

    >>> [(word.text, word.start) for word in found("Either Ann or Bob is in the car.", "choice", "denial")]
    [('Either', 0), ('or', 11)]
    >>> [list(found(text, "modality")) for text in ("Aunt May is left of Will.", "May is here.")]
    [[], []]
    """
    tokens = [match for match in _WORD.finditer(sentence) if match.group()[0] not in '"“']
    for position, token in enumerate(tokens):
        own = classes(token.group())
        if not own or (names and not own.intersection(names)):
            continue
        if token.group()[0].isupper() and _is_name(tokens, position):
            continue
        yield FunctionWord(token.group(), token.start(), token.end(), own)


def _is_name(tokens: list[re.Match[str]], position: int) -> bool:
    """Tell whether a capitalised word is part of a name where it stands: inside a sentence, or in front of a finite verb."""
    word = tokens[position].group()
    if word.isupper() and len(word) > 1:
        return False  # "NOT": emphasis
    if position:
        return True
    after = tokens[1].group().lower() if len(tokens) > 1 else ""
    return word.lower() in _table()[1] and after in FINITE


def opens_with(phrase: str) -> FunctionWord | None:
    """Return the function word that a sentence begins with, None where it begins with something else.

    >>> opens_with("Although A is left of B.").text, opens_with("Will sits left of Bob.")
    ('Although', None)
    """
    first = next(found(phrase), None)
    return first if first is not None and not phrase[: first.start].strip() else None
