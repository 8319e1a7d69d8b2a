"""The words that name a direction in a reply, and those that may stand around one."""

from __future__ import annotations

import re
from typing import Final

from qsr import relations

__all__ = ["DIRECTION", "DIRECTION_WORDS", "FILLERS", "MEANING"]

#: Ways of saying one direction, or overlap. Longer ones are tried first.
DIRECTION_WORDS: Final[dict[str, tuple[str, ...]]] = {
    "left": ("left", "lefthand", "leftward", "leftwards", "west", "western", "westward", "9 o'clock", "nine o'clock"),
    "right": ("right", "righthand", "rightward", "rightwards", "east", "eastern", "eastward", "3 o'clock", "three o'clock"),
    "above": (
        "above",
        "over",
        "top",
        "atop",
        "up",
        "upper",
        "upward",
        "upwards",
        "higher",
        "north",
        "northern",
        "northward",
        "12 o'clock",
        "twelve o'clock",
    ),
    "below": (
        "below",
        "under",
        "underneath",
        "beneath",
        "bottom",
        "down",
        "lower",
        "downward",
        "downwards",
        "south",
        "southern",
        "southward",
        "6 o'clock",
        "six o'clock",
    ),
    "above+left": ("northwest", "northwestern", "upperleft", "topleft", "10 o'clock", "11 o'clock"),
    "above+right": ("northeast", "northeastern", "upperright", "topright", "1 o'clock", "2 o'clock"),
    "below+left": ("southwest", "southwestern", "lowerleft", "bottomleft", "7 o'clock", "8 o'clock"),
    "below+right": ("southeast", "southeastern", "lowerright", "bottomright", "4 o'clock", "5 o'clock"),
    relations.OVERLAPPING: (
        "overlap",
        "overlaps",
        "overlapping",
        "overlapped",
        "coincide",
        "coincides",
        "same position",
        "same place",
        "same location",
        "same point",
        "same spot",
    ),
}
#: Each of them -> its direction.
MEANING: Final = {word: name for name, words in DIRECTION_WORDS.items() for word in words}
#: Any of them.
DIRECTION: Final = re.compile(r"\b(?:" + "|".join(sorted(map(re.escape, MEANING), key=len, reverse=True)) + r")\b", re.IGNORECASE)
#: Words that may stand around a direction in an answer that is nothing but a direction.
FILLERS: Final = re.compile(
    r"(?:an?|and|at|both|by|corner|diagonal(?:ly)?|direct(?:ly|ion)?|each|exactly|hand|in|is|its?|just|of|on|other|position(?:ed)?"
    r"|located|placed|relati(?:on|ve)|side|slightly|the|their|there|they|to|towards|completely)"
)
