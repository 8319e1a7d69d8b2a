"""The file that a run writes: JSON lines that grow by whole chunks, and behind the last a table made of them if asked for."""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Final, TextIO

from qsr.datasets.forms import tables
from qsr.errors import DatasetError
from qsr.inputs import STANDARD
from qsr.outputs import Kind, beside, claimed, named, rows_with
from qsr.run.resume import Finished

__all__ = ["PREDICTIONS", "VERDICTS", "Lines", "json_line", "lines_beside"]

PREDICTIONS: Final = rows_with("lines of `qsr eval --out`", "id", "answer", "status", "correct", "run")
VERDICTS: Final = rows_with("lines of `qsr check --out`", "id", "sound", "rule", "evidence", "run")

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
    """Return the file of JSON lines that a run with this output writes: itself, or the one beside a table.

    >>> lines_beside(Path("a/predictions.parquet")).name
    'predictions.parquet.jsonl'
    """
    return out.with_name(f"{out.name}.jsonl") if out is not None and out.suffix in tables.TABLES else out


class Lines:
    """Writes the lines of a run, and behind the last of them the table where `out` is one by its name.

    The lines beside a table stay, so that a run can be resumed whenever it was stopped. While it is open, no other
    run can write the file.

    Parameters
    ----------
    out
        The file to write, None for none.
    kind
        What is written there; see `qsr.outputs`.
    inputs
        Files that must not be overwritten.
    resumed
        The mark of the run where it goes on with the lines that the file holds, which are then `finished`; None begins anew.
    force
        Whether a file of another kind is overwritten.

    Raises
    ------
    OutputRefused
        Where the file is of another kind, or another run is writing it.
    DatasetError
        Where it is one of the inputs or of another run than the one to be resumed, or `.parquet` cannot be written for want of
        its library.
    """

    def __init__(
        self,
        out: Path | None,
        kind: Kind,
        inputs: Iterable[str | Path] = (),
        *,
        resumed: str | None = None,
        force: bool = False,
    ) -> None:
        self._out, self._path = out, lines_beside(out)
        # What is resumed shows by its lines that it is of this run.
        self._kind = kind if resumed is None else Kind(kind.name, lambda path: True)
        self._inputs, self._resumed, self._force = inputs, resumed, force
        self._held = ExitStack()
        self._left = 0
        self._file: TextIO | None = None

    def __enter__(self) -> Lines:
        table = Kind(self._kind.name, partial(tables.has_columns, names=("id", "run")))
        targets = [(self._path, self._kind)] if self._path is not None else []
        if self._out is not None and self._out != self._path:
            tables.require(self._out)
            targets.append((self._out, table))
        with ExitStack() as held:
            held.enter_context(claimed(targets, self._inputs, force=self._force))
            self.finished = Finished(self._path if self._resumed is not None else None, self._resumed or "")
            self._left = self.finished.count
            self._held = held.pop_all()
        return self

    def write(self, lines: Sequence[str], recalled: int) -> None:
        """Write the lines of a chunk but for the first of them, so many, that the file holds already.

        Raise DatasetError, and write nothing, for a new line before all those of the file were met: they are not of this run.
        """
        self._left -= recalled
        fresh = lines[recalled:]
        if fresh and self._left > 0:
            raise DatasetError(f"{self._path}: holds lines that belong to none of these rows; it is not resumed")
        if fresh:
            self._append("".join(f"{line}\n" for line in fresh))

    @property
    def path(self) -> Path | None:
        """The file of JSON lines, None where nothing is written."""
        return self._path

    def append_files(self, parts: Iterable[Path]) -> None:
        """Append files of whole lines."""
        self._append("")
        if self._file is not None and self._path is not None:
            for part in parts:
                with part.open("rb") as source, named(self._path):
                    shutil.copyfileobj(source, self._file.buffer)

    def _append(self, text: str) -> None:
        if self._path is None:
            return
        if str(self._path) == STANDARD:
            sys.stdout.write(text)
            return
        with named(self._path):
            # Not before there is a line: a run that fails at once leaves the lines of an earlier one.
            if self._file is None:
                self._file = self._path.open("w" if self._resumed is None else "a", encoding="utf-8", newline="\n")
            self._file.write(text)
            self._file.flush()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        with self._held:
            if error is None:
                self._append("")
            if self._file is not None and self._path is not None:
                with named(self._path):
                    self._file.close()
            if error is None and self._out is not None and self._path is not None and self._path != self._out:
                with beside(self._out) as part:
                    tables.from_lines(self._path, part, self._out.suffix)
