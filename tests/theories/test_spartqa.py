"""SpartQA's rules: two backends, the open and the closed world, contradictions, and questions with options."""

from __future__ import annotations

import clingo
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import qsr
from qsr import stories, theories
from qsr.relations import CONVERSE
from qsr.resources import encoding
from qsr.story import Answer, Question
from qsr.theories.protocol import Limits
from qsr.theories.spartun.blocks import EDGES, LABELS, NUMBER, derive
from qsr.theories.spartun.clingo import derive_by_clingo
from qsr.theories.spartun.facts import Fact

SIZE = 6
BACKENDS = ("direct", "clingo")
PAIRS = [(head, tail) for head in range(SIZE) for tail in range(SIZE) if head != tail]
FACTS = st.lists(st.tuples(st.sampled_from(PAIRS), st.sampled_from(sorted(NUMBER.values()))), max_size=10)


def held(facts: list[Fact]) -> set[Fact]:
    """What holds of the entities but for edges, which follow from nothing."""
    derived = derive(facts)
    return {(head, tail, NUMBER[name]) for head, tail in PAIRS for name in LABELS if derived.holds(head, tail, NUMBER[name])}


def test_the_encoding_numbers_relations_as_the_package_does() -> None:
    control = clingo.Control()
    control.add("base", [], encoding("spartqa.lp"))
    names = [*LABELS, *(edge.replace(":", "_") for edge in EDGES.values())]
    assert [control.get_const(name) for name in names] == [clingo.Number(number) for number in NUMBER.values()]


@settings(deadline=None, derandomize=True, max_examples=200)
@given(FACTS)
def test_backends_derive_the_same(drawn: list[tuple[tuple[int, int], int]]) -> None:
    facts = [(head, tail, label) for (head, tail), label in drawn]
    asp = derive_by_clingo(Limits(), facts, "spartqa.lp")
    of_asp = {(head, tail, NUMBER[name]) for head, tail in PAIRS for name in LABELS if asp.holds(head, tail, NUMBER[name])}
    assert held(facts) == of_asp


@settings(deadline=None, derandomize=True)
@given(FACTS, FACTS)
def test_more_facts_derive_more_and_inverses_go_together(
    drawn: list[tuple[tuple[int, int], int]], more: list[tuple[tuple[int, int], int]]
) -> None:
    facts = [(head, tail, label) for (head, tail), label in drawn]
    found = held(facts)
    assert found <= held([*facts, *((head, tail, label) for (head, tail), label in more)])
    names = list(NUMBER)
    assert {(tail, head, NUMBER[CONVERSE[names[label]]]) for head, tail, label in found} == found


SHELF = """theory: spartqa
We have three blocks, A, B and C. Block A is above block B and block B is above block C. Block A has a big star and two small
circles. Small circle number one is to the left of the big star. Small circle number two is to the right of the big star and near
to it. Block B contains a big square. The big square is touching the left edge of this block. A red circle is touching the right
edge of block B. Block C has a small star.
"""


@pytest.fixture(params=BACKENDS)
def backend(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def asked(question: str, backend: str = "direct", text: str = SHELF) -> Answer:
    story = stories.ask(stories.parse_story(text), question)
    return theories.get("spartqa").open(backend).answer(story, story.questions[-1])


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("Is small circle number one to the left of small circle number two?", "yes"),
        ("Is small circle number two, to the left of small circle number one?", "no"),
        ("Is small circle number two near to small circle number one?", "unknown"),
        ("Is small circle number one above the big star?", "unknown"),
        ("Is the big square to the left of the red circle?", "yes"),
        ("Is the red circle far from the big square?", "yes"),
        ("Is the small star below all small circles?", "yes"),
        ("Are all stars above the big square?", "no"),
        ("Is there any star, above the big square?", "yes"),
        ("Is the star in block A above a circle that is in block B?", "yes"),
        ("Is the small star below a thing which is touching the left edge of a block?", "yes"),
        ("Are all small circles left of the big star?", "no"),
        ("Are all small circles left of a star?", "unknown"),
        ("Is the small star in block C?", "yes"),
    ],
)
def test_whether_is_asked_in_an_open_world(question: str, value: str, backend: str) -> None:
    assert asked(question, backend).value == value


@pytest.mark.parametrize(
    ("question", "chosen"),
    [
        ("Which blocks have a star?", {"A", "C"}),
        ("Which blocks don't have any star?", {"B"}),
        ("Which blocks have a circle that is to the right of a big thing?", {"A", "B"}),
        ("Which blocks have a triangle?", set()),
        ("What is above the small star? a small circle or a big square?", {"small circle", "big square"}),
        ("Which object is near to a star? small circle number one or small circle number two?", {"small circle number two"}),
        ("Which object is far from a circle? the big star or the small star?", set()),
    ],
)
def test_which_is_asked_in_a_closed_world(question: str, chosen: set[str], backend: str) -> None:
    answer = asked(question, backend)
    assert (answer.status, answer.value) == ("determined", frozenset(chosen))


def test_which_relation_leaves_open_what_is_not_derived(backend: str) -> None:
    answer = asked("What is the relation between small circle number two and the big star?", backend)
    assert answer.entailed == {"right", "near"}
    assert answer.possible == {"right", "near", "above", "below", "far", "touching"}
    of_blocks = asked("What is the relation between the big star and the red circle?", backend)
    assert of_blocks.entailed == {"above"}


def test_a_direction_and_its_inverse_contradict_each_other(backend: str) -> None:
    text = "theory: spartqa\nA has a star, a circle and a square. The star is above the circle. The circle is above the square."
    assert asked("Is the star above the square?", backend, text).value == "yes"
    answer = asked("Is the star above the square?", backend, f"{text} The square is above the star.")
    assert answer.status == "inconsistent"
    assert "The circle is above the square" in answer.reason


def test_what_excludes_an_answer_is_told() -> None:
    story = stories.parse_story(SHELF)
    told = qsr.why_not(story, "Is small circle number two to the left of small circle number one?", "yes")
    assert [one.split()[:4] for one in told] == [["Small", "circle", "number", "one"], ["Small", "circle", "number", "two"]]
    assert qsr.why_not(story, "Which blocks have a star?", "B") == []
    assert qsr.why_not(story, "Which blocks don't have any star?", "C") == ["Block C has a small star"]


def test_no_relation_holds_of_a_thing_and_itself() -> None:
    session = theories.get("spartqa").open()
    answer = session.answer(stories.parse_story(SHELF), Question(0, "yes_no", (3, 3), ("near",)))
    assert answer.value == "no"
