"""What kind of thing an English noun names, as far as reading must know: who moves about, what stays, what is a noun at all.

The kinds are those of `prepositions_english.toml`, in which the common nouns were read through by hand, and behind it those of
`preposition_nouns.txt`, derived from WordNet. A table is read when it is first needed.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from qsr import resources
from qsr.language import function_words
from qsr.resources import grammar

__all__ = ["holds_only_small_things", "is_noun", "is_thing", "kind", "kinds", "moves", "singulars"]

#: What can be in one place only, and in another later.
_MOVABLE: Final = frozenset(
    [
        "person",
        "performer",
        "role",
        "animal",
        "device",
        "container",
        "packaging",
        "clothing",
        "thing",
        "vehicle",
        "craft",
        "food",
        "document",
        "component",
    ]
)
_FIXED: Final = frozenset(
    [
        "region",
        "place",
        "water",
        "road",
        "landform",
        "building",
        "room",
        "structure",
        "upright",
        "surface",
        "plant",
        "object",
        "institution",
        "surroundings",
    ]
)
#: What no town, river or region lies in: a name that is in two of them is that of somebody or something small.
_NARROW: Final = frozenset(
    ["room", "building", "vehicle", "craft", "container", "packaging", "furniture", "place", "device", "clothing"]
)
#: Endings of plurals and what stands for them.
_PLURALS: Final = (("ies", "y"), ("ves", "f"), ("es", ""), ("s", ""))


@cache
def _by_hand() -> dict[str, list[str]]:
    """Return the kinds of the nouns that were read through, for a noun of several kinds all that are not marked as rare."""
    table: dict[str, list[str]] = {}
    for kind, nouns in resources.table("prepositions_english.toml")["kinds"].items():
        for noun in nouns.lower().split():
            if not noun.startswith("~"):
                table.setdefault(noun, []).append(kind)
    return table


@cache
def _derived() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in grammar("preposition_nouns.txt").splitlines():
        if not line.startswith("#"):
            kinds, _, nouns = line.partition(":")
            found.update(dict.fromkeys(nouns.split(), kinds.split()[:1]))
    return found


def kinds(noun: str) -> list[str]:
    """Return the kinds of a noun, singular or plural, in small letters, those that are not rare; none where nothing is known."""
    forms = [noun, *singulars(noun)]
    tables = (_by_hand(), _derived())
    return next((table[form] for table in tables for form in forms if form in table), [])


def singulars(noun: str) -> list[str]:
    """Return what a noun would be in the singular, if it is a plural: "shelves" the plural of "shelf", "shelve" or "shelves"."""
    return [noun.removesuffix(ending) + stem for ending, stem in _PLURALS if noun.endswith(ending) and len(noun) > 3]


def kind(noun: str) -> str:
    """Return the first kind of a noun; the empty string where nothing is known of it.

    >>> kind("bathroom"), kind("keys"), kind("zorb")
    ('room', 'device', '')
    """
    return next(iter(kinds(noun)), "")


def is_noun(word: str) -> bool:
    """Tell whether a word is known as a noun."""
    return bool(kind(word.lower()))


def is_thing(word: str) -> bool:
    """Tell whether a word names things or places first of all, so that before another noun it makes a compound: "car park"."""
    return next(iter(_by_hand().get(word.lower(), ())), "") in _MOVABLE | _FIXED | {
        "furniture",
        "body",
        "substance",
        "group",
        "event",
    }


def moves(noun: str) -> bool | None:
    """Tell whether what a noun or a name names can be carried or walks; None where that is not known, or both ("pen").

    >>> moves("cat"), moves("river"), moves("john"), moves("zorb"), moves("pen")
    (True, False, True, None, None)
    """
    found = set(kinds(noun.lower()))
    if noun.lower() in function_words.listed("given_names"):
        return True
    movable, fixed = bool(found & _MOVABLE), bool(found & _FIXED)
    return movable if movable != fixed else None


def holds_only_small_things(noun: str) -> bool:
    """Tell whether a container is one in which no town, river or region lies, such as a room, a car or a garden."""
    return kind(noun.lower()) in _NARROW
