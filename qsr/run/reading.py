"""The rows of several files as one stream, and the items that they hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from qsr import datasets
from qsr.datasets.protocol import BadRow, Item, Row
from qsr.oracle.job import Job

__all__ = ["items", "rows"]


def rows(job: Job, files: Sequence[str | Path], limit: int | None = None) -> Iterator[Row | BadRow]:
    """Stream the raw rows of several files, at most `limit` good ones."""
    dataset = datasets.get(job.dataset)
    options = datasets.choose(job.dataset, job.options)
    taken = 0
    for file in files:
        for row in datasets.raw_rows(dataset, file, options):
            if isinstance(row, Row):
                if limit is not None and taken >= limit:
                    return
                taken += 1
            yield row


def items(job: Job, files: Sequence[str | Path], limit: int | None = None) -> Iterator[Item | BadRow]:
    """Stream the items of several files, at most `limit` of them."""
    dataset = datasets.get(job.dataset)
    options = datasets.choose(job.dataset, job.options)
    for row in rows(job, files, limit):
        yield row if isinstance(row, BadRow) else dataset.item(row, options)
