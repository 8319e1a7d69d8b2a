"""What the words around a claim make of it: denied, hedged, approximated, conditional, taken back, or as firm as without them.

The words are data, `grammars/reply_words.toml`, beside the closed class of `qsr.language.function_words`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

from qsr.datasets.free_text.words import DIRECTION, table
from qsr.language import function_words

__all__ = ["FIRM", "Mark", "inside", "is_partial", "marks", "matched"]

#: Words of the closed class that make what they stand with depend on something else; "given" gives a reason in a reply.
_CONDITION: Final = function_words.words("condition") - {"given", "granted", "granting"}


#: Kinds of marks with which a claim is as firm as without them.
FIRM: Final = frozenset({"affirmation", "restart"})


class Mark(NamedTuple):
    """One phrase that marks a claim, with its place in the text."""

    start: int
    end: int
    kind: str


@cache
def _patterns(section: str) -> dict[str, re.Pattern[str]]:
    lists: dict[str, list[str]] = {kind: list(phrases) for kind, phrases in table()[section].items()}
    if section == "marks":
        lists["condition"] += sorted(_CONDITION)
    return {kind: _pattern(phrases) for kind, phrases in lists.items()}


def _pattern(phrases: Iterable[str]) -> re.Pattern[str]:
    """Return a pattern that finds the longest of the phrases first, as far as their spelling tells."""
    ready = (phrase.replace("{direction}", DIRECTION.pattern) for phrase in sorted(phrases, key=len, reverse=True))
    return re.compile(r"(?<![\w'])(?:" + "|".join(ready) + r")(?!\w)", re.IGNORECASE)


def matched(section: str, text: str) -> list[Mark]:
    """Return the phrases of a section of the table in a plain text: of two that overlap the first, then the longer one."""
    found = [
        Mark(match.start(), match.end(), kind)
        for kind, pattern in _patterns(section).items()
        for match in pattern.finditer(text)
        if match.end() > match.start()
    ]
    found.sort(key=lambda mark: (mark.start, -mark.end))
    kept: list[Mark] = []
    for mark in found:
        if not kept or mark.start >= kept[-1].end:
            kept.append(mark)
    return kept


def marks(text: str, names: Sequence[tuple[int, int]] = ()) -> Iterator[Mark]:
    """Yield what marks the claims of a plain text, in order; what stands inside one of the names is part of it."""
    return (mark for mark in matched("marks", text) if not inside(mark.start, mark.end, names))


def is_partial(text: str) -> bool:
    """Tell whether a text speaks of more than was asked, or of a part of it: "how far is not known"."""
    return not set(re.findall(r"\w+", text.lower())).isdisjoint(table()["partial"]["words"])


def inside(start: int, end: int, spans: Iterable[tuple[int, int]]) -> bool:
    """Tell whether a stretch of text lies in one of several."""
    return any(first <= start and end <= last for first, last in spans)
