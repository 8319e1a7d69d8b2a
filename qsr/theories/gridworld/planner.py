"""Best plans, proved to be best, and the fewest steps for each number of units.

What is proved about energy that is dropped away from the start: it never pays without a limit or under a limit of one or two
units (`one_trip` and `trips` have the proofs), however often it is fetched again; from a limit of three on it can pay (`relays`
has an example), and plans with such drops are searched as well. TAKE on the start never pays: leave the unit where it already
counts. So the plans found are best among all sequences of actions, under the profile ``intended``.
"""

from __future__ import annotations

from collections import OrderedDict
from contextlib import suppress
from dataclasses import replace
from typing import Final, TypeAlias

from qsr.errors import LimitReached
from qsr.solvers.protocol import Deadline
from qsr.story import Plan
from qsr.theories.gridworld.board import Board
from qsr.theories.gridworld.front import Actions, Deliveries, Front
from qsr.theories.gridworld.nearest import nearest_first
from qsr.theories.gridworld.one_trip import OneTrip
from qsr.theories.gridworld.relays import Relays
from qsr.theories.gridworld.trips import Pairs, Singles
from qsr.theories.gridworld.world import Rules, World

__all__ = ["Planner"]

#: Worlds of which a planner keeps what it found out.
_KEPT: Final = 16
_Key: TypeAlias = tuple[World, int, int | None]


class Planner:
    """Plans for one world after another; what it found out about the last ones is kept for other costs and numbers of steps.

    Parameters
    ----------
    seed
        The solver's seed.

    Examples
    --------
    >>> from fractions import Fraction
    >>> world = World(1, 3, (0, 0), energy=(((0, 1), 1), ((0, 2), 1)))
    >>> Planner().best(world, Rules(4, None, Fraction(1, 4))).actions
    ('RIGHT', 'TAKE', 'RIGHT', 'TAKE', 'LEFT', 'LEFT', 'DROP')
    """

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed
        self._fronts: OrderedDict[_Key, Front] = OrderedDict()

    def best(self, world: World, rules: Rules, seconds: float | None = None) -> Plan:
        """Return the best plan, the shortest of these; after `seconds` the best one known, with a bound and not proved."""
        if rules.carry == 0:
            return Plan((), 0 * rules.cost, 0 * rules.cost, proved=True)
        deadline = Deadline(seconds)
        front = self._front(world, rules, deadline)
        if rules.carry is not None and rules.carry > 2:
            # Plans under a smaller limit are quickly found, and are there when the time is up.
            with suppress(LimitReached):
                front.learn(self._front(world, replace(rules, carry=2), deadline).pareto(rules.steps, deadline))
        return front.best(rules.cost, rules.steps, deadline)

    def pareto(self, world: World, rules: Rules, seconds: float | None = None) -> tuple[tuple[int, Actions], ...]:
        """Return each number of units that can be delivered within the steps, with a shortest plan; the cost plays no part.

        Raise LimitReached after `seconds`.
        """
        if rules.carry == 0:
            return ()
        deadline = Deadline(seconds)
        return self._front(world, rules, deadline).pareto(rules.steps, deadline)

    def _front(self, world: World, rules: Rules, deadline: Deadline) -> Front:
        key = (world, rules.moves, rules.carry)
        front = self._fronts.pop(key, None)
        if front is None:
            board = Board(world, rules.moves)
            front = Front(self._deliveries(board, rules.carry))
            front.learn(nearest_first(board, rules.carry, deadline))
        self._fronts[key] = front
        if len(self._fronts) > _KEPT:
            self._fronts.popitem(last=False)
        return front

    def _deliveries(self, board: Board, carry: int | None) -> Deliveries:
        if carry is None:
            return OneTrip(board, self._seed)
        if carry == 1:
            return Singles(board)
        return Pairs(board, self._seed) if carry == 2 else Relays(board, carry, self._seed)
