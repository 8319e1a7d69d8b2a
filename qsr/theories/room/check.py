"""Which clauses a layout breaks, by plain arithmetic on exact numbers: nothing here is shared with the solvers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final, TypeAlias

from qsr.theories.room.clauses import Clause
from qsr.theories.room.domain import Domain

__all__ = ["Place", "broken", "inside"]

Place: TypeAlias = Sequence[int | Fraction]

_LETTERS: Final = {"N": (1, 1), "S": (1, -1), "E": (0, 1), "W": (0, -1)}


def inside(domain: Domain, place: Place) -> bool:
    """Tell whether a place is one of the room: whole numbers on a grid, anything up to the walls in a continuous room."""
    if domain.mode == "real":
        return all(0 <= at <= side for at, side in zip(place, domain.lengths, strict=True))
    return all(at == int(at) and 0 <= at < side for at, side in zip(place, domain.sides, strict=True))


def broken(domain: Domain, clauses: Sequence[Clause], place: Mapping[int, Place]) -> tuple[int, ...]:
    """Return the positions of the clauses that do not hold of the places, those about a place outside of the room among them."""
    return tuple(
        position
        for position, said in enumerate(clauses)
        if not (
            inside(domain, place[said.head])
            and inside(domain, place[said.tail])
            and _holds(domain, said.code, place[said.head], place[said.tail])
        )
    )


def _holds(domain: Domain, code: str, head: Place, tail: Place) -> bool:
    if code in ("TPP", "NTPP"):
        return _stands(domain, code, head)
    if code.endswith("R"):
        return _is_in(domain, code[:-1], head)
    if code[-1].isdigit():
        return _is_apart(domain, code, (head[0] - tail[0]) ** 2 + (head[1] - tail[1]) ** 2)
    for axis in (0, 1):
        sign = sum(_LETTERS[letter][1] for letter in code if letter in _LETTERS and _LETTERS[letter][0] == axis)
        apart = head[axis] - tail[axis]
        if (apart > 0) - (apart < 0) != sign:
            return False
    return True


def _stands(domain: Domain, code: str, at: Place) -> bool:
    real = domain.mode == "real"
    sides: Sequence[int | Fraction] = domain.lengths if real else domain.sides
    last = [side if real else side - 1 for side in sides]
    if code == "TPP":
        return any(at[axis] in (0, last[axis]) for axis in (0, 1))
    ends = sides if domain.mode == "code" else last
    return all(0 < at[axis] < ends[axis] for axis in (0, 1))


def _is_in(domain: Domain, region: str, at: Place) -> bool:
    sides: Sequence[int | Fraction] = domain.lengths if domain.mode == "real" else domain.sides
    for axis, (low, high) in enumerate((("W", "E"), ("S", "N"))):
        is_low, is_high = 3 * at[axis] < sides[axis], 3 * at[axis] >= 2 * sides[axis]
        if is_low != (low in region) or is_high != (high in region):
            return False
    return True


def _is_apart(domain: Domain, code: str, squared: int | Fraction) -> bool:
    width = {"real": 1, "paper": max(domain.sides), "code": max(domain.sides) - 1}[domain.mode] ** 2
    if code in ("CL2", "FR2"):
        return (4 * squared <= width) == (code == "CL2")
    if code == "CL3":
        return 9 * squared <= 2 * width
    return 9 * squared > 8 * width if code == "FR3" else 2 * width < 9 * squared <= 8 * width
