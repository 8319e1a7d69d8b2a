"""The state of a compiled search: labels, trail, nogoods, and the steps that change them.

A pair (i, j), i < j, of n entities is number i * n + j. Arrays are changed in place. There are few of them, each of several
columns, because every compiled function that is called with a state gets all of them handed over.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from qsr.calculi.compiled import columns as at

__all__ = ["Classes", "State", "holds", "new_state", "shrink", "undo"]


class Classes(NamedTuple):
    """A tractable class, by label: the part to try first, the least member above, and the number of relations."""

    first: Any
    hull: Any
    size: Any


class State(NamedTuple):
    """A search."""

    #: n x n labels.
    labels: Any
    #: Constraints that may need a choice: pair, and the label given for it.
    given: Any
    trail: Any
    pairs: Any
    #: Level -> the entry of its choice.
    levels: Any
    #: Entries that are reasons of the conflict at hand.
    pending: Any
    #: Pairs whose consequences are to be drawn, a ring.
    ring: Any
    #: Pair -> its part in conflicts; the last number is what one conflict adds.
    activity: Any
    #: Nogood -> its first literal, and the two that are watched.
    nogoods: Any
    #: Watch 2 * g + s, the s-th of nogood g, -> the next one on the same pair.
    links: Any
    #: Pair and label: "the label of the pair lies within this label".
    literals: Any
    counts: Any


def new_state(labels: Any, universal: int, is_atomic: bool) -> State:
    """Return the start of a search, which changes the matrix of labels.

    Where it is atomic, every pair needs a single relation, whatever label it was given.
    """
    n = len(labels)
    rows, columns = np.triu_indices(n, 1)
    upper = np.column_stack((rows * n + columns, labels[rows, columns])).astype(np.int32)
    said = upper[upper[:, 1] != universal]
    given = np.column_stack((upper[:, 0], np.zeros_like(upper[:, 0]))) if is_atomic else said
    # A pair may shrink as often as it has relations.
    entries = n * n // 2 * (universal.bit_length() + 1) + n + 16
    pairs = np.full((n * n, 3), -1, np.int32)
    pairs[:, at.QUEUED] = 0
    pairs[said[:, 0], at.QUEUED] = 1
    ring = np.empty(n * n + 1, np.int32)
    ring[: len(said)] = said[:, 0]
    activity = np.zeros(n * n + 1)
    activity[n * n] = 1
    counts = np.zeros(10, np.int64)
    counts[at.TAIL], counts[at.UNTIL], counts[at.LUBY], counts[at.PART] = len(said), 20, 1, 1
    nogoods = np.empty((at.NOGOODS + 1, 3), np.int32)
    nogoods[0, 0] = 0
    return State(
        labels,
        given,
        np.zeros((entries, 7), np.int32),
        pairs,
        np.empty(n * n + 2, np.int32),
        np.empty(entries, np.int32),
        ring,
        activity,
        nogoods,
        np.empty(2 * at.NOGOODS, np.int32),
        np.empty((at.LITERALS, 2), np.int32),
        counts,
    )


@njit(cache=True, inline="always")
def holds(labels: Any, literals: Any, literal: int) -> bool:
    """Tell whether the label of the literal's pair lies within the literal's label."""
    pair = literals[literal, 0]
    return labels[pair // len(labels), pair % len(labels)] & ~literals[literal, 1] == 0


@njit(cache=True, inline="always")
def shrink(state: State, converse: Any, pair: int, label: int, cause: int, literal: int) -> None:
    """Give a pair a smaller label, write that on the trail, and let its consequences be drawn."""
    n = len(state.labels)
    i, j = pair // n, pair % n
    top = state.counts[at.TOP]
    state.trail[top, at.PAIR] = pair
    state.trail[top, at.OLD] = state.labels[i, j]
    state.trail[top, at.NEW] = label
    state.trail[top, at.BEFORE] = state.pairs[pair, at.LAST]
    state.trail[top, at.CAUSE] = cause
    state.trail[top, at.LITERAL] = literal
    state.pairs[pair, at.LAST] = top
    state.counts[at.TOP] = top + 1
    state.labels[i, j] = label
    state.labels[j, i] = converse[label]
    if label and not state.pairs[pair, at.QUEUED]:
        state.pairs[pair, at.QUEUED] = 1
        tail = state.counts[at.TAIL]
        state.ring[tail] = pair
        state.counts[at.TAIL] = 0 if tail == n * n else tail + 1


@njit(cache=True, inline="always")
def undo(state: State, converse: Any) -> int:
    """Take the last entry off the trail; return its pair."""
    n = len(state.labels)
    top = state.counts[at.TOP] - 1
    state.counts[at.TOP] = top
    pair, old = state.trail[top, at.PAIR], state.trail[top, at.OLD]
    state.labels[pair // n, pair % n] = old
    state.labels[pair % n, pair // n] = converse[old]
    state.pairs[pair, at.LAST] = state.trail[top, at.BEFORE]
    return pair
