"""English noun phrases: article, head and modifiers.

The head is the last word before the first preposition or relative word ("the verge of bankruptcy": verge), and the words before
it may belong to its name ("deck chair"), so longer names come first among its lemmas. Chapters 5 and 7 of Huddleston and Pullum,
"The Cambridge Grammar of the English Language" (2002), describe the pieces.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from qsr.theories.prepositions.text.nouns import NounPhrase
from qsr.theories.prepositions.text.words import plurals, with_quantifier, words

__all__ = ["noun_phrase", "singulars"]

#: So many words before the head may be part of its name.
_LONGEST_NAME: Final = 3
_DIGIT: Final = re.compile(r"\W?\d")
_NO_PLURAL: Final = ("ss", "us", "is", "ews")


@lru_cache(maxsize=4096)
def noun_phrase(text: str) -> NounPhrase:
    """Read a noun phrase; text without a word gives ValueError.

    >>> found = noun_phrase("the verge of bankruptcy")
    >>> found.article, found.lemma, found.modifiers, found.phrase
    ('definite', 'verge', ('of', 'bankruptcy'), 'verge of bankruptcy')
    >>> noun_phrase("fifty dollars").article, noun_phrase("Tuscany").article, noun_phrase("our deck chairs").lemmas
    ('number', 'name', ('deck chair', 'deck chairs', 'chair', 'chairs'))
    """
    tokens = text.split()
    if not tokens:
        raise ValueError("a noun phrase was expected")
    article, rest = _article(tokens)
    end = _head_end(rest)
    name = rest[:end]
    if article in ("definite", "indefinite", "bare", "name") and any(_is_genitive(token) for token in name[:-1]):
        article = "possessive"
        owner = max(place for place, token in enumerate(name[:-1]) if _is_genitive(token))
    else:
        owner = -1
    head = name[-1]
    lowered = [token.lower() for token in name]
    heads, number = singulars(lowered[-1])
    first = max(owner + 1, len(lowered) - _LONGEST_NAME)
    longer = [f"{' '.join(lowered[start:-1])} {one}" for start in range(first, len(lowered) - 1) for one in heads]
    return NounPhrase(
        text,
        article,
        head[:1].isupper(),
        (*longer, *heads),
        number,
        tuple(lowered[:-1] + [token.lower() for token in rest[end:]]),
        with_quantifier(tokens[0].lower(), [token.lower() for token in rest], "en"),
    )


def _article(tokens: Sequence[str]) -> tuple[str, list[str]]:
    """Return the kind of determiner, and the words without it; a numeral is no determiner and stays."""
    rest, determiners = list(tokens), words("en", "definite") | words("en", "possessive")
    while len(rest) > 1 and rest[0].lower() in ("all", "both", "half") and rest[1].lower() in determiners:
        rest = rest[1:]
    first = rest[0].lower()
    following = rest[1].lower() if len(rest) > 1 else ""
    if first in words("en", "indefinite") and following in words("en", "unit"):
        return "number", rest[1:]
    for kind in ("definite", "indefinite", "possessive"):
        if first in words("en", kind) and following:
            return kind, rest[1:]
    if _DIGIT.match(first) or first.split("-")[0] in words("en", "number"):
        return "number", rest
    return ("name" if rest[0][:1].isupper() else "bare"), rest


def _head_end(rest: Sequence[str]) -> int:
    """Return where the head ends: before the first word that opens a modifier behind it."""
    for place, token in enumerate(rest[1:], 1):
        if token.lower() in words("en", "after"):
            return place
    return len(rest)


def _is_genitive(token: str) -> bool:
    return token.endswith(("'s", "s'"))


def singulars(word: str) -> tuple[tuple[str, ...], str]:
    """Return the lemmas that a noun may have, the likeliest first, and its number.

    >>> singulars("stories"), singulars("bus"), singulars("children")
    ((('story', 'storie', 'stories'), 'plural'), (('bus',), 'singular'), (('child', 'children'), 'plural'))
    """
    if word in plurals("en"):
        return (plurals("en")[word], word), "plural"
    if not word.endswith("s") or word.endswith(_NO_PLURAL) or len(word) < 4:
        return (word,), "singular"
    found = [word[:-1]]
    if word.endswith("ies"):
        found.insert(0, word[:-3] + "y")
    elif word.endswith(("ches", "shes", "xes", "sses", "zes")):
        found.insert(0, word[:-2])
    elif word.endswith("ves"):
        found += [word[:-3] + "f", word[:-3] + "fe"]
    elif word.endswith("oes"):
        found.append(word[:-2])
    return (*found, word), "plural"
