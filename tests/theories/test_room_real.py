"""Continuous rooms: order by lattices, distances by Z3, and the two against each other."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qsr.errors import UnsupportedQuestion
from qsr.solvers import Outcome
from qsr.story import Question, Statement, Story
from qsr.theories.protocol import Limits, stated
from qsr.theories.room.by_z3 import Z3Room
from qsr.theories.room.clauses import BOUNDS, DIRECTIONS, REGIONS, WALLS, Clause, number
from qsr.theories.room.count import layouts
from qsr.theories.room.domain import Domain
from qsr.theories.room.families import one_by_one
from qsr.theories.room.theory import Room
from qsr.witnesses import Points

NINE = tuple(DIRECTIONS)
ASK = Question(0, "relation", (0, 2), NINE)
few = settings(derandomize=True, deadline=None, max_examples=25)
HALF = Fraction(1, 2)


def tell(objects: int, *said: tuple[str, tuple[int, ...]]) -> Story:
    names = tuple(f"object {place}" for place in range(objects))
    return Story(names, tuple(Statement(place, code, args) for place, (code, args) in enumerate(said)))


@st.composite
def stories(draw: st.DrawFn, binary: tuple[str, ...], most: int = 5) -> Story:
    said: list[tuple[str, tuple[int, ...]]] = []
    for code in draw(st.lists(st.sampled_from((*binary, *REGIONS, *WALLS)), max_size=most)):
        one, other = draw(st.permutations(range(3)))[:2]
        said.append((code, (one, other) if code in binary else (one,)))
    return tell(3, *said)


@few
@given(stories(NINE), st.sampled_from(("9x9", "4x3")))
def test_order_needs_no_solver_for_reals(story: Story, grid: str) -> None:
    theory = Room({"mode": "real", "grid": grid})
    answers = [theory.open(backend).answer(story, ASK) for backend in theory.backends]
    assert answers[0] == answers[1] == answers[2]
    session = theory.open()
    for code in answers[0].possible:
        witness = session.witness(story, ASK, code)
        assert witness is not None
        assert theory.violated(story, witness) == ()


@few
@given(stories((*NINE, *BOUNDS), most=4), st.sampled_from(("9x9", "4x3")))
def test_all_ways_to_measure_agree(story: Story, grid: str) -> None:
    theory = Room({"mode": "real", "grid": grid})
    answers = [theory.open(backend).answer(story, ASK) for backend in theory.backends]
    for one in answers:
        for other in answers:
            assert not one.possible - other.possible - other.undecided
    paper = Room({"mode": "paper", "grid": "6x6"}).open().answer(story, ASK)
    if not any(statement.relation in WALLS for statement in story.statements) and grid == "9x9":
        # A cell of a grid is a point of the room; a far wall is not at the same place in the two.
        assert paper.possible <= answers[0].possible | answers[0].undecided


def test_a_room_has_places_between_the_cells() -> None:
    """Three objects in a row in one third do not fit into two cells."""
    story = tell(3, ("NWR", (0,)), ("NWR", (1,)), ("NWR", (2,)), ("W", (0, 1)), ("W", (1, 2)))
    assert Room({"grid": "6x6", "mode": "paper"}).open().answer(story, ASK).status == "inconsistent"
    assert Room({"grid": "6x6", "mode": "real"}).open().answer(story, ASK).value == frozenset({"W"})


def test_a_minimal_core_over_the_reals() -> None:
    """Three objects far apart in pairs, by two thirds of the diagonal, do not fit; a region has no part in that."""
    far = (("CR", (3,)), ("FR3", (0, 1)), ("FR3", (1, 2)), ("E", (0, 1)), ("E", (1, 2)))
    session = Room({"mode": "real"}).open()
    assert stated(session.core(tell(4, *far))) == (1, 2, 3, 4)
    assert session.answer(tell(4, *far), ASK).status == "inconsistent"
    assert session.core(tell(4, *far[:4])) is None


def test_a_candidate_that_takes_too_long_is_named_and_the_others_are_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = Z3Room(Domain("real", (9, 9)), 2)
    plain = problem.satisfiable

    def slow(guards: list[int], holding: tuple[int, ...] = (), failing: tuple[int, ...] = ()) -> Outcome:
        return Outcome.UNKNOWN if holding == (goals["N"],) else plain(guards, holding, failing)

    monkeypatch.setattr(problem, "satisfiable", slow)
    goals = {code: number(Clause(code, 0, 1), 2) for code in NINE}
    west, north = number(Clause("SWR", 0, 0), 2), number(Clause("SR", 1, 1), 2)
    found = one_by_one(problem, 2, [west, north], list(goals.values()))
    assert found.consistent is Outcome.YES
    assert found.possible.yes == {goals["W"], goals["NW"], goals["SW"]}
    assert found.possible.unknown == {goals["N"]}
    assert not found.entailed.yes
    late = Room({"mode": "real"}).open(limits=Limits(seconds=0.0)).answer(tell(3, ("CL2", (0, 1))), ASK)
    assert (late.status, late.undecided) == ("unknown", frozenset(NINE))


@pytest.mark.parametrize(
    ("place", "wrong"),
    [((HALF, 0), (0,)), ((HALF, 1), ()), ((Fraction(1, 3), 1), ()), ((Fraction(2, 3), 1), (0,)), ((HALF, 2), (0, 1))],
)
def test_walls_and_thirds_are_exact(place: tuple[Fraction | int, Fraction | int], wrong: tuple[int, ...]) -> None:
    story = tell(1, ("NR", (0,)), ("TPP", (0,)))
    assert Room({"mode": "real"}).violated(story, Points({0: place})) == wrong


def test_the_shorter_side_is_a_wall_too() -> None:
    """In a room of 4 by 3 the longer side is 1, and half of it parts near from far."""
    theory = Room({"mode": "real", "grid": "4x3"})
    story = tell(2, ("NR", (0,)), ("TPP", (0,)), ("FR2", (0, 1)), ("N", (0, 1)))
    assert theory.violated(story, Points({0: (HALF, Fraction(3, 4)), 1: (HALF, Fraction(1, 5))})) == ()
    witness = theory.open().witness(story)
    assert witness is not None
    assert theory.violated(story, witness) == ()


def test_layouts_of_a_continuous_room_are_not_counted() -> None:
    with pytest.raises(UnsupportedQuestion, match="infinitely many"):
        layouts(tell(3), {"mode": "real"}, ASK)
