"""The theory `gridworld`: plans are carried out, and that none is better is found by trying all of them.

The search goes breadth first through states (where the agent stands, what it carries, what lies where), so that each is reached
first with the fewest actions; since actions cost the same, nothing else counts. It knows nothing of trips and bounds, with which
the planner works, and so its reach is short: beyond `most` states it says that the bound was not re-checked.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from typing import Any, Final

from qsr.story import Witness
from qsr.theories.checking import Checker, Unchecked
from qsr.theories.gridworld.simulate import ACTIONS, DIAGONALS, MOVES, simulate
from qsr.theories.gridworld.world import Rules, World, rules_of, world_of

__all__ = ["MOST_STATES", "PlanChecker", "best_of"]

MOST_STATES: Final = 400_000
#: Cell, units carried, and units on each cell that has any, sorted.
_State = tuple[tuple[int, int], int, tuple[tuple[tuple[int, int], int], ...]]


class PlanChecker(Checker):
    """The checker of plans, which have no labels: see `qsr.theories.checking.Checker`."""

    def plan_fault(self, actions: Sequence[str], energy: Fraction) -> str:
        """Carry the plan out, and look for a better one; raise Unchecked where there are too many states to look at."""
        if self.question.form != "plan":
            return super().plan_fault(actions, energy)
        world, rules = world_of(self.story), rules_of({**dict(self.story.settings), **self.settings})
        if not all(action in ACTIONS for action in actions):
            return "a plan has other words than actions"
        if len(actions) > rules.steps:
            return f"a plan of {len(actions)} actions, where {rules.steps} count"
        worth = simulate(world, rules, actions).delivered - rules.cost * len(actions)
        if worth != energy:
            return f"the plan is worth {worth} when it is carried out, not {energy}"
        best = best_of(world, rules)
        return "" if best == energy else f"the plan is worth {energy}, and another is worth {best}"

    def fault(self, witness: Witness, label: str, holds: bool) -> str:
        """Say that there are no labels."""
        return "a question about plans has no labels"

    def admits(self, statements: Collection[int], label: str | None, holds: bool = True) -> bool:
        """Raise Unchecked: statements of a drawn grid are not asked about one by one."""
        raise Unchecked("no solver is asked about parts of a grid")


def best_of(world: World, rules: Rules, most: int = MOST_STATES) -> Fraction:
    """Return what the best plan is worth; raise Unchecked where more than `most` states would have to be seen."""
    first: _State = (world.start, 0, world.energy)
    seen = {first}
    level = [first]
    units = dict(world.energy).get(world.start, 0)
    best = Fraction(units)
    total = sum(held for _, held in world.energy)
    for steps in range(1, rules.steps + 1):
        if total - rules.cost * steps <= best:
            return best
        following = []
        for state in level:
            for after in _after(world, rules, state):
                if after not in seen:
                    seen.add(after)
                    following.append(after)
                    best = max(best, dict(after[2]).get(world.start, 0) - rules.cost * steps)
            if len(seen) > most:
                raise Unchecked(f"the bound was not re-checked: the board has more than {most} states")
        level = following
    return best


def _after(world: World, rules: Rules, state: _State) -> Iterator[_State]:
    """Yield the states that one action leads to, those that change nothing left out."""
    (row, column), carried, lying = state
    for name, (down, right) in MOVES.items():
        cell = (row + down, column + right)
        if (rules.moves == 8 or name not in DIAGONALS) and world.inside(cell) and cell not in world.obstacles:
            yield cell, carried, lying
    held: dict[Any, int] = dict(lying)
    here = held.get((row, column), 0)
    if here and (rules.carry is None or carried < rules.carry):
        yield (row, column), carried + 1, _with(held, (row, column), here - 1)
    if carried:
        yield (row, column), 0, _with(held, (row, column), here + carried)


def _with(held: dict[Any, int], cell: tuple[int, int], units: int) -> tuple[tuple[tuple[int, int], int], ...]:
    return tuple(sorted((at, many) for at, many in {**held, cell: units}.items() if many))
