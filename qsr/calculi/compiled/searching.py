"""Consistency of a network by search over splits into tractable labels, compiled.

The search keeps the network closed and decides, one after another, the constraints whose label lies outside of a tractable class.
Every label that shrinks is written on a trail with what made it shrink. Where a label becomes empty, the trail is read
backwards to the first point through which all of the conflict runs (a unique implication point [1]_), and what led there is
learnt as a nogood: these labels do not go together. Nogoods are watched at two of their labels [2]_, choices follow
activity in conflicts, and restarts come at the lengths of Luby's series [3]_. Splits into tractable labels are those of [4]_;
nogoods were first used in such networks by [5]_, as sets of choices.

A constraint needs no choice where the least member of the class above its label lies inside the label that was given: the
network of those members is tractable, and what is closed and not refuted here bounds its closure from below.

References
----------
.. [1] Marques-Silva and Sakallah (1999), GRASP: a search algorithm for propositional satisfiability, IEEE Transactions on
   Computers 48, 506-521.
.. [2] Moskewicz, Madigan, Zhao, Zhang and Malik (2001), Chaff: engineering an efficient SAT solver, DAC 2001.
.. [3] Luby, Sinclair and Zuckerman (1993), Optimal speedup of Las Vegas algorithms, Information Processing Letters 47, 173-180.
.. [4] Nebel (1997), Solving hard qualitative temporal reasoning problems: evaluating the efficiency of using the ORD-Horn
   class, Constraints 1, 175-190.
.. [5] Westphal, Woelfl and Li (2010), Restarts and nogood recording in qualitative constraint-based reasoning, ECAI 2010.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numba import njit

from qsr.calculi.compiled import columns as at
from qsr.calculi.compiled.learning import learn
from qsr.calculi.compiled.state import Classes, State, holds, shrink, undo
from qsr.calculi.compiled.tables import Tables, composed

__all__ = ["CONSISTENT", "INCONSISTENT", "OPEN", "search"]

INCONSISTENT: Final = 0
CONSISTENT: Final = 1
#: The conflicts allowed were used up.
OPEN: Final = 2
#: Conflicts in the shortest run between two restarts.
_RUN: Final = 20
#: What a constraint weighs that was in no conflict.
_START: Final = 0.1


@njit(cache=True)
def search(state: State, tables: Tables, classes: Classes, conflicts: int) -> int:
    """Go on for at most so many conflicts; where the search returns CONSISTENT, the labels of the state are a refinement."""
    counts = state.counts
    last = counts[at.CONFLICTS] + conflicts
    while True:
        failed = _propagate(state, tables)
        if failed >= 0:
            while failed >= 0:
                counts[at.CONFLICTS] += 1
                if counts[at.LEVEL] == 0:
                    return INCONSISTENT
                failed = learn(state, tables, failed)
                if failed == at.REFUTED:
                    return INCONSISTENT
            if counts[at.CONFLICTS] >= counts[at.UNTIL] or counts[at.LEARNT] == at.NOGOODS:
                _restart(state, tables)
            continue
        if counts[at.LEVEL] == 0:
            counts[at.ROOT] = counts[at.TOP]
        if counts[at.CONFLICTS] >= last:
            return OPEN
        place = _choose(state, classes)
        if place < 0:
            return CONSISTENT
        pair = state.given[place, 0]
        n = len(state.labels)
        counts[at.LEVEL] += 1
        state.levels[counts[at.LEVEL]] = counts[at.TOP]
        shrink(state, tables.converse, pair, np.int64(classes.first[state.labels[pair // n, pair % n]]), at.CHOICE, 0)


@njit(cache=True)
def _choose(state: State, classes: Classes) -> int:
    """Return the constraint to decide: much in conflicts, few relations left; -1 where none needs it."""
    n, best, most = len(state.labels), -1, -1.0
    floor = _START * state.activity[n * n]
    for place in range(len(state.given)):
        pair = state.given[place, 0]
        label = state.labels[pair // n, pair % n]
        if classes.hull[label] & ~state.given[place, 1]:
            score = (state.activity[pair] + floor) / classes.size[label]
            if score > most:
                best, most = place, score
    return best


@njit(cache=True)
def _propagate(state: State, tables: Tables) -> int:
    """Close the network again; return -1, or a pair whose label has become empty."""
    n, counts, labels = len(state.labels), state.counts, state.labels
    composition, converse, bits, split = tables.composition, tables.converse, tables.bits, tables.split
    while counts[at.HEAD] != counts[at.TAIL]:
        pair = state.ring[counts[at.HEAD]]
        counts[at.HEAD] = 0 if counts[at.HEAD] == n * n else counts[at.HEAD] + 1
        state.pairs[pair, at.QUEUED] = 0
        failed = -1
        if state.pairs[pair, at.WATCH] >= 0:
            failed = _nogoods(state, converse, pair)
        i, j = pair // n, pair % n
        for _ in range(2 if failed < 0 else 0):
            label = np.int64(labels[i, j])
            for k in range(n):
                if k in (i, j):
                    continue
                known = np.int64(labels[i, k])
                kept = known & composed(composition, bits, split, label, np.int64(labels[j, k]))
                if kept != known:
                    if i < k:
                        changed, ordered = i * n + k, kept
                    else:
                        changed, ordered = k * n + i, np.int64(converse[kept])
                    shrink(state, converse, changed, ordered, j, 0)
                    if not kept:
                        failed = changed
                        break
            if failed >= 0:
                break
            i, j = j, i
        if failed >= 0:
            _forget_waiting(state)
            return failed
    return -1


@njit(cache=True)
def _nogoods(state: State, converse: Any, pair: int) -> int:
    """Apply the nogoods that watch a pair; return -1, or a pair whose label has become empty."""
    n = len(state.labels)
    here, above = state.pairs[pair, at.WATCH], -1
    while here >= 0:
        below = state.links[here]
        nogood, side = here >> 1, here & 1
        mine, other = state.nogoods[nogood, 1 + side], state.nogoods[nogood, 2 - side]
        asked, unwanted = state.literals[other, 0], state.literals[other, 1]
        label = np.int64(state.labels[asked // n, asked % n])
        moved = False
        if label & unwanted and holds(state.labels, state.literals, mine):
            for literal in range(state.nogoods[nogood, 0], state.nogoods[nogood + 1, 0]):
                if literal != mine and literal != other and not holds(state.labels, state.literals, literal):
                    state.nogoods[nogood, 1 + side] = literal
                    if above < 0:
                        state.pairs[pair, at.WATCH] = below
                    else:
                        state.links[above] = below
                    watched = state.literals[literal, 0]
                    state.links[here] = state.pairs[watched, at.WATCH]
                    state.pairs[watched, at.WATCH] = here
                    moved = True
                    break
            if not moved:
                # All the others hold, so this one must not.
                kept = label & ~np.int64(unwanted)
                shrink(state, converse, asked, kept, at.NOGOOD - nogood, other)
                if not kept:
                    return asked
        if not moved:
            above = here
        here = below
    return -1


@njit(cache=True)
def _forget_waiting(state: State) -> None:
    n, counts = len(state.labels), state.counts
    while counts[at.HEAD] != counts[at.TAIL]:
        state.pairs[state.ring[counts[at.HEAD]], at.QUEUED] = 0
        counts[at.HEAD] = 0 if counts[at.HEAD] == n * n else counts[at.HEAD] + 1


@njit(cache=True)
def _restart(state: State, tables: Tables) -> None:
    """Take all choices back; facts, nogoods and activity stay, unless there is no room for more nogoods."""
    counts = state.counts
    if counts[at.LEVEL]:
        # What waits follows from entries that go. At level 0 it follows from facts that stay.
        _forget_waiting(state)
        while counts[at.TOP] > counts[at.ROOT]:
            undo(state, tables.converse)
        counts[at.LEVEL] = 0
    if counts[at.LEARNT] == at.NOGOODS:
        counts[at.LEARNT] = 0
        state.pairs[:, at.WATCH] = -1
    counts[at.UNTIL] = counts[at.CONFLICTS] + _RUN * _luby(counts)


@njit(cache=True)
def _luby(counts: Any) -> int:
    """Return the next number of Luby's series: 1 1 2 1 1 2 4 1 ... (Knuth's way)."""
    if counts[at.LUBY] & -counts[at.LUBY] == counts[at.PART]:
        counts[at.LUBY] += 1
        counts[at.PART] = 1
    else:
        counts[at.PART] *= 2
    return counts[at.PART]
