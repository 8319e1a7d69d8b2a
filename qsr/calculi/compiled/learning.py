"""What a compiled search learns from a conflict; see `qsr.calculi.compiled.searching`."""

from __future__ import annotations

from typing import Final

import numpy as np
from numba import njit

from qsr.calculi.compiled import columns as at
from qsr.calculi.compiled.state import State, shrink, undo
from qsr.calculi.compiled.tables import Tables

__all__ = ["learn"]

#: How much more each conflict weighs than the one before.
_GROWTH: Final = 1.05


@njit(cache=True)
def learn(state: State, tables: Tables, failed: int) -> int:
    """Learn a nogood from a pair without a label, and go back to where it shrinks a label.

    Returns -1, a pair whose label has become empty by that, or REFUTED where the conflict needs no choice.
    """
    n, counts, trail, pending = len(state.labels), state.counts, state.trail, state.pending
    known = _mark(state, state.pairs[failed, at.LAST], 0)
    point, found = -1, np.int64(0)
    # The first entry of the level at hand, and how many entries from there on are marked and not undone.
    begin = state.levels[counts[at.LEVEL]]
    here = 1 if known and pending[0] >= begin else 0
    while counts[at.TOP] > counts[at.ROOT]:
        entry = counts[at.TOP] - 1
        pair = undo(state, tables.converse)
        is_choice = trail[entry, at.CAUSE] == at.CHOICE
        if is_choice:
            counts[at.LEVEL] -= 1
        if trail[entry, at.MARKED]:
            trail[entry, at.MARKED] = 0
            state.activity[pair] += state.activity[n * n]
            here -= 1
            if here == 0 and trail[entry, at.NEW]:
                point, found = pair, np.int64(trail[entry, at.NEW])
                break
            before = known
            known = _reasons(state, entry, known)
            for place in range(before, known):
                here += pending[place] >= begin
        if is_choice:
            begin = state.levels[counts[at.LEVEL]] if counts[at.LEVEL] else counts[at.ROOT]
            here = 0
            for place in range(known):
                here += pending[place] >= begin and trail[pending[place], at.MARKED]
    _weigh_more(state)
    if point < 0:
        return at.REFUTED
    latest = -1
    for place in range(known):
        if trail[pending[place], at.MARKED]:
            latest = max(latest, pending[place])
    while counts[at.LEVEL] > 0 and state.levels[counts[at.LEVEL]] > latest:
        while counts[at.TOP] > state.levels[counts[at.LEVEL]]:
            undo(state, tables.converse)
        counts[at.LEVEL] -= 1
    cause, literal = _record(state, known, latest, point, found)
    kept = np.int64(state.labels[point // n, point % n]) & ~found
    shrink(state, tables.converse, point, kept, cause, literal)
    if counts[at.LEVEL] == 0:
        counts[at.ROOT] = counts[at.TOP]
        if not kept:
            return at.REFUTED
    return -1 if kept else point


@njit(cache=True, inline="always")
def _mark(state: State, entry: int, known: int) -> int:
    """Put an entry among the reasons, unless it is there or needs no choice; return how many there are."""
    if entry >= state.counts[at.ROOT] and not state.trail[entry, at.MARKED]:
        state.trail[entry, at.MARKED] = 1
        state.pending[known] = entry
        known += 1
    return known


@njit(cache=True)
def _reasons(state: State, entry: int, known: int) -> int:
    """Mark what an entry that was just undone follows from; return how many reasons there are."""
    n, trail = len(state.labels), state.trail
    known = _mark(state, trail[entry, at.BEFORE], known)
    i, j, cause = trail[entry, at.PAIR] // n, trail[entry, at.PAIR] % n, trail[entry, at.CAUSE]
    if cause >= 0:
        known = _mark(state, state.pairs[i * n + cause if i < cause else cause * n + i, at.LAST], known)
        known = _mark(state, state.pairs[j * n + cause if j < cause else cause * n + j, at.LAST], known)
    elif cause <= at.NOGOOD:
        nogood = at.NOGOOD - cause
        for literal in range(state.nogoods[nogood, 0], state.nogoods[nogood + 1, 0]):
            if literal != trail[entry, at.LITERAL]:
                # The first entry by which the literal held.
                outside = ~state.literals[literal, 1]
                first = state.pairs[state.literals[literal, 0], at.LAST]
                while first >= 0 and trail[first, at.BEFORE] >= 0 and trail[first, at.OLD] & outside == 0:
                    first = trail[first, at.BEFORE]
                known = _mark(state, first, known)
    return known


@njit(cache=True)
def _record(state: State, known: int, latest: int, point: int, found: int) -> tuple[int, int]:
    """Write the marked entries and one more label down as a nogood; return its number as a cause, and its last literal."""
    counts, trail = state.counts, state.trail
    nogood = counts[at.LEARNT]
    end = state.nogoods[nogood, 0]
    watched = -1
    for place in range(known):
        entry = state.pending[place]
        if trail[entry, at.MARKED]:
            trail[entry, at.MARKED] = 0
            state.literals[end, 0] = trail[entry, at.PAIR]
            state.literals[end, 1] = trail[entry, at.NEW]
            if entry == latest:
                watched = end
            end += 1
    if watched < 0:
        return at.FACT, 0
    state.literals[end, 0] = point
    state.literals[end, 1] = found
    # The two whose labels change first when choices are taken back.
    state.nogoods[nogood, 1] = end
    state.nogoods[nogood, 2] = watched
    for side in range(2):
        pair = state.literals[state.nogoods[nogood, 1 + side], 0]
        state.links[2 * nogood + side] = state.pairs[pair, at.WATCH]
        state.pairs[pair, at.WATCH] = 2 * nogood + side
    state.nogoods[nogood + 1, 0] = end + 1
    # Where the next one may find no room, all are forgotten at the next restart.
    counts[at.LEARNT] = at.NOGOODS if end + 1 + len(trail) > at.LITERALS else nogood + 1
    return at.NOGOOD - nogood, end


@njit(cache=True)
def _weigh_more(state: State) -> None:
    last = len(state.activity) - 1
    state.activity[last] *= _GROWTH
    if state.activity[last] > 1e100:
        state.activity[:] *= 1e-100
