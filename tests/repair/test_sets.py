"""Minimal conflicts and corrections, against trying every set."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qsr.calculi.network import Network
from qsr.errors import LimitReached
from qsr.repair.sets import correct, correct_network
from qsr.solvers.protocol import Deadline

steady = settings(derandomize=True, deadline=None, max_examples=150)


def least(size, is_consistent):
    """Return the minimal sets without which the others are consistent, by trying all."""
    found = []
    for count in range(size + 1):
        for left_out in combinations(range(size), count):
            if any(set(one) <= set(left_out) for one in found):
                continue
            if is_consistent([member for member in range(size) if member not in left_out]):
                found.append(left_out)
    return found


@st.composite
def families(draw):
    size = draw(st.integers(1, 9))
    members = st.frozensets(st.integers(0, size - 1), min_size=1, max_size=4)
    drawn = draw(st.sets(members, max_size=7))
    return size, sorted((one for one in drawn if not any(other < one for other in drawn)), key=sorted)


@steady
@given(family=families(), last=st.booleans())
def test_all_corrections_by_size_and_all_conflicts(family, last):
    size, conflicts = family

    def conflict(kept):
        # Whichever of several minimal conflicts is handed out must not matter.
        found = [one for one in conflicts if one <= set(kept)]
        return found[-1 if last else 0] if found else None

    found = correct(size, conflict)
    assert list(found.sets) == least(size, lambda kept: conflict(kept) is None)
    assert {frozenset(one) for one in found.conflicts} == set(conflicts)
    assert not found.more


def test_what_nothing_helps_has_no_correction():
    assert correct(3, lambda kept: ()).sets == ()


def first_two(kept):
    """Any two members contradict each other."""
    return kept[:2] if len(kept) > 1 else None


def test_the_number_of_corrections_is_bounded_and_said():
    found = correct(4, first_two, most=2)
    assert found.sets == ((0, 1, 2), (0, 1, 3))
    assert "first 2" in found.more
    assert not found.cut


def test_time_that_is_over_is_said():
    found = correct(4, first_two, deadline=Deadline(0.0))
    assert found.cut
    assert found.sets == ()


def test_a_limit_inside_keeps_what_was_found():
    calls = []

    def conflict(kept):
        calls.append(kept)
        if len(calls) > 3:
            raise LimitReached("slow")
        return (0, 1) if {0, 1} <= set(kept) else (2, 3) if {2, 3} <= set(kept) else None

    found = correct(4, conflict)
    assert (found.cut, found.more) == (True, "slow")
    assert found.conflicts == ((0, 1), (2, 3))
    assert found.sets == ((0, 2),)


@pytest.mark.parametrize("calculus", ["point", "rcc8", "allen"])
@settings(derandomize=True, deadline=None, max_examples=25)
@given(data=st.data())
def test_networks(calculus, data):
    names = Network(calculus).calculus.names(Network(calculus).calculus.universal)
    pairs = st.tuples(st.integers(0, 3), st.integers(0, 3)).filter(lambda pair: pair[0] != pair[1])
    labels = st.frozensets(st.sampled_from(names), min_size=1, max_size=2)
    stated = data.draw(st.lists(st.tuples(pairs, labels), max_size=7))

    def network(numbers):
        made = Network(calculus)
        for number in numbers:
            (x, y), label = stated[number]
            made.add(x, sorted(label), y)
        return made

    found = correct_network(network(range(len(stated))))
    assert list(found.sets) == least(len(stated), lambda kept: network(kept).is_consistent() is not False)
