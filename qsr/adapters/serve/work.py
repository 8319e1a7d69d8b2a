"""Processes that solve, each within a bound of memory and one request at a time; past the bound of time a process is killed.

A solver deep in its search hears neither exceptions nor signals of Python, and nothing returns memory as surely as the end of a
process: so the bounds are kept from outside. Requests and replies cross as JSON, so that a process gone wrong can send back
nothing but data. A killed process is replaced at once and loads the solvers while nobody waits for it.
"""

from __future__ import annotations

import contextlib
import json
import multiprocessing
import queue
import sys
import threading
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from multiprocessing import connection as connections
from typing import Any, Final

from qsr.errors import QsrError
from qsr.run.engines.local import depend
from qsr.wording import counted

__all__ = ["Bounds", "Perform", "Pool", "WorkFailed"]

#: What a worker does with a request: plain data in, plain data out.
Perform = Callable[[Mapping[str, Any]], dict[str, Any]]

#: Seconds that a process may take to start; on a busy machine importing is slow.
_START: Final = 120.0
#: Replies that a worker serves before it is replaced: parsers and solvers keep what they have read.
_USES: Final = 500
#: Bytes of a reply. A larger one is a defect or a trick; drawings are bounded where they are made.
_LONGEST: Final = 64 * 2**20
_MIB: Final = 2**20


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much one request may take of the machine.

    Parameters
    ----------
    seconds
        Wall time of one request in a worker; at its end the worker is killed.
    memory
        Address space of a worker in MiB. Python and the solvers take about 300 of it before any work.
    text
        Characters of a story.
    workers
        Processes that solve, each one request at a time.
    waiting
        Requests that may wait for a worker; any further one is refused.
    arrival
        Seconds that a request may take to arrive: its head, and its body.
    """

    seconds: float = 10.0
    memory: int = 1500
    text: int = 20_000
    workers: int = 2
    waiting: int = 8
    arrival: float = 10.0


class WorkFailed(QsrError):
    """A request that got no reply: ``"busy"``, ``"time"``, ``"memory"``, ``"ended"`` (the process died) or ``"defect"``."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


