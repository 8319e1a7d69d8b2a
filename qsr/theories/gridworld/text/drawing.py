"""Grids as GRASP draws them: column labels, separators, and a row of cells of three characters each between bars.

::

        0   1   2
      +---+---+---+
     0| A | E |   |
      +---+---+---+
     1|   | O | 2 |
      +---+---+---+

``A`` is the agent, ``E`` one unit of energy, ``O`` an obstacle. The published grids have no more than one unit in a cell; here a
whole number from 1 to 999 says how many there are. A grid may have any number of rows and columns. What is drawn otherwise is an
error with its place: a cell that slid by a column would silently be another world.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from qsr.errors import ParseError
from qsr.story import Span
from qsr.theories.gridworld.world import Cell

__all__ = ["MARKS", "Thing", "draw_grid", "read_drawing"]

#: What a cell may hold, by the names of statements -> how it is drawn.
MARKS: Final = {"start": "A", "obstacle": "O", "energy": "E"}
_UNITS: Final = re.compile(r"[1-9][0-9]*")
_WIDTH: Final = 4
#: Characters that a message shows of what should stand at a fault.
_SHOWN: Final = 16
_KINDS: Final = "a cell holds A, E, O, a number of units from 1 to 999, or nothing, in three characters"


class Thing(NamedTuple):
    """What a cell holds, a key of `MARKS`, with its place in the text; `units` are those of energy."""

    kind: str
    cell: Cell
    span: Span
    units: int = 1


def read_drawing(text: str, *, file: str | None = None) -> tuple[Cell, Span, list[Thing]]:
    """Return the numbers of rows and columns of a grid, its place, and what its cells hold, by rows.

    Blank lines may stand before and behind it, and nothing else.
    Raise ParseError with line and column for anything that is drawn otherwise than the module says.
    """
    lines = list(_lines(text))
    if not lines:
        raise ParseError("expected a grid, and there is none", text, 0, 0, file=file)
    span = (lines[0][1], lines[-1][1] + len(lines[-1][0]))
    columns, rows, found = len(lines[0][0].split()), 0, list[Thing]()
    labels, separator = _frame(columns)
    _same(text, lines[0], labels, "the labels of the columns", file)
    for number, line in enumerate(lines[1:]):
        if number % 2 == 0:
            _same(text, line, separator, f"a separator over {columns} columns", file)
            continue
        label = f"{rows:2d}|"
        cells = [line[0][at : at + _WIDTH - 1] for at in range(len(label), len(label) + _WIDTH * columns, _WIDTH)]
        drawn = label + "".join(f"{content.replace('|', ' '):{_WIDTH - 1}}|" for content in cells)
        _same(text, line, drawn, f"the label of row {rows} and {columns} cells of three characters and a bar", file)
        for column, content in enumerate(cells):
            if held := content.strip():
                first = line[1] + len(label) + _WIDTH * column + content.index(held)
                found.append(_thing(text, held, (rows, column), (first, first + len(held)), file))
        rows += 1
    if len(lines) % 2 or rows == 0:
        raise ParseError("expected a row of cells and a separator below it, and the grid ends", text, span[1], file=file)
    starts = [thing.span for thing in found if thing.kind == "start"]
    if len(starts) != 1:
        raise ParseError("expected one cell with A, where the agent starts", text, *(starts[1] if starts else span), file=file)
    return (rows, columns), span, found


def _lines(text: str) -> Iterator[tuple[str, int]]:
    """Yield the lines from the first that is not blank to the last, each with its offset."""
    start = 0
    found: list[tuple[str, int]] = []
    for line in text.split("\n"):
        found.append((line.rstrip(), start))
        start += len(line) + 1
    filled = [number for number, (line, _) in enumerate(found) if line]
    yield from found[filled[0] : filled[-1] + 1] if filled else ()


def _same(text: str, line: tuple[str, int], expected: str, what: str, file: str | None) -> None:
    """Raise ParseError at the first character in which a line differs from what it should be."""
    drawn, start = line
    if drawn != expected:
        pairs = enumerate(zip(drawn, expected, strict=False))
        at = next((at for at, (one, other) in pairs if one != other), min(len(drawn), len(expected)))
        here = repr(expected[at : at + _SHOWN]) if expected[at:] else "the end of the line"
        raise ParseError(f"expected {what}: here {here}", text, start + at, file=file)


def _thing(text: str, held: str, cell: Cell, span: Span, file: str | None) -> Thing:
    kind = next((kind for kind, mark in MARKS.items() if mark == held), None)
    if kind is not None:
        return Thing(kind, cell, span)
    if _UNITS.fullmatch(held):
        return Thing("energy", cell, span, int(held))
    raise ParseError(f"{_KINDS}, not {held!r}", text, *span, file=file)


def _frame(columns: int) -> tuple[str, str]:
    """Return the line of labels and the separator."""
    return "    " + "".join(f"{column:<{_WIDTH}}" for column in range(columns)).rstrip(), "  +" + "---+" * columns


def draw_grid(rows: int, columns: int, contents: Mapping[Cell, str]) -> str:
    """Return a grid as text, each line closed; `contents` has the one to three characters of each cell that holds something.

    >>> draw_grid(1, 2, {(0, 0): "A", (0, 1): "E"}).splitlines()
    ['    0   1 ', '  +---+---+', ' 0| A | E |', '  +---+---+']
    """
    labels, separator = _frame(columns)
    # One blank follows the last label, as in the published grids.
    lines = [f"{labels} ", separator]
    for row in range(rows):
        cells = "".join(f"{contents.get((row, column), ''):^3}|" for column in range(columns))
        lines += [f"{row:2d}|{cells}", separator]
    return "\n".join(lines) + "\n"
