"""Consistency of a network by search, with closure as the propagator.

Closure alone refutes many networks, and settles those whose labels lie in a tractable class. Else the search chooses, for one
constraint after another, a part of its label that lies in the class [1]_, and closes. A constraint needs no choice where the
least member of the class above its label, its hull, lies within what was given: the network of hulls lies in the class, its
closure is no narrower than the closed labels at hand, and so it has a solution, which is one of the given network. This also
ends the search, long before every label is in the class.

Conflicts are analysed (`qsr.calculi.analysis`): the search jumps back over choices that had no part in one, learns a clause
from it, prefers constraints that took part in recent conflicts [2]_, and starts again from time to time with what it has
learnt [3]_. A refutation names the constraints it rests on. Everything is deterministic.

References
----------
.. [1] Nebel (1997), Solving hard qualitative temporal reasoning problems: evaluating the efficiency of using the ORD-Horn class,
   Constraints 1, 175-190.
.. [2] Moskewicz, Madigan, Zhao, Zhang and Malik (2001), Chaff: engineering an efficient SAT solver, DAC 2001, 530-535.
.. [3] Luby, Sinclair and Zuckerman (1993), Optimal speedup of Las Vegas algorithms, Information Processing Letters 47, 173-180.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from time import monotonic
from typing import Final

from qsr.calculi.analysis import Analysis, Learnt
from qsr.calculi.calculus import Calculus
from qsr.calculi.propagation import Clause, Literal, Propagator
from qsr.calculi.splitting import splitting
from qsr.errors import LimitReached

__all__ = ["Search"]

#: Conflicts in the first run of Luby's series.
_RUN: Final = 100
_DECAY: Final = 1.05
_HUGE: Final = 1e100
#: Learnt clauses longer than this are used once and not kept.
_LONGEST: Final = 40
#: Clauses that may be kept at first, and how many more after each reduction.
_KEPT: Final = 2000
_MORE: Final = 500


class Search:
    """A search for solutions of one network.

    Parameters
    ----------
    calculus
        Whose relations the masks hold.
    size
        Number of entities.
    constraints
        Pairs ``i * size + j`` with i < j, and masks; several constraints may be about one pair. Their positions are their
        numbers.
    seconds
        Wall time for all that is asked of this search; None for no bound.
    numbers
        The constraints that count; all where None.
    """

    def __init__(
        self,
        calculus: Calculus,
        size: int,
        constraints: Sequence[Literal],
        seconds: float | None = None,
        numbers: Collection[int] | None = None,
    ) -> None:
        self.calculus = calculus
        self.size = size
        self.splitting = splitting(calculus)
        self.propagator = Propagator(calculus, size)
        #: Bit c stands for constraint c: constraints that contradict each other, once the network is refuted.
        self.contradiction: int | None = None
        self.conflicts = 0
        self._analysis = Analysis(self.propagator)
        self._deadline = None if seconds is None else monotonic() + seconds
        self._given: dict[int, int] = {}
        self._activity: dict[int, float] = {}
        self._bump = 1.0
        #: The clauses that were learnt and kept. Each follows from the constraints in its `Clause.origin`.
        self.learnt: list[Clause] = []
        self._limit = _KEPT
        for number in range(len(constraints)) if numbers is None else sorted(numbers):
            pair, mask = constraints[number]
            self._given[pair] = self._given.get(pair, calculus.universal) & mask
            if self.contradiction is None and (failed := self.propagator.restrict(pair, mask, number)) is not None:
                self.contradiction = self._analysis.learn(failed).clause.origin
        # Places, and the label that was given.
        if self.splitting.kind == "atomic":
            self._pairs = [(i, j, calculus.universal) for i in range(size) for j in range(i + 1, size)]
        else:
            self._pairs = [(*divmod(pair, size), mask) for pair, mask in sorted(self._given.items())]
        self._ranking: list[tuple[int, int, int]] = []
        self._ranked = False
        if self.contradiction is None:
            self._settle()

    def decide(self) -> bool:
        """Tell whether the network, with all clauses added, has a solution; raise LimitReached.

        Where it has one the choices made stay, and `hulls` describes a network that has only solutions of this one.
        """
        run = 1
        while self.contradiction is None:
            if (found := self._run(_RUN * _luby(run))) is not None:
                return found
            run += 1
            self.restart()
            self._reduce()
        return False

    def hulls(self) -> list[list[int]]:
        """Return, after `decide`, labels of the tractable class over which closure decides, above the closed labels."""
        return [
            [label if x == y else self.splitting.hull(label) for y, label in enumerate(row)]
            for x, row in enumerate(self.propagator.matrix.rows())
        ]

    def restart(self) -> None:
        """Take back all choices; what was learnt stays."""
        self.propagator.undo(0)
        self._ranked = False

    def add(self, clause: Clause) -> None:
        """Take back all choices, and use a clause that follows from constraints of this search, perhaps learnt by another."""
        self.restart()
        label = self.propagator.label
        if self.contradiction is not None or any(not label(pair) & ~mask for pair, mask in clause.literals):
            return
        # What can still hold comes first, to be watched. With less than two of those the clause says something at once.
        literals = sorted(clause.literals, key=lambda literal: not label(literal[0]) & literal[1])
        again = Clause(literals, clause.origin)
        if len(literals) > 1 and label(literals[1][0]) & literals[1][1]:
            self.propagator.watch(again)
            self.learnt.append(again)
            return
        self._resolve(self.propagator.restrict(*literals[0], again))
        self._settle()

    def _settle(self) -> None:
        """Close; resolve conflicts until there is none, or until the network is refuted."""
        while self.contradiction is None and (failed := self.propagator.propagate()) is not None:
            self._resolve(failed)

    def _resolve(self, failed: int | None) -> None:
        """Learn from a conflict, return to where the new clause has something to say, and let it speak."""
        while failed is not None:
            self.conflicts += 1
            learnt = self._analysis.learn(failed)
            self._note(learnt)
            if learnt.level < 0:
                self.contradiction = learnt.clause.origin
                return
            self.propagator.undo(learnt.level)
            self._ranked = False
            clause = learnt.clause
            if 1 < len(clause.literals) <= _LONGEST:
                self.propagator.watch(clause)
                self.learnt.append(clause)
            failed = self.propagator.restrict(*clause.literals[0], clause)

    def _run(self, conflicts: int) -> bool | None:
        """Search until so many further conflicts are met; return None where they were not enough."""
        last = self.conflicts + conflicts
        while True:
            self._settle()
            if self.contradiction is not None:
                return False
            if self._deadline is not None and monotonic() >= self._deadline:
                raise LimitReached("the time limit was reached in the search for a solution")
            if self.conflicts >= last:
                return None
            if (chosen := self._choice()) is None:
                return True
            self.propagator.choose(*chosen)

    def _choice(self) -> Literal | None:
        """Return a constraint that needs a choice, the most active for its number of parts, and the largest part; None for none.

        What needs no choice needs none below either. So constraints are ranked anew only after a return.
        """
        if not self._ranked:
            self._ranking, self._ranked = self._rank(), True
        get, open_to = self.propagator.matrix.get, self.splitting.is_open
        while self._ranking:
            i, j, allowed = self._ranking[-1]
            held = get(i, j)
            if open_to(held, allowed):
                return i * self.size + j, self.splitting.parts(held)[0]
            self._ranking.pop()
        return None

    def _rank(self) -> list[tuple[int, int, int]]:
        """Return the constraints that need a choice, the best last: both places and the label that was given."""
        get, open_to, parts = self.propagator.matrix.get, self.splitting.is_open, self.splitting.parts
        activity, bump, size = self._activity, self._bump, self.size
        ranked = []
        for place, (i, j, allowed) in enumerate(self._pairs):
            held = get(i, j)
            if open_to(held, allowed):
                score = (activity.get(i * size + j, 0.0) + bump) / len(parts(held))
                ranked.append((score, -place, (i, j, allowed)))
        ranked.sort()
        return [entry for _, _, entry in ranked]

    def _note(self, learnt: Learnt) -> None:
        for pair in learnt.met:
            self._activity[pair] = self._activity.get(pair, 0.0) + self._bump
        self._bump *= _DECAY
        if self._bump > _HUGE:
            self._bump /= _HUGE
            for pair in self._activity:
                self._activity[pair] /= _HUGE

    def _reduce(self) -> None:
        """Forget the longer and older half of the learnt clauses where they have become too many."""
        if len(self.learnt) <= self._limit:
            return
        self._limit += _MORE
        ranked = sorted(enumerate(self.learnt), key=lambda entry: (len(entry[1].literals), -entry[0]))
        kept = {place for place, _ in ranked[: len(ranked) // 2]}
        self.propagator.forget([clause for place, clause in enumerate(self.learnt) if place not in kept])
        self.learnt = [clause for place, clause in enumerate(self.learnt) if place in kept]


def _luby(number: int) -> int:
    """Return a member of Luby's series 1 1 2 1 1 2 4 ..., counted from 1.

    >>> [_luby(number) for number in range(1, 16)]
    [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]
    """
    while True:
        power = number.bit_length()
        if number == (1 << power) - 1:
            return 1 << (power - 1)
        number -= (1 << (power - 1)) - 1