class Pool:
    """Workers that share a bounded queue; `ask` may be called from many threads.

    Parameters
    ----------
    bounds
        How much a request may take.
    perform
        What the workers do, a function of a module: they import it themselves.
    first
        A request that a new process performs before it is ready, so that no request of somebody waits for grammars and
        solvers to load.
    """

    def __init__(self, bounds: Bounds, perform: Perform, first: Mapping[str, Any] | None = None) -> None:
        self._bounds = bounds
        self._closed = threading.Event()
        self._counting = threading.Lock()
        self._room = bounds.workers + bounds.waiting
        self._workers = [_Worker(bounds, perform, first, self._closed) for _ in range(bounds.workers)]
        # The last one used comes first: its caches are warm.
        self._idle: queue.LifoQueue[_Worker] = queue.LifoQueue()
        for worker in reversed(self._workers):
            self._idle.put(worker)

    def ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Return what a worker replies; raise WorkFailed where there is no reply within the bounds."""
        with self._counting:
            if not self._room:
                raise WorkFailed("busy", "too many requests are waiting already; try again in a moment")
            self._room -= 1
        try:
            try:
                worker = self._idle.get(timeout=2 * self._bounds.seconds)
            except queue.Empty:
                raise WorkFailed("busy", "every worker is busy with earlier requests; try again in a moment") from None
            try:
                return worker.ask(request)
            finally:
                self._idle.put(worker)
        finally:
            with self._counting:
                self._room += 1

    def room(self) -> int:
        """Return how many more requests would be taken now, at work or waiting."""
        return self._room

    def processes(self) -> list[int]:
        """Return the process ids of the workers."""
        return [worker.process.pid for worker in self._workers if worker.process.pid is not None]

    def close(self) -> None:
        """End every worker, also one that is at work."""
        self._closed.set()
        for worker in self._workers:
            worker.kill()


class _Worker:
    """One process and the pipe to it; a dead one is replaced. Only one thread at a time may ask."""

    def __init__(self, bounds: Bounds, perform: Perform, first: Mapping[str, Any] | None, closed: threading.Event) -> None:
        self._bounds, self._perform, self._first, self._closed = bounds, perform, first, closed
        self._changing = threading.Lock()
        self._ready, self._uses = False, 0
        self._start()

    def ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
        if not self._ready and not self._wait(_START):
            self._replace()
            raise WorkFailed("time", "the solving process did not start in time")
        self._ready = True
        self._uses += 1
        try:
            self._pipe.send_bytes(json.dumps(request).encode("ascii"))
            seconds = request.get("patience", self._bounds.seconds)
            if not self._pipe.poll(seconds):
                self._replace()
                raise WorkFailed("time", f"no answer within {counted(seconds, 'second')}; the work was ended")
            reply: dict[str, Any] = json.loads(self._pipe.recv_bytes(_LONGEST))
        except (EOFError, OSError) as error:
            raise self._ended() from error
        failed = reply.get("failed")
        # What ran out of memory may have left anything half made.
        if failed or self._uses >= _USES:
            self._replace()
        if failed:
            raise WorkFailed(failed["kind"], failed["message"])
        return reply

    def kill(self) -> None:
        with self._changing:
            self.process.kill()
            self.process.join()

    def _wait(self, seconds: float) -> bool:
        """Wait for the word that a new process is ready."""
        try:
            return self._pipe.poll(seconds) and self._pipe.recv_bytes(_LONGEST) == _READY
        except (EOFError, OSError) as error:
            raise self._ended() from error

    def _ended(self) -> WorkFailed:
        self.process.join(1)
        code = self.process.exitcode
        self._replace()
        how = f"by signal {-code}" if code is not None and code < 0 else f"with code {code}"
        return WorkFailed(
            "ended", f"the solving process ended {how}, as it does when its {self._bounds.memory} MiB of memory are too little"
        )

    def _replace(self) -> None:
        self.kill()
        self._pipe.close()
        with self._changing:
            # Without a process in its place the next one to ask would wait for nobody.
            if self._closed.is_set():
                raise WorkFailed("ended", "the server is closing")
            self._start()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        arguments = (theirs, self._bounds.memory, self._perform, self._first)
        self.process = context.Process(target=_work, args=arguments, name="qsr serve worker", daemon=True)
        self.process.start()
        theirs.close()
        self._ready, self._uses = False, 0


_READY: Final = b"ready"


def _work(pipe: connections.Connection[bytes, bytes], memory: int, perform: Perform, first: Mapping[str, Any] | None) -> None:
    """Serve requests until the pipe closes."""
    depend()
    _cap(memory)
    if first is not None:
        _reply(perform, first, memory)
    with contextlib.suppress(EOFError, OSError):
        pipe.send_bytes(_READY)
        while True:
            request = json.loads(pipe.recv_bytes())
            pipe.send_bytes(_reply(perform, request, memory))


def _reply(perform: Perform, request: Mapping[str, Any], memory: int) -> bytes:
    try:
        return json.dumps(perform(request)).encode("ascii")
    except Exception as error:
        if _is_out_of_memory(error):
            failed = {"kind": "memory", "message": f"the work needs more than {memory} MiB of memory"}
        else:
            # A defect of the program: its author wants the whole story, the browser only that there was one.
            traceback.print_exc(file=sys.stderr)
            message = f"a defect of the program ({type(error).__name__}); the server's terminal shows it"
            failed = {"kind": "defect", "message": message}
    return json.dumps({"failed": failed}).encode("ascii")


def _is_out_of_memory(error: BaseException) -> bool:
    """Tell whether Python or a solver ran out of memory; clingo and Z3 say it in words of their own."""
    words = str(error).lower()
    return isinstance(error, MemoryError) or "bad_alloc" in words or "out of memory" in words


def _cap(memory: int) -> None:
    """Bound the address space of this process; systems without such a bound go without it."""
    try:
        import resource
    except ImportError:
        return
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (memory * _MIB, memory * _MIB))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
