"""Workers on a Ray cluster: actors, each of which keeps its grounded solver, reads the rows of a shard and writes their lines.

What goes to an actor and comes back is a shard's name and its counts; see `qsr.run.shards`. Each node needs qsr of the same
version, and the files under the same names.
"""

from __future__ import annotations

import os
import pickle
import socket
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

from qsr.errors import BackendUnavailable, QsrError
from qsr.run.engines import Worker
from qsr.run.engines.crew import in_order

__all__ = ["RayActors"]

T = TypeVar("T")
D = TypeVar("D")

#: Seconds within which a cluster has to take a connection.
_KNOCK: Final = 10.0


class RayActors:
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

    by_shards = True

    def __init__(self, workers: int, address: str | None = None) -> None:
        try:
            self._ray: Any = import_module("ray")
        except ImportError as error:
            raise BackendUnavailable('the engine ray is not installed: pip install "qsr-reasoning[ray]"') from error
        self._workers, self._address = workers, address

    def results(self, make: Callable[[], Worker[T, D]], chunks: Iterable[list[T]], lost: Callable[[T], T]) -> Iterator[D]:
        """Yield the result of each chunk in order; see `qsr.run.engines.Engine`."""
        begun = not self._ray.is_initialized()
        if begun:
            self._connect()
        errors = self._ray.exceptions
        died = (errors.RayActorError, errors.WorkerCrashedError, errors.OutOfMemoryError)
        try:
            # Once to the cluster, however many actors there are: answers of a model may be part of it.
            opening = self._ray.put(pickle.dumps(make))
            yield from in_order(partial(_Remote, self._ray, opening), self._workers, chunks, lost, died)
        except errors.RayError as error:
            cause = getattr(error, "cause", None)
            if isinstance(cause, QsrError):
                raise cause from error
            raise QsrError(f"the run on Ray broke off: {_first_line(error)}; --resume goes on from the lines written") from error
        finally:
            if begun:
                self._ray.shutdown()

    def _connect(self) -> None:
        where = {"address": self._address} if self._address is not None else {"include_dashboard": False}
        # A Ray that is begun here would put its workers behind all else that the machine does (nice 15), where a pool is not.
        os.environ.setdefault("RAY_worker_niceness", "0")
        try:
            _knock(self._address or "")
            self._ray.init(log_to_driver=False, logging_level="ERROR", **where)
        except (RuntimeError, ValueError, OSError) as error:
            raise BackendUnavailable(f"no Ray cluster at {self._address or 'this machine'}: {_first_line(error)}") from error


def _knock(address: str) -> None:
    """Raise OSError where nobody listens at an address that names a port; Ray itself would wait for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon and port.isdecimal():
        socket.create_connection((host.strip("[]"), int(port)), timeout=_KNOCK).close()


class _Remote(Generic[T, D]):
    """A worker in an actor."""

    def __init__(self, ray: Any, opening: Any) -> None:
        self._ray = ray
        # What it died of is for the crew to judge, and not to be done again behind its back.
        self._actor = ray.remote(num_cpus=1, max_restarts=0, max_task_retries=0)(_Actor).remote()
        self.ready: Future[None] = self._actor.open.remote(opening, str(Path.cwd())).future()

    def submit(self, chunk: list[T]) -> Future[D]:
        """Hand it a chunk."""
        found: Future[D] = self._actor.chunk.remote(chunk).future()
        return found

    def stop(self) -> None:
        """End the actor."""
        self._ray.kill(self._actor)


class _Actor:
    """What an actor is; opened by a call of its own, so that what goes wrong with that is told as an error and not as a death."""

    def open(self, make: bytes, folder: str) -> None:
        """Open the worker."""
        if Path(folder).is_dir():
            # What names a file relatively was named where the run was begun.
            os.chdir(folder)
        self._worker: Worker[Any, Any] = pickle.loads(make)()

    def chunk(self, work: list[Any]) -> Any:
        """Do a chunk."""
        return self._worker.chunk(work)


def _first_line(error: BaseException) -> str:
    lines = [line for line in str(error).splitlines() if line.strip()]
    return lines[-1].strip() if lines else type(error).__name__
