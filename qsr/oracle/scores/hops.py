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

import math
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
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


def pearson(pairs: Mapping[tuple[int, int], int]) -> float | None:
    """Return Pearson's correlation of pairs, each with how often it stands; None where one side is constant.

    Sums are of whole numbers and so exact: they depend on no order, and take no longer for a million pairs than for as many
    different ones.

    >>> round(pearson({(1, 2): 1, (2, 4): 1, (3, 7): 1}), 4)
    0.9934
    """
    number = sum(pairs.values())
    one, other = (sum(times * pair[side] for pair, times in pairs.items()) for side in (0, 1))

    def spread(side: int, beside: int, product: int) -> int:
        return number * sum(times * pair[side] * pair[beside] for pair, times in pairs.items()) - product

    squares = spread(0, 0, one * one) * spread(1, 1, other * other)
    return spread(0, 1, one * other) / math.sqrt(squares) if squares else None


def spearman(pairs: Mapping[tuple[int, int], int]) -> float | None:
    """Return Spearman's rank correlation of pairs, each with how often it stands; equal values share the mean of their ranks.

    >>> spearman({(1, 1): 1, (2, 8): 1, (3, 27): 1, (4, 64): 1})
    1.0
    """
    one, other = _ranks(pairs, 0), _ranks(pairs, 1)
    ranked: Counter[tuple[int, int]] = Counter()
    for (mine, theirs), times in pairs.items():
        ranked[one[mine], other[theirs]] += times
    return pearson(ranked)


def _ranks(pairs: Mapping[tuple[int, int], int], side: int) -> dict[int, int]:
    """Return twice the mean rank of each value, a whole number."""
    times: Counter[int] = Counter()
    for pair, number in pairs.items():
        times[pair[side]] += number
    ranks, before = {}, 0
    for value, number in sorted(times.items()):
        ranks[value] = 2 * before + number + 1
        before += number
    return ranks


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
        for name, pairs in sorted(self.pairs.items()):
            number = pairs.total()
            report[name] = {
                "answers": number,
                "mean_observed": sum(observed * times for (observed, _), times in pairs.items()) / number,
                "mean_gold": sum(gold * times for (_, gold), times in pairs.items()) / number,
                "pearson": pearson(pairs),
                "spearman": spearman(pairs),
            }
        return report
