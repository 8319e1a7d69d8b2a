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
    return "=<>"[sign(x, y)]


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
    """`few` holds enough entities to meet every triangle of relations; `draw` draws others."""

    few: Sequence[Any]
    draw: st.SearchStrategy[Any]
    relation: Callable[[Any, Any], str]


def unions_on_a_line(count: int) -> list[frozenset[Square]]:
    intervals = [(place,) for place in range(count)]
    return [frozenset(chosen) for size in range(1, count + 1) for chosen in combinations(intervals, size)]


SQUARES = st.tuples(st.integers(0, 4), st.integers(0, 4))
MODELS = {
    "point": Model(range(3), st.integers(0, 5), point_relation),
    "allen": Model(
        list(combinations(range(6), 2)),
        st.lists(st.integers(0, 9), min_size=2, max_size=2, unique=True).map(lambda ends: tuple(sorted(ends))),
        relation_of_intervals,
    ),
    "rcc8": Model(unions_on_a_line(5), st.frozensets(SQUARES, min_size=1, max_size=18), rcc8_relation),
}


@pytest.fixture(scope="session", params=list(MODELS))
def modelled(request: pytest.FixtureRequest) -> tuple[str, Model]:
    """Name of a calculus and its model."""
    return request.param, MODELS[request.param]


@pytest.fixture(scope="session")
def allen_relation() -> Callable[[tuple[int, int], tuple[int, int]], str]:
    """The base relation of two intervals given by their ends."""
    return relation_of_intervals
