"""Relations into English, in the words of the one table, so that reading gives back what was written."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any

from qsr import relations
from qsr.errors import ParseError
from qsr.kept import expression
from qsr.language import words
from qsr.language.grammar import tokens
from qsr.language.terminals import noun_phrase_pattern

__all__ = ["noun_phrase", "verbalise"]


@cache
def _plain_noun() -> re.Pattern[str]:
    return expression(noun_phrase_pattern())


@lru_cache(maxsize=4096)
def _is_one(phrase: str) -> bool:
    """Tell whether a noun phrase is read as one: "the lowerleft" is a direction."""
    try:
        return len(tokens(phrase)) == 1
    except ParseError:
        return False


def noun_phrase(name: str) -> str:
    """Return a name as a noun phrase: capitals bare, nouns with an article, anything else in quotation marks.

    >>> noun_phrase("X"), noun_phrase("red cup"), noun_phrase("x). :- not y(")
    ('X', 'the red cup', '"x). :- not y("')
    """
    if re.fullmatch("[A-Z]", name):
        return name
    if _plain_noun().fullmatch(name) and name[:1].isupper():
        return name
    if _plain_noun().fullmatch(f"the {name}") and words.noun_key(name) == name and _is_one(f"the {name}"):
        return f"the {name}"
    return f'"{" ".join(name.split())}"'


def verbalise(relation: str, head: str, tail: str, properties: tuple[tuple[str, Any], ...] = ()) -> str:
    """Return one sentence that says the relation of head to tail.

    Raises KeyError for a relation without words, and for "inside" as a term, for which English has none; ValueError for
    properties that no sentence says: a denial with distances to boundaries, and such distances with a relation but "inside".

    >>> verbalise("above+left", "cup", "pen")
    'The cup is above and to the left of the pen.'
    >>> verbalise("left", "X", "Y", (("distance", (Fraction(5, 2),)), ("negated", True)))
    'X is not 2.5 units to the left of Y.'
    >>> verbalise("inside", "hut", "park", (("kinds", ("points", None)), ("margins", (("above", Fraction(3)),))))
    'Treating the hut as a point, the hut is inside the park and 3 units from its upper boundary.'
    """
    given = dict(properties)
    names = noun_phrase(head), noun_phrase(tail)
    ending = " measured between their centres" if given.get("measured") else _margins(relation, given)
    sentence = f"{_treatment(names, given.get('kinds', ()))}{names[0]} {_predicate(relation, given)}{names[1]}{ending}."
    return sentence[0].upper() + sentence[1:] if sentence.startswith("the ") else sentence


def _predicate(relation: str, given: Mapping[str, Any]) -> str:
    labels = relations.parts(relation)
    phrases = _phrases(labels, given)
    if len(labels) == 1 and phrases[0] == words.verb(labels[0]):
        return f"does not {words.verb(labels[0], base=True)} " if given.get("negated") else f"{phrases[0]} "
    distances = given.get("distance", (None,) * len(labels))
    amounts = [_amount(distance, given.get("unit", words.UNIT)) for distance in distances]
    straight = "directly " if given.get("relations") == "complete" else ""
    places = [
        f"{straight}{amount}{phrase}" if index == 0 else f"{amount}{phrase}"
        for index, (amount, phrase) in enumerate(zip(amounts, phrases, strict=True))
    ]
    return f"is {'not ' if given.get('negated') else ''}{' and '.join(places)} "


def _phrases(labels: tuple[str, ...], given: Mapping[str, Any]) -> list[str]:
    """Return how the labels are said, points of the compass and words that are meant as terms of RCC8 in their own way."""
    if given.get("everyday") is False:
        return [words.exact_phrase(label) for label in labels]
    compass = given.get("compass", ())
    found = [words.bearing(label) if label in compass else words.phrase(label) for label in labels]
    return [
        f"{phrase} of" if label in compass and label == labels[-1] else phrase
        for label, phrase in zip(labels, found, strict=True)
    ]


def _margins(relation: str, given: Mapping[str, Any]) -> str:
    """Return how far the head is from the boundaries of what it is inside."""
    margins = given.get("margins", ())
    if margins and (relation != "inside" or given.get("negated")):
        raise ValueError("a distance to a boundary is said of what is inside, and not in a denial")
    unit = given.get("unit", words.UNIT)
    return "".join(f" and {_amount(distance, unit)}from its {words.side(label)} boundary" for label, distance in margins)


def _treatment(names: tuple[str, str], kinds: tuple[str | None, ...]) -> str:
    """Return the phrase that says what head and tail are taken for."""
    treated = [(name, kind) for name, kind in zip(names, kinds, strict=False) if kind]
    if len(treated) == 2 and treated[0][1] == treated[1][1] and names[0] != names[1]:
        return f"Treating {names[0]} and {names[1]} as {words.kind_phrase(treated[0][1], True)}, "
    said = dict.fromkeys(f"{name} as {words.kind_phrase(kind, False)}" for name, kind in treated)
    return f"Treating {' and '.join(said)}, " if said else ""


def _amount(distance: Fraction | None, unit: str) -> str:
    if distance is None:
        return ""
    number = _number(distance)
    if unit == "m":
        return f"{number} m "
    return f"{number} {'unit' if distance == 1 else 'units'} "


def _number(value: Fraction) -> str:
    """Return a number that reads back exactly: decimal where it is short, else a fraction."""
    if value.denominator == 1:
        return str(value.numerator)
    for places in range(1, 7):
        if (value * 10**places).denominator == 1:
            return f"{value.numerator / value.denominator:.{places}f}"
    return f"{value.numerator}/{value.denominator}"
