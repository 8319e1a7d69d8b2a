"""Tables derived from models are the stored ones."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import derived_calculi as derive
from qsr.calculi import load
from qsr.calculi.laws import broken_law

DISTANCES = ("same", "very-near", "near", "far", "very-far")
DERIVED = {
    "point": derive.points,
    "allen": derive.intervals,
    "rcc5": derive.sets,
    "rcc8": derive.regions,
    "distance": lambda: derive.distances([1, 2, 3], DISTANCES),
    "opra1": derive.oriented_points,
}


@pytest.mark.parametrize("name", DERIVED)
def test_the_stored_table_is_the_derived_one(name):
    stored = load(name)
    derived = derive.calculus(name, "", "", stored.relations, stored.names(stored.identity)[0], DERIVED[name]())
    assert derived.converses == stored.converses
    assert derived.compositions == stored.compositions
    assert broken_law(derived) is None


def test_rcc5_is_rcc8_without_boundaries():
    """Forgetting what touches turns the eight relations into the five, and the one table into the other."""
    rcc5, rcc8 = load("rcc5"), load("rcc8")
    forget = dict(zip(rcc8.relations, ("DR", "DR", "PO", "PP", "PP", "PPI", "PPI", "EQ"), strict=True))
    composed = dict.fromkeys(product(rcc5.relations, repeat=2), 0)
    for first, second in product(rcc8.relations, repeat=2):
        label = rcc8.compose(rcc8.mask(first), rcc8.mask(second))
        composed[forget[first], forget[second]] |= rcc5.mask(forget[name] for name in rcc8.names(label))
    assert composed == {(one, two): rcc5.compose(rcc5.mask(one), rcc5.mask(two)) for one, two in composed}


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(1, 6), min_size=1, max_size=3, unique=True).map(sorted), st.data())
def test_distances_of_other_classes_keep_the_laws_and_the_triangle_inequality(bounds, data):
    names = [f"class{place}" for place in range(len(bounds) + 2)]
    found = derive.calculus("mine", "", "", names, names[0], derive.distances(bounds, names))
    assert broken_law(found) is None

    def classify(distance):
        return names[0] if not distance else names[1 + sum(distance > bound for bound in bounds)]

    one, two = (data.draw(st.integers(0, 100)) for _ in range(2))
    one, two, three = (Fraction(sixths, 6) for sixths in (one, two, data.draw(st.integers(abs(one - two), one + two))))
    assert classify(three) in found.names(found.compose(found.mask(classify(one)), found.mask(classify(two))))


def test_a_closed_network_of_distances_is_a_metric_space():
    """The argument in the table: the greatest distance of each class meets the triangle inequality where the classes do."""
    distance = load("distance")
    greatest = dict(zip(distance.relations, range(5), strict=True))
    for first, second in product(distance.relations, repeat=2):
        for third in distance.names(distance.compose(distance.mask(first), distance.mask(second))):
            assert abs(greatest[first] - greatest[second]) <= greatest[third] <= greatest[first] + greatest[second]


def test_relations_that_are_no_partition_have_no_single_converse():
    with pytest.raises(ValueError, match="< has 0 converses"):
        derive.calculus("mine", "", "", ["<", "="], "=", {("<", "<", "<"), ("=", "=", "="), ("<", "=", "<"), ("=", "<", "<")})
