"""What the names of places say of how these lie: the third floor, the top shelf, the north bank, square B2."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from typing import Final, NamedTuple

from qsr import relations, resources
from qsr.language import words
from qsr.language.words import head_of

__all__ = ["SQUARE", "Part", "is_level", "order", "part_of", "positions", "sides_of", "sign"]

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
