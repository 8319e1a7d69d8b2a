"""From places in numbers to relations: what counts as a place, and which relation it has."""

from __future__ import annotations

import math
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from derived_calculi import calculus as derived
from derived_calculi import distances, oriented_relation
from qsr.calculi.scenes import qualify, qualify_distances, realise, tiles
from qsr.errors import BackendUnavailable, UnknownName
from random_networks import labels

COORDINATES = st.integers(-3, 3)
NUMBERS = st.one_of(COORDINATES, st.fractions(-2, 2, max_denominator=4), st.sampled_from([-1.5, -0.5, 0.0, 0.25, 2.0]))
SIDES = st.tuples(NUMBERS, NUMBERS).filter(lambda side: side[0] != side[1]).map(lambda side: (min(side), max(side)))


def names(values, **sizes):
    return st.lists(values, **sizes).map(lambda found: dict(enumerate(found)))


def relation(x, y, calculus, **options):
    (found,) = qualify({"x": x, "y": y}, calculus, **options).label("x", "y")
    return found


@pytest.mark.parametrize(
    ("x", "y", "calculus", "expected"),
    [
        (1, 2, "point", "<"),
        (0.1 + 0.2, 0.3, "point", ">"),
        (Decimal("0.5"), Fraction(1, 2), "point", "="),
        ((1,), 1.0, "point", "="),
        ((0, 1), (1, 2), "allen", "m"),
        ([(0.5, 1)], (0, 2), "allen", "d"),
        ((2, 2), (0, 0), "cd", "NE"),
        ((0, 2), (0, 0), "cd", "N"),
        ((-1, 0), (0, 0), "cd", "W"),
        ((1, -1), (0, 0), "cd", "SE"),
        (((0, 1), (0, 2)), ((1, 2), (1, 3)), "block2", "m,o"),
        (((0, 1), (0, 2), (5, 6)), ((1, 2), (1, 3), (5, 7)), "block3", "m,o,s"),
        (((0, 1), (0, 1)), [((1, 2), (1, 2))], "rcc8", "EC"),
        (((0, 1), (0, 1)), [((1, 2), (1, 2))], "rcc5", "DR"),
        ([((0, 1),)], [((0, 3),)], "rcc8", "TPP"),
    ],
)
def test_what_a_place_may_look_like(x, y, calculus, expected):
    assert relation(x, y, calculus) == expected


@pytest.mark.parametrize(
    ("place", "calculus", "message"),
    [
        ("3", "point", "oak: expected a number, not '3'"),
        (math.nan, "point", "oak: expected a finite number, not nan"),
        (-math.inf, "point", "oak: expected a finite number"),
        ((1, 2, 3), "cd", r"oak: expected a coordinate per axis \(2\)"),
        (5, "cd", "oak: expected a coordinate per axis"),
        ((2, 1), "allen", "oak: expected a start below the end of each side of a box, not 2 and 1"),
        ((1, 1), "allen", "oak: expected a start below the end"),
        (((0, 1), (0, 1)), "allen", "oak: expected 1 side of a box"),
        (((0, 1),), "block2", "oak: expected 2 sides of a box"),
        ([], "rcc8", "oak: expected a region of at least one box"),
        ([()], "rcc8", "oak: expected a box with at least one axis"),
        ([((0, 1), (0, 1)), ((0, 1),)], "rcc8", "oak: expected 2 sides of a box"),
        (None, "rcc8", "oak: expected boxes"),
        ((0, 1), "rcc8", "oak: expected boxes, each a"),
    ],
)
def test_what_is_no_place_is_named(place, calculus, message):
    with pytest.raises(ValueError, match=message):
        qualify({"oak": place}, calculus)


def test_regions_of_different_dimensions_have_no_relation():
    with pytest.raises(ValueError, match="expected regions of one dimension; these have 1 and 2"):
        qualify({"a": [((0, 1),)], "b": [((0, 1), (0, 1))]}, "rcc8")


@pytest.mark.parametrize(("axis", "expected"), [(0, "o"), (1, ">")])
def test_one_axis_of_boxes(axis, expected):
    boxes = {"x": ((0, 2), (5, 6)), "y": ((1, 3), (0, 1))}
    assert qualify(boxes, "allen", axis=axis).label("x", "y") == {expected}


@pytest.mark.parametrize("places", [{"x": (0, 1)}, {"x": 7}])
def test_an_axis_that_is_not_there(places):
    with pytest.raises(ValueError, match="x: expected a place with an axis 2"):
        qualify(places, "point", axis=2)


@pytest.mark.parametrize(("calculus", "axis"), [("rcc8", 0), ("cd", 0), ("allen", -1)])
def test_an_axis_is_for_calculi_on_one(calculus, axis):
    with pytest.raises(ValueError, match="a calculus on one axis"):
        qualify({"x": [((0, 1), (0, 1))]}, calculus, axis=axis)


