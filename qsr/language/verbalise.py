"""Relations into English, in the words of the one table, so that reading gives back what was written."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from qsr import relations
from qsr.language import words
from qsr.language.terminals import noun_phrase_pattern

__all__ = ["noun_phrase", "verbalise"]

_PLAIN_NOUN = re.compile(noun_phrase_pattern())


def noun_phrase(name: str) -> str:
    """Return a name as a noun phrase: capitals bare, nouns with an article, anything else in quotation marks.

    >>> noun_phrase("X"), noun_phrase("red cup"), noun_phrase("x). :- not y(")
    ('X', 'the red cup', '"x). :- not y("')
    """
    if re.fullmatch("[A-Z]", name):
        return name
    if _PLAIN_NOUN.fullmatch(name) and name[:1].isupper():
        return name
    if _PLAIN_NOUN.fullmatch(f"the {name}") and words.noun_key(name) == name:
        return f"the {name}"
    return f'"{" ".join(name.split())}"'


def verbalise(relation: str, head: str, tail: str, properties: tuple[tuple[str, Any], ...] = ()) -> str:
    """Return one sentence that says the relation of head to tail; raise KeyError for a relation without words.

    >>> verbalise("above+left", "cup", "pen")
    'The cup is above and to the left of the pen.'
    >>> verbalise("left", "X", "Y", (("distance", (Fraction(5, 2),)), ("negated", True)))
    'X is not 2.5 units to the left of Y.'
    """
    given = dict(properties)
    labels = relations.parts(relation)
    phrases = [words.phrase(label) for label in labels]
    if len(labels) == 1 and phrases[0] == words.verb(labels[0]):
        predicate = f"does not {words.verb(labels[0], base=True)} " if given.get("negated") else f"{phrases[0]} "
    else:
        distances = given.get("distance", (None,) * len(labels))
        amounts = [_amount(distance, given.get("unit", words.UNIT)) for distance in distances]
        straight = "directly " if given.get("relations") == "complete" else ""
        places = [
            f"{straight}{amount}{phrase}" if index == 0 else f"{amount}{phrase}"
            for index, (amount, phrase) in enumerate(zip(amounts, phrases, strict=True))
        ]
        predicate = f"is {'not ' if given.get('negated') else ''}{' and '.join(places)} "
    ending = " measured between their centres" if given.get("measured") else ""
    sentence = f"{noun_phrase(head)} {predicate}{noun_phrase(tail)}{ending}."
    return sentence[0].upper() + sentence[1:] if sentence.startswith("the ") else sentence


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
