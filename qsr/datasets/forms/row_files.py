"""Files of rows: a row per line of `.jsonl` or per row of a table (`.parquet`, `.csv`), or lists of rows in a JSON document.

The same keys, the same numbers, the same items.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from itertools import chain, count
from pathlib import Path
from typing import Any, Final, TypeAlias

from qsr.datasets.forms import parquet
from qsr.datasets.forms.csv_rows import SEPARATORS, csv_rows, edited_csv, typed
from qsr.datasets.forms.json_rows import json_file, json_lines
from qsr.datasets.forms.lines import bounded
from qsr.datasets.forms.parts import Part
from qsr.datasets.protocol import BadRow, Row

__all__ = ["DIVISIBLE", "SUFFIXES", "Lists", "edited_rows", "file_rows"]

#: Files of which parts can be read: a record of `.csv` may have line breaks within.
DIVISIBLE: Final = (".jsonl", ".parquet")
SUFFIXES: Final = (*DIVISIBLE, *SEPARATORS)
#: Finds the lists of rows in the document of a file; raises DatasetError where it has none.
Lists: TypeAlias = Callable[[Path, Any], list[list[Any]]]


def file_rows(path: Path, lists: Lists | None = None, part: Part | None = None) -> Iterator[Row | BadRow]:
    """Yield a row per row of a table, or per line of any other file; the payload is the object, the id `<path>:<number>`.

    Numbers count from 1. Raise DatasetError for a `.parquet` file that holds no table. With `lists` the file is one document,
    and its rows are those of the lists, one list after the other. With `part` only the rows of a part are read.
    """
    if lists is not None:
        return bounded(path, _listed(path, lists))
    if path.suffix in SEPARATORS:
        return csv_rows(path, typed)
    return bounded(path, parquet.parquet_rows(path, part)) if path.suffix == ".parquet" else json_lines(path, part)


def _listed(path: Path, lists: Lists) -> Iterator[Row]:
    for number, row in enumerate(chain.from_iterable(lists(path, json_file(path))), 1):
        yield Row(f"{path}:{number}", str(path), number, row)


def edited_rows(
    path: Path,
    target: Path,
    edits: Mapping[int, Callable[[Any], Any]],
    lists: Lists | None = None,
    separators: tuple[str, str] | None = None,
) -> None:
    """Copy a file of rows with some of them changed; other lines keep their bytes, and columns their types.

    Parameters
    ----------
    path, target
        The original, which is only read, and the copy.
    edits
        Number of a row -> what makes its new content from the old; None leaves it out.
    lists, separators
        Where the rows of a document are, as for `file_rows`, and how it is written.
    """
    if lists is not None:
        document, numbers = json_file(path), count(1)
        for rows in lists(path, document):
            # The rows come first, so that the end of a list takes no number.
            made = ((number, edits[number](row) if number in edits else row) for row, number in zip(rows, numbers, strict=False))
            rows[:] = [row for number, row in made if row is not None or number not in edits]
        target.write_text(json.dumps(document, ensure_ascii=False, separators=separators), encoding="utf-8")
        return
    if path.suffix == ".parquet":
        parquet.edited(path, target, edits)
        return
    if path.suffix in SEPARATORS:
        edited_csv(path, target, edits, typed)
        return
    with path.open("rb") as source, target.open("wb") as copy:
        for number, line in enumerate(source, 1):
            if number not in edits:
                copy.write(line)
                continue
            content = edits[number](json.loads(line.decode("utf-8-sig")))
            if content is not None:
                # Half of a surrogate pair, which JSON can escape, has no other form in UTF-8.
                copy.write(json.dumps(content, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n")
