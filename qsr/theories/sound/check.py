"""Whether regions satisfy what a story says, by geometry alone: the check that stands apart from every solver.

A witness has no numbers for near and far. A statement about them is broken where the regions alone exclude it, or together
with what other statements say of near and far.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

from qsr.logic import And, Not, parts_of, settled
from qsr.relations import DIRECTIONS, DISTANCES, RCC8
from qsr.theories.sound.claims import Formula, Holds
from qsr.theories.sound.geometry import Region, bounding_box, rcc8_of

__all__ = ["broken", "truth"]

_PARTS: Final = ("TPP", "NTPP", "EQ")


def truth(formula: Formula, place: Mapping[int, Region]) -> bool | None:
    """Return whether a formula is true of the regions; None where that hangs on what is called near or far."""
    return settled(formula, lambda atom: _label(atom.label, place[atom.head], place[atom.tail]))


def _label(label: str, head: Region, tail: Region) -> bool | None:
    if label in DIRECTIONS:
        axis, sign = DIRECTIONS[label]
        low, high = (head, tail) if sign < 0 else (tail, head)
        return bounding_box(low)[axis][1] <= bounding_box(high)[axis][0]
    base = rcc8_of(head, tail)
    if label in RCC8:
        return base == RCC8[label]
    if base == "EQ":
        return label == "near"
    return None if label == "near" or base == "DC" else False


@dataclass(frozen=True, slots=True)
class _Said:
    """What a statement says for certain about near or far."""

    statement: int
    label: str
    pair: tuple[int, int]
    holds: bool


def broken(claims: Sequence[Formula], place: Mapping[int, Region]) -> tuple[int, ...]:
    """Return the positions of the claims that the regions break, ascending."""
    found = {number for number, claim in enumerate(claims) if truth(claim, place) is False}
    said = [fact for number, claim in enumerate(claims) for fact in _distances(number, claim, True)]
    for fact, other in product([fact for fact in said if fact.holds], said):
        contrary = not other.holds if fact.label == other.label else other.holds
        if contrary and any(_follows(fact, pair, other, place) for pair in (other.pair, other.pair[::-1])):
            found |= {fact.statement, other.statement}
    return tuple(sorted(found))


def _follows(fact: _Said, pair: tuple[int, int], other: _Said, place: Mapping[int, Region]) -> bool:
    """Tell whether the label of the fact holds of the pair as well: far of parts, near of equals."""
    if fact.label != other.label and fact.label == "near":
        # The other is far: its own parts are what it is told of.
        return False
    handed_on = _PARTS if fact.label == "far" else ("EQ",)
    return all(rcc8_of(place[one], place[whole]) in handed_on for one, whole in zip(pair, fact.pair, strict=True))


def _distances(number: int, claim: Formula, holds: bool) -> list[_Said]:
    if isinstance(claim, Holds):
        return [_Said(number, claim.label, (claim.head, claim.tail), holds)] if claim.label in DISTANCES else []
    if isinstance(claim, Not):
        return _distances(number, claim.part, not holds)
    parts = parts_of(claim) or ()
    if isinstance(claim, And) == holds or len(parts) == 1:
        return [fact for part in parts for fact in _distances(number, part, holds)]
    return []
