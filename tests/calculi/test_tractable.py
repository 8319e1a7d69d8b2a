"""Tractable classes: the published sizes, closure under the operations, and what closure says about their networks."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files
from itertools import combinations, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qsr.calculi import load, names
from qsr.calculi.calculus import bits
from qsr.calculi.closure import close
from qsr.calculi.files import parse
from qsr.calculi.tractable import tractable
from qsr.calculi.tractable_classes import ListedClass

RCC8 = files("qsr.calculi") / "tables" / "rcc8.toml"
CLASSES = {(name, one.name): one for name in names() for one in tractable(load(name))}
LISTED = [key for key, one in CLASSES.items() if isinstance(one, ListedClass)]
each = pytest.mark.parametrize("key", CLASSES, ids="-".join)
each_listed = pytest.mark.parametrize("key", LISTED, ids="-".join)


def test_the_sizes_are_the_published_ones():
    """With the empty label. Nebel and Buerckert (1995), Renz (1999), Jonsson and Drakengren (1997), Ligozat (1998)."""
    assert {key: CLASSES[key].size for key in LISTED} == {
        ("point", "all"): 8,
        ("allen", "ORD-Horn"): 868,
        ("rcc5", "R28"): 28,
        ("rcc8", "H8"): 148,
        ("rcc8", "Q8"): 160,
        ("rcc8", "C8"): 158,
        ("cd", "preconvex"): 142,
    }
    assert CLASSES["block2", "products of ORD-Horn"].size == 867**2 + 1


@each_listed
def test_a_class_is_closed_under_the_operations(key):
    calculus, members = load(key[0]), CLASSES[key].members
    assert {calculus.universal, 0, *(1 << place for place in range(len(calculus.relations)))} <= members
    assert all(calculus.converse(one) in members for one in members)
    assert all(one & two in members and calculus.compose(one, two) in members for one, two in product(members, repeat=2))


@each
def test_a_hull_is_the_least_member_above(key):
    calculus, found = load(key[0]), CLASSES[key]

    @given(label_of(calculus), label_of(calculus))
    def check(label, other):
        hull = found.hull(label)
        assert found.contains(hull)
        assert hull & label == label
        assert (hull == label) == found.contains(label)
        above = found.hull(label | other)
        assert above & hull == hull
        if isinstance(found, ListedClass):
            assert all(member & hull == hull for member in found.members if member & label == label)

    check()


@each
def test_a_split_is_a_partition_into_members(key):
    calculus, found = load(key[0]), CLASSES[key]

    @given(label_of(calculus))
    def check(label):
        parts = found.split(label)
        assert sum(parts) == label
        assert all(one & two == 0 for one, two in combinations(parts, 2))
        assert all(part and found.contains(part) for part in parts)
        assert [part.bit_count() for part in parts] == sorted((part.bit_count() for part in parts), reverse=True)
        assert (len(parts) <= 1) == found.contains(label)

    check()


def label_of(calculus):
    if len(calculus.relations) <= 20:
        return st.integers(0, calculus.universal)
    return st.sets(st.sampled_from(range(len(calculus.relations))), max_size=30).map(
        lambda chosen: sum(1 << bit for bit in chosen)
    )


@pytest.mark.parametrize(
    ("key", "mean"), [(("allen", "ORD-Horn"), 2.533), (("rcc8", "H8"), 1.438), (("rcc8", "C8"), 1.523), (("rcc8", "Q8"), 1.516)]
)
def test_the_splits_are_as_small_as_the_published_ones(key, mean):
    """Average branching factors over all labels, the empty one counted as one: Nebel (1997), Renz and Nebel (2001)."""
    labels = range(load(key[0]).universal + 1)
    assert round(sum(max(1, len(CLASSES[key].split(label))) for label in labels) / len(labels), 3) == pytest.approx(
        mean, abs=6e-4
    )


def closed_labels(calculus, size, labels):
    """Return the labels of the closure, pair by pair, or None where it refutes the network."""
    pairs = list(combinations(range(size), 2))
    matrix = [[calculus.identity] * size for _ in range(size)]
    for (x, y), label in zip(pairs, labels, strict=True):
        matrix[x][y], matrix[y][x] = label, calculus.converse(label)
    return [matrix[x][y] for x, y in pairs] if close(calculus, matrix) is None else None


def has_atomic_refinement(calculus, size, labels):
    """Try all choices of base relations: closure decides the networks that are left at the end."""
    closed = closed_labels(calculus, size, labels)
    if closed is None:
        return False
    place = next((place for place, label in enumerate(closed) if label.bit_count() > 1), None)
    if place is None:
        return True
    rest = closed[place + 1 :]
    return any(has_atomic_refinement(calculus, size, [*closed[:place], 1 << bit, *rest]) for bit in bits(closed[place]))


def wrongly_kept(calculus, labels, number):
    """Return (closed, wrong): how many of random networks closure does not refute, and how many of these have no solution.

    Small labels on few entities, for wide ones hardly ever contradict each other.
    """
    random, closed, wrong = Random(23), 0, 0
    for _ in range(number):
        size = random.choice((4, 5, 6))
        chosen = random.choices(labels, k=size * (size - 1) // 2)
        if closed_labels(calculus, size, chosen) is not None:
            closed += 1
            wrong += not has_atomic_refinement(calculus, size, chosen)
    return closed, wrong


def small(calculus):
    return [label for label in range(1, calculus.universal + 1) if label.bit_count() <= 3]


@each_listed
def test_closure_decides_networks_of_members(key):
    calculus, found = load(key[0]), CLASSES[key]
    closed, wrong = wrongly_kept(calculus, [label for label in small(calculus) if found.contains(label)], 20_000)
    assert closed > 1000
    assert wrong == 0


@pytest.mark.parametrize("name", ["allen", "cd", "rcc5", "rcc8"])
def test_closure_does_not_decide_networks_of_other_labels(name):
    """The same search with labels from outside of every class finds networks that are closed and have no solution."""
    calculus = load(name)
    labels = small(calculus)
    others = [label for label in labels if not any(one.contains(label) for one in tractable(calculus))]
    # About half of the labels drawn are others.
    assert wrongly_kept(calculus, [*others * (len(labels) // len(others)), *labels], 8000)[1] > 0


def test_a_product_label_splits_each_axis():
    cd = load("cd")
    products = CLASSES["cd", "products"]
    assert products.contains(cd.mask({"NE", "E"}))
    assert not products.contains(cd.mask({"NE", "SW"}))
    assert products.hull(cd.mask({"NE", "SW"})) == cd.mask({"NE", "SW", "NW", "SE"})
    assert [set(cd.names(part)) for part in products.split(cd.mask({"NE", "E", "SW"}))] == [{"NE", "E"}, {"SW"}]


def test_a_file_of_the_same_name_and_table_has_the_classes_in_its_own_order():
    rcc8 = load("rcc8")
    text = RCC8.read_text(encoding="utf-8")
    turned = '", "'.join(reversed(rcc8.relations))
    other = parse(text.replace('", "'.join(rcc8.relations), turned))
    assert other.relations == rcc8.relations[::-1]
    here, there = tractable(rcc8), tractable(other)
    assert [one.name for one in there] == ["H8", "Q8", "C8"]
    for one, two in zip(here, there, strict=True):
        assert {frozenset(rcc8.names(mask)) for mask in one.members} == {frozenset(other.names(mask)) for mask in two.members}


def test_a_class_without_a_base_relation_is_refused():
    with pytest.raises(ValueError, match="mine: every base relation has to be a member"):
        ListedClass("mine", "nobody", 0b111, [0b001, 0b110])


def test_another_name_or_table_has_none():
    rcc8 = load("rcc8")
    assert tractable(parse(RCC8.read_text(encoding="utf-8").replace('name = "rcc8"', 'name = "mine"'))) == ()
    first, second, *others = rcc8.relations
    assert tractable(replace(rcc8, relations=(second, first, *others))) == ()
    assert tractable(replace(load("rcc5"), name="rcc8")) == ()
