"""Romanian prepositions, adverbs and adverbials by their places among the words of a sentence."""

from __future__ import annotations

import re
from typing import Final

from qsr.theories.prepositions.text.words import prepositions, words

__all__ = ["YEAR", "adverb_end", "leads_on", "preposition_at", "time_end", "way_end"]

YEAR: Final = re.compile(r"1\d{3}|20\d\d")
#: The words that an adverbial of time has at most.
_LONGEST_TIME: Final = 4


def leads_on(plain: list[str], place: int) -> bool:
    """Tell whether a preposition or one more adverb begins here."""
    return place < len(plain) and (preposition_at(plain, place) is not None or adverb_end(plain, place) is not None)


def preposition_at(plain: list[str], place: int) -> tuple[int, str] | None:
    """Return where a preposition ends that begins here, and which it is."""
    for size in (2, 1):
        said = " ".join(plain[place : place + size])
        if said in prepositions("ro"):
            return place + size, prepositions("ro")[said]
    return None


def adverb_end(plain: list[str], place: int) -> int | None:
    """Return where an adverb ends that begins here, of up to three words."""
    for size in (3, 2, 1):
        if " ".join(plain[place : place + size]) in words("ro", "adverb"):
            return place + size
    return None


def way_end(plain: list[str], place: int) -> int | None:
    """Return where a phrase of means or of way ends that begins here, before a preposition: "prin radio (cu)"."""
    if plain[place] not in words("ro", "between"):
        return None
    for end in range(place + 2, min(place + 4, len(plain))):
        if preposition_at(plain, end) is not None:
            return end if plain[end - 1] not in ("de", "pe", "până") else None
    return None


def time_end(plain: list[str], place: int) -> int | None:
    """Return where an adverbial of time ends that begins here: "în 1911", "de trei zile", "toată ziua", "pe 5 mai"."""
    if plain[place] in ("în", "din", "prin", "până") and YEAR.fullmatch(plain[place + 1] if place + 1 < len(plain) else ""):
        return place + 2
    if plain[place] not in words("ro", "of_time"):
        return None
    for size in range(2, _LONGEST_TIME + 1):
        if place + size <= len(plain) and plain[place + size - 1] in words("ro", "time"):
            between = plain[place + 1 : place + size - 1]
            return place + size if all(not preposition_at([word], 0) for word in between) else None
    return None
