"""What statements of place say of the same two things the other way round: converses, contraries and vertical order.

Above and under are converses and, read of places, strict orders; what lies on a thing that bears it is above it; in, on
and behind run one way only; with runs both ways; two things that are both in, on, under or above a third have no order between
them (A. Herskovits, "Language and Spatial Cognition", 1986; L. Abzianidze et al., "SpaceNLI", 2023). Only readings of place
count: "the idea is above criticism" orders nothing. What is left has no answer here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from qsr.nouns.lexicon import family
from qsr.theories.prepositions.readings import Reading

__all__ = ["Ordered", "Placed", "order"]

#: The sense in which a preposition orders, and those that hold in one direction only.
_SENSE: Final = {"above": "higher", "under": "lower", "on": "support", "in": "containment", "behind": "rear", "with": "company"}
_ONE_WAY: Final = ("in", "on", "behind")
#: What something can be on without being above it.
_BESIDE: Final = ("upright", "craft", "room", "document")


class Placed(NamedTuple):
    """A statement or a question: figure, preposition and ground; the preposition is one of the theory's."""

    figure: int
    preposition: str
    ground: int


class Ordered(NamedTuple):
    """Whether the claim follows, the statements that say so, and why: ``converse``, ``order`` or ``unjoined``."""

    holds: bool
    statements: tuple[int, ...]
    rule: str


def order(said: Mapping[int, tuple[Placed, Reading]], asked: Placed) -> Ordered | None:
    """Return what converses and vertical order say of a claim, None where they do not decide.

    Parameters
    ----------
    said
        Statement -> what it places, and its readings.
    asked
        The claim.
    """
    placed = {number: one for number, (one, reading) in said.items() if reading.senses[0][0] == _SENSE.get(one.preposition)}
    for number, one in placed.items():
        if (one.ground, one.figure) == (asked.figure, asked.ground) and one.preposition == asked.preposition:
            if one.preposition == "with":
                return Ordered(True, (number,), "converse")
            if one.preposition in _ONE_WAY:
                return Ordered(False, (number,), "converse")
    if asked.preposition in ("above", "under", "on"):
        higher = _higher(placed, said)
        up, down = (asked.ground, asked.figure) if asked.preposition == "under" else (asked.figure, asked.ground)
        against = _path(higher, down, up)
        found = _path(higher, up, down) if asked.preposition != "on" else ()
        if against or found:
            return Ordered(not against, against or found, "order")
    return _unjoined(placed, asked)


def _unjoined(placed: Mapping[int, Placed], asked: Placed) -> Ordered | None:
    """Return that nothing joins two things which stand in the same relation to a third, where no order runs between them."""
    for number, one in placed.items():
        for other, two in placed.items():
            alike = one.preposition == two.preposition == asked.preposition != "with"
            if alike and (one.figure, two.figure) == (asked.figure, asked.ground) and one.ground == two.ground:
                return Ordered(False, tuple(sorted((number, other))), "unjoined")
    return None


def _higher(placed: Mapping[int, Placed], said: Mapping[int, tuple[Placed, Reading]]) -> dict[int, list[tuple[int, int]]]:
    """Return thing -> what it is above, with the statement that says so."""
    higher: dict[int, list[tuple[int, int]]] = {}
    bearing = family("top") - set(_BESIDE)
    for number, one in placed.items():
        if one.preposition == "under":
            higher.setdefault(one.ground, []).append((one.figure, number))
        elif one.preposition == "above" or (one.preposition == "on" and said[number][1].ground.kinds[0][0] in bearing):
            higher.setdefault(one.figure, []).append((one.ground, number))
    return higher


def _path(higher: Mapping[int, list[tuple[int, int]]], start: int, end: int) -> tuple[int, ...]:
    """Return the statements on the shortest way down from one thing to another, none where there is no way."""
    reached: dict[int, tuple[int, ...]] = {start: ()}
    front = [start]
    while front:
        beyond = []
        for upper in front:
            for lower, number in higher.get(upper, ()):
                if lower not in reached:
                    reached[lower] = (*reached[upper], number)
                    beyond.append(lower)
        front = beyond
    return tuple(sorted(reached.get(end, ())))
