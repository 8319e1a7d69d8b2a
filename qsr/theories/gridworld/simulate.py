"""What a plan does in a grid world, action by action.

Nothing but whole numbers and fractions, and no solver: this is what plans and their scores are checked against. The rules are
those of GRASP (Tang and Kejriwal 2024): a plan is cut to the steps that count; an action that cannot be carried out changes
nothing and still is a step; a diagonal move looks at the cell it leads to and at no other; TAKE takes one unit from the agent's
cell, DROP leaves everything there, and both are possible on every cell, the first one included.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from qsr.theories.gridworld.world import Cell, Rules, World

__all__ = ["ACTIONS", "DIAGONALS", "MOVES", "Step", "Trace", "simulate"]

#: Straight moves, then diagonals -> rows down and columns to the right.
MOVES: Final[dict[str, Cell]] = {
    "UP": (-1, 0),
    "DOWN": (1, 0),
    "LEFT": (0, -1),
    "RIGHT": (0, 1),
    "UPLEFT": (-1, -1),
    "UPRIGHT": (-1, 1),
    "DOWNLEFT": (1, -1),
    "DOWNRIGHT": (1, 1),
}
DIAGONALS: Final = frozenset(name for name, (down, right) in MOVES.items() if down and right)
ACTIONS: Final = (*MOVES, "TAKE", "DROP")


@dataclass(frozen=True, slots=True)
class Step:
    """One action in capital letters, the agent's cell and what it carries after it, and why nothing happened, else empty.

    The reasons are ``off_grid``, ``into_obstacle``, ``diagonal_not_allowed``, ``unknown_token``, ``take_empty``,
    ``take_at_limit`` and ``drop_nothing``.
    """

    action: str
    cell: Cell
    carried: int
    outcome: str = ""


@dataclass(frozen=True, slots=True)
class Trace:
    """A plan carried out: `steps` are the actions that counted, `energy` the units per cell at the end, `listed` all actions."""

    world: World
    rules: Rules
    steps: tuple[Step, ...]
    energy: tuple[tuple[Cell, int], ...]
    listed: tuple[str, ...]

    @property
    def position(self) -> Cell:
        """The agent's last cell."""
        return self.steps[-1].cell if self.steps else self.world.start

    @property
    def carried(self) -> int:
        """What the agent still carries at the end."""
        return self.steps[-1].carried if self.steps else 0

    @property
    def delivered(self) -> int:
        """Units on the first cell at the end."""
        return self.units(self.world.start)

    def units(self, cell: Cell) -> int:
        """Return the units on a cell at the end."""
        return dict(self.energy).get(cell, 0)

    @property
    def faults(self) -> tuple[str, ...]:
        """The error classes of the plan, sorted: no-ops by name, and what is wrong with the plan as a whole.

        ``too_long``: more actions than count; ``not_back_at_start``, ``carry_left``: how it ends; ``drop_elsewhere``: energy was
        dropped away from the start; ``delivered_zero``: no energy came to the start.
        """
        found = {step.outcome for step in self.steps} - {""}
        start = self.world.start
        whole = {
            "too_long": len(self.listed) > len(self.steps),
            "not_back_at_start": self.position != start,
            "carry_left": self.carried > 0,
            "drop_elsewhere": any(step.action == "DROP" and not step.outcome and step.cell != start for step in self.steps),
            "delivered_zero": self.delivered == 0,
        }
        return tuple(sorted(found | {name for name, true in whole.items() if true}))


def simulate(world: World, rules: Rules, actions: Iterable[str]) -> Trace:
    """Carry out a plan.

    Parameters
    ----------
    world, rules
        Where, and what is allowed; the cost plays no part.
    actions
        Words of `ACTIONS` in any case. Anything else is a step that does nothing; only `rules.steps` of them are carried out.

    Examples
    --------
    >>> trace = simulate(World(1, 2, (0, 0), energy=(((0, 1), 1),)), Rules(), ["RIGHT", "TAKE", "LEFT", "DROP"])
    >>> trace.delivered, trace.position, trace.faults
    (1, (0, 0), ())
    """
    listed = tuple(action.strip().upper() for action in actions)
    energy = Counter(dict(world.energy))
    position, carried = world.start, 0
    steps = []
    for action in listed[: rules.steps]:
        outcome = ""
        if action in MOVES:
            down, right = MOVES[action]
            target = (position[0] + down, position[1] + right)
            outcome = _move(world, rules, action, target)
            position = position if outcome else target
        elif action == "TAKE":
            if not energy[position]:
                outcome = "take_empty"
            elif rules.carry is not None and carried >= rules.carry:
                outcome = "take_at_limit"
            else:
                energy[position] -= 1
                carried += 1
        elif action == "DROP":
            outcome = "" if carried else "drop_nothing"
            energy[position] += carried
            carried = 0
        else:
            outcome = "unknown_token"
        steps.append(Step(action, position, carried, outcome))
    left = tuple(sorted((cell, units) for cell, units in energy.items() if units))
    return Trace(world, rules, tuple(steps), left, listed)


def _move(world: World, rules: Rules, action: str, target: Cell) -> str:
    """Return why a move does nothing, an empty string where it does something."""
    if action in DIAGONALS and rules.moves == 4:
        return "diagonal_not_allowed"
    if not world.inside(target):
        return "off_grid"
    return "into_obstacle" if target in world.obstacles else ""
