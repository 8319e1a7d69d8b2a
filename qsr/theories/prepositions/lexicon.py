"""The tables of the theory: fixed phrases, senses by kind, and how senses compose. All of them are data.

`grammars/prepositions.toml` is the same for every language; `prepositions_english.toml` and `prepositions_romanian.toml` have the
phrases of each. What kinds nouns name stands in `qsr.nouns.lexicon`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, TypeAlias

from qsr.nouns.lexicon import families, family
from qsr.resources import grammar, table

__all__ = ["EVIDENCE", "FILES", "PREPOSITIONS", "Composition", "Language", "Senses", "Tables", "language", "tables"]

#: The prepositions whose senses the tables have; those of another language are mapped to them.
PREPOSITIONS: Final = ("in", "at", "on", "with", "under", "above", "behind")
_SHARED: Final = "prepositions.toml"
_PHRASES: Final = {"en": "prepositions_english.toml", "ro": "prepositions_romanian.toml"}
_LEARNT: Final = {"en": "preposition_senses_english.txt", "ro": "preposition_senses_romanian.txt"}
#: What constructions say of senses.
EVIDENCE: Final = "preposition_evidence.txt"
#: All files of the theory, in `grammars/`.
FILES: Final = (_SHARED, *_PHRASES.values(), *_LEARNT.values(), EVIDENCE)

#: Senses, each with its cost.
Senses: TypeAlias = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Composition:
    """Which pairs of senses compose.

    Parameters
    ----------
    senses
        Name of a set -> the senses in it, such as ``"physical"``.
    kinds
        Name of a set -> the kinds in it, such as ``"mobile"``.
    named
        Single senses that rules name, in the order of their numbers in the encoding.
    not_inherited, open_inherited
        Pairs of prepositions.
    extended
        Pair of prepositions -> the kinds of ground to which the first relation extends.
    """

    senses: Mapping[str, frozenset[str]]
    kinds: Mapping[str, frozenset[str]]
    named: tuple[str, ...]
    not_inherited: frozenset[tuple[str, str]]
    open_inherited: frozenset[tuple[str, str]]
    extended: Mapping[tuple[str, str], frozenset[str]]


class Tables:
    """What every language shares, as a table has it."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        #: Sense -> how an explanation calls it, with {} for the ground.
        self.words: dict[str, str] = data["words"]
        #: Rule of composition, and of order -> what an explanation says of it.
        self.reasons: dict[str, str] = data["reasons"]
        self.orders: dict[str, str] = data["orders"]
        self._abstract: dict[str, Any] = data["abstract"]
        self._rules = {
            rule["preposition"]: [
                (family(*line["ground"]), family(*line["figure"]), _costs(line["means"])) for line in rule["sense"]
            ]
            for rule in data["rules"]
        }
        composition = data["composition"]
        self.composition = Composition(
            {name: frozenset(senses) for name, senses in composition["senses"].items()},
            {name: family(*kinds) for name, kinds in composition["kinds"].items()},
            tuple(composition["named"]),
            frozenset((first, second) for first, second in composition["not_inherited"]),
            frozenset((first, second) for first, second in composition["open_inherited"]),
            {(pair.split()[0], pair.split()[1]): family(*kinds) for pair, kinds in composition["extended"].items()},
        )
        #: Every kind that the tables speak of, in order.
        self.kinds = tuple(
            sorted({*family(*families()), *(kind for kind, sense in self._abstract.items() if isinstance(sense, str))})
        )

    def senses(self, preposition: str, figure: str, ground: str) -> Senses:
        """Return the senses of a preposition between two kinds, each with its cost."""
        for grounds, figures, means in self._rules[preposition]:
            if grounds & {ground, "*"} and figures & {figure, "*"}:
                return means
        own = self._abstract.get(preposition, {})
        sense = own.get(ground, self._abstract.get(ground, "state"))
        return ((sense, 0),)


class Language:
    """Fixed phrases of one language, as a table has them, and nouns behind prepositions that a derived table has."""

    def __init__(self, data: Mapping[str, Any], derived: str = "") -> None:
        #: What a preposition of the language is among `PREPOSITIONS`.
        self.prepositions: dict[str, str] = data["prepositions"]
        self._phrases: dict[tuple[str, str, str], list[str]] = {}
        for preposition, by_article in data["phrases"].items():
            for article, by_sense in by_article.items():
                for sense, phrases in by_sense.items():
                    for phrase in phrases.split():
                        self._phrases.setdefault((preposition, article, phrase.lower()), []).append(sense)
        self._open: set[tuple[str, str, str]] = {
            (preposition, figure, phrase.lower())
            for preposition, by_figure in data["open_phrases"].items()
            for figure, phrases in by_figure.items()
            for phrase in phrases.split()
        }

        self._learnt: dict[tuple[str, str, str], str] = {}
        for line in derived.splitlines():
            head, _, learnt = line.partition(":")
            if not line.startswith("#"):
                preposition, article, sense = head.split()
                self._learnt.update(dict.fromkeys(((preposition, article, noun) for noun in learnt.split()), sense))

    @property
    def phrases(self) -> frozenset[str]:
        """The fixed phrases, whatever their preposition."""
        return frozenset(phrase for _, _, phrase in self._phrases)

    def fixed(self, preposition: str, article: str, phrase: str) -> tuple[str, ...]:
        """Return the senses of a fixed phrase; `article` is ``"bare"``, ``"the"`` or ``"any"``."""
        return tuple(self._phrases.get((preposition, article, phrase), ()))

    def learnt(self, preposition: str, article: str, noun: str) -> str:
        """Return the sense of a preposition before a noun, ``"bare"`` or ``"any"``, as the derived table has it, or nothing."""
        return self._learnt.get((preposition, article, noun), "")

    def every(self) -> Iterator[tuple[str, str, str, str]]:
        """Yield preposition, article, phrase and likeliest sense of the fixed phrases."""
        for (preposition, article, phrase), senses in self._phrases.items():
            yield preposition, article, phrase, senses[0]

    def open_to(self, preposition: str, figure: str, phrase: str) -> bool:
        """Tell whether a phrase is a fixed one of figures such as ``"person"`` or ``"abstract"``, and literal of others."""
        return (preposition, figure, phrase) in self._open


def _costs(means: Iterable[str]) -> Senses:
    pairs = (entry.partition(":") for entry in means)
    return tuple((sense, int(cost or 0)) for sense, _, cost in pairs)


@cache
def tables() -> Tables:
    """Return the shared tables."""
    return Tables(table(_SHARED))


@cache
def language(code: str) -> Language:
    """Return the phrases of a language; raise KeyError for one that is not among `LANGUAGES`."""
    return Language(table(_PHRASES[code]), grammar(_LEARNT[code]))
