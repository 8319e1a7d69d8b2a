"""What tells runs apart, and the lines that an earlier run has written: checked, mended where torn, and read again.

A file of results grows by whole lines in the order of the rows. A kill can tear the last one; all others are finished rows.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias

from qsr import datasets, resources
from qsr.datasets.protocol import BadRow, Row
from qsr.errors import DatasetError
from qsr.oracle.job import Job
from qsr.theories.protocol import Theory

__all__ = ["Finished", "Work", "mark"]

#: A raw row, with the line that an earlier run wrote for it.
Work: TypeAlias = tuple[Row | BadRow, dict[str, Any] | None]


def mark(job: Job, theory: Theory, *more: str) -> str:
    """Return digits that stand in every line and differ between runs whose answers may differ.

    Resuming with another reading or theory would mix two runs in one file; the mark is what catches it. `more` is what
    else the lines depend on.
    """
    options = datasets.choose(job.dataset, job.options)
    facts = [
        job.dataset,
        job.theory or "",
        theory.name,
        theory.fingerprint,
        json.dumps([options, asdict(job.limits)], sort_keys=True),
    ]
    return resources.fingerprint(*facts, *more)


class Finished:
    """The complete lines of an earlier run's file; they are read as they are needed, so that memory stays flat.

    Parameters
    ----------
    out
        The file, None where nothing is resumed. A torn last line is cut off; everything else is left as it is.
    mark
        What each line has to carry as `run`.

    Raises
    ------
    DatasetError
        Where the file is not one of this run's, with the line that shows it; the file is then left alone.
    """

    def __init__(self, out: Path | None, mark: str) -> None:
        self.count = 0
        self._out = out
        if out is None or not out.exists():
            return
        end = 0
        with out.open("rb") as file:
            for number, raw in enumerate(file, 1):
                line = _decoded(raw)
                if line is None:
                    if file.read(1):
                        raise DatasetError(f"{out}:{number}: not a line of this command; it is not resumed")
                    break
                if line.get("run") != mark:
                    raise DatasetError(
                        f"{out}:{number}: written by a run with other answers, or another data set, theory, limit or option; "
                        "it is not resumed"
                    )
                self.count += 1
                end += len(raw)
        os.truncate(out, end)

    def beside(self, rows: Iterable[Row | BadRow]) -> Iterator[Work]:
        """Yield each row with its line; raise DatasetError where a line belongs to no row."""
        lines = self._lines()
        number = 0
        for number, row in enumerate(rows, 1):
            line = next(lines, None)
            if line is not None and line.get("id") != row.id:
                raise DatasetError(
                    f"{self._out}:{number}: holds {line.get('id')!r} where this run has {row.id!r}; it is not resumed"
                )
            yield row, line
        if number < self.count:
            raise DatasetError(f"{self._out}:{number + 1}: holds more lines than this run has rows; it is not resumed")

    def among(self, rows: Iterable[Row | BadRow]) -> Iterator[Work]:
        """Yield each row with its line, None for one that has none: where not every row gets a line.

        That a line belongs to no row shows when the next line is to be written; see `qsr.run.lines.Lines.write`.
        """
        lines = self._lines()
        line = next(lines, None)
        for row in rows:
            if line is not None and line.get("id") == row.id:
                yield row, line
                line = next(lines, None)
            else:
                yield row, None

    def _lines(self) -> Iterator[dict[str, Any]]:
        if not self.count or self._out is None:
            return
        with self._out.open("rb") as file:
            for raw in islice(file, self.count):
                yield json.loads(raw)


def _decoded(raw: bytes) -> dict[str, Any] | None:
    """Return what a whole line holds, None where it is torn or no object."""
    if not raw.endswith(b"\n"):
        return None
    try:
        line = json.loads(raw)
    except (ValueError, RecursionError):
        return None
    return line if isinstance(line, dict) else None
