"""Potentials and the closure against Floyd and Warshall's algorithm, on random difference constraints."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qsr.errors import LimitReached
from qsr.solvers import Deadline, Outcome
from qsr.solvers.closure import Closure
from qsr.solvers.differences import Difference, Potentials

SIZE = 5
constraints = st.builds(Difference, st.integers(0, SIZE - 1), st.integers(0, SIZE - 1), st.integers(-4, 4))


def consistent(some) -> bool:
    infinity = float("inf")
    length = [[0 if i == j else infinity for j in range(SIZE)] for i in range(SIZE)]
    for x, y, most in some:
        length[y][x] = min(length[y][x], most)
    for k, i, j in product(range(SIZE), repeat=3):
        length[i][j] = min(length[i][j], length[i][k] + length[k][j])
    return all(length[i][i] >= 0 for i in range(SIZE))


def holds(values, constraint):
    return values[constraint.x] - values[constraint.y] <= constraint.most


@given(st.lists(constraints, max_size=12))
def test_loading_decides_and_blames_a_contradiction(some):
    potentials = Potentials(SIZE)
    blame = potentials.load((c, n) for n, c in enumerate(some))
    assert (blame is None) == consistent(some)
    if blame is None:
        assert all(holds(potentials.value, c) for c in some)
    else:
        assert not consistent([some[n] for n in blame])


@given(st.lists(st.tuples(constraints, st.booleans()), max_size=16))
def test_pushing_and_cutting_keep_a_solution(steps):
    potentials, kept = Potentials(SIZE), []
    for number, (constraint, back) in enumerate(steps):
        if back and kept:
            kept.pop()
            potentials.cut(len(kept))
        blame = potentials.push(constraint, number)
        assert (blame is None) == consistent([*(c for c, _ in kept), constraint])
        if blame is None:
            kept.append((constraint, number))
        else:
            assert not consistent([c for c, n in [*kept, (constraint, number)] if n in blame])
        assert potentials.height == len(kept)
        assert all(holds(potentials.value, c) for c, _ in kept)


@given(constraints, st.lists(st.integers(-9, 9), min_size=SIZE, max_size=SIZE))
def test_exactly_one_of_a_constraint_and_its_complement_holds(constraint, values):
    assert holds(values, constraint) != holds(values, constraint.complement)


@settings(max_examples=60)
@given(st.lists(st.lists(st.lists(constraints, min_size=1, max_size=2), min_size=1, max_size=3), max_size=5))
def test_alternatives_are_searched_completely_and_cores_are_minimal(guards):
    problem = Closure([(n,) for n in range(SIZE)], [], dict(enumerate(guards)))

    def possible(numbers) -> bool:
        return any(consistent([c for part in choice for c in part]) for choice in product(*(guards[n] for n in numbers)))

    everything = range(len(guards))
    core = problem.core(everything)
    assert (core is None) == possible(everything) == (problem.satisfiable(everything) is Outcome.YES)
    if core is None:
        numbers = problem.model(everything).numbers
        for guard in guards:
            assert any(all(numbers[x,] - numbers[y,] <= most for x, y, most in part) for part in guard)
    else:
        assert not possible(core)
        assert all(possible([n for n in core if n != left_out]) for left_out in core)


def test_a_guard_without_alternatives_is_false():
    problem = Closure([(0,)], [], {0: []})
    assert problem.satisfiable([]) is Outcome.YES
    assert problem.core([0]) == (0,)


def test_a_long_chain_is_loaded_in_few_passes_whatever_its_order():
    length = 20_000
    forwards = [(Difference(n, n + 1, -1), n) for n in range(length)]
    for chain in (forwards, forwards[::-1], [(Difference(y, x, -1), tag) for (x, y, _), tag in forwards]):
        potentials = Potentials(length + 1)
        potentials.deadline = Deadline(5)
        assert potentials.load(chain) is None


def test_the_clock_stops_a_push_and_nothing_is_left_of_it():
    length = 20_000
    potentials = Potentials(length + 2)
    assert potentials.load((Difference(n + 1, n, 0), n) for n in range(length)) is None
    before = list(potentials.value)
    potentials.deadline = Deadline(0)
    with pytest.raises(LimitReached):
        potentials.push(Difference(0, length + 1, -1), length)
    assert potentials.value == before
    assert potentials.height == length
