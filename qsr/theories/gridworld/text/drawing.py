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
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from qsr.errors import ParseError
from qsr.story import Span

__all__ = ["Cell", "Drawing", "draw_grid", "read_drawing"]

#: Row and column, counted from 0 at the top left.
Cell: TypeAlias = tuple[int, int]

_LABEL: Final = re.compile(r"[ \t]*(\d+)\|")
_LABELS: Final = re.compile(r"\S+")
_WIDTH: Final = 4
_KINDS: Final = "a cell holds A, E, O, a number of units from 1 to 999, or nothing, in three characters"


@dataclass(slots=True)
class Drawing:
    """What a drawn grid holds: its size, and the place in the text of the agent, of each obstacle and of each store of energy."""

    rows: int = 0
    columns: int = 0
    span: Span = (0, 0)
    start: tuple[Cell, Span] | None = None
    obstacles: dict[Cell, Span] = field(default_factory=dict)
    energy: dict[Cell, tuple[int, Span]] = field(default_factory=dict)


def read_drawing(text: str, *, file: str | None = None) -> Drawing:
    """Read a grid; blank lines may stand before and behind it, and nothing else.

    Raise ParseError with line and column for anything that is drawn otherwise than the module says.
    """
    lines = list(_lines(text))
    if not lines:
        raise ParseError("expected a grid, and there is none", text, 0, 0, file=file)
    found = Drawing(columns=_columns(text, *lines[0], file), span=(lines[0][1], lines[-1][1] + len(lines[-1][0])))
    _separator(text, *_line_at(text, lines, 1, "a separator line such as +---+---+", file), found.columns, file)
    for number in range(2, len(lines), 2):
        _row(text, *lines[number], found, file)
        _separator(text, *_line_at(text, lines, number + 1, "a separator line below the row", file), found.columns, file)
        found.rows += 1
    if found.rows == 0:
        raise ParseError("expected a row of cells below the separator", text, len(text.rstrip()), file=file)
    if found.start is None:
        raise ParseError("expected one cell with A, where the agent starts", text, found.span[0], found.span[1], file=file)
    return found


def _lines(text: str) -> Iterator[tuple[str, int]]:
    """Yield the lines from the first that is not blank to the last, each with its offset."""
    start = 0
    found: list[tuple[str, int]] = []
    for line in text.split("\n"):
        found.append((line.rstrip(), start))
        start += len(line) + 1
    filled = [number for number, (line, _) in enumerate(found) if line]
    yield from found[filled[0] : filled[-1] + 1] if filled else ()


def _line_at(text: str, lines: list[tuple[str, int]], number: int, expected: str, file: str | None) -> tuple[str, int]:
    if number < len(lines):
        return lines[number]
    end = lines[-1][1] + len(lines[-1][0])
    raise ParseError(f"expected {expected}, and the grid ends", text, end, file=file)


def _columns(text: str, line: str, start: int, file: str | None) -> int:
    """Return the number of columns, from the line of their labels."""
    labels = list(_LABELS.finditer(line))
    for column, label in enumerate(labels):
        here = start + label.start()
        if label.group() != str(column):
            raise ParseError(f"expected the label {column} of a column", text, here, start + label.end(), file=file)
        if label.start() != _WIDTH * (column + 1):
            expected = f"expected the label {column} in column {_WIDTH * (column + 1) + 1} of the line"
            raise ParseError(expected, text, here, start + label.end(), file=file)
    if not labels:
        raise ParseError("expected the labels of the columns, 0 1 2 ...", text, start, start + len(line), file=file)
    return len(labels)


def _separator(text: str, line: str, start: int, columns: int, file: str | None) -> None:
    expected = "  +" + "---+" * columns
    if line == expected:
        return
    # The first character that differs is the fault.
    place = next((at for at, (one, other) in enumerate(zip(line, expected, strict=False)) if one != other), None)
    at = min(len(line), len(expected)) if place is None else place
    raise ParseError(f"expected the separator {_shown(expected)} over {columns} columns", text, start + at, file=file)


def _shown(expected: str) -> str:
    return repr(expected) if len(expected) <= 60 else repr(expected[:57] + "...")


def _row(text: str, line: str, start: int, found: Drawing, file: str | None) -> None:
    label = _LABEL.match(line)
    if label is None or int(label[1]) != found.rows or label.end() != max(3, len(label[1]) + 1):
        end = start + (label.end() if label else len(line))
        raise ParseError(f"expected the label of row {found.rows}, as in '{found.rows:2d}|'", text, start, end, file=file)
    at = label.end()
    for column in range(found.columns):
        content, bar = line[at : at + _WIDTH - 1], line[at + _WIDTH - 1 : at + _WIDTH]
        if len(content) < _WIDTH - 1 or "|" in content or bar != "|":
            bad = at + (content.index("|") if "|" in content else min(len(content), _WIDTH - 1))
            message = f"expected a cell of three characters and a bar for column {column} of {found.columns}"
            raise ParseError(message, text, start + bad, file=file)
        _cell(text, content, start + at, (found.rows, column), found, file)
        at += _WIDTH
    if line[at:]:
        message = f"expected the end of the row behind {found.columns} cells"
        raise ParseError(message, text, start + at, start + len(line), file=file)


def _cell(text: str, content: str, start: int, cell: Cell, found: Drawing, file: str | None) -> None:
    held = content.strip()
    if not held:
        return
    first = start + content.index(held)
    span = (first, first + len(held))
    if held == "A":
        if found.start is not None:
            message = "expected one agent, and this is the second A"
            raise ParseError(message, text, *span, file=file)
        found.start = cell, span
    elif held == "O":
        found.obstacles[cell] = span
    elif held == "E":
        found.energy[cell] = 1, span
    elif held.isascii() and held.isdecimal() and held[0] != "0":
        found.energy[cell] = int(held), span
    else:
        raise ParseError(f"{_KINDS}, not {held!r}", text, *span, file=file)


def draw_grid(rows: int, columns: int, contents: Mapping[Cell, str]) -> str:
    """Return a grid as text, each line closed; `contents` has the one to three characters of each cell that holds something.

    >>> draw_grid(1, 2, {(0, 0): "A", (0, 1): "E"}).splitlines()
    ['    0   1 ', '  +---+---+', ' 0| A | E |', '  +---+---+']
    """
    separator = "  +" + "---+" * columns
    # One blank follows the last label, as in the published grids.
    lines = ["    " + "".join(f"{column:<{_WIDTH}}" for column in range(columns)).rstrip() + " ", separator]
    for row in range(rows):
        cells = "".join(f"{contents.get((row, column), ''):^3}|" for column in range(columns))
        lines += [f"{row:2d}|{cells}", separator]
    return "\n".join(lines) + "\n"
