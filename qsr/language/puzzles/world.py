"""What the announcement of a puzzle says there is, and the formulas that its words make: a place is a thing on an axis, too."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from qsr.errors import ParseError
from qsr.logic import And, Atom, Count, Formula, Not, Or, Relation
from qsr.resources import table

__all__ = ["NUMBERS", "ORDINALS", "Axis", "World", "conjunction", "disjunction", "is_plural", "pattern", "singular", "words"]

NUMBERS: Final[tuple[str, ...]] = tuple(table("puzzles.toml")["words"]["numbers"])
ORDINALS: Final[tuple[str, ...]] = tuple(table("puzzles.toml")["words"]["ordinals"])


def words(section: str) -> Any:
    """Return the words of a section of the table."""
    return table("puzzles.toml")["words"][section]


@cache
def pattern(name: str) -> re.Pattern[str]:
    """Return a regular expression of the table; letters of either case match in all but those of lists."""
    flags = re.NOFLAG if name in ("list", "pair", "group", "either", "series") else re.IGNORECASE
    return re.compile(_source(name), flags)


def _source(name: str) -> str:
    found = "".join(table("puzzles.toml")["patterns"][name])
    kept = {
        "{N}": rf"(?:{'|'.join(NUMBERS[1:])}|\d+)",
        "{ORD}": rf"(?:{'|'.join(ORDINALS[1:])})",
        "{STOP}": "|".join(words("stops")),
    }
    kept["{DAY}"] = "|".join(name for one in words("series") for name in one)
    for mark, text in kept.items():
        found = found.replace(mark, text)
    for mark, part in (("{ITEM}", "item"), ("{PART}", "part")):
        found = found.replace(mark, _source(part)) if mark in found else found
    return found


def singular(noun: str) -> str:
    """Return a noun without its plural ending, well enough to compare two forms of one noun.

    >>> singular("boxes"), singular("cities"), singular("days"), singular("bus"), singular("glass")
    ('box', 'city', 'day', 'bus', 'glass')
    """
    for one, many in words("plurals").items():
        if noun == many:
            return str(one)
    if noun.endswith("ies") and len(noun) > 4:
        return f"{noun[:-3]}y"
    if noun.endswith(("xes", "ches", "shes", "sses")):
        return noun[:-2]
    if noun.endswith("uses") and len(noun) < 7 and noun not in ("houses", "uses"):
        return noun[:-2]
    return noun[:-1] if noun.endswith("s") and not noun.endswith(("ss", "us")) else noun


def is_plural(noun: str) -> bool:
    """Tell whether a word looks like a noun in the plural.

    >>> [is_plural(one) for one in ("boxes", "children", "bus", "glass", "day")]
    [True, True, False, False, False]
    """
    return noun.lower() in words("plurals").values() or (
        len(noun) > 2 and noun.endswith("s") and not noun.endswith(("ss", "us", "is"))
    )


def conjunction(parts: Sequence[Formula[Atom]]) -> Formula[Atom]:
    """Return that all parts hold, without conjunctions in conjunctions."""
    flat = [one for part in parts for one in (part.parts if isinstance(part, And) else (part,))]
    return flat[0] if len(flat) == 1 else And(tuple(dict.fromkeys(flat)))


def disjunction(parts: Sequence[Formula[Atom]]) -> Formula[Atom]:
    """Return that some part holds, without disjunctions in disjunctions."""
    flat = [one for part in parts for one in (part.parts if isinstance(part, Or) else (part,))]
    return flat[0] if len(flat) == 1 else Or(tuple(dict.fromkeys(flat)))


@dataclass(frozen=True, slots=True)
class Axis:
    """Places of one kind: each thing is at exactly one of them.

    Parameters
    ----------
    name
        What its places are called.
    slots
        The entities that are its places, in order.
    ordered
        Whether the order of the places means anything.
    single, full
        Whether no two things share a place, and whether each place has exactly one as well.
    looks
        Directions of words, and whether a word for what comes sooner in that direction means a sooner place.
    out
        The place of those who are not chosen, which is none of `slots`.
    """

    name: str
    slots: tuple[int, ...]
    ordered: bool = False
    single: bool = False
    full: bool = False
    looks: tuple[tuple[str, bool], ...] = ()
    out: int | None = None

    @property
    def everywhere(self) -> tuple[int, ...]:
        """All places, that of those who are left out behind the others."""
        return self.slots if self.out is None else (*self.slots, self.out)


@dataclass(frozen=True, slots=True)
class World:
    """The things, the places, and how sentences call them.

    Parameters
    ----------
    entities
        Names of things and places.
    things
        The entities that are put in places.
    axes
        The places; of one name each.
    phrases
        Words in lower case -> the terminal and the value of what they call.
    filling
        Further words of the announcement, which only carry what others say.
    granted
        What the announcement leaves open and is taken so.
    """

    entities: tuple[str, ...]
    things: tuple[int, ...]
    axes: tuple[Axis, ...]
    phrases: Mapping[tuple[str, ...], tuple[str, Any]] = field(default_factory=dict, compare=False)
    filling: frozenset[str] = field(default=frozenset(), compare=False)
    granted: tuple[str, ...] = ()

    @property
    def chooses(self) -> bool:
        """Whether some are chosen, and nothing else is asked of them."""
        return any(one.name == "choice" for one in self.axes)

    def axis(self, slot: int) -> Axis:
        """Return the axis of a place."""
        return next(one for one in self.axes if slot in one.everywhere)

    def called(self, name: str | None = None) -> Axis:
        """Return the axis whose places are called so, or the only one; raise ParseError where it is not known which."""
        found = [one for one in self.axes if name in (None, one.name)]
        if len(found) != 1:
            raise ParseError("of which places is that said?")
        return found[0]

    def ordered(self) -> Axis:
        """Return the only axis whose places have an order; raise ParseError where there is none."""
        found = [one for one in self.axes if one.ordered]
        if len(found) != 1:
            raise ParseError("which order is meant?")
        return found[0]

    def at(self, thing: int, slot: int) -> Formula[Atom]:
        """Return that a thing is at a place."""
        return Atom(Relation("same", self.axis(slot).name), (thing, slot))

    def chosen(self, thing: int) -> Formula[Atom]:
        """Return that a thing is chosen; raise ParseError where nothing is."""
        for axis in self.axes:
            if axis.out is not None:
                return self.at(thing, axis.slots[0]) if len(axis.slots) == 1 else Not(self.at(thing, axis.out))
        raise ParseError("what is said of it?")

    def together(self, one: int, other: int, axis: Axis) -> Formula[Atom]:
        """Return that two things are at one place, and not both left out."""
        same = Atom(Relation("same", axis.name), (one, other))
        return same if axis.out is None else And((same, Not(self.at(one, axis.out))))

    def steps(self, one: int, other: int, low: int, high: int | None = None) -> Formula[Atom]:
        """Return that the first thing comes so many places before the second."""
        axis = self.ordered()
        most = len(axis.slots) - 1 if high is None else high
        if low == 1 and high is None:
            before = Atom(Relation("before", axis.name), (one, other))
            return before if axis.out is None else And((before, Not(self.at(other, axis.out))))
        if (low, high) == (1, 1) and axis.out is None and axis.full and not {one, other} & set(axis.slots):
            return Atom(Relation("next before", axis.name), (one, other))
        if one in axis.slots or other in axis.slots:
            raise ParseError("so many places before a place")
        pairs = [
            And((self.at(one, first), self.at(other, second)))
            for number, first in enumerate(axis.slots)
            for second in axis.slots[number + low : number + most + 1]
        ]
        return Or(tuple(pairs))

    def adjacent(self, one: int, other: int) -> Formula[Atom]:
        """Return that two things are at neighbouring places."""
        return Or((self.steps(one, other, 1, 1), self.steps(other, one, 1, 1)))

    def many(self, slot: int, low: int, high: int | None, things: Sequence[int] | None = None) -> Formula[Atom]:
        """Return that so many of some things are at a place."""
        return Count(tuple(self.at(one, slot) for one in (self.things if things is None else things)), low, high)

    def laws(self) -> Formula[Atom]:
        """Return what is always so: the order of places, and that each thing is at exactly one."""
        said: list[Formula[Atom]] = []
        for axis in self.axes:
            line = axis.everywhere
            said += [Atom(Relation("before", axis.name), (line[number], line[number + 1])) for number in range(len(line) - 1)]
            said += [Or(tuple(self.at(one, slot) for slot in line)) for one in self.things]
            if axis.single:
                for slot in axis.slots:
                    said.append(self.many(slot, int(axis.full), 1))
        return And(tuple(said))