@given(names(st.tuples(SIDES, SIDES), min_size=1, max_size=5))
def test_blocks_are_intervals_on_each_axis(boxes):
    network = qualify(boxes, "block2")
    each = [qualify(boxes, "allen", axis=axis) for axis in (0, 1)]
    for x, y in product(boxes, repeat=2):
        (found,) = network.label(x, y)
        assert found.split(",") == [next(iter(axis.label(x, y))) for axis in each]


@given(st.data())
def test_a_scene_is_consistent_and_realised_with_the_same_relations(data):
    calculus, values = data.draw(
        st.sampled_from(
            [
                ("point", NUMBERS),
                ("allen", SIDES),
                ("cd", st.tuples(NUMBERS, NUMBERS)),
                ("block2", st.tuples(SIDES, SIDES)),
                ("rcc8", st.lists(st.tuples(SIDES, SIDES), min_size=1, max_size=3)),
                ("rcc5", st.lists(st.tuples(SIDES, SIDES), min_size=1, max_size=3)),
            ]
        )
    )
    network = qualify(data.draw(names(values, min_size=1, max_size=5)), calculus)
    assert network.status() == "consistent"
    assert labels(realise(network).network()) == labels(network)


def test_relations_of_another_calculus_of_the_same_name(tmp_path):
    path = tmp_path / "point.toml"
    text = 'name = "point"\ntitle = "t"\nreference = "r"\nrelations = ["is"]\nidentity = "is"\n'
    path.write_text(f'{text}[converse]\nis = "is"\n[composition]\n"is is" = "is"\n', encoding="utf-8")
    with pytest.raises(UnknownName, match="relation of point"):
        qualify({"a": 1}, path)


class Array(list):
    """As much of an array as is looked at."""

    def tolist(self):
        return list(self)


def test_arrays_are_nested_lists():
    assert relation(Array([1, 2]), Array([0, 2]), "cd") == "E"
    assert relation(Array([[0, 1], [2, 3]]), Array([[1, 3], [2, 3]]), "block2") == "m,="


def test_geometries_without_shapely(monkeypatch):
    monkeypatch.setitem(sys.modules, "shapely", None)
    square = {"type": "Polygon", "coordinates": [[[0, 0], [1, 0], [1, 1], [0, 0]]]}
    with pytest.raises(BackendUnavailable, match=r"pip install 'qsr-reasoning\[geo\]'"):
        qualify({"a": square}, "rcc8")


def test_numbers_need_no_shapely():
    code = "from qsr.calculi.scenes import qualify; qualify({1: (0, 1), 2: (1, 2)}, 'allen'); import sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"shapely", "numpy", "clingo", "z3"}.intersection(done.stdout.split())


NAMES = ("same", "near", "middle", "far")
NEAR_AND_FAR = derived("distance", "three classes", "own", NAMES, "same", distances((2, 5), NAMES))
POINTS = st.tuples(st.integers(-4, 4), st.integers(-4, 4))


@given(names(POINTS, min_size=2, max_size=6))
def test_classes_of_distance(points):
    network = qualify_distances(points, NEAR_AND_FAR, {"middle": 5, "near": 2})
    for x, y in product(points, repeat=2):
        apart = math.dist(points[x], points[y])
        assert network.label(x, y) == {"same" if not apart else "near" if apart <= 2 else "middle" if apart <= 5 else "far"}
    assert not network.closure().is_refuted


def test_a_bound_belongs_to_its_class_exactly():
    third = Fraction(1, 3)
    places = {"a": (0, 0), "b": (3 * third, 4 * third), "c": (1, 4 * third + Fraction(1, 10**30))}
    network = qualify_distances(places, "distance", {"very-near": 5 * third, "near": 10 * third, "far": 5})
    assert network.label("a", "b") == {"very-near"}
    assert network.label("a", "c") == {"near"}


@settings(deadline=None)
@given(st.lists(st.integers(1, 12), min_size=2, max_size=2, unique=True).map(sorted), names(POINTS, min_size=3, max_size=6))
def test_bounds_are_refused_unless_their_triangles_are_in_the_table(bounds, points):
    """Against the table derived for the same bounds: it may have no triangle that the calculus lacks."""
    own = derived("distance", "of these bounds", "own", NAMES, "same", distances(bounds, NAMES))
    holds = all(
        not mine & ~stored
        for row, stored_row in zip(own.compositions, NEAR_AND_FAR.compositions, strict=True)
        for mine, stored in zip(row, stored_row, strict=True)
    )
    said = dict(zip(("near", "middle"), bounds, strict=True))
    if holds:
        assert not qualify_distances(points, NEAR_AND_FAR, said).closure().is_refuted
    else:
        with pytest.raises(ValueError, match="which the table of distance excludes"):
            qualify_distances(points, NEAR_AND_FAR, said)


def test_distances_are_symmetric():
    with pytest.raises(ValueError, match="expected a calculus of distances"):
        qualify_distances({"a": 1, "b": 2}, "point", {"<": 1})


