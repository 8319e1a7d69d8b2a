"""Romanian noun phrases: article, head and modifiers.

The definite article is an ending (nucul, peretele, mașina, copiii); the indefinite one a word before the noun (un nuc), which
melts into the preposition (într-un nuc). Behind a preposition other than *cu* a noun without modifiers has no article, though it
means a definite thing ("pe perete", on the wall): there an ending that might be an article is taken for the noun's own. The head
is the first noun, behind a few adjectives that may go before it and then carry its article ("ultima piesă").

Classes of inflection: DOOM, the orthographic dictionary of the Romanian Academy. The rules know no dictionary, so they list what
a lemma may be.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from qsr.theories.prepositions.text.nouns import NounPhrase
from qsr.theories.prepositions.text.words import inflection, plurals, with_quantifier, words

__all__ = ["lemmas", "noun_phrase"]

_DIGIT: Final = re.compile(r"\W?\d")


@lru_cache(maxsize=4096)
def noun_phrase(text: str, behind: str = "", number: str = "") -> NounPhrase:
    """Read a noun phrase; text without a word gives ValueError.

    Parameters
    ----------
    text
        The phrase.
    behind
        The preposition, as written, that it stands behind; empty for a subject.
    number
        ``"singular"`` or ``"plural"`` where the verb tells.

    Examples
    --------
    >>> found = noun_phrase("peretele alb")
    >>> found.article, "perete" in found.lemmas, found.modifiers
    ('definite', True, ('alb',))
    >>> [noun_phrase("carte", "în").article, noun_phrase("cartea").article, noun_phrase("canapea", "pe").article]
    ['bare', 'definite', 'bare']
    >>> noun_phrase("piscină", "într-o").article, noun_phrase("bunica mea").article, noun_phrase("Bucovina", "în").article
    ('indefinite', 'possessive', 'name')
    """
    tokens = text.split()
    if not tokens:
        raise ValueError("a noun phrase was expected")
    article, rest = _article(tokens, behind)
    lowered = [token.lower() for token in rest]
    head = _head(lowered)
    # The article stands on the first word, be it the noun or an adjective before it.
    unmodified = len(rest) == 1 and behind.lower() != "cu"
    carries = _carries_article(lowered[0], free=not behind or not unmodified)
    if any(token in words("ro", "possessive") for token in lowered[head + 1 : head + 3]):
        article = "possessive"
    elif not article and rest[0][:1].isupper():
        article = "name"
    elif not article:
        article = "definite" if carries else "bare"
    found = lemmas(lowered[head], definite=carries and head == 0 and article != "name", singular=number == "singular")
    return NounPhrase(
        text,
        article,
        rest[head][:1].isupper(),
        found,
        number or _number(lowered[head]),
        tuple(lowered[:head] + lowered[head + 1 :]),
        with_quantifier(tokens[0].lower(), lowered, "ro"),
    )


def _article(tokens: Sequence[str], behind: str) -> tuple[str, list[str]]:
    """Return the kind of determiner that stands as a word of its own, and the words without it; empty where there is none."""
    rest = list(tokens)
    if rest[0].lower() in ("toți", "toate", "tot", "toată", "ambii", "ambele") and len(rest) > 1:
        rest = rest[1:]
    if behind.lower().startswith(("într-", "intr-")):
        return "indefinite", rest
    first = rest[0].lower()
    if len(rest) > 1:
        for kind, article in (("indefinite", "indefinite"), ("demonstrative", "definite"), ("definite", "definite")):
            if first in words("ro", kind):
                return article, rest[1:]
    if _DIGIT.match(first) or first.split("-")[0] in words("ro", "number"):
        return "number", rest
    return "", rest


def _head(lowered: Sequence[str]) -> int:
    """Return the place of the noun."""
    for place, token in enumerate(lowered[:-1]):
        following = lowered[place + 1]
        before = token in words("ro", "number") or _DIGIT.match(token) or _is_fronted(token)
        if not before or following in words("ro", "after"):
            return place
    return len(lowered) - 1


@lru_cache(maxsize=1024)
def _is_fronted(token: str) -> bool:
    """Tell whether a word is an adjective that goes before its noun, in any gender, with the article or without."""
    stems = {token, *(token.removesuffix(ending) for ending in ("le", "ele", "ul", "ii", "a", "ă"))}
    return any(stem + ending in words("ro", "fronted") for stem in stems for ending in ("", "e", "u"))


def _carries_article(word: str, *, free: bool) -> bool:
    """Tell whether a word ends in the article; where the place of the phrase forbids one, only endings that no noun has count."""
    if word.endswith("ul") and word not in words("ro", "ends_in_ul"):
        return True
    if word.endswith(("aua", "iua", "urile", "iile", "iii", "ului")):
        return True
    if not free or word in words("ro", "ends_in_a"):
        return False
    return word.endswith(("a", "le", "ii"))


def _number(word: str) -> str:
    if word in plurals("ro"):
        return "plural"
    return "plural" if len(word) > 3 and word.endswith(("i", "urile", "ile")) else "singular"


@lru_cache(maxsize=4096)
def lemmas(word: str, *, definite: bool, singular: bool = False) -> tuple[str, ...]:
    """Return what the lemma of a noun may be, the likeliest first; no plural is taken back where it is known to be none.

    >>> lemmas("mașina", definite=True)[0], lemmas("nucul", definite=True)[0], lemmas("perete", definite=False)[0]
    ('mașină', 'nuc', 'perete')
    >>> "armă" in lemmas("armele", definite=True), "pereche" in lemmas("perechi", definite=False)
    (True, True)
    """
    found = list(_without_article(word)) if definite else [word]
    # A wrong guess about the article must not lose the lemma.
    found += [word] if definite else list(_without_article(word))
    found += [] if singular else [one for form in tuple(found) for one in _singulars(form)]
    return tuple(dict.fromkeys(found))


def _without_article(word: str) -> Iterator[str]:
    for pattern, origins in inflection("ro", "articles"):
        if pattern.search(word):
            yield from (pattern.sub(origin, word) for origin in origins)
            return


def _singulars(form: str) -> Iterator[str]:
    """Yield singulars that a plural without article may have."""
    if form in plurals("ro"):
        yield plurals("ro")[form]
    for pattern, origins in inflection("ro", "singulars"):
        if pattern.search(form):
            yield from (pattern.sub(origin, form) for origin in origins)
    for stem in _stems(form):
        yield from (stem, stem + "ă", stem + "e", stem + "u")


def _stems(form: str) -> Iterator[str]:
    if len(form) < 4 or form[-1] not in "ie":
        return
    plain = [form[:-1]]
    if form[-1] == "i":
        for ending, origins in inflection("ro", "softened"):
            if ending.search(form):
                plain += [ending.sub(origin, form) for origin in origins]
    yield from dict.fromkeys(plain)
    for stem in dict.fromkeys(plain):
        for new, (old,) in inflection("ro", "vowels"):
            yield from [new.sub(old, stem)] if new.search(stem) else []
