"""The rows of several files as one stream, and the items that they hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from qsr import datasets
from qsr.datasets.protocol import BadRow, Dataset, Item, Row
from qsr.oracle.job import Job
from qsr.story import Value

__all__ = ["described", "item_of", "items", "restored_value", "rows"]


def rows(job: Job, files: Sequence[str | Path], limit: int | None = None) -> Iterator[Row | BadRow]:
    """Stream the raw rows of several files, at most `limit` good ones."""
    dataset = datasets.get(job.dataset)
    options = datasets.choose(job.dataset, job.options)
    taken = 0
    for file in files:
        for row in datasets.rows(dataset, file, options):
            if isinstance(row, Row):
                if limit is not None and taken >= limit:
                    return
                taken += 1
            yield row


def item_of(dataset: Dataset, row: Row | BadRow, options: Mapping[str, str]) -> Item | BadRow:
    """Return the item of a row; a fault of the reader is one of the row, since a long run must outlive any one of them."""
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
