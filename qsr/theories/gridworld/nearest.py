"""Plans without search: to the nearest unit, again and again, and home where the agent is full or has enough.

They are seldom best. The search starts from them, asks only for less steps, and has them to return when its time is up.
"""

from __future__ import annotations

from typing import Final

from qsr.solvers.protocol import Deadline
from qsr.theories.gridworld.board import Board, bits
from qsr.theories.gridworld.front import Actions

__all__ = ["nearest_first"]

_NO_BOUND: Final = Deadline()
#: So many plans are made at once; those of the benchmark's grids have fewer units.
_AT_LEAST: Final = 100


def nearest_first(board: Board, carry: int | None, deadline: Deadline = _NO_BOUND) -> tuple[tuple[int, Actions], ...]:
    """Return for 1, 2, ... units a plan that delivers them, under a limit of one unit or more.

    At the deadline the first plans have to do, so that there always is one.
    """
    left = dict(board.units)
    waiting = sum(1 << cell for cell in left)
    here, carried = board.start, 0
    actions: list[str] = []
    plans: list[tuple[int, Actions]] = []
    while waiting and (len(plans) < _AT_LEAST or not deadline.passed):
        if carried == carry:
            actions += [*board.way(here, board.start), "DROP"]
            here, carried = board.start, 0
        cell = next(next(bits(level & waiting)) for level in board.levels(here) if level & waiting)
        actions += [*board.way(here, cell), "TAKE"]
        here, carried = cell, carried + 1
        left[cell] -= 1
        if not left[cell]:
            waiting ^= 1 << cell
        plans.append((len(plans) + 1, (*actions, *board.way(here, board.start), "DROP")))
    return tuple(plans)
