"""Connections that open and ask nothing, or ask by a letter a minute, are closed: each holds a file of the server."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

__all__ = ["Patience"]


class Patience:
    """Closes connections on which no request is under way for too long.

    Parameters
    ----------
    seconds
        How long a connection may have none.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._waiting: dict[Any, tuple[Any, float]] = {}

    def close_slow(self, connections: Iterable[Any], now: float) -> None:
        """Look at the connections of a uvicorn server, as often as it likes; their `cycle` is the latest request that began."""
        waiting = {}
        for connection in list(connections):
            cycle = getattr(connection, "cycle", None)
            if cycle is not None and not cycle.response_complete:
                continue
            earlier, since = self._waiting.get(connection, (cycle, now))
            waiting[connection] = (cycle, since if earlier is cycle else now)
            if now - waiting[connection][1] > self._seconds and connection.transport is not None:
                # Not close, which waits until somebody has read what was sent.
                connection.transport.abort()
        self._waiting = waiting
