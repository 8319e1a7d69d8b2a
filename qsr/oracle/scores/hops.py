"""How many hops a model's reasoning takes, beside how many the path of the question has (SpaRP's Table 6).

A path of k hops rests on k pairs of neighbours. The observed number of hops of a text is the number of pairs of entities that
a statement of the context relates and that the text names together with a relation: two mentions next to each other
with a label's words between them, or two entities alone in a sentence that has such words. Each pair counts once, however often
and in whichever direction it is stated, and pairs that the model composed itself do not count. So the count is that of the
facts used, and equals the path's length for a path written out in full. Names must stand as in the context; coordinates and
arrows are not read. This definition is ours: the paper does not print one.

Source: Rizvi, Zhu and Gurevych, "SpaRC and SpaRP", Findings of ACL 2024, Table 6.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from statistics import StatisticsError, correlation
from typing import Any, Final

from qsr.counts import Counts
from qsr.datasets.free_text.label_lists import says_label
from qsr.datasets.free_text.plain_text import SENTENCE_END
from qsr.datasets.protocol import Item
from qsr.settings import PROPERTY_SETS
from qsr.story import Story

__all__ = ["Hops", "observed_hops", "pearson", "spearman"]

_NAMES: Final = {settings: name for name, settings in PROPERTY_SETS.items()}


def observed_hops(story: Story, text: str) -> int:
    """Return how many pairs of the context's facts a text states.

    >>> from qsr.language import english
    >>> story = english.read(["A is left of B.", "B is above C."])
    >>> observed_hops(story, "B is right of A. B is above C. So A is above and left of C. The answer is above, and left.")
    2
    """
    related = {frozenset(statement.args) for statement in story.statements}
    names = _names(story.entities)
    found = set()
    for sentence in SENTENCE_END.split(text):
        mentions = [(match.start(), match.end(), _index(story.entities, match.group())) for match in names.finditer(sentence)]
        for (_, end, first), (start, _, second) in pairwise(mentions):
            if says_label(sentence[end:start]):
                found.add(frozenset((first, second)))
        if len({entity for _, _, entity in mentions}) == 2 and says_label(sentence):
            found.add(frozenset(entity for _, _, entity in mentions))
    return len(found & related)


@lru_cache(maxsize=64)
def _names(entities: tuple[str, ...]) -> re.Pattern[str]:
    # Single letters are names in capitals only: "a" in a sentence is an article. Longer names before those they hold.
    patterns = [
        re.escape(name) if len(name) == 1 else f"(?i:{re.escape(name)})"
        for name in sorted(entities, key=len, reverse=True)
        if name
    ]
    return re.compile(rf"(?<!\w)(?:{'|'.join(patterns)})(?!\w)") if patterns else re.compile(r"(?!)")


def _index(entities: tuple[str, ...], mention: str) -> int:
    exact = [index for index, name in enumerate(entities) if name == mention]
    return exact[0] if exact else [name.casefold() for name in entities].index(mention.casefold())


def pearson(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Return Pearson's correlation, None for fewer than two pairs or where one side is constant.

    >>> round(pearson([1, 2, 3], [2, 4, 7]), 4)
    0.9934
    """
    try:
        return correlation(one, other)
    except StatisticsError:
        if len(one) != len(other):
            raise
        return None


def spearman(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Return Spearman's rank correlation; equal values share the mean of their ranks.

    >>> spearman([1, 2, 3, 4], [1, 8, 27, 64])
    1.0
    """
    return pearson(_ranks(one), _ranks(other))


def _ranks(values: Sequence[float]) -> list[float]:
    places: dict[float, list[int]] = {}
    for place, value in enumerate(sorted(values), 1):
        places.setdefault(value, []).append(place)
    return [sum(places[value]) / len(places[value]) for value in values]


@dataclass
class Hops(Counts):
    """Pairs of observed and gold numbers of hops, property set by property set; each sample of an item is one pair.

    The gold number is the item's group where that is a number, as in SpaRP (``num_hop``) and StepGame (k).
    """

    pairs: dict[str, Counter[tuple[int, int]]] = field(default_factory=dict)

    def add(self, item: Item, text: str) -> None:
        """Count one answer with its reasoning; an item without a number of hops is passed over."""
        gold = next((int(group) for group in item.groups if group.isdecimal()), None)
        if gold is not None:
            name = _NAMES.get(item.story.settings, "other")
            self.pairs.setdefault(name, Counter())[observed_hops(item.story, text), gold] += 1

    def report(self) -> dict[str, Any]:
        """Return answers, mean observed and gold hops, Pearson's and Spearman's correlation, by property set."""
        report = {}
        for name, counted in sorted(self.pairs.items()):
            # In order, so that rounding does not depend on that of the answers.
            pairs = sorted(counted.elements())
            observed, gold = zip(*pairs, strict=True)
            report[name] = {
                "answers": len(pairs),
                "mean_observed": sum(observed) / len(pairs),
                "mean_gold": sum(gold) / len(pairs),
                "pearson": pearson(observed, gold),
                "spearman": spearman(observed, gold),
            }
        return report
