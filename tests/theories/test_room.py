"""The theory of rooms against plain enumeration of all layouts."""

from __future__ import annotations

from collections.abc import Collection
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qsr import theories
from qsr.errors import LimitReached, UnknownName, UnsupportedQuestion
from qsr.solvers import Outcome
from qsr.story import Question, Statement, Story
from qsr.theories.protocol import Limits, Session, Theory, stated
from qsr.theories.room import count
from qsr.theories.room.by_bitset import BitsetProblem
from qsr.theories.room.clauses import BINARY, BOUNDS, DIRECTIONS, REGIONS, WALLS, Clause, number, read
from qsr.theories.room.count import layouts
from qsr.theories.room.grid import Cell, grid_of
from qsr.theories.room.tables import Link, Tables
from qsr.theories.room.theory import Room
from qsr.theories.room.witness import Cells
from qsr.witnesses import Points

steady = settings(derandomize=True, deadline=None, max_examples=60)
few = settings(derandomize=True, deadline=None, max_examples=25)
NINE = tuple(DIRECTIONS)
GRIDS = ("3x3", "4x3", "3x5", "5x4")
#: Codes that published stories put together.
VOCABULARIES = (
    NINE,
    tuple(REGIONS),
    (*NINE, *REGIONS),
    (*NINE, "CL2", "FR2"),
    (*NINE, "CL3", "MD3", "FR3"),
    (*NINE, *BOUNDS, *REGIONS, *WALLS),
    (*REGIONS, *WALLS),
)
ASK = Question(0, "relation", (0, 2), NINE)


def tell(objects: int, *said: tuple[str, int] | tuple[str, int, int]) -> Story:
    names = tuple(f"object {place}" for place in range(objects))
    return Story(names, tuple(Statement(place, code, tuple(args)) for place, (code, *args) in enumerate(said)))


@st.composite
def stories(draw: st.DrawFn, objects: int = 3, most: int = 5) -> Story:
    vocabulary = draw(st.sampled_from(VOCABULARIES))
    entity = st.integers(0, objects - 1)
    said = []
    for code in draw(st.lists(st.sampled_from(vocabulary), max_size=most)):
        said.append((code, draw(entity), draw(entity)) if code in BINARY else (code, draw(entity)))
    return tell(objects, *said)


rooms = st.tuples(st.sampled_from(("code", "paper")), st.sampled_from(GRIDS))


def true(mode: str, columns: int, rows: int, code: str, a: tuple[int, int], b: tuple[int, int]) -> bool:
    """What a clause means, written down once more."""
    (x, y), (u, v) = a, b
    wide = max(columns, rows) - (mode == "code")
    squared = (x - u) ** 2 + (y - v) ** 2
    if code == "TPP":
        return x == 0 or y == 0 or x == columns - 1 or y == rows - 1
    if code == "NTPP":
        right, top = (columns, rows) if mode == "code" else (columns - 1, rows - 1)
        return 0 < x < right and 0 < y < top
    if code in REGIONS:
        name = ("S" if 3 * y < rows else "N" if 3 * y >= 2 * rows else "") + (
            "W" if 3 * x < columns else "E" if 3 * x >= 2 * columns else ""
        )
        return code == (name or "C") + "R"
    if code in DIRECTIONS:
        name = ("N" if y > v else "S" if y < v else "") + ("E" if x > u else "W" if x < u else "")
        return code == (name or "O")
    if code in ("CL2", "FR2"):
        return (2 * 2 * squared <= wide * wide) == (code == "CL2")
    third = 0 if 9 * squared <= 2 * wide * wide else 1 if 9 * squared <= 8 * wide * wide else 2
    return code == ("CL3", "MD3", "FR3")[third]


def every(story: Story, mode: str, grid: str) -> list[tuple[tuple[int, int], ...]]:
    """All layouts of a story."""
    columns, rows = map(int, grid.split("x"))
    cells = list(product(range(columns), range(rows)))
    kept: list[tuple[tuple[int, int], ...]] = []
    for layout in product(cells, repeat=len(story.entities)):
        if all(true(mode, columns, rows, s.relation, layout[s.args[0]], layout[s.args[-1]]) for s in story.statements):
            kept.append(layout)
    return kept


