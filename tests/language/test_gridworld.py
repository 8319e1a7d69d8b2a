"""Drawn grids: read, written, and refused with the place of the fault."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qsr import api
from qsr.errors import ParseError
from qsr.theories.gridworld.text import read, read_json, write
from qsr.theories.gridworld.text.drawing import draw_grid

GRID = """\
    0   1   2
  +---+---+---+
 0| A | E |   |
  +---+---+---+
 1|   | O | 12|
  +---+---+---+
"""


def told(story):
    return {(one.relation, one.property("cell"), one.property("units", 1)) for one in story.statements}


def test_a_grid_becomes_statements_with_their_places() -> None:
    story = read(GRID, moves="8", carry="2", cost="0.3", steps="7")
    assert story.entities == ("agent",)
    assert told(story) == {
        ("size", (2, 3), 1),
        ("start", (0, 0), 1),
        ("energy", (0, 1), 1),
        ("obstacle", (1, 1), 1),
        ("energy", (1, 2), 12),
    }
    assert [story.quote(one.id) for one in story.statements[1:]] == ["A", "E", "O", "12"]
    assert [one.id for one in story.statements] == list(range(5))
    assert dict(story.settings) == {"theory": "gridworld", "moves": "8", "carry": "2", "cost": "0.3", "steps": "7"}
    assert [(one.form, one.args) for one in story.questions] == [("plan", (0,))]


def contents(rows: int, columns: int) -> st.SearchStrategy[dict[tuple[int, int], str]]:
    cells = st.tuples(st.integers(0, rows - 1), st.integers(0, columns - 1))
    held = st.one_of(st.sampled_from("EO"), st.integers(2, 999).map(str))
    return st.tuples(cells, st.dictionaries(cells, held, max_size=20)).map(lambda both: both[1] | {both[0]: "A"})


@given(st.tuples(st.integers(1, 12), st.integers(1, 14)).flatmap(lambda size: st.tuples(st.just(size), contents(*size))))
def test_what_is_written_is_read_again(made: tuple[tuple[int, int], dict[tuple[int, int], str]]) -> None:
    (rows, columns), held = made
    drawn = draw_grid(rows, columns, held)
    story = read(drawn)
    kinds = {"A": ("start", 1), "O": ("obstacle", 1), "E": ("energy", 1)}
    expected = {(kinds.get(mark, ("energy", 0))[0], cell, kinds.get(mark, ("", mark))[1]) for cell, mark in held.items()}
    assert {(kind, cell, units) for kind, cell, units in told(story) if kind != "size"} == {
        (kind, cell, int(units)) for kind, cell, units in expected
    }
    assert write(story) == drawn
    assert read("\n\n" + drawn.rstrip() + "\n\n").statements[0].property("cell") == (rows, columns)


def test_a_wide_and_high_grid_keeps_its_columns() -> None:
    held = {(104, 0): "A", (104, 103): "E", (7, 100): "O"}
    assert told(read(draw_grid(105, 104, held))) == {
        ("size", (105, 104), 1),
        ("start", (104, 0), 1),
        ("energy", (104, 103), 1),
        ("obstacle", (7, 100), 1),
    }


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "message"),
    [
        (GRID, "", 1, 1, "expected a grid"),
        ("    0   1   2", "    0   1   3", 1, 13, "labels of the columns: here '2'"),
        ("    0   1   2", "    0  1   2", 1, 8, "labels of the columns: here ' 1   2'"),
        ("  +---+---+---+\n 0", "  +---+--+---+\n 0", 2, 10, "separator"),
        ("  +---+---+---+\n 0", "  +---+---+\n 0", 2, 12, "separator"),
        (" 0| A", " 1| A", 3, 2, "label of row 0"),
        ("| E |", "| X |", 3, 9, "not 'X'"),
        ("| E |", "| e |", 3, 9, "not 'e'"),
        ("| E |", "|E|", 3, 9, "three characters"),
        ("| 12|", "| 012|", 5, 15, "cells of three characters and a bar"),
        ("| 12|", "| 0 |", 5, 13, "not '0'"),
        ("| 12|", "| 12|   |", 5, 16, "end of the line"),
        ("| 12|", "| A |", 5, 13, "one cell with A"),
        (" A ", "   ", 1, 1, "one cell with A"),
        ("| 12|\n  +---+---+---+\n", "| 12|\n", 5, 16, "separator below it"),
        ("  +---+---+---+\n 1|", "\n 1|", 4, 1, "separator"),
    ],
)
def test_a_misdrawn_grid_is_refused_with_its_place(old: str, new: str, line: int, column: int, message: str) -> None:
    assert old in GRID
    with pytest.raises(ParseError, match=message) as caught:
        read(GRID.replace(old, new, 1))
    assert (caught.value.line, caught.value.column) == (line, column)


@given(st.text(alphabet=" |+-0123AEO\n", max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        story = read(text)
    except ParseError:
        return
    assert told(read(write(story))) == told(story)


def test_json_in_numbers_and_as_published() -> None:
    numbers = {"rows": 2, "columns": 3, "start": [0, 0], "energy": [[0, 1], [1, 2, 12]], "obstacles": [[1, 1]]}
    assert told(read_json(numbers)) == told(read(GRID))
    assert told(read_json({"index": 3, "energy": "random", "grid": GRID, "start": [0, 0]}, carry="2")) == told(read(GRID))


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ([], "JSON object"),
        ({}, "whole numbers"),
        ({"grid": 3}, "drawing"),
        ({"grid": GRID, "start": [1, 0]}, "calls its start"),
        ({"rows": 2, "columns": True, "start": [0, 0]}, "whole numbers"),
        ({"rows": 2, "columns": 2, "start": [0, 2]}, "within 2 x 2"),
        ({"rows": 2, "columns": 2, "start": [0, 0], "energy": [[0, 0]]}, "two things"),
        ({"rows": 2, "columns": 2, "start": [0, 0], "energy": [[0, 1, 0]]}, "units"),
        ({"rows": 2, "columns": 2, "start": [0, 0], "obstacles": 4}, "list of cells"),
        ({"rows": 2, "columns": 2}, "'start'"),
    ],
)
def test_json_that_is_no_grid_is_refused(row: object, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        read_json(row)


@pytest.mark.parametrize("rules", [{"moves": "6"}, {"carry": "two"}, {"cost": "-1"}, {"steps": "1.5"}, {"speed": "2"}])
def test_rules_that_are_none_are_refused(rules: dict[str, str]) -> None:
    with pytest.raises(ParseError, match="no rule of a grid world"):
        read(GRID, **rules)


def test_a_story_file_holds_a_grid_with_its_rules() -> None:
    text = f"theory: gridworld, moves: 8, carry: 2, cost: 0.3\n# a comment\n\n{GRID}? the best plan\n"
    story = api.parse(text)
    assert told(story) == told(read(GRID))
    assert dict(story.settings) == {"theory": "gridworld", "moves": "8", "carry": "2", "cost": "0.3", "steps": "20"}
    start = next(one for one in story.statements if one.relation == "start")
    assert text[slice(*start.span)] == "A"
    assert len(story.questions) == 1
    with pytest.raises(ParseError, match="the one question"):
        api.parse(text + "? Where is the agent?\n")
    with pytest.raises(ParseError) as caught:
        api.parse(text.replace("| E |", "| Y |"))
    assert (caught.value.line, caught.value.column) == (6, 9)
