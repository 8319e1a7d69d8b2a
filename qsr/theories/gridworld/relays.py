"""Delivering under a limit of three units or more, where dropping energy on the way can pay.

A relay saves steps as soon as the limit is three. Take a cell X two moves from the start, and three cells with two units each,
two moves from X in the other three directions: the start and these cells are four moves apart, all by way of X. With a limit of
three, trips alone deliver the six units in 32 steps: two trips of three, one of the cells visited in both. A relay does it in 31:
take two units, drop them on X, take two more, take one on X in passing, deliver three; take the last two, and the one on X in
passing, and deliver three. Each unit fetched from X costs one TAKE, the DROP there one step, and a way of four moves to one of
the cells is saved.

So the plan is looked for among trips first, and then among all plans, with energy dropped and taken anywhere
(`encodings/gridworld_relays.lp` does both). Two kinds of actions are left out, since a plan without them does as well: TAKE on
the start (leave the unit there) and moves after the last delivery. No more units than the limit need one trip only, which is
decided as such.
"""

from __future__ import annotations

from itertools import accumulate
from typing import Final

from qsr.solvers.clingo import Fact
from qsr.solvers.protocol import Deadline
from qsr.theories.gridworld.board import Board
from qsr.theories.gridworld.front import Actions
from qsr.theories.gridworld.one_trip import OneTrip, solved, walks

__all__ = ["PROGRAM", "Relays"]

PROGRAM: Final = "gridworld_relays.lp"


class Relays:
    """See `qsr.theories.gridworld.front.Deliveries`; `carry` is the limit, one unit or more."""

    def __init__(self, board: Board, carry: int, seed: int = 0) -> None:
        self._board, self._carry, self._seed = board, carry, seed
        self._one_trip = OneTrip(board, seed)
        self.most = self._one_trip.most
        self._away = [0, *accumulate(board.distance[cell] for cell, units in board.units.items() for _ in range(units))]

    def least(self, units: int, steps: int) -> int:
        """Return the first number of steps from `steps` on that is not excluded.

        Every move toward the start brings at most `carry` units nearer by one, and as many moves lead away from it.
        """
        if units <= self._carry:
            return self._one_trip.least(units, steps)
        return max(steps, self._moves(units) + units + self._drops(units))

    def find(self, units: int, steps: int, deadline: Deadline) -> Actions | None:
        """Return a plan with drops and TAKEs anywhere, or None where there is none."""
        if units <= self._carry:
            return self._one_trip.find(units, steps, deadline)
        moves = steps - units - self._drops(units)
        trips = self._search(units, steps, moves, {self._board.start}, deadline)
        # A relay costs a DROP and a TAKE more than trips have.
        return trips or self._search(units, steps, moves - 2, set(self._board.distance), deadline)

    def _search(self, units: int, steps: int, moves: int, stores: set[int], deadline: Deadline) -> Actions | None:
        """Return a plan with so many moves at most that drops energy on the stores only."""
        if moves < self._moves(units):
            return None
        atoms = solved(PROGRAM, self._facts(units, steps, moves, stores), self._seed, deadline)
        return None if atoms is None else self._actions(atoms)

    def _moves(self, units: int) -> int:
        return max(self._one_trip.moves(units), 2 * -(-self._away[units] // self._carry))

    def _drops(self, units: int) -> int:
        return -(-units // self._carry)

    def _facts(self, units: int, steps: int, moves: int, stores: set[int]) -> list[Fact]:
        board = self._board
        facts: list[Fact] = [("moves", (moves,)), ("wanted", (units,)), ("steps", (steps,)), ("carry", (self._carry,))]
        facts += walks(board, moves, step=1)
        facts += [("store", (cell,)) for cell in sorted(stores) if 2 * board.distance[cell] <= moves]
        return [*facts, ("start", (board.start,)), ("arc", (board.start, board.start))]

    def _actions(self, atoms: frozenset[Fact]) -> Actions:
        at = {arguments[0]: arguments[1] for name, arguments in atoms if name == "at"}
        take = {arguments[0]: arguments[1] for name, arguments in atoms if name == "take"}
        drop = {arguments[0] for name, arguments in atoms if name == "drop"}
        actions: list[str] = []
        for time in range(1, len(at)):
            if at[time] != at[time - 1]:
                actions.append(self._board.action(at[time - 1], at[time]))
            actions += ["DROP"] * (time in drop) + ["TAKE"] * take.get(time, 0)
        return tuple(actions)
