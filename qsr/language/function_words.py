"""The closed classes of function words: what no reader may take for part of a name, in one table a language for all readers.

A word of the table is a function word by its place, never by its spelling alone. With a capital it is part of a name
inside a sentence ("Aunt May", "Bar Either"), and at its beginning where the table knows it as a name and a finite verb
follows it ("May is left of Bob"); in quotation marks it always is. What a reader does with a function word is the
reader's: it gives a class a meaning or refuses it by name. Entries of several words count where all of them stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, Final, NamedTuple

from qsr import resources

__all__ = ["FunctionWord", "classes", "found", "listed", "words"]

_TABLES: Final = {"en": "function_words.toml", "ro": "function_words_romanian.toml"}
#: Words that an entry has at most.
_LONGEST: Final = 5
_WORD: Final = re.compile(r"\"[^\"\n]*\"|“[^”\n]*”|[^\W\d_]+(?:['’-][^\W\d_]+)*")


class FunctionWord(NamedTuple):
    """A function word of a sentence: how it is written, where it begins and ends, and the classes it is in."""

    text: str
    start: int
    end: int
    classes: frozenset[str]


@cache
def _read(language: str) -> dict[str, dict[str, Any]]:
    return resources.table(_TABLES[language])


@cache
def _table(language: str) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for name, entries in _read(language)["words"].items():
        for word in entries:
            found.setdefault(word, set()).add(name)
    return {word: frozenset(names) for word, names in found.items()}


@cache
def listed(table: str, language: str = "en", *, key: str = "words") -> frozenset[str]:
    """Return a list of the tables that is no class, in small letters.

    ``"names"`` are the words of the classes that are names as well, and under the key ``"verbs"`` the finite verbs in front of
    which a name stands; ``"homonyms"`` those that are nouns or adjectives too: "the trash can", "the last page".
    ``"determiners"`` begin a noun phrase and are of no other, ``"titles"`` stand before the name of a person, without a stop, and
    ``"given_names"`` are common ones.
    """
    found: str | list[str] = _read(language)[table][key]
    return frozenset(found.split() if isinstance(found, str) else found)


def classes(word: str, language: str = "en") -> frozenset[str]:
    """Return the classes of a word as such, in any case; none for an open-class word.

    >>> sorted(classes("Unless")), sorted(classes("cup")), sorted(classes("niciun", "ro"))
    (['condition'], [], ['denial'])
    """
    return _table(language).get(word.lower().replace("’", "'"), frozenset())


@cache
def words(*names: str, language: str = "en") -> frozenset[str]:
    """Return the words of these classes, of all classes where none is named.

    >>> "either" in words("choice"), "either" in words("denial")
    (True, False)
    """
    return frozenset(word for word, own in _table(language).items() if not names or own.intersection(names))


def found(sentence: str, *of: str, language: str = "en") -> Iterator[FunctionWord]:
    """Yield the function words of one sentence that are in these classes (any, where none is named), decided by position.

    >>> [(word.text, word.start) for word in found("Either Ann or Bob is in the car.", "choice", "denial")]
    [('Either', 0), ('or', 11)]
    >>> [word.text for said in ("Aunt May is left of Will.", "May is here.") for word in found(said, "modality")]
    []
    >>> [[word.text for word in found(said)][:1] for said in ("Will Smith is here.", "Will the cup fall?")]
    [['is'], ['Will']]
    >>> [word.text for word in found("Toate merele, cu excepția unuia, sunt în coș.", language="ro")]
    ['Toate', 'excepția']
    """
    tokens = [match for match in _WORD.finditer(sentence) if match.group()[0] not in '"“']
    upto = 0
    for position, token in enumerate(tokens):
        if position < upto:
            continue
        size, own = _longest(tokens[position : position + _LONGEST], language)
        if not own or (token.group()[0].isupper() and _is_name(tokens, position, language)):
            continue
        upto = position + size
        if of and not own.intersection(of):
            continue
        end = tokens[upto - 1].end()
        yield FunctionWord(sentence[token.start() : end], token.start(), end, own)


def _longest(tokens: list[re.Match[str]], language: str) -> tuple[int, frozenset[str]]:
    """Return how many words the longest entry has that begins here, and its classes; none where no entry does."""
    for size in range(len(tokens), 0, -1):
        own = classes(" ".join(token.group() for token in tokens[:size]), language)
        if own:
            return size, own
    return 1, frozenset()


def _is_name(tokens: list[re.Match[str]], position: int, language: str) -> bool:
    """Tell whether a capitalised word is part of a name where it stands: inside a sentence, or in front of a finite verb.

    Further names may stand between: "Will Smith is here".
    """
    word = tokens[position].group()
    if word.isupper() and len(word) > 1:
        return False  # "NOT": emphasis
    if position:
        return True
    after = next((token.group() for token in tokens[1:] if not token.group()[0].isupper()), "")
    return word.lower() in listed("names", language) and after in listed("names", language, key="verbs")
