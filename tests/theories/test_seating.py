"""The theory of seats: both backends against permutations on random stories, and what sessions promise."""

from __future__ import annotations

import os
from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import brute_force_seating as brute
from qsr.errors import LimitReached, UnknownName, UnsupportedQuestion
from qsr.seats import Claim
from qsr.solvers import Outcome
from qsr.story import Question, Statement, Story
from qsr.theories import get
from qsr.theories.protocol import Clausal, Core, Counted, Labelled, Limits, Session, Situated, Theory, stated
from qsr.theories.room.witness import Cells
from qsr.theories.seating.by_clingo import ClingoSeating
from qsr.theories.seating.by_search import SearchProblem
from qsr.theories.seating.reading import bonds, read
from qsr.theories.seating.witness import Seats

#: QSR_STORIES says how many random stories each test takes.
steady = settings(derandomize=True, deadline=None, max_examples=int(os.environ.get("QSR_STORIES", "60")))
BACKENDS = ("search", "clingo")
THEORY = get("seating")
#: Too large for permutations; the check that is independent of the solvers judges every layout found.
LARGE = ("ring 8 inward", "ring 10 outward", "ring 9 outward from 0", "rows 5", "row 9 own", "shelf 4x3 viewer from 270")


@pytest.fixture(scope="module")
def sessions():
    found = {backend: THEORY.open(backend) for backend in BACKENDS}
    yield found
    for session in found.values():
        session.close()


def seats(story, witness):
    return tuple(witness.place[name] for name in range(len(story.entities)))


def test_it_is_a_theory():
    assert isinstance(THEORY, Theory)
    assert isinstance(THEORY, Counted)
    assert isinstance(THEORY, Clausal)
    assert isinstance(THEORY, Situated)
    assert isinstance(THEORY, Labelled)
    assert isinstance(THEORY.open(), Session)
    assert THEORY.backends == BACKENDS
    with pytest.raises(UnknownName):
        THEORY.open("z3")


@pytest.mark.parametrize("backend", BACKENDS)
@steady
@given(story=brute.stories())
def test_answers_counts_and_worlds_are_those_of_all_permutations(backend, sessions, story):
    session, (question,) = sessions[backend], story.questions
    everything = brute.every_layout(story)
    assert sorted(seats(story, world) for world in session.worlds(story)) == everything
    answer = session.answer(story, question)
    if not everything:
        assert (answer.status, answer.value, answer.possible, answer.entailed) == ("inconsistent", None, frozenset(), frozenset())
        return
    truth = {
        letter: [brute.true_in(story, said, places) for places in everything] for letter, said in brute.options_of(story).items()
    }
    entailed = {letter for letter, found in truth.items() if all(found)} or {"D"}
    possible = {letter for letter, found in truth.items() if any(found)} | (entailed & {"D"})
    assert answer.entailed == entailed
    assert answer.possible == possible
    assert answer.value == tuple(sorted(entailed))
    assert answer.status == ("determined" if possible == entailed else "ambiguous")


@pytest.mark.parametrize("backend", BACKENDS)
@steady
@given(story=brute.stories())
def test_witnesses_hold_and_cores_are_minimal(backend, sessions, story):
    session, (question,) = sessions[backend], story.questions
    everything = brute.every_layout(story)
    for letter, said in brute.options_of(story).items():
        for candidate, wanted in ((letter, True), (f"not {letter}", False)):
            fitting = [places for places in everything if brute.true_in(story, said, places) == wanted]
            witness = session.witness(story, question, candidate)
            core = session.core(story, question, candidate)
            assert (witness is None) == (not fitting) == (core is not None)
            if witness is not None:
                assert seats(story, witness) in fitting
                assert THEORY.violated(story, witness) == ()
                continue

            def excluded(without, said=said, wanted=wanted):
                return all(brute.true_in(story, said, places) != wanted for places in brute.every_layout(story, without))

            others = set(range(len(story.statements))) - set(core.statements)
            assert excluded(others)
            assert not any(excluded(others | {statement}) for statement in core.statements)
    core = session.core(story)
    assert (core is None) == bool(everything)
    if core is not None:
        others = set(range(len(story.statements))) - set(core.statements)
        assert not brute.every_layout(story, others)
        assert all(brute.every_layout(story, others | {statement}) for statement in core.statements)


@steady
@given(story=brute.stories(specs=("rows 2 from 90", "ring 4 outward", "shelf 2x2")), number=st.integers(0, 23))
def test_violated_finds_exactly_the_statements_that_fail(story, number):
    space = brute.spec_of(story)
    whole = brute.every_layout(replace(story, statements=()))
    places = whole[number % len(whole)]
    witness = Seats(dict(enumerate(places)), layout=str(space))
    said = enumerate(brute.claims_of(story))
    broken = tuple(number for number, claim in said if not brute.true_in(story, [claim], places))
    assert THEORY.violated(story, witness) == broken


