"""What looks at every request before anything else: where it is addressed, where it comes from, how long it is.

A page of the open web may send requests to a server on this machine, and a name server may answer with a local address to make
such a page look like the server's own (DNS rebinding). So the Host header must be a name of this server, or an address in
numbers, which no name server can have a say in; and a page of another origin is refused. No headers invite other origins.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any, Final
from urllib.parse import urlsplit

from qsr.wording import counted

__all__ = ["Guard"]

_Message = MutableMapping[str, Any]
_Receive = Callable[[], Awaitable[_Message]]
_Send = Callable[[_Message], Awaitable[None]]

#: Drawings are images with a style of their own, which is why images may be data and nothing else may.
_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
_HEADERS: Final = (
    (b"content-security-policy", _POLICY.encode("ascii")),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
)


class Guard:
    """Middleware around an ASGI application.

    Parameters
    ----------
    app
        The application.
    names
        Host names of this server, beside ``localhost`` and addresses in numbers.
    longest
        Bytes of a body.
    arrival
        Seconds that a body may take to arrive.
    """

    def __init__(self, app: Callable[..., Awaitable[None]], names: Iterable[str], longest: int, arrival: float) -> None:
        self._app = app
        self._names = {"localhost", *(name.lower() for name in names)}
        self._longest = longest
        self._arrival = arrival
        self._too_slow = (408, "time", f"a request has to arrive within {counted(arrival, 'second')}")
        self._too_long = (413, "size", f"a request may have {longest} bytes")

    async def __call__(self, scope: MutableMapping[str, Any], receive: _Receive, send: _Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            # There are no web sockets here; to end without a word refuses one.
            return
        taken, whole, late = 0, False, False
        deadline = asyncio.get_running_loop().time() + self._arrival

        async def measured() -> _Message:
            nonlocal taken, whole, late
            # To the application a body that goes on past its bounds looks like a visitor who left.
            try:
                async with asyncio.timeout_at(None if whole else deadline):
                    message = await receive()
            except TimeoutError:
                late = True
                return {"type": "http.disconnect"}
            taken += len(message.get("body", b""))
            whole = not message.get("more_body", False)
            return message if taken <= self._longest else {"type": "http.disconnect"}

        async def guarded(message: _Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *_HEADERS]
            await send(message)

        async def unless_out_of_bounds(message: _Message) -> None:
            if taken <= self._longest and not late:
                await guarded(message)

        refused = self._refusal(scope)
        if refused is None:
            await self._app(scope, measured, unless_out_of_bounds)
            refused = self._too_long if taken > self._longest else self._too_slow if late else None
        if refused is not None:
            await _refuse(guarded, *refused)

    def _refusal(self, scope: MutableMapping[str, Any]) -> tuple[int, str, str] | None:
        headers: dict[bytes, bytes] = dict(scope["headers"])
        host = headers.get(b"host", b"").decode("latin-1")
        if not self._is_ours(host):
            return 421, "request", "the Host header names another server; --allow-host NAME allows a further name"
        origin = headers.get(b"origin", b"").decode("latin-1")
        if (origin and _netloc(origin) != host.lower()) or headers.get(b"sec-fetch-site") == b"cross-site":
            return 403, "request", "a page of another origin may not use this server"
        length = headers.get(b"content-length", b"")
        if length.isdigit() and int(length[:18]) > self._longest:
            return self._too_long
        return None

    def _is_ours(self, host: str) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        if name in self._names:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True


def _netloc(origin: str) -> str:
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


async def _refuse(send: _Send, status: int, kind: str, message: str) -> None:
    body = json.dumps({"error": {"kind": kind, "message": message}}).encode("ascii")
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode("ascii"))]
    if status == 408:
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