@pytest.mark.parametrize(
    ("bounds", "message"),
    [
        ({"near": 1}, "all but one of near, middle, far, not of near"),
        ({"near": 1, "middle": 2, "far": 3}, "all but one of near, middle, far"),
        ({"same": 1, "near": 2}, "all but one of near, middle, far"),
        ({}, "not of none"),
        ({"near": 2, "middle": 2}, "positive and different"),
        ({"near": 0, "middle": 2}, "positive and different"),
    ],
)
def test_bounds_that_make_no_classes(bounds, message):
    with pytest.raises(ValueError, match=message):
        qualify_distances({"a": (0, 0)}, NEAR_AND_FAR, bounds)


def test_distances_are_between_points():
    with pytest.raises(ValueError, match="a: expected a number"):
        qualify_distances({"a": ((0, 1), (0, 1))}, NEAR_AND_FAR, {"near": 1, "middle": 2})
    with pytest.raises(ValueError, match="points of one dimension; these have 1 and 2"):
        qualify_distances({"a": (0, 0), "b": 1}, NEAR_AND_FAR, {"near": 1, "middle": 2})


SIXTEENTHS = {0: (1, 0), 1: (5, 2), 2: (1, 1), 3: (2, 5), 4: (0, 1), 5: (-2, 5), 6: (-1, 1), 7: (-5, 2)}
SIXTEENTHS |= {turn + 8: (-x, -y) for turn, (x, y) in SIXTEENTHS.items()}


@given(st.integers(0, 15), st.integers(0, 15), st.sampled_from([(0, 0), *product((-2, 0, 2), repeat=2)]))
def test_oriented_points_agree_with_those_of_the_table(turn, other_turn, place):
    found = relation(((0, 0), SIXTEENTHS[turn]), (place, SIXTEENTHS[other_turn]), "opra1")
    assert found == oriented_relation(((0, 0), turn), (place, other_turn))


ORIENTED = st.tuples(st.tuples(NUMBERS, NUMBERS), st.tuples(COORDINATES, COORDINATES).filter(any))


@given(names(ORIENTED, min_size=2, max_size=5))
def test_oriented_points_are_never_refuted(places):
    network = qualify(places, "opra1")
    assert not network.closure().is_refuted
    for x, y in combinations(places, 2):
        turned = qualify({"x": places[y], "y": places[x]}, "opra1")
        assert turned.label("y", "x") == network.label(x, y)


@pytest.mark.parametrize("place", [(0, 0), ((0, 0), (0, 0)), ((0, 0), 1), "no"])
def test_what_is_no_oriented_point_is_named(place):
    with pytest.raises(ValueError, match="oak: expected"):
        qualify({"oak": place}, "opra1")


def test_oriented_points_have_no_way_back():
    network = qualify({"a": ((0, 0), (1, 0)), "b": ((1, 0), (0, 1))}, "opra1")
    with pytest.raises(UnknownName, match="way from relations to numbers 'opra1'"):
        realise(network)


@pytest.mark.parametrize(
    ("located", "expected"),
    [
        ([((2, 3), (2, 3))], "B"),
        ([((4, 6), (2, 3))], "E"),
        ([((3, 6), (2, 3))], "B:E"),
        ([((-1, 0), (-1, 0)), ((4, 5), (4, 5))], "SW:NE"),
        ([((-9, 9), (-9, 9))], "B:S:SW:W:NW:N:NE:E:SE"),
    ],
)
def test_tiles_of_boxes(located, expected):
    assert ":".join(tiles(located, ((0, 4), (0, 4)))) == expected


@given(st.lists(st.tuples(SIDES, SIDES), min_size=1, max_size=4), st.lists(st.tuples(SIDES, SIDES), min_size=1, max_size=4))
def test_tiles_agree_with_the_blocks_of_bounding_boxes(located, reference):
    """A region that reaches only into tiles to the west begins there, and so on for each side."""

    def bounds(boxes):
        return tuple((min(start for start, _ in sides), max(end for _, end in sides)) for sides in zip(*boxes, strict=True))

    reached = tiles(located, reference)
    assert reached
    block = qualify({"x": bounds(located), "y": bounds(reference)}, "block2")
    east_west, north_south = next(iter(block.label("x", "y"))).split(",")
    for letter, other, found in (("W", "E", east_west), ("S", "N", north_south)):
        assert any(letter in tile for tile in reached) == (found in ("<", "m", "o", "fi", "di"))
        assert any(other in tile for tile in reached) == (found in (">", "mi", "oi", "si", "di"))
    assert tiles(reference, reference) == ("B",)


@pytest.mark.parametrize("located", [[((0, 1),)], [((0, 1), (0, 1), (0, 1))]])
def test_tiles_are_in_the_plane(located):
    with pytest.raises(ValueError, match="in the plane"):
        tiles(located, ((0, 4), (0, 4)))
    with pytest.raises(ValueError, match="in the plane"):
        tiles(((0, 4), (0, 4)), located)
