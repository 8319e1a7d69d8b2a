"""The tables of nouns: what kinds they name, how they are inflected, and what stands around them in a noun phrase.

`grammars/nouns.toml` has the sets of kinds, `nouns_english.toml` and `nouns_romanian.toml` the nouns and function words of each
language. Nouns that are not listed come from `preposition_nouns.txt`, derived from WordNet, and from
`preposition_nouns_romanian.txt`, derived from the Romanian Wordnet; a table is read when its language is first asked for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final, TypeAlias

from qsr.resources import grammar, table

__all__ = ["FILES", "LANGUAGES", "Kinds", "Nouns", "families", "family", "nouns"]

#: Codes of the languages -> their nouns, and those derived from dictionaries.
_TABLES: Final = {
    "en": ("nouns_english.toml", "preposition_nouns.txt"),
    "ro": ("nouns_romanian.toml", "preposition_nouns_romanian.txt"),
}
LANGUAGES: Final = tuple(_TABLES)
_FAMILIES: Final = "nouns.toml"
#: All files of this module, in `grammars/`.
FILES: Final = (_FAMILIES, *(file for files in _TABLES.values() for file in files))
#: What stands before the weaker kinds of a noun in a derived table, or before a noun in the list of a weaker kind, and the least
#: that a weaker kind of a derived table costs.
_WEAKER: Final = "~"
_SELDOM: Final = 4

#: Kinds that a noun may name, each with what it costs to take it so: 0 for the most frequent.
Kinds: TypeAlias = tuple[tuple[str, int], ...]


def families() -> Mapping[str, list[str]]:
    """Return the sets of kinds: name -> kinds, and names of other sets."""
    found: dict[str, list[str]] = table(_FAMILIES)["families"]
    return found


@cache
def family(*names: str) -> frozenset[str]:
    """Return the kinds of some families; what names no family is a kind.

    >>> sorted(family("human", "tree"))
    ['performer', 'person', 'role', 'tree']
    """
    found: set[str] = set()
    for name in names:
        found.update(family(*families()[name]) if name in families() else [name])
    return frozenset(found)


class Nouns:
    """Nouns of one language.

    Parameters
    ----------
    data
        The language's own table.
    derived
        Lines of ``kinds: nouns`` for nouns that the table does not list.
    """

    def __init__(self, data: Mapping[str, Any], derived: str = "") -> None:
        self._usual: dict[str, list[str]] = {}
        self._seldom: dict[str, list[str]] = {}
        self._lists: dict[str, str] = data["kinds"]
        for kind, words in self._lists.items():
            for word in words.split():
                # A mark before a noun says that it names this kind less often than the others it is listed under.
                listed = self._seldom if word.startswith(_WEAKER) else self._usual
                listed.setdefault(word.removeprefix(_WEAKER).lower(), []).append(kind)
        self._derived: dict[str, tuple[str, ...]] = {}
        for line in derived.splitlines():
            if not line.startswith("#"):
                kinds, _, words = line.partition(":")
                self._derived.update(dict.fromkeys(words.split(), tuple(kinds.split())))
        #: Determiner -> the article it counts as, and pronoun -> its kind.
        self.determiners = _by_word(data["determiners"])
        self.pronouns = _by_word(data["pronouns"])
        phrase = data["phrase"]
        names = ("postmodifiers", "parts", "clock", "fronted", "amounts", "dimensions", "given")
        sets = [frozenset(phrase.get(name, "").split()) for name in names]
        #: Words that begin a postmodifier, nouns of parts, words that make a number a time, adjectives that go before their noun
        #: and have its article; nouns of amounts, which stand for what they are an amount of, and of dimensions, which make
        #: a measure a place; abstract nouns that are given names as well.
        self.postmodifiers, self.parts, self.clock, self.fronted, self.amounts, self.dimensions, self.given = sets
        #: Suffix -> kind, in order.
        self.suffixes = tuple((suffix, kind) for kind, suffixes in data["suffixes"].items() for suffix in suffixes.split())
        #: Inflection: ending -> what may stand for it; pairs of sounds, of endings of learned words, and of plurals with the
        #: article and without; diminutives and bases.
        self.endings: tuple[tuple[str, list[str]], ...] = tuple(data["endings"].items())
        stems = data.get("stems", {})
        pairs = (_pairs(stems.get(name, "")) for name in ("alternations", "cognates", "plural_articles"))
        self.alternations, self.cognates, self.plural_articles = pairs
        #: Plural -> noun, where no ending explains it.
        self.irregular = dict(_pairs(data["irregular"]["plurals"]))
        self.diminutives = tuple(stems.get("diminutives", "").split())
        self.bases = tuple(stems.get("bases", ()))

    def of_kind(self, kind: str) -> list[str]:
        """Return the nouns that the language's own table lists under a kind, as they stand there."""
        return self._lists[kind].split()

    def all_listed(self) -> tuple[str, ...]:
        """Return every noun that the language's own table lists."""
        return tuple(dict.fromkeys((*self._usual, *self._seldom)))

    def usual(self, noun: str) -> Sequence[str]:
        """Return the kinds that the language's own table gives a noun, without those it names less often."""
        return self._usual.get(noun, ())

    def listed(self, noun: str) -> Kinds:
        """Return the kinds that the language's own table gives a noun; the empty tuple where it is not listed."""
        return tuple((kind, place) for place, kind in enumerate((*self.usual(noun), *self._seldom.get(noun, ()))))

    def derived(self, noun: str) -> Kinds:
        """Return the kinds that the derived table gives a noun, the most frequent first; those behind a mark cost more."""
        kinds = self._derived.get(noun, ())
        usual = kinds.index(_WEAKER) if _WEAKER in kinds else len(kinds)
        weaker = ((kind, max(2 * place, _SELDOM)) for place, kind in enumerate(kinds[usual + 1 :], usual))
        return (*((kind, 2 * place) for place, kind in enumerate(kinds[:usual])), *weaker)

    def known(self, noun: str) -> Kinds:
        """Return the kinds that a table gives a noun, the language's own first; the empty tuple where none has it."""
        return self.listed(noun) or self.derived(noun)


def _by_word(table: Mapping[str, str]) -> dict[str, str]:
    return {word: name for name, words in table.items() for word in words.split()}


def _pairs(text: str) -> tuple[tuple[str, str], ...]:
    pairs = (entry.partition(":") for entry in text.split())
    return tuple((first, second) for first, _, second in pairs)


@cache
def nouns(code: str) -> Nouns:
    """Return the nouns of a language; raise KeyError for one that is not among `LANGUAGES`."""
    own, derived = _TABLES[code]
    return Nouns(table(own), grammar(derived))
