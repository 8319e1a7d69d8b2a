"""The tables of the theory: kinds of nouns, fixed phrases, senses by kind, and how senses compose. All of them are data.

`grammars/prepositions.toml` is the same for every language; `prepositions_english.toml` and `prepositions_romanian.toml` have the
nouns and phrases of each. Nouns that are not listed come from `preposition_nouns.txt`, derived from WordNet, and from
`preposition_nouns_romanian.txt`, derived from the Romanian Wordnet; a table is read when its language is first asked for.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, TypeAlias

from qsr.resources import fingerprint, grammar

__all__ = [
    "EVIDENCE",
    "LANGUAGES",
    "PREPOSITIONS",
    "Composition",
    "Kinds",
    "Language",
    "Senses",
    "Tables",
    "fingerprint_of_tables",
    "language",
    "tables",
]

#: Codes of the languages and their files.
LANGUAGES: Final = {"en": "prepositions_english.toml", "ro": "prepositions_romanian.toml"}
#: The prepositions whose senses the tables have; those of another language are mapped to them.
PREPOSITIONS: Final = ("in", "at", "on", "with", "under", "above", "behind")
_SHARED: Final = "prepositions.toml"
#: What constructions say of senses.
EVIDENCE: Final = "preposition_evidence.txt"
_NOUNS: Final = {"en": "preposition_nouns.txt", "ro": "preposition_nouns_romanian.txt"}
#: What stands before the weaker kinds of a noun in a derived table, or before a noun in the list of a weaker kind, and the least
#: that a weaker kind of a derived table costs.
_WEAKER: Final = "~"
_SELDOM: Final = 4

#: Kinds that a noun may name, each with what it costs to take it so: 0 for the most frequent.
Kinds: TypeAlias = tuple[tuple[str, int], ...]
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
    """The tables that every language shares."""

    def __init__(self, text: str) -> None:
        data = tomllib.loads(text)
        self._families: dict[str, list[str]] = data["families"]
        #: Sense -> how an explanation calls it, with {} for the ground.
        self.words: dict[str, str] = data["words"]
        #: Rule of composition, and of order -> what an explanation says of it.
        self.reasons: dict[str, str] = data["reasons"]
        self.orders: dict[str, str] = data["orders"]
        self._abstract: dict[str, Any] = data["abstract"]
        self._rules = [
            (rule["preposition"], self._spread(line["ground"]), self._spread(line["figure"]), _costs(line["means"]))
            for rule in data["rules"]
            for line in rule["sense"]
        ]
        composition = data["composition"]
        self.composition = Composition(
            {name: frozenset(senses) for name, senses in composition["senses"].items()},
            {name: self._spread(kinds) for name, kinds in composition["kinds"].items()},
            tuple(composition["named"]),
            frozenset((first, second) for first, second in composition["not_inherited"]),
            frozenset((first, second) for first, second in composition["open_inherited"]),
            {(pair.split()[0], pair.split()[1]): self._spread(kinds) for pair, kinds in composition["extended"].items()},
        )
        #: Every kind that the tables speak of, in order.
        self.kinds = tuple(
            sorted({*self._spread(self._families), *(kind for kind, sense in self._abstract.items() if isinstance(sense, str))})
        )
        self._known: dict[tuple[str, str, str], Senses] = {}

    def family(self, *names: str) -> frozenset[str]:
        """Return the kinds of some families."""
        return self._spread(names)

    def _spread(self, names: Iterable[str]) -> frozenset[str]:
        found: set[str] = set()
        for name in names:
            found.update(self._spread(self._families[name]) if name in self._families else [name])
        return frozenset(found)

    def senses(self, preposition: str, figure: str, ground: str) -> Senses:
        """Return the senses of a preposition between two kinds, each with its cost."""
        key = preposition, figure, ground
        if key not in self._known:
            self._known[key] = self._look_up(*key)
        return self._known[key]

    def _look_up(self, preposition: str, figure: str, ground: str) -> Senses:
        for governor, grounds, figures, means in self._rules:
            if governor == preposition and grounds & {ground, "*"} and figures & {figure, "*"}:
                return means
        own = self._abstract.get(preposition, {})
        sense = own.get(ground, self._abstract.get(ground, "state"))
        return ((sense, 0),)


class Language:
    """Nouns and phrases of one language.

    Parameters
    ----------
    text
        The language's own file.
    nouns
        Lines of ``kinds: nouns`` for nouns that the file does not list.
    """

    def __init__(self, text: str, nouns: str = "") -> None:
        data = tomllib.loads(text)
        #: What a preposition of the language is among `PREPOSITIONS`.
        self.prepositions: dict[str, str] = data["prepositions"]
        self._kinds: dict[str, list[str]] = {}
        listed = [(word.lower(), kind) for kind, words in data["kinds"].items() for word in words.split()]
        # A mark before a noun says that it names this kind less often than the others it is listed under.
        for word, kind in sorted(listed, key=lambda entry: entry[0].startswith(_WEAKER)):
            self._kinds.setdefault(word.removeprefix(_WEAKER), []).append(kind)
        self._table: dict[str, tuple[str, ...]] = {}
        for line in nouns.splitlines():
            if not line.startswith("#"):
                kinds, _, words = line.partition(":")
                self._table.update(dict.fromkeys(words.split(), tuple(kinds.split())))
        self._phrases: dict[tuple[str, str, str], list[str]] = {}
        for preposition, by_article in data["phrases"].items():
            for article, by_sense in by_article.items():
                for sense, phrases in by_sense.items():
                    for phrase in phrases.split():
                        self._phrases.setdefault((preposition, article, phrase.lower()), []).append(sense)
        #: Determiner -> the article it counts as, and pronoun -> its kind.
        self.determiners = _by_word(data["determiners"])
        self.pronouns = _by_word(data["pronouns"])
        phrase = data.get("phrase", {})
        names = ("postmodifiers", "parts", "clock", "fronted", "amounts", "dimensions", "given")
        sets = [frozenset(phrase.get(name, "").split()) for name in names]
        #: Words that begin a postmodifier, nouns of parts, words that make a number a time, adjectives that go before their noun
        #: and have its article; nouns of amounts, which stand for what they are an amount of, and of dimensions, which make
        #: a measure a place; abstract nouns that are given names as well.
        self.postmodifiers, self.parts, self.clock, self.fronted, self.amounts, self.dimensions, self.given = sets
        #: Suffix -> kind, in order.
        self.suffixes = tuple((suffix, kind) for kind, suffixes in data["suffixes"].items() for suffix in suffixes.split())
        #: Inflection: ending -> what may stand for it; pairs of sounds, and of endings of learned words; diminutives and bases.
        self.endings: tuple[tuple[str, list[str]], ...] = tuple(data.get("endings", {}).items())
        stems = data.get("stems", {})
        self.alternations, self.cognates = (_pairs(stems.get(name, "")) for name in ("alternations", "cognates"))
        #: Plural -> noun, where no ending explains it.
        self.irregular = dict(_pairs(data.get("irregular", {}).get("plurals", "")))
        self.diminutives = tuple(stems.get("diminutives", "").split())
        self.bases = tuple(stems.get("bases", ()))
        self._open: set[tuple[str, str, str]] = {
            (preposition, figure, phrase.lower())
            for preposition, by_figure in data["open_phrases"].items()
            for figure, phrases in by_figure.items()
            for phrase in phrases.split()
        }

    def listed(self, noun: str) -> Kinds:
        """Return the kinds that the language's own file gives a noun; the empty tuple where it is not listed."""
        return tuple((kind, place) for place, kind in enumerate(self._kinds.get(noun, ())))

    def derived(self, noun: str) -> Kinds:
        """Return the kinds that the derived table gives a noun, the most frequent first; those behind a mark cost more."""
        kinds = self._table.get(noun, ())
        usual = kinds.index(_WEAKER) if _WEAKER in kinds else len(kinds)
        weaker = ((kind, max(2 * place, _SELDOM)) for place, kind in enumerate(kinds[usual + 1 :], usual))
        return (*((kind, 2 * place) for place, kind in enumerate(kinds[:usual])), *weaker)

    @property
    def phrases(self) -> frozenset[str]:
        """The fixed phrases, whatever their preposition."""
        return frozenset(phrase for _, _, phrase in self._phrases)

    def known(self, noun: str) -> Kinds:
        """Return the kinds that a table gives a noun, the language's own file first; the empty tuple where none has it."""
        return self.listed(noun) or self.derived(noun)

    def fixed(self, preposition: str, article: str, phrase: str) -> tuple[str, ...]:
        """Return the senses of a fixed phrase; `article` is ``"bare"``, ``"the"`` or ``"any"``."""
        return tuple(self._phrases.get((preposition, article, phrase), ()))

    def open_to(self, preposition: str, figure: str, phrase: str) -> bool:
        """Tell whether a phrase is a fixed one of figures such as ``"person"`` or ``"abstract"``, and literal of others."""
        return (preposition, figure, phrase) in self._open


def _by_word(table: Mapping[str, str]) -> dict[str, str]:
    return {word: name for name, words in table.items() for word in words.split()}


def _pairs(text: str) -> tuple[tuple[str, str], ...]:
    pairs = (entry.partition(":") for entry in text.split())
    return tuple((first, second) for first, _, second in pairs)


def _costs(means: Iterable[str]) -> Senses:
    pairs = (entry.partition(":") for entry in means)
    return tuple((sense, int(cost or 0)) for sense, _, cost in pairs)


@cache
def tables() -> Tables:
    """Return the shared tables."""
    return Tables(grammar(_SHARED))


@cache
def language(code: str) -> Language:
    """Return the nouns and phrases of a language; raise KeyError for one that is not among `LANGUAGES`."""
    return Language(grammar(LANGUAGES[code]), grammar(_NOUNS[code]))


@cache
def fingerprint_of_tables(*more: str) -> str:
    """Return a fingerprint of all tables and of further texts."""
    return fingerprint(grammar(_SHARED), *(grammar(file) for file in (*_NOUNS.values(), *LANGUAGES.values(), EVIDENCE)), *more)
