"""Delivering under a limit of one or two units: trips from the start and back, and nothing dropped on the way.

Under these limits no plan is shorter than the best one made of trips, wherever it drops energy and however often it fetches the
same unit again. Proof for two units. Take any plan, and the graph of the moves it makes until its last delivery, an edge for
each move made: a closed walk, so every cell has an even number of edges. Let k units be delivered. Of a set of cells without
the start that holds m of them the plan leaves at least m / 2 times, carrying two at most, and enters it as often: m edges or
more cross its border. By Menger's theorem there are k paths without a common edge from the units' cells to the start. Of the
edges that are left, a cell has an odd number just if an odd number of paths ends there; so they contain paths without a common
edge that join these cells two by two (with two units on one cell joined where they are, and one unit joined with the start if k
is odd). Each pair so joined is a closed walk through the start and two units' cells, and all of them together use no more moves
than the plan. The plan has at least k TAKEs and, bringing two units at a time at most, at least k / 2 DROPs on the start; the
trips have no more. Under a limit of one unit the border is crossed 2 m times, so that each unit has two paths: there and back.

From three units on that fails; see `qsr.theories.gridworld.relays`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Final

from qsr.solvers.clingo import Fact
from qsr.solvers.protocol import Deadline
from qsr.theories.gridworld.board import Board, bits
from qsr.theories.gridworld.front import Actions
from qsr.theories.gridworld.one_trip import solved

__all__ = ["PROGRAM", "Pairs", "Singles"]

PROGRAM: Final = "gridworld_pairs.lp"


class Singles:
    """Deliveries under a limit of one unit: to the nearest units one after the other, which needs no search."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._cells = [cell for cell, units in board.units.items() for _ in range(units)]
        self.most = len(self._cells)
        self._steps = list(accumulate(2 * board.distance[cell] + 2 for cell in self._cells))

    def least(self, units: int, steps: int) -> int:
        """Return the first number of steps from `steps` on that is enough."""
        return max(steps, self._steps[units - 1])

    def find(self, units: int, steps: int, deadline: Deadline) -> Actions | None:
        """Return the trips to the nearest units, or None where they are too long."""
        if self._steps[units - 1] > steps:
            return None
        return tuple(action for cell in self._cells[:units] for action in _trip(self._board, (cell,)))


class Pairs:
    """Deliveries under a limit of two units: pairs, and one single unit where their number is odd.

    Two trips for a single unit each are always longer than one for both: 2 d(u) + 2 d(v) + 4 steps against at most one less,
    since d(u, v) <= d(u) + d(v).
    """

    def __init__(self, board: Board, seed: int = 0) -> None:
        self._board, self._seed = board, seed
        self._cells = [cell for cell, units in board.units.items() for _ in range(units)]
        self.most = len(self._cells)
        self._away = [board.distance[cell] for cell in self._cells]
        self._held = sum(1 << cell for cell in board.units)
        self._units = {cell: [unit for unit, at in enumerate(self._cells) if at == cell] for cell in board.units}
        self._nearest = [self._partners(unit, 1) for unit in range(self.most)]
        halves = sorted(partners[0][0] for partners in self._nearest if partners)
        #: Twice the steps that so many units cost at least, each counted with half of its cheapest pair.
        self._halves = [0, *accumulate(halves)]

    def least(self, units: int, steps: int) -> int:
        """Return the first number of steps from `steps` on that is not excluded; straight moves come back in even numbers."""
        trips, single = divmod(units, 2)
        least = max(steps, -(-self._halves[2 * trips] // 2) + (2 * self._away[0] + 2 if single else 0))
        return least + (least - trips) % 2 if self._board.moves == 4 else least

    def find(self, units: int, steps: int, deadline: Deadline) -> Actions | None:
        """Return a plan made of pairs and at most one single trip, or None where there is none."""
        trips, single = divmod(units, 2)
        if steps < self.least(units, 0):
            return None
        atoms = solved(PROGRAM, self._facts(trips, single, steps), self._seed, deadline)
        if atoms is None:
            return None
        chosen = sorted(arguments for _, arguments in atoms)
        return tuple(action for trip in chosen for action in _trip(self._board, [self._cells[unit] for unit in trip]))

    def _facts(self, trips: int, single: int, steps: int) -> list[Fact]:
        """Return the trips worth considering.

        The other trips use 2 (trips - 1) + single units, so that among one partner more than that, the cheapest ones, each
        unit finds one that is free: a pair outside of all these lists can be exchanged for one that is no longer.
        """
        facts: list[Fact] = [("trips", (trips,)), ("singles", (single,)), ("steps", (steps,))]
        if trips:
            cheapest = self._halves[1]
            rest = (cheapest * (trips - 1)) + (2 * self._away[0] + 2 if single else 0)
            pairs = {
                (min(unit, other), max(unit, other), length)
                for unit in range(self.most)
                if self._nearest[unit] and self._nearest[unit][0][0] + rest <= steps
                for length, other in self._partners(unit, 2 * trips - 1 + single)
                if length + rest <= steps
            }
            facts += [("pair", pair) for pair in sorted(pairs)]
        if single:
            facts += [("single", (unit, 2 * self._away[unit] + 2)) for unit in range(min(self.most, 2 * trips + 1))]
        return facts

    def _partners(self, unit: int, count: int) -> list[tuple[int, int]]:
        """Return the steps of the shortest trips to a unit and another one, at most `count` of them, with that other unit."""
        board, cell, away = self._board, self._cells[unit], self._away[unit]
        found: list[tuple[int, int]] = []
        for apart, level in enumerate(board.levels(cell)):
            # Units this far from the first one are at least |away - apart| from the start.
            if len(found) >= count and found[count - 1][0] <= away + apart + abs(away - apart) + 3:
                break
            here = [other for at in bits(level & self._held) for other in self._units[at] if other != unit]
            found = sorted([*found, *((away + apart + self._away[other] + 3, other) for other in here)])
        return found[:count]


def _trip(board: Board, cells: Sequence[int]) -> Actions:
    """Return the actions of a trip to one or two cells."""
    actions: list[str] = []
    for before, cell in pairwise((board.start, *cells, board.start)):
        actions += [*board.way(before, cell), "DROP" if cell == board.start else "TAKE"]
    return tuple(actions)
