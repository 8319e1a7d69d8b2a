"""Tables in characters."""

from __future__ import annotations

from collections.abc import Sequence

from qsr.draw.names import isolate, width

__all__ = ["table"]


def table(rows: Sequence[Sequence[str]], above: Sequence[str] = ()) -> str:
    """Return rows as lines of text, columns aligned as a terminal shows them, below other lines."""
    columns = range(max(map(len, rows), default=0))
    widths = [max(width(row[column]) for row in rows if column < len(row)) for column in columns]
    lines = ("  ".join(isolate(cell) + " " * (widths[i] - width(cell)) for i, cell in enumerate(row)).rstrip() for row in rows)
    return "\n".join([*above, *lines])
