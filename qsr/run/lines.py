"""The file that a run writes: JSON lines that grow by whole chunks, and behind the last a table made of them if asked for."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, TextIO

from qsr.datasets.forms import parquet
from qsr.errors import DatasetError

__all__ = ["Lines", "json_line", "lines_beside"]

_encode: Final = json.JSONEncoder(ensure_ascii=False).encode
_encode_ascii: Final = json.JSONEncoder(ensure_ascii=True).encode
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def json_line(line: object) -> str:
    r"""Return a line of JSON that can be written as UTF-8: half of a surrogate pair, which a text may hold, stays escaped.

    >>> print(json_line({"id": "Zoë"}), json_line({"id": "\\ud83d"}))
    {"id": "Zoë"} {"id": "\\ud83d"}
    """
    text = _encode(line)
    return text if text.isascii() or _SURROGATE.search(text) is None else _encode_ascii(line)


def lines_beside(out: Path | None) -> Path | None:
    """Return the file of JSON lines that a run with this output writes: itself, or the one beside a `.parquet` file.

    >>> lines_beside(Path("a/predictions.parquet")).name
    'predictions.parquet.jsonl'
    """
    return out.with_name(f"{out.name}.jsonl") if out is not None and out.suffix == ".parquet" else out


class Lines:
    """Writes the lines of a run, and behind the last of them the `.parquet` file where `out` is one.

    The lines beside a `.parquet` file stay, so that a run can be resumed whenever it was stopped.

    Parameters
    ----------
    out
        The file to write, None for none.
    inputs
        Files that must not be overwritten.
    finished
        How many lines the file holds already; with none it is begun anew.

    Raises
    ------
    DatasetError
        Where the file is one of the inputs, or `.parquet` cannot be written for want of its library.
    """

    def __init__(self, out: Path | None, finished: int) -> None:
        self._out, self._path = out, lines_beside(out)
        self._finished = finished
        self._file: TextIO | None = None

    @staticmethod
    def check(out: Path | None, inputs: Iterable[str | Path]) -> None:
        """Raise DatasetError where the output cannot be written, or would overwrite one of the inputs."""
        for path in {out, lines_beside(out)} - {None}:
            if path is not None and path.exists() and any(Path(one).exists() and path.samefile(one) for one in inputs):
                raise DatasetError(f"{path}: would overwrite a data file")
        if out is not None and out.suffix == ".parquet":
            parquet.library(out)

    def __enter__(self) -> Lines:
        if self._path is not None:
            self._file = self._path.open("a" if self._finished else "w", encoding="utf-8", newline="\n")
        return self

    def write(self, lines: Sequence[str], recalled: int) -> None:
        """Write the lines of a chunk but for the first of them, so many, that the file holds already.

        Raise DatasetError, and write nothing, for a new line before all those of the file were met: they are not of this run.
        """
        self._finished -= recalled
        fresh = lines[recalled:]
        if fresh and self._finished > 0:
            raise DatasetError(f"{self._path}: holds lines that belong to none of these rows; it is not resumed")
        if self._file is not None and fresh:
            self._file.write("".join(f"{line}\n" for line in fresh))
            self._file.flush()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._file is not None:
            self._file.close()
        if error is None and self._out is not None and self._path is not None and self._path != self._out:
            parquet.from_lines(self._path, self._out)