def numbers(story: Story, mode: str, grid: str, codes: tuple[str, ...] = NINE) -> dict[str, int]:
    columns, rows = map(int, grid.split("x"))
    found = every(story, mode, grid)
    return {code: sum(true(mode, columns, rows, code, one[0], one[2]) for one in found) for code in codes}


@steady
@given(stories(), rooms)
def test_answers_are_those_of_all_layouts(story: Story, room: tuple[str, str]) -> None:
    mode, grid = room
    expected = numbers(story, mode, grid)
    total = sum(expected.values())
    for backend in ("bitset", "clingo"):
        answer = Room({"mode": mode, "grid": grid}).open(backend).answer(story, ASK)
        assert answer.possible == {code for code, many in expected.items() if many}
        assert answer.entailed == {code for code, many in expected.items() if many == total and total}
        wanted = "inconsistent" if not total else "determined" if total in expected.values() else "ambiguous"
        assert answer.status == wanted
    assert layouts(story, {"mode": mode, "grid": grid}, ASK) == {code: (many, True) for code, many in expected.items()}


@few
@given(stories(), rooms, st.sampled_from(("bitset", "clingo", "z3")), st.sampled_from(BINARY))
def test_yes_no_and_distances_as_candidates(story: Story, room: tuple[str, str], backend: str, code: str) -> None:
    mode, grid = room
    expected = numbers(story, mode, grid, BINARY)
    total = sum(expected[one] for one in NINE)
    session = Room({"mode": mode, "grid": grid}).open(backend)
    answer = session.answer(story, Question(0, "yes_no", (0, 2), (code,)))
    assert answer.possible == {word for word, many in (("yes", expected[code]), ("no", total - expected[code])) if many}
    asked = session.answer(story, Question(0, "relation", (0, 2), ("CL3", "FR2", code)))
    assert asked.possible == {one for one in ("CL3", "FR2", code) if expected[one]}
    assert asked.entailed == {one for one in ("CL3", "FR2", code) if total and expected[one] == total}


@few
@given(stories(most=7), rooms, st.sampled_from(("bitset", "clingo", "z3")))
def test_a_witness_for_all_that_is_possible_and_a_minimal_core_for_the_rest(
    story: Story, room: tuple[str, str], backend: str
) -> None:
    mode, grid = room
    theory = Room({"mode": mode, "grid": grid})
    session, expected = theory.open(backend), numbers(story, mode, grid)
    columns, rows = map(int, grid.split("x"))
    for code in NINE:
        witness, core = session.witness(story, ASK, code), session.core(story, ASK, code)
        assert (witness is None) == (core is not None) == (not expected[code])
        if witness is not None:
            assert theory.violated(story, witness) == ()
            assert true(mode, columns, rows, code, witness.place[0], witness.place[2])
        for dropped in stated(core):
            assert numbers(kept(story, set(stated(core)) - {dropped}), mode, grid)[code]
        if core is not None:
            assert not numbers(kept(story, set(core.statements)), mode, grid)[code]


def kept(story: Story, statements: set[int]) -> Story:
    return Story(story.entities, tuple(statement for statement in story.statements if statement.id in statements))


@few
@given(stories(), rooms, st.data())
def test_violated_finds_just_the_broken_clauses(story: Story, room: tuple[str, str], data: st.DataObject) -> None:
    mode, grid = room
    columns, rows = map(int, grid.split("x"))
    cell = st.tuples(st.integers(0, columns - 1), st.integers(0, rows - 1))
    place = {entity: data.draw(cell) for entity in range(len(story.entities))}
    wrong = tuple(
        s.id for s in story.statements if not true(mode, columns, rows, s.relation, place[s.args[0]], place[s.args[-1]])
    )
    assert Room({"mode": mode, "grid": grid}).violated(story, Cells(place)) == wrong


@few
@given(stories(most=4), st.sampled_from(("bitset", "clingo")))
def test_worlds_differ_in_a_direction_and_are_all_there(story: Story, backend: str) -> None:
    session = Room({"mode": "paper", "grid": "3x3"}).open(backend)

    def scenario(layout: tuple[tuple[int, int], ...]) -> tuple[str, ...]:
        pairs = [(layout[0], layout[1]), (layout[0], layout[2]), (layout[1], layout[2])]
        return tuple(code for a, b in pairs for code in NINE if true("paper", 3, 3, code, a, b))

    expected = {scenario(layout) for layout in every(story, "paper", "3x3")}
    found = [scenario(tuple(world.place[entity] for entity in range(3))) for world in session.worlds(story, 40)]
    assert len(found) == len(set(found)) == min(40, len(expected))
    assert set(found) <= expected


