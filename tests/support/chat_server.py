"""A server of the chat interface on loopback that answers from a script, and misbehaves where the script says so."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from qsr.assist.protocol import Message

#: What the server does with one request; it writes the whole response itself.
Behaviour = Callable[[BaseHTTPRequestHandler], None]


@dataclass
class ChatServer:
    """The address, what was asked, and what is done with the next requests; the last of these goes on for ever."""

    url: str = ""
    script: list[Behaviour] = field(default_factory=list)
    bodies: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)


def sends(handler: BaseHTTPRequestHandler, status: int, data: bytes, *, length: int | None = None, **headers: str) -> None:
    handler.send_response(status)
    handler.send_header("Content-Type", "application/json")
    # Else a client may send its next request on a connection that is being closed.
    handler.send_header("Connection", "close")
    handler.send_header("Content-Length", str(len(data) if length is None else length))
    for name, value in headers.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.end_headers()
    handler.wfile.write(data)
    handler.wfile.flush()


def completion(text: str | None, *, ended: str = "stop", refusal: str | None = None) -> bytes:
    message = {"role": "assistant", "content": text, "refusal": refusal}
    found = {
        "id": "chat-1",
        "object": "chat.completion",
        "created": 0,
        "model": "scripted",
        "choices": [{"index": 0, "message": message, "finish_reason": ended}],
        "usage": {"prompt_tokens": 40, "completion_tokens": 8, "total_tokens": 48},
    }
    return json.dumps(found).encode()


def says(text: str | None, **more: Any) -> Behaviour:
    """Answer as a model does that says this."""
    return lambda handler: sends(handler, 200, completion(text, **more))


def chats(model: Any) -> Behaviour:
    """Answer as a model of these tests does."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        body = handler.body  # type: ignore[attr-defined]
        messages = [Message(one["role"], one["content"]) for one in body["messages"]]
        schema = body.get("response_format", {}).get("json_schema", {}).get("schema")
        sends(handler, 200, completion(model.ask(messages, schema=schema, sample=body["seed"]).text))

    return answer


def fails(status: int, message: str, **headers: str) -> Behaviour:
    data = json.dumps({"error": {"message": message, "type": "error"}}).encode()
    return lambda handler: sends(handler, status, data, **headers)


def raw(data: bytes) -> Behaviour:
    return lambda handler: sends(handler, 200, data)


def cut_off(handler: BaseHTTPRequestHandler) -> None:
    """Announce more than is sent."""
    data = completion("The mug is in the sink.")
    sends(handler, 200, data[:30], length=len(data))


def silent(handler: BaseHTTPRequestHandler) -> None:
    time.sleep(30)


def dripping(handler: BaseHTTPRequestHandler) -> None:
    """Send a byte now and then, for ever."""
    sends(handler, 200, b"{", length=10**6)
    while True:
        time.sleep(0.05)
        handler.wfile.write(b" ")
        handler.wfile.flush()


def endless(handler: BaseHTTPRequestHandler) -> None:
    """Send as much as there is time for."""
    sends(handler, 200, b"{", length=10**12)
    while True:
        handler.wfile.write(b" " * 65536)


@contextmanager
def chat_server(*script: Behaviour) -> Iterator[ChatServer]:
    """Run a server with a script."""
    found = ChatServer(script=list(script))

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            data = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            self.body = json.loads(data)
            found.bodies.append(self.body)
            found.headers.append({name.lower(): value for name, value in self.headers.items()})
            self.close_connection = True
            with suppress(OSError):  # the client may leave, as it should
                (found.script.pop(0) if len(found.script) > 1 else found.script[0])(self)

        def log_message(self, *_: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        # A test does not wait for a behaviour that never ends.
        block_on_close = False

    server = Server(("127.0.0.1", 0), Handler)
    found.url = f"http://127.0.0.1:{server.server_port}/v1"
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    try:
        yield found
    finally:
        server.shutdown()
        server.server_close()
