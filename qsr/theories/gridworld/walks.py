"""Walks of an agent through a grid world, step by step, and both in characters."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from itertools import zip_longest
from textwrap import wrap
from typing import Any, Final, TypeAlias

from qsr.draw.names import clean, isolate, shorten, width
from qsr.theories.gridworld.simulate import Step
from qsr.theories.gridworld.world import Cell, World

__all__ = [
    "Walk",
    "numbers_by_cell",
    "step_runs",
    "step_words",
    "void_steps",
    "walk_lines",
    "walk_of",
]

_LONGEST_ACTION: Final = 20
#: Characters in a line of a cell, as far as single numbers allow it.
_LONGEST_LINE: Final = 8


#: The steps of one plan.
Walk: TypeAlias = Sequence[Step]


def walk_of(board: World, place: Mapping[int, Sequence[Any]], names: Mapping[int, str]) -> Walk:
    """Return the walk that a witness holds; raise ValueError where a place is not on the board, or it begins elsewhere."""
    steps = []
    for number in sorted(place):
        if len(place[number]) != 4 or not board.inside((place[number][0], place[number][1])):
            raise ValueError(f"expected row, column, units carried and outcome on the board, not {place[number]!r}")
        row, column, carried, outcome = place[number]
        if number:
            steps.append(Step(clean(names.get(number, "")) or "-", (row, column), carried, clean(outcome)))
        elif (row, column) != board.start:
            raise ValueError(f"expected the walk to begin at {board.start}, not at {(row, column)}")
    return steps


def step_words(number: int, step: Step) -> list[str]:
    """Return a step in words: its number, the action, where it ends, what is carried, and why nothing happened.

    >>> step_words(3, Step("TAKE", (1, 0), 2))
    ['3', 'TAKE', 'row 1', 'column 0', 'carries 2']
    """
    row, column = step.cell
    said = [str(number), shorten(step.action, _LONGEST_ACTION), f"row {row}", f"column {column}", f"carries {step.carried}"]
    return [*said, f"nothing happened: {step.outcome.replace('_', ' ')}"] if step.outcome else said


def numbers_by_cell(walk: Walk) -> dict[Cell, list[int]]:
    """Return, for each cell that is entered or acted in, the numbers of those steps."""
    found: dict[Cell, list[int]] = {}
    for number, step in enumerate(walk, 1):
        found.setdefault(step.cell, []).append(number)
    return found


def void_steps(walk: Walk) -> set[int]:
    """Return the numbers of the steps in which nothing happened."""
    return {number for number, step in enumerate(walk, 1) if step.outcome}


def step_runs(numbers: Sequence[int], void: Container[int]) -> list[str]:
    """Return numbers of steps as words: those that follow each other as a run, one in which nothing happened with ``!``.

    >>> step_runs([1, 2, 5, 6, 9], void={6})
    ['1-2', '5', '6!', '9']
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1 and number not in void and number - 1 not in void:
            runs[-1].append(number)
        else:
            runs.append([number])
    return [f"{run[0]}!" if run[0] in void else f"{run[0]}-{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs]


def walk_lines(board: World, walk: Walk) -> list[str]:
    r"""Return the board in characters, with the numbers of the steps in the cells they end in, and below it a line a step.

    Steps in which nothing happened are marked by ``!``; numbers that follow each other are drawn together.

    >>> steps = (Step("UP", (0, 0), 0), Step("TAKE", (0, 0), 1), Step("UP", (0, 0), 1, "off_grid"))
    >>> print("\n".join(walk_lines(World.parse("E . / A O"), steps)))
        0        1
      +--------+---+
    0 | E1-2 3!|   |
      +--------+---+
    1 | A      | O |
      +--------+---+
    1  UP    row 0  column 0  carries 0
    2  TAKE  row 0  column 0  carries 1
    3  UP    row 0  column 0  carries 1  nothing happened: off grid
    """
    here = numbers_by_cell(walk)
    void = void_steps(walk)
    cells = {cell: _content(token, here.get(cell, []), void) for cell, token in board.tokens().items()}
    wide = [max(2, *(len(line) for row in range(board.rows) for line in cells[row, column])) for column in range(board.columns)]
    margin = len(str(board.rows - 1))
    rule = " " * margin + " +" + "".join("-" * (side + 1) + "+" for side in wide)
    head = " " * (margin + 3) + "".join(f"{column:<{side + 2}}" for column, side in enumerate(wide)).rstrip()
    lines = [head, rule]
    for row in range(board.rows):
        for number, parts in enumerate(zip_longest(*(cells[row, column] for column in range(board.columns)), fillvalue="")):
            inside = "".join(f" {part:<{side}}|" for part, side in zip(parts, wide, strict=True))
            lines.append(f"{'' if number else row:>{margin}} |{inside}")
        lines.append(rule)
    table = [step_words(number, step) for number, step in enumerate(walk, 1)]
    sides = [max((width(words[at]) for words in table if at < len(words)), default=0) for at in range(6)]
    return [*lines, *(_aligned(words, sides) for words in table)]


def _content(token: str, numbers: Sequence[int], void: Container[int]) -> list[str]:
    """Return the lines that a cell shows: what is in it, then the steps."""
    words = step_runs(numbers, void)
    mark = "" if token == "." else f"{token}:" if token.isdecimal() and words else token
    return wrap(f"{mark}{' '.join(words)}", _LONGEST_LINE, break_long_words=False, break_on_hyphens=False) or [""]


def _aligned(words: Sequence[str], sides: Sequence[int]) -> str:
    shown = (isolate(word) + " " * (side - width(word)) for word, side in zip(words, sides, strict=False))
    return "  ".join(shown).rstrip()
