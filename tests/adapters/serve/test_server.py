"""The server from start to end: no worker outlives it, however it ends and whatever they do."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from qsr.adapters.serve.server import Patience, is_loopback
from qsr.cli import main

#: A grid that keeps a solver busy for longer than the test needs.
GRID = [
    [("A" if (row, column) == (0, 0) else "3" if (row + column) % 3 == 1 else " ") for column in range(8)] for row in range(8)
]
RULE = "  +" + "---+" * 8
LONG = "theory: gridworld, moves: 8, carry: 2, cost: 0.1, steps: 60\n" + "\n".join(
    ["    " + "   ".join(map(str, range(8))), RULE, *(f" {row}| {' | '.join(cells)} |\n{RULE}" for row, cells in enumerate(GRID))]
)


def started() -> tuple[subprocess.Popen[str], int]:
    command = [sys.executable, "-m", "qsr.cli", "serve", "--port", "0", "--workers", "2", "--timeout", "300"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    found = re.search(r":(\d+)/", process.stderr.readline() if process.stderr else "")
    assert found
    return process, int(found[1])


def children(process: int) -> list[int]:
    return [int(one) for one in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def running(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


@pytest.mark.skipif(not Path(f"/proc/{os.getpid()}/task").is_dir(), reason="no /proc here that lists the children of a process")
@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_workers_end_with_the_server(ending: signal.Signals) -> None:
    process, port = started()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request("GET", "/api/version")
        connection.getresponse().read()
        workers = children(process.pid)
        assert len(workers) >= 2
        connection.request("POST", "/api/solve", json.dumps({"story": LONG}), {"Content-Type": "application/json"})
        # Long enough for a worker to be in the middle of it on most machines; on the others it ends all the same.
        time.sleep(1)
        process.send_signal(ending)
        _, complaints = process.communicate(timeout=60)
        assert "Traceback" not in complaints
        end = time.monotonic() + 60
        while any(map(running, workers)) and time.monotonic() < end:
            time.sleep(0.05)
        assert not [worker for worker in workers if running(worker)]
    finally:
        connection.close()
        process.kill()
        process.communicate()


@pytest.mark.slow
def test_who_asks_nothing_or_never_ends_is_shown_out() -> None:
    process, port = started()
    half = b"POST /api/solve HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 100\r\n"
    sockets: list[Any] = []
    try:
        began = time.monotonic()
        for place in range(500):
            sockets.append(socket.create_connection(("127.0.0.1", port), timeout=60))
            # Nothing at all, a head without its end, a body without its end.
            sockets[-1].sendall((b"", half, half + b"\r\n{")[place % 3])
        replies = [b"".join(iter(partial(one.recv, 4096), b"")) for one in sockets]
        assert time.monotonic() - began < 45
        assert set(replies[0::3]) == set(replies[1::3]) == {b""}
        assert all(reply.startswith(b"HTTP/1.1 408 ") for reply in replies[2::3])
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        connection.request("GET", "/api/version")
        sockets.append(connection)
        assert connection.getresponse().status == 200
    finally:
        for one in sockets:
            one.close()
        process.kill()
        process.communicate()


def test_patience_is_with_requests_and_not_with_waiting() -> None:
    class Connection:
        def __init__(self) -> None:
            self.cycle: SimpleNamespace | None = None
            self.closed = False
            self.transport = SimpleNamespace(abort=lambda: setattr(self, "closed", True))

    patience, silent, busy, lively = Patience(10), Connection(), Connection(), Connection()
    busy.cycle = SimpleNamespace(response_complete=False)
    for now in range(30):
        lively.cycle = SimpleNamespace(response_complete=True)
        patience.close_slow({silent, busy, lively}, float(now))
        assert (silent.closed, busy.closed, lively.closed) == (now > 10, False, False)


def test_a_port_in_use_is_said_to_be(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["serve", "--port", str(port)]) == 3
    assert f"127.0.0.1:{port}: Address already in use" in capsys.readouterr().err


@pytest.mark.parametrize("mistake", [["--port", "70000"], ["--memory", "100"], ["--workers", "0"], ["--timeout", "-1"]])
def test_mistakes_of_usage(mistake: list[str]) -> None:
    assert main(["serve", *mistake]) == 2


@pytest.mark.parametrize(
    ("host", "expected"), [("127.0.0.2", True), ("::1", True), ("0.0.0.0", False), ("::", False), ("here", False)]
)
def test_loopback(host: str, expected: bool) -> None:
    assert is_loopback(host) is expected
