"""Files with a row per line or per row of a table, `.jsonl` and `.parquet`: the same keys, the same numbers, the same items."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from qsr.datasets.forms import parquet
from qsr.datasets.forms.json_rows import json_lines
from qsr.datasets.forms.lines import bounded
from qsr.datasets.protocol import BadRow, Row

__all__ = ["SUFFIXES", "edited_rows", "file_rows"]

SUFFIXES: Final = (".jsonl", ".parquet")


def file_rows(path: Path) -> Iterator[Row | BadRow]:
    """Yield a row per row of a `.parquet` file, or per line of any other; the payload is the object, the id `<path>:<number>`.

    Numbers count from 1. Raise DatasetError for a `.parquet` file that holds no table.
    """
    return bounded(path, parquet.parquet_rows(path)) if path.suffix == ".parquet" else json_lines(path)


def edited_rows(path: Path, target: Path, edits: Mapping[int, Callable[[Any], Any]]) -> None:
    """Copy a file of rows with some of them changed; other lines keep their bytes, and columns their types.

    Parameters
    ----------
    path, target
        The original, which is only read, and the copy.
    edits
        Number of a row -> what makes its new content from the old; None leaves it out.
    """
    if path.suffix == ".parquet":
        parquet.edited(path, target, edits)
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
