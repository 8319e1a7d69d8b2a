"""The vocabulary of RoomSpace, from `grammars/roomspace_words.toml`: codes, the words for them, and the grammar's terminals."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, partial
from typing import Final

from qsr import resources
from qsr.theories.room import clauses

__all__ = [
    "DIRECTIONS",
    "UNSCALED",
    "VIEWS",
    "answer_word",
    "code",
    "distance",
    "distance_words",
    "fixed",
    "pattern",
    "phrases",
    "terminals",
    "written",
]

#: How a room is looked at: on a plan with north at the top, or from the door in the southern wall, looking north.
VIEWS: Final = ("topdown", "north")
#: The nine relations between two objects, in the order of the benchmark's candidates.
DIRECTIONS: Final = tuple(clauses.DIRECTIONS)
#: Relations of statements whose distance word belongs to a scale that nothing names; no theory gives them a meaning.
UNSCALED: Final = {"short": "short distance", "far": "far distance"}
#: Words of the published answers that differ from those of the stories.
_ANSWERS: Final = {"N": "front", "S": "behind", "E": "right", "W": "left"}
#: Terminals of the table that have a priority of their own.
_PLACED: Final = ("_BORDERED", "_PLACED_IN")
_BOUNDARY: Final = r"(?![\w-])"


_table: Final = partial(resources.table, "roomspace_words.toml")


@cache
def _meanings(section: str) -> dict[str, str]:
    return {phrase: code for code, phrases in _table()[section].items() for phrase in phrases}


def code(section: str, words: str) -> str:
    """Return the code that words stand for in a section of the table.

    >>> code("regions", "North-East"), code("walls", "away from the  walls"), code("depth", "in front")
    ('NER', 'NTPP', 'N')
    """
    return _meanings(section)[" ".join(words.lower().split())]


def written(section: str, key: str) -> str:
    """Return the words that are written for a code or terminal.

    >>> written("regions", "CR")
    'center'
    """
    words: str = _table()[section][key][0]
    return words


def phrases(section: str) -> tuple[str, ...]:
    """Return all words of a section, those for one code side by side."""
    return tuple(_meanings(section))


def fixed(terminal: str) -> tuple[str, ...]:
    """Return the words of a terminal that only holds a sentence together.

    >>> fixed("_FROM_HERE")
    ('from this perspective',)
    """
    return tuple(_table()["terminals"][terminal])


def distance(word: str, classes: int) -> str:
    """Return the code of a distance word among two or three classes; an empty text where there is none.

    >>> distance("far", 2), distance("far", 3), distance("moderate", 2)
    ('FR2', 'FR3', '')
    """
    found: str = _table()["distances"][word.lower()][classes - 2]
    return found


def distance_words() -> tuple[str, ...]:
    """Return the words for distances, from near to far.

    >>> distance_words()
    ('short', 'moderate', 'far')
    """
    return tuple(_table()["distances"])


def answer_word(direction: str, view: str) -> str:
    """Return the word that the benchmark's answers have for a direction.

    >>> [answer_word(name, view) for view in VIEWS for name in ("N", "SW", "O")]
    ['north', 'south-west', 'overlap', 'front', 'behind-left', 'overlap']
    """
    if direction == "O":
        return "overlap"
    return written("compass", direction) if view == "topdown" else "-".join(_ANSWERS[letter] for letter in direction)


def pattern(words: Iterable[str]) -> str:
    """Return a regular expression for any of the phrases, the longest first, whatever the white space in them."""
    ordered = sorted(set(words), key=lambda phrase: (-len(phrase), phrase))
    return "(?:" + "|".join(re.escape(phrase).replace(r"\ ", r"\s+").replace("'", "['’]") for phrase in ordered) + ")" + _BOUNDARY


def terminals() -> str:
    """Return the terminals of `roomspace.lark` as Lark text."""
    own = {name: pattern(texts) for name, texts in _table()["terminals"].items()}
    own["FROM_HERE"] = own.pop("_FROM_HERE") + r"(?:\s*,)?"
    own["HANGING"] = own.pop("_HANGING") + r"(?:\s*,)?"
    regions = pattern(phrases("regions"))
    found = {
        **{f"{name}.4": text for name, text in own.items() if name not in _PLACED},
        "_PLACED_IN.6": rf"{own['_PLACED_IN']}(?=\s+{regions})",
        "_IN_THE.6": rf"in\s+the(?=\s+{regions})",
        "_BORDERED.6": rf"(?:,\s*)?{own['_BORDERED']}",
        "REGION.5": regions,
        "WALL.6": rf"(?:,\s*)?{pattern(phrases('walls'))}",
        "SHAPE.5": pattern(phrases("shapes")),
        "COMPASS.5": pattern(phrases("compass")),
        "DEPTH.5": pattern(phrases("depth")),
        "SIDE.5": pattern(phrases("side")),
        "SAME.6": pattern(phrases("same")),
        "DISTANCE.5": pattern(_table()["distances"]),
        "_AT.6": rf"(?:,\s*)?at\s+an?{_BOUNDARY}",
        "_AND.4": rf"(?:,\s*)?and{_BOUNDARY}",
        "ARTICLE.5": rf"an?{_BOUNDARY}",
        "GROUP.5": r"some\s+[^,;:.]+:",
        # "and" without a comma joins two things only where it looks like it; else it is a word of a name.
        "_NEXT.5": rf"[,;](?:\s*and{_BOUNDARY})?|and(?=\s+(?:an?\s|some\s|[^,;:.]*\d))",
        "WORD.1": r"[^\s,;:.?](?:[^\s,;:?]*[^\s,;:.?])?",
    }
    lines = [f"{terminal}: /{text.replace('/', chr(92) + '/')}/i" for terminal, text in found.items()]
    # A name of the story, masked: a sign of the private use area, then a filler for each further letter.
    return "\n".join([*lines, r"NAME.7: /[\uE000-\uF8FE]\uF8FF*/"])
