"""Stories and questions with formulas, against worlds that are tried one by one."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qsr import theories
from qsr.errors import UnsupportedQuestion
from qsr.logic import And, Atom, Count, If, Not, Or, Relation, evaluated
from qsr.story import Question, Statement, Story

NAMES = ("cup", "jug", "pen")
PAIRS = [(one, other) for one in range(3) for other in range(3) if one != other]
ATOMS = [Atom(Relation("left"), pair) for pair in PAIRS]
FORMULAS = st.recursive(
    st.sampled_from(ATOMS),
    lambda parts: st.one_of(
        st.builds(Not, parts),
        st.builds(If, parts, parts),
        st.builds(And, st.lists(parts, min_size=1, max_size=3).map(tuple)),
        st.builds(Or, st.lists(parts, min_size=1, max_size=3).map(tuple)),
        st.builds(
            lambda some, low, more: Count(some, low, low + more),
            st.lists(parts, min_size=2, max_size=3).map(tuple),
            st.integers(0, 3),
            st.integers(0, 1),
        ),
    ),
    max_leaves=6,
)
#: Three things on a line in every order, ties among them.
WORLDS = list(product(range(3), repeat=3))


def true(world, formula):
    return evaluated(formula, lambda atom: world[atom.args[0]] < world[atom.args[1]])


def told(*formulas):
    return Story(NAMES, tuple(Statement.says(number, formula) for number, formula in enumerate(formulas)))


@pytest.mark.parametrize(("theory", "backend"), [("exact", "clingo"), ("exact", "z3"), ("exact", None)])
@given(said=st.lists(FORMULAS, max_size=3), asked=FORMULAS, supposed=st.one_of(st.none(), FORMULAS))
@settings(max_examples=40)
def test_answers_are_those_of_all_worlds(theory, backend, said, asked, supposed):
    story = told(*said)
    # A picture without depth: points on one axis, wherever they lie on the other.
    meant = theories.get(theory, {"objects": "points", "dimensions": "2"})
    session = meant.open(backend)
    question = Question(0, "yes_no", (), formulas=(asked,), hypothesis=supposed)
    models = [world for world in WORLDS if all(true(world, one) for one in [*said, *([] if supposed is None else [supposed])])]
    values = {true(world, asked) for world in models}
    answer = session.answer(story, question)
    assert (answer.status == "inconsistent") == (not models)
    assert answer.possible == {{True: "yes", False: "no"}[value] for value in values}
    for candidate in ("yes", "no"):
        witness = session.witness(story, question, candidate)
        assert (witness is not None) == (candidate in answer.possible)
        if witness is not None:
            assert meant.violated(story, witness) == ()
        core = session.core(story, question, candidate)
        assert (core is None) == (candidate in answer.possible)
        if core is not None:
            kept = [said[number] for number in core.statements]
            wanted = candidate == "yes"
            also = [] if supposed is None else [supposed]
            assert not any(all(true(w, one) for one in kept + also) and true(w, asked) == wanted for w in WORLDS)
    session.close()


@pytest.mark.parametrize("backend", ["closure", "clingo"])
@given(said=st.lists(FORMULAS, min_size=1, max_size=2), asked=FORMULAS)
@settings(max_examples=25)
def test_the_sound_theory_agrees_with_the_exact_one_on_what_points_allow(backend, said, asked):
    story, question = told(*said), Question(0, "yes_no", (), formulas=(asked,))
    points = theories.get("exact", {"objects": "points"}).open().answer(story, question)
    regions = theories.get("sound").open(backend).answer(story, question)
    # Points are regions small enough: what holds of all regions holds of them.
    assert points.possible <= regions.possible or regions.status == "inconsistent"
    assert points.status == "inconsistent" or regions.status != "inconsistent"


def options(mood):
    formulas = (ATOMS[0], Not(ATOMS[0]), Or((ATOMS[0], Not(ATOMS[0]))), And((ATOMS[0], Not(ATOMS[0]))))
    return Question(0, "options", (), ("A", "B", "C", "D"), formulas=formulas, mood=mood)


@pytest.mark.parametrize(("mood", "value"), [("must", ("C",)), ("could", ("A", "B", "C")), ("cannot", ("D",))])
def test_options_are_asked_in_three_moods(mood, value):
    assert theories.get("exact").open().answer(told(), options(mood)).value == value


def test_which_things_and_how_many():
    story = told(Count((ATOMS[1], Atom(Relation("left"), (1, 2))), 1, 1), Atom(Relation("left"), (0, 2)))
    formulas = (Atom(Relation("left"), (0, 2)), Atom(Relation("left"), (1, 2)))
    session = theories.get("exact").open()
    which = session.answer(story, Question(0, "which", (), ("cup", "jug"), formulas=formulas))
    assert (which.value, which.status) == (frozenset({"cup"}), "determined")
    many = session.answer(story, Question(0, "how_many", (), formulas=formulas))
    assert (many.value, many.possible) == ("1", frozenset({"1"}))


def test_a_hypothesis_is_no_statement():
    story, session = told(ATOMS[0]), theories.get("exact").open()
    question = Question(0, "relation", (0, 2), ("left", "right"), hypothesis=Atom(Relation("left"), (1, 2)))
    assert session.answer(story, question).entailed == {"left"}
    assert session.core(story, question, "right").statements == (0,)
    against = session.answer(story, Question(0, "relation", (0, 2), ("left",), hypothesis=Atom(Relation("left"), (1, 0))))
    assert against.status == "inconsistent"
    assert against.reason.startswith("with what the question supposes")


@pytest.mark.parametrize(
    "name", ["babi", "paper-ps2", "spartun", "room", "seating", "headings", "prepositions", "locatives", "gridworld"]
)
def test_a_theory_that_takes_no_formulas_names_them(name):
    text = "Either the cup is left of the jug or the jug is left of the cup."
    said = Statement.says(0, Or((ATOMS[0], ATOMS[2])), (0, len(text)))
    story = Story(NAMES, (said,), text=text, settings=(("layout", "row 3 viewer"), ("objects", "points")))
    session = theories.get(name).open()
    question = Question(0, "options" if name == "headings" else "plan" if name == "gridworld" else "relation", (0, 1), ("left",))
    answer = session.answer(story, question)
    assert answer.status == "not_covered", answer
    with pytest.raises(UnsupportedQuestion):
        session.core(story, question, "left")


@pytest.mark.parametrize(
    "name", ["babi", "paper-ps2", "paper-ps3", "paper-ps4", "spartun", "room", "seating", "headings", "prepositions"]
)
@pytest.mark.parametrize(
    "more",
    [
        {"hypothesis": Atom(Relation("left"), (1, 0))},
        {"formulas": (Not(Atom(Relation("left"), (0, 1))),)},
        {"mood": "cannot"},
    ],
)
def test_nothing_that_a_question_says_is_passed_over(name: str, more: dict[str, object]) -> None:
    story = Story(NAMES, (Statement(0, Relation("left"), (0, 1)),), settings=(("layout", "row 3 viewer"), ("objects", "points")))
    for form in ("yes_no", "relation", "options"):
        question = Question(0, form, (0, 1), ("left",), **more)
        session = theories.get(name).open()
        assert session.answer(story, question).status == "not_covered"
        with pytest.raises(UnsupportedQuestion):
            session.core(story, question, "left")


@pytest.mark.parametrize("name", ["exact", "sound"])
def test_what_is_supposed_may_contradict_what_is_said(name: str) -> None:
    story = Story(NAMES, (Statement(0, Relation("left"), (0, 1)),))
    question = Question(0, "relation", (0, 1), ("left", "right"), hypothesis=Atom(Relation("right"), (0, 1)))
    assert theories.get(name).open().answer(story, question).status == "inconsistent"


@pytest.mark.parametrize("name", ["exact", "sound", "arrangement"])
def test_a_core_is_minimal_given_what_is_supposed(name: str) -> None:
    story = told(Atom(Relation("left"), (0, 1)), Atom(Relation("left"), (1, 2)))
    question = Question(0, "yes_no", (2, 0), ("left",), hypothesis=Atom(Relation("left"), (1, 2)))
    session = theories.get(name).open()
    assert session.core(story, replace(question, hypothesis=None), "yes").statements == (0, 1)
    assert session.core(story, question, "yes").statements == (0,)


@pytest.mark.parametrize("name", ["exact", "arrangement"])
def test_a_core_is_minimal_in_sentences_of_several_parts(name: str) -> None:
    story = told(And((ATOMS[0], ATOMS[3])), ATOMS[0], ATOMS[3])
    question = Question(0, "yes_no", (), formulas=(Not(And((ATOMS[0], ATOMS[3]))),))
    assert theories.get(name).open().core(story, question, "yes").statements == (0,)
    contradictory = And((ATOMS[0], Atom(Relation("left"), (1, 0))))
    assert theories.get(name).open().core(told(ATOMS[0], ATOMS[3], contradictory)).statements == (2,)
