"""The lines of a file of rows, each no longer than a bound: a longer one is passed over and never held as a whole."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, Final

from qsr.datasets.protocol import BadRow, Row

__all__ = ["LONGEST", "TOO_LONG", "bounded", "lines"]

#: Bytes of a line, and characters of all texts of a row that stands in a document or a table; see docs/limits.md.
LONGEST: Final = 8 * 2**20
TOO_LONG: Final = f"longer than {LONGEST // 2**20} MiB, the longest row that is read"


def lines(file: BinaryIO, before: int = 0) -> Iterator[tuple[int, bytes | None]]:
    """Yield number and bytes of each line, None for the bytes of one that is too long; so many stand before the first."""
    for number, line in enumerate(iter(partial(file.readline, LONGEST + 1), b""), before + 1):
        if len(line) <= LONGEST or line.endswith(b"\n"):
            yield number, line
            continue
        while (rest := file.readline(LONGEST)) and not rest.endswith(b"\n"):
            pass
        yield number, None


def bounded(path: Path, rows: Iterator[Row | BadRow]) -> Iterator[Row | BadRow]:
    """Yield the rows of a document or a table with a bad row for each that is too long; small files have none."""
    if path.suffix != ".parquet" and path.stat().st_size <= LONGEST:
        yield from rows
        return
    for row in rows:
        if isinstance(row, Row) and _size(row.payload) > LONGEST:
            yield BadRow(row.id, row.file, row.line, TOO_LONG)
        else:
            yield row


def _size(value: Any) -> int:
    """Return the characters of all texts in a value of JSON, one more for each value, so that no endless list is small."""
    size, left = 0, [value]
    while left:
        one = left.pop()
        size += 1
        if isinstance(one, str):
            size += len(one)
        elif isinstance(one, dict):
            left += one
            left += one.values()
        elif isinstance(one, list):
            left += one
    return size
