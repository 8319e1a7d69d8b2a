"""Work cut into chunks that take about as long as one can bear to do again.

What a killed run had in hand is lost and done again after a resumption, so a chunk should be short in time; and it should hold
many rows where rows are fast, because every chunk has to be sent and written. The sizes change nothing in what a run writes.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final, Generic, TypeVar

from qsr.counts import Counts
from qsr.run.engines import Engine, Worker
from qsr.run.lines import Lines
from qsr.run.reading import lost

__all__ = ["Chunks", "Done", "progress", "written"]

T = TypeVar("T")

_FIRST: Final = 8
_MOST: Final = 1024
_SECONDS: Final = 0.5


class Chunks(Generic[T]):
    """Pieces of a stream, of a size that follows the speed with which they are done.

    Examples
    --------
    >>> chunks = Chunks(range(100))
    >>> pieces = iter(chunks)
    >>> next(pieces)
    [0, 1, 2, 3, 4, 5, 6, 7]
    >>> chunks.took(8, 16.0)
    >>> next(pieces)
    [8]
    """

    def __init__(self, work: Iterable[T]) -> None:
        self._work = iter(work)
        self._size = _FIRST

    def __iter__(self) -> Iterator[list[T]]:
        while chunk := list(islice(self._work, self._size)):
            yield chunk

    def took(self, rows: int, seconds: float) -> None:
        """Say how many seconds a chunk of so many rows took."""
        # A chunk that goes fast may be followed by slow ones: it grows by steps and shrinks at once.
        aimed = int(rows * _SECONDS / max(seconds, 1e-9))
        self._size = max(1, min(aimed, 2 * self._size, _MOST))


C = TypeVar("C", bound=Counts)


@dataclass(frozen=True, slots=True)
class Done(Generic[C]):
    """What comes back for a chunk of so many rows: its lines, the first of which an earlier run wrote, its counts and seconds."""

    rows: int
    lines: list[str]
    recalled: int
    counts: C
    seconds: float


def written(engine: Engine, make: Callable[[], Worker[T, Done[C]]], work: Iterable[T], lines: Lines, whole: C) -> None:
    """Let an engine do the work, write its lines as they come, and add what each chunk counted to the whole, in order.

    A piece of work is a tuple whose first part is a row; see `qsr.run.reading.lost` for one that ends its workers.
    """
    chunks = Chunks(work)
    for done in engine.results(make, chunks, lost):
        chunks.took(done.rows, done.seconds)
        lines.write(done.lines, done.recalled)
        whole.merge(done.counts)


def progress(stream: Iterator[T], total: int | None = None, *, unit: str = "items", title: str | None = None) -> Iterator[T]:
    """Return the stream with a bar on standard error, where that is a terminal."""
    if not sys.stderr.isatty():
        return stream
    from tqdm import tqdm

    return iter(tqdm(stream, desc=title, total=total, unit=f" {unit}", file=sys.stderr))
