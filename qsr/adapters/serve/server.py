"""The server itself: uvicorn around the application, from the command to Ctrl-C."""

from __future__ import annotations

import ipaddress
import socket
import sys
import time
from collections.abc import Iterable, Mapping
from typing import Any, Final

from qsr.adapters.serve import answers
from qsr.adapters.serve.work import Bounds, Pool
from qsr.errors import BackendUnavailable

__all__ = ["Patience", "is_loopback", "serve"]

#: Seconds that open connections have to finish after Ctrl-C.
_GRACE: Final = 1


class Patience:
    """Closes connections on which no request is under way for too long: each holds a file of the server.

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


def serve(host: str, port: int, bounds: Bounds, hosts: Iterable[str] = (), model: Mapping[str, Any] | None = None) -> None:
    """Serve until Ctrl-C or a signal to end, then end the workers.

    Parameters
    ----------
    host, port
        Where to listen; port 0 takes a free one.
    bounds
        How much a request may take.
    hosts
        Further names of this server.
    model
        The language model that requests may have asked, as `application` takes it.

    Raises
    ------
    BackendUnavailable
        Where FastAPI or uvicorn is not installed.
    OSError
        Where the address cannot be listened on.
    """
    try:
        import uvicorn

        from qsr.adapters.serve.app import application
    except ImportError as error:
        raise BackendUnavailable(f'the page needs {error.name}: pip install "qsr-reasoning[serve]"') from error
    if not is_loopback(host):
        sys.stderr.write(f"qsr serve: warning: {host} can be reached by other machines, and there is no password\n")
    shown = f"[{host}]" if ":" in host else host
    try:
        listening = socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        raise OSError(error.errno, error.strerror or "no such address", f"{shown}:{port}") from error
    pool = Pool(bounds, answers.perform, answers.FIRST)
    patience = Patience(bounds.arrival)
    try:
        app = application(bounds, pool, (host, *hosts), model)
        sys.stderr.write(f"qsr serve: http://{shown}:{listening.getsockname()[1]}/ (Ctrl-C ends it)\n")
        sys.stderr.flush()

        class Server(uvicorn.Server):
            async def on_tick(self, counter: int) -> bool:
                # uvicorn bounds how long a connection may be idle between requests, and not how long one takes to ask.
                patience.close_slow(self.server_state.connections, time.monotonic())
                return await super().on_tick(counter)

            async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
                # Without workers every waiting request has its reply at once, and nothing is left to wait for.
                pool.close()
                await super().shutdown(sockets)

        config = uvicorn.Config(app, log_level="warning", ws="none", server_header=False)
        config.timeout_graceful_shutdown = _GRACE
        Server(config).run([listening])
    except KeyboardInterrupt:
        # uvicorn ends in order and then raises it once more.
        pass
    finally:
        pool.close()
        listening.close()


def is_loopback(host: str) -> bool:
    """Tell whether a host to listen on is reached from this machine only.

    >>> [is_loopback(host) for host in ("localhost", "127.0.0.1", "::1", "0.0.0.0")]
    [True, True, True, False]
    """
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
