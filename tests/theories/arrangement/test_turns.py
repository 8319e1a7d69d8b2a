"""Sides of lines between points in the plane, against points whose places are known, and against laws that hold of all."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import qsr
import views_drawn
from qsr import theories
from qsr.logic import Atom, Not, Relation
from qsr.story import Question, Statement, Story
from qsr.theories.arrangement.witness import Orders, Plane
from qsr.theories.witnesses import witness_of

NAMES = ("P", "Q", "R", "T")


def turn(side, head, start, end):
    return Atom(Relation("turn", side), (head, start, end))


def status(*said, asked=None):
    story = Story(NAMES, tuple(Statement.says(number, one) for number, one in enumerate(said)))
    question = Question(0, "yes_no", (), formulas=(asked if asked is not None else said[0],))
    answer = theories.get("arrangement").open().answer(story, question)
    return answer.status, answer.value


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=4, max_size=4))
def test_what_is_true_of_points_can_be_so_and_its_mirror_image_with_it_cannot(points):
    def area(head, start, end):
        (hx, hy), (sx, sy), (ex, ey) = points[head], points[start], points[end]
        return (ex - sx) * (hy - sy) - (hx - sx) * (ey - sy)

    found = {triple: area(*triple) for triple in permutations(range(4), 3)}
    true = [turn("left" if size > 0 else "right", *triple) for triple, size in found.items() if size]
    true += [Not(turn(side, *triple)) for triple, size in found.items() if not size for side in ("left", "right")]
    assert status(*true) == ("determined", "yes")
    triple = next((one for one, size in found.items() if size), None)
    if triple is not None:
        side = "right" if found[triple] > 0 else "left"
        assert status(*true, turn(side, *triple))[0] == "inconsistent"


def test_laws_of_triples():
    # Whoever looks back has it on the other side; a point inside a triangle makes it turn the same way (D. E. Knuth, "Axioms and
    # Hulls", 1992, axiom 4).
    assert status(turn("left", 0, 1, 2), asked=turn("right", 0, 2, 1)) == ("determined", "yes")
    assert status(turn("left", 0, 1, 2), asked=turn("left", 1, 2, 0)) == ("determined", "yes")
    assert status(turn("left", 0, 1, 2), asked=turn("left", 0, 1, 3)) == ("ambiguous", "unknown")
    inside = [turn("left", 2, 3, 1), turn("left", 2, 0, 3), turn("left", 3, 0, 1)]
    assert status(*inside, asked=turn("left", 2, 0, 1)) == ("determined", "yes")
    assert status(turn("left", 0, 1, 1))[0] == "inconsistent"


def test_the_compass_and_sides_share_one_plane():
    east, north = Atom(Relation("right"), (1, 0)), Atom(Relation("above"), (2, 0))
    level, plumb = Atom(Relation("same", "y"), (1, 0)), Atom(Relation("same", "x"), (2, 0))
    assert status(east, level, north, plumb, asked=turn("left", 2, 0, 1)) == ("determined", "yes")
    assert status(east, north, asked=turn("left", 2, 0, 1)) == ("ambiguous", "unknown")


def test_a_witness_has_coordinates_that_are_read_again_and_judged():
    said = (turn("left", 0, 1, 2), turn("ahead", 0, 1, 2), turn("back", 3, 1, 2), turn("right", 3, 0, 1))
    story = Story(NAMES, tuple(Statement.says(number, one) for number, one in enumerate(said)))
    theory = theories.get("arrangement")
    for backend in theory.backends:
        witness = theory.open(backend).witness(story)
        assert theory.violated(story, witness_of(witness.to_json())) == ()
        assert all(name in witness.svg() for name in NAMES)
        mirrored = Plane(
            {one: tuple((axis, -at if axis == "x" else at) for axis, at in own) for one, own in witness.place.items()}
        )
        assert theory.violated(story, mirrored) == (0, 3)
    with pytest.raises(ValueError, match="does not show plane"):
        theory.violated(story, Orders(dict.fromkeys(range(4), (("x", 1), ("y", 1)))))


@pytest.mark.parametrize("number", range(20))
def test_points_show_what_is_possible_and_signs_confirm_what_is_not(number):
    pick, seen = Random(f"suite {number}"), Counter()
    assert list(views_drawn.differences(views_drawn.drawn(pick, largest=5), pick, 200, seen)) == []
    assert seen["undecided"] == 0


def test_what_several_see_lies_in_one_plane():
    told = "Standing at the well and facing the oak, the barn is on the left.\n"
    asked = {
        "Standing at the oak and facing the well, is the barn on the right?": "yes",
        "Standing at the barn and facing the well, is the oak on the left?": "yes",
        "Standing at the barn and facing the oak, is the well on the left?": "no",
        "Standing at the well and facing the barn, is the oak on the right?": "yes",
    }
    for question, value in asked.items():
        assert qsr.solve(told, question).value == value, question
    more = f"{told}Standing at the oak and facing the well, the pond is on the left."
    assert qsr.solve(more, "Standing at the barn and facing the pond, is the well on the left?").status == "ambiguous"
