"""Names of entities as they may stand in a picture: made harmless, kept short, measured, and isolated by writing direction.

Names come from anybody's text. What a document cannot carry (control characters, lone surrogates) and what would re-order
its neighbours (the directional controls of the Unicode Bidirectional Algorithm, UAX 9) is removed; joiners inside
emoji and Indic words stay.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from typing import Final

__all__ = ["LONGEST", "clean", "display_name", "is_right_to_left", "isolate", "joint", "pixels", "shorten", "width"]

#: Columns of one name that a picture shows.
LONGEST: Final = 26
#: Characters per column up to which a name is left alone: letters may carry marks of their own.
_MARKS: Final = 4
#: Columns that ", 12 more" takes.
_COUNT_COLUMNS: Final = 9

#: Widths of letters in DejaVu Sans Bold, one of the widest fonts for screens, in shares of their size; 3/4 for all others.
_WIDE: Final = {
    letter: wide
    for wide, letters in (
        (0.4, " ',-./:;IJ\\ijl|"),
        (0.5, '!()[]f"*_`rt'),
        (0.66, "?cszLakvxy"),
        (0.72, "$0123456789EFSTYbdeghnopqu{}"),
        (0.86, "GU#&+<=>DHNOQ^~"),
        (0.95, "w"),
        (1.12, "…%@MmW"),
    )
    for letter in letters
}

_KEPT_FORMATS: Final = ("\u200c", "\u200d")
_DROPPED: Final = ("Cc", "Cf", "Cn", "Co", "Cs")
_SPACES: Final = ("Zs", "Zl", "Zp")
_ISOLATE, _END_ISOLATE = "\u2068", "\u2069"


def clean(name: str) -> str:
    r"""Return the printable characters of a name; line breaks and runs of white space become one space.

    >>> clean("the\tred\x00 cup\n")
    'the red cup'
    """
    kept = []
    for character in name:
        category = unicodedata.category(character)
        if category in _SPACES or character in "\t\n\r\v\f\x85":
            kept.append(" ")
        elif category not in _DROPPED or character in _KEPT_FORMATS:
            kept.append(character)
    return " ".join("".join(kept).split())


def shorten(name: str, longest: int = LONGEST) -> str:
    """Return the name, cut with an ellipsis where it is wider than `longest` columns or has very many marks on its letters.

    >>> shorten("the very long red cup", 10)
    'the very…'
    """
    if width(name) <= longest and len(name) <= _MARKS * longest:
        return name
    kept = name[: _MARKS * longest]
    while width(kept) > longest - 1:
        kept = kept[:-1]
    return kept.rstrip(" " + "".join(_KEPT_FORMATS)) + "…"


def display_name(names: Mapping[int, str], entity: int) -> str:
    """Return the cleaned name of an entity, ``#7`` for entity 7 where nothing printable is left of it."""
    return clean(names.get(entity, "")) or f"#{entity}"


def joint(labels: Iterable[str], longest: int) -> list[str]:
    """Return the labels of entities that share a place, the last ones counted where they would be too wide together.

    >>> joint(["cup", "pen", "box", "lamp"], longest=18)
    ['cup', 'pen', '2 more']
    """
    waiting = [shorten(label) for label in labels]
    room = longest - sum(width(label) + len(", ") for label in waiting)
    if room + len(", ") >= 0:
        return waiting
    shown, room = [waiting.pop(0)], longest - _COUNT_COLUMNS
    room -= width(shown[0])
    while waiting and width(waiting[0]) + len(", ") <= room:
        room -= width(waiting[0]) + len(", ")
        shown.append(waiting.pop(0))
    return [*shown, f"{len(waiting)} more"] if waiting else shown


def is_right_to_left(text: str) -> bool:
    """Tell whether the first character with a strong direction runs from right to left."""
    for character in text:
        direction = unicodedata.bidirectional(character)
        if direction in ("R", "AL"):
            return True
        if direction == "L":
            return False
    return False


def isolate(text: str) -> str:
    """Return plain text in which a right-to-left name does not re-order what stands around it."""
    has_right_to_left = any(unicodedata.bidirectional(character) in ("R", "AL", "AN") for character in text)
    return f"{_ISOLATE}{text}{_END_ISOLATE}" if has_right_to_left else text


def width(text: str) -> int:
    """Return how many columns of a terminal the text takes: two for wide characters, none for marks."""
    columns = 0
    for character in text:
        if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
            continue
        columns += 2 if unicodedata.east_asian_width(character) in "WF" else 1
    return columns


def pixels(text: str, letters: float) -> float:
    """Return the width that a text takes at most in bold letters of a size, in pixels; in most fonts it takes less.

    >>> pixels("ill", 10) < pixels("mow", 10)
    True
    """
    return letters * sum(_WIDE.get(one) or 0.75 * width(one) for one in text)
