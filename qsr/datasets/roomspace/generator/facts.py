"""What holds in a room: regions, walls, directions and distances, as facts in the order of the published ones."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import Final, TypeAlias

from qsr.datasets.roomspace.generator.scenes import Scene
from qsr.theories.room.clauses import DIRECTIONS, FAMILIES, REGIONS, WALLS
from qsr.theories.room.grid import grid_of

__all__ = ["Fact", "altered", "described", "pairs", "relation", "tightness"]

#: A code and the objects that it is about, by their position in the order of introduction.
Fact: TypeAlias = tuple[str, tuple[int, ...]]

#: Part of a setting's name -> the codes for the distances of two objects.
_CLASSES: Final = {"D2": FAMILIES[1], "D3": FAMILIES[2]}
_ALIKE: Final = (*FAMILIES, tuple(REGIONS), WALLS)


def pairs(objects: int) -> list[tuple[int, int]]:
    """Return the pairs in the published order, neighbours first, without the pair that is asked about.

    >>> pairs(4)
    [(0, 1), (1, 2), (2, 3), (0, 2), (1, 3)]
    """
    return [(first, first + gap) for gap in range(1, objects - 1) for first in range(objects - gap)]


def relation(scene: Scene, one: int, other: int) -> str:
    """Return the direction of one object from another."""
    across, up = _between(scene, one, other)
    return next(code for code, signs in DIRECTIONS.items() if signs == ((across > 0) - (across < 0), (up > 0) - (up < 0)))


def described(scene: Scene, setting: str, mode: str, count: int) -> tuple[Fact, ...]:
    """Return what a setting says of a room: regions, walls, then directions and distances of the first `count` pairs.

    Of two codes that hold at once, as TPP and NTPP may in mode ``code``, it is the first one.
    """
    grid, parts, found = scene.measured(mode), setting.split("+"), list[Fact]()
    unary = [tuple(REGIONS)] if {"Layout", "TPP"}.intersection(parts) else []
    unary += [WALLS] if "TPP" in parts else []
    for codes in unary:
        found += [(next(code for code in codes if grid.lies(code, place)), (at,)) for at, place in enumerate(scene.places)]
    if "O2" in parts:
        chosen = pairs(len(scene.names))[:count]
        for codes in (FAMILIES[0], *(_CLASSES[part] for part in parts if part in _CLASSES)):
            found += [(next(code for code in codes if grid.apart(code, *_between(scene, *pair))), pair) for pair in chosen]
    return tuple(found)


def _between(scene: Scene, one: int, other: int) -> tuple[int, int]:
    (x, y), (u, v) = scene.places[one], scene.places[other]
    return x - u, y - v


def altered(random: Random, facts: tuple[Fact, ...]) -> tuple[tuple[Fact, ...], int]:
    """Return facts of which one has another code of its kind, and which one."""
    at = random.randrange(len(facts))
    code, args = facts[at]
    kind = next(codes for codes in _ALIKE if code in codes)
    other = random.choice([found for found in kind if found != code])
    return (*facts[:at], (other, args), *facts[at + 1 :]), at


# ---------------------------------------------------------------- tightness


def tightness(facts: tuple[Fact, ...], mode: str, sides: tuple[int, int]) -> Fraction | None:
    """Return the constraint tightness p: the mean, over the described pairs, of the share of pairs of cells that are excluded.

    Directions and distances count; regions and walls bind single objects and do not. None where no pair is described, and in
    mode real, whose places cannot be counted.
    """
    said: dict[tuple[int, ...], set[str]] = {}
    for code, args in facts:
        if len(args) == 2:
            said.setdefault(args, set()).add(code)
    if not said or mode == "real":
        return None
    kinds = Counter(frozenset(codes) for codes in said.values())
    return sum((_excluded(codes, mode, sides) * times for codes, times in kinds.items()), Fraction(0)) / len(said)


@cache
def _excluded(codes: frozenset[str], mode: str, sides: tuple[int, int]) -> Fraction:
    """Return the share of pairs of cells of which some code does not hold."""
    grid, (width, length) = grid_of(mode, sides), sides
    # These codes depend on the displacement alone, and each displacement has so many pairs of cells.
    fitting = sum(
        (width - abs(across)) * (length - abs(up))
        for across, up in product(range(1 - width, width), range(1 - length, length))
        if all(grid.apart(code, across, up) for code in codes)
    )
    return 1 - Fraction(fitting, (width * length) ** 2)