@steady
@given(stories(objects=5, most=8), rooms, st.integers(0, 4), st.integers(0, 4))
def test_all_directions_at_once_are_those_found_one_by_one(story: Story, room: tuple[str, str], head: int, tail: int) -> None:
    mode, grid = room
    columns, rows = map(int, grid.split("x"))
    problem = BitsetProblem(grid_of(mode, (columns, rows)), 5)
    clauses = read(story)
    goals = {number(Clause(code, head, tail), 5): code for code in NINE}
    found = problem.consequences([number(said, 5) for said in clauses], list(goals))
    at_once = problem.directions(clauses, head, tail)
    linked = any({head, tail} == set(said[1:]) for said in clauses)
    assert at_once is not None or head == tail or linked
    if at_once is not None:
        assert at_once == {goals[goal] for goal in found.possible.yes}


@steady
@given(
    st.sampled_from(((3, 5), (9, 9), (21, 20))),
    st.lists(st.builds(Link, st.sampled_from(BINARY), st.booleans(), st.booleans()), min_size=1, max_size=3, unique=True),
    st.sets(st.integers(0, 419)),
)
def test_images_are_what_the_rows_reach(sides: tuple[int, int], links: list[Link], chosen: set[int]) -> None:
    known = Tables(grid_of("code", sides))
    rows, image = known.partner(tuple(sorted(links)))
    bits = [bit for bit in chosen if bit < len(rows)]
    reached = 0
    for bit in bits:
        reached |= rows[bit]
    # Where there is no image, sets of cells are walked through cell by cell.
    assert image is None or image(sum(1 << bit for bit in bits)) == reached
    assert image is not None or sides == (21, 20)


def test_a_room_with_too_many_cells_for_images() -> None:
    story = tell(3, ("CL2", 0, 1), ("CL2", 1, 2), ("NE", 0, 1), ("NE", 1, 2), ("SWR", 2))
    for backend in ("bitset", "clingo"):
        answer = Room({"grid": "21x20"}).open(backend).answer(story, ASK)
        assert (answer.status, answer.value) == ("determined", frozenset({"NE"}))


def test_a_circle_needs_more_than_arc_consistency() -> None:
    """Far apart are only opposite corners: any two of three objects find such corners, and all three do not."""
    problem = BitsetProblem(grid_of("paper", (5, 5)), 3)
    far = tell(3, ("FR3", 0, 1), ("FR3", 1, 2), ("FR3", 0, 2))
    guards = [number(said, 3) for said in read(far)]
    assert problem.narrowed(guards) is not None
    assert problem.satisfiable(guards) is Outcome.NO


def test_a_hard_search_is_handed_to_clingo(monkeypatch: pytest.MonkeyPatch) -> None:
    far = tell(3, ("FR3", 0, 1), ("FR3", 1, 2), ("FR3", 0, 2))
    problem = BitsetProblem(grid_of("paper", (5, 5)), 3, nodes=0)
    called: list[object] = []
    second = problem._by_clingo

    def noted(*asked: Collection[int]) -> list[Cell] | None:
        called.append(asked)
        return second(*asked)

    monkeypatch.setattr(problem, "_by_clingo", noted)
    assert problem.satisfiable([number(said, 3) for said in read(far)]) is Outcome.NO
    assert called


@pytest.mark.parametrize("backend", Room.backends)
@pytest.mark.parametrize(
    ("mode", "wall"), [("code", True), ("paper", False), ("real", False)], ids=["the checker", "the paper", "the room"]
)
def test_the_far_wall_counts_as_away_from_walls_in_mode_code_alone(backend: str, mode: str, wall: bool) -> None:
    answer = Room({"mode": mode}).open(backend).answer(tell(3, ("TPP", 0), ("NTPP", 0)), ASK)
    assert (answer.status != "inconsistent") == wall
    assert ("contradict each other" in answer.reason) != wall


