"""Delivering in one trip: the best that an agent can do that may carry everything.

Without a limit one trip and one DROP suffice: all moves of a plan up to its last delivery are one closed walk through the cells
that the units come from, and the agent may take them on it and drop them at its end. The same holds under a limit for no more
units than it allows. So k units in n steps need a closed walk of at most n - k - 1 moves, which `encodings/gridworld_trip.lp`
decides.
"""

from __future__ import annotations

from itertools import accumulate
from typing import Final

from qsr.resources import encoding
from qsr.solvers.clingo import ClingoProblem, Fact
from qsr.solvers.protocol import Deadline
from qsr.theories.gridworld.board import Board
from qsr.theories.gridworld.front import Actions

__all__ = ["PROGRAM", "OneTrip", "collect", "solved", "walks"]

PROGRAM: Final = "gridworld_trip.lp"


class OneTrip:
    """See `qsr.theories.gridworld.front.Deliveries`."""

    def __init__(self, board: Board, seed: int = 0) -> None:
        self._board, self._seed = board, seed
        self.most = sum(board.units.values())
        #: Distances of the units, ascending, and units of the richest cells together.
        self._away = [board.distance[cell] for cell, units in board.units.items() for _ in range(units)]
        self._richest = list(accumulate(sorted(board.units.values(), reverse=True)))

    def moves(self, units: int) -> int:
        """Return moves that every walk past so many units has: to the farthest cell and back, and one to each cell."""
        cells = 1 + sum(together < units for together in self._richest)
        moves = max(2 * self._away[units - 1], cells + 1)
        return moves + moves % 2 if self._board.moves == 4 else moves

    def least(self, units: int, steps: int) -> int:
        """Return the first number of steps from `steps` on that is not excluded; straight moves come back in even numbers."""
        least = max(steps, self.moves(units) + units + 1)
        return least + (least - units - 1) % 2 if self._board.moves == 4 else least

    def find(self, units: int, steps: int, deadline: Deadline) -> Actions | None:
        """Return a plan with one trip, or None where there is none."""
        moves = steps - units - 1
        if self._board.moves == 4:
            moves -= moves % 2
        if moves < self.moves(units):
            return None
        atoms = solved(PROGRAM, self._facts(units, moves), self._seed, deadline)
        if atoms is None:
            return None
        at = {place[0]: place[1] for _, place in atoms}
        return (*collect(self._board, [at[time] for time in sorted(at)], units), "DROP")

    def _facts(self, units: int, moves: int) -> list[Fact]:
        board = self._board
        facts: list[Fact] = [("moves", (moves,)), ("wanted", (units,))]
        facts += walks(board, moves, step=2 if board.moves == 4 else 1)
        if board.moves == 8:
            facts.append(("arc", (board.start, board.start)))
        return facts


def solved(program: str, facts: list[Fact], seed: int, deadline: Deadline) -> frozenset[Fact] | None:
    """Return the atoms of a model; None where there is none. Raise LimitReached at the deadline."""
    problem = ClingoProblem(encoding(program), facts, seed=seed)
    problem.allow(deadline.remaining)
    model = problem.model(())
    return None if model is None else model.atoms


def walks(board: Board, moves: int, step: int) -> list[Fact]:
    """Return what there is for a closed walk: when each cell can be part of it, its neighbours, and its units.

    With straight moves alone a cell is part of it every second time, `step` 2.
    """
    times = ((cell, range(away, moves - away + 1, step)) for cell, away in board.distance.items())
    near = {cell for cell, away in board.distance.items() if 2 * away <= moves}
    facts: list[Fact] = [("may", (time, cell)) for cell, there in times for time in there]
    facts += [("arc", (cell, other)) for cell in near for other in board.neighbours(cell) if other in near]
    return [*facts, *(("energy", (cell, count)) for cell, count in board.units.items() if cell in near)]


def collect(board: Board, walk: list[int], units: int) -> Actions:
    """Return the actions of a walk that takes what it passes until it has so many units; standing still is no action."""
    left = dict(board.units)
    actions: list[str] = []
    for before, cell in zip([walk[0], *walk], walk, strict=False):
        if cell != before:
            actions.append(board.action(before, cell))
        taken = min(units, left.pop(cell, 0))
        units -= taken
        actions += ["TAKE"] * taken
    return tuple(actions)
