"""What the announcement of a puzzle says there is, and the formulas that its words make: a place is a thing on an axis, too."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from random import Random
from typing import Any, Final

from qsr.errors import ParseError
from qsr.logic import And, Atom, Count, Formula, Not, Or, Relation, evaluated
from qsr.resources import table

__all__ = [
    "ALWAYS",
    "NEVER",
    "NUMBERS",
    "ORDINALS",
    "Axis",
    "World",
    "conjunction",
    "denial",
    "disjunction",
    "is_plural",
    "pattern",
    "singular",
    "words",
]

NUMBERS: Final[tuple[str, ...]] = tuple(table("puzzles.toml")["words"]["numbers"])
ORDINALS: Final[tuple[str, ...]] = tuple(table("puzzles.toml")["words"]["ordinals"])
#: How many arrangements tell two readings of a sentence apart.
_DRAWN: Final = 400


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


#: What is always so, and what never is.
ALWAYS: Final[And[Atom]] = And(())
NEVER: Final[Or[Atom]] = Or(())


def conjunction(parts: Sequence[Formula[Atom]]) -> Formula[Atom]:
    """Return that all parts hold, without conjunctions in conjunctions."""
    flat = dict.fromkeys(one for part in parts for one in (part.parts if isinstance(part, And) else (part,)))
    return NEVER if NEVER in flat else next(iter(flat)) if len(flat) == 1 else And(tuple(flat))


def disjunction(parts: Sequence[Formula[Atom]]) -> Formula[Atom]:
    """Return that some part holds, without disjunctions in disjunctions."""
    flat = dict.fromkeys(one for part in parts for one in (part.parts if isinstance(part, Or) else (part,)))
    return ALWAYS if ALWAYS in flat else next(iter(flat)) if len(flat) == 1 else Or(tuple(flat))


def denial(part: Formula[Atom]) -> Formula[Atom]:
    """Return that something is not so."""
    return NEVER if part == ALWAYS else ALWAYS if part == NEVER else Not(part)


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
    ring
        Whether the last place is next to the first one: then they have neighbours, and no order.
    """

    name: str
    slots: tuple[int, ...]
    ordered: bool = False
    single: bool = False
    full: bool = False
    looks: tuple[tuple[str, bool], ...] = ()
    out: int | None = None
    ring: bool = False

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
    pairs
        Who may be at several places, and a place -> the thing which is chosen where that is so; empty where each has one.
    """

    entities: tuple[str, ...]
    things: tuple[int, ...]
    axes: tuple[Axis, ...]
    phrases: Mapping[tuple[str, ...], tuple[str, Any]] = field(default_factory=dict, compare=False)
    filling: frozenset[str] = field(default=frozenset(), compare=False)
    granted: tuple[str, ...] = ()
    pairs: Mapping[tuple[int, int], int] = field(default_factory=dict, compare=False)

    @property
    def chooses(self) -> bool:
        """Whether some are chosen, and nothing else is asked of them."""
        return any(one.name == "choice" for one in self.axes)

    def kinds(self) -> tuple[tuple[int, ...], ...]:
        """Return which things are of one kind each, for all kinds that are announced; raise ParseError where some have none."""
        found = {value for name, value in self.phrases.values() if name == "TK" and len(value) < len(self.people)}
        if not found or sorted(one for kind in found for one in kind) != list(self.people):
            raise ParseError("of which kinds?")
        return tuple(sorted(found))

    def axis(self, slot: int) -> Axis:
        """Return the axis of a place."""
        return next(one for one in self.axes if slot in one.everywhere)

    def called(self, name: str | None = None) -> Axis:
        """Return the axis whose places are called so, or the only one; raise ParseError where it is not known which."""
        found = [one for one in self.axes if name in (None, one.name)]
        if len(found) != 1:
            raise ParseError("of which places is that said?")
        return found[0]

    def ordered(self, name: str | None = None) -> Axis:
        """Return the axis of a name whose places have an order, or the only one; raise ParseError where there is none."""
        found = [one for one in self.axes if one.ordered and name in (None, one.name)]
        if len(found) != 1:
            raise ParseError("which order is meant?")
        return found[0]

    @property
    def people(self) -> tuple[int, ...]:
        """The things; where each has several places, those whose pairs with places are the things of the solver."""
        return tuple(dict.fromkeys(one for one, _ in self.pairs)) if self.pairs else self.things

    @property
    def several(self) -> bool:
        """Whether a thing may be at several places."""
        return bool(self.pairs)

    def at(self, thing: int, slot: int) -> Formula[Atom]:
        """Return that a thing is at a place."""
        return Atom(Relation("same", self.axis(slot).name), (thing, slot))

    def linked(self, one: int, other: int) -> Formula[Atom]:
        """Return that a thing is at a place, or that the same thing is at two places; raise ParseError for two of one kind."""
        if self.pairs:
            found = self.pairs.get((one, other), self.pairs.get((other, one)))
            if found is None:
                raise ParseError("what are they to each other?")
            return self.at(found, self.axes[0].slots[0])
        if one in self.things and other in self.things:
            raise ParseError("what are they to each other?")
        if one in self.things or other in self.things:
            return self.at(one, other) if one in self.things else self.at(other, one)
        if self.axis(one) is self.axis(other):
            return ALWAYS if one == other else NEVER
        return disjunction([conjunction([self.at(thing, one), self.at(thing, other)]) for thing in self.things])

    def company(self, one: int, other: int) -> Formula[Atom]:
        """Return that two things are at one place, or a thing and a place belong together."""
        if one in self.things and other in self.things:
            return self.together(one, other, self.called())
        return self.linked(one, other)

    def chosen(self, thing: int) -> Formula[Atom]:
        """Return that a thing is chosen; raise ParseError where nothing is."""
        for axis in self.axes:
            if axis.out is not None:
                return self.at(thing, axis.slots[0]) if len(axis.slots) == 1 else Not(self.at(thing, axis.out))
        raise ParseError("what is said of it?")

    def together(self, one: int, other: int, axis: Axis) -> Formula[Atom]:
        """Return that two things, or the things at two places, are at one place, and not both left out."""
        if one not in self.things or other not in self.things:
            return disjunction([conjunction([self.linked(one, slot), self.linked(other, slot)]) for slot in axis.slots])
        same = Atom(Relation("same", axis.name), (one, other))
        return same if axis.out is None else And((same, Not(self.at(one, axis.out))))

    def _spots(self, one: int, axis: Axis) -> list[tuple[int, Formula[Atom]]]:
        """Return at which places something may be, and what says so."""
        if one in axis.slots:
            return [(axis.slots.index(one), ALWAYS)]
        return [(number, self.linked(one, slot)) for number, slot in enumerate(axis.slots)]

    def _placed(self, one: int, other: int, axis: Axis, fits: Callable[[int, int], bool]) -> Formula[Atom]:
        return disjunction(
            [
                conjunction([here, there])
                for first, here in self._spots(one, axis)
                for second, there in self._spots(other, axis)
                if fits(first, second)
            ]
        )

    def steps(self, one: int, other: int, low: int, high: int | None = None, axis: Axis | None = None) -> Formula[Atom]:
        """Return that the first one comes so many places before the second."""
        axis = axis or self.ordered()
        most = len(axis.slots) - 1 if high is None else high
        if one in axis.slots and other in axis.slots:
            return ALWAYS if low <= axis.slots.index(other) - axis.slots.index(one) <= most else NEVER
        plain = all(x in axis.slots or (x in self.things and not self.pairs) for x in (one, other))
        if low == 1 and high is None and plain:
            before = Atom(Relation("before", axis.name), (one, other))
            return before if axis.out is None or other in axis.slots else And((before, Not(self.at(other, axis.out))))
        if (low, high) == (1, 1) and axis.out is None and axis.full and plain and not {one, other} & set(axis.slots):
            return Atom(Relation("next before", axis.name), (one, other))
        return self._placed(one, other, axis, lambda first, second: low <= second - first <= most)

    def adjacent(self, one: int, other: int) -> Formula[Atom]:
        """Return that two things are at neighbouring places."""
        axis = self.ordered()
        if axis.ring:
            many = len(axis.slots)
            return self._placed(one, other, axis, lambda first, second: (first - second) % many in (1, many - 1))
        return disjunction([self.steps(one, other, 1, 1), self.steps(other, one, 1, 1)])

    def opposite(self, one: int, other: int) -> Formula[Atom]:
        """Return that two are opposite each other on a ring of an even number of places."""
        axis = self.ordered()
        many = len(axis.slots)
        if not axis.ring or many % 2:
            raise ParseError("what is opposite there?")
        return self._placed(one, other, axis, lambda first, second: (first - second) % many == many // 2)

    def many(self, slot: int, low: int, high: int | None, things: Sequence[int] | None = None) -> Formula[Atom]:
        """Return that so many of some things are at a place."""
        return Count(tuple(self.linked(one, slot) for one in (self.people if things is None else things)), low, high)

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

    def alike(self, one: Formula[Atom], other: Formula[Atom]) -> bool:
        """Tell whether two formulas hold in the same arrangements, by many of these drawn by chance."""
        return one == other or all(
            evaluated(one, holds) == evaluated(other, holds) for holds in map(self._truth, _drawn(self, _DRAWN))
        )

    def _truth(self, drawn: Mapping[tuple[int, str], int]) -> Callable[[Atom], bool]:
        def holds(atom: Atom) -> bool:
            here, there = (drawn[one, str(atom.relation.parameters[0])] for one in atom.args)
            return {"same": here == there, "before": here < there}.get(atom.relation.name, there == here + 1)

        return holds


@lru_cache(maxsize=4)
def _drawn(world: World, many: int) -> list[dict[tuple[int, str], int]]:
    """Return places of things and places on each axis as its laws have them, drawn by chance."""
    chance, found = Random(7), []
    for _ in range(many):
        drawn: dict[tuple[int, str], int] = {}
        for axis in world.axes:
            line = range(len(axis.everywhere))
            drawn |= {(slot, axis.name): place for place, slot in zip(line, axis.everywhere, strict=True)}
            places = [chance.choice(line) for _ in world.things]
            if axis.single:
                free = [*line[: len(axis.slots)], *[line[-1]] * (len(world.things) - len(axis.slots))]
                chance.shuffle(free)
                places = free[: len(world.things)]
            drawn |= {(thing, axis.name): place for thing, place in zip(world.things, places, strict=True)}
        found.append(drawn)
    return found
