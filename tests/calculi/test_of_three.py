"""LR and the double cross: tables derived again, their laws, geometry, and what closure leaves."""

from __future__ import annotations

from itertools import combinations, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import derived_ternary as derive
from qsr.calculi.of_three import NetworkOfThree, load, names
from qsr.errors import UnknownName

points = st.tuples(st.integers(-3, 3), st.integers(-3, 3))


@pytest.mark.parametrize("name", names())
def test_the_stored_table_is_the_derived_one(name):
    calculus = load(name)
    turned, composed = derive.table(name)
    assert {way: dict(getattr(calculus, way)) for way in turned} == turned
    assert dict(calculus.composition) == composed


@pytest.mark.parametrize("name", names())
def test_laws_of_points_that_change_places(name):
    calculus = load(name)
    for one in calculus.relations:
        assert one in calculus.turned("inverse", calculus.inverse[one])
        assert one in calculus.turned("shortcut", calculus.shortcut[one])
        assert one in calculus.turned("homing", calculus.turned("homing", calculus.homing[one]))
        assert calculus.homing[one] <= calculus.turned("shortcut", calculus.inverse[one])
    for first, second in product(calculus.relations, repeat=2):
        for third in calculus.composition[first, second]:
            # The fourth point takes the place of the third.
            assert first in calculus.compose({third}, calculus.shortcut[second])


def test_lr_keeps_its_relations_when_points_change_places():
    calculus = load("lr")
    for way in ("inverse", "shortcut", "homing"):
        assert sorted(one for label in getattr(calculus, way).values() for one in label) == sorted(calculus.relations)


@given(st.sampled_from(names()), points, points, points, points)
def test_operations_hold_of_points(name, a, b, c, d):
    relate, calculus = derive.RELATE[name][0], load(name)
    assert relate(a, b, d) in calculus.composition[relate(a, b, c), relate(b, c, d)]
    for way, triple in {"inverse": (b, a, c), "shortcut": (a, c, b), "homing": (b, c, a)}.items():
        assert relate(*triple) in getattr(calculus, way)[relate(a, b, c)]


@given(st.sampled_from(names()), st.lists(points, min_size=4, max_size=5))
def test_closure_refutes_nothing_that_is_so_of_points(name, some):
    relate, network = derive.RELATE[name][0], NetworkOfThree(name)
    for triple in combinations(range(len(some)), 3):
        one, other, third = triple
        network.add(one, other, {relate(*(some[place] for place in triple))}, third)
    closed = network.closure()
    assert closed.status() == "closed"
    for triple in permutations(range(len(some)), 3):
        assert relate(*(some[place] for place in triple)) in closed.label(*triple)


def test_the_double_cross_without_its_perpendiculars_is_lr():
    coarse = {"f": "f", "p": "e", "c": "i", "l": "s", "b": "b"}
    forget = {one: one if len(one) > 2 else one[0] if one[0] != "s" else coarse[one[1]] for one in load("dcc").relations}
    found = {}
    for (one, other), label in load("dcc").composition.items():
        found.setdefault((forget[one], forget[other]), set()).update(forget[each] for each in label)
    assert found == dict(load("lr").composition)


def _counted(size):
    """Return of all ways to call triples of points left or right: how many closure leaves, and how many can be drawn.

    Up to eight points those can that keep the fourth and fifth axiom of D. E. Knuth, "Axioms and Hulls", 1992: what has a point
    inside turns as it does for that point, and what is left of one line has an order round its start.
    """
    triples = list(combinations(range(size), 3))
    closed = drawn = 0
    for sides in product("lr", repeat=len(triples)):
        network = NetworkOfThree("lr")
        left = set()
        for (one, other, third), side in zip(triples, sides, strict=True):
            network.add(one, other, {side}, third)
            turn = (one, other, third) if side == "l" else (one, third, other)
            left |= {turn, turn[1:] + turn[:1], turn[2:] + turn[:2]}
        closed += network.closure().status() == "closed"
        inside = all(
            (p, q, r) in left for p, q, r, t in permutations(range(size), 4) if {(t, q, r), (p, t, r), (p, q, t)} <= left
        )
        drawn += inside and all(
            (t, p, r) in left
            for t, s, p, q, r in permutations(range(size), 5)
            if {(t, s, p), (t, s, q), (t, s, r), (t, p, q), (t, q, r)} <= left
        )
    return closed, drawn


@pytest.mark.parametrize(("size", "counts"), [(4, (16, 14)), (5, (1024, 264))])
def test_closure_leaves_what_no_points_show(size, counts):
    assert _counted(size) == counts


def test_a_network_refuses_what_it_does_not_know():
    network = NetworkOfThree("lr")
    with pytest.raises(UnknownName, match="left"):
        network.add("P", "Q", {"left"}, "R")
    with pytest.raises(ValueError, match="three different"):
        network.add("P", "Q", {"l"}, "Q")
    with pytest.raises(UnknownName, match="dcc"):
        load("dc")
