"""Grids with rules, as stories; and stories as grids.

A grid world has one entity, the agent. Each cell that holds something is a statement whose span is its place in the text:
`start`, `obstacle` and `energy`, with the property `cell` (row, column) and, where there is more than one, `units`; one
statement `size` has the number of rows and columns as its cell. The rules, which the text does not say, are the story's settings:
`moves` (``4``, or ``8`` with diagonals), `carry` (``none``, or how many units at most), `cost` of each step, and `steps`, how
many a plan may have.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from qsr.errors import ParseError
from qsr.language.guard import guarded
from qsr.logic import Relation
from qsr.story import Question, Span, Statement, Story
from qsr.theories.gridworld.text.drawing import MARKS, draw_grid, read_drawing
from qsr.theories.gridworld.world import SETTINGS, Cell

__all__ = ["AGENT", "RULES", "ask", "read", "read_json", "write"]

AGENT: Final = "agent"
#: The rules and what they are where nothing is said.
RULES: Final[Mapping[str, str]] = {key: one.values[0] for key, one in SETTINGS.items()}
QUESTION: Final = "What is the best plan?"
_ASKS: Final = re.compile(r"(?:what\s+is\s+)?(?:the\s+)?(?:best|optimal)\s+plan\s*\??", re.IGNORECASE)
_LARGEST: Final = 999
#: Distances are kept for every pair of cells that matter; the benchmark's grids have 121 cells.
_MOST_CELLS: Final = 16_384


@guarded
def read(text: str, *, file: str | None = None, **rules: str) -> Story:
    r"""Read a drawn grid; the keywords are the rules that differ from `RULES`.

    Raise ParseError with the place for a grid that is drawn otherwise than the module `drawing` says, and for a rule
    that is none.

    >>> from qsr.theories.gridworld.text import read, write
    >>> grid = write(read("    0   1\n  +---+---+\n 0| A | E |\n  +---+---+\n"))
    >>> story = read(grid, moves="8", cost="0.3")
    >>> [(one.relation, one.property("cell")) for one in story.statements]
    [('size', (1, 2)), ('start', (0, 0)), ('energy', (0, 1))]
    """
    for key, value in rules.items():
        if key not in RULES or not SETTINGS[key].takes(value):
            known = "; ".join(f"{name}: {' or '.join(SETTINGS[name].shown)}" for name in RULES)
            raise ParseError(f"{key}: {value} is no rule of a grid world; expected {known}", file=file)
    size, place, things = read_drawing(text, file=file)
    _few_enough(*size, file)
    said: list[tuple[str, Span, dict[str, Any]]] = [("size", place, {"cell": size})]
    said += [(kind, span, {"cell": cell} | ({"units": units} if units > 1 else {})) for kind, cell, span, units in things]
    statements = tuple(
        Statement(number, Relation.of(relation), (0,), span, tuple(sorted(properties.items())))
        for number, (relation, span, properties) in enumerate(said)
    )
    settings = (("theory", "gridworld"), *{**RULES, **rules}.items())
    return Story((AGENT,), statements, (Question(0, "plan", (0,), text=QUESTION),), text, settings, file)


@guarded
def ask(story: Story, question: str) -> Story:
    """Return the story, which already asks for its best plan; raise ParseError for every other question.

    >>> from qsr.theories.gridworld.text.drawing import draw_grid
    >>> len(ask(read(draw_grid(1, 1, {(0, 0): "A"})), "the best plan?").questions)
    1
    """
    if not _ASKS.fullmatch(question.strip()):
        raise ParseError(f"the one question about a grid world is {QUESTION!r}", question, 0, len(question), file=story.file)
    return story


def read_json(row: Mapping[str, Any], *, file: str | None = None, **rules: str) -> Story:
    """Read a grid from a JSON object: a published row, or one with its cells in numbers.

    A row has the drawing under `grid`; where it says `start`, [row, column], that must be the cell of the A. In numbers a grid is
    ``{"rows": 2, "columns": 3, "start": [0, 0], "energy": [[0, 1], [1, 2, 5]], "obstacles": [[1, 1]]}``; a third number at a
    store of energy is how many units there are. Raise ParseError for anything else.
    """
    if not isinstance(row, Mapping):
        raise ParseError("expected a JSON object with a grid", file=file)
    if "grid" in row:
        if not isinstance(row["grid"], str):
            raise ParseError("expected the drawing of a grid, a text, under 'grid'", file=file)
        story = read(row["grid"], file=file, **rules)
        drawn = next(one for one in story.statements if one.relation == "start")
        start = row.get("start")
        if start is not None and start != list(drawn.property("cell")):
            message = f"expected the agent in the cell {start!r} that the row calls its start"
            raise ParseError(message, story.text, *drawn.span, file=file)
        return story
    return read(_drawn(row, file), file=file, **rules)


def _drawn(row: Mapping[str, Any], file: str | None) -> str:
    rows, columns = row.get("rows", 0), row.get("columns", 0)
    if not (_whole(rows, 1) and _whole(columns, 1)):
        message = f"expected 'grid', or whole numbers from 1 to {_LARGEST} as 'rows' and 'columns'"
        raise ParseError(message, file=file)
    _few_enough(rows, columns, file)
    contents: dict[Cell, str] = {}

    def put(name: str, entry: Any, mark: str, lengths: Sequence[int]) -> None:
        numbers = entry if isinstance(entry, list) and len(entry) in lengths else None
        inside = numbers is not None and all(_whole(n, 0) and n < most for n, most in zip(numbers, (rows, columns), strict=False))
        if numbers is None or not inside or not all(_whole(n, 1) for n in numbers[2:]):
            expected = "[row, column, units]" if len(lengths) > 1 else "[row, column]"
            raise ParseError(f"expected {expected} within {rows} x {columns} under {name!r}, not {str(entry)[:40]}", file=file)
        cell = (numbers[0], numbers[1])
        if cell in contents:
            raise ParseError(f"two things are in the cell {list(cell)}, the second under {name!r}", file=file)
        contents[cell] = str(numbers[2]) if len(numbers) > 2 and numbers[2] > 1 else mark

    put("start", row.get("start"), "A", (2,))
    for name, mark, lengths in (("obstacles", "O", (2,)), ("energy", "E", (2, 3))):
        entries = row.get(name, [])
        if not isinstance(entries, list):
            raise ParseError(f"expected a list of cells under {name!r}", file=file)
        for entry in entries:
            put(name, entry, mark, lengths)
    return draw_grid(rows, columns, contents)


def _few_enough(rows: int, columns: int, file: str | None) -> None:
    if rows * columns > _MOST_CELLS:
        raise ParseError(f"a grid of at most {_MOST_CELLS:,} cells was expected, not of {rows} x {columns}", file=file)


def _whole(value: Any, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= _LARGEST


def write(story: Story) -> str:
    """Return the grid of a story in the published form, from its statements alone; raise ValueError for other stories."""
    sizes = [one.property("cell") for one in story.statements if one.relation == "size"]
    if len(sizes) != 1:
        raise ValueError("the story is no grid world: it does not say its size")
    rows, columns = sizes[0]
    contents = {}
    for one in story.statements:
        if one.relation in MARKS:
            units = one.property("units", 1)
            contents[one.property("cell")] = str(units) if units > 1 else MARKS[one.relation]
    return draw_grid(rows, columns, contents)
