"""Pairs of senses, and the nouns that are drawn for them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, partial
from random import Random
from typing import Any, Final

from qsr import resources
from qsr.nouns.lexicon import nouns
from qsr.nouns.phrases import analyse
from qsr.theories.prepositions.text import premise

__all__ = ["Drawn", "Frame", "definite", "frames"]

_HOLDS: Final = {"congruent": "yes", "incongruent": "no"}
#: Ends of English singulars.
_SINGULAR: Final = ("ss", "us", "is")
_VOWELS: Final = "aeiouăâî"


@dataclass(frozen=True, slots=True)
class Drawn:
    """An item in words."""

    premises: tuple[str, str]
    conclusion: str


@dataclass(frozen=True, slots=True)
class Frame:
    """A pair of senses: kinds of X and Y, the nouns and phrases that Z may be, and whether the conclusion follows."""

    language: str
    prepositions: tuple[str, str]
    holds: str
    senses: tuple[str, str]
    figure: tuple[str, ...]
    middle: tuple[str, ...]
    grounds: tuple[str, ...]

    def draw(self, random: Random) -> Drawn | None:
        """Return an item, None where the drawn nouns are not three different ones."""
        x, y = (random.choice(_nouns(self.language, random.choice(kinds))) for kinds in (self.figure, self.middle))
        z = random.choice(self.grounds)
        if len({x, y, z.removeprefix("the ")}) < 3:
            return None
        known = definite(y, self.language)
        first, second = self.prepositions
        subject = definite(x, self.language)
        # Behind a preposition a Romanian noun without modifiers has no article.
        inside = known if self.language == "en" or first == "cu" else y
        premises = (premise(subject, first, inside, self.language), premise(known, second, z, self.language))
        return Drawn(premises, premise(subject, second, z, self.language))


@cache
def frames(language: str) -> tuple[tuple[Frame, Frame], ...]:
    """Return the pairs of a language, each as the frame that holds and the one that does not."""
    found = []
    for pair in _table()[language]:
        both = [_frame(language, pair["prepositions"], holds, pair[kind]) for kind, holds in _HOLDS.items()]
        found.append((both[0], both[1]))
    return tuple(found)


def _frame(language: str, prepositions: list[str], holds: str, entry: dict[str, Any]) -> Frame:
    ground = entry["ground"]
    grounds = (
        ground["words"].split("|")
        if "words" in ground
        else [_placed(noun, language, prepositions[1]) for noun in _all(language, ground["kinds"])]
    )
    first, second = prepositions
    one, two = entry["senses"]
    return Frame(language, (first, second), holds, (one, two), tuple(entry["figure"]), tuple(entry["middle"]), tuple(grounds))


def _placed(noun: str, language: str, preposition: str) -> str:
    return definite(noun, language) if language == "en" or preposition == "cu" else noun


def _all(language: str, kinds: list[str]) -> list[str]:
    return [noun for kind in kinds for noun in _nouns(language, kind)]


@cache
def _nouns(language: str, kind: str) -> tuple[str, ...]:
    """Return the first nouns of a kind that are singular, no names, and whose definite form is known."""
    draw = _table()["draw"]
    usable = [word for word in nouns(language).of_kind(kind) if word not in draw["never"] and _is_usable(word, language)]
    return tuple(usable[: draw["nouns"]])


def _is_usable(word: str, language: str) -> bool:
    if not word.isalpha() or word != word.lower():
        return False
    if language == "en":
        return not word.endswith("s") or word.endswith(_SINGULAR)
    return _has_rule(word) and word in analyse(definite(word, language), language).lemmas


def definite(noun: str, language: str) -> str:
    """Return a noun with the definite article; of Romanian nouns those of the regular classes.

    >>> definite("cot", "en"), [definite(noun, "ro") for noun in ("lampă", "cutie", "canapea", "leu", "nuc")]
    ('the cot', ['lampa', 'cutia', 'canapeaua', 'leul', 'nucul'])
    """
    if language == "en":
        return f"the {noun}"
    for ending, article in (("ă", "a"), ("ie", "ia")):
        if noun.endswith(ending):
            return noun.removesuffix(ending) + article
    if noun.endswith("ea"):
        return noun + "ua"
    return noun + ("l" if noun.endswith("u") else "ul")


def _has_rule(noun: str) -> bool:
    return noun[-1] not in _VOWELS or noun.endswith(("ă", "ie", "ea", "u"))


_table: Final = partial(resources.table, "prepositions_generation.toml")
