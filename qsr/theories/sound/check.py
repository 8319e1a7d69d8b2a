"""Whether regions satisfy what a story says, by geometry alone: the check that stands apart from every solver.

A witness has no numbers for near and far. Statements about them are broken where the regions alone exclude them, or where no
choice of what is near and what is far makes all of them true.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from qsr.cores import by_bisection
from qsr.logic import leaves, settled
from qsr.relations import DIRECTIONS, DISTANCES, RCC8
from qsr.theories.checking import Unchecked
from qsr.theories.sound.claims import Formula, Holds
from qsr.theories.sound.geometry import Region, bounding_box, rcc8_of

__all__ = ["broken", "satisfied", "truth"]

_PARTS: Final = ("TPP", "NTPP", "EQ")
#: Trials of what is near and what is far before giving up.
_MOST_TRIALS: Final = 200_000
#: Two classes of equal regions, the smaller number first.
_Pair: TypeAlias = tuple[int, int]


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


def broken(claims: Sequence[Formula], place: Mapping[int, Region]) -> tuple[int, ...]:
    """Return the positions of the claims that the regions break, ascending; of those that exclude each other a minimal set.

    Raise Unchecked as `satisfied` does.
    """
    wrong = {number for number, claim in enumerate(claims) if truth(claim, place) is False}
    rest = [number for number in range(len(claims)) if number not in wrong]
    return tuple(sorted({*wrong, *(by_bisection(lambda some: not satisfied([claims[n] for n in some], place), rest) or ())}))


def satisfied(formulas: Sequence[Formula], place: Mapping[int, Region]) -> bool:
    """Tell whether some choice of near and far, for the pairs that formulas speak of, makes all of them true of the regions.

    Equal regions are near, and stand for one another; what is far is apart, and so are its parts far; nothing is both. Raise
    Unchecked where there are too many choices.
    """
    every = {atom for one in formulas for atom in leaves(one)}
    true = {atom: truth(atom, place) for atom in every if atom.label not in DISTANCES}
    vague = every - true.keys()
    spoken = sorted({entity for atom in vague for entity in (atom.head, atom.tail)})
    relation = {(x, y): rcc8_of(place[x], place[y]) for x in spoken for y in spoken}
    least = {x: next(y for y in spoken if relation[x, y] == "EQ") for x in spoken}

    def pair(x: int, y: int) -> _Pair:
        one, other = sorted((least[x], least[y]))
        return one, other

    pairs = sorted({pair(atom.head, atom.tail) for atom in vague})

    def is_part(one: _Pair, whole: _Pair) -> bool:
        return any(relation[one[0], x] in _PARTS and relation[one[1], y] in _PARTS for x, y in (whole, whole[::-1]))

    below = {whole: [one for one in pairs if one != whole and is_part(one, whole)] for whole in pairs}
    chosen: dict[_Pair, str] = {one: "near" for one in pairs if one[0] == one[1]}
    open_pairs = [one for one in pairs if one[0] != one[1]]
    trials = 0

    def value(atom: Holds) -> bool | None:
        if atom in true:
            return true[atom]
        kind = chosen.get(pair(atom.head, atom.tail))
        return None if kind is None else kind == atom.label

    def fits() -> bool:
        for whole, parts in below.items():
            if chosen.get(whole) == "far" and any(chosen.get(one, "far") != "far" for one in parts):
                return False
        return all(settled(one, value) is not False for one in formulas)

    def search(number: int) -> bool:
        nonlocal trials
        trials += 1
        if trials > _MOST_TRIALS:
            raise Unchecked("there are too many ways to say what is near and what is far")
        if not fits():
            return False
        if number == len(open_pairs):
            return True
        one = open_pairs[number]
        for kind in ("neither", "near", "far") if relation[one] == "DC" else ("neither", "near"):
            chosen[one] = kind
            if search(number + 1):
                return True
        del chosen[one]
        return False

    return search(0)
