"""Tables in `.parquet` files: read as rows, copied with some rows changed, and made of JSON lines.

A column is a key. What a table has to fill in where a row says nothing, null, is no key of the row: rows of a table are
then what the same rows would be as JSON lines. Needs the extra `parquet` (pyarrow).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any, Final

from qsr.datasets.forms.parts import Part
from qsr.datasets.protocol import Row
from qsr.errors import DatasetError

__all__ = ["edited", "from_lines", "has_columns", "library", "parquet_rows", "row_count"]

#: How many lines are held at a time.
_BATCH: Final = 10_000
_ESCAPED: Final = re.compile(rb"\\u[dD][89a-fA-F]")


def library(path: Path) -> Any:
    """Return `pyarrow` with its part `parquet`; raise DatasetError, about the file that needs it, where it is missing."""
    try:
        import_module("pyarrow.parquet")
        return import_module("pyarrow")
    except ImportError as error:
        raise DatasetError(
            f'{path}: a .parquet file needs pyarrow: pip install "qsr-reasoning[parquet]"; .jsonl needs nothing'
        ) from error


def parquet_rows(path: Path, part: Part | None = None) -> Iterator[Row]:
    """Yield a row per row of the table or of a part of it; ids are `<path>:<number>`, counted from 1.

    Raise DatasetError where the file is none or holds no table.
    """
    arrow = library(path)
    if not path.is_file():
        raise DatasetError(f"{path}: no such file")
    name = str(path)
    try:
        with arrow.parquet.ParquetFile(path) as table:
            first, last = (0, table.metadata.num_rows) if part is None else (part.first, part.last)
            number, groups = 0, list(range(table.num_row_groups))
            while groups and number + (held := table.metadata.row_group(groups[0]).num_rows) <= first:
                number += held
                del groups[0]
            for batch in table.iter_batches(batch_size=1_000, row_groups=groups):
                if number >= last:
                    return
                # What stands before the part, or behind it, is not made into rows.
                skipped = max(0, min(first - number, batch.num_rows))
                wanted = batch.slice(skipped, last - number - skipped)
                for number_here, content in enumerate(wanted.to_pylist(), number + skipped + 1):
                    yield Row(f"{name}:{number_here}", name, number_here, _said(content))
                number += batch.num_rows
    except (ValueError, OSError) as error:
        raise DatasetError(f"{path}: not a parquet file: {error}") from error


def row_count(path: Path) -> int:
    """Return how many rows a table has; raise DatasetError where the file holds none."""
    try:
        return int(library(path).parquet.read_metadata(path).num_rows)
    except (ValueError, OSError) as error:
        raise DatasetError(f"{path}: not a parquet file: {error}") from error


def has_columns(path: Path, names: Iterable[str]) -> bool:
    """Tell whether a file is a table with these columns."""
    try:
        return set(names) <= set(library(path).parquet.read_schema(path).names)
    except (ValueError, OSError):
        return False


def _said(value: Any) -> Any:
    """Return a value without the keys that its row says nothing of."""
    if isinstance(value, dict):
        return {key: _said(one) for key, one in value.items() if one is not None}
    return [_said(one) for one in value] if isinstance(value, list) else value


def edited(path: Path, target: Path, edits: Mapping[int, Callable[[Any], Any]]) -> None:
    """Copy a table with some rows changed, the types of its columns as they were.

    `edits` has for the number of a row what makes its new content from the old; None leaves it out.
    """
    arrow = library(path)
    table = arrow.parquet.read_table(path)
    made = (edits[number](content) if number in edits else content for number, content in enumerate(table.to_pylist(), 1))
    kept = [content for content in made if content is not None]
    arrow.parquet.write_table(arrow.Table.from_pylist(kept, schema=table.schema), target)


def from_lines(lines: Path, target: Path) -> None:
    """Make a table of a file of JSON objects, a column per key; what is null in every line is a column of texts.

    A column whose values are now a text, now a list of texts, as the answers to SpaRTUN's two kinds of questions are, becomes
    one of lists.
    """
    arrow = library(target)
    listed: set[str] = set()
    fields: dict[str, list[Any]] = {"id": [arrow.field("id", arrow.string())]}
    for batch in _batches(lines):
        for key, values in _columns(batch).items():
            if {str, list} <= {type(value) for value in values}:
                listed.add(key)
            field = arrow.field(key, arrow.array(_listing(values) if key in listed else values).type)
            if field not in fields.setdefault(key, []):
                fields[key].append(field)
    schema = arrow.schema([_common(arrow, found, listed) for found in fields.values()])
    with arrow.parquet.ParquetWriter(target, schema) as writer:
        for batch in _batches(lines):
            columns = _columns(batch, schema.names)
            arrays = {
                key: _listing(values) if schema.field(key).type == _texts(arrow) else values for key, values in columns.items()
            }
            writer.write_table(arrow.Table.from_pydict(arrays, schema=schema))


def _texts(arrow: Any) -> Any:
    return arrow.list_(arrow.string())


def _common(arrow: Any, found: list[Any], listed: set[str]) -> Any:
    """Return the field that holds all that a column was found to hold."""
    name, text = found[0].name, arrow.string()
    if any(one.type == text for one in found) and any(arrow.types.is_list(one.type) for one in found):
        listed.add(name)
    if name in listed:
        return arrow.field(name, _texts(arrow))
    whole = arrow.unify_schemas([arrow.schema([one]) for one in found], promote_options="permissive").field(0)
    return whole.with_type(text) if arrow.types.is_null(whole.type) else whole


def _columns(batch: list[dict[str, Any]], names: Iterable[str] = ()) -> dict[str, list[Any]]:
    keys = dict.fromkeys(names) or dict.fromkeys(key for row in batch for key in row)
    return {key: [row.get(key) for row in batch] for key in keys}


def _listing(values: list[Any]) -> list[Any]:
    return [[value] if isinstance(value, str) else value for value in values]


def _batches(lines: Path) -> Iterator[list[dict[str, Any]]]:
    with lines.open("rb") as file:
        while batch := [
            _writable(json.loads(line)) if _ESCAPED.search(line) else json.loads(line) for line in islice(file, _BATCH)
        ]:
            yield batch


def _writable(value: Any) -> Any:
    """Return a value with a question mark for each half of a surrogate pair, which a table cannot hold."""
    if isinstance(value, dict):
        return {key: _writable(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_writable(one) for one in value]
    return value.encode("utf-8", "replace").decode("utf-8") if isinstance(value, str) else value
