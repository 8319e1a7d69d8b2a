from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from qsr import theories
from qsr.errors import UnknownName, UnsupportedQuestion
from qsr.explain import PROPERTY_SETS, Derivation, Step, derive, sentences, verify
from qsr.relations import DIRECTIONS, LABELS, OVERLAPPING, converse, join, parts
from qsr.story import Question, Statement, Story

steady = settings(derandomize=True, deadline=None, max_examples=30, suppress_health_check=[HealthCheck.too_slow])
THEORIES = {"PS1": "spartun", "PS2": "paper-ps2", "PS3": "paper-ps3", "PS4": "paper-ps4"}
PLACES = [
    *DIRECTIONS,
    OVERLAPPING,
    *(join([vertical, side]) for vertical in ("above", "below") for side in ("left", "right")),
    "above+left+behind",
]
ANY = [*LABELS, "above+left", "below+near", "contains+left"]


def told(*said: tuple[str, str, str], ask: str) -> tuple[Story, Question]:
    names = tuple(sorted({name for head, _, tail in said for name in (head, tail)} | set(ask)))
    statements = tuple(
        Statement(number, relation, (names.index(head), names.index(tail))) for number, (head, relation, tail) in enumerate(said)
    )
    question = Question(0, "relation", (names.index(ask[0]), names.index(ask[1])))
    return Story(names, statements, (question,)), question


@st.composite
def stories(draw: st.DrawFn, relations: list[str], *, most: int = 6, measured: bool = False) -> tuple[Story, Question]:
    entities = draw(st.integers(2, most))
    said = []
    for number in range(draw(st.integers(1, 2 * most))):
        relation = draw(st.sampled_from(relations))
        properties: tuple[tuple[str, Any], ...] = ()
        if measured and OVERLAPPING not in parts(relation) and draw(st.booleans()):
            lengths = st.sampled_from([None, Fraction(1, 2), Fraction(1), Fraction(3)])
            properties = (("distance", tuple(draw(lengths) for _ in parts(relation))),)
        # Trees and circles: most statements link a further entity.
        head = (number + 1) % entities if draw(st.booleans()) else draw(st.integers(0, entities - 1))
        ends = (head, draw(st.integers(0, max(head - 1, 0))))
        said.append(Statement(number, relation, ends if draw(st.booleans()) else ends[::-1], properties=properties))
    question = Question(0, "relation", (draw(st.integers(0, entities - 1)), draw(st.integers(0, entities - 1))))
    return Story(tuple(f"e{entity}" for entity in range(entities)), tuple(said), (question,)), question


@st.composite
def chains(draw: st.DrawFn) -> tuple[Story, Question]:
    said = []
    for number, relation in enumerate(draw(st.lists(st.sampled_from(PLACES), min_size=1, max_size=9))):
        ends = (number, number + 1)
        said.append(Statement(number, relation, ends if draw(st.booleans()) else ends[::-1]))
    question = Question(0, "relation", (0, len(said)))
    return Story(tuple("ABCDEFGHIJ"[: len(said) + 1]), tuple(said), (question,)), question


def cases(property_set: str) -> st.SearchStrategy[tuple[Story, Question]]:
    if property_set == "PS1":
        return stories(ANY, most=5)
    return st.one_of(chains(), stories(PLACES, measured=property_set == "PS2"))


def well_formed(derivation: Derivation, question: Question) -> None:
    assert (derivation.path[0], derivation.path[-1]) == question.args
    assert [link[:2] for link in derivation.links] == list(zip(derivation.path, derivation.path[1:], strict=False))
    for number, step in enumerate(derivation.steps, 1):
        assert step.number == number
        assert all(source < number for source in step.sources)
        assert (step.kind == "given") == (not step.sources)
        assert len(step.distances) == (len(step.labels) if derivation.property_set == "PS2" else 0)
    used = {source for step in derivation.steps for source in step.sources}
    # Steps that nothing rests on: the last one. Under sets 3 and 4 a merge may be passed over by those after it.
    if derivation.property_set in ("PS1", "PS2"):
        assert used == set(range(1, len(derivation.steps)))


@pytest.mark.parametrize("property_set", PROPERTY_SETS)
@given(data=st.data())
@steady
def test_the_answer_is_that_of_the_theory_and_every_step_checks_out(property_set: str, data: st.DataObject) -> None:
    story, question = data.draw(cases(property_set))
    answer = theories.get(THEORIES[property_set]).open().answer(story, question)
    derivation = derive(story, question, property_set)
    if derivation is None:
        assert answer.value == frozenset()
        return
    assert derivation.labels == answer.value
    well_formed(derivation, question)
    assert len(sentences(story, derivation)) == len(derivation.steps) + 1
    assert verify(story, derivation) == ()


