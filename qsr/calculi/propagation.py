"""Algebraic closure that can be undone and that remembers why each label shrank.

Every change of a label is an entry on a trail: the pair, its label before and after, and the reason. A reason is a constraint of
the network (by number), a triangle (i, j, k): the labels of (i, j) and (j, k) left less of (i, k), a learnt clause, or None for a
choice of the search. The trail read backwards is what search undoes; read with its reasons it is a derivation, and
what a conflict rests on can be picked out of it (`qsr.calculi.analysis`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from qsr.calculi.calculus import Calculus
from qsr.calculi.matrices import matrix, unrelated

__all__ = ["Clause", "Literal", "Propagator", "Reason", "Triangle"]

#: A pair as ``i * size + j`` with i < j, and a mask. In a clause: the label of the pair is within the mask.
Literal: TypeAlias = tuple[int, int]
#: i, j, k, and the labels of (i, j) and (j, k) that left less of (i, k).
Triangle: TypeAlias = tuple[int, int, int, int, int]


@dataclass(slots=True, eq=False)
class Clause:
    """In every solution at least one literal holds.

    Parameters
    ----------
    literals
        The first two are watched, where there are as many.
    origin
        The constraints it follows from: bit c stands for constraint c.
    """

    literals: list[Literal]
    origin: int


Reason: TypeAlias = int | Triangle | Clause | None


class Propagator:
    """A matrix of labels, its trail, and closure from whatever has changed.

    Parameters
    ----------
    calculus
        Whose operations to use.
    size
        Number of entities. All labels are universal at first; the diagonal is the identity.
    """

    def __init__(self, calculus: Calculus, size: int) -> None:
        self.calculus = calculus
        self.size = size
        self.matrix = matrix(calculus, unrelated(calculus, size))
        # The trail, column by column; `before` is the entry of the same pair before this one, -1 for none.
        self.pairs: list[int] = []
        self.olds: list[int] = []
        self.news: list[int] = []
        self.reasons: list[Reason] = []
        self.before: list[int] = []
        #: Pair -> its newest entry, -1 for none.
        self.latest = [-1] * (size * size)
        #: Where the entries of each choice begin.
        self.levels: list[int] = []
        self._watched: dict[int, list[Clause]] = {}
        self._waiting: deque[int] = deque()
        self._queued = bytearray(size * size)

    def label(self, pair: int) -> int:
        """Return the label of a pair."""
        return self.matrix.get(*divmod(pair, self.size))

    def restrict(self, pair: int, mask: int, reason: Reason) -> int | None:
        """Intersect a label; return the entry where nothing is left, else None. Call `propagate` for the consequences."""
        i, j = divmod(pair, self.size)
        old = self.matrix.get(i, j)
        new = old & mask
        if new == old:
            return None
        self.matrix.put(i, j, new)
        self._record(pair, old, new, reason)
        return None if new else len(self.pairs) - 1

    def load(self, constraints: Iterable[Literal]) -> int | None:
        """Restrict labels by constraints, numbered in their order, and close; return as `restrict` and `propagate` do."""
        for number, (pair, mask) in enumerate(constraints):
            if (failed := self.restrict(pair, mask, number)) is not None:
                return failed
        return self.propagate()

    def choose(self, pair: int, mask: int) -> None:
        """Open a level and restrict a label to some part of it that is not empty."""
        self.levels.append(len(self.pairs))
        self.restrict(pair, mask, None)

    def watch(self, clause: Clause) -> None:
        """Use a clause from now on. Its first two literals must be the last two to become false when levels are undone."""
        for pair, _ in clause.literals[:2]:
            self._watched.setdefault(pair, []).append(clause)

    def forget(self, clauses: Sequence[Clause]) -> None:
        """Use these clauses no longer. They stay reasons where they are."""
        gone = {id(clause) for clause in clauses}
        for pair, watching in self._watched.items():
            self._watched[pair] = [clause for clause in watching if id(clause) not in gone]

    def undo(self, levels: int) -> None:
        """Return to the state in which only the first `levels` choices were made."""
        for pair in self._waiting:
            self._queued[pair] = 0
        self._waiting.clear()
        if levels >= len(self.levels):
            return
        start, put, size = self.levels[levels], self.matrix.put, self.size
        for entry in range(len(self.pairs) - 1, start - 1, -1):
            pair = self.pairs[entry]
            put(*divmod(pair, size), self.olds[entry])
            self.latest[pair] = self.before[entry]
        for column in (self.pairs, self.olds, self.news, self.reasons, self.before):
            del column[start:]
        del self.levels[levels:]

    def propagate(self) -> int | None:
        """Close the matrix; return the entry where a label became empty, None where it is closed."""
        size, narrow, get, converse = self.size, self.matrix.narrow, self.matrix.get, self.calculus.converse
        waiting, queued, watched = self._waiting, self._queued, self._watched
        while waiting:
            pair = waiting.popleft()
            queued[pair] = 0
            if pair in watched:
                failed = self._visit(pair)
                if failed is not None:
                    return failed
            i, j = divmod(pair, size)
            for x, y in ((i, j), (j, i)):
                for z, old, new in narrow(x, y):
                    reason = (x, y, z, get(x, y), get(y, z))
                    if x < z:
                        self._record(x * size + z, old, new, reason)
                    else:
                        self._record(z * size + x, converse(old), converse(new), reason)
                    if not new:
                        return len(self.pairs) - 1
        return None

    def _record(self, pair: int, old: int, new: int, reason: Reason) -> None:
        self.before.append(self.latest[pair])
        self.latest[pair] = len(self.pairs)
        self.pairs.append(pair)
        self.olds.append(old)
        self.news.append(new)
        self.reasons.append(reason)
        if not self._queued[pair]:
            self._queued[pair] = 1
            self._waiting.append(pair)

    def _visit(self, pair: int) -> int | None:
        """Look after the clauses that watch a pair; return the entry of a label that one of them makes empty."""
        size, get, label = self.size, self.matrix.get, self.label(pair)
        watching = self._watched[pair]
        kept: list[Clause] = []
        for place, clause in enumerate(watching):
            literals = clause.literals
            here = 0 if literals[0][0] == pair else 1
            if label & literals[here][1]:
                kept.append(clause)
                continue
            other, mask = literals[1 - here]
            other_label = get(*divmod(other, size))
            if not other_label & ~mask:
                kept.append(clause)
                continue
            for position in range(2, len(literals)):
                third, allowed = literals[position]
                if get(*divmod(third, size)) & allowed:
                    literals[here], literals[position] = literals[position], literals[here]
                    self._watched.setdefault(third, []).append(clause)
                    break
            else:
                kept.append(clause)
                failed = self.restrict(other, mask, clause)
                if failed is not None:
                    kept.extend(watching[place + 1 :])
                    self._watched[pair] = kept
                    return failed
        self._watched[pair] = kept
        return None
