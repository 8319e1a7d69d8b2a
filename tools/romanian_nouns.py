"""Derive `grammars/preposition_nouns_romanian.txt` from the Romanian Wordnet: what kind of thing a noun of Romanian names.

    python tools/romanian_nouns.py DICT PICKLE VECTORS > grammars/preposition_nouns_romanian.txt

DICT is the folder `dict` of WordNet 3.0, whose offsets the Romanian Wordnet uses (Debian packages it). PICKLE is the file
rowordnet.pickle of the package rowordnet 1.1.0. VECTORS is that of `tools/preposition_nouns.py`, and the kinds are found as
there; the vector of a noun is that of the English words of its senses. The Romanian Wordnet counts no uses, so a sense weighs as
much as its English synset was found, damped, and less the further down it stands in the dictionary that its number refers to.

A pickle is a program. This one is read by a reader that knows the few classes in it, makes bare records of them, and refuses
everything else.

D. Tufiș, R. Ion, L. Bozianu, A. Ceaușu and D. Ștefănescu, "Romanian Wordnet: Current State, New Applications and Prospects",
GWC 2008; D. Tufiș and V. Barbu Mititelu, "The Lexical Ontology for Romanian", 2014; S. D. Dumitrescu, A. M. Avram, L. Morogan
and Ș. Toma, "RoWordNet - A Python API for the Romanian WordNet", ECAI 2018 (the package).
"""

from __future__ import annotations

import math
import pickle
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from noun_kinds import Model, Sense, Vectors, kept, unit
from preposition_nouns import WEAKER, English, lines, listed_nouns, worth_keeping

_NOUN: Final = re.compile(r"ENG30-(\d{8})-n")
_WORD: Final = re.compile(r"[a-zăâîșț][a-zăâîșț_'-]*[a-zăâîșț]")
_CEDILLAS: Final = str.maketrans("şţŞŢ", "șțȘȚ")
#: The number of a sense begins with its place in the dictionary; "x" stands for a sense that the dictionary lacks.
_PLACE: Final = re.compile(r"\d+")
_LACKING: Final = 3


class Record:
    """What stands for an object of the package: its attributes and nothing else."""

    attributes: dict[str, Any]

    def __setstate__(self, attributes: dict[str, Any]) -> None:
        self.attributes = attributes


class Synset(Record):
    """A synset of the package."""


def _value(value: object) -> object:
    return value


def _member(owner: object, name: str) -> object:
    """Stand for `getattr`, which the pickle needs for the two enumerations inside a synset: their values will do."""
    if owner is Synset and name in ("Pos", "SumoType"):
        return _value
    raise pickle.UnpicklingError(f"attribute {name!r} of {owner!r}: a part of speech or a SUMO type was expected")


_KNOWN: Final[dict[tuple[str, str], Any]] = {
    ("rowordnet.rowordnet", "RoWordNet"): Record,
    ("rowordnet.synset", "Synset"): Synset,
    ("networkx.classes.digraph", "DiGraph"): Record,
    ("collections", "defaultdict"): defaultdict,
    ("builtins", "dict"): dict,
    ("builtins", "list"): list,
    ("builtins", "set"): set,
    ("builtins", "getattr"): _member,
}


class Reader(pickle.Unpickler):
    """Reads the pickle of the package, and raises `pickle.UnpicklingError` for a class that is not expected in it."""

    def find_class(self, module: str, name: str) -> Any:
        """Return what stands for a class."""
        if (module, name) not in _KNOWN:
            raise pickle.UnpicklingError(f"{module}.{name}: not one of the classes that the Romanian Wordnet needs")
        return _KNOWN[module, name]


class Entry(NamedTuple):
    """A noun, the offset of its synset and its number among the senses of the noun."""

    noun: str
    offset: int
    number: str


def senses(file: Path) -> Iterator[Entry]:
    """Yield the senses of the nouns of the Romanian Wordnet."""
    with file.open("rb") as stream:
        wordnet = Reader(stream).load()
    for identity, synset in sorted(wordnet.attributes["_synsets"].items()):
        found = _NOUN.fullmatch(identity)
        if found:
            attributes = synset.attributes
            for noun, number in zip(attributes["_literals"], attributes["_literals_senses"], strict=True):
                yield Entry(noun.translate(_CEDILLAS).replace(" ", "_"), int(found[1]), number)


class Romanian:
    """Romanian nouns by their senses in the Romanian Wordnet, and by the English words of these.

    Parameters
    ----------
    english
        What the senses are of.
    file
        The pickle.
    """

    #: The counts of the senses are those of their English words.
    counts = 1.0

    def __init__(self, english: English, file: Path) -> None:
        self._english, self.wordnet = english, english.wordnet
        wordnet = english.wordnet
        weights: dict[str, dict[int, float]] = defaultdict(dict)
        for noun, offset, number in senses(file):
            if offset not in wordnet.file_of or not _WORD.fullmatch(noun.lower()):
                continue
            if noun != noun.lower() and (wordnet.is_latin(offset) or wordnet.is_person(offset)):
                continue
            place = _PLACE.match(number)
            weights[noun.lower()][offset] = weight(wordnet.count_of[offset], int(place[0]) if place else _LACKING)
        self._senses = {
            noun: [(one, share / sum(found.values())) for one, share in found.items()] for noun, found in weights.items()
        }

    def nouns(self) -> Iterable[str]:
        """Yield all nouns."""
        return self._senses

    def head(self, noun: str) -> str:
        """Return the first word."""
        return noun.partition("_")[0]

    def senses(self, noun: str) -> list[Sense]:
        """Return the senses of a noun with their shares."""
        return self._senses.get(noun, [])

    def vector(self, noun: str) -> Any:
        """Return the vector of the English words of the senses of a noun, or None."""
        found = [
            share * self._english.vector(word)
            for offset, share in self.senses(noun)
            for word in self._english.lemmas[offset]
            if self._english.vector(word) is not None
        ]
        return unit(sum(found)) if found else None


def derive(romanian: Romanian) -> dict[str, tuple[str, ...]]:
    """Return the kinds of every Romanian noun worth keeping."""
    model = Model(romanian, listed_nouns("ro"))
    found = {noun: kept(model.kinds(noun), WEAKER) for noun in romanian.nouns()}
    return {noun: kinds for noun, kinds in found.items() if worth_keeping(noun, kinds, found.get(romanian.head(noun), ()))}


def weight(count: int, place: int) -> float:
    """Return how much a sense weighs whose synset was found so often, and which stands at a place of the dictionary."""
    return (1 + math.log1p(count)) / math.sqrt(place)


def main() -> None:
    """Print the table."""
    print("# Kinds of Romanian nouns, the likeliest first; made by tools/romanian_nouns.py from wordnets and word vectors.")
    print("# This file is licensed under CC BY-SA 4.0; see ROWORDNET_LICENSE.txt and WORDNET_LICENSE.txt beside it.")
    print(*lines(derive(Romanian(English(Path(sys.argv[1]), Vectors(Path(sys.argv[3]))), Path(sys.argv[2])))), sep="\n")


if __name__ == "__main__":
    main()
