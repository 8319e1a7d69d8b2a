"""How much one request may take of the machine."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Bounds"]


@dataclass(frozen=True, slots=True)
class Bounds:
    """Bounds of a server.

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
