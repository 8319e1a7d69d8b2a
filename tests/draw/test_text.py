"""Names and numbers as text."""

from __future__ import annotations

import unicodedata
from fractions import Fraction
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from qsr.draw.names import LONGEST, clean, joint, shorten, width
from qsr.draw.numbers import decimal, ticks
from qsr.theories.prepositions.witness import Senses
from qsr.theories.room.witness import Cells
from qsr.witnesses import Boxes, Points

any_text = st.text(st.characters())
places = st.dictionaries(st.integers(0, 20), st.tuples(st.fractions(), st.integers()), min_size=1, max_size=8)


@given(places, st.dictionaries(st.integers(0, 20), any_text))
def test_one_line_per_entity_whatever_the_names(place, names):
    lines = Points(place, names).text().split("\n")
    assert len(lines) == len(place)
    assert all(" x " in line and " y " in line for line in lines)
    "\n".join(lines).encode("utf-8")


@given(places, st.dictionaries(st.integers(0, 20), st.text("abc 日本", max_size=12)))
def test_columns_are_aligned_as_a_terminal_shows_them(place, names):
    lines = Points(place, names).text().splitlines()
    for mark in ("  x ", "  y "):
        assert len({width(line[: line.rindex(mark)]) for line in lines}) == 1


def test_boxes_cells_and_fractions():
    assert Boxes({0: ((0, Fraction(1, 2)), (3, 4))}, {0: "cup"}).text() == "cup  x 0 to 1/2  y 3 to 4"
    assert Cells({0: (3, 1), 1: (0, 10)}, {0: "cup", 1: "sofa"}).text() == "cup   column 3  row 1\nsofa  column 0  row 10"
    assert Points({2: (10**40, 0)}, {}).text() == "#2  x ≈ 1e40  y = 0"


def test_a_right_to_left_name_is_isolated():
    assert Points({0: (0, 0)}, {0: "كوب"}).text().startswith("\u2068كوب\u2069")


def test_what_has_no_table_is_told_line_by_line():
    assert Senses({0: "topic", 2: "containment"}, {0: "a book on cats"}).text() == "a book on cats: topic\n2: containment"


@given(any_text)
def test_cleaned_names_are_printable_and_stay_as_they_are(name):
    cleaned = clean(name)
    assert clean(cleaned) == cleaned
    assert not any(unicodedata.category(character) in ("Cc", "Cs", "Cn", "Zl", "Zp") for character in cleaned)
    assert not any(
        unicodedata.bidirectional(character) in ("LRE", "RLE", "LRO", "RLO", "LRI", "RLI", "FSI") for character in cleaned
    )


@given(any_text.map(clean))
def test_shortened_names_are_short_beginnings(name):
    short = shorten(name)
    assert width(short) <= LONGEST
    assert short == name or (short.endswith("…") and name.startswith(short[:-1]))


@given(st.lists(st.text("abcdefg", min_size=1, max_size=40), min_size=1), st.integers(36, 80))
def test_joint_labels_fit_and_count_everybody(labels, longest):
    shown = joint(labels, longest)
    assert width(", ".join(shown)) <= longest or len(labels) > 100
    counted = int(shown[-1].split()[0]) - 1 if shown[-1].endswith(" more") else 0
    assert len(shown) + counted == len(labels)


@given(st.fractions(-1000, 1000), st.fractions(Fraction(1, 10**6), 10**6), st.integers(100, 600))
def test_ticks_are_inside_evenly_spaced_and_far_enough_apart(low, unit, pixels):
    high = low + pixels / unit
    found = ticks(low, high, unit, apart=40, sparse=260)
    assert all(low <= tick <= high for tick in found)
    steps = {later - earlier for earlier, later in pairwise(found)}
    assert len(steps) <= 1
    assert all(step * unit >= 40 for step in steps)
    assert len(found) >= 1 or pixels < 260


@given(st.integers(-(10**6), 10**6))
def test_whole_numbers_are_written_in_full(number):
    assert decimal(number) == str(number)


@given(st.fractions())
def test_decimals_are_near_the_number(number):
    assert abs(Fraction(decimal(number)) - number) <= abs(number) / 100


@given(st.integers(1, 26), st.integers(1, 26), st.data())
def test_every_object_stands_in_its_cell_of_the_sketch(columns, rows, data):
    cell = st.tuples(st.integers(0, columns - 1), st.integers(0, rows - 1))
    place = dict(enumerate(data.draw(st.lists(cell, min_size=1, max_size=60))))
    lines = Cells(place, {}, (columns, rows)).text().splitlines()
    wall, *body = lines[: rows + 1]
    assert wall.strip() == lines[rows + 1].strip() == "+" + "-" * (len(wall.strip()) - 2) + "+"
    grid = {rows - 1 - at: line[line.index("|") + 1 : line.rindex("|")].split() for at, line in enumerate(body)}
    assert all(len(row) == columns for row in grid.values())
    table = [line.split() for line in lines[rows + 3 :]]
    assert len(table) == len(place)
    for (mark, *_), (column, row) in zip(table, place.values(), strict=True):
        assert mark in grid[row][column]
    assert sum(mark != "." for row in grid.values() for mark in row) == len(set(place.values()))
    assert all(len(line) <= 80 for line in lines) or columns > 12 or len(set(place.values())) < len(place)


@given(st.fractions(Fraction(1, 5), 1, max_denominator=30), st.data())
def test_a_sketch_of_points_stays_between_its_walls(side, data):
    inside = st.tuples(st.fractions(0, 1, max_denominator=9), st.integers(0, 9).map(lambda part: side * part / 9))
    place = dict(enumerate(data.draw(st.lists(inside, min_size=1, max_size=8))))
    lines = Points(place, {}, (1, side)).text().splitlines()
    drawn = lines[: -len(place)]
    assert {len(line) for line in drawn} == {49}
    assert {mark for line in drawn for mark in line if mark.isalpha()} == set("ABCDEFGH"[: len(place)])
    for entity, (x, _) in place.items():
        if x == 0 and len(place) == 1:
            assert any(line.startswith("ABCDEFGH"[entity]) for line in drawn)


def test_a_room_too_large_for_a_sketch_is_told_in_words():
    assert Cells({0: (50, 3)}, {0: "bed"}, (64, 9)).text().splitlines() == ["a room of 64 by 9 cells", "bed  column 50  row 3"]
    assert Points({0: (1, 0, 0)}, {0: "bed"}, (1, 1, 1)).text().splitlines()[0] == "a room of 1 by 1 by 1"
