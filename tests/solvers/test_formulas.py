"""Formulas of goals on clingo and on Z3, against truth tables."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qsr.errors import BackendUnavailable
from qsr.logic import And, Count, If, Not, Or, evaluated, leaves, plain
from qsr.solvers import Outcome
from qsr.solvers.clingo import ClingoProblem
from qsr.solvers.closure import Closure
from qsr.solvers.z3 import Built, Z3Problem

GOALS = range(4)
FORMULAS = st.recursive(
    st.sampled_from(GOALS),
    lambda parts: st.one_of(
        st.builds(Not, parts),
        st.builds(If, parts, parts),
        st.builds(And, st.lists(parts, max_size=3).map(tuple)),
        st.builds(Or, st.lists(parts, max_size=3).map(tuple)),
        st.builds(Count, st.lists(parts, max_size=4).map(tuple), st.integers(0, 4), st.one_of(st.none(), st.integers(0, 4))),
    ),
    max_leaves=8,
)
WORLDS = [dict(zip(GOALS, values, strict=True)) for values in product((False, True), repeat=len(GOALS))]


def problems():
    yield ClingoProblem("{ goal(0..3) }. { guard(0) }. :- guard(0), goal(0).")
    goals = dict.fromkeys(GOALS)

    def built(z3):
        return Built({}, {0: z3.Not(z3.Bool("p0"))}, {goal: z3.Bool(f"p{goal}") for goal in goals})

    yield Z3Problem(built)


@given(FORMULAS)
def test_the_plain_form_is_equal(formula):
    for world in WORLDS:
        assert evaluated(plain(formula), world.__getitem__) == evaluated(formula, world.__getitem__)
    assert set(leaves(plain(formula))) <= set(leaves(formula))


@given(st.lists(FORMULAS, min_size=1, max_size=3), FORMULAS)
def test_guards_and_goals_are_what_truth_tables_say(said, asked):
    models = [world for world in WORLDS if not world[0] and all(evaluated(one, world.__getitem__) for one in said)]
    true = {evaluated(asked, world.__getitem__) for world in models}
    for problem in problems():
        guards = [0, *(problem.formula(And((one,))) for one in said)]
        goal = problem.formula(And((asked,)))
        found = problem.consequences(guards, [goal])
        assert found.consistent is (Outcome.YES if models else Outcome.NO)
        assert (goal in found.possible.yes, goal in found.entailed.yes) == (True in true, true == {True})
        assert (goal in found.entailed.no) == (not models or False in true)
        # A guard that is off demands nothing.
        assert problem.satisfiable([0]) is Outcome.YES
        worlds = {frozenset(model.goals) for model in problem.models(guards, list(GOALS))}
        assert worlds == {frozenset(goal for goal, holds in world.items() if holds) for world in models}
        core = problem.core(guards)
        assert (core is None) == bool(models)
        if core is not None:
            assert problem.satisfiable(core) is Outcome.NO
            assert all(problem.satisfiable([other for other in core if other != one]) is Outcome.YES for one in core)
        problem.close()


def test_a_solver_without_formulas_says_so():
    with pytest.raises(BackendUnavailable, match="conjunctions"):
        Closure([(0,)], [], {}).formula(Or((0, 1)))
