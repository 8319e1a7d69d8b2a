"""Tellings in time, refused by name: a story is about one moment, and nobody is in the bathroom and in the garden at once.

Somebody, or a thing that can be moved, that is said to be in two places is so at two moments unless the story nests one
of them in the other or lets them overlap. Towns, rivers, rooms and regions may lie in two. What a name names is told by its kind
where that is known, else by what it is in: no town lies in a kitchen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final

import networkx as nx

from qsr.language import kinds
from qsr.story import Span, Statement

__all__ = ["told_in_time"]

_IN: Final = frozenset({"inside", "inside and touching"})
_HOLDS: Final = frozenset({"contains", "contains and touches"})
_SHARING: Final = frozenset({"overlapping", "partially overlapping"})


def told_in_time(statements: Sequence[Statement], names: Sequence[str]) -> Iterator[tuple[str, Span]]:
    """Yield a message and the words at fault for each place of a thing that is in two at once, the later places first."""
    held: nx.DiGraph[int] = nx.DiGraph()
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
            held.add_edge(inner, outer)
            said.setdefault((inner, outer), statement.span)
    for thing in held:
        places = list(held.successors(thing))
        if len(places) < 2 or not _moves(names[thing], [names[place] for place in places]):
            continue
        for one, other in combinations(places, 2):
            if not _together(held, shared, one, other):
                message = (
                    f"{names[thing]!r} is in {names[one]!r} and in {names[other]!r}: at two moments? A story is about one; "
                    "say that one is in the other, or that they overlap, if it is"
                )
                # The later one first, at which a reader stops; neither holds for certain.
                yield from ((message, said[thing, place]) for place in reversed(places))
                break


def _moves(name: str, places: Iterable[str]) -> bool:
    known = kinds.moves(_head(name))
    return any(kinds.holds_only_small_things(_head(place)) for place in places) if known is None else known


def _head(name: str) -> str:
    found = name.lower().split()
    while len(found) > 1 and (len(found[-1]) == 1 or found[-1].isdigit()):
        found.pop()
    return found[-1] if found else name


def _together(held: nx.DiGraph[int], shared: Iterable[tuple[int, int]], one: int, other: int) -> bool:
    """Tell whether two places are nested, or lie in places that are said to overlap."""
    around = {place: {place, *nx.descendants(held, place)} for place in (one, other)}
    if one in around[other] or other in around[one]:
        return True
    return any((a in around[one] and b in around[other]) or (b in around[one] and a in around[other]) for a, b in shared)
