"""Derive `grammars/preposition_nouns_romanian.txt` from the Romanian Wordnet: what kind of thing a noun of Romanian names.

    python tools/romanian_nouns.py DICT PICKLE > grammars/preposition_nouns_romanian.txt

DICT is the folder `dict` of WordNet 3.0, whose offsets the Romanian Wordnet uses, with data.noun and index.sense (Debian packages
it). PICKLE is the file rowordnet.pickle of the Python package rowordnet 1.1.0. The kinds are those of
`tools/preposition_nouns.py`. The Romanian Wordnet counts no uses, so a sense weighs as much as its English synset was found,
damped, and less the further down the sense stands in the Romanian dictionary that its number refers to.

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
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from preposition_nouns import WordNet, lines, ranked, worth_keeping

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


class Sense(NamedTuple):
    """A noun, the offset of its synset and its number among the senses of the noun."""

    noun: str
    offset: int
    number: str


def senses(file: Path) -> Iterator[Sense]:
    """Yield the senses of the nouns of the Romanian Wordnet."""
    with file.open("rb") as stream:
        wordnet = Reader(stream).load()
    for identity, synset in sorted(wordnet.attributes["_synsets"].items()):
        found = _NOUN.fullmatch(identity)
        if found:
            attributes = synset.attributes
            for noun, number in zip(attributes["_literals"], attributes["_literals_senses"], strict=True):
                yield Sense(noun.translate(_CEDILLAS).replace(" ", "_"), int(found[1]), number)


def derive(folder: Path, file: Path) -> dict[str, tuple[str, ...]]:
    """Return the kinds of every Romanian noun worth keeping."""
    wordnet = WordNet(folder)
    weights: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for noun, offset, number in senses(file):
        if offset not in wordnet.file_of or not _WORD.fullmatch(noun.lower()):
            continue
        if noun != noun.lower() and (wordnet.is_latin(offset) or wordnet.is_person(offset)):
            continue
        place = _PLACE.match(number)
        weights[noun.lower()][wordnet.kind_of(offset)] += weight(wordnet.count_of[offset], int(place[0]) if place else _LACKING)
    found = {noun: ranked(weight) for noun, weight in weights.items()}
    # The head of a Romanian phrase comes first.
    return {noun: kinds for noun, kinds in found.items() if worth_keeping(noun, kinds, found.get(noun.partition("_")[0], ()))}


def weight(count: int, place: int) -> float:
    """Return how much a sense weighs whose synset was found so often, and which stands at a place of the dictionary."""
    return (1 + math.log1p(count)) / math.sqrt(place)


def main() -> None:
    """Print the table."""
    print(
        "# Kinds of Romanian nouns, the likeliest first; made by tools/romanian_nouns.py from the Romanian Wordnet and WordNet."
    )
    print("# This file is licensed under CC BY-SA 4.0; see ROWORDNET_LICENSE.txt and WORDNET_LICENSE.txt beside it.")
    print(*lines(derive(Path(sys.argv[1]), Path(sys.argv[2]))), sep="\n")


if __name__ == "__main__":
    main()
