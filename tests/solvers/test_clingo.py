from __future__ import annotations

from time import monotonic

import pytest

from qsr.solvers import Outcome
from qsr.solvers.clingo import NUMBERS, ClingoProblem

PIGEONS = """
1 { at(P,H) : hole(H) } 1 :- pigeon(P).
:- at(P,H), at(Q,H), P < Q.
{ guard(0) }.
:- not guard(0), pigeon(P), at(P,H), hole(H), H < 0.
#show at/2.
"""
COLOURS = """
{ guard(I) : edge(I,_,_) }.
1 { colour(N,C) : C = 1..3 } 1 :- edge(_,N,_).
1 { colour(N,C) : C = 1..3 } 1 :- edge(_,_,N).
:- guard(I), edge(I,M,N), colour(M,C), colour(N,C).
goal(10*N+C) :- colour(N,C).
#show colour/2.
#program more(n).
goal(n) :- colour(1,C), colour(2,C).
"""


def colours() -> ClingoProblem:
    return ClingoProblem(COLOURS, [("edge", (0, 1, 2)), ("edge", (1, 2, 3)), ("edge", (2, 3, 1))])


def test_a_long_search_is_interrupted():
    holes = 11
    problem = ClingoProblem(PIGEONS, [("pigeon", (n,)) for n in range(holes + 1)] + [("hole", (n,)) for n in range(holes)])
    problem.allow(0.3)
    begun = monotonic()
    assert problem.satisfiable([0]) is Outcome.UNKNOWN
    assert monotonic() - begun < 5


def test_models_show_atoms_and_are_projected():
    problem = colours()
    everywhere = [10 * n + c for n in (1, 2, 3) for c in (1, 2, 3)]
    found = list(problem.models([0, 1, 2], everywhere))
    assert len(found) == 6
    for model in found:
        assert len(model.atoms) == 3
        assert {10 * n + c for _, (n, c) in model.atoms} == model.goals
    assert len(list(problem.models([0, 1, 2], [11, 12, 13]))) == 3
    assert len(list(problem.models([], everywhere))) == 27


def test_goals_can_be_added_later_and_one_that_no_rule_derives_fails():
    problem = colours()
    assert problem.satisfiable([0], holding=[99]) is Outcome.NO
    problem.ground([], [("more", (99,))], [99])
    assert problem.satisfiable([1], holding=[99]) is Outcome.YES
    assert problem.satisfiable([0], holding=[99]) is Outcome.NO
    assert problem.core([0, 1, 2], holding=[99]) == (0,)


def test_a_guard_that_can_never_be_on_survives_further_grounding():
    program = "{ guard(0..1) }. :- guard(1). #program more(n). { goal(n) }."
    problem = ClingoProblem(program)
    assert problem.satisfiable([1]) is Outcome.NO
    problem.ground([], [("more", (5,))], [5])
    assert problem.satisfiable([1]) is Outcome.NO
    assert problem.core([0, 1]) == (1,)


@pytest.mark.parametrize("number", [2**31, -(2**31), NUMBERS])
def test_numbers_do_not_wrap_around(number):
    with pytest.raises(OverflowError):
        ClingoProblem("{ guard(N) } :- size(N).", [("size", (number,))])
