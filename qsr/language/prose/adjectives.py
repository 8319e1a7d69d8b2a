"""By what adjectives tell things apart, and the order in which they put them."""

from __future__ import annotations

from functools import cache

from qsr import resources
from qsr.language.prose.entries import Entry, phrases
from qsr.language.prose.inflection import degrees

__all__ = ["order_of", "sort_of"]


def sort_of(word: str) -> str:
    """Return by what an adjective tells things apart, as far as that is known: its side, its colour, its size.

    >>> sort_of("upper"), sort_of("blue"), sort_of("large"), sort_of("second"), sort_of("wooden")
    ('side', 'colour', 'size', 'place', '')
    """
    entry = phrases().get((word.lower(),), Entry(""))
    order = order_of(word) or order_of(word, comparative=True)
    found = {"SIDE": "side", "CENTRE": "side", "ORDINAL": "place"}.get(entry.kind) or (order[0] if order else "")
    return found or ("colour" if word.lower() in resources.table("prose.toml")["adjectives"]["colours"] else "")


def order_of(word: str, *, comparative: bool = False) -> tuple[str, bool] | None:
    """Return the order in which an adjective, or its comparative, puts things, and whether it means earlier.

    >>> order_of("big"), order_of("smaller", comparative=True), order_of("red")
    (('size', False), ('size', True), None)
    """
    return _order_words().get((word.lower(), comparative))


@cache
def _order_words() -> dict[tuple[str, bool], tuple[str, bool]]:
    ends = (("earlier", True), ("later", False))
    return {
        (degrees(adjective)[0] if compared else adjective, compared): (axis, earlier)
        for axis, adjectives in resources.table("prose.toml")["orders"].items()
        for end, earlier in ends
        for adjective in adjectives.get(end, ())
        for compared in (False, True)
    }
