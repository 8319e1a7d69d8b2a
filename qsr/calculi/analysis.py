"""What a conflict rests on: the trail of a propagator read backwards.

A *removal* (pair, bits) says that none of these base relations is left for the pair. A removal that a triangle made rests on
removals on its two other sides, and seldom on all that had been removed there: of the labels A of (i, j) and B of (j, k), the
greatest ones that still leave no relation of R for (i, k) are found by two compositions, for a weak composition is read from any
corner of the triangle,

    (A ; B) meets R   exactly if   A meets (R ; converse of B)   exactly if   B meets (converse of A ; R).

So explanations stay short: five to eight constraints out of hundreds on typical random networks. Search resolves a conflict along
them to the last choice's first unique implication point [1]_ and learns the clause of the removals left over: in every
solution one of these pairs has one of these relations [2]_ [3]_. What was removed before any choice counts by the constraints it
follows from, so that a refutation ends with a set of constraints that contradict each other.

References
----------
.. [1] Marques-Silva and Sakallah (1999), GRASP: a search algorithm for propositional satisfiability, IEEE Transactions on
   Computers 48, 506-521.
.. [2] Westphal, Woelfl and Li (2010), Restarts and nogood recording in qualitative constraint-based reasoning, ECAI 2010,
   1093-1094.
.. [3] Beckert, Haehnle and Manya (2000), The SAT problem of signed CNF formulas, Labelled Deduction, 59-80.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from heapq import heappop, heappush

from qsr.calculi.propagation import Clause, Literal, Propagator

__all__ = ["Analysis", "Learnt"]


@dataclass(frozen=True, slots=True)
class Learnt:
    """What a conflict teaches.

    Parameters
    ----------
    clause
        Its first literal is the one to assert after the return, its second the last of the others to have become false.
    level
        The number of choices to keep; -1 where the conflict rests on no choice at all.
    met
        The pairs that took part.
    """

    clause: Clause
    level: int
    met: list[int]


class Analysis:
    """Explains entries of one propagator's trail."""

    def __init__(self, propagator: Propagator) -> None:
        self._on = propagator
        self._universal = propagator.calculus.universal
        # The constraints that each entry before the first choice follows from; filled in the order of the trail.
        self._origins: list[int] = []

    def learn(self, failed: int) -> Learnt:
        """Explain the entry that left a label empty."""
        on = self._on
        levels, pairs, olds = on.levels, on.pairs, on.olds
        settled = levels[0] if levels else len(pairs)
        missing: dict[int, int] = {}
        places: dict[int, int] = {}
        heap: list[int] = []
        met: list[int] = []
        origin = 0

        def need(pair: int, mask: int, limit: int) -> int:
            """Note that a removal, complete before entry `limit`, is needed; return what it follows from before all choices."""
            mask |= missing.get(pair, 0)
            place = max(self._completed(pair, mask, limit), places.get(pair, -1))
            if place < settled:
                return self._origin(pair, mask, place)
            missing[pair] = mask
            if places.get(pair) != place:
                places[pair] = place
                heappush(heap, -place)
            return 0

        entry, mask = failed, self._universal
        if failed < settled:
            return Learnt(Clause([], self._origin(pairs[failed], mask, failed)), -1, [pairs[failed]])
        while True:
            pair = pairs[entry]
            met.append(pair)
            removals, follows = self.explain(entry, mask & olds[entry])
            origin |= follows
            for other, gone in removals:
                origin |= need(other, gone, entry)
            if rest := mask & ~olds[entry]:
                origin |= need(pair, rest, entry)
            while heap and places.get(pairs[-heap[0]]) != -heap[0]:
                heappop(heap)
            if not heap:
                return Learnt(Clause([], origin), -1, met)
            entry = -heappop(heap)
            pair = pairs[entry]
            mask = missing.pop(pair)
            del places[pair]
            while heap and places.get(pairs[-heap[0]]) != -heap[0]:
                heappop(heap)
            level = bisect_right(levels, entry)
            if not heap or -heap[0] < levels[level - 1]:
                break
        met.append(pair)
        origin |= self._shorten(missing, places, settled)
        others = sorted(missing, key=places.__getitem__, reverse=True)
        literals: list[Literal] = [(pair, mask), *((other, missing[other]) for other in others)]
        back = bisect_right(levels, places[others[0]]) if others else 0
        return Learnt(Clause(literals, origin), back, met)

    def explain(self, entry: int, mask: int) -> tuple[list[Literal], int]:
        """Return removals from which the entry's removal of `mask` follows, and the constraints used on the way.

        A choice follows from nothing: it gives no removals and no constraints.
        """
        on, reason = self._on, self._on.reasons[entry]
        if reason is None:
            return [], 0
        if isinstance(reason, int):
            return [], 1 << reason
        pair = on.pairs[entry]
        if isinstance(reason, Clause):
            return [literal for literal in reason.literals if literal[0] != pair], reason.origin
        i, j, k, first, second = reason
        calculus, size, universal = on.calculus, on.size, self._universal
        compose, converse = calculus.compose, calculus.converse
        if i > k:
            mask = converse(mask)
        first_pair = i * size + j if i < j else j * size + i
        second_pair = j * size + k if j < k else k * size + j
        # The side that changed later is relaxed first: the less is needed of it, the sooner the explanation ends.
        if self._last(first_pair, entry) >= self._last(second_pair, entry):
            gone_first = compose(mask, converse(second))
            gone_second = compose(converse(universal & ~gone_first), mask)
        else:
            gone_second = compose(converse(first), mask)
            gone_first = compose(mask, converse(universal & ~gone_second))
        removals = []
        if gone_first:
            removals.append((first_pair, gone_first if i < j else converse(gone_first)))
        if gone_second:
            removals.append((second_pair, gone_second if j < k else converse(gone_second)))
        return removals, 0

    def origin(self, entry: int) -> int:
        """Return constraints that an entry before all choices follows from: bit c for constraint c."""
        origins, on = self._origins, self._on
        for place in range(len(origins), entry + 1):
            removals, follows = self.explain(place, on.olds[place] & ~on.news[place])
            for pair, mask in removals:
                follows |= self._origin(pair, mask, self._completed(pair, mask, place))
            origins.append(follows)
        return origins[entry]

    def _origin(self, pair: int, mask: int, place: int) -> int:
        on, found = self._on, 0
        while place >= 0:
            if on.olds[place] & ~on.news[place] & mask:
                found |= self.origin(place)
            place = on.before[place]
        return found

    def _last(self, pair: int, limit: int) -> int:
        on = self._on
        place = on.latest[pair]
        while place >= limit:
            place = on.before[place]
        return place

    def _completed(self, pair: int, mask: int, limit: int) -> int:
        """Return the entry before `limit` that removed the last of `mask`."""
        on, place = self._on, self._last(pair, limit)
        while place >= 0 and not on.olds[place] & mask:
            place = on.before[place]
        return place

    def _shorten(self, missing: dict[int, int], places: dict[int, int], settled: int) -> int:
        """Drop removals that follow from the others by one step; return the constraints that this uses."""
        on, used = self._on, 0
        for pair in sorted(missing, key=places.__getitem__, reverse=True):
            entry, mask = places[pair], missing[pair]
            if on.reasons[entry] is None:
                continue
            removals, follows = self.explain(entry, mask & on.olds[entry])
            if rest := mask & ~on.olds[entry]:
                removals = [*removals, (pair, rest)]
            for other, gone in removals:
                if other != pair and not gone & ~missing.get(other, 0):
                    continue
                place = self._completed(other, gone, entry)
                if place >= settled:
                    break
                follows |= self._origin(other, gone, place)
            else:
                used |= follows
                del missing[pair]
        return used