@settings(steady, max_examples=60)
@given(story=brute.stories(specs=LARGE, most=14))
def test_backends_agree_where_permutations_are_too_many(sessions, story):
    (question,) = story.questions
    found, other = (sessions[backend].answer(story, question) for backend in BACKENDS)
    assert found == other
    for letter in "ABC":
        for candidate in (letter, f"not {letter}"):
            witness = sessions["search"].witness(story, question, candidate)
            assert (witness is None) == (sessions["search"].core(story, question, candidate) is not None)
            assert witness is None or THEORY.violated(story, witness) == ()
    for world in islice(sessions["search"].worlds(story), 50):
        assert THEORY.violated(story, world) == ()


@settings(steady, max_examples=40)
@given(story=brute.stories(specs=("ring 6 inward", "rows 3", "ring 5 outward from 0", "row 5 own")))
def test_counts_of_labels_are_those_of_all_permutations(story):
    everything = brute.every_layout(story)
    found, whole = THEORY.layouts(story, story.questions[0])
    assert whole == (len(everything), True)
    for letter, said in brute.options_of(story).items():
        assert found[letter].number == sum(brute.true_in(story, said, places) for places in everything)


@settings(steady, max_examples=30)
@given(story=brute.stories(specs=("ring 4 inward", "rows 2", "row 4 own")))
def test_problems_of_both_backends_say_the_same_of_several_goals_at_once(story):
    space, names = brute.spec_of(story), len(story.entities)
    problems = SearchProblem(space, names), ClingoSeating(space, names)
    outcomes = []
    for problem in problems:
        guards = [problem.number((bond,)) for bond in read(story, space)]
        goals = [problem.number(bonds(space, said, names)) for said in brute.options_of(story).values()]
        outcomes.append([problem.satisfiable(guards, goals[:split], goals[split:]) for split in range(len(goals) + 1)])
        assert len(list(problem.models(guards, goals))) == len(list(problem.models(guards, goals, 100)))
    assert outcomes[0] == outcomes[1]
    everything, options = brute.every_layout(story), list(brute.options_of(story).values())
    for split, outcome in enumerate(outcomes[0]):
        wanted = [True] * split + [False] * (len(options) - split)
        fits = any([brute.true_in(story, said, places) for said in options] == wanted for places in everything)
        assert (outcome is Outcome.YES) == fits


# What is said in words.


def ring(claims, options=(), none=(), spec="ring 6 inward", names=6):
    return brute.story_of(spec, names, claims, options, none)


CHAIN = [("left:1", (1, 0), False), ("left:1", (2, 1), False), ("opposite", (3, 0), False), ("left:1", (4, 3), False)]


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_none_option_is_not_blocked_by_what_is_merely_possible(backend, sessions):
    half = (Claim("left:1", (4, 0)),)
    story = ring(CHAIN[:1], [("A", half), ("B", (Claim("left:2", (1, 0)),))], ["C"])
    answer = sessions[backend].answer(story, story.questions[0])
    assert (answer.status, answer.value, answer.possible, answer.entailed) == (
        "determined" if not {"A"} & answer.possible else "ambiguous",
        ("C",),
        answer.possible,
        frozenset({"C"}),
    )
    free = ring([], [("A", half)], ["B"])
    answer = sessions[backend].answer(free, free.questions[0])
    assert (answer.status, answer.value, answer.possible) == ("ambiguous", ("B",), frozenset("AB"))
    bare = ring([], [("A", half), ("B", half)])
    answer = sessions[backend].answer(bare, bare.questions[0])
    assert (answer.status, answer.value, answer.entailed) == ("ambiguous", (), frozenset())
    impossible = ring(CHAIN, [("A", (Claim("opposite", (1, 0)),))])
    answer = sessions[backend].answer(impossible, impossible.questions[0])
    assert (answer.status, answer.value, answer.possible) == ("determined", (), frozenset())
    assert "no option holds" in answer.reason


@pytest.mark.parametrize("backend", BACKENDS)
def test_cores_of_none_options(backend, sessions):
    session = sessions[backend]
    options = [("A", (Claim("left:2", (2, 0)),)), ("B", (Claim("opposite", (4, 1)),))]
    proved = ring([*CHAIN, ("adjacent", (3, 4), False)], options, ["C"])
    # A follows from the first two conditions; that excludes "none".
    assert stated(session.core(proved, proved.questions[0], "not A")) == (0, 1)
    assert stated(session.core(proved, proved.questions[0], "C")) == (0, 1)
    assert session.core(proved, proved.questions[0], "not C") is None
    failing = ring(CHAIN, [("A", (Claim("opposite", (2, 0)),)), ("B", (Claim("adjacent", (4, 0)),))], ["C"])
    assert session.answer(failing, failing.questions[0]).value == ("C",)
    core = stated(session.core(failing, failing.questions[0], "not C"))
    assert core == (2, 3)
    assert session.core(failing, failing.questions[0], "C") is None
    assert THEORY.violated(failing, session.witness(failing, failing.questions[0], "C")) == ()


