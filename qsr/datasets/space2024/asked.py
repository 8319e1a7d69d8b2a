"""What a question asks, whichever way it is asked.

Questions ask for the same in the same words but for marks, in the two orders of a copula ("P是()" and "()是P"), or where each
option puts the same names at the same places of a layout.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable
from typing import Final

from qsr.datasets.free_text.plain_text import bare, plain_option
from qsr.datasets.protocol import Item
from qsr.errors import UnsupportedQuestion
from qsr.seats import Claim, Layout
from qsr.theories.seating.relations import complement, converse, table

__all__ = ["asked"]

_COPULA: Final = re.compile(r"(?P<left>.*)是\(\)|\(\)是(?P<right>.*)")


def asked(item: Item) -> Hashable:
    """Return what a question asks, the same for all ways of asking it that are recognised."""
    claims = dict(item.question.properties).get("claims")
    layout = Layout.parse(dict(item.story.settings).get("layout", ""))
    if claims and layout is not None:
        texts = dict(item.choices)
        try:
            return frozenset((plain_option(texts.get(letter, letter)), _meaning(layout, item, said)) for letter, said in claims)
        except UnsupportedQuestion:
            pass
    words = bare(item.question.text)
    copula = _COPULA.fullmatch(words)
    return ("is", copula["left"] or copula["right"] or "") if copula else words


def _meaning(layout: Layout, item: Item, said: Iterable[Claim]) -> Hashable:
    """Return which places an option gives to its names: for each of them, or two of them, the pairs of places that are left."""
    left: dict[tuple[str, ...], tuple[int, ...]] = {}
    for relation, args, denied in said:
        rows = table(layout, relation).rows
        if denied:
            rows = complement(rows)
        names = tuple(item.story.entities[index] for index in args)
        if names != tuple(sorted(names)):
            names, rows = names[::-1], converse(rows)
        if len(set(names)) > 1:
            # Nobody shares a place, so that what a relation says of one place and itself makes no difference.
            rows = tuple(row & ~(1 << place) for place, row in enumerate(rows))
        left[names] = tuple(one & other for one, other in zip(left.get(names, rows), rows, strict=True))
    return frozenset(left.items())
