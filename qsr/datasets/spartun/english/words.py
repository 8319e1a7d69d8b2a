"""The vocabulary of SpaRTUN, from `grammars/spartun_words.toml`: what a word stands for, and the grammar's terminals."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, partial
from typing import Final

from qsr import resources

__all__ = ["canonical", "is_plural", "number", "relation", "terminals"]

_BOUNDARY: Final = r"(?![\w-])"
_NAME: Final = r"[A-Z]{2,}(?!\w)"
#: Terminals of the table that have a priority of their own.
_PLACED: Final = ("_NAMED", "_WHICH_ARE", "_WHICH_BLOCK", "_WHICH_OBJECT")


_table: Final = partial(resources.table, "spartun_words.toml")


def _expanded(text: str) -> list[str]:
    """Return every phrase that a text with braces stands for; braces can stand in braces.

    >>> _expanded("are{ in {an|the} image|}")
    ['are in an image', 'are', 'are in the image']
    """
    found = re.search(r"\{([^{}]*)\}", text)
    if found is None:
        return [text]
    before, after = text[: found.start()], text[found.end() :]
    opened = [_expanded(f"{before}{choice}{after}") for choice in found.group(1).split("|")]
    return list(dict.fromkeys(phrase for phrases in opened for phrase in phrases))


@cache
def _meanings(section: str) -> dict[str, str]:
    """Return phrase -> entry of a section in which each entry lists its phrases."""
    return {phrase: entry for entry, texts in _table()[section].items() for text in texts for phrase in _expanded(text)}


@cache
def _forms(section: str) -> dict[str, str]:
    """Return word -> entry of a section in which an entry is a word itself, with other forms."""
    return {entry: entry for entry in _table()[section]} | _meanings(section)


@cache
def relation(phrase: str) -> str:
    """Return the label of `qsr.relations` that a preposition or a verb stands for."""
    key = " ".join(phrase.lower().split()).replace("’", "'")
    return (_meanings("prepositions") | _meanings("verbs"))[key]


@cache
def canonical(word: str) -> str:
    """Return the dictionary form of a kind, size or colour.

    >>> canonical("Boxs"), canonical("dimond"), canonical("medium")
    ('box', 'diamond', 'medium')
    """
    for section in ("blocks", "shapes", "general", "sizes", "colours"):
        if word.lower() in _forms(section):
            return _forms(section)[word.lower()]
    raise KeyError(word)


def is_plural(word: str) -> bool:
    """Tell whether a kind of thing stands in the plural, which in this vocabulary always ends in s.

    >>> is_plural("boxs"), is_plural("Star")
    (True, False)
    """
    return word.lower().endswith("s")


def number(word: str) -> int | None:
    """Return the value of a numeral, or None for another word.

    >>> number("Three"), number("the")
    (3, None)
    """
    value: int | None = _table()["numerals"].get(word.lower())
    return value


def _pattern(phrases: Iterable[str]) -> str:
    ordered = sorted(set(phrases), key=lambda phrase: (-len(phrase), phrase))
    return "(?:" + "|".join(re.escape(phrase).replace(r"\ ", r"\s+").replace("'", "['’]") for phrase in ordered) + ")" + _BOUNDARY


def terminals() -> str:
    """Return the terminals of `spartun.lark` as Lark text."""
    own = {name: _pattern(p for text in texts for p in _expanded(text)) for name, texts in _table()["terminals"].items()}
    prepositions = _pattern(_meanings("prepositions").keys() - {"in", "with"})
    verbs = _pattern(_meanings("verbs"))
    numerals = _pattern(_table()["numerals"])
    conjunction = r"(?:,\s*)?and(?=\s)"
    name = f"(?:(?-i:{_NAME})|{numerals})"
    found = {
        **{f"{name}.5": pattern for name, pattern in own.items() if name not in _PLACED},
        "_WHICH_ARE.6": own["_WHICH_ARE"],
        # "what is the position of" and "what block" go before "what".
        "_WHICH_BLOCK.6": own["_WHICH_BLOCK"],
        "_WHICH_OBJECT.4": own["_WHICH_OBJECT"],
        "_NAMED.6": rf"(?:,\s*)?{own['_NAMED']}",
        # Another name of a list, not the beginning of another noun phrase: "named one and two exist".
        "_NEXT_NAME.9": rf"(?:,\s*and|,|and)(?=\s+{name}(?:\s*,|\s*\.|\s*$|\s+and\s|\s+{own['_EXIST']}))",
        "_AND_VERB.8": rf"{conjunction}(?=\s+(?:{verbs}|{own['_BE']}))",
        "_AND_RELATION.8": rf"{conjunction}(?=\s+(?:{prepositions}|in\s))",
        "_AND_NOUN.7": conjunction,
        "PREPOSITION.6": prepositions,
        "IN.4": f"in{_BOUNDARY}",
        "VERB.5": verbs,
        "BLOCK.4": _pattern(_forms("blocks")),
        "SHAPE.4": _pattern(_forms("shapes")),
        "GENERAL.4": _pattern(_forms("general")),
        "SIZE.4": _pattern(_forms("sizes")),
        "COLOUR.4": _pattern(_forms("colours")),
        "NUMBER.6": rf"number\s+{numerals}",
        "NUMERAL.4": numerals,
        "IGNORED.4": _pattern(_table()["ignored"]["words"]),
    }
    found = {terminal: pattern.replace("/", r"\/") for terminal, pattern in found.items()}
    return "\n".join([*(f"{terminal}: /{pattern}/i" for terminal, pattern in found.items()), f"NAME.4: /{_NAME}/"])
