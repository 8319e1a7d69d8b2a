"""The table `grammars/prepositions_reading.toml`: prepositions, function words, and prompts."""

from __future__ import annotations

import re
from functools import cache, partial
from typing import Final, NamedTuple

from qsr import resources
from qsr.nouns.lexicon import LANGUAGES
from qsr.theories.prepositions.lexicon import language as lexicon

__all__ = [
    "LANGUAGES",
    "VerbForms",
    "alternatives",
    "governed",
    "idioms",
    "normal",
    "predicative",
    "prepositions",
    "question_words",
    "verb_forms",
    "verbs",
    "words",
]

#: The Romanian letters with a comma below, for those with a cedilla that older fonts put in their place, and plain apostrophes.
_LETTERS: Final = str.maketrans("şţŞŢ’", "șțȘȚ'")

_VOWELS: Final = "aeiou"
#: Longer verbs in -el and -al are stressed before it.
_DOUBLING: Final = 4


class VerbForms(NamedTuple):
    """Forms of the verbs that place their subject: finite ones, those that follow "be", and those that follow "does"."""

    finite: frozenset[str]
    participles: frozenset[str]
    bare: frozenset[str]


_table: Final = partial(resources.table, "prepositions_reading.toml")


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
def idioms(language: str) -> frozenset[tuple[str, ...]]:
    """Return the fixed phrases of several words behind a preposition, whatever they mean; a logic word in one belongs to it.

    >>> ("point", "of", "no", "return") in idioms("en")
    True
    """
    return frozenset(tuple(phrase.split("_")) for phrase in lexicon(language).phrases if "_" in phrase)


@cache
def verb_forms(language: str) -> VerbForms:
    """Return the forms of the verbs of rest, motion and putting; of verbs of putting only the passive participle counts.

    >>> forms = verb_forms("en")
    >>> [word in forms.finite for word in ("stood", "perches", "buried")], "buried" in forms.participles
    ([True, True, False], True)
    """
    table = _table()[language]
    finite: set[str] = set()
    bare: set[str] = set()
    participles = set(words(language, "predicate"))
    for kind, verbs in table.get("verbs", {}).items():
        for verb in verbs:
            if kind == "put":
                _, end, past = _past(verb)
                participles.add(past[-1] + end)
            else:
                forms = inflected(verb)
                bare |= forms.bare
                finite |= forms.finite
                participles |= forms.participles
    return VerbForms(frozenset(finite), frozenset(participles), frozenset(bare))


def _past(verb: str) -> tuple[str, str, list[str]]:
    """Return the first word of a verb, what stands behind it, and the past of that word with its participle."""
    first, gap, particle = verb.partition(" ")
    irregular: dict[str, list[str]] = _table()["en"]["irregular"]
    return first, gap + particle, irregular.get(first) or [_with_ending(first, "ed")]


def inflected(verb: str) -> VerbForms:
    """Return the forms of one English verb: present and past, the participle of the present, and the bare form.

    >>> sorted(inflected("stare").finite), sorted(inflected("stare").participles)
    (['stare', 'stared', 'stares'], ['staring'])
    """
    first, end, past = _past(verb)
    finite = {verb, _third_person(first) + end, past[0] + end}
    participles = {_with_ending(first, "ing") + end}
    if (
        len(first) > _DOUBLING
        and first.endswith(("el", "al"))
        and first not in _table()["en"]["irregular"]
        and first[-3] not in _VOWELS
    ):
        # British spelling doubles the l: "travelled".
        finite.add(f"{first}led{end}")
        participles.add(f"{first}ling{end}")
    return VerbForms(frozenset(finite), frozenset(participles), frozenset((verb,)))


@cache
def verbs(language: str) -> tuple[str, ...]:
    """Return the entries of all verbs of rest, motion and putting, for a language whose verbs are made elsewhere."""
    return tuple(dict.fromkeys(entry for entries in _table()[language]["verbs"].values() for entry in entries))


@cache
def governed(language: str, kind: str = "governed") -> tuple[tuple[str, str, str], ...]:
    """Return sense, preposition and entry of the verbs that give their preposition a sense of their own; so do `adjectives`."""
    table: dict[str, dict[str, list[str]]] = _table()[language].get(kind, {})
    return tuple(
        (sense, name, entry) for sense, by_name in table.items() for name, entries in by_name.items() for entry in entries
    )


@cache
def predicative(language: str) -> dict[str, dict[str, str]]:
    """Return the forms of nouns and adjectives that do the same behind "be": form -> preposition -> sense."""
    found: dict[str, dict[str, str]] = {}
    table: dict[str, dict[str, str]] = _table()[language].get("predicative", {})
    for sense, by_name in table.items():
        for name, forms in by_name.items():
            for form in forms.split():
                found.setdefault(form, {})[name] = sense
    return found


def _third_person(verb: str) -> str:
    if verb.endswith("y") and verb[-2] not in _VOWELS:
        return verb[:-1] + "ies"
    return verb + ("es" if verb.endswith(("s", "sh", "ch", "x", "z", "o")) else "s")


def _with_ending(verb: str, ending: str) -> str:
    """Return a verb with -ed or -ing: "lie" and "lying", "carry" and "carried", "hop" and "hopped", "glide" and "glided"."""
    if verb.endswith("ie"):
        return verb[:-2] + "ying" if ending == "ing" else verb + "d"
    if verb.endswith("e") and not verb.endswith(("ee", "oe")):
        return verb[:-1] + ending
    if verb.endswith("e") and ending == "ed":
        return verb + "d"
    if verb.endswith("y") and verb[-2] not in _VOWELS and ending == "ed":
        return verb[:-1] + "ied"
    vowels = re.findall(rf"[{_VOWELS}]+", verb.replace("qu", "q"))
    short = re.fullmatch(rf".*[^{_VOWELS}][{_VOWELS}][^{_VOWELS}wxy]|[{_VOWELS}][^{_VOWELS}wxy]", verb.replace("qu", "q"))
    return verb + (verb[-1] if short and (len(vowels) == 1 or verb in ("patrol", "enrol", "embed")) else "") + ending


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
