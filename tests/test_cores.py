"""Minimal cores over random monotone oracles: minimal, the same by both algorithms, and the earliest by the one tie-break."""

from __future__ import annotations

from collections.abc import Collection

from hypothesis import given
from hypothesis import strategies as st

from qsr.cores import by_bisection, by_deletion

SIZE = 9
CONFLICTS = st.lists(st.frozensets(st.integers(0, SIZE - 1), max_size=4), max_size=6)


def contradicts(conflicts: list[frozenset[int]], kept: Collection[int]) -> bool:
    return any(conflict <= {*kept} for conflict in conflicts)


def preferred(conflicts: list[frozenset[int]]) -> tuple[int, ...] | None:
    """Return the minimal conflict whose members come earliest, compared from the last one on, by looking at them all."""
    minimal = [one for one in conflicts if not any(other < one for other in conflicts)]
    return min((tuple(sorted(one)) for one in minimal), key=lambda one: one[::-1], default=None)


@given(CONFLICTS)
def test_both_algorithms_find_the_earliest_minimal_set(conflicts: list[frozenset[int]]) -> None:
    wanted = preferred(conflicts)
    assert by_bisection(lambda kept: contradicts(conflicts, kept), range(SIZE)) == wanted
    assert by_deletion(lambda kept: kept if contradicts(conflicts, kept) else None, range(SIZE)) == wanted


@given(CONFLICTS, st.randoms(use_true_random=False))
def test_an_oracle_that_blames_whom_it_likes_leads_to_a_minimal_set(conflicts, random) -> None:
    def blame(kept: list[int]) -> Collection[int] | None:
        found = [one for one in conflicts if one <= {*kept}]
        return {*random.choice(found), *random.sample(kept, len(kept) // 2)} if found else None

    core = by_deletion(blame, range(SIZE))
    assert (core is None) == (not conflicts)
    if core is not None:
        assert contradicts(conflicts, core)
        assert not any(contradicts(conflicts, {*core} - {one}) for one in core)


def test_the_number_of_questions_grows_with_the_logarithm() -> None:
    asked: list[int] = []

    def last(kept: list[int]) -> bool:
        asked.append(len(kept))
        return 999 in kept

    assert by_bisection(last, range(1000)) == (999,)
    assert len(asked) < 15
