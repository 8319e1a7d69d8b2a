"""Rows of `.csv` files, and of `.tsv` files: a header with the names of the columns, and a row for each record (RFC 4180).

An empty field says nothing and is no key of its row, so that rows are what the same rows would be as JSON lines.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from io import StringIO
from pathlib import Path
from typing import Any, Final, NamedTuple

from qsr.datasets.forms.json_rows import loose
from qsr.datasets.forms.lines import LONGEST, TOO_LONG
from qsr.datasets.protocol import BadRow, Row
from qsr.errors import DatasetError

__all__ = ["SEPARATORS", "csv_rows", "edited_csv", "from_lines", "has_columns", "typed"]

#: Suffix of a file -> what separates its columns.
SEPARATORS: Final = {".csv": ",", ".tsv": "\t"}

_SIMPLE: Final = re.compile(r"true|false|-?(?:0|[1-9]\d{0,17})(?:\.\d{1,17})?", re.ASCII)


class _Record(NamedTuple):
    """A record, the number of its first line, its text as the file has it, and what is wrong with it as text."""

    line: int
    text: str
    fields: list[str]
    fault: str


def csv_rows(path: Path, read: Callable[[str], Any] = str) -> Iterator[Row | BadRow]:
    """Yield a row per record, its fields by the names of the header as payload; ids are `<path>:<line>`.

    Fields are texts, or what `read` makes of these, such as `typed`.
    Raise DatasetError where there is no header, or a column stands twice in it.
    """
    name, records = str(path), _records(path)
    header = _header(path, records)
    for number, _, fields, fault in records:
        if not fault and len(fields) > len(header):
            fault = f"{len(fields)} fields, where the header names {len(header)} columns"
        if fault:
            yield BadRow(f"{name}:{number}", name, number, fault)
        elif any(fields):
            said = {column: read(field) for column, field in zip(header, fields, strict=False) if field}
            yield Row(f"{name}:{number}", name, number, said)


def edited_csv(path: Path, target: Path, edits: Mapping[int, Callable[[Any], Any]], read: Callable[[str], Any] = str) -> None:
    """Copy a file with some of its records changed, by the number of their first line; all others keep their text.

    An edit makes the new content of a row, as `csv_rows` yields it, from the old; None leaves it out.
    """
    records = _records(path)
    header = _header(path, records)
    with target.open("w", encoding="utf-8", errors="surrogateescape", newline="") as copy:
        copy.write(next(_records(path)).text)
        for number, text, fields, _ in records:
            if number not in edits:
                copy.write(text)
                continue
            content = edits[number]({name: read(field) for name, field in zip(header, fields, strict=False)})
            if content is not None:
                made = StringIO()
                end = "\r\n" if text.endswith("\r\n") else "\n"
                writer = csv.writer(made, delimiter=_separator(path), lineterminator=end)
                writer.writerow([_cell(content.get(column)) for column in header])
                copy.write(made.getvalue())


def from_lines(lines: Path, target: Path, separator: str) -> None:
    """Make a file of records of a file of JSON objects, a column per key; what is no text is written as JSON, null as nothing."""
    with lines.open(encoding="utf-8") as source:
        header = dict.fromkeys(key for line in source for key in json.loads(line))
    with lines.open(encoding="utf-8") as source, target.open("w", encoding="utf-8", errors="replace", newline="") as file:
        writer = csv.writer(file, delimiter=separator, lineterminator="\n")
        if header:
            writer.writerow(header)
        for row in map(json.loads, source):
            writer.writerow([_cell(row.get(column)) for column in header])


def has_columns(path: Path, names: Iterable[str]) -> bool:
    """Tell whether a file has records with these columns."""
    try:
        return set(names) <= set(_header(path, _records(path)))
    except DatasetError:
        return False


def _cell(value: Any) -> str:
    return "" if value is None else value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def typed(field: str) -> Any:
    """Return the value of JSON that a field looks like, else its text.

    >>> [typed(field) for field in ("left", '["left"]', "3", "0.5", "true", "007", "1-2")]
    ['left', ['left'], 3, 0.5, True, '007', '1-2']
    """
    return json.loads(field) if _SIMPLE.fullmatch(field) else loose(field)


def _header(path: Path, records: Iterator[_Record]) -> list[str]:
    header = next(records, _Record(1, "", [], "")).fields
    names = [name.strip() for name in header]
    twice = next((name for name in names if names.count(name) > 1), None)
    if not any(names) or twice is not None:
        raise DatasetError(f"{path}:1: " + ("no header with names of columns" if twice is None else f"two columns {twice!r}"))
    return names


def _separator(path: Path) -> str:
    """Return what separates the columns of a file; where a comma is in numbers, spreadsheets write semicolons."""
    with path.open(encoding="utf-8-sig", errors="surrogateescape") as file:
        header = file.readline(LONGEST)
    return ";" if path.suffix == ".csv" and ";" in header and "," not in header else SEPARATORS[path.suffix]


def _records(path: Path) -> Iterator[_Record]:
    taken: list[str] = []

    def lines(source: Iterable[str]) -> Iterator[str]:
        for line in source:
            taken.append(line)
            yield line

    # A row that is no UTF-8 must not cost the others.
    with path.open(encoding="utf-8-sig", errors="surrogateescape", newline="") as file:
        csv.field_size_limit(LONGEST)
        reader = csv.reader(lines(file), delimiter=_separator(path), strict=True)
        number = 1
        while True:
            fields: list[str] = []
            fault = ""
            try:
                fields = next(reader)
            except StopIteration:
                return
            except csv.Error as error:
                fault = TOO_LONG if "limit" in str(error) else f"not a record: {error}"
            text = "".join(taken)
            if not fault and not text.isascii() and any("\udc80" <= letter <= "\udcff" for letter in text):
                fault = "not UTF-8 text"
            yield _Record(number, text, fields, fault)
            number += len(taken)
            taken.clear()
