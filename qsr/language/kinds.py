"""What kind of thing an English noun names, as far as reading must know: who moves about, what stays, what is a noun at all.

The kinds are those of `qsr.nouns`: of the table in which the common nouns were read through by hand, and behind it of that
derived from WordNet. A table is read when it is first needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from qsr.language import function_words
from qsr.nouns.forms import stems
from qsr.nouns.lexicon import nouns

__all__ = ["holds_only_small_things", "is_noun", "is_thing", "kind", "kinds", "makes_another", "moves", "singular", "singulars"]

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
#: Kinds of places, which a noun before theirs makes others: a dog house, a car park.
_PLACES: Final = frozenset(["building", "place", "region", "road", "water", "institution", "room", "structure", "", "food"])

#: Kinds of what a place may be a part of, and places that a noun of these makes others all the same: a garden centre.
_AROUND: Final = frozenset(["region", "place", "building", "landform", "water"])
_OTHERS: Final = frozenset(["house", "centre", "center", "park", "room", "market", "station", "stop"])
#: Words of this length are no plurals: "was", "his".
_SHORT: Final = 3


def singulars(noun: str) -> list[str]:
    """Return a noun and what it would be in the singular, if it is a plural: "shelves" that of "shelf"."""
    known = nouns("en")
    return list(stems(noun, known)) if len(noun) > _SHORT or noun in known.irregular else [noun]


def singular(noun: str) -> str:
    """Return what a plural is one of; the empty string for a singular, and for a word that no table has.

    >>> singular("shelves"), singular("glasses"), singular("glass"), singular("news"), singular("men")
    ('shelf', 'glass', '', '', 'man')
    """
    if noun.endswith(("ss", "us")) or len(noun) < _SHORT:
        return ""
    return next((form for form in singulars(noun) if form != noun and is_noun(form)), "")


def kinds(noun: str) -> Sequence[str]:
    """Return the kinds of a noun, singular or plural, in small letters, those that are not rare; none where nothing is known."""
    known, forms = nouns("en"), singulars(noun)
    by_hand = next((usual for form in forms if (usual := known.usual(form))), ())
    return by_hand or next(([derived[0][0]] for form in forms if (derived := known.derived(form))), ())


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
    return next(iter(nouns("en").usual(word.lower())), "") in _MOVABLE | _FIXED | {
        "furniture",
        "body",
        "substance",
        "group",
        "event",
    }


def makes_another(word: str, head: str) -> bool:
    """Tell whether a noun before another may make another thing of it: a car park is no park, and a dog house is for no man.

    A village pond is the pond of the village.

    >>> makes_another("car", "park"), makes_another("stone", "bench"), makes_another("coffee", "table")
    (True, False, False)
    >>> makes_another("village", "pond"), makes_another("tree", "house")
    (False, True)
    """
    around = kind(word) in _AROUND and kind(head) != kind(word) and head not in _OTHERS
    return is_thing(word) and kind(word) != "substance" and kind(head) in _PLACES and not around


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
