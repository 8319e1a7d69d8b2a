"""What goes to the terminal: safe text, one JSON object, versions."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any, TextIO

from qsr.cli.colours import coloured, painted

if TYPE_CHECKING:
    from qsr.pages import Block

__all__ = ["complain", "paint", "print_json", "safe", "say", "show", "table"]

#: Where `say` prints while standard output belongs to a file that an option names; standard output where None.
printed_to: TextIO | None = None


def safe(text: str) -> str:
    r"""Return text with everything that a terminal might act on or hide written as an escape; line breaks stay.

    >>> safe("a\x1b[2Jb")
    'a\\x1b[2Jb'
    """
    return "".join(char if char.isprintable() or char == "\n" else char.encode("unicode_escape").decode() for char in text)


def paint(text: str, style: str, *, error: bool = False) -> str:
    """Return a text that `say`, or with `error` `complain`, prints in a style of `qsr.cli.colours` where a terminal shows it."""
    return f"<{_mark()}{style}>{text}<{_mark()}>" if coloured(sys.stderr if error else printed_to or sys.stdout) else text


@cache
def _mark() -> str:
    """Return what begins a style in a text that is yet to be made safe: nobody who writes texts or names can know it."""
    return os.urandom(12).hex()


def _coloured(text: str) -> str:
    if _mark() not in text:
        return text
    return re.sub(rf"<{_mark()}(\w+)>(.*?)<{_mark()}>", lambda found: painted(found[2], found[1]), text, flags=re.DOTALL)


def say(text: str = "") -> None:
    """Print a piece of data to standard output, or where `printed_to` says."""
    (printed_to or sys.stdout).write(_coloured(safe(text)) + "\n")


def complain(text: str) -> None:
    """Print an error or a remark to standard error; where that is not possible there is nobody to tell."""
    with suppress(OSError, ValueError):
        sys.stdout.flush()
    with suppress(OSError, ValueError):
        sys.stderr.write(_coloured(safe(text)) + "\n")
        sys.stderr.flush()


def print_json(data: Mapping[str, Any]) -> None:
    """Print one JSON object with the schema's number and the versions; control characters are escaped by JSON itself."""
    from qsr.plain import plain
    from qsr.summary.about import versions

    whole = {"schema": 1, "versions": versions(), **data}
    sys.stdout.write(json.dumps(whole, indent=2, ensure_ascii=True, default=plain) + "\n")


def table(rows: Iterable[tuple[str, ...]]) -> str:
    """Return rows of text as aligned columns."""
    cells = [[safe(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in cells]
    return "\n".join((paint(lines[0], "strong"), *lines[1:])) if lines else ""


def show(blocks: Iterable[Block]) -> None:
    """Print paragraphs, each a line, and tables without their captions."""
    from qsr.pages import Paragraph, Table

    for block in blocks:
        if isinstance(block, Paragraph):
            say(block.text)
        elif isinstance(block, Table):
            say(table((block.head, *block.rows)))
