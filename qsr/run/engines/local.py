"""Workers on this machine: one in this process, or several in spawned ones.

Processes are spawned and not forked because a grounded solver cannot be shared or sent: each opens its own. A process whose
parent is gone ends itself, whatever it is doing.
"""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from threading import Thread
from typing import Any, Final, TypeVar

from qsr.errors import QsrError
from qsr.run.engines import Worker

__all__ = ["Local", "depend"]

T = TypeVar("T")
D = TypeVar("D")

#: Chunks under way or waiting to be written, per process: a bounded window keeps memory flat however long the files are.
_WINDOW: Final = 4


class Local:
    """Workers on this machine; the address of a cluster is none of its business and has to be None."""

    def __init__(self, workers: int, address: str | None = None) -> None:
        if address is not None:
            raise QsrError("the engine local has no address; --ray-address goes with --engine ray")
        self._workers = workers

    def results(self, make: Callable[[], Worker[T, D]], chunks: Iterable[list[T]]) -> Iterator[D]:
        """Yield the result of each chunk in order; see `qsr.run.engines.Engine`."""
        return _here(make, chunks) if self._workers <= 1 else _spawned(make, chunks, self._workers)


def _here(make: Callable[[], Worker[T, D]], chunks: Iterable[list[T]]) -> Iterator[D]:
    worker = make()
    try:
        for chunk in chunks:
            yield worker.chunk(chunk)
    finally:
        worker.close()


def _spawned(make: Callable[[], Worker[T, D]], chunks: Iterable[list[T]], workers: int) -> Iterator[D]:
    pending: deque[Future[D]] = deque()
    pool = ProcessPoolExecutor(workers, get_context("spawn"), _start, (make,))
    try:
        for chunk in chunks:
            pending.append(pool.submit(_do, chunk))
            if len(pending) >= _WINDOW * workers:
                yield pending.popleft().result()
        while pending:
            yield pending.popleft().result()
    except BrokenProcessPool as error:
        raise QsrError("a worker process died; the lines written so far are complete, and --resume goes on from them") from error
    finally:
        pool.shutdown(cancel_futures=True)


_worker: Worker[Any, Any] | None = None


def _start(make: Callable[[], Worker[Any, Any]]) -> None:
    global _worker
    depend()
    _worker = make()


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
