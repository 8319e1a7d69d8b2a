"""What the names of places say of how these lie: the third floor, the top shelf, the north bank, square B2.

Of so many shelves or drawers that the story announces each has its number, whichever way it is told: the second from the top,
the shelf below that of the jam. Floors are numbered by their own words; "the floor above" is the next one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Final, NamedTuple

from qsr import relations, resources
from qsr.language.parts import Mention
from qsr.language.prose.claims import Claim, Each, Saying
from qsr.language.prose.lexicon import is_slot
from qsr.language.referents import Entities, Unclear
from qsr.language.words import ORDINALS, head_of, noun_key
from qsr.story import Statement

if TYPE_CHECKING:
    from qsr.language.prose.context import Context

__all__ = [
    "SQUARE",
    "Part",
    "is_level",
    "noun_of_places",
    "order",
    "part_of",
    "place_of",
    "pointed",
    "positions",
    "rung",
    "sides_of",
    "sign",
]

SQUARE: Final = re.compile(r"(?:.* )?([A-Z])(\d+)")
_DIAGONAL: Final = re.compile(r"\b(north|south)-?(east|west)")
_TOP: Final = frozenset({"top", "highest", "topmost", "uppermost"})
_BOTTOM: Final = frozenset({"bottom", "lowest", "bottommost", "lowermost"})
_MIDDLE: Final = frozenset({"middle", "central"})
_RANKS: Final = _TOP | _BOTTOM | _MIDDLE | {"upper", "lower"}
_FROM: Final = re.compile(r"(?P<place>[\w-]+) (?P<noun>[\w-]+) (?:from|to) (?:the )?(?P<end>top|bottom)")
_NTH: Final = re.compile(r"(?P<place>\w+)[ -](?P<end>highest|lowest|from top|from bottom) (?P<noun>[\w-]+)")
#: Kinds that stand or hang one above the other.
_UPRIGHT: Final = frozenset({"shelf", "drawer", "compartment", "bunk", "rung", "step", "tier", "rack", "level"})


@cache
def positions() -> dict[str, dict[str, int]]:
    """Return for adjectives of place the orders that they have a place in."""
    found: dict[str, dict[str, int]] = {}
    for name, rows in resources.table("prose.toml")["positions"].items():
        for place, row in enumerate(rows):
            for word in row.split():
                found.setdefault(word, {})[name] = place
    return found


def order(one: str, other: str, *, compass: bool) -> tuple[str, ...]:
    """Return how a place lies as from another one of the same kind, by their words; nothing where these do not tell.

    >>> order("top shelf", "bottom shelf", compass=False), order("second floor", "fifth floor", compass=False)
    (('above',), ('below',))
    >>> order("western edge of town", "eastern edge of town", compass=True), order("B2", "D4", compass=False)
    (('left',), ('left', 'below'))
    """
    found: dict[str, int] = {}
    if (mine := SQUARE.fullmatch(one)) and (their := SQUARE.fullmatch(other)):
        found = {"left": ord(mine[1]) - ord(their[1]), "below": int(mine[2]) - int(their[2])}
    else:
        if (step := _from_top(one.lower(), other.lower())) and not compass:
            return (sign("below", step),)
        (first, *rest), (second, *others) = one.lower().split(), other.lower().split()
        if rest and rest == others:
            if is_level(rest[0]) and first in ORDINALS and second in ORDINALS:
                found = {"below": ORDINALS.index(first) - ORDINALS.index(second)}
            places = positions().get(first, {})
            found |= {
                name: place - positions()[second][name] for name, place in places.items() if name in positions().get(second, ())
            }
    # What is south is no lower, and what is lower not south.
    meant = ((name.partition(" "), step) for name, step in found.items() if step)
    return tuple(sign(label, step) for (label, _, of), step in meant if label != "below" or compass == bool(of))


def _from_top(one: str, other: str) -> int:
    """Return by how much one place counted from the top is above another; 0 where they are not counted so.

    >>> _from_top("second shelf from top", "bottom shelf") > 0, _from_top("top shelf", "bottom shelf")
    (True, 0)
    """
    if " from top" not in (one[-9:], other[-9:]):
        return 0
    found = []
    for name in (one, other):
        first, noun, *rest = [*name.split(), "", ""]
        row = positions().get(first, {}).get("below", 1) if not rest[0] else 1
        at = ORDINALS.index(first) + 1 if rest[:2] == ["from", "top"] and first in ORDINALS else 0
        found.append((noun, at or (len(ORDINALS) + 1, 0, 1)[row]))
    (mine, place), (their, its) = found
    return its - place if mine == their and place and its else 0


class Part(NamedTuple):
    """A part of a thing by its side: its adjectives, its noun, which "the north of it" has none of, and the whole."""

    adjectives: tuple[str, ...]
    noun: str
    whole: str


def part_of(name: str) -> Part | None:
    """Return the part that a name means; None for any other name.

    >>> part_of("upper left corner"), part_of("far north"), part_of("red edge")
    (Part(adjectives=('upper', 'left'), noun='corner', whole=''), Part(adjectives=('north',), noun='', whole=''), None)
    """
    base, _, whole = name.lower().partition(" of ")
    found = _DIAGONAL.sub(r"\1 \2", base).replace("-hand", "").split()
    found = [word for word in found if word not in ("far", "very")]
    noun = "" if found and found[-1] in positions() else found.pop() if found else ""
    known = found and all(word in positions() for word in found)
    alone = not noun and (not whole and base.split()[0] != "far")
    if not known or alone or (noun and noun not in resources.table("prose.toml")["sides"]["nouns"]):
        return None
    return Part(tuple(found), noun, whole)


def sides_of(one: str, other: str, names: Iterable[str], *, compass: bool) -> Iterator[str]:
    """Yield how a part of a thing lies as from another part of it, by the sides on which they are.

    >>> list(sides_of("south coast", "far north", (), compass=True)), list(sides_of("left edge", "right end", (), compass=False))
    (['below'], [])
    """
    mine, their = part_of(one), part_of(other)
    if mine is None or their is None or (mine.noun and their.noun and mine.noun != their.noun):
        return
    wholes = {head_of(one.whole) for one in map(part_of, names) if one is not None and one.whole}
    if len(wholes) > 1 and head_of(mine.whole or "?") != head_of(their.whole or "!"):
        return
    for word, its in product(mine.adjectives, their.adjectives):
        for name, place in positions()[word].items():
            step = place - positions()[its].get(name, place)
            label, _, of = name.partition(" ")
            if step and (label != "below" or compass == bool(of)):
                yield sign(label, step)


def sign(label: str, difference: int) -> str:
    """Return a direction for a negative difference, its opposite for a positive one."""
    return label if difference < 0 else relations.CONVERSE[label]


def is_level(noun: str) -> bool:
    """Tell whether a noun names levels of a building or a ship: floors, decks."""
    return noun in resources.table("prose.toml")["levels"]["nouns"]


def rung(
    mention: Mention,
    saying: Saying | None,
    entities: Entities,
    members: Callable[[Mention], Sequence[int]],
    context: Context,
) -> int | None:
    """Return which of several places of a kind, one above the other, a phrase means; None where its words do not say.

    Parameters
    ----------
    mention, saying
        The phrase, and what the words behind it say of the place.
    entities, members
        Those of the story, and what a mention means.
    context
        What is known before the sentence: what is in or on what.
    """
    noun = head_of(mention.key)
    if mention.kind != "common" or not is_slot(noun) or not mention.definite:
        return None
    own = Mention("common", noun, noun, True, mention.span)
    groups = {some for one in entities.candidates(own) if len(some := entities.group_of(one)) > 1}
    group = groups.pop() if len(groups) == 1 else ()
    beside = _beside(mention, saying)
    told = (one.args for one in context.told if str(one.relation).startswith("inside") and not one.property("negated"))
    held = [*context.resting, *((args[0], args[1]) for args in told if len(args) == 2)] if beside is not None else ()
    if is_level(noun):
        return _level(noun, beside, entities, members, held) if beside is not None else None
    if noun not in _UPRIGHT or not group or entities.is_open(group):
        return None
    number = len(group)
    places = {one: _place(one, noun, number, entities) for one in group}
    if beside is None:
        found = place_of(mention.key, noun, number)
    else:
        around = _around(members(beside.tail), group, held)
        start = places.get(around, 0)
        found = start + (1 if beside.relation == "above" else -1) if start else 0
        if start and not 1 <= found <= number:
            raise Unclear(f"there is no {noun} {beside.relation} that")
    if not found:
        return None
    if (known := next((one for one, at in places.items() if at == found), None)) is not None:
        return known
    unknown = [one for one, at in places.items() if not at]
    nameless = [one for one in unknown if entities.is_nameless(one)]
    if len(nameless) < len(unknown) and len(unknown) > 1:
        return None  # it may be one that was told apart in another way
    name = _name(found, noun, number)
    entities.also_called(noun_key(name), unknown[0])
    return entities.single_out(unknown[0], name)


def place_of(key: str, noun: str, number: int) -> int:
    """Return the place of one of so many from the bottom, by its words; 0 where they do not say.

    >>> place_of("second shelf from top", "shelf", 4), place_of("bottom shelf", "shelf", 4)
    (3, 1)
    """
    match = _FROM.fullmatch(key) or _NTH.fullmatch(key)
    if match is not None and match["noun"] == noun and match["place"] in ORDINALS:
        at = ORDINALS.index(match["place"]) + 1
        if at > number:
            raise Unclear(f"there are only {number}")
        return at if match["end"] in ("bottom", "lowest", "from bottom") else number + 1 - at
    word, _, rest = key.partition(" ")
    if rest != noun:
        return 0
    if word in _TOP or (word == "upper" and number == 2):
        return number
    if word in _BOTTOM or (word == "lower" and number == 2):
        return 1
    return (number + 1) // 2 if word in _MIDDLE and number % 2 else 0


def noun_of_places(described: Sequence[str], entities: Entities, before: Iterable[int], *, told_apart: bool) -> set[str]:
    """Return the noun of places for which "the top one", or "the one above it", stands: those counted, or else those of before.

    Nothing for any other. `told_apart` where words behind it tell which it is.
    """
    if described[0] not in _RANKS if described else not told_apart:
        return set()
    counted = {head_of(name) for one, name in enumerate(entities.names) if entities.is_counted(one)}
    nouns = counted or {noun for one in before if is_slot(noun := head_of(entities.names[one]))}
    return nouns if len(nouns) == 1 and is_slot(*nouns) else set()


def pointed(word: str, before: Iterable[int], told: Sequence[Statement], names: Sequence[str]) -> int:
    """Return the place that "that" means: the one of which the sentence before spoke, if it spoke of one such place."""
    if word == "there":
        raise Unclear("where is that? Name the place")
    last = next((one.args[1:] for one in told if one.span == told[-1].span), ())
    slots = {one for one in last if is_slot(head_of(names[one]))} or {one for one in before if is_slot(head_of(names[one]))}
    if len(slots) != 1:
        raise Unclear("what is 'that'? Say the noun again")
    return slots.pop()


def _place(one: int, noun: str, number: int, entities: Entities) -> int:
    names = (entities.names[one].lower(), *entities.called(one))
    return next((at for name in names if (at := place_of(name, noun, number))), 0)


def _name(at: int, noun: str, number: int) -> str:
    if at in (1, number):
        return f"{'top' if at == number else 'bottom'} {noun}"
    return f"middle {noun}" if number == 3 else f"{ORDINALS[number - at]} {noun} from top"


def _beside(mention: Mention, saying: Saying | None) -> Claim | None:
    """Return the one thing above or below which a place is said to be; None where more is said, or nothing."""
    if isinstance(saying, Each) and (saying.low, saying.high) == (-1, -1) and isinstance(saying.said, Claim):
        saying = replace(saying.said, tail=saying.mention)
    said = saying if isinstance(saying, Claim) else None
    return said if said is not None and said.head.span == mention.span and said.relation in ("above", "below") else None


def _around(things: Sequence[int], group: Sequence[int], held: Iterable[tuple[int, int]]) -> int:
    """Return which of some places things are, or are in or on; -1 where none is known, or more than one."""
    pairs = [*held]
    found = {one for thing in things for one in (thing, *(outer for inner, outer in pairs if inner == thing)) if one in group}
    return found.pop() if len(found) == 1 else -1


def _level(
    noun: str, beside: Claim, entities: Entities, members: Callable[[Mention], Sequence[int]], held: Iterable[tuple[int, int]]
) -> int | None:
    """Return the floor above or below that of something, by its number."""
    numbered = {one: at for one, name in enumerate(entities.names) if (at := _number(name.lower(), noun)) >= 0}
    around = _around(members(beside.tail), [*numbered], held)
    if around < 0:
        return None
    at = numbered[around] + (1 if beside.relation == "above" else -1)
    if at == 0 and f"ground {noun}" not in map(str.lower, entities.names):
        return None  # where the first floor is the lowest, and where it is not
    if not 0 <= at <= len(ORDINALS):
        return None
    name = f"{ORDINALS[at - 1]} {noun}" if at else f"ground {noun}"
    return entities.resolve(Mention("common", noun_key(name), name, True, beside.head.span))


def _number(name: str, noun: str) -> int:
    word, _, rest = name.partition(" ")
    if rest != noun:
        return -1
    return 0 if word == "ground" else ORDINALS.index(word) + 1 if word in ORDINALS else -1
