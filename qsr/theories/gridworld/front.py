"""The search for the best plan: for every number of units, the fewest steps that deliver them.

The cost of a plan depends on its steps alone, so that the fewest steps f(k) for k units, k = 1, 2, ..., hold the best plan for
every cost and every number of steps that count. f grows by 1 at least from each k to the next: leave the handling of one unit
out of a plan, and all its other actions work as before. So what is found impossible for k units within n steps is impossible
for k + 1 units within n + 1.

Pairs of units and steps are decided from the best value down. The first pair that can be done is the best plan, and all pairs of
greater value have then been refuted, which is the proof.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor
from operator import itemgetter
from typing import Protocol, TypeAlias

from qsr.errors import LimitReached
from qsr.solvers.protocol import Deadline
from qsr.story import Plan

__all__ = ["Actions", "Deliveries", "Front"]

Actions: TypeAlias = tuple[str, ...]


class Deliveries(Protocol):
    """What decides one pair of units and steps in one world under one limit on what is carried."""

    @property
    def most(self) -> int:
        """Units that can be delivered if steps do not count."""

    def least(self, units: int, steps: int) -> int:
        """Return the smallest number of steps, `steps` or more, that arithmetic alone does not exclude for so many units."""

    def find(self, units: int, steps: int, deadline: Deadline) -> Actions | None:
        """Return a plan that delivers at least `units` in at most `steps` actions; None proves that there is none.

        Raise LimitReached at the deadline.
        """


#: The value of a plan, and its steps below zero: of two plans of the same value the shorter one is better.
_Rank: TypeAlias = tuple[Fraction, int]


class Front:
    """What is known about the fewest steps for each number of units; questions about one world share it."""

    def __init__(self, deliveries: Deliveries) -> None:
        self._deliveries = deliveries
        #: Units -> steps below which there is no plan.
        self._least: dict[int, int] = {}
        self._plans: dict[int, Actions] = {}

    def best(self, cost: Fraction, steps: int, deadline: Deadline) -> Plan:
        """Return the best plan of at most `steps` actions, the shortest of these; at the deadline the best known, not proved."""
        while True:
            known, plan = self._known(cost, steps)
            open_ = self._open(cost, steps)
            units = next((units for units, rank in open_ if rank > known), None)
            if units is None:
                return Plan(plan, known[0], known[0], proved=True)
            rival = max([known[0], *(rank[0] for other, rank in open_ if other != units)])
            try:
                self._decide(units, self._target(units, cost, steps, rival), deadline)
            except LimitReached:
                return Plan(plan, known[0], open_[0][1][0], proved=False)

    def pareto(self, steps: int, deadline: Deadline) -> tuple[tuple[int, Actions], ...]:
        """Return for 1, 2, ... units a shortest plan, as far as `steps` go; raise LimitReached at the deadline."""
        found = []
        units = 1
        while units <= self._deliveries.most and self._bound(units) <= steps:
            if self._settled(units):
                found.append((units, self._plans[units]))
                units += 1
            else:
                self._decide(units, self._bound(units), deadline)
        return tuple(found)

    def learn(self, plans: tuple[tuple[int, Actions], ...]) -> None:
        """Take over units and plans that deliver them, such as those found under a smaller limit on what is carried."""
        for units, plan in plans:
            if units not in self._plans or len(plan) < len(self._plans[units]):
                self._plans[units] = plan

    def _known(self, cost: Fraction, steps: int) -> tuple[_Rank, Actions]:
        fitting = {units: plan for units, plan in self._plans.items() if len(plan) <= steps}
        ranked = (((units - cost * len(plan), -len(plan)), plan) for units, plan in fitting.items())
        # The plan of no steps can always be done.
        return max([((Fraction(0), 0), ()), *ranked], key=itemgetter(0))

    def _open(self, cost: Fraction, steps: int) -> list[tuple[int, _Rank]]:
        """Return the numbers of units that are not settled, each with the best that it may still bring, the best first."""
        found = []
        for units in range(1, self._deliveries.most + 1):
            bound = self._bound(units)
            if bound > steps:
                break
            if not self._settled(units):
                found.append((units, (units - cost * bound, -bound)))
        return sorted(found, key=itemgetter(1), reverse=True)

    def _target(self, units: int, cost: Fraction, steps: int, rival: Fraction) -> int:
        """Return the steps to ask about: as many as still make these units the best choice, so that a refusal says most."""
        bound = self._bound(units)
        last = steps if units not in self._plans else min(steps, len(self._plans[units]) - 1)
        return max(bound, min(last, floor((units - rival) / cost))) if cost else last

    def _bound(self, units: int) -> int:
        """Return the fewest steps that are not excluded."""
        least = self._least.get(units)
        if least is None:
            least = self._bound(units - 1) + 1 if units > 1 else 1
        self._least[units] = self._deliveries.least(units, least)
        return self._least[units]

    def _settled(self, units: int) -> bool:
        return units in self._plans and len(self._plans[units]) == self._bound(units)

    def _decide(self, units: int, steps: int, deadline: Deadline) -> None:
        deadline.check()
        plan = self._deliveries.find(units, steps, deadline)
        if plan is not None:
            self._plans[units] = plan
            return
        least = steps + 1
        while units <= self._deliveries.most and self._least.get(units, least) < least:
            self._least[units] = least
            units, least = units + 1, least + 1
