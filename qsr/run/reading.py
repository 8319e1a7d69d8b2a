"""The rows of several files as one stream, and the items that they hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from qsr import datasets
from qsr.datasets.protocol import BadRow, Dataset, Item, Row
from qsr.oracle.job import Job
from qsr.story import Value

__all__ = ["Lost", "Placed", "described", "item_of", "items", "lost", "placed_rows", "restored_value", "rows"]


@dataclass(frozen=True, slots=True)
class Lost:
    """A row that nobody can answer: the processes that tried to died of it. It is told as an item that the program failed on."""

    row: Row | BadRow
    error: str = "the process that worked on it died, three times"


def lost(work: Any) -> Any:
    """Return a piece of work, a tuple that begins with a row, with the row as lost."""
    return (Lost(work[0]), *work[1:])


class Placed(NamedTuple):
    """Where a row stands: the index of its file, and its number there, from 1; its line where parts of the file can be read."""

    file: int
    number: int


def placed_rows(job: Job, files: Sequence[str | Path], limit: int | None = None) -> Iterator[tuple[Placed, Row | BadRow]]:
    """Stream the raw rows of several files with their places, at most `limit` good ones."""
    dataset = datasets.get(job.dataset)
    options = datasets.choose(job.dataset, job.options)
    taken = 0
    for index, file in enumerate(files):
        by_line = datasets.divisible(dataset, file)
        for number, row in enumerate(datasets.raw_rows(dataset, file, options), 1):
            if isinstance(row, Row):
                if limit is not None and taken >= limit:
                    return
                taken += 1
            yield Placed(index, row.line if by_line else number), row


def rows(job: Job, files: Sequence[str | Path], limit: int | None = None) -> Iterator[Row | BadRow]:
    """Stream the raw rows of several files, at most `limit` good ones."""
    return (row for _, row in placed_rows(job, files, limit))


def item_of(dataset: Dataset, row: Row | BadRow | Lost, options: Mapping[str, str]) -> Item | BadRow:
    """Return the item of a row; a fault of the reader is one of the row, since a long run must outlive any one of them."""
    row = row.row if isinstance(row, Lost) else row
    try:
        return row if isinstance(row, BadRow) else dataset.item(row, options)
    except Exception as error:
        return BadRow(row.id, row.file, row.line, f"the reader failed: {described(error)}", unread=True)


def restored_value(item: Item, value: Any) -> Value | None:
    """Return an answer to an item from its JSON form; a list is a set where labels are sets, else a path or letters."""
    if not isinstance(value, list):
        return value if isinstance(value, str) else None
    return frozenset(value) if isinstance(item.gold, frozenset) or item.label_set else tuple(value)


def described(error: Exception) -> str:
    """Return what a fault of the program is told as."""
    return f"{type(error).__name__}: {error}"


def items(job: Job, files: Sequence[str | Path], limit: int | None = None) -> Iterator[Item | BadRow]:
    """Stream the items of several files, at most `limit` of them."""
    dataset = datasets.get(job.dataset)
    options = datasets.choose(job.dataset, job.options)
    for row in rows(job, files, limit):
        yield row if isinstance(row, BadRow) else dataset.item(row, options)
