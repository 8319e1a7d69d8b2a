"""Forms of Romanian verbs in the third person, made from what the table gives of each.

An entry of `grammars/prepositions_reading.toml` is an infinitive and what no rule makes of it: nothing ("urca": urcă), the suffix
of its class ("lucra ez", "veghea ază", "locui esc", "contribui ie"), or its present in singular and plural and, where it is no
plain one, its participle ("merge merge merg mers"). "se" before it asks for the reflexive. From the infinitive come the imperfect
and the future, from the participle the compound past, the pluperfect and the passive (DOOM, on the classes of conjugation).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from qsr.theories.prepositions.text.words import governed, verbs, words

__all__ = ["Verb", "VerbTable", "conjugated", "table"]

_VOWELS: Final = "aeiouăâî"
#: Participles with what the pluperfect and the simple past put in the place of their last letters.
_PAST: Final = (
    ("at", "ase", "ă", "ară"),
    ("it", "ise", "i", "iră"),
    ("ut", "use", "u", "ură"),
    ("ât", "âse", "î", "âră"),
    ("s", "sese", "se", "seră"),
)


class Verb(NamedTuple):
    """The forms of a verb: finite ones, the infinitive, the four participles."""

    finite: frozenset[str]
    infinitive: str
    participles: tuple[str, ...]


class VerbTable(NamedTuple):
    """All verbs together.

    Parameters
    ----------
    finite
        All finite forms.
    infinitives, participles
        What follows "va" and "a fost".
    governed
        (form, preposition, whether "se" is needed) -> the sense that it gives the preposition.
    """

    finite: frozenset[str]
    infinitives: frozenset[str]
    participles: frozenset[str]
    governed: dict[tuple[str, str, bool], str]


def conjugated(entry: str) -> Verb:
    """Return the forms of an entry of the table.

    >>> verb = conjugated("dormi doarme dorm")
    >>> {"dormeau", "doarme"} <= verb.finite, verb.participles
    (True, ('dormit', 'dormită', 'dormiți', 'dormite'))
    >>> [form in conjugated("lucra ez").finite for form in ("lucrează", "lucrau", "lucrase", "lucrară")]
    [True, True, True, True]
    """
    infinitive, *given = entry.removeprefix("se ").split()
    participle = given[2] if len(given) > 2 else _participle(infinitive)
    finite = frozenset((*_present(infinitive, given[:2]), *_imperfect(infinitive), *_past(participle)))
    return Verb(finite, infinitive, tuple(agreeing(participle)))


def _present(infinitive: str, given: list[str]) -> tuple[str, str]:
    stem = infinitive[:-1]
    if given == ["ez"]:
        form = stem + ("ază" if stem.endswith("i") else "ează")
        return form, form
    if given == ["esc"]:
        joined = "i" if stem[-1] in _VOWELS else ""
        return f"{stem}{joined}ește", f"{stem}{joined}esc"
    if given == ["ază"]:
        return stem + "ază", stem + "ază"
    if given == ["ie"]:
        form = (stem if infinitive.endswith("ia") else infinitive) + "e"
        return form, form
    if given:
        return given[0], given[-1]
    return stem + "ă", stem + "ă"


def _participle(infinitive: str) -> str:
    if infinitive.endswith("ea"):
        return infinitive[:-2] + "ut"
    if infinitive.endswith("e"):
        return infinitive[:-1] + "ut"
    if infinitive.endswith("î"):
        return infinitive[:-1] + "ât"
    return infinitive + "t"


def _imperfect(infinitive: str) -> tuple[str, str]:
    stem = infinitive[:-1]
    if infinitive in ("sta", "da"):
        # The two verbs of one syllable double their consonant: stătea, dădea.
        stem = {"sta": "stăte", "da": "dăde"}[infinitive]
    elif infinitive.endswith("ea"):
        stem = infinitive[:-1]
    elif infinitive.endswith("i") and stem[-1:] in tuple(_VOWELS):
        stem = infinitive
    elif infinitive.endswith(("e", "i")):
        stem += "e"
    return stem + "a", stem + "au"


def _past(participle: str) -> Iterator[str]:
    for ending, pluperfect, simple, plural in _PAST:
        if participle.endswith(ending):
            stem = participle.removesuffix(ending)
            yield from (stem + pluperfect, stem + pluperfect + "ră", stem + simple, stem + plural)
            return


def agreeing(participle: str) -> Iterator[str]:
    """Yield a participle in the two genders and numbers."""
    yield participle
    yield participle + "ă"
    yield participle[:-1] + {"t": "ți", "s": "și"}.get(participle[-1], participle[-1] + "i")
    yield participle + "e"


@cache
def table() -> VerbTable:
    """Return the verbs of rest, of motion and of putting, and those that give their preposition a sense of their own."""
    finite: set[str] = set()
    infinitives: set[str] = set()
    participles: set[str] = set(words("ro", "predicate"))
    senses: dict[tuple[str, str, bool], str] = {}
    for entry in verbs("ro"):
        verb = conjugated(entry)
        finite |= verb.finite
        infinitives.add(verb.infinitive)
        participles.update(verb.participles)
    for sense, preposition, entry in governed("ro"):
        verb = conjugated(entry)
        finite |= verb.finite
        infinitives.add(verb.infinitive)
        reflexive = entry.startswith("se ")
        for form in (*verb.finite, verb.infinitive, *verb.participles):
            senses[form, preposition, reflexive] = sense
    return VerbTable(frozenset(finite), frozenset(infinitives), frozenset(participles), senses)
