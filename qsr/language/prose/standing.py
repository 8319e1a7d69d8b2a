"""Who stands in a row: what a sentence gives a place in an order, and new names for those of whom only the number was said.

And how places of one kind lie by their words: the top and the bottom shelf, the second and the third floor, two coasts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from typing import Any, Final, NamedTuple

from qsr import relations, resources
from qsr.language import words
from qsr.language.parts import Mention
from qsr.language.prose.claims import Rank, Saying, every_leaf
from qsr.language.prose.persons import may_be_person
from qsr.language.referents import Entities
from qsr.language.words import head_of
from qsr.relations import DIRECTIONS
from qsr.story import Span

__all__ = ["SQUARE", "Part", "in_line", "is_level", "order", "part_of", "positions", "sides_of", "sign", "standing", "ways"]


def standing(said: Iterable[Saying], entities: Entities, row: Any) -> dict[Span, bool]:
    """Return the mentions, by their places in a sentence, that it gives a place in an order of places.

    They go with whether that place is one in the row: at its end, in its middle, next to one that is in it.
    """
    found: dict[Span, bool] = {}
    for one in (leaf for part in said for leaf in every_leaf(part)):
        if isinstance(one, Rank):
            found[one.head.span] = True
        elif one.relation in DIRECTIONS or dict(one.properties).get("next"):
            beside = row is not None and not set(row.members).isdisjoint(entities.candidates(one.tail))
            found.setdefault(one.head.span, beside and bool(dict(one.properties).get("next")))
            found.setdefault(one.tail.span, False)
    return found


def ways(said: Iterable[Saying]) -> frozenset[Span]:
    """Return the mentions of a sentence of which it tells what lies on their way."""
    every = (leaf for one in said for leaf in every_leaf(one) if not isinstance(leaf, Rank))
    return frozenset((one.third or one.head).span for one in every if one.relation in ("sooner", "named:pass", "named:reach"))


def in_line(mention: Mention, entities: Entities, row: Any, kind: str, *, is_in: bool) -> int | None:
    """Return which of several things in a row something new is: the next of those that have no name.

    It is one of them where its place is in the row (`is_in`), and somebody is one of several persons.
    """
    if row is None or not mention.definite or entities.candidates(mention) or len(row.members) < 2:
        return None
    nameless = [one for one in row.members if entities.is_nameless(one)]
    person = mention.bare and mention.name[0].isupper() and may_be_person(mention.name) is not False
    if not nameless or not (is_in or (person and may_be_person(kind) is not False)):
        return None
    if may_be_person(kind) and not person and may_be_person(mention.name) is False:
        return None  # a seat is none of four friends
    member = entities.single_out(nameless[0], mention.name)
    entities.also_called(mention.key, member)
    return member


# ---------------------------------------------------------------- how places lie by their words

SQUARE: Final = re.compile(r"(?:.* )?([A-Z])(\d+)")
_DIAGONAL: Final = re.compile(r"\b(north|south)-?(east|west)")


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
        (first, *rest), (second, *others) = one.lower().split(), other.lower().split()
        if rest and rest == others:
            if is_level(rest[0]) and first in words.ORDINALS and second in words.ORDINALS:
                found = {"below": words.ORDINALS.index(first) - words.ORDINALS.index(second)}
            places = positions().get(first, {})
            found |= {
                name: place - positions()[second][name] for name, place in places.items() if name in positions().get(second, ())
            }
    # What is south is no lower, and what is lower not south.
    meant = ((name.partition(" "), step) for name, step in found.items() if step)
    return tuple(sign(label, step) for (label, _, of), step in meant if label != "below" or compass == bool(of))


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
