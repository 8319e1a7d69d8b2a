"""Workers on this machine: one in this process, or several in spawned ones.

Processes are spawned and not forked because a grounded solver cannot be shared or sent: each opens its own. A process whose
parent is gone ends itself, whatever it is doing. A process that dies does not end the run: see `qsr.run.engines.crew`.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from threading import Thread
from typing import Any, Final, Generic, TypeVar

from qsr.errors import QsrError
from qsr.run.engines import Worker
from qsr.run.engines.crew import in_order

__all__ = ["Apart", "Local", "depend"]

T = TypeVar("T")
D = TypeVar("D")

#: Chunks that a process has: one in hand, and others so that it need not wait where this process has to wait for its turn.
_AHEAD: Final = 4


class Local:
    """Workers on this machine; the address of a cluster is none of its business and has to be None."""

    by_shards = False

    def __init__(self, workers: int, address: str | None = None) -> None:
        if address is not None:
            raise QsrError("the engine local has no address; --ray-address goes with --engine ray")
        self._workers = workers

    def results(self, make: Callable[[], Worker[T, D]], chunks: Iterable[list[T]], lost: Callable[[T], T]) -> Iterator[D]:
        """Yield the result of each chunk in order; see `qsr.run.engines.Engine`."""
        if self._workers <= 1:
            return _here(make, chunks)
        return in_order(partial(_Process, make), self._workers, chunks, lost, BrokenProcessPool, ahead=_AHEAD)


class Apart:
    """One worker in a process of its own, for work that may end it."""

    by_shards = False

    def results(self, make: Callable[[], Worker[T, D]], chunks: Iterable[list[T]], lost: Callable[[T], T]) -> Iterator[D]:
        """Yield the result of each chunk in order; see `qsr.run.engines.Engine`."""
        return in_order(partial(_Process, make), 1, chunks, lost, BrokenProcessPool, ahead=_AHEAD)


def _here(make: Callable[[], Worker[T, D]], chunks: Iterable[list[T]]) -> Iterator[D]:
    worker = make()
    try:
        for chunk in chunks:
            yield worker.chunk(chunk)
    finally:
        worker.close()


class _Process(Generic[T, D]):
    """A worker in a process of its own; a pool of one has its queues and notices that it is gone."""

    def __init__(self, make: Callable[[], Worker[T, D]]) -> None:
        self._pool = ProcessPoolExecutor(1, get_context("spawn"), _start, (make,))
        self.ready: Future[None] = self._pool.submit(_started)

    def submit(self, chunk: list[T]) -> Future[D]:
        """Hand it a chunk."""
        return self._pool.submit(_do, chunk)

    def stop(self) -> None:
        """End the process when it has done what it has in hand."""
        self._pool.shutdown(cancel_futures=True)


_worker: Worker[Any, Any] | None = None
_fault: Exception | None = None


def _start(make: Callable[[], Worker[Any, Any]]) -> None:
    global _worker, _fault
    depend()
    try:
        _worker = make()
    except Exception as error:
        # Raised here it would be taken for the death of the process.
        _fault = error


def _started() -> None:
    if _fault is not None:
        raise _fault


def depend() -> None:
    """Let this process end when its parent is gone, also in the middle of work, and at no Ctrl-C, which reaches the whole group.

    A killed parent cannot tell its workers, which would wait for work for ever.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is not None:
        Thread(target=_leave_with, args=(parent.sentinel,), daemon=True).start()


def _leave_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)


def _do(chunk: list[Any]) -> Any:
    if _worker is None:
        raise RuntimeError("the worker was not started")
    return _worker.chunk(chunk)
