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
from dataclasses import dataclass
from random import Random
from typing import Final, TypeAlias

from qsr.errors import DatasetError, UnknownName
from qsr.story import Story

__all__ = ["BASELINES", "baseline_of", "baseline_plan"]

#: Names of the baselines.
BASELINES: Final = ("random", "greedy", "greedy-limit")

#: Row and column, from the upper left corner.
_Cell: TypeAlias = tuple[int, int]

_STRAIGHT: Final[dict[str, _Cell]] = {"UP": (-1, 0), "DOWN": (1, 0), "LEFT": (0, -1), "RIGHT": (0, 1)}
_DIAGONAL: Final[dict[str, _Cell]] = {"UPLEFT": (-1, -1), "UPRIGHT": (-1, 1), "DOWNLEFT": (1, -1), "DOWNRIGHT": (1, 1)}
_NAMES: Final = {offset: name for name, offset in {**_STRAIGHT, **_DIAGONAL}.items()}
#: Of each pair of a random walk: the move, TAKE and the move back.
_STEPS_OF_A_PAIR: Final = 3


@dataclass(frozen=True, slots=True)
class _Task:
    """A grid and its constraints; `carry` is None where there is no limit. Cells are sorted, so that equal tasks look alike."""

    size: _Cell
    start: _Cell
    energy: tuple[tuple[_Cell, int], ...]
    obstacles: tuple[_Cell, ...]
    diagonal: bool
    carry: int | None
    cost: str
    steps: int

    @property
    def moves(self) -> Mapping[str, _Cell]:
        return {**_STRAIGHT, **_DIAGONAL} if self.diagonal else _STRAIGHT


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

    Raises
    ------
    UnknownName
        For another name.
    """
    if name not in BASELINES:
        raise UnknownName("baseline", name, list(BASELINES))
    task = _task(story)
    # Without the name: as long as there is no limit to heed, both greedy ones do the same.
    random = Random(f"{seed}/{task}")
    if name == "random":
        return _random_walk(task, random)
    return _greedy(task, random, task.carry if name == "greedy-limit" else None)


def _task(story: Story) -> _Task:
    found: dict[str, list[_Cell]] = {"size": [], "start": [], "obstacle": []}
    energy = {}
    for statement in story.statements:
        row, column = statement.property("cell")
        if statement.relation == "energy":
            energy[row, column] = int(statement.property("units", 1))
        else:
            found[statement.relation].append((row, column))
    settings = dict(story.settings)
    carry = settings.get("carry", "none")
    return _Task(
        found["size"][0],
        found["start"][0],
        tuple(sorted(energy.items())),
        tuple(sorted(found["obstacle"])),
        settings.get("moves", "4") == "8",
        None if carry == "none" else int(carry),
        settings.get("cost", "0"),
        int(settings.get("steps", "20")),
    )


def _random_walk(task: _Task, random: Random) -> tuple[str, ...]:
    names = list(task.moves)
    walked = [random.choice(names) for _ in range(max(task.steps - 1, 0) // _STEPS_OF_A_PAIR)]
    there = [action for move in walked for action in (move, "TAKE")]
    return (*there, *_back(walked), "DROP")[: task.steps]


def _greedy(task: _Task, random: Random, carry: int | None) -> tuple[str, ...]:
    """Return the plan; `carry` is the limit that it heeds, None for none."""
    # Energy at the start is where it should be.
    left = {cell: units for cell, units in task.energy if cell != task.start}
    plan: list[str] = []
    walked: list[str] = []
    here, carried = task.start, 0
    while True:
        way, goal = ([], here) if carried == carry else _nearest(task, random, here, left)
        if carried == carry or goal is None or len(plan) + len(walked) + 2 * len(way) + 2 > task.steps:
            if not carried:
                return tuple(plan)
            plan += [*_back(walked), "DROP"]
            if carried != carry:
                return tuple(plan)
            walked, here, carried = [], task.start, 0
            continue
        plan += [*way, "TAKE"]
        walked += way
        here, carried = goal, carried + 1
        left[goal] -= 1


def _nearest(task: _Task, random: Random, here: _Cell, left: Mapping[_Cell, int]) -> tuple[list[str], _Cell | None]:
    """Return the moves to the nearest cell with energy, by breadth-first search, and that cell; None where none is in reach."""
    names, moves, blocked = list(task.moves), task.moves, set(task.obstacles)
    came: dict[_Cell, tuple[_Cell, str] | None] = {here: None}
    waiting = deque([here])
    while waiting:
        cell = waiting.popleft()
        if left.get(cell):
            return _way(came, cell), cell
        random.shuffle(names)
        for name in names:
            there = (cell[0] + moves[name][0], cell[1] + moves[name][1])
            inside = 0 <= there[0] < task.size[0] and 0 <= there[1] < task.size[1]
            if inside and there not in blocked and there not in came:
                came[there] = (cell, name)
                waiting.append(there)
    return [], None


def _way(came: Mapping[_Cell, tuple[_Cell, str] | None], cell: _Cell) -> list[str]:
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
    offsets = ({**_STRAIGHT, **_DIAGONAL}[name] for name in reversed(walked))
    return [_NAMES[-row, -column] for row, column in offsets]
