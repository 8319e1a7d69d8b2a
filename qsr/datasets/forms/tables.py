"""Files that are tables by their name, `.parquet`, `.csv` and `.tsv`, made of JSON lines and read as the same values again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final, TextIO

from qsr.datasets.forms import csv_rows, parquet
from qsr.datasets.forms.json_rows import json_values, loose
from qsr.datasets.protocol import Row
from qsr.inputs import readable, stored
from qsr.outputs import Kind, beside, rows_with

__all__ = ["TABLES", "from_lines", "has_columns", "kind", "lines_to", "require", "save_lines", "values"]

TABLES: Final = (".parquet", *csv_rows.SEPARATORS)


def require(path: Path) -> None:
    """Raise DatasetError where a table of this name cannot be written for want of a library."""
    if path.suffix == ".parquet":
        parquet.library(path)


def has_columns(path: Path, names: Iterable[str]) -> bool:
    """Tell whether a file is a table with these columns."""
    return parquet.has_columns(path, names) if path.suffix == ".parquet" else csv_rows.has_columns(path, names)


def from_lines(lines: Path, target: Path, suffix: str) -> None:
    """Make a table of a file of JSON objects, a column per key; the suffix says which form it has."""
    if suffix == ".parquet":
        parquet.from_lines(lines, target)
    else:
        csv_rows.from_lines(lines, target, csv_rows.SEPARATORS[suffix])


def kind(target: Path, name: str, *keys: str) -> Kind:
    """Return the kind of a file of JSON objects with these keys, for `qsr.outputs`, as the name of the file has it."""
    return Kind(name, partial(has_columns, names=keys)) if target.suffix in TABLES else rows_with(name, *keys)


def save_lines(target: Path, lines: Iterable[str]) -> None:
    """Write a whole file of JSON objects: as the table that its name says, else a line each."""
    with lines_to(target) as file:
        file.writelines(f"{line}\n" for line in lines)


@contextmanager
def lines_to(target: Path) -> Iterator[TextIO]:
    """Yield a file for lines of JSON objects; at the end it takes the name of the target, as the table that this says."""
    require(target)
    with beside(target) as part:
        # What is no table grows in its own place: of a pipe the first line comes out before the last is there.
        place = part.with_name(f"{part.name}-lines") if target.suffix in TABLES else part
        try:
            with place.open("w", encoding="utf-8", newline="\n") as file:
                yield file
            if place != part:
                from_lines(place, part, target.suffix)
        finally:
            if place != part:
                place.unlink(missing_ok=True)


def values(
    file: str | Path, parse_float: Callable[[str], Any] | None = None, columns: Iterable[str] = ()
) -> Iterator[tuple[int, Any, str]]:
    """Yield (number, value, error) for each row of a file of answers; the error is empty, or says why there is no value.

    A line of JSON is a row, and so is one of a table; ``-`` is standard input. Fields of records are texts or lists, or with
    `columns`, where qsr itself wrote them, all values of JSON; a row of a table has all of these, None where it says nothing.
    Raise DatasetError where the file cannot be opened.
    """
    empty = dict.fromkeys(columns)
    with readable(str(file)):
        path = stored(file)
        if path.suffix not in TABLES:
            yield from json_values(path, parse_float)
            return
        read = csv_rows.typed if empty else loose
        for row in parquet.parquet_rows(path) if path.suffix == ".parquet" else csv_rows.csv_rows(path, read):
            yield (row.line, {**empty, **row.payload}, "") if isinstance(row, Row) else (row.line, None, row.error)
