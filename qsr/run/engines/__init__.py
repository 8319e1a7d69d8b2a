"""Where the work of a run is done: in this process, in several on this machine, or on a cluster.

Examples
--------
>>> names()
['local', 'ray']
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

from qsr.registry import Registry

__all__ = ["Engine", "Worker", "get", "names"]

T = TypeVar("T")
D = TypeVar("D")
D_co = TypeVar("D_co", covariant=True)


class Worker(Protocol[T, D_co]):
    """Something opened once per process that does one chunk after another, such as a session with its grounded solver."""

    def chunk(self, work: list[T]) -> D_co:
        """Do one chunk; the result can be sent to another process."""

    def close(self) -> None:
        """Let go of what is open."""


class Engine(Protocol):
    """A way to run workers.

    With `by_shards` workers read the rows of a run and write its lines themselves; see `qsr.run.shards`.
    """

    by_shards: bool

    def results(self, make: Callable[[], Worker[T, D]], chunks: Iterable[list[T]], lost: Callable[[T], T]) -> Iterator[D]:
        """Yield the result of each chunk, in the order of the chunks.

        Parameters
        ----------
        make
            Opens a worker; it can be sent to another process, and each process calls it once.
        chunks
            The work. It is drawn little by little, so that memory stays flat however much there is.
        lost
            Makes of a piece of work at which three processes died what a worker takes to tell so; see `qsr.run.engines.crew`.

        Raises
        ------
        QsrError
            Where processes die that have no work, or of being told what is lost.
        BackendUnavailable
            Where the engine is not installed, or cannot be reached.
        """


_registry: Registry[Engine] = Registry(
    "engine", "qsr.engines", {"local": "qsr.run.engines.local:Local", "ray": "qsr.run.engines.ray:RayActors"}
)


def names() -> list[str]:
    """Return the names of all engines."""
    return _registry.names()


def get(name: str, workers: int, address: str | None = None) -> Engine:
    """Return an engine; raise UnknownName for an unknown name.

    Parameters
    ----------
    name
        One of `names`.
    workers
        How many processes do the work.
    address
        Where the cluster is, for an engine that has one; None begins one on this machine.
    """
    return _registry.get(name, workers, address)
