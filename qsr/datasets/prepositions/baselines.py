"""Baselines for items about prepositions that reason about nothing, to see how much a score is worth.

``always-no``
    No, whatever is asked.
``bare-noun``
    No where what stands behind a preposition of the premises has no article and no capital ("on sale", "under 18"), else yes:
    English states and idioms mostly have that form. Romanian nouns have no article behind most prepositions, so that there it
    says no to nearly everything.
``conclusion``
    Naive Bayes over the words of the conclusion alone and the articles in it, learned from all other rows of the same file. The
    premises are not looked at; what it gets right can be got without reasoning. A model that is shown the conclusion alone
    reaches 71.75 % (English) and 68.50 % (Romanian) on the published items.

None of them is used to answer an item unless it was asked for by name, or to stand beside a score.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

from qsr.datasets.prepositions.files import LABELS, Entry, entries, is_pair
from qsr.datasets.protocol import Item, Row
from qsr.errors import ParseError
from qsr.story import Value
from qsr.theories.prepositions.text.sentences import sentence

__all__ = ["NAMES", "Conclusions", "guesses"]

NAMES: Final = ("always-no", "bare-noun", "conclusion")


def guesses(item: Item) -> Mapping[str, Value | None]:
    """Return what each baseline answers; the one that learns answers None where the file has no labels to learn from."""
    if is_pair(item):
        return _guesses_of_pair(item)
    bare = any(statement.property("ground_article") in ("bare", "number") for statement in item.story.statements)
    return {
        "always-no": "no",
        "bare-noun": ("no" if bare else "yes") if item.story.statements else None,
        "conclusion": _learned(item.file).answer(item.question.text, item.line),
    }


def _guesses_of_pair(item: Item) -> Mapping[str, Value | None]:
    """Return the guesses about a hypothesis: no is neutral there, the more frequent of the labels that it may stand for."""
    learned = _learned(item.file).answer(item.question.text, item.line)
    words = {"yes": "entailment", "no": "neutral", None: None}
    return {"always-no": "neutral", "bare-noun": "entailment", "conclusion": words[learned]}


class Conclusions:
    """Naive Bayes over conclusions, with add-one smoothing; a row is answered from all the others.

    >>> rows = [(1, "the cat is on sale", "no"), (2, "the hat is on sale", "no"), (3, "the pen is in the box", "yes")]
    >>> learned = Conclusions(rows)
    >>> learned.answer("the dog is on sale", 4), learned.answer("the nib is in the box", 4)
    ('no', 'yes')
    """

    def __init__(self, rows: Iterable[tuple[int, str, str]]) -> None:
        self._rows: dict[int, list[tuple[str, frozenset[str]]]] = {}
        self._classes: Counter[str] = Counter()
        self._words: dict[str, Counter[str]] = {"yes": Counter(), "no": Counter()}
        for row, text, label in rows:
            found = _features(text)
            self._rows.setdefault(row, []).append((label, found))
            self._classes[label] += 1
            self._words[label].update(found)

    def answer(self, conclusion: str, row: int) -> str | None:
        """Return the likelier answer, no where both are equal; None where there is nothing to learn from."""
        left_out = self._rows.get(row, [])
        items = {label: self._classes[label] - sum(own == label for own, _ in left_out) for label in self._words}
        if not any(items.values()):
            return None
        found = _features(conclusion)
        scores = {}
        for label, words in self._words.items():
            # Both classes weigh the same: what is left out would tilt the rest towards the other class.
            score = 0.0
            for word in sorted(found):
                seen = words[word] - sum(own == label and word in theirs for own, theirs in left_out)
                score += math.log((seen + 1) / (items[label] + 2))
            scores[label] = score
        return "yes" if scores["yes"] > scores["no"] else "no"


@lru_cache(maxsize=4096)
def _features(text: str) -> frozenset[str]:
    """Return the words of a conclusion and the form of its ground."""
    found = set(text.lower().rstrip("?.! ").split())
    try:
        said = sentence(text)
    except ParseError:
        return frozenset(found)
    form = f"ground: {said.ground.article}"
    return frozenset(found | {form, f"{form} {said.preposition}", f"figure: {said.figure.article}"})


@lru_cache(maxsize=8)
def _learned(file: str) -> Conclusions:
    path = Path(file)
    rows = entries(path) if path.is_file() else ()
    found: list[Entry] = [row.payload for row in rows if isinstance(row, Row)]
    return Conclusions((entry.row, entry.conclusion, LABELS[entry.label]) for entry in found if entry.label in LABELS)
