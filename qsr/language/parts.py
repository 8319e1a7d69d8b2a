"""The parts that a sentence is made of, as data: what it mentions, places, predications, questions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from lark import Token

from qsr.language import words

__all__ = ["Amount", "Asked", "Bearing", "Kinds", "Margin", "Meaning", "Mention", "Part", "Place", "Predication", "mention_of"]

#: A distance and the unit it is in.
Amount: TypeAlias = tuple[Fraction, str]

_ARTICLE = re.compile(r"(the|an?)\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Mention:
    """One noun phrase. `key` identifies it inside a sentence; `definite` tells "the cup" from "a cup"; `bare` has no article."""

    kind: str
    key: str
    name: str
    definite: bool
    span: tuple[int, int]
    bare: bool = False

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mention) and self.key == other.key and (self.kind == "pronoun") == (other.kind == "pronoun")

    def __hash__(self) -> int:
        return hash(self.key)


class Bearing(str):
    """A direction that is said as a point of the compass: ``Bearing("above")`` is north."""

    __slots__ = ()


#: Which things are taken for points, which for extended objects.
Kinds: TypeAlias = tuple[tuple[Mention, str], ...]
#: The side of a boundary, how far it is away, and whose it is (None for that of the landmark).
Margin: TypeAlias = tuple[str, Amount, Mention | None]


@dataclass(frozen=True, slots=True)
class Place:
    """One phrase of place: labels (two for a diagonal), how far, relative to what (empty where left out).

    `margins` says how far the boundaries of the landmark are from a head that is inside. `compass` tells that the labels are
    points of the compass, `everyday` that the word means less, or more, than the label of RCC8 under which it stands; `unsure`
    says what general English asks back.
    """

    labels: tuple[str, ...]
    tails: tuple[Mention, ...] = ()
    amount: Amount | None = None
    straight: bool = False
    axis: int | None = None
    measured: bool = False
    far: bool = False
    margins: tuple[Margin, ...] = ()
    compass: bool = False
    everyday: bool = False
    unsure: str = ""
    span: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class Predication:
    """Heads that are at places. `together` joins the places into one diagonal where they lie on different axes.

    `default` is the landmark of places that name none, `kinds` how the heads are treated. A predication without places only
    mentions its heads, or says in `axis` that they are level with each other.
    """

    heads: tuple[Mention, ...]
    places: tuple[Place, ...] = ()
    negated: bool = False
    together: bool = True
    default: Mention | None = None
    straight: bool = False
    axis: int | None = None
    kinds: Kinds = ()


@dataclass(frozen=True, slots=True)
class Part:
    """A clause, with the landmark of its frame where it has one."""

    predications: tuple[Predication, ...]
    frame: Mention | None = None


@dataclass(frozen=True, slots=True)
class Meaning:
    """A sentence: its parts with how it treats things, or only how the whole story treats them (`declared`)."""

    parts: tuple[Part, ...] = ()
    kinds: Kinds = ()
    declared: Kinds = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """A question: its form, the entities asked about and, for yes or no, the part that is asked; how it treats things."""

    form: str
    args: tuple[Mention, ...] = ()
    part: Part | None = None
    kinds: Kinds = ()


def mention_of(token: Token) -> Mention:
    """Return the mention that a noun-phrase token makes.

    A label in front of a capital or of initials ("the object X") is no part of the name; numbers are the same in words and in
    digits.
    """
    start, end = token.start_pos or 0, token.end_pos or 0
    if token.type in ("NAME", "CAPITAL_A"):
        name = token.split()[-1]
        if len(name) == 1:
            return Mention("name", name, name, True, (end - 1, end))
        return Mention("common", words.noun_key(name), name, True, (end - len(name), end), True)
    if token.type == "PRONOUN":
        return Mention("pronoun", "it", "it", True, (start, end))
    if token.type == "QUOTED":
        name = " ".join(token[1:-1].split())
        return Mention("quoted", name, name, True, (start, end))
    text = " ".join(token.split())
    article = _ARTICLE.match(text)
    name = text[article.end() :] if article else text
    definite = article is None or article.group(1).lower() == "the"
    return Mention("common", words.noun_key(name), name, definite, (start, end), article is None)
