"""Speakers and listeners as they stand, and the sides that somebody has who looks.

Left and right are the viewer's; "in front" is nearer to him and "behind" farther away, also where he is the landmark himself:
what lies before him is "behind" him in these words. Directions turn by quarters, clockwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from qsr import resources
from qsr.language import kinds
from qsr.language.referents import Entities, Unclear
from qsr.language.words import head_of, noun_key
from qsr.relations import join, parts

__all__ = [
    "BACK",
    "CLOCK",
    "SEES",
    "Viewer",
    "by_quarters",
    "facing",
    "is_sided",
    "is_speaker",
    "looking",
    "may_look",
    "sides_of_viewer",
    "slot_of",
]

#: Who tells the story, and who is told it, by their names as entities.
_SPEAKERS: Final = ("me", "you", "us")
#: Directions clockwise from where one looks.
CLOCK: Final = ("behind", "right", "in front", "left")
#: Says that somebody has his back to something.
BACK: Final = "named:back to"
#: Who sees what.
SEES: Final = "named:see"
#: Stances that are each other's opposite, and stances in words.
_OPPOSITE: Final = {"face": "back", "back": "face", "enter": "leave", "leave": "enter"}
_STANDING: Final = {"face": "facing", "back": "with the back to", "enter": "coming in", "leave": "going out"}


class Viewer(NamedTuple):
    """The speaker or listener as he stands: the entity, ``"me"`` or ``"you"``, and what he faces, enters or is at (-1: open)."""

    entity: int
    key: str
    slots: tuple[tuple[str, int], ...] = ()

    def turned(self, stance: Sequence[tuple[str, int]]) -> int | None:
        """Return by how many quarters a stance is turned from this one; None where that is open, so that it is another.

        >>> at_door = Viewer(3, "me", (("face", 5), ("at", 1)))
        >>> at_door.turned([("face", 5)]), at_door.turned([("back", 5)]), at_door.turned([("face", 6)])
        (0, 2, None)
        """
        here, there = ({one for slot, one in slots if slot == "at"} for slots in (self.slots, stance))
        if here and there and here.isdisjoint(there):
            return None
        votes: set[int | None] = set()
        for slot, thing in stance:
            for known, other in self.slots:
                fits = thing == other or (slot in ("enter", "leave") and -1 in (thing, other))
                if known in (slot, _OPPOSITE.get(slot)) and (fits or slot in _OPPOSITE):
                    votes.add((0 if known == slot else 2) if fits else None)
        if votes:
            # What he is known to look at says how he stands, whatever he has his back to; where he stands does not.
            looked = [pair for pair in stance if pair[0] == "face" and pair in self.slots]
            votes = votes - {None} if looked else votes
            return votes.pop() if len(votes) == 1 else None
        return None if stance and self.slots else 0


def looking(
    key: str | int, stance: Sequence[tuple[str, int]], known: Sequence[Viewer], entities: Entities, *, turns: bool, asked: bool
) -> tuple[tuple[Viewer, ...], int]:
    """Return the speakers and listeners with the one of a key in a stance last, and by how many quarters he is turned from it.

    Another stance is another viewer's. A key of ``"one"`` means whoever looked last, an entity somebody else; `turns` that he
    turns round. Who asks about his left asks about that of the one who is told, or tells, the story. Raise Unclear where nobody
    is there who could.
    """
    same = [one for one in reversed(known) if key in (one.key, one.entity)]
    if key == "one" or (asked and not same and isinstance(key, str)):
        same = [one for one in reversed(known) if one.key]
    for one in same:
        turn = one.turned(stance)
        if turn is not None:
            turn = (turn + 2 * turns) % 4
            now = one if turn else one._replace(slots=tuple(dict.fromkeys((*one.slots, *stance))))
            return (*(other for other in known if other != one), now), turn
    if isinstance(key, int):
        if same or (turns and not asked):
            raise Unclear("does he look the same way as before?")
        return (*known, Viewer(key, "", tuple(stance))), 2 * turns
    if turns:
        raise Unclear("from where does he turn round?")
    key = "you" if key == "one" else key
    name = key
    if entities.is_known(key):
        things = ((_STANDING.get(slot, slot), entities.names[one] if one >= 0 else "") for slot, one in stance)
        name = ", ".join((key, *(f"{slot} {thing}".strip() for slot, thing in things)))
    return (*known, Viewer(entities.enter(noun_key(name), name), key, tuple(stance))), 0


def may_look(name: str) -> bool:
    """Tell whether somebody or something of a name may look about: nobody knows of a name, but windows do not."""
    known = set(kinds.kinds(head_of(name)))
    return not known or not known.isdisjoint(("person", "performer", "role", "animal", "group", "vehicle"))


def is_speaker(name: str) -> bool:
    """Tell whether an entity is who tells the story or is told it: "me", "you, facing the gate"."""
    return name.partition(",")[0] in _SPEAKERS


@cache
def facing() -> frozenset[str]:
    """Return the relations that say which way somebody looks."""
    return frozenset(f"named:{verb}" for verb in resources.table("prose.toml")["views"]["facing"])


def slot_of(relation: str) -> str:
    """Return which slot of somebody's stance a relation to a thing fills."""
    return "face" if relation in facing() else "back" if relation == BACK else "at"


def is_sided(relation: str) -> bool:
    """Tell whether a relation hangs on who looks: left, right, in front, behind."""
    return not set(CLOCK).isdisjoint(parts(relation))


def sides_of_viewer(label: str) -> str:
    """Return what a side of a viewer himself is in his own view: what is in front of him is beyond him.

    >>> sides_of_viewer("in front"), sides_of_viewer("left")
    ('behind', 'left')
    """
    return join({"in front": "behind", "behind": "in front"}.get(part, part) for part in parts(label))


def by_quarters(label: str, turn: int) -> str:
    """Return what a label of somebody who has turned by so many quarters is for him as he stood.

    >>> by_quarters("left", 2), by_quarters("behind", 2)
    ('right', 'in front')
    """
    return join(CLOCK[(CLOCK.index(part) + turn) % 4] if part in CLOCK else part for part in parts(label))
