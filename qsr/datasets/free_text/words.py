"""The words that name a direction in a reply, and those that may stand around one."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial
from typing import Final

from qsr import resources

__all__ = ["DIRECTION", "FILLERS", "MEANING", "any_of", "table"]


def any_of(words: Iterable[str]) -> re.Pattern[str]:
    """Return a pattern that finds any of some words, whole and in any case; longer ones are tried first."""
    return re.compile(r"\b(?:" + "|".join(sorted(map(re.escape, words), key=len, reverse=True)) + r")\b", re.IGNORECASE)


#: The lists of `grammars/reply_words.toml`.
table: Final = partial(resources.table, "reply_words.toml")
#: Each way of saying a direction, or overlap -> its direction.
MEANING: Final[dict[str, str]] = {word: name for name, words in table()["directions"].items() for word in words}
#: Any of them.
DIRECTION: Final = any_of(MEANING)
#: Words that may stand around a direction in an answer that is nothing but a direction.
FILLERS: Final = re.compile(
    r"(?:an?|and|at|both|by|corner|diagonal(?:ly)?|direct(?:ly|ion)?|each|exactly|hand|in|is|its?|just|of|on|other|position(?:ed)?"
    r"|located|placed|relati(?:on|ve)|side|slightly|the|their|there|they|to|towards|completely)"
)
