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

from qsr.calculi.compiled.learning import learn
from qsr.calculi.compiled.state import (
    CONFLICTS,
    HEAD,
    LEARNT,
    LEVEL,
    LUBY,
    NOGOOD,
    NOGOODS,
    PART,
    QUEUED,
    REFUTED,
    ROOT,
    TAIL,
    TOP,
    UNTIL,
    WATCH,
    Classes,
    State,
    holds,
    shrink,
    undo,
)
from qsr.calculi.compiled.tables import Tables, composed

__all__ = ["CONSISTENT", "INCONSISTENT", "OPEN", "search"]

INCONSISTENT: Final = 0
CONSISTENT: Final = 1
#: The conflicts allowed were used up.
OPEN: Final = 2
_CHOICE: Final = -1
#: Conflicts in the shortest run between two restarts.
_RUN: Final = 20
#: What a constraint weighs that was in no conflict.
_START: Final = 0.1


@njit(cache=True)
def search(state: State, tables: Tables, classes: Classes, conflicts: int) -> int:
    """Go on for at most so many conflicts; where the search returns CONSISTENT, the labels of the state are a refinement."""
    counts = state.counts
    last = counts[CONFLICTS] + conflicts
    while True:
        failed = _propagate(state, tables)
        if failed >= 0:
            while failed >= 0:
                counts[CONFLICTS] += 1
                if counts[LEVEL] == 0:
                    return INCONSISTENT
                failed = learn(state, tables, failed)
                if failed == REFUTED:
                    return INCONSISTENT
            if counts[CONFLICTS] >= counts[UNTIL] or counts[LEARNT] == NOGOODS:
                _restart(state, tables)
            continue
        if counts[LEVEL] == 0:
            counts[ROOT] = counts[TOP]
        if counts[CONFLICTS] >= last:
            return OPEN
        place = _choose(state, classes)
        if place < 0:
            return CONSISTENT
        pair = state.given[place, 0]
        n = len(state.labels)
        counts[LEVEL] += 1
        state.levels[counts[LEVEL]] = counts[TOP]
        shrink(state, tables.converse, pair, np.int64(classes.first[state.labels[pair // n, pair % n]]), _CHOICE, 0)


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
    while counts[HEAD] != counts[TAIL]:
        pair = state.ring[counts[HEAD]]
        counts[HEAD] = 0 if counts[HEAD] == n * n else counts[HEAD] + 1
        state.pairs[pair, QUEUED] = 0
        failed = -1
        if state.pairs[pair, WATCH] >= 0:
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
    here, above = state.pairs[pair, WATCH], -1
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
                        state.pairs[pair, WATCH] = below
                    else:
                        state.links[above] = below
                    watched = state.literals[literal, 0]
                    state.links[here] = state.pairs[watched, WATCH]
                    state.pairs[watched, WATCH] = here
                    moved = True
                    break
            if not moved:
                # All the others hold, so this one must not.
                kept = label & ~np.int64(unwanted)
                shrink(state, converse, asked, kept, NOGOOD - nogood, other)
                if not kept:
                    return asked
        if not moved:
            above = here
        here = below
    return -1


@njit(cache=True)
def _forget_waiting(state: State) -> None:
    n, counts = len(state.labels), state.counts
    while counts[HEAD] != counts[TAIL]:
        state.pairs[state.ring[counts[HEAD]], QUEUED] = 0
        counts[HEAD] = 0 if counts[HEAD] == n * n else counts[HEAD] + 1


@njit(cache=True)
def _restart(state: State, tables: Tables) -> None:
    """Take all choices back; facts, nogoods and activity stay, unless there is no room for more nogoods."""
    counts = state.counts
    if counts[LEVEL]:
        # What waits follows from entries that go. At level 0 it follows from facts that stay.
        _forget_waiting(state)
        while counts[TOP] > counts[ROOT]:
            undo(state, tables.converse)
        counts[LEVEL] = 0
    if counts[LEARNT] == NOGOODS:
        counts[LEARNT] = 0
        state.pairs[:, WATCH] = -1
    counts[UNTIL] = counts[CONFLICTS] + _RUN * _luby(counts)


@njit(cache=True)
def _luby(counts: Any) -> int:
    """Return the next number of Luby's series: 1 1 2 1 1 2 4 1 ... (Knuth's way)."""
    if counts[LUBY] & -counts[LUBY] == counts[PART]:
        counts[LUBY] += 1
        counts[PART] = 1
    else:
        counts[PART] *= 2
    return counts[PART]
