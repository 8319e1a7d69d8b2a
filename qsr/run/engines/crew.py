"""Workers that may die, and results in the order of the work all the same.

A worker that dies takes down the chunk that it had in hand, and nothing else. The chunk is tried again by a new worker; where
that one dies too, piece by piece, so that a single piece that kills whoever touches it does not cost the others. A piece that has
ended three workers is handed on as `lost`: the next worker writes down that it was, and does not do it.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar

from qsr.errors import QsrError

__all__ = ["TRIES", "Hired", "in_order"]

T = TypeVar("T")
D = TypeVar("D")
#: An exception or several, as `isinstance` takes them.
Errors: TypeAlias = type[BaseException] | tuple[type[BaseException], ...]

#: How many workers may die of one piece of work.
TRIES: Final = 3
#: Chunks under way or waiting to be handed back, per worker: a bounded window keeps memory flat however much work there is.
_WINDOW: Final = 4

_log: Final = logging.getLogger(__name__)


class Hired(Protocol[T, D]):
    """A worker in a process of its own, which does its chunks one after the other."""

    ready: Future[Any]

    def submit(self, chunk: list[T]) -> Future[D]:
        """Hand it a chunk."""

    def stop(self) -> None:
        """End the process."""


@dataclass(eq=False)
class _Task(Generic[T, D]):
    work: list[T]
    deaths: int = 0
    lost: bool = False
    done: bool = False
    future: Future[D] | None = None


@dataclass(eq=False)
class _Member(Generic[T, D]):
    hired: Hired[T, D]
    ready: bool = False
    tasks: deque[_Task[T, D]] = field(default_factory=deque)


def in_order(
    hire: Callable[[], Hired[T, D]],
    workers: int,
    chunks: Iterable[list[T]],
    lost: Callable[[T], T],
    died: Errors,
    *,
    ahead: int = 1,
) -> Iterator[D]:
    """Yield the result of each chunk in order; one that had to be done piece by piece has a result for each piece.

    Parameters
    ----------
    hire
        Begins a worker.
    workers
        How many of them there are at a time. One that is not ready yet keeps nothing waiting.
    chunks
        The work, drawn little by little.
    lost
        Makes of a piece that ended `TRIES` workers what tells so.
    died
        The error of a chunk whose worker is gone.
    ahead
        Chunks that a worker is given at a time. With more than one it has to hand back each before it begins the next: what it
        dies of is taken to be the first that did not come back.

    Raises
    ------
    QsrError
        Where workers die although they have nothing to do, or of being told what is lost.
    """
    crew = _Crew(hire, workers, lost, died, ahead)
    source = iter(chunks)
    try:
        while crew.draw(source):
            crew.give()
            crew.wait()
            yield from crew.due()
    finally:
        crew.stop()


class _Crew(Generic[T, D]):
    def __init__(self, hire: Callable[[], Hired[T, D]], workers: int, lost: Callable[[T], T], died: Errors, ahead: int) -> None:
        self._hire, self._lost, self._died, self._ahead = hire, lost, died, ahead
        #: What was drawn and not handed back, in order; and what of it no worker has.
        self._order: deque[_Task[T, D]] = deque()
        self._open: deque[_Task[T, D]] = deque()
        self._idle_deaths = 0
        self._members = [_Member(hire()) for _ in range(workers)]

    def draw(self, source: Iterator[list[T]]) -> bool:
        """Fill the window; tell whether there is anything left to do."""
        while len(self._order) < _WINDOW * len(self._members) and (work := next(source, None)) is not None:
            task: _Task[T, D] = _Task(work)
            self._order.append(task)
            self._open.append(task)
        return bool(self._order)

    def give(self) -> None:
        """Hand tasks to those who are ready, the oldest first, to each in turn."""
        for taken in range(1, self._ahead + 1):
            for member in self._members:
                if self._open and member.ready and len(member.tasks) < taken:
                    task = self._open.popleft()
                    try:
                        task.future = member.hired.submit(task.work)
                    except self._died:
                        self._open.appendleft(task)
                        self._replace(member)
                    else:
                        member.tasks.append(task)

    def wait(self) -> None:
        """Wait until something is done, and replace whoever has died."""
        watched = [member.tasks[0].future if member.tasks else member.hired.ready for member in self._members]
        busy = [
            future
            for member, future in zip(self._members, watched, strict=True)
            if future is not None and (member.tasks or not member.ready)
        ]
        wait(busy, return_when=FIRST_COMPLETED)
        for member in self._members:
            self._settle(member)

    def _settle(self, member: _Member[T, D]) -> None:
        if not member.ready and member.hired.ready.done():
            error = member.hired.ready.exception()
            if isinstance(error, self._died):
                self._replace(member)
                return
            if error is not None:
                raise error
            member.ready = True
        while member.tasks and (future := member.tasks[0].future) is not None and future.done():
            if isinstance(future.exception(), self._died):
                self._replace(member)
                return
            member.tasks.popleft().done = True
            self._idle_deaths = 0

    def due(self) -> Iterator[D]:
        """Yield the results that come next; raise what went wrong with one."""
        while self._order and self._order[0].done:
            future = self._order.popleft().future
            if future is not None:
                yield future.result()

    def stop(self) -> None:
        """End all workers."""
        for member in self._members:
            member.hired.stop()

    def _replace(self, member: _Member[T, D]) -> None:
        """Begin another worker for one that is gone; what it had is to be done again, and the first of it is what it died of."""
        left, member.tasks, member.ready = member.tasks, deque(), False
        member.hired.stop()
        if left:
            self._blame(left.popleft())
        else:
            self._idle_deaths += 1
            if self._idle_deaths == TRIES:
                raise QsrError(f"{TRIES} worker processes died as they began")
        # What it had not begun comes behind what it died of, and before all that nobody was given.
        for task in left:
            self._open.append(task)
        self._open = deque(sorted(self._open, key=self._order.index))
        member.hired = self._hire()

    def _blame(self, task: _Task[T, D]) -> None:
        task.deaths += 1
        again: list[_Task[T, D]] = [task]
        if task.lost:
            raise QsrError(
                "a worker process died of reading a row that it was not to answer; the lines written so far are complete, "
                "and --resume goes on from them"
            )
        if task.deaths == TRIES:
            task.work, task.lost = [self._lost(one) for one in task.work], True
            _log.warning("qsr: a worker process died, for the third time at this row; it is reported as failed")
        else:
            _log.warning("qsr: a worker process died; what it had in hand is tried again")
            if task.deaths == TRIES - 1:
                again = [_Task([one], task.deaths) for one in task.work]
        at = self._order.index(task)
        del self._order[at]
        for place, one in enumerate(again, at):
            self._order.insert(place, one)
        self._open.extend(again)
