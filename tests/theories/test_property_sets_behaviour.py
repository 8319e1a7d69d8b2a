"""The exact theory: the published worked examples, laws of answers, settings, refusals, reasons and limits."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from property_set_stories import BACKENDS, PS2, PS3, PS4, say, solve, story_of, where, whether
from qsr.errors import LimitReached, UnknownName, UnsupportedQuestion
from qsr.relations import OVERLAPPING, converse
from qsr.solvers.clingo import ClingoProblem
from qsr.story import Question, Statement, Story
from qsr.theories import Limits, Session, Theory, get
from qsr.theories.protocol import stated
from qsr.witnesses import Points

# Under pytest's importlib mode, test folders are not on the import path.


EXAMPLES = [
    ("left", "left"),
    ("left", "right"),
    ("left", "above"),
    ("left", "above+left"),
    ("left", "above", "left"),
    ("left", "above", "above", "left"),
    ("left", "right", "left"),
]
EXPECTED = [
    ("left", "left", "left"),
    (OVERLAPPING, "", ""),
    ("above left", "above left", ""),
    ("above left", "above left", "left"),
    ("above left", "above left", "left"),
    ("above left", "above left", ""),
    ("left", "", ""),
]


@pytest.mark.parametrize(
    ("path", "expected"), list(zip(EXAMPLES, EXPECTED, strict=True)), ids=[", ".join(path) for path in EXAMPLES]
)
def test_worked_examples(path, expected):
    """The examples of the SpaRC paper, in the three of its property sets that have five labels."""
    story = story_of(*(say(relation, head, tail) for relation, head, tail in zip(path, "abcd", "bcde", strict=False)))
    for options, labels in zip((PS2, PS3, PS4), expected, strict=True):
        for backend in BACKENDS:
            assert solve(story, where("a", "abcde"[len(path)]), backend, **options).entailed == set(labels.split())


directions = st.sampled_from(["left", "right", "above", "below", "above+left", "below+right"])
links = st.tuples(directions, st.integers(0, 3), st.integers(0, 3)).filter(lambda link: link[1] != link[2])


def network(some, **options):
    statements = tuple(Statement(n, relation, (head, tail)) for n, (relation, head, tail) in enumerate(some))
    return Story(tuple("abcd"), statements, settings=tuple(options.items()))


@given(st.lists(links, min_size=1, max_size=4))
def test_what_follows_for_extended_objects_follows_for_points_and_with_distances(some):
    """The published subset law, over whole stories: PS4 within PS3 within PS2."""
    answers = [solve(network(some, **options), where("a", "b")) for options in (PS2, PS3, PS4)]
    if answers[0].status != "inconsistent":
        assert answers[2].entailed <= answers[1].entailed <= answers[0].entailed


@settings(max_examples=40)
@given(st.lists(links, max_size=5), st.sampled_from([PS2, PS3, PS4]))
def test_the_converse_of_statements_and_question_gives_the_converse_of_the_answer(some, options):
    plain = solve(network(some, **options), where("a", "b"))
    turned = network([(converse(relation), tail, head) for relation, head, tail in some], **options)
    assert solve(turned, where("a", "b")) == plain
    other = solve(turned, where("b", "a"))
    assert (other.status, other.possible) == (plain.status, {converse(label) for label in plain.possible})
    assert other.entailed == {converse(label) for label in plain.entailed}


@given(st.lists(links, min_size=1, max_size=5), st.data())
def test_a_further_statement_never_adds_a_possibility(some, data):
    whole, part = network(some), network(some[: data.draw(st.integers(0, len(some) - 1))])
    answer = solve(whole, where("a", "b"))
    assert answer.possible <= solve(part, where("a", "b")).possible
    assert answer.entailed <= answer.possible


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_statement_wins_over_the_theory_the_theory_over_the_story_and_that_over_the_default(backend):
    left = say("left", "a", "b")
    level = ("left",)
    assert solve(story_of(left), where("a", "b"), backend).entailed == {"left"}
    assert solve(story_of(left), where("a", "b"), backend).possible == {"left", "above", "below"}
    assert solve(story_of(left, relations="complete"), where("a", "b"), backend).possible == set(level)
    assert solve(story_of(left, relations="complete"), where("a", "b"), backend, relations="incomplete").possible > set(level)
    own = say("left", "a", "b", relations="complete")
    assert solve(story_of(own, relations="incomplete"), where("a", "b"), backend, relations="incomplete").possible == set(level)
    # One sentence says more than the other.
    mixed = story_of(say("left", "a", "b", quantities="specified"), say("left", "b", "c"))
    assert solve(mixed, whether("left", "a", "b", distance=(Fraction(1),)), backend).value == "yes"
    assert solve(mixed, whether("left", "b", "c", distance=(Fraction(1),)), backend).value == "unknown"


def test_depth_comes_with_the_words_for_it_or_with_the_setting():
    left = say("left", "a", "b")
    assert "behind" not in solve(story_of(left), where("a", "b")).possible
    assert "behind" in solve(story_of(left, say("behind", "c", "d")), where("a", "b")).possible
    assert "behind" in solve(story_of(left, dimensions="3"), where("a", "b")).possible
    assert solve(story_of(left), whether("behind", "a", "b")).value == "unknown"
    assert solve(story_of(left, relations="complete"), whether("behind", "a", "b")).value == "no"
    flat = solve(story_of(say("behind", "c", "d"), dimensions="2"), where("a", "b"))
    assert (flat.status, "three dimensions" in flat.reason) == ("not_covered", True)


def test_what_is_not_covered_is_named_and_never_dropped():
    text = "The cup is left of the pen. The pen is near the box."
    near = Statement(1, "near", (1, 2), (28, len(text)))
    story = Story(("cup", "pen", "box"), (Statement(0, "left", (0, 1), (0, 27)), near), text=text)
    answer = solve(story, Question(0, "relation", (0, 1)))
    assert answer.status == "not_covered"
    assert "The pen is near the box." in answer.reason
    assert answer.possible == answer.entailed == frozenset()
    session = get("exact").open()
    for ask in (session.witness, session.core, lambda s: list(session.worlds(s))):
        with pytest.raises(UnsupportedQuestion, match="near"):
            ask(story)
    with pytest.raises(UnsupportedQuestion):
        get("exact").violated(story, Points({0: (0, 0), 1: (1, 0), 2: (2, 0)}))


@pytest.mark.parametrize(
    "question",
    [
        Question(0, "path", (0, 1)),
        Question(0, "relation", (0, 1), ("left", "near")),
        Question(0, "relation", (0, 1), ("left", "inside+outside")),
        Question(0, "relation", (0, 1), properties=(("margins", (("left", 1),)),)),
        Question(0, "relation", (0,)),
        Question(0, "relation", (0, 9)),
        Question(0, "relation", (0, 1), properties=(("negated", True),)),
        Question(0, "yes_no", (0, 1)),
        Question(0, "yes_no", (0, 1), ("left",), properties=(("distance", (1, 2)),)),
        Question(0, "yes_no", (0, 1), (OVERLAPPING,), properties=(("distance", (1,)),)),
    ],
)
def test_questions_that_are_not_covered(question):
    answer = solve(story_of(say("left", "a", "b")), question)
    assert answer.status == "not_covered"
    assert answer.reason


@pytest.mark.parametrize("statement", [Statement(0, "left", (0, 7)), Statement(0, "left", (0,)), Statement(0, "left", (0, -1))])
def test_statements_about_no_two_entities_of_the_story_are_not_covered(statement):
    assert solve(Story(("a", "b"), (statement,)), Question(0, "relation", (0, 1))).status == "not_covered"


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_thing_is_where_it_is(backend):
    assert solve(story_of(), where("a", "a"), backend).entailed == {OVERLAPPING}
    assert solve(story_of(), where("a", "a"), backend).possible == {OVERLAPPING}
    for objects in ("points", "extended"):
        beside_itself = story_of(say("left", "a", "a"), objects=objects)
        assert solve(beside_itself, where("a", "b"), backend).status == "inconsistent"
        assert stated(get("exact").open(backend).core(beside_itself)) == (0,)
        assert solve(story_of(say(OVERLAPPING, "a", "a"), objects=objects), where("a", "b"), backend).status == "ambiguous"
        not_itself = story_of(say(OVERLAPPING, "a", "a", negated=True), objects=objects)
        assert solve(not_itself, where("a", "b"), backend).status == "inconsistent"


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_denied_relation_denies_its_labels_only(backend):
    not_diagonal = story_of(say("above+left", "a", "b", negated=True), say("left", "a", "b"), **PS3)
    answer = solve(not_diagonal, where("a", "b"), backend)
    assert answer.entailed == {"left"}
    denied = story_of(say("above+left", "a", "b", negated=True), say("left", "a", "b", relations="incomplete"), **PS3)
    assert solve(denied, where("a", "b"), backend).possible == {"left", "below"}
    # "Not left" in specified mode is no statement about the distance 1.
    assert "left" not in solve(story_of(say("left", "a", "b", negated=True), **PS2), where("a", "b"), backend).possible
    not_three = story_of(say("left", "a", "b", negated=True, distance=(Fraction(3),)), **PS2)
    assert "left" in solve(not_three, where("a", "b"), backend).possible
    assert solve(not_three, whether("left", "a", "b", distance=(3,)), backend).value == "no"


def test_many_denied_composites_go_to_clingo_and_its_limits_to_the_closure(monkeypatch):
    made = []
    monkeypatch.setattr(ClingoProblem, "allow", lambda self, seconds: made.append(seconds))
    denials = [say("above+left", one, other, negated=True) for one, other in combinations("abcd", 2)]
    answer = solve(story_of(*denials), where("a", "b"))
    assert made
    assert answer == solve(story_of(*denials), where("a", "b"), "z3")
    made.clear()
    huge = story_of(*denials, say("left", "a", "b", distance=(Fraction(10**12),)))
    assert solve(huge, where("a", "b")) == solve(huge, where("a", "b"), "z3")
    assert not made


def test_the_reason_quotes_a_minimal_contradiction_once_per_sentence():
    text = "A is left of B. C is above D. B is left of A."
    spans = [(0, 15), (16, 29), (30, 45)]
    pairs = [("left", (0, 1)), ("above", (2, 3)), ("left", (1, 0))]
    statements = tuple(Statement(n, *pair, span) for n, (pair, span) in enumerate(zip(pairs, spans, strict=True)))
    answer = solve(Story(tuple("ABCD"), statements, text=text), Question(0, "relation", (0, 1)))
    assert (answer.status, answer.possible, answer.entailed, answer.value) == ("inconsistent", frozenset(), frozenset(), None)
    assert '"A is left of B.", "B is left of A."' in answer.reason
    assert "C is above D" not in answer.reason


def test_values_and_reasons():
    story = story_of(say("left", "a", "b"))
    open_answer = solve(story, where("a", "b"))
    assert (open_answer.value, open_answer.reason) == (frozenset({"left"}), "the story leaves open: above, below")
    assert (open_answer.theory, len(open_answer.fingerprint)) == ("exact", 12)
    plain = solve(story, where("a", "b", "left", "right"))
    assert (plain.status, plain.value, plain.reason) == ("determined", frozenset({"left"}), "")
    for relation, value, status in (
        ("left", "yes", "determined"),
        ("right", "no", "determined"),
        ("above", "unknown", "ambiguous"),
    ):
        answer = solve(story, whether(relation, "a", "b"))
        assert (answer.value, answer.status) == (value, status)
        assert answer.entailed == ({value} if value != "unknown" else set())
    # Two names of one relation are two candidates.
    both = solve(story_of(say("above+left", "a", "b")), where("a", "b", "above+left", "left+above"))
    assert both.entailed == {"above+left", "left+above"}


@pytest.mark.parametrize("backend", BACKENDS)
def test_no_time_is_a_status_of_answers_and_an_error_elsewhere(backend):
    story = story_of(*(say("above+left", one, other, negated=True) for one, other in combinations("abcde", 2)))
    session = get("exact").open(backend, Limits(seconds=0.0))
    answer = session.answer(story, where("a", "b"))
    assert (answer.status, answer.value) == ("unknown", None)
    assert answer.undecided == {"left", "right", "above", "below", OVERLAPPING}
    assert session.answer(story, whether("left", "a", "b")).undecided == {"yes", "no"}
    for ask in (session.witness, session.core, lambda s: next(session.worlds(s))):
        with pytest.raises(LimitReached):
            ask(story)


def test_a_story_is_grounded_once(monkeypatch):
    made = []
    create = ClingoProblem.__init__
    monkeypatch.setattr(ClingoProblem, "__init__", lambda self, *args, **rest: (made.append(1), create(self, *args, **rest))[1])
    story, session = story_of(say("left", "a", "b"), say("left", "b", "c")), get("exact").open("clingo")
    for head in "abcde":
        assert session.answer(story, where(head, "c")).status in ("determined", "ambiguous")
        session.witness(story, where(head, "c"), "above")
        session.core(story, where(head, "c"), "left")
    assert len(made) == 1
    # A distance in thirds needs a finer scale, and another story another program.
    assert session.answer(story, whether("left", "a", "c", distance=(Fraction(2, 3),))).value == "unknown"
    assert session.answer(story_of(say("right", "a", "b")), where("a", "b")).entailed == {"right"}
    assert len(made) == 3


HOSTILE = ["x). :- not y(", "a\n#script(python)", '"', "\u202eabc", "n" * 10_000, "", "guard(0)."]


@pytest.mark.parametrize("backend", BACKENDS)
def test_names_mean_nothing_to_solvers(backend):
    statements = tuple(Statement(n, "left", (n, n + 1)) for n in range(len(HOSTILE) - 1))
    asked = Question(0, "relation", (0, len(HOSTILE) - 1))
    session = get("exact").open(backend)
    hostile = session.answer(Story(tuple(HOSTILE), statements, text=HOSTILE[0]), asked)
    session.close()
    assert hostile == get("exact").open(backend).answer(Story(tuple("abcdefg"), statements), asked)
    assert hostile.entailed == {"left"}


def test_the_theory_keeps_its_protocol():
    theory = get("exact")
    assert isinstance(theory, Theory)
    assert isinstance(theory.open(), Session)
    assert theory.backends == BACKENDS
    with pytest.raises(UnknownName, match="prolog"):
        theory.open("prolog")
