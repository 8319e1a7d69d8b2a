"""Baselines for GRASP: their plans are what they are said to be, step by step, under any constraints and on any grid."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qsr.datasets.grasp.baselines import BASELINES, baseline_of, baseline_plan
from qsr.errors import DatasetError
from qsr.theories.gridworld.planner import Planner
from qsr.theories.gridworld.profiles import score
from qsr.theories.gridworld.simulate import simulate
from qsr.theories.gridworld.text import read
from qsr.theories.gridworld.text.drawing import draw_grid
from qsr.theories.gridworld.world import rules_of, world_of

OPPOSITE = {"UP": "DOWN", "LEFT": "RIGHT", "UPLEFT": "DOWNRIGHT", "UPRIGHT": "DOWNLEFT"}
OPPOSITE |= {there: back for back, there in OPPOSITE.items()}


def story(*lines, **rules):
    """Return a story from rows of characters; a blank or a point is an empty cell, a digit so many units."""
    contents = {(row, column): mark for row, line in enumerate(lines) for column, mark in enumerate(line) if mark not in " ."}
    return read(draw_grid(len(lines), len(lines[0]), contents), **rules)


@st.composite
def stories(draw):
    rows, columns = draw(st.integers(1, 6)), draw(st.integers(2, 6))
    cells = draw(st.lists(st.sampled_from("..EEO3"), min_size=rows * columns, max_size=rows * columns))
    cells[draw(st.integers(0, rows * columns - 1))] = "A"
    lines = ["".join(cells[row * columns : (row + 1) * columns]) for row in range(rows)]
    return story(
        *lines,
        moves=draw(st.sampled_from("48")),
        carry=draw(st.sampled_from(["none", "1", "2", "3"])),
        cost=draw(st.sampled_from(["0", "0.3"])),
        steps=str(draw(st.integers(1, 24))),
    )


def carried_out(of, plan):
    return simulate(world_of(of), rules_of(dict(of.settings)), plan)


@settings(derandomize=True, deadline=None, max_examples=150)
@given(stories(), st.integers(0, 5))
def test_a_random_walk_comes_back_as_it_went(of, seed):
    plan = baseline_plan(of, "random", seed)
    rules = rules_of(dict(of.settings))
    pairs = (rules.steps - 1) // 3
    assert len(plan) == 3 * pairs + 1
    assert plan[1 : 2 * pairs : 2] == ("TAKE",) * pairs
    assert plan[-1] == "DROP"
    assert [OPPOSITE[move] for move in plan[: 2 * pairs : 2]] == list(reversed(plan[2 * pairs : -1]))
    assert all(move in ("UP", "DOWN", "LEFT", "RIGHT") for move in plan[: 2 * pairs : 2]) or rules.moves == 8


@settings(derandomize=True, deadline=None, max_examples=250)
@given(stories(), st.integers(0, 5), st.sampled_from(["greedy", "greedy-limit"]))
def test_greedy_plans_only_fail_at_the_limit_that_one_of_them_does_not_know(of, seed, name):
    plan = baseline_plan(of, name, seed)
    world, rules = world_of(of), rules_of(dict(of.settings))
    trace = carried_out(of, plan)
    allowed = {""} | ({"take_at_limit"} if name == "greedy" else set())
    assert {step.outcome for step in trace.steps} <= allowed
    assert len(plan) <= rules.steps
    assert trace.position == world.start
    assert trace.carried == 0
    assert trace.delivered == sum(step.action == "TAKE" and not step.outcome for step in trace.steps)
    if name == "greedy" and rules.carry is not None:
        assert trace.delivered <= rules.carry
        # Who knows the limit brings no less for its knowledge, up to the first load.
        known = carried_out(of, baseline_plan(of, "greedy-limit", seed))
        assert known.delivered >= min(rules.carry, trace.delivered)


@settings(derandomize=True, deadline=None, max_examples=60)
@given(stories(), st.integers(0, 3), st.sampled_from(BASELINES))
def test_no_baseline_beats_the_best_plan(of, seed, name):
    rules = rules_of(dict(of.settings))
    best = Planner().best(world_of(of), rules)
    assert best.proved
    assert score(carried_out(of, baseline_plan(of, name, seed))) <= best.energy


def test_greedy_goes_to_the_nearest_energy_and_back_the_way_it_came():
    lines = ("A.E.E", ".OOOO", "E....")
    assert baseline_plan(story(*lines, steps="8"), "greedy", 0) in (
        ("RIGHT", "RIGHT", "TAKE", "LEFT", "LEFT", "DROP"),
        ("DOWN", "DOWN", "TAKE", "UP", "UP", "DROP"),
    )
    straight = ("RIGHT", "RIGHT", "TAKE", "RIGHT", "RIGHT", "TAKE", "LEFT", "LEFT", "LEFT", "LEFT", "DROP")
    assert baseline_plan(story(*lines[:2], steps="20"), "greedy", 0) == straight
    assert baseline_plan(story(*lines[:2], steps="10"), "greedy", 0) == ("RIGHT", "RIGHT", "TAKE", "LEFT", "LEFT", "DROP")
    assert baseline_plan(story(*lines[:2], steps="5"), "greedy", 0) == ()


def test_diagonal_moves_are_used_where_they_are_allowed():
    lines = ("A..", "...", "..E")
    assert baseline_plan(story(*lines, moves="8"), "greedy") == ("DOWNRIGHT", "DOWNRIGHT", "TAKE", "UPLEFT", "UPLEFT", "DROP")
    assert len(baseline_plan(story(*lines, moves="4"), "greedy")) == 10


def test_the_limit_sends_only_the_one_that_knows_it_home():
    of = story("A2E", carry="2")
    assert baseline_plan(of, "greedy") == ("RIGHT", "TAKE", "TAKE", "RIGHT", "TAKE", "LEFT", "LEFT", "DROP")
    assert baseline_plan(of, "greedy-limit") == (
        "RIGHT",
        "TAKE",
        "TAKE",
        "LEFT",
        "DROP",
        *("RIGHT",) * 2,
        "TAKE",
        *("LEFT",) * 2,
        "DROP",
    )
    free = story("EEEEE", "EEAEE", "EEEEE", carry="none")
    assert all(baseline_plan(free, "greedy-limit", seed) == baseline_plan(free, "greedy", seed) for seed in range(20))


def test_where_nothing_is_in_reach_greedy_stays():
    assert baseline_plan(story("AOE"), "greedy") == baseline_plan(story("A.."), "greedy-limit") == ()


def test_seeds_and_constraints_choose_the_draw_and_the_file_does_not():
    of = story("EEEEE", "EEAEE", "EEEEE", moves="8")
    plans = [baseline_plan(of, "greedy", seed) for seed in range(30)]
    assert plans == [baseline_plan(of, "greedy", seed) for seed in range(30)]
    assert len(set(plans)) > 20
    assert len({baseline_plan(of, "random", seed) for seed in range(30)}) == 30
    assert all(one != other for one, other in pairwise(baseline_plan(of, name, 1) for name in ("random", "greedy")))


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"baseline": "best"}, "greedy-limit"),
        ({"baseline": "greedy", "seed": "-1"}, "whole number"),
        ({"baseline": "greedy", "seed": "²"}, "whole number"),
        ({"seed": "1"}, "--baseline"),
    ],
)
def test_options_that_choose_no_baseline_are_refused(options, reason):
    with pytest.raises(DatasetError, match=reason):
        baseline_of(options)


def test_options_choose_a_baseline_and_a_seed():
    assert baseline_of({"profile": "intended"}) is None
    assert baseline_of({"baseline": "random"}) == ("random", 0)
