"""Minimal conflicts and corrections, against trying every set."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qsr.errors import LimitReached
from qsr.repair.sets import CorrectionSearch
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


def corrected(size, conflict):
    """Return a search that has come to its end."""
    search = CorrectionSearch(size, conflict)
    while not search.is_over:
        list(search.next_size())
    return search


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

    found = corrected(size, conflict)
    assert list(found.corrections) == least(size, lambda kept: conflict(kept) is None)
    assert {frozenset(one) for one in found.conflicts} == set(conflicts)


def test_what_nothing_helps_has_no_correction():
    assert corrected(3, lambda kept: ()).corrections == ()


def test_time_that_is_over_is_said():
    search = CorrectionSearch(4, lambda kept: kept[:2] if len(kept) > 1 else None, Deadline(0.0))
    with pytest.raises(LimitReached):
        next(search.next_size())
    assert search.corrections == ()


def test_a_limit_inside_keeps_what_was_found():
    calls = []

    def conflict(kept):
        calls.append(kept)
        if len(calls) > 3:
            raise LimitReached("slow")
        return (0, 1) if {0, 1} <= set(kept) else (2, 3) if {2, 3} <= set(kept) else None

    search = CorrectionSearch(4, conflict)
    sizes = (one for _ in range(3) for one in search.next_size())
    with pytest.raises(LimitReached, match="slow"):
        list(sizes)
    assert search.conflicts == ((0, 1), (2, 3))
    assert search.corrections == ((0, 2),)
