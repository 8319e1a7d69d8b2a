"""Tellings in time, refused by name: a story is about one moment, and nobody is in the bathroom and in the garden at once.

Somebody, or a thing that can be moved, that is said to be in two places is so at two moments unless the story nests one
of them in the other or lets them overlap. Towns, rivers, rooms and regions may lie in two. What a name names is told by its kind
where that is known, else by what it is in: no town lies in a kitchen.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

from qsr.language import kinds
from qsr.story import Span, Statement

__all__ = ["told_in_time"]

_IN: Final = frozenset({"inside", "inside and touching"})
_HOLDS: Final = frozenset({"contains", "contains and touches"})
_SHARING: Final = frozenset({"overlapping", "partially overlapping"})


def told_in_time(statements: Sequence[Statement], names: Sequence[str]) -> Iterator[tuple[str, Span]]:
    """Yield a message and the words at fault for each place of a thing that is in two at once, the later places first."""
    held: dict[int, list[int]] = {}
    shared: list[tuple[int, int]] = []
    said: dict[tuple[int, int], Span] = {}
    for statement in statements:
        if len(statement.args) != 2 or statement.property("negated"):
            continue
        inner, outer = statement.args
        if statement.relation in _SHARING:
            shared.append((inner, outer))
        elif statement.relation in _IN or statement.relation in _HOLDS:
            inner, outer = (inner, outer) if statement.relation in _IN else (outer, inner)
            if (inner, outer) not in said:
                held.setdefault(inner, []).append(outer)
                said[inner, outer] = statement.span
    for thing, places in held.items():
        if len(places) < 2 or not _moves(names[thing], [names[place] for place in places]):
            continue
        around = {place: _around(held, place) for place in places}
        for one, other in combinations(places, 2):
            if not _together(around[one], around[other], shared, one, other):
                message = (
                    f"{names[thing]!r} is in {names[one]!r} and in {names[other]!r}: at two moments? A story is about one; "
                    "say that one is in the other, or that they overlap, if it is"
                )
                # The later one first, at which a reader stops; neither holds for certain.
                yield from ((message, said[thing, place]) for place in reversed(places))
                break


def _around(held: Mapping[int, Sequence[int]], place: int) -> set[int]:
    """Return a place and all that it is in."""
    found = {place}
    front = [place]
    while front:
        new = [outer for outer in held.get(front.pop(), ()) if outer not in found]
        found.update(new)
        front += new
    return found


def _moves(name: str, places: Iterable[str]) -> bool:
    known = kinds.moves(_head(name))
    return any(kinds.holds_only_small_things(_head(place)) for place in places) if known is None else known


def _head(name: str) -> str:
    found = name.lower().split()
    while len(found) > 1 and (len(found[-1]) == 1 or found[-1].isdigit()):
        found.pop()
    return found[-1] if found else name


def _together(
    around_one: Container[int], around_other: Container[int], shared: Iterable[tuple[int, int]], one: int, other: int
) -> bool:
    """Tell whether two places are nested, or lie in places that are said to overlap."""
    if one in around_other or other in around_one:
        return True
    return any((a in around_one and b in around_other) or (b in around_one and a in around_other) for a, b in shared)