def altered(derivation: Derivation, number: int, **changes: Any) -> Derivation:
    steps = list(derivation.steps)
    steps[number - 1] = replace(steps[number - 1], **changes)
    return replace(derivation, steps=tuple(steps))


def turned(step: Step) -> tuple[str, ...]:
    return tuple(converse(label) for label in step.labels)


@pytest.mark.parametrize("property_set", PROPERTY_SETS)
@given(data=st.data())
@steady
def test_a_step_turned_round_is_caught(property_set: str, data: st.DataObject) -> None:
    story, question = data.draw(cases(property_set))
    derivation = derive(story, question, property_set)
    assume(derivation is not None)
    assert derivation is not None
    steps = [step.number for step in derivation.steps if set(turned(step)) != set(step.labels)]
    assume(steps)
    number = data.draw(st.sampled_from(steps))
    step = derivation.steps[number - 1]
    assume(not set(turned(step)) <= set(step.labels))
    if property_set == "PS1":
        # No check of consistency there: what holds of the two entities may include the opposite.
        held = derive(story, Question(0, "relation", (step.head, step.tail), LABELS), "PS1")
        assume(held is not None and not set(turned(step)) <= held.labels)
    assert number in verify(story, altered(derivation, number, labels=turned(step)))


@pytest.mark.parametrize("property_set", PROPERTY_SETS[1:])
@given(told=chains(), data=st.data())
@steady
def test_a_step_short_of_a_source_is_caught(property_set: str, told: tuple[Story, Question], data: st.DataObject) -> None:
    story, question = told
    derivation = derive(story, question, property_set)
    assert derivation is not None
    several = [step for step in derivation.steps if len(step.sources) > 1]
    assume(several)
    step = data.draw(st.sampled_from(several))
    dropped = data.draw(st.sampled_from(step.sources))
    kept = tuple(source for source in step.sources if source != dropped)
    assert step.number in verify(story, altered(derivation, step.number, sources=kept))


def test_the_published_example_comes_out_in_its_form() -> None:
    story, question = told(("A", "right", "B"), ("C", "above", "B"), ("D", "left", "C"), ("D", "above", "E"), ask="AE")
    derivation = derive(story, question, "PS2")
    assert derivation is not None
    assert derivation.path == (0, 1, 2, 3, 4)
    assert derivation.links == ((0, 1, ("right",)), (1, 2, ("below",)), (2, 3, ("right",)), (3, 4, ("above",)))
    assert sentences(story, derivation) == [
        "Step 1: It is given that A is right of B.",
        "Step 2: It is given that C is above B.",
        "Step 3: From step 2, it can be inferred that B is below C.",
        "Step 4: From step 1 and 3, it can be inferred that A is below and right of C.",
        "Step 5: It is given that D is left of C.",
        "Step 6: From step 5, it can be inferred that C is right of D.",
        "Step 7: From step 4 and 6, it can be inferred that A is below and 2 unit right of D.",
        "Step 8: It is given that D is above E.",
        "Step 9: From step 7 and 8, it can be inferred that A is 2 unit right of E.",
        "Hence, the answer is right.",
    ]


def test_names_never_become_program_text() -> None:
    story, question = told(("A", "left", "B"), ("B", "left", "C"), ask="AC")
    hostile = replace(story, entities=("x). :- not y(", "#end. left", "% the cup"))
    for property_set in PROPERTY_SETS:
        derivation = derive(hostile, question, property_set)
        assert derivation is not None
        assert derivation == derive(story, question, property_set)
        assert verify(hostile, derivation) == ()
        assert sentences(hostile, derivation)[0] == 'Step 1: It is given that "x). :- not y(" is left of "#end. left".'


def test_a_merge_without_labels_says_so_and_what_comes_after_it_rests_on_more() -> None:
    story, question = told(("A", "left", "B"), ("B", "above", "C"), ("C", "left", "D"), ask="AD")
    derivation = derive(story, question, "PS4")
    assert derivation is not None
    assert sentences(story, derivation)[2:] == [
        "Step 3: From step 1 and 2, none of the relations of A to C follow.",
        "Step 4: It is given that C is left of D.",
        "Step 5: From step 1, 2 and 4, it can be inferred that A is left of D.",
        "Hence, the answer is left.",
    ]
    # On the last merge and the new link alone the label would not follow.
    assert verify(story, altered(derivation, 5, sources=(3, 4))) == (5,)


