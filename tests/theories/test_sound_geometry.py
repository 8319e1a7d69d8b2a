"""The relation of two unions of boxes, against a count of points on a grid of halves, and against the laws of RCC8."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qsr.calculi import load
from qsr.theories.sound.geometry import bounding_box, rcc8_of

RCC8 = load("rcc8")
SIDE = 4
A, B = ((0, 2), (0, 2)), ((2, 4), (0, 2))


def intervals(side=SIDE):
    return (
        st.tuples(st.integers(0, side - 1), st.integers(1, side))
        .map(lambda ends: (ends[0], ends[0] + ends[1]))
        .filter(lambda ends: ends[1] <= side)
    )


def regions(dimensions, most=5, side=SIDE):
    return st.lists(st.tuples(*[intervals(side)] * dimensions), min_size=1, max_size=most)


def points(region, dimensions, side=SIDE):
    """Closed and inner points at all multiples of 1/2, in halves: a point is inner if every unit cell around it is in."""
    cells = {
        cell
        for cell in product(range(side), repeat=dimensions)
        if any(all(start <= at < end for at, (start, end) in zip(cell, box, strict=True)) for box in region)
    }
    closed, inner = set(), set()
    for point in product(range(2 * side + 1), repeat=dimensions):
        around = [{at // 2, (at - 1) // 2} if at % 2 == 0 else {at // 2} for at in point]
        found = [cell in cells for cell in product(*around)]
        if any(found):
            closed.add(point)
        if all(found):
            inner.add(point)
    return closed, inner


def counted(one, other, dimensions, side=SIDE):
    """The base relation by its definition on point sets."""
    (closed, inner), (closed_of_other, inner_of_other) = (points(region, dimensions, side) for region in (one, other))
    if not inner & inner_of_other:
        return "EC" if closed & closed_of_other else "DC"
    if closed == closed_of_other:
        return "EQ"
    if closed <= closed_of_other:
        return "NTPP" if closed <= inner_of_other else "TPP"
    if closed >= closed_of_other:
        return "NTPPI" if closed_of_other <= inner else "TPPI"
    return "PO"


@settings(max_examples=400, deadline=None)
@given(regions(2), regions(2))
def test_as_counted_in_the_plane(one, other):
    assert rcc8_of(one, other) == counted(one, other, 2)


@settings(max_examples=150, deadline=None)
@given(regions(3, side=3), regions(3, side=3))
def test_as_counted_in_space(one, other):
    assert rcc8_of(one, other) == counted(one, other, 3, side=3)


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_parts_of_a_patchwork_as_counted(data):
    """The whole is a box in pieces, with or without a hole or a notch; the part lies among the seams."""
    cells = [((x, x + 1), (y, y + 1)) for x in range(SIDE) for y in range(SIDE)]
    dropped = data.draw(st.sets(st.integers(0, len(cells) - 1), max_size=2))
    whole = [cell for number, cell in enumerate(cells) if number not in dropped]
    part = data.draw(regions(2, most=2))
    assert rcc8_of(part, whole) == counted(part, whole, 2)
    assert rcc8_of(whole, part) == counted(whole, part, 2)


@settings(deadline=None)
@given(regions(3), regions(3), regions(3))
def test_the_composition_table_holds(one, between, other):
    first, second = RCC8.mask(rcc8_of(one, between)), RCC8.mask(rcc8_of(between, other))
    assert rcc8_of(one, other) in RCC8.names(RCC8.compose(first, second))


@settings(deadline=None)
@given(regions(3), regions(3))
def test_the_converse_holds(one, other):
    assert RCC8.converse(RCC8.mask(rcc8_of(one, other))) == RCC8.mask(rcc8_of(other, one))


@settings(deadline=None)
@given(
    regions(2), regions(2), st.lists(st.fractions(min_value=Fraction(1, 7)), min_size=SIDE + 1, max_size=SIDE + 1), st.booleans()
)
def test_only_the_order_of_coordinates_counts(one, other, steps, turned):
    marks = [sum(steps[: place + 1], Fraction(-3)) for place in range(SIDE + 1)]

    def moved(region):
        ends = [[(marks[start], marks[end]) for start, end in box] for box in region]
        return [tuple((-end, -start) for start, end in box) if turned else tuple(box) for box in ends]

    assert rcc8_of(moved(one), moved(other)) == rcc8_of(one, other)


@settings(deadline=None)
@given(regions(2), regions(2), st.integers(1, SIDE - 1))
def test_how_a_region_is_cut_into_boxes_makes_no_difference(one, other, at):
    def cut(box):
        (start, end), rest = box
        return [((start, at), rest), ((at, end), rest)] if start < at < end else [box]

    pieces = [piece for box in one for piece in cut(box)]
    assert rcc8_of(pieces, other) == rcc8_of(one[::-1], other)
    assert rcc8_of(pieces + one, one) == "EQ"
    assert bounding_box(pieces) == bounding_box(one)


@pytest.mark.parametrize(
    ("one", "other", "relation"),
    [
        ([A], [((3, 4), (0, 2))], "DC"),
        ([A], [((2, 4), (2, 4))], "EC"),
        ([((1, 3), (1, 3))], [A], "PO"),
        ([((1, 2), (0, 1))], [A], "TPP"),
        # The seam of two boxes is inside, but its ends are not, and a point in which only two corners meet is not.
        ([((1, 3), (1, Fraction(3, 2)))], [A, B], "NTPP"),
        ([((1, 3), (1, 2))], [A, B], "TPP"),
        ([((1, 2), (1, 2))], [A, ((2, 4), (2, 4))], "TPP"),
        ([((1, 2), (1, 2))], [A, B, ((0, 2), (2, 4))], "TPP"),
        ([((1, 2), (1, 2))], [A, B, ((0, 4), (2, 4))], "NTPP"),
        # A ring and its filling touch; the filled ring contains the filling without touching it.
        ([((1, 2), (1, 2))], [((0, 3), (0, 1)), ((0, 3), (2, 3)), ((0, 1), (0, 3)), ((2, 3), (0, 3))], "EC"),
        ([((0, 3), (0, 1)), ((0, 3), (2, 3)), ((0, 1), (0, 3)), ((2, 3), (0, 3)), ((1, 2), (1, 2))], [((1, 2), (1, 2))], "NTPPI"),
        ([A, B], [((0, 4), (0, 1)), ((0, 4), (1, 2))], "EQ"),
    ],
)
def test_borders_and_seams(one, other, relation):
    assert rcc8_of(one, other) == relation


@pytest.mark.parametrize(
    ("one", "other"), [([], [A]), ([A], []), ([((0, 0), (0, 1))], [A]), ([A], [((0, 1),)]), ([A, ((0, 1),)], [A]), ([()], [()])]
)
def test_what_is_no_region_is_refused(one, other):
    with pytest.raises(ValueError, match="expected"):
        rcc8_of(one, other)
