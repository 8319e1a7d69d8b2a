"""Derive `grammars/preposition_nouns.txt` from WordNet: what kind of thing a noun of English names.

    python tools/preposition_nouns.py DICT > grammars/preposition_nouns.txt

DICT is WordNet's folder `dict` with data.noun, index.noun and index.sense (release 3.0 or 3.1; packages of Debian and npm have
it). Each sense of a noun falls into the first kind of `KINDS` that one of its hypernyms is listed under, else into
the kind of its lexicographer file. Senses are weighed by their counts in the sense-tagged texts of WordNet, and a noun keeps the
kinds that have a fair share, the most frequent first. Left out are Latin names of organisms, names of persons, phrases whose
last word alone gives the same kinds, and words with no letters.

C. Fellbaum (ed.), "WordNet: An Electronic Lexical Database", MIT Press 1998.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

#: Kind -> sense keys (without the two last, always empty, fields) of the synsets whose hyponyms are of that kind. The order
#: decides: a school bus is a vehicle and a container, and counts as a vehicle.
KINDS: Final[dict[str, str]] = {
    "language": "language%1:10:00 dialect%1:10:00",
    "performer": "performer%1:18:00 musician%1:18:00",
    "role": "leader%1:18:00 superior%1:18:01 head%1:18:00 officer%1:18:01 official%1:18:01 ruler%1:18:00 administrator%1:18:00",
    "person": "person%1:03:00 people%1:14:00 imaginary_being%1:18:00 spiritual_being%1:18:00",
    "animal": "animal%1:03:00",
    "cover": "blanket%1:06:00 awning%1:06:00 roof%1:06:00 umbrella%1:06:00 canopy%1:06:00",
    "vehicle": "vehicle%1:06:00 saddle_horse%1:05:00",
    "clothing": "clothing%1:06:00 footwear%1:06:01 garment%1:06:00 jewelry%1:06:00",
    "room": "room%1:06:00 area%1:06:00 floor%1:06:01 compartment%1:06:00",
    "surface": "floor%1:06:00 wall%1:06:00 ceiling%1:06:00 board%1:06:02 platform%1:06:00 horizontal_surface%1:06:00",
    "furniture": "furniture%1:06:00",
    "building": "building%1:06:00 housing%1:06:00 building_complex%1:06:00 establishment%1:06:00 shelter%1:06:00",
    "list": "list%1:10:00 table%1:14:00 map%1:06:00",
    "picture": "picture%1:06:00 picture%1:06:01 painting%1:06:00 photograph%1:06:00 stamp%1:10:00 stamp%1:06:00 "
    "sculpture%1:06:00",
    "work": "movie%1:10:00 dramatic_composition%1:10:00 literary_composition%1:10:00 story%1:10:03 music%1:10:00 "
    "musical_composition%1:10:00 show%1:10:00 fiction%1:10:00 video%1:10:00 news%1:10:00",
    "document": "publication%1:10:00 document%1:06:00 document%1:10:00 book%1:06:00 letter%1:10:00 paper%1:10:01 "
    "correspondence%1:10:00 notebook%1:06:00 newspaper%1:06:00 periodical%1:10:00",
    "inscription": "symbol%1:10:00 mark%1:10:00 drawing%1:06:00 written_symbol%1:10:00 writing%1:10:02 word%1:10:00 name%1:10:00",
    "medium": "medium%1:10:00 broadcasting%1:10:00 telecommunication%1:10:00 telephone%1:06:00 television_receiver%1:06:00 "
    "radio_receiver%1:06:00 computer%1:06:00 network%1:06:01 display%1:06:01",
    "container": "container%1:06:00 receptacle%1:06:00 enclosure%1:06:00",
    "road": "way%1:06:00 road%1:06:00",
    "water": "body_of_water%1:17:00",
    "body": "body_part%1:08:00 body%1:08:00",
    "landform": "geological_formation%1:17:00 land%1:17:00 land%1:17:01",
    "region": "district%1:15:00 city%1:15:00 country%1:15:00 state%1:15:00 geographical_area%1:15:00 land%1:15:02 "
    "municipality%1:15:00 continent%1:17:00",
    "place": "tract%1:15:00 facility%1:06:00 region%1:15:00 location%1:03:00 workplace%1:06:00 geographic_point%1:15:00",
    "structure": "structure%1:06:00",
    "food": "food%1:03:00 food%1:13:00 beverage%1:13:00",
    "substance": "substance%1:03:00 material%1:27:00 fluid%1:27:00",
    "plant": "plant%1:03:00 fungus%1:20:00 plant_part%1:20:00",
    "institution": "institution%1:14:00 organization%1:14:00 unit%1:14:00 administration%1:14:00 polity%1:14:00 "
    "enterprise%1:14:00",
    "group": "gathering%1:14:00 musical_organization%1:14:00 team%1:14:00 kin%1:14:00 crowd%1:14:00",
    "event": "social_event%1:11:00 contest%1:11:00 ceremony%1:11:00 party%1:14:00 meeting%1:14:00 "
    "ceremony%1:04:00 celebration%1:04:00 affair%1:11:00 course%1:04:01 performance%1:10:00",
    "travel": "travel%1:04:00 motion%1:04:00",
    "field": "discipline%1:09:00",
    "colour": "color%1:07:00",
    "rule": "law%1:10:00 law%1:14:00 agreement%1:10:00 rule%1:09:01",
    "device": "device%1:06:00 equipment%1:06:00 implement%1:06:00 machine%1:06:00",
}
#: WordNet's lexicographer files, for what no list above catches. Numbers as in lexnames(5WN).
FILES: Final = {
    3: "thing", 4: "activity", 5: "animal", 6: "thing", 7: "attribute", 8: "body", 9: "cognition", 10: "communication",
    11: "event", 12: "feeling", 13: "food", 14: "group", 15: "place", 16: "feeling", 17: "object", 18: "person",
    19: "phenomenon", 20: "plant",
    21: "possession", 22: "process", 23: "measure", 24: "relation", 25: "shape", 26: "state", 27: "substance", 28: "time",
}  # fmt: skip
#: The least share of a noun's uses that a kind must have.
SHARE: Final = 0.2
#: Kinds whose phrases are left out, because nearly all of them are names of species, compounds and trades.
_ONE_WORD: Final = ("animal", "plant", "person", "substance", "food", "language", "body")
_LATIN: Final = (5, 20)


def synsets(folder: Path) -> Iterator[tuple[int, int, list[int], bool]]:
    """Yield offset, lexicographer file and hypernyms of each noun synset, and whether it is a name."""
    for line in (folder / "data.noun").read_text(encoding="latin-1").splitlines():
        if line.startswith("  "):
            continue
        fields = line.partition("|")[0].split()
        at = 4 + 2 * int(fields[3], 16)
        pointers = [fields[at + 1 + 4 * number : at + 5 + 4 * number] for number in range(int(fields[at]))]
        above = [int(offset) for mark, offset, *_ in pointers if mark in ("@", "@i")]
        yield int(fields[0]), int(fields[1]), above, any(mark == "@i" for mark, *_ in pointers)


class WordNet:
    """The nouns of a release of WordNet, their senses sorted into kinds.

    Parameters
    ----------
    folder
        WordNet's folder `dict`.
    """

    def __init__(self, folder: Path) -> None:
        self.file_of: dict[int, int] = {}
        self._above: dict[int, list[int]] = {}
        #: Offsets of synsets that are names of single persons, places and things.
        self.named: set[int] = set()
        for offset, file, hypernyms, is_name in synsets(folder):
            self.file_of[offset], self._above[offset] = file, hypernyms
            if is_name:
                self.named.add(offset)
        #: Word in lower case -> offset and count of each of its senses.
        self.senses: dict[str, list[tuple[int, int]]] = defaultdict(list)
        #: Offset -> how often the words of the synset were found in this sense, all together.
        self.count_of: dict[int, int] = defaultdict(int)
        offset_of: dict[str, int] = {}
        for line in (folder / "index.sense").read_text(encoding="latin-1").splitlines():
            key, offset, _, count = line.split()
            if "%1:" in key:
                offset_of[key.removesuffix("::")] = int(offset)
                self.senses[key.partition("%")[0]].append((int(offset), int(count)))
                self.count_of[int(offset)] += int(count)
        self._roots = {offset_of[key]: kind for kind, keys in reversed(KINDS.items()) for key in keys.split() if key in offset_of}
        missing = [key for keys in KINDS.values() for key in keys.split() if key not in offset_of]
        if missing:
            print("no such sense:", *missing, file=sys.stderr)
        self._order = {kind: place for place, kind in enumerate(KINDS)}
        self._ancestors: dict[int, frozenset[int]] = {}

    def kind_of(self, offset: int) -> str:
        """Return the kind of a synset."""
        kinds = sorted(
            {self._roots[one] for one in self._with_ancestors(offset) if one in self._roots}, key=self._order.__getitem__
        )
        return kinds[0] if kinds else FILES[self.file_of[offset]]

    def is_person(self, offset: int) -> bool:
        """Tell whether a synset is the name of a person."""
        return offset in self.named and self.kind_of(offset) in ("person", "role")

    def is_latin(self, offset: int) -> bool:
        """Tell whether a synset may have the Latin name of an organism."""
        return self.file_of[offset] in _LATIN

    def _with_ancestors(self, offset: int) -> frozenset[int]:
        if offset not in self._ancestors:
            self._ancestors[offset] = frozenset({offset}).union(*(self._with_ancestors(one) for one in self._above[offset]))
        return self._ancestors[offset]


def ranked(weight: Mapping[str, float]) -> tuple[str, ...]:
    """Return the kinds that have a fair share of the weight, or the most of it, the heaviest first, at most three."""
    least = min(SHARE * sum(weight.values()), max(weight.values()))
    return tuple(sorted((kind for kind in weight if weight[kind] >= least), key=lambda kind: (-weight[kind], kind))[:3])


def worth_keeping(word: str, kinds: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Tell whether a phrase of two words says more than its head alone, whose kinds are `other`; a single word always does."""
    return "_" not in word or (word.count("_") == 1 and kinds[0] not in _ONE_WORD and kinds[:1] != other[:1])


