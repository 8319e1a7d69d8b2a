"""What English words about seats mean once the layout is known: their relation in the terms of `qsr.seats`."""

from __future__ import annotations

import re
from typing import Final

from qsr.logic import Relation
from qsr.seats import COMPASS, Claim, Layout, direction, joined
from qsr.theories.seating.text.english_clauses import Said
from qsr.theories.seating.text.english_table import fits, table

__all__ = ["meant", "singles_out"]

_COUNTED: Final = re.compile(r"\{(\w+)(?:([+-])(\w+))?\}")
#: Relations that "the place ..." takes for the nearest one: one place is spoken of.
_NEAREST: Final = re.compile(r"left|right|straight above|straight below|(?:upper|lower) (?:left|right)")
_SINGLE: Final = re.compile(
    r"(?:left|right|clockwise|anticlockwise|straight \w+|(?:upper|lower) \w+):\d+|opposite|diagonal (?:left|right)"
)


def singles_out(relation: str) -> bool:
    """Tell whether a relation leaves one place at most, so that English can speak of "the place".

    >>> singles_out("left:2"), singles_out("opposite"), singles_out("left"), singles_out("adjacent")
    (True, True, False, False)
    """
    return _SINGLE.fullmatch(relation) is not None


def meant(said: Said, names: tuple[int, ...], layout: Layout, *, counted: bool) -> Claim:
    """Return what a relation means in a layout; raise ValueError, with the reason, where it means nothing there."""
    relations = []
    denied = said.denied
    for meanings, values in said.phrases:
        meaning = next((one for one in meanings if fits(one.kinds, layout, counted=counted)), None)
        if meaning is None:
            raise ValueError(f"these words have no meaning in the layout '{layout}'")
        slots = {slot: value for slot, value in zip(meaning.slots, values, strict=True) if slot}
        relations.append(_relation(meaning.means, slots, layout))
        denied = denied != meaning.denied
    first = relations[0]
    if said.which == "definite":
        first = f"{first}:1" if _NEAREST.fullmatch(first) else first
        if not singles_out(first):
            raise ValueError("there may be several such places: say 'some place' or 'no place'")
    if len(relations) == 1:
        if said.which in ("some", "none"):
            raise ValueError("say it of the name: 'Y is to the left of X'")
        return Claim(first, names, denied)
    if said.which == "definite":
        if said.denied and layout.kind != "ring":
            raise ValueError("there may be no such place, and then it is not clear what is denied: say 'no place ... is ...'")
    elif said.denied:
        raise ValueError("a denial of 'some place' or 'no place' has two readings")
    return Claim(joined(first, relations[1]), names, denied or said.which == "none")


def _relation(means: str, slots: dict[str, str], layout: Layout) -> str:
    def value(found: re.Match[str]) -> str:
        name, sign, other = found.groups()
        if name == "top":
            return str(layout.counts[0] + 1 - int(slots[other]))
        if name == "rise":
            return str(table()["rise"][slots[name]])
        if sign is None:
            return slots[name]
        return str(int(slots[name]) + int(f"{sign}{other}"))

    relation = Relation.of(_COUNTED.sub(value, means))
    count = str(*relation.parameters)
    if count.lstrip("-").isdigit() and int(count) < (0 if relation.name == "between" else 1):
        raise ValueError("this number has no meaning here")
    if relation.name == "from left":
        return Relation("column", *relation.parameters)
    if relation.name == "side" and count.startswith("due "):
        # Exactly on an axis of the ring: whoever looks away from the centre there looks that way.
        bearing = COMPASS[direction(relation) or ""]
        if bearing % 90:
            raise ValueError("only the four main directions are exact for places on a ring")
        looks = bearing if layout.view == "outward" else (bearing + 180) % 360
        return Relation("faces", next(word for word, degrees in COMPASS.items() if degrees == looks))
    return relation
