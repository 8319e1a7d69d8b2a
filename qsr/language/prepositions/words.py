"""The table `grammars/prepositions_reading.toml`: prepositions, function words, prompts and classes of inflection."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from qsr.resources import grammar

__all__ = ["LANGUAGES", "alternatives", "normal", "plurals", "prepositions", "question_words", "with_quantifier", "words"]

LANGUAGES: Final = ("en", "ro")
#: The Romanian letters with a comma below, for those with a cedilla that older fonts put in their place, and plain apostrophes.
_LETTERS: Final = str.maketrans("şţŞŢ’", "șțȘȚ'")


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads(grammar("prepositions_reading.toml"))


@cache
def prepositions(language: str) -> dict[str, str]:
    """Return every written form of a language's prepositions with the preposition that it stands for.

    >>> prepositions("ro")["într-un"], prepositions("en")["inside"]
    ('în', 'in')
    """
    entries: dict[str, list[str]] = _table()[language]["prepositions"]
    return {form: name for name, forms in entries.items() for form in forms}


@cache
def words(language: str, kind: str) -> frozenset[str]:
    """Return the words of one kind, such as ``"copula"``; none where the language has no such kind."""
    return frozenset(_table()[language]["words"].get(kind, ()))


@cache
def plurals(language: str) -> dict[str, str]:
    """Return the forms that no rule explains, each with its lemma."""
    found: dict[str, str] = _table()[language]["plurals"]
    return found


@cache
def question_words(language: str) -> dict[str, list[str]]:
    """Return the wordings of a whole question, and the prompts around it; the first of each is the one that is written."""
    found: dict[str, list[str]] = _table()[language]["question"]
    return found


def alternatives(forms: frozenset[str] | dict[str, str] | list[str]) -> str:
    """Return a pattern for any of some forms, longer ones first, with any blanks between their words.

    >>> alternatives(["in", "inside"])
    'inside|in'
    """
    ordered = sorted(forms, key=lambda form: (-len(form), form))
    return "|".join(r"\s+".join(map(re.escape, form.split())) for form in ordered)


def normal(text: str) -> str:
    """Return a text in the letters that the table uses; its length stays.

    >>> normal("maşina lui Ion’s")
    "mașina lui Ion's"
    """
    return text.translate(_LETTERS)


def with_quantifier(first: str, rest: Sequence[str], language: str) -> str:
    """Return the words behind a determiner as one phrase; a quantifier says something of its own and stays.

    >>> with_quantifier("any", ["circumstances"], "en"), with_quantifier("the", ["rise"], "en")
    ('any circumstances', 'rise')
    """
    stays = first in words(language, "quantifier") and (not rest or rest[0] != first)
    return " ".join((first, *rest) if stays else rest)
