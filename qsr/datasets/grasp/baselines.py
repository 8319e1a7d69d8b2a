"""Baselines for GRASP that search no plan, to see how much a score is worth.

``random``
    Pairs of a move and TAKE, as many as leave room for the way back (six of them in 20 steps); then all those moves reversed, in
    reverse order, and DROP. Moves are drawn from the allowed set without a look at the grid, so that some of them go nowhere.
``greedy``
    The shortest way to the nearest energy, TAKE, and so on, as long as the steps that are left suffice to get there, to TAKE, to
    walk the whole way back and to DROP; then that way back. Which of several nearest cells it is, is drawn, neighbours being
    looked at in random order. It knows neither the carrying limit nor the cost of a step.
``greedy-limit``
    The same, but where it carries as much as it may it walks back and drops that first, and then sets out again.

The first two are those of the GRASP paper (2024). The recorded runs of its greedy agent with eight moves are no measure of it:
its diagonal moves changed nothing. Here they do. Nothing in this module is used to answer an item unless a baseline was asked for
by name. A plan depends on the seed and on the grid with its constraints, not on the file that the grid stands in.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from random import Random
from typing import Final, NamedTuple

from qsr.errors import DatasetError
from qsr.story import Story
from qsr.theories.gridworld.simulate import DIAGONALS, MOVES
from qsr.theories.gridworld.world import Cell, Rules, World, rules_of, world_of

__all__ = ["BASELINES", "baseline_of", "baseline_plan"]

#: Names of the baselines.
BASELINES: Final = ("random", "greedy", "greedy-limit")

_NAMES: Final = {offset: name for name, offset in MOVES.items()}
#: Of each pair of a random walk: the move, TAKE and the move back.
_STEPS_OF_A_PAIR: Final = 3


class _Task(NamedTuple):
    """A grid and its constraints, and the names of the moves that are allowed."""

    world: World
    rules: Rules
    moves: tuple[str, ...]


def baseline_of(options: Mapping[str, str]) -> tuple[str, int] | None:
    """Return the baseline and the seed that a reader's options choose, None where they choose no baseline.

    Raise DatasetError, with what was expected, for a baseline that there is not, and for a seed that is no whole number or has no
    baseline to go with.

    >>> baseline_of({"baseline": "greedy", "seed": "7"}), baseline_of({})
    (('greedy', 7), None)
    """
    name, seed = options.get("baseline", ""), options.get("seed", "")
    if name and name not in BASELINES:
        raise DatasetError(f"--baseline: expected {' or '.join(BASELINES)}, not {name[:40]!r}")
    if seed and not name:
        raise DatasetError("--seed is for a --baseline; everything else is decided without chance")
    if seed and not (seed.isascii() and seed.isdecimal()):
        raise DatasetError(f"--seed: expected a whole number, not {seed[:40]!r}")
    return (name, int(seed or 0)) if name else None


def baseline_plan(story: Story, name: str, seed: int = 0) -> tuple[str, ...]:
    """Return the actions, in upper case, that a baseline takes.

    Parameters
    ----------
    story
        A story of the theory ``gridworld``: its statements are the cells, its settings the constraints.
    name
        One of `BASELINES`.
    seed
        Equal seeds give equal plans for equal grids and constraints.
    """
    world, rules = world_of(story), rules_of(dict(story.settings))
    task = _Task(world, rules, tuple(move for move in MOVES if rules.moves == 8 or move not in DIAGONALS))
    # Without the name: as long as there is no limit to heed, both greedy ones do the same.
    random = Random(f"{seed}/{_written(task, dict(story.settings).get('cost', '0'))}")
    if name == "random":
        return _random_walk(task, random)
    return _greedy(task, random, rules.carry if name == "greedy-limit" else None)


def _written(task: _Task, cost: str) -> str:
    """Return a task in words from which chance is drawn; plans change with every change here."""
    world, rules = task.world, task.rules
    return (
        f"_Task(size={(world.rows, world.columns)}, start={world.start}, energy={world.energy}, "
        f"obstacles={tuple(sorted(world.obstacles))}, diagonal={rules.moves == 8}, carry={rules.carry}, cost={cost!r}, "
        f"steps={rules.steps})"
    )


def _random_walk(task: _Task, random: Random) -> tuple[str, ...]:
    walked = [random.choice(task.moves) for _ in range(max(task.rules.steps - 1, 0) // _STEPS_OF_A_PAIR)]
    there = [action for move in walked for action in (move, "TAKE")]
    return (*there, *_back(walked), "DROP")[: task.rules.steps]


def _greedy(task: _Task, random: Random, carry: int | None) -> tuple[str, ...]:
    """Return the plan; `carry` is the limit that it heeds, None for none."""
    # Energy at the start is where it should be.
    left = {cell: units for cell, units in task.world.energy if cell != task.world.start}
    plan: list[str] = []
    walked: list[str] = []
    here, carried = task.world.start, 0
    while True:
        way, goal = ([], here) if carried == carry else _nearest(task, random, here, left)
        if carried == carry or goal is None or len(plan) + len(walked) + 2 * len(way) + 2 > task.rules.steps:
            if not carried:
                return tuple(plan)
            plan += [*_back(walked), "DROP"]
            if carried != carry:
                return tuple(plan)
            walked, here, carried = [], task.world.start, 0
            continue
        plan += [*way, "TAKE"]
        walked += way
        here, carried = goal, carried + 1
        left[goal] -= 1


def _nearest(task: _Task, random: Random, here: Cell, left: Mapping[Cell, int]) -> tuple[list[str], Cell | None]:
    """Return the moves to the nearest cell with energy, by breadth-first search, and that cell; None where none is in reach."""
    names = list(task.moves)
    came: dict[Cell, tuple[Cell, str] | None] = {here: None}
    waiting = deque([here])
    while waiting:
        cell = waiting.popleft()
        if left.get(cell):
            return _way(came, cell), cell
        random.shuffle(names)
        for name in names:
            there = (cell[0] + MOVES[name][0], cell[1] + MOVES[name][1])
            if task.world.inside(there) and there not in task.world.obstacles and there not in came:
                came[there] = (cell, name)
                waiting.append(there)
    return [], None


def _way(came: Mapping[Cell, tuple[Cell, str] | None], cell: Cell) -> list[str]:
    way = []
    while (step := came[cell]) is not None:
        cell, name = step
        way.append(name)
    return way[::-1]


def _back(walked: list[str]) -> list[str]:
    """Return the moves that undo a walk.

    >>> _back(["UP", "DOWNLEFT"])
    ['UPRIGHT', 'DOWN']
    """
    offsets = (MOVES[name] for name in reversed(walked))
    return [_NAMES[-row, -column] for row, column in offsets]
