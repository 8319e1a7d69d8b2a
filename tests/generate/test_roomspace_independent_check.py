"""The independent check of generated rooms against the theory's own solvers, and against enumeration of all layouts."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qsr import theories
from qsr.datasets.roomspace.generator.independent_check import IndependentCheck
from qsr.story import Question, Statement, Story
from qsr.theories.room.check import broken
from qsr.theories.room.clauses import BOUNDS, DIRECTIONS, REGIONS, WALLS, read
from qsr.theories.room.domain import Domain

GRIDS = [(9, 9), (12, 12), (1, 4), (2, 2), (3, 5), (7, 4)]


@st.composite
def stories(draw: st.DrawFn, most: int = 5, grids: list[tuple[int, int]] = GRIDS) -> Story:
    """Rooms in which the earlier object is named first; the pair of the question may be described too."""
    objects = draw(st.integers(2, most))
    pair = st.sampled_from([(one, other) for other in range(objects) for one in range(other)])
    codes = draw(st.sampled_from([("CL2", "FR2"), ("CL3", "MD3", "FR3"), tuple(BOUNDS), ()]))
    two = st.tuples(st.sampled_from(list(DIRECTIONS)), pair)
    apart = st.tuples(st.sampled_from(codes or ["O"]), pair)
    one = st.tuples(st.sampled_from([*REGIONS, *WALLS]), st.tuples(st.integers(0, objects - 1)))
    said = draw(st.lists(st.one_of(two, apart, one), max_size=8))
    statements = tuple(Statement(at, code, args) for at, (code, args) in enumerate(said))
    sides = draw(st.sampled_from(grids))
    question = Question(0, "relation", (0, objects - 1))
    return Story(tuple("abcde"[:objects]), statements, (question,), settings=(("grid", "x".join(map(str, sides))),))


OPINION = IndependentCheck()


@settings(max_examples=150, deadline=None)
@given(stories(), st.data())
def test_it_finds_what_the_theory_finds_whatever_is_expected(story: Story, data: st.DataObject) -> None:
    expected = {mode: frozenset(data.draw(st.sets(st.sampled_from(list(DIRECTIONS))))) for mode in ("code", "paper")}
    found = OPINION.relations(story, expected)
    for mode in expected:
        session = theories.get("room", {"mode": mode}).open()
        assert found[mode] == session.answer(story, story.questions[0]).possible
        # An expectation that is right is confirmed by the shorter way.
        assert OPINION.relations(story, {mode: found[mode]}) == {mode: found[mode]}


@settings(max_examples=60, deadline=None)
@given(stories(most=3, grids=[(1, 4), (2, 2), (3, 3), (4, 3)]))
def test_it_finds_what_all_layouts_show(story: Story) -> None:
    width, length = map(int, dict(story.settings)["grid"].split("x"))
    cells, clauses = list(product(range(width), range(length))), read(story)
    head, tail = story.questions[0].args
    for mode in ("code", "paper"):
        domain, seen = Domain(mode, (width, length)), set()
        for places in product(cells, repeat=len(story.entities)):
            if not broken(domain, clauses, dict(enumerate(places))):
                across, up = (places[head][axis] - places[tail][axis] for axis in (0, 1))
                signs = ((across > 0) - (across < 0), (up > 0) - (up < 0))
                seen.add(next(code for code, found in DIRECTIONS.items() if found == signs))
        assert OPINION.relations(story, {mode: frozenset()}) == {mode: frozenset(seen)}


def test_programs_are_let_go_of_when_they_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qsr.datasets.roomspace.generator.independent_check._KEPT", 1)
    opinion = IndependentCheck()
    for grid in ("3x3", "4x4", "3x3"):
        story = Story(("a", "b"), (Statement(0, "NE", (0, 1)),), (Question(0, "relation", (0, 1)),), settings=(("grid", grid),))
        assert opinion.relations(story, {"code": frozenset({"NE"}), "paper": frozenset()}) == dict.fromkeys(
            ("code", "paper"), frozenset({"NE"})
        )
    opinion.close()


def test_a_later_object_first_is_refused() -> None:
    story = Story(("a", "b"), (Statement(0, "NE", (1, 0)),), (Question(0, "relation", (0, 1)),))
    with pytest.raises(ValueError, match="earlier one first"):
        OPINION.relations(story, {"code": frozenset()})


def test_two_scales_of_distance_in_one_story() -> None:
    for near, far, possible in (("CL2", "CL3", set(DIRECTIONS)), ("CL2", "FR3", set()), ("FR2", "CL3", set())):
        said = (Statement(0, near, (0, 1)), Statement(1, far, (0, 1)))
        story = Story(("a", "b"), said, (Question(0, "relation", (0, 1)),), settings=(("grid", "9x9"),))
        assert OPINION.relations(story, {"code": frozenset()}) == {"code": frozenset(possible)}