@pytest.mark.parametrize("backend", BACKENDS)
def test_relation_and_yes_no_questions(backend, sessions):
    story, session = ring(CHAIN), sessions[backend]
    answer = session.answer(story, Question(0, "relation", (4, 1), ("opposite", "adjacent")))
    assert (answer.status, answer.value) == ("determined", {"opposite"})
    assert session.answer(story, Question(0, "yes_no", (4, 1), ("opposite",))).value == "yes"
    denied = Question(0, "yes_no", (4, 1), ("opposite",), properties=(("negated", True),))
    assert session.answer(story, denied).value == "no"
    assert session.answer(story, Question(0, "yes_no", (5, 1), ("opposite",))).value == "no"
    assert session.answer(ring([]), Question(0, "yes_no", (5, 1), ("opposite",))).value == "unknown"
    assert stated(session.core(story, Question(0, "yes_no", (4, 1), ("opposite",)), "no")) == (0, 2, 3)
    found, whole = THEORY.layouts(ring([]), Question(0, "yes_no", (5, 1), ("opposite",)))
    assert (found["yes"].number, found["no"].number, whole.number) == (144, 576, 720)


def test_a_question_without_labels_is_about_all_that_the_layout_has(sessions):
    story, question = ring(CHAIN), Question(0, "relation", (4, 1))
    answer = sessions["search"].answer(story, question)
    # Opposite, and so three places from each other on either way round; two places lie between them.
    assert answer.value == {"opposite", "left:3", "right:3", "clockwise:3", "anticlockwise:3", "between:2"}
    assert answer.possible == answer.entailed
    assert answer.entailed < set(THEORY.labels(story, question))
    row = ring([("leftmost", (0,), False)], spec="row 3 own", names=2)
    assert sessions["clingo"].answer(row, Question(0, "relation", (0,))).value == {"leftmost", "end", "column:1", "from right:3"}
    assert THEORY.labels(Story(("a",)), question) == ()


@pytest.mark.parametrize("backend", BACKENDS)
def test_too_many_names_and_empty_places(backend, sessions):
    session = sessions[backend]
    crowd = ring([], [("A", (Claim("adjacent", (0, 1)),))], spec="ring 3 inward", names=4)
    answer = session.answer(crowd, crowd.questions[0])
    assert answer.status == "inconsistent"
    assert "4 names for the 3 places" in answer.reason
    assert (list(session.worlds(crowd)), session.core(crowd), session.witness(crowd)) == ([], Core.of(()), None)
    few = ring([], spec="row 4 own", names=2)
    assert len(list(session.worlds(few))) == 12
    nobody = ring([], spec="row 4 own", names=0)
    assert len(list(session.worlds(nobody))) == 1


@pytest.mark.parametrize("backend", BACKENDS)
def test_contradictions_are_quoted(backend, sessions):
    text = "Ann is left of Bob. Bob is left of Ann. Cy sits."
    said = (Statement(0, "left:1", (0, 1), (0, 19)), Statement(1, "left:1", (1, 0), (20, 39)))
    story = Story(("Ann", "Bob", "Cy"), said, text=text, settings=(("layout", "ring 5"),))
    answer = sessions[backend].answer(story, Question(0, "yes_no", (0, 1), ("adjacent",)))
    assert answer.status == "inconsistent"
    assert answer.reason == 'these conditions contradict each other: "Ann is left of Bob.", "Bob is left of Ann."'


@pytest.mark.parametrize(
    ("story", "question", "why"),
    [
        (Story(("a", "b")), Question(0, "yes_no", (0, 1), ("left",)), "no layout is set"),
        (Story(("a", "b"), settings=(("layout", "heap 3"),)), Question(0, "yes_no", (0, 1), ("left",)), "is no layout"),
        (ring([("over", (0, 1), False)]), Question(0, "yes_no", (0, 1), ("left",)), "unknown.*statement 0"),
        (ring([("left", (0,), False)]), Question(0, "yes_no", (0, 1), ("left",)), "two names, not 1"),
        (ring([("left", (0, 9), False)]), Question(0, "yes_no", (0, 1), ("left",)), "does not have"),
        (ring([]), Question(0, "yes_no", (0, 1), ("left", "right")), "about one relation"),
        (ring([]), Question(0, "path", (0, 1), ("left",)), "'path'"),
        (ring([]), Question(0, "options", (), ("A",)), "claims for each"),
        (ring([], [("A", ())]), None, "claims nothing"),
        (ring([], [("A", (Claim("faces:north", (0,)),))]), None, "no compass.*option A"),
    ],
)
@pytest.mark.parametrize("backend", BACKENDS)
def test_what_is_not_covered_is_named(backend, sessions, story, question, why):
    answer = sessions[backend].answer(story, question or story.questions[0])
    assert answer.status == "not_covered"
    assert answer.value is None
    with pytest.raises(UnsupportedQuestion, match=why):
        raise UnsupportedQuestion(answer.reason)


