"""The table of words by which a sentence and its paraphrase are compared, `grammars/alignment.toml`, and forms of words."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Any, Final

from qsr import resources
from qsr.nouns import lexicon

__all__ = [
    "ARTICLES",
    "BE",
    "POSSESSIVE",
    "SIDES",
    "SUBJECTS",
    "function_words",
    "is_noun",
    "lemmas",
    "listed",
    "other_verbs",
    "pairs",
    "section",
    "senses",
    "synonyms",
    "verb_forms",
]


def section(name: str) -> dict[str, Any]:
    """Return a section of the table."""
    found: dict[str, Any] = resources.table("alignment.toml")[name]
    return found


@cache
def listed(name: str, key: str = "words") -> frozenset[str]:
    """Return the words and phrases of a list of the table, words of a phrase with a space between them."""
    return frozenset(word.replace("_", " ") for word in section(name)[key].split())


ARTICLES: Final = listed("closed", "articles")
POSSESSIVE: Final = listed("closed", "possessive")
SUBJECTS: Final = listed("closed", "subjects")
BE: Final = listed("closed", "be")
SIDES: Final = listed("closed", "sides")
_NOT_VERBS: Final = listed("closed", "not_verbs")


@cache
def pairs(name: str, key: str = "words") -> dict[str, str]:
    """Return the pairs of a list of the table: ``"men:man"``."""
    return dict(one.split(":") for one in section(name)[key].split())


@cache
def synonyms() -> dict[str, frozenset[str]]:
    """Return the words that mean the same as a word."""
    found: dict[str, set[str]] = {}
    for group in section("synonyms")["groups"].replace("\n", "|").split("|"):
        for word in group.split():
            found.setdefault(word, set()).update(group.split())
    return {word: frozenset(others) for word, others in found.items()}


@lru_cache(maxsize=32768)
def lemmas(word: str) -> frozenset[str]:
    """Return all that a word in small letters may be an inflected form of, itself among them.

    >>> sorted(lemmas("shelves")), sorted(lemmas("tied")), sorted(lemmas("stopping"))
    (['shelf', 'shelve', 'shelves'], ['ti', 'tie', 'tied', 'ty'], ['stop', 'stopp', 'stoppe', 'stopping'])
    """
    found = {word}
    irregular = pairs("irregular", "forms").get(word)
    if irregular:
        found.add(irregular)
    if word.endswith("ies") and len(word) > 4:
        found.update((word[:-3] + "y", word[:-1]))
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3:
        found.add(word[:-1])
        if word.endswith(("ses", "xes", "zes", "ches", "shes", "oes")):
            found.add(word[:-2])
    for ending in ("ed", "ing"):
        stem = word.removesuffix(ending)
        if stem != word and len(stem) > 1 and re.search("[aeiouy]", stem):
            found.update((stem, stem + "e"))
            if stem[-1] == stem[-2]:
                found.add(stem[:-1])
            if stem.endswith("i"):
                found.update((stem[:-1] + "y", stem + "e"))
            if stem.endswith("y") and ending == "ing":
                found.add(stem[:-1] + "ie")
    return frozenset(found)


@cache
def verb_forms() -> frozenset[str]:
    """Return the verbs of the table, in their plain form."""
    return frozenset(word for key in section("verbs") for word in listed("verbs", key)) | frozenset(section("said"))


@cache
def other_verbs() -> frozenset[str]:
    """Return verbs that other tables of English have."""
    table = resources.table("verbs.toml")
    found = set(table["forms"]) | set(table["acting"]["verbs"].split())
    for kind in ("inert", "staying"):
        found.update(word for text in table[kind].values() if isinstance(text, str) for word in text.split())
    return frozenset(found) - _NOT_VERBS


@cache
def senses() -> dict[str, frozenset[str]]:
    """Return the words and phrases of place, each with its senses."""
    found: dict[str, set[str]] = {}
    for sense, text in section("senses").items():
        for phrase in text.split():
            found.setdefault(phrase.replace("_", " "), set()).add(sense)
    return {phrase: frozenset(senses) for phrase, senses in found.items()}


@cache
def function_words() -> frozenset[str]:
    """Return the words that carry nothing, pronouns and denials among them."""
    return listed("free", "function") | listed("pronouns") | listed("denials") | ARTICLES


@cache
def is_noun(word: str) -> bool:
    """Tell whether a table of nouns has a word, in any form."""
    return any(bool(lexicon.nouns("en").known(form)) for form in lemmas(word))