def test_distances_are_measured_in_whole_numbers() -> None:
    """At 9 by 9: up to 4 steps are near in mode code and half a step more in mode paper."""
    for mode, near in (("code", True), ("paper", False)):
        session = Room({"mode": mode, "grid": "9x9"}).open()
        # 4 by 2 steps: 20 is above 16 (half of 8, squared) and below 20.25 (half of 9).
        story = tell(4, ("SWR", 0), ("E", 1, 0), ("N", 2, 1), ("CL2", 0, 2), ("FR2", 0, 3))
        witness = session.witness(story)
        assert witness is not None
        place = {0: (0, 0), 1: (4, 0), 2: (4, 2), 3: (8, 8)}
        assert (3 in Room({"mode": mode}).violated(story, Cells(place))) == near


def test_settings_of_the_theory_win_over_those_of_the_story() -> None:
    story = tell(3, ("W", 0, 1), ("W", 1, 2))
    narrow = Story(story.entities, story.statements, settings=(("theory", "room"), ("grid", "2x9"), ("mode", "paper")))
    assert Room({}).open().answer(narrow, ASK).status == "inconsistent"
    assert Room({"grid": "3x1"}).open().answer(narrow, ASK).value == frozenset({"W"})
    assert theories.parse_settings("room, mode: real, grid: 12x9") == {"theory": "room", "mode": "real", "grid": "12x9"}


@pytest.mark.parametrize(
    ("story", "question", "words"),
    [
        (tell(2, ("left", 0, 1)), Question(0, "relation", (0, 1)), "'left'"),
        (tell(2, ("N", 0)), Question(0, "relation", (0, 1)), "of 1 objects"),
        (tell(2), Question(0, "plan", (0, 1)), "form 'plan'"),
        (tell(2), Question(0, "relation", (0,)), "two objects"),
        (tell(2), Question(0, "yes_no", (0, 1), ("N", "S")), "one relation"),
        (tell(2, ("N", 0, 5)), Question(0, "relation", (0, 1)), "not in the story"),
        (Story(("a", "b"), settings=(("grid", "900x9"),)), Question(0, "relation", (0, 1)), "up to 64"),
        (Story(("a", "b"), settings=(("grid", "wide"),)), Question(0, "relation", (0, 1)), "WIDTHxLENGTH"),
    ],
)
def test_what_is_not_covered_is_said(story: Story, question: Question, words: str) -> None:
    session = Room({}).open()
    answer = session.answer(story, question)
    assert answer.status == "not_covered"
    assert words in answer.reason
    with pytest.raises(UnsupportedQuestion):
        session.witness(story, question, "N")


def test_limits_and_names() -> None:
    theory = theories.get("room")
    assert isinstance(theory, Theory)
    assert isinstance(theory.open(), Session)
    with pytest.raises(UnknownName):
        theory.open("prolog")
    with pytest.raises(ValueError, match="points"):
        theory.violated(tell(1), Points({0: (0, 0)}))
    session = theory.open(limits=Limits(models=2))
    with pytest.raises(LimitReached):
        list(session.worlds(tell(3)))
    late = theory.open(limits=Limits(seconds=0.0)).answer(tell(3, ("TPP", 0)), ASK)
    assert (late.status, late.undecided) == ("unknown", frozenset(NINE))


def test_a_bound_where_layouts_are_too_many_to_sum(monkeypatch: pytest.MonkeyPatch) -> None:
    story = tell(3, ("CL2", 0, 1), ("CL2", 1, 2), ("NER", 0))
    exact = layouts(story, {"grid": "5x5"}, ASK)
    monkeypatch.setattr(count, "STEPS", 10)
    assert layouts(story, {"grid": "5x5"}, ASK) == exact
    monkeypatch.setattr(count, "AT_LEAST", 5)
    bounded = layouts(story, {"grid": "5x5"}, ASK)
    assert any(not is_exact for _, is_exact in bounded.values())
    for code, (many, is_exact) in bounded.items():
        assert many == exact[code][0] if is_exact else 0 < many <= exact[code][0]


def test_numbers_of_clauses_name_one_clause_each() -> None:
    said = [Clause(code, *pair) for code in BINARY for pair in product(range(4), repeat=2)]
    said += [Clause(code, one, one) for code in (*REGIONS, *WALLS) for one in range(4)]
    assert len({number(one, 4) for one in said}) == len(said)
