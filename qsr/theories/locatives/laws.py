"""The laws of `encodings/locatives.lp` once more, in plain Python: what a scene breaks, and which conditions hold in it.

A scene is a set of facts, each a base relation, its things and a moment. Nothing here knows a solver.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product
from typing import Final, TypeAlias

from qsr.theories.locatives.reading import Condition, Literal, Scene

__all__ = ["Facts", "broken", "holds"]

#: (relation, things, moment) for all that is true.
Facts: TypeAlias = frozenset[tuple[str, tuple[int, ...], int]]

_Pairs: TypeAlias = set[tuple[str, tuple[int, ...]]]

_SYMMETRIC: Final = ("near", "far", "beside", "opposite", "with", "around")
_EXCLUDED: Final = {
    "in": ("far", "above", "behind", "in front", "left", "right", "north", "east", "beside", "opposite", "own left", "own right"),
    "far": ("near", "at", "on", "beside", "with"),
    "behind": ("in front",),
    "left": ("right",),
    "own left": ("own right",),
}
_SIDES: Final = (("behind", "in front"), ("left", "right"))


def holds(facts: Facts, condition: Condition) -> bool:
    """Tell whether every part of a condition has an alternative of which all literals are as the facts have them."""

    def true(literal: Literal) -> bool:
        return ((literal.relation, literal.args, literal.moment) in facts) == literal.holds

    return all(any(all(map(true, alternative)) for alternative in part) for part in condition)


def broken(scene: Scene, facts: Facts, laws: tuple[int, ...]) -> list[str]:
    """Return the laws that facts break, by name; optional laws are those given."""
    found = []
    for moment in scene.moments:
        pairs: _Pairs = {(relation, args) for relation, args, when in facts if when == moment and len(args) == 2}
        triples: _Pairs = {(relation, args) for relation, args, when in facts if when == moment and len(args) == 3}
        found += list(_pairs(scene, pairs, laws))
        found += list(_triples(scene, pairs, triples))
        found += list(_lines(scene, pairs, triples, laws))
    middles = [{args for relation, args, when in facts if relation == "between" and when == moment} for moment in scene.moments]
    if any(middle != middles[0] for middle in middles):
        found.append("a line is the same at all times")
    return found


def _orders(laws: tuple[int, ...]) -> tuple[str, ...]:
    depth = ("behind", "in front") if 1 in laws else ()
    return ("in", "above", "north", "east", *depth, *(("left", "right") if 2 in laws else ()))


def _pairs(scene: Scene, true: _Pairs, laws: tuple[int, ...]) -> Iterator[str]:
    orders, used = _orders(laws), set(scene.used)
    denied = {(one, other) for _, one, other in scene.denied} if 5 in laws else set()
    for relation, (x, y) in true:
        if relation in (*orders, "on") and (relation, (y, x)) in true:
            yield f"{relation} runs one way"
        if relation in _SYMMETRIC and (relation, (y, x)) not in true:
            yield f"{relation} runs both ways"
        if any((other, (x, y)) in true for other in _EXCLUDED.get(relation, ())):
            yield f"{relation} excludes another"
        if relation == "in" and any((other, (y, x)) in true for other in ("above", "north", "east")):
            yield "what is in a thing lies on no side of it"
        if 4 in laws and relation == "in" and (x, y) in scene.apart:
            yield "places with names are apart"
        if relation == "in" and (y, x) in denied:
            yield "what is not in a thing does not hold it"
        if relation == "on" and ("above", (y, x)) in true:
            yield "what rests on a thing is not under it"
        for stronger, weaker in (("in", "at"), ("beside", "near")):
            if relation == stronger and weaker in used and (weaker, (x, y)) not in true:
                yield f"{stronger} implies {weaker}"
        for law, sides in enumerate(_SIDES, 1):
            if law in laws and relation in sides:
                converse = sides[1 - sides.index(relation)]
                if converse in used and (converse, (y, x)) not in true:
                    yield f"{relation} is the converse of {converse}"
    for (first, (x, y)), (second, (again, z)) in product(true, true):
        if y != again or x == z:
            both = first == second == "in" and x == again
            if both and y != z and {y, z} <= scene.solid and not {("in", (y, z)), ("in", (z, y))} & true:
                yield "solid containers form a chain"
            if both and 4 in laws and {(y, z), (z, y)} <= scene.apart:
                yield "nothing is in two places that are apart"
            if both and (y, z) in denied:
                yield "what is not in a thing has nothing of it"
            continue
        if first == second and first in orders and (first, (x, z)) not in true:
            yield f"{first} is transitive"
        if first == "at" and second == "in" and ("at", (x, z)) not in true:
            yield "at comes along with in"
        if 3 in laws and first == "on" and second == "in" and ("in", (x, z)) not in true:
            yield "what rests on a thing goes where it goes"


def _triples(scene: Scene, pairs: _Pairs, true: _Pairs) -> Iterator[str]:
    used = set(scene.used)
    for relation, (x, y, z) in true:
        if relation == "across" and (relation, (y, x, z)) not in true:
            yield f"{relation} runs both ways"
        if relation == "across" and ("across", (z, y, x)) in true:
            yield "of three things one is across from the others"
        if relation == "across" and any((side, (x, z)) in pairs and (side, (y, z)) in pairs for both in _SIDES for side in both):
            yield "what is across from each other is not on one side"
        if relation in ("view left", "view right"):
            other = "view right" if relation == "view left" else "view left"
            if (other, (x, y, z)) in true or {(relation, (z, y, x)), (relation, (y, x, z))} & true:
                yield "left and right exclude each other"
            if other in used and not {(other, (z, y, x)), (other, (y, x, z))} <= true:
                yield "left and right are two sides of a line"
            for again, (one, third, viewer) in true:
                if again == relation and one == y and viewer == z and third != x and (relation, (x, third, z)) not in true:
                    yield f"{relation} is transitive"


def _lines(scene: Scene, pairs: _Pairs, true: _Pairs, laws: tuple[int, ...]) -> Iterator[str]:
    middles = {args for relation, args in true if relation == "between"}
    if not any({(x, y, z) for x, y, z in middles} == made for made in _orders_of(scene)):
        yield "things on a line have one order"
    along = tuple(name for name in _orders(laws) if name != "in")
    for x, y, z in middles:
        for relation in along:
            ordered = {(relation, (y, x)), (relation, (x, z)), (relation, (y, z))}
            if ordered & pairs and not ordered <= pairs:
                yield f"{relation} goes along the line"
        for side in (name for both in _SIDES for name in both):
            other = next(both[1 - both.index(side)] for both in _SIDES if side in both)
            if ((side, (x, z)) in pairs) != ((side, (y, z)) in pairs):
                yield "what is on a line lies on one side of its end"
            if (side, (y, x)) in pairs and ((side, (z, x)) in pairs or (other in scene.used and (other, (z, x)) not in pairs)):
                yield "the ends lie on opposite sides of what is between"
        if ("near", (y, z)) in pairs and ("near", (x, y)) not in pairs:
            yield "a part is no longer than the whole"
        if ("far", (x, y)) in pairs and ("far", (y, z)) not in pairs:
            yield "the whole is no shorter than its part"


def _orders_of(scene: Scene) -> Iterator[set[tuple[int, int, int]]]:
    """Yield what is between what for every order along every line."""
    for orders in product(*(permutations(line) for line in scene.lines)):
        found = set()
        for order in orders:
            for first, middle, last in combinations(order, 3):
                found |= {(middle, first, last), (middle, last, first)}
        yield found