def test_a_property_without_meaning_is_not_passed_over():
    story = replace(ring([]), statements=(Statement(0, "left", (0, 1), properties=(("distance", 3),)),))
    with pytest.raises(UnsupportedQuestion, match="distance"):
        THEORY.open().core(story)


def test_unknown_candidates_are_refused(sessions):
    story = ring(CHAIN, [("A", (Claim("opposite", (1, 0)),))], ["B"])
    for candidate in ("E", "not E", "yes", ""):
        with pytest.raises(UnsupportedQuestion):
            sessions["search"].witness(story, story.questions[0], candidate)
    with pytest.raises(ValueError, match="needs the question"):
        sessions["search"].core(story, None, "A")


@pytest.mark.parametrize("backend", BACKENDS)
def test_limits_are_reported(backend):
    story = ring(CHAIN[:1], [("A", (Claim("opposite", (1, 5)),))], ["B"])
    late = THEORY.open(backend, Limits(seconds=0.0))
    answer = late.answer(story, story.questions[0])
    assert (answer.status, answer.value, answer.undecided) == ("unknown", None, frozenset("AB"))
    answer = late.answer(story, Question(0, "relation", (0, 1)))
    assert answer.undecided == set(THEORY.labels(story, Question(0, "relation", (0, 1))))
    with pytest.raises(LimitReached):
        next(late.worlds(story))
    few = THEORY.open(backend, Limits(models=3)).worlds(story)
    assert len(list(islice(few, 3))) == 3
    with pytest.raises(LimitReached):
        next(few)
    assert len(list(THEORY.open(backend).worlds(story, 5))) == 5


def test_a_limit_between_options_leaves_the_none_option_open(monkeypatch):
    story = ring(CHAIN[:1], [("A", (Claim("opposite", (1, 5)),)), ("B", (Claim("left:2", (1, 5)),))], ["C"])
    find, calls = SearchProblem._find, []

    def late(problem, *asked):
        calls.append(asked)
        if len(calls) > 1:
            raise LimitReached("the time limit was reached")
        return find(problem, *asked)

    monkeypatch.setattr(SearchProblem, "_find", late)
    answer = THEORY.open("search").answer(story, story.questions[0])
    assert (answer.status, answer.value, answer.entailed) == ("unknown", None, frozenset())
    assert "C" in answer.undecided


def test_the_theorys_own_layout_wins():
    story = ring([("left:1", (0, 1), False)], names=3)
    assert len(list(THEORY.open().worlds(story))) == 6 * 4
    assert len(list(get("seating", {"layout": "ring 3 outward"}).open().worlds(story))) == 3
    assert get("seating", {"layout": "row 3 own"}).situation(story) == "layout: row 3 own"


def test_a_witness_of_another_layout_is_refused():
    story = ring(CHAIN)
    witness = THEORY.open().witness(story)
    assert (witness.kind, witness.layout) == ("seats", "ring 6 inward")
    for other in (replace(witness, layout="ring 6 outward"), Cells(witness.place, layout=witness.layout)):
        with pytest.raises(ValueError, match="does not belong"):
            THEORY.violated(story, other)
    shared = replace(witness, place={**witness.place, 5: witness.place[0]})
    assert THEORY.violated(story, shared) == (0, 1, 2, 3)


def test_clauses_are_told_apart():
    story = ring([("left:1", (1, 0), False), ("faces:north", (2,), True)], spec="ring 6 inward from 0")
    assert [THEORY.clause(story, number) for number in (0, 1)] == [
        "left:1 of name 1 and name 0",
        "not faces:north of name 2",
    ]


@pytest.mark.parametrize("backend", BACKENDS)
def test_many_stories_in_one_session(backend, monkeypatch):
    """A problem that has met too many goals is replaced, and nothing changes."""
    monkeypatch.setattr("qsr.theories.seating.session._MOST_GOALS", 8)
    session = THEORY.open(backend)
    for step in range(1, 6):
        for other in range(1, 5):
            story = ring([(f"left:{step}", (0, 1), False), (f"clockwise:{other}", (2, 1), False)])
            assert len(list(session.worlds(story))) == (0 if step == other else 36)
