"""Numeric models of the calculi: entities as numbers, and the base relation that holds between two of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import strategies as st


def sign(first: int, second: int) -> int:
    return (first > second) - (first < second)


def point_relation(x: int, y: int) -> str:
    return "=><"[sign(x, y)]


# Signs of start-start, start-end, end-start and end-end (Allen 1983, figure 2).
ALLEN = {
    (-1, -1, -1, -1): "<",
    (-1, -1, 0, -1): "m",
    (-1, -1, 1, -1): "o",
    (-1, -1, 1, 0): "fi",
    (-1, -1, 1, 1): "di",
    (0, -1, 1, -1): "s",
    (0, -1, 1, 0): "=",
    (0, -1, 1, 1): "si",
    (1, -1, 1, -1): "d",
    (1, -1, 1, 0): "f",
    (1, -1, 1, 1): "oi",
    (1, 0, 1, 1): "mi",
    (1, 1, 1, 1): ">",
}


def relation_of_intervals(x: tuple[int, int], y: tuple[int, int]) -> str:
    return ALLEN[sign(x[0], y[0]), sign(x[0], y[1]), sign(x[1], y[0]), sign(x[1], y[1])]


Square = tuple[int, ...]


def rcc8_relation(x: frozenset[Square], y: frozenset[Square]) -> str:
    """Relation of two unions of closed unit squares (on a line: unit intervals), each named by its corner.

    Squares touch where they share a side or a corner; a square lies in the interior of a union that holds all its neighbours.
    """
    if x == y:
        return "EQ"
    if not x & y:
        return "EC" if around(x) & y else "DC"
    if x < y:
        return "NTPP" if around(x) <= y else "TPP"
    if y < x:
        return "NTPPI" if around(y) <= x else "TPPI"
    return "PO"


def around(squares: frozenset[Square]) -> frozenset[Square]:
    return frozenset(near for square in squares for near in product(*((at - 1, at, at + 1) for at in square)))


@dataclass(frozen=True)
class Model:
    """`few` holds enough entities to meet every triangle of relations, or none; `draw` draws others."""

    few: Sequence[Any]
    draw: st.SearchStrategy[Any]
    relation: Callable[[Any, Any], str]


def unions_on_a_line(count: int) -> list[frozenset[Square]]:
    intervals = [(place,) for place in range(count)]
    return [frozenset(chosen) for size in range(1, count + 1) for chosen in combinations(intervals, size)]


def direction_relation(x: tuple[int, int], y: tuple[int, int]) -> str:
    """Where the first point lies from the second; north is up."""
    return ("S N"[1 + sign(x[1], y[1])] + "W E"[1 + sign(x[0], y[0])]).replace(" ", "") or "Eq"


def box_relation(x: tuple[tuple[int, int], ...], y: tuple[tuple[int, int], ...]) -> str:
    return ",".join(map(relation_of_intervals, x, y))


def rcc5_relation(x: frozenset[int], y: frozenset[int]) -> str:
    if x == y:
        return "EQ"
    if not x & y:
        return "DR"
    return "PP" if x < y else "PPI" if y < x else "PO"


def distance_relation(x: tuple[int, int], y: tuple[int, int]) -> str:
    """Places in half units, so that a class ends at 2, 4 and 6 of them."""
    square = (x[0] - y[0]) ** 2 + (x[1] - y[1]) ** 2
    return ["same", "very-near", "near", "far", "very-far"][sum(square > end * end for end in (0, 2, 4, 6))]


Vector = tuple[int, int]


def direction_of(facing: Vector, target: Vector) -> int:
    """0 ahead, 1 left, 2 behind, 3 right, for one who faces along a vector."""
    cross = facing[0] * target[1] - facing[1] * target[0]
    ahead = facing[0] * target[0] + facing[1] * target[1] > 0
    return 1 if cross > 0 else 3 if cross < 0 else 0 if ahead else 2


def oriented_relation(x: tuple[Vector, Vector], y: tuple[Vector, Vector]) -> str:
    (place_x, facing_x), (place_y, facing_y) = x, y
    if place_x == place_y:
        return f"s_{direction_of(facing_x, facing_y)}"
    step = (place_y[0] - place_x[0], place_y[1] - place_x[1])
    return f"{direction_of(facing_x, step)}_{direction_of(facing_y, (-step[0], -step[1]))}"


FACINGS = [(x, y) for x, y in product(range(-2, 3), repeat=2) if max(abs(x), abs(y)) == 2]
SQUARES = st.tuples(st.integers(0, 4), st.integers(0, 4))
PLACES = st.tuples(st.integers(-5, 5), st.integers(-5, 5))
INTERVALS = st.lists(st.integers(0, 9), min_size=2, max_size=2, unique=True).map(lambda ends: tuple(sorted(ends)))
MODELS = {
    "point": Model(range(3), st.integers(0, 5), point_relation),
    "allen": Model(list(combinations(range(6), 2)), INTERVALS, relation_of_intervals),
    "rcc5": Model(
        [frozenset(chosen) for size in range(1, 5) for chosen in combinations(range(4), size)],
        st.frozensets(st.integers(0, 5), min_size=1),
        rcc5_relation,
    ),
    "rcc8": Model(unions_on_a_line(5), st.frozensets(SQUARES, min_size=1, max_size=18), rcc8_relation),
    "cd": Model(list(product(range(3), repeat=2)), PLACES, direction_relation),
    "distance": Model(list(product(range(15), range(5))), PLACES, distance_relation),
    "opra1": Model(
        list(product([(0, 0), (1, 0), (2, 0), (0, 1)], FACINGS)),
        st.tuples(PLACES, PLACES.filter(any)),
        oriented_relation,
    ),
    # Too many boxes to go through: their tables are compared with those of their axes.
    "block2": Model([], st.tuples(INTERVALS, INTERVALS), box_relation),
    "block3": Model([], st.tuples(INTERVALS, INTERVALS, INTERVALS), box_relation),
}


@pytest.fixture(scope="session", params=list(MODELS))
def modelled(request: pytest.FixtureRequest) -> tuple[str, Model]:
    """Name of a calculus and its model."""
    return request.param, MODELS[request.param]


@pytest.fixture(scope="session")
def allen_relation() -> Callable[[tuple[int, int], tuple[int, int]], str]:
    """The base relation of two intervals given by their ends."""
    return relation_of_intervals


@pytest.fixture(scope="session", params=[name for name, model in MODELS.items() if model.few])
def enumerated(request: pytest.FixtureRequest) -> tuple[str, Model]:
    """Name of a calculus and its model, of which a few entities show all that there is."""
    return request.param, MODELS[request.param]