def test_what_rests_on_a_wrong_step_is_wrong_as_well() -> None:
    story, question = told(("A", "left", "B"), ("B", "left", "C"), ("C", "left", "D"), ask="AD")
    derivation = derive(story, question, "PS3")
    assert derivation is not None
    assert verify(story, altered(derivation, 3, labels=("right",))) == (3, 5)


@pytest.mark.parametrize(
    "fault",
    [
        {"labels": ("beside",)},
        {"head": 7},
        {"tail": -1},
        {"statements": ()},
        {"statements": (0, 9)},
        {"sources": (1, 9)},
        {"sources": ()},
        {"distances": (Fraction(1),)},
        {"kind": "given"},
        {"kind": "reversed"},
    ],
)
def test_a_step_that_is_none_is_caught(fault: dict[str, Any]) -> None:
    story, question = told(("A", "left", "B"), ("B", "left", "C"), ask="AC")
    derivation = derive(story, question, "PS3")
    assert derivation is not None
    assert 3 in verify(story, altered(derivation, 3, **fault))


def test_a_lost_axis_is_not_said_to_be_level() -> None:
    story, question = told(("A", "left", "B"), ("B", "right", "C"), ("C", "above", "D"), ask="AD")
    derivation = derive(story, question, "PS3")
    assert derivation is not None
    last = derivation.steps[-1]
    assert (last.labels, last.partial, last.sources) == (("above",), True, (1, 2, 4))
    assert "A is above D, whatever the other axes do." in sentences(story, derivation)[-2]
    assert verify(story, altered(derivation, last.number, partial=False)) == (last.number,)


def test_a_wrong_length_is_caught() -> None:
    story, question = told(("A", "left", "B"), ("B", "left", "C"), ask="AC")
    derivation = derive(story, question, "PS2")
    assert derivation is not None
    assert derivation.steps[-1].distances == (Fraction(2),)
    assert verify(story, altered(derivation, 3, distances=(Fraction(3),))) == (3,)


@pytest.mark.parametrize("property_set", PROPERTY_SETS)
def test_a_wrong_closing_line_is_caught(property_set: str) -> None:
    story, question = told(("A", "left", "B"), ("B", "left", "C"), ask="AC")
    derivation = derive(story, question, property_set)
    assert derivation is not None
    assert verify(story, derivation) == ()
    assert verify(story, replace(derivation, labels=frozenset({"right"}))) == (0,)


def test_the_closing_line_names_no_label_where_none_follows() -> None:
    story, question = told(("A", "left", "B"), ("B", "right", "C"), ask="AC")
    derivation = derive(story, question, "PS3")
    assert derivation is not None
    assert sentences(story, derivation)[-1] == "Hence, none of the relations follow."


def test_without_a_path_there_is_no_derivation() -> None:
    story, question = told(("A", "left", "B"), ("C", "left", "D"), ask="AD")
    assert [derive(story, question, property_set) for property_set in PROPERTY_SETS] == [None] * 4


@pytest.mark.parametrize("property_set", PROPERTY_SETS)
def test_what_is_not_covered_is_refused(property_set: str) -> None:
    story, question = told(("A", "left", "B"), ask="AB")
    with pytest.raises(UnsupportedQuestion):
        derive(story, replace(question, form="yes_no", candidates=("left",)), property_set)
    denied = replace(story, statements=(replace(story.statements[0], properties=(("negated", True),)),))
    with pytest.raises(UnsupportedQuestion):
        derive(denied, question, property_set)
    with pytest.raises(UnknownName):
        derive(story, question, "PS5")


def test_an_answer_is_limited_to_the_candidates() -> None:
    story, question = told(("A", "above+left", "B"), ask="AB")
    for property_set in PROPERTY_SETS:
        found = derive(story, replace(question, candidates=("left", "right")), property_set)
        assert found is not None
        assert found.labels == {"left"}


def test_a_direction_of_no_length_does_not_check_out() -> None:
    """The published method adds the zero up; in coordinates nothing lies zero units to the left."""
    story, question = told(("A", "left", "B"), ("B", "left", "C"), ask="AC")
    none = replace(story.statements[0], properties=(("distance", (Fraction(0),)),))
    story = replace(story, statements=(none, story.statements[1]))
    derivation = derive(story, question, "PS2")
    assert derivation is not None
    assert derivation.labels == theories.get("paper-ps2").open().answer(story, question).value == {"left"}
    assert 3 in verify(story, derivation)