def derive(folder: Path) -> dict[str, tuple[str, ...]]:
    """Return the kinds of every English noun worth keeping."""
    wordnet = WordNet(folder)
    upper: dict[str, bool] = {}
    for line in (folder / "data.noun").read_text(encoding="latin-1").splitlines():
        if not line.startswith("  "):
            fields = line.split()
            for word in fields[4 : 4 + 2 * int(fields[3], 16) : 2]:
                upper[word.lower()] = upper.get(word.lower(), True) and word[0].isupper()
    found: dict[str, tuple[str, ...]] = {}
    rank = {line.split()[0]: line.split() for line in (folder / "index.noun").read_text().splitlines() if line[0] != " "}
    for word, entries in wordnet.senses.items():
        if not re.fullmatch(r"[a-z][a-z_'-]*[a-z]", word) or word not in rank:
            continue
        kept = [pair for pair in entries if not (upper[word] and (wordnet.is_latin(pair[0]) or wordnet.is_person(pair[0])))]
        ordered = [int(offset) for offset in rank[word][-int(rank[word][2]) :]]
        weight: dict[str, float] = defaultdict(float)
        for offset, count in kept:
            weight[wordnet.kind_of(offset)] += count + 1.0 / (1 + ordered.index(offset))
        if weight:
            found[word] = ranked(weight)
    return {word: kinds for word, kinds in found.items() if worth_keeping(word, kinds, found.get(word.rpartition("_")[2], ()))}


def lines(nouns: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    """Yield a line per combination of kinds: the kinds, a colon, the nouns."""
    by_kinds: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for word, kinds in nouns.items():
        by_kinds[kinds].append(word)
    for kinds, words in sorted(by_kinds.items()):
        yield f"{' '.join(kinds)}: {' '.join(sorted(words))}"


def main() -> None:
    """Print the table."""
    print("# Kinds of English nouns, the most frequent kind first; made by tools/preposition_nouns.py from WordNet.")
    print("# Derived from WordNet (R), Princeton University; its licence is in WORDNET_LICENSE.txt beside this file.")
    print(*lines(derive(Path(sys.argv[1]))), sep="\n")


if __name__ == "__main__":
    main()
