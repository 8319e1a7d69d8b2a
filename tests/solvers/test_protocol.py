"""One small problem, written for each solver: a < b, b < c, c < a behind guards, and the goals a < c and c < a."""

from __future__ import annotations

from itertools import combinations

import pytest

from qsr.errors import LimitReached
from qsr.solvers import Consequences, Decision, Outcome, Problem
from qsr.solvers.clingo import ClingoProblem
from qsr.solvers.closure import Closure
from qsr.solvers.differences import Difference
from qsr.solvers.z3 import Built, Z3Problem

A, B, C = range(3)
EDGES = {0: (A, B), 1: (B, C), 2: (C, A)}
GOALS = {10: (A, C), 11: (C, A)}
ENCODING = """
{ guard(I) : edge(I,_,_) }.
&diff { v(X) - v(Y) } <= -1 :- guard(I), edge(I,X,Y).
{ goal(G) } :- ask(G,_,_).
&diff { v(X) - v(Y) } <= -1 :- goal(G), ask(G,X,Y).
&diff { v(Y) - v(X) } <= 0 :- not goal(G), ask(G,X,Y).
#show guard/1.
"""


def closure() -> Problem:
    problem = Closure([(A,), (B,), (C,)], [], {i: [[Difference(*edge, -1)]] for i, edge in EDGES.items()})
    for goal, (x, y) in GOALS.items():
        problem.add_goal(goal, [[Difference(x, y, -1)]], [[Difference(y, x, 0)]])
    return problem


def clingo() -> Problem:
    facts = [("edge", (i, *edge)) for i, edge in EDGES.items()] + [("ask", (g, *edge)) for g, edge in GOALS.items()]
    return ClingoProblem(ENCODING, facts)


def z3() -> Problem:
    def build(z3):
        v = [z3.Int(f"v{n}") for n in range(3)]
        less = {n: v[x] < v[y] for n, (x, y) in (EDGES | GOALS).items()}
        return Built({(n,): v[n] for n in range(3)}, {i: less[i] for i in EDGES}, {g: less[g] for g in GOALS})

    return Z3Problem(build)


@pytest.fixture(params=[closure, clingo, z3], ids=lambda make: make.__name__)
def problem(request):
    made = request.param()
    yield made
    made.close()


def test_every_solver_keeps_the_protocol(problem):
    assert isinstance(problem, Problem)


def test_guards_that_are_not_named_are_off(problem):
    for count in range(3):
        for guards in combinations(EDGES, count):
            assert problem.satisfiable(guards) is Outcome.YES
    assert problem.satisfiable(EDGES) is Outcome.NO
    assert problem.satisfiable([0]) is Outcome.YES


def test_goals_are_demanded_and_denied(problem):
    assert problem.satisfiable([0, 1], holding=[11]) is Outcome.NO
    assert problem.satisfiable([0, 1], failing=[10]) is Outcome.NO
    assert problem.satisfiable([0], failing=[10, 11]) is Outcome.YES
    assert problem.satisfiable([], holding=[10, 11]) is Outcome.NO


def test_possible_and_entailed(problem):
    assert problem.consequences([0, 1], GOALS) == Consequences(
        Outcome.YES, Decision(frozenset({10}), frozenset({11})), Decision(frozenset({10}), frozenset({11}))
    )
    every, none = Decision(yes=frozenset(GOALS)), Decision(no=frozenset(GOALS))
    assert problem.consequences([0], GOALS) == Consequences(Outcome.YES, every, none)


def test_a_contradiction_entails_nothing(problem):
    nothing = Decision(no=frozenset(GOALS))
    assert problem.consequences(EDGES, GOALS) == Consequences(Outcome.NO, nothing, nothing)


def test_models_have_numbers_that_satisfy_the_guards(problem):
    model = problem.model([0, 1], holding=[10], failing=[11])
    assert model.numbers[A,] < model.numbers[B,] < model.numbers[C,]
    assert model.goals == {10}
    assert problem.model(EDGES) is None


def test_models_differ_in_the_goals(problem):
    found = list(problem.models([0], list(GOALS)))
    assert len(found) == 3
    assert {model.goals for model in found} == {frozenset(), frozenset({10}), frozenset({11})}
    for model in found:
        assert model.numbers.get((A,), 0) < model.numbers.get((B,), 0)
    assert len(list(problem.models([0], list(GOALS), limit=2))) == 2
    assert len(list(problem.models([0], [10]))) == 2
    assert list(problem.models(EDGES, list(GOALS))) == []


def test_other_questions_may_come_between_two_models(problem):
    found = set()
    for model in problem.models([0], list(GOALS)):
        found.add(model.goals)
        assert problem.satisfiable(EDGES) is Outcome.NO
    assert len(found) == 3


def test_cores_are_minimal(problem):
    assert problem.core(EDGES) == (0, 1, 2)
    assert problem.core([0, 1], holding=[11]) == (0, 1)
    assert problem.core([0, 1, 2], holding=[11]) == (0, 1)
    assert problem.core([0, 2], holding=[10]) == (2,)
    assert problem.core([], holding=[10, 11]) == ()
    assert problem.core([0, 1]) is None


def test_no_time_is_a_third_outcome_and_passes(problem):
    problem.allow(0.0)
    assert problem.satisfiable([0]) is Outcome.UNKNOWN
    everything = Decision(unknown=frozenset(GOALS))
    assert problem.consequences([0], GOALS) == Consequences(Outcome.UNKNOWN, everything, everything)
    with pytest.raises(LimitReached):
        problem.model([0])
    with pytest.raises(LimitReached):
        problem.core(EDGES)
    with pytest.raises(LimitReached):
        next(problem.models([0], list(GOALS)))
    problem.allow(None)
    assert problem.satisfiable([0]) is Outcome.YES
