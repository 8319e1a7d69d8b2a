"""Pictures of walks: every cell and every step is there, what failed is marked, and any board and any words can be drawn."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pictures import of_class, parsed
from qsr.theories.gridworld.pictures import walk_svg
from qsr.theories.gridworld.simulate import ACTIONS, Step, simulate
from qsr.theories.gridworld.traces import GridTrace
from qsr.theories.gridworld.walks import walk_lines, walk_of
from qsr.theories.gridworld.world import Rules, World

TAG = "{http://www.w3.org/2000/svg}"
WORLD = World(3, 4, (2, 0), frozenset({(1, 1)}), (((0, 3), 1), ((2, 1), 1), ((2, 2), 12)))


@st.composite
def worlds(draw):
    rows, columns = draw(st.integers(1, 20)), draw(st.integers(1, 20))
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    start = draw(st.sampled_from(cells))
    marks = draw(st.dictionaries(st.sampled_from(cells), st.sampled_from([0, 1, 2, 40]), max_size=40))
    marks.pop(start, None)
    obstacles = frozenset(cell for cell, units in marks.items() if not units)
    return World(rows, columns, start, obstacles, tuple(sorted((cell, units) for cell, units in marks.items() if units)))


@settings(derandomize=True, deadline=None, max_examples=80)
@given(worlds(), st.lists(st.sampled_from(ACTIONS), max_size=20), st.sampled_from([4, 8]))
def test_every_obstacle_and_every_step_is_drawn(world, actions, moves):
    trace = simulate(world, Rules(moves, 2), actions)
    witness = GridTrace.of(trace)
    walk = walk_of(world, witness.place, witness.names)
    root = parsed(walk_svg(world, walk))
    assert len(of_class(root, "qsr-obstacle")) == len(world.obstacles)
    moved, blocked, empty, here = 0, 0, 0, world.start
    for step in walk:
        moved += step.cell != here
        blocked += bool(step.outcome) and step.action not in ("TAKE", "DROP")
        empty += bool(step.outcome) and step.action in ("TAKE", "DROP")
        here = step.cell
    assert len(list(root.iter(f"{TAG}polygon"))) == moved
    assert len(of_class(root, "qsr-blocked")) == blocked
    assert len(of_class(root, "qsr-empty")) == empty
    hovers = " ".join(title.text for title in root.iter(f"{TAG}title"))
    assert all(f"{number}: {step.action}" in hovers for number, step in enumerate(walk, 1))
    _, _, width, height = map(float, root.get("viewBox").split())
    numbers = re.findall(r'[MLQ" ,]?(-?\d+\.\d) (-?\d+\.\d)', " ".join(path.get("d") for path in root.iter(f"{TAG}path")))
    assert all(0 <= float(x) <= width and 0 <= float(y) <= height for x, y in numbers)
    table = "\n".join(walk_lines(world, walk))
    assert table.count("nothing happened") == blocked + empty
    assert len(re.findall(r"\d+!", table)) == blocked + empty


@settings(derandomize=True, deadline=None, max_examples=80)
@given(worlds())
def test_a_board_in_one_line_is_the_board(world):
    assert World.parse(str(world)) == world


def test_a_witness_draws_itself():
    witness = GridTrace.of(simulate(WORLD, Rules(4, 1), ["RIGHT", "TAKE", "TAKE", "UP", "LEFT", "DROP", "LEFT"]))
    assert str(WORLD) == witness.layout
    assert witness.text() == "\n".join(
        [
            "    0        1        2   3",
            "  +--------+--------+---+---+",
            "0 |        |        |   | E |",
            "  +--------+--------+---+---+",
            "1 |        | O      |   |   |",
            "  +--------+--------+---+---+",
            "2 | A5-6 7!| E1-2 3!| 12|   |",
            "  |        | 4!     |   |   |",
            "  +--------+--------+---+---+",
            "1  RIGHT  row 2  column 1  carries 0",
            "2  TAKE   row 2  column 1  carries 1",
            "3  TAKE   row 2  column 1  carries 1  nothing happened: take empty",
            "4  UP     row 2  column 1  carries 1  nothing happened: into obstacle",
            "5  LEFT   row 2  column 0  carries 1",
            "6  DROP   row 2  column 0  carries 0",
            "7  LEFT   row 2  column 0  carries 0  nothing happened: off grid",
        ]
    )
    root = parsed(witness.svg())
    assert len(of_class(root, "qsr-blocked")) == 2
    assert len(of_class(root, "qsr-empty")) == 1
    assert sorted(number.text for number in of_class(root, "qsr-void")) == ["3", "4", "7"]


def test_energy_is_a_disc_until_all_of_it_is_taken():
    def discs(actions):
        root = parsed(GridTrace.of(simulate(WORLD, Rules(), actions)).svg())
        return sorted(circle.get("fill") == "none" for circle in root.iter(f"{TAG}circle"))

    assert discs([]) == [False, False, False]
    assert discs(["RIGHT", "TAKE"]) == [False, False, True]
    assert discs(["RIGHT", "RIGHT", "TAKE"]) == [False, False, False]


def test_many_steps_in_one_cell_are_counted_in_words():
    board = World.parse("A E")
    walk = [Step("TAKE", (0, 0), 0, "take_empty") for _ in range(20)]
    root = parsed(walk_svg(board, walk))
    numbers = [label.text for label in of_class(root, "qsr-void")]
    assert numbers[:3] == ["1", "2", "3"]
    assert len(numbers) < 20
    assert [label.text for label in of_class(root, "qsr-label")][-1] == "…"
    assert "20: TAKE" in " ".join(title.text for title in root.iter(f"{TAG}title"))


@settings(derandomize=True, deadline=None, max_examples=60)
@given(st.text(max_size=30), st.text(max_size=30))
def test_any_words_can_be_drawn(action, outcome):
    place = {0: (0, 0, 0, ""), 1: (0, 0, 0, outcome)}
    parsed(GridTrace(place, {1: action}, layout="A E").svg())
    assert len(GridTrace(place, {1: action}, layout="A E").text().splitlines()) >= 5


@pytest.mark.parametrize(
    ("layout", "place", "reason"),
    [
        ("A E / .", {}, "rows of one length"),
        ("A A", {}, "one start"),
        (". E", {}, "one start"),
        ("A x", {}, "expected a board"),
        ("A 0", {}, "expected a board"),
        ("A E", {0: (0, 1, 0, "")}, "begin at"),
        ("A E", {1: (0, 2, 0, "")}, "on the board"),
        ("A E", {1: (0, 1)}, "on the board"),
    ],
)
def test_what_is_no_board_and_no_place_is_refused(layout, place, reason):
    for draw in (GridTrace.svg, GridTrace.text):
        with pytest.raises(ValueError, match=reason):
            draw(GridTrace(place, {}, layout=layout))
