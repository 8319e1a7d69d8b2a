"""Phrases within a noun phrase, of which the rules of `grammars/preposition_evidence.txt` speak by name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from qsr.nouns.lexicon import nouns
from qsr.nouns.phrases import NounPhrase, analyse

__all__ = ["PARTS"]

#: What stands at the end of a phrase behind a preposition, in small letters: "the governor on TOLLS", "Bergen in RAINFALL".
_TOPIC: Final = re.compile(r"\S (?:on|over) ([a-z][\w' -]*)$")
_QUALITY: Final = re.compile(r"\S in ([a-z][\w' -]*)$")


def _of(phrase: NounPhrase, code: str) -> Iterator[NounPhrase]:
    rest = phrase.text.partition(" of ")[2]
    if rest:
        yield analyse(rest, code)


def _at_end(pattern: re.Pattern[str], phrase: NounPhrase, code: str) -> Iterator[NounPhrase]:
    said = pattern.search(phrase.text)
    if said is not None:
        yield analyse(said[1], code)


def _behind(words: tuple[str, ...], phrase: NounPhrase, code: str) -> Iterator[NounPhrase]:
    for place, word in enumerate(phrase.words[1:-1], 1):
        if word in words:
            yield analyse(" ".join(phrase.words[place + 1 :]), code)


def _owner(phrase: NounPhrase, code: str) -> Iterator[NounPhrase]:
    if len(phrase.words) > 1:
        yield analyse(phrase.words[1], code)


def _title(phrase: NounPhrase, code: str) -> Iterator[NounPhrase]:
    kinds = nouns(code).listed(phrase.words[0]) if len(phrase.words) > 1 else ()
    if kinds:
        yield replace(phrase, head=phrase.words[0], kinds=kinds)


def _unit(phrase: NounPhrase, code: str) -> Iterator[NounPhrase]:
    """Yield the unit of a measure, whatever stands behind it: "forty degrees Celsius", "ten knots or so"."""
    for word in phrase.words:
        unit = analyse(f"the {word}", code)
        if word.endswith("s") and unit.kinds[0][0] == "measure":
            yield replace(unit, article=phrase.article, words=phrase.words)


def _numbered(phrase: NounPhrase, code: str) -> Iterator[NounPhrase]:
    own, noun = nouns(code), phrase.text.rpartition(" ")[0]
    inner = analyse(f"the {noun.lower()}", code)
    if own.known(inner.head) and noun.rpartition(" ")[2] not in own.postmodifiers:
        yield replace(inner, article="name", words=phrase.words, kinds=own.known(inner.head))


#: Name -> the phrases that a phrase of a language holds under it.
PARTS: Final[Mapping[str, Callable[[NounPhrase, str], Iterator[NounPhrase]]]] = {
    "of": _of,
    "topic": lambda phrase, code: _at_end(_TOPIC, phrase, code),
    "quality": lambda phrase, code: _at_end(_QUALITY, phrase, code),
    "contest": lambda phrase, code: _behind(("in", "of"), phrase, code),
    "race": lambda phrase, code: _behind(("in",), phrase, code),
    "owner": _owner,
    "title": _title,
    "unit": _unit,
    "numbered": _numbered,
}
