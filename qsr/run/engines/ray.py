"""Workers on a Ray cluster: chunks stream through Ray Data to actors, each of which keeps its grounded solver.

Rows are read where the run was begun and handed to Ray Data through a bounded queue: no node needs the data files (but for a
baseline that learns from them), nothing is held whole, and chunks come back in their order. Each node needs qsr of the same
version. On one machine a pool of processes is faster; see `benchmarks/engines.py`.
"""

from __future__ import annotations

import logging
import os
import pickle
import socket
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from pathlib import Path
from threading import Event, Thread
from typing import Any, Final, TypeVar

from qsr.errors import BackendUnavailable, QsrError
from qsr.run.engines import Worker

__all__ = ["RayData"]

T = TypeVar("T")
D = TypeVar("D")

#: Chunks that wait in the queue, per actor.
_WINDOW: Final = 4
#: Seconds after which the feeding thread looks whether anybody still waits for it.
_PATIENCE: Final = 1.0
#: Seconds within which a cluster has to take a connection.
_KNOCK: Final = 10.0


class RayData:
    """Actors on a cluster.

    Parameters
    ----------
    workers
        How many actors there may be, each with one CPU. One is enough to begin with; others join as the cluster has room.
    address
        Where the cluster is, as `ray.init` takes it; None joins the one that the environment names, or begins one on this machine
        and ends it with the run.

    Raises
    ------
    BackendUnavailable
        Where Ray is not installed.
    """

    def __init__(self, workers: int, address: str | None = None) -> None:
        try:
            self._ray: Any = import_module("ray")
            self._data: Any = import_module("ray.data")
            self._queue: Any = import_module("ray.util.queue")
        except ImportError as error:
            raise BackendUnavailable('the engine ray is not installed: pip install "qsr-reasoning[ray]"') from error
        self._workers, self._address = workers, address

    def results(self, make: Callable[[], Worker[T, D]], chunks: Iterable[list[T]]) -> Iterator[D]:
        """Yield the result of each chunk in order; see `qsr.run.engines.Engine`."""
        begun = not self._ray.is_initialized()
        if begun:
            self._connect()
        # What Ray Data says of its plans and its speed is nobody's concern here; errors are raised.
        talk = logging.getLogger("ray.data")
        level = talk.level
        talk.setLevel(logging.ERROR)
        queue = self._queue.Queue(maxsize=_WINDOW * self._workers, actor_options={"num_cpus": 0})
        feed = _Feed(queue, self._queue.Full, chunks)
        try:
            expected = 0
            for row in self._stream(queue, make).iter_rows():
                if row["number"] != expected:
                    raise QsrError(f"Ray handed back chunk {row['number']} where {expected} was due")
                expected += 1
                done: D = pickle.loads(row["done"])
                yield done
            feed.check()
            if expected != feed.sent:
                raise QsrError(f"Ray handed back {expected} chunks of {feed.sent}")
        except self._ray.exceptions.RayError as error:
            # What went wrong with reading the rows says more than that the stream broke off.
            feed.check()
            raise QsrError(f"the run on Ray broke off: {_first_line(error)}; --resume goes on from the lines written") from error
        finally:
            feed.stop()
            queue.shutdown(force=True)
            talk.setLevel(level)
            if begun:
                self._ray.shutdown()

    def _connect(self) -> None:
        where = {"address": self._address} if self._address is not None else {"include_dashboard": False}
        try:
            _knock(self._address or "")
            self._ray.init(log_to_driver=False, logging_level="ERROR", **where)
        except (RuntimeError, ValueError, OSError) as error:
            raise BackendUnavailable(f"no Ray cluster at {self._address or 'this machine'}: {_first_line(error)}") from error

    def _stream(self, queue: Any, make: Callable[[], Worker[Any, Any]]) -> Any:
        """Return the data set whose rows are results: its one reading task empties the queue, its actors do the work."""
        context = self._data.DataContext.get_current()
        found = (context.enable_progress_bars, context.target_max_block_size, context.execution_options.preserve_order)
        context.enable_progress_bars = False
        # Every chunk is a block of its own: larger blocks would keep it waiting, and on one actor, until they are full.
        context.target_max_block_size = 1
        context.execution_options.preserve_order = True
        try:
            # A data set keeps the settings under which it was made; those of the program around it stay as they are.
            return (
                self._data.from_items([0])
                .map_batches(_Taking(queue), batch_size=1, num_cpus=0)
                .map_batches(
                    _Actor,
                    fn_constructor_args=(pickle.dumps(make), str(Path.cwd())),
                    batch_size=1,
                    num_cpus=1,
                    compute=self._data.ActorPoolStrategy(min_size=1, max_size=self._workers),
                )
            )
        finally:
            context.enable_progress_bars, context.target_max_block_size, context.execution_options.preserve_order = found


def _knock(address: str) -> None:
    """Raise OSError where nobody listens at an address that names a port; Ray itself would wait for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon and port.isdecimal():
        socket.create_connection((host.strip("[]"), int(port)), timeout=_KNOCK).close()


class _Feed:
    """A thread that puts chunks into a queue until there are none, or nobody takes them any more."""

    def __init__(self, queue: Any, full: type[Exception], chunks: Iterable[list[Any]]) -> None:
        self.sent = 0
        self._queue, self._full = queue, full
        self._error: BaseException | None = None
        self._stopped = Event()
        self._thread = Thread(target=self._run, args=(chunks,), daemon=True)
        self._thread.start()

    def _run(self, chunks: Iterable[list[Any]]) -> None:
        try:
            for chunk in chunks:
                if not self._put((self.sent, pickle.dumps(chunk))):
                    return
                self.sent += 1
        except BaseException as error:
            self._error = error
        self._put(None)

    def _put(self, one: tuple[int, bytes] | None) -> bool:
        while not self._stopped.is_set():
            try:
                self._queue.put(one, timeout=_PATIENCE)
            except self._full:
                continue
            except Exception as error:
                self._error = self._error or QsrError(f"Ray takes no more rows: {_first_line(error)}")
                return False
            return True
        return False

    def check(self) -> None:
        """Raise what ended the reading of the rows, if anything did."""
        if self._error is not None:
            raise self._error

    def stop(self) -> None:
        """End the thread; the chunk that it holds is lost."""
        self._stopped.set()
        self._thread.join()


class _Taking:
    """The reading task: chunks from the queue, one by one."""

    def __init__(self, queue: Any) -> None:
        self._queue = queue

    def __call__(self, _: Any) -> Iterator[dict[str, Any]]:
        while (taken := self._queue.get()) is not None:
            number, work = taken
            yield {"number": [number], "work": [work]}
        # A task that Ray begins again finds the end at once, instead of waiting; the count of chunks then says what is missing.
        self._queue.put(None)


class _Actor:
    """A worker inside an actor; rows and results travel as bytes."""

    def __init__(self, make: bytes, folder: str) -> None:
        if Path(folder).is_dir():
            # What names a file relatively was named where the run was begun.
            os.chdir(folder)
        self._worker: Worker[Any, Any] = pickle.loads(make)()

    def __call__(self, batch: dict[str, Any]) -> dict[str, Any]:
        done = [pickle.dumps(self._worker.chunk(pickle.loads(work))) for work in batch["work"]]
        return {"number": batch["number"], "done": done}


def _first_line(error: BaseException) -> str:
    lines = [line for line in str(error).splitlines() if line.strip()]
    return lines[-1].strip() if lines else type(error).__name__
