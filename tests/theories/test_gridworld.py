"""What a plan does, what it is worth, and what the theory says about a story."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qsr import theories
from qsr.errors import NotCovered, ParseError, UnknownName, UnsupportedQuestion
from qsr.story import Answer, Plan, Question, Statement, Story
from qsr.theories.gridworld.profiles import PROFILES, score
from qsr.theories.gridworld.simulate import ACTIONS, Trace, simulate
from qsr.theories.gridworld.traces import GridTrace
from qsr.theories.gridworld.world import Rules, World, rules_of, world_of
from qsr.theories.protocol import Limits, Session, Theory
from qsr.witnesses import Points

PLAN = Question(0, "plan", (0,))
#: A . 2 / O E . / . . .
BOARD = (
    ("size", (3, 3), None),
    ("start", (0, 0), None),
    ("energy", (0, 2), 2),
    ("obstacle", (1, 0), None),
    ("energy", (1, 1), None),
)
WORLD = World(3, 3, (0, 0), frozenset({(1, 0)}), (((0, 2), 2), ((1, 1), 1)))


def story(*things: tuple[str, object, int | None], settings: tuple[tuple[str, str], ...] = ()) -> Story:
    said = []
    for number, (relation, cell, units) in enumerate(things):
        properties = (("cell", cell), *((("units", units),) if units is not None else ()))
        said.append(Statement(number, relation, (0,), (0, 0), properties))
    return Story(("agent",), tuple(said), settings=settings)


def open_session(seconds: float | None = None, **own: str) -> Session:
    return theories.get("gridworld", own).open(limits=Limits(seconds))


def answer(of: Story, question: Question = PLAN) -> Answer:
    return open_session().answer(of, question)


# ---------------------------------------------------------------- the simulator


def run(actions: str, **rules: object) -> Trace:
    return simulate(WORLD, replace(Rules(), **rules), actions.split())  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("actions", "outcomes"),
    [
        ("UP LEFT", ["off_grid", "off_grid"]),
        ("DOWN", ["into_obstacle"]),
        ("DOWNRIGHT", ["diagonal_not_allowed"]),
        ("WAIT up-left", ["unknown_token", "unknown_token"]),
        ("TAKE DROP", ["take_empty", "drop_nothing"]),
        ("right RIGHT take TAKE TAKE", ["", "", "", "", "take_empty"]),
    ],
)
def test_what_changes_nothing_has_a_name_and_is_a_step(actions: str, outcomes: list[str]) -> None:
    assert [step.outcome for step in run(actions).steps] == outcomes


def test_a_limit_on_what_is_carried() -> None:
    trace = run("RIGHT RIGHT TAKE TAKE DROP TAKE", carry=1)
    assert [step.outcome for step in trace.steps[2:]] == ["", "take_at_limit", "", ""]
    assert trace.carried == 1
    assert dict(trace.energy) == {(0, 2): 1, (1, 1): 1}


def test_a_diagonal_looks_at_the_cell_it_leads_to_alone() -> None:
    trace = run("DOWNRIGHT TAKE DOWNLEFT UPRIGHT UPLEFT DROP", moves=8)
    assert [step.cell for step in trace.steps] == [(1, 1), (1, 1), (2, 0), (1, 1), (0, 0), (0, 0)]
    assert trace.delivered == 1
    assert trace.faults == ()


def test_drops_add_up_anywhere_and_the_start_gives_energy_back() -> None:
    there = "RIGHT RIGHT TAKE LEFT DROP RIGHT TAKE LEFT DROP"
    assert dict(run(there).energy) == {(0, 1): 2, (1, 1): 1}
    trace = run(f"{there} TAKE TAKE LEFT DROP TAKE")
    assert (trace.delivered, trace.carried) == (1, 1)
    assert trace.faults == ("carry_left", "drop_elsewhere")


def test_only_the_steps_that_count_are_carried_out() -> None:
    trace = run("RIGHT DOWN TAKE UP LEFT DROP", steps=5)
    assert len(trace.steps) == 5
    assert trace.faults == ("carry_left", "delivered_zero", "too_long")


@settings(deadline=None)
@given(st.lists(st.sampled_from([*ACTIONS, "NOTHING"]), max_size=30), st.sampled_from([4, 8]), st.sampled_from([None, 0, 1, 2]))
def test_energy_is_neither_made_nor_lost(actions: list[str], moves: int, carry: int | None) -> None:
    rules = Rules(moves, carry, Fraction(1, 10))
    trace = simulate(WORLD, rules, actions)
    assert sum(units for _, units in trace.energy) + trace.carried == 3
    before = (WORLD.start, 0)
    for step in trace.steps:
        assert carry is None or step.carried <= carry
        assert WORLD.inside(step.cell)
        assert step.cell not in WORLD.obstacles
        if step.outcome:
            assert (step.cell, step.carried) == before
        before = (step.cell, step.carried)
    assert score(trace) == trace.delivered - Fraction(len(trace.steps), 10)
    witness = open_session().witness(story(*BOARD, settings=_said(rules)), PLAN, ", ".join(actions))
    assert witness is not None
    assert theories.get("gridworld").violated(story(*BOARD, settings=_said(rules)), witness) == ()


def _said(rules: Rules) -> tuple[tuple[str, str], ...]:
    carry = "none" if rules.carry is None else str(rules.carry)
    return (("moves", str(rules.moves)), ("carry", carry), ("cost", str(float(rules.cost))), ("steps", str(rules.steps)))


# ---------------------------------------------------------------- the profiles


def test_profiles_differ_in_cell_diagonals_and_cost() -> None:
    rules = Rules(8, None, Fraction(3, 10))
    away = simulate(WORLD, rules, ["RIGHT", "RIGHT", "TAKE", "TAKE", "LEFT", "DROP"])
    assert [score(away, profile) for profile in PROFILES] == [Fraction(-18, 10), Fraction(2, 10), Fraction(-24, 10)]
    home = simulate(WORLD, rules, ["DOWNRIGHT", "TAKE", "UPLEFT", "DROP"])
    assert [score(home, profile) for profile in PROFILES] == [Fraction(-2, 10), Fraction(-12, 10), Fraction(-14, 10)]
    nothing = simulate(WORLD, rules, [])
    assert [score(nothing, profile) for profile in PROFILES] == [0, 0, 0]
    assert score(simulate(WORLD, replace(rules, moves=4), ["TAKE"]), "repo-head") == Fraction(-12, 10)


def test_an_unknown_profile_is_named() -> None:
    with pytest.raises(UnknownName, match="repo-head"):
        score(simulate(WORLD, Rules(), []), "paper")


# ---------------------------------------------------------------- stories


def test_a_story_states_the_world_and_its_settings_the_rules() -> None:
    assert world_of(story(*BOARD)) == WORLD
    assert rules_of({}) == Rules(4, None, Fraction(0), 20)
    assert rules_of({"cost": "0.3", "carry": "2", "moves": "8", "steps": "7"}) == Rules(8, 2, Fraction(3, 10), 7)


@pytest.mark.parametrize(
    ("things", "message"),
    [
        ((("start", (0, 0), None),), "without a size"),
        ((("size", (2, 2), None),), "0 agents"),
        ((("size", (2, 2), None), ("start", (0, 0), None), ("start", (1, 0), None)), "2 agents"),
        ((("size", (2, 2), None), ("start", (0, 0), None), ("energy", (0, 0), None)), "two things"),
        ((("size", (2, 2), None), ("start", (0, 0), None), ("energy", (2, 0), None)), "not on a board of 2 x 2"),
        ((("size", (0, 2), None), ("start", (0, 0), None)), "without cells"),
        ((("size", (2, 2), None), ("start", (0, 0), None), ("energy", (1, 1), 0)), "whole number of units"),
        ((("size", (2, 2), None), ("start", "A1", None)), "without a cell"),
        ((("size", (2, 2), None), ("start", (0, 0), None), ("left", (1, 1), None)), "'left'"),
    ],
)
def test_what_is_no_grid_world_is_not_covered(things: tuple[tuple[str, object, int | None], ...], message: str) -> None:
    found = answer(story(*things))
    assert found.status == "not_covered"
    assert message in found.reason


@pytest.mark.parametrize(
    "line", ["moves: 6", "carry: two", "cost: -1", "cost: 1e3", "steps: 2.5", "carry: WHOLE NUMBER", "cost: none"]
)
def test_settings_that_are_no_rules_are_refused(line: str) -> None:
    with pytest.raises(ParseError, match=r"moves: 4 \| 8"):
        theories.parse_settings(f"gridworld, {line}")
    key, value = line.split(": ")
    with pytest.raises(NotCovered, match=key):
        rules_of({key: value})


def test_an_answer_is_a_plan_with_its_proof() -> None:
    found = answer(story(*BOARD, settings=(("cost", "0.1"),)))
    assert found.status == "determined"
    assert isinstance(found.value, Plan)
    assert found.value.proved
    assert found.value.energy == found.value.bound == Fraction(3) - Fraction(10, 10)
    assert found.theory == "gridworld"
    assert found.fingerprint


@pytest.mark.parametrize("name", ["x). :- not y(", "#script (python) end.", "", "<script>", "line\nbreak"])
def test_the_name_of_the_agent_changes_nothing(name: str) -> None:
    told = story(*BOARD)
    assert answer(replace(told, entities=(name,), text=name)) == answer(told)


def test_settings_of_the_theory_win_over_those_of_the_story() -> None:
    told = story(*BOARD, settings=(("moves", "4"), ("steps", "4")))
    assert answer(told).value == Plan((), Fraction(0), Fraction(0), proved=True)
    found = open_session(moves="8").answer(told, PLAN).value
    assert isinstance(found, Plan)
    assert found.actions == ("DOWNRIGHT", "TAKE", "UPLEFT", "DROP")


def test_a_limit_leaves_a_bound() -> None:
    """The nearest unit is a detour: without time to search there is a plan for one unit, and two are not excluded."""
    board = (("size", (1, 4), None), ("energy", (0, 0), None), ("start", (0, 1), None), ("energy", (0, 3), 2))
    told = story(*board, settings=(("steps", "7"),))
    found = open_session(0.0).answer(told, PLAN)
    assert found.status == "unknown"
    assert found.value == Plan(("LEFT", "TAKE", "RIGHT", "DROP"), Fraction(1), Fraction(2), proved=False)
    assert "none is worth more than 2" in found.reason
    whole = answer(told)
    assert (whole.status, whole.reason) == ("determined", "")
    assert isinstance(whole.value, Plan)
    assert whole.value.energy == 2


def test_other_questions_are_not_covered() -> None:
    assert answer(story(*BOARD), Question(0, "relation", (0, 0))).status == "not_covered"
    session = open_session()
    assert session.core(story(*BOARD)) is None
    with pytest.raises(UnsupportedQuestion):
        session.core(story(*BOARD), PLAN, "UP")
    with pytest.raises(UnknownName, match="clingo"):
        theories.get("gridworld").open("z3")


def test_the_front_of_a_story() -> None:
    theory = theories.get("gridworld")
    assert isinstance(theory, Theory)
    front = theory.pareto(story(*BOARD))  # type: ignore[attr-defined]
    assert [(units, steps) for units, steps, _ in front] == [(1, 6), (2, 7), (3, 10)]


# ---------------------------------------------------------------- witnesses


def test_a_witness_is_replayed() -> None:
    told, session = story(*BOARD), open_session()
    witness = session.witness(told)
    assert witness is not None
    assert witness.layout == "A . 2 / O E . / . . ."
    assert theories.get("gridworld").violated(told, witness) == ()
    assert [one.place for one in session.worlds(told)] == [witness.place]
    assert not list(session.worlds(told, 0))


@pytest.mark.parametrize(
    ("other", "broken"),
    [
        ((*BOARD, ("obstacle", (0, 1), None)), (5,)),
        ((BOARD[0], ("start", (2, 2), None), *BOARD[2:]), (1,)),
        ((("size", (3, 4), None), *BOARD[1:]), (0,)),
        ((*BOARD[:2], ("energy", (0, 2), None), *BOARD[3:]), (2,)),
    ],
)
def test_a_witness_of_another_world_breaks_what_it_contradicts(
    other: tuple[tuple[str, object, int | None], ...], broken: tuple[int, ...]
) -> None:
    witness = open_session().witness(story(*BOARD), PLAN, "RIGHT RIGHT TAKE TAKE LEFT LEFT DROP")
    assert witness is not None
    assert theories.get("gridworld").violated(story(*other), witness) == broken


def test_a_witness_that_no_statement_explains_is_an_error() -> None:
    theory, told = theories.get("gridworld"), story(*BOARD)
    with pytest.raises(ValueError, match="after action 1"):
        theory.violated(told, GridTrace({0: (0, 0, 0, ""), 1: (2, 2, 0, "")}, {1: "RIGHT"}, (3, 3)))
    with pytest.raises(ValueError, match="'points'"):
        theory.violated(told, Points())
