"""Bounds: what does not end is ended, what eats is stopped, what is too much is refused, and the next request works."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest
from fastapi.testclient import TestClient

from qsr.adapters.serve.work import Pool, WorkFailed

CALM = {"story": "The jar is left of the bowl.", "question": "Is the jar left of the bowl?"}


def failed(client: TestClient, story: str) -> tuple[int, str]:
    response = client.post("/api/solve", json={"story": story})
    return response.status_code, response.json()["error"]["kind"]


def works(client: TestClient) -> bool:
    return bool(client.post("/api/solve", json=CALM).json()["questions"][0]["value"] == "yes")


def alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_what_does_not_end_is_ended(make: Callable[..., TestClient], pools: list[Pool]) -> None:
    client = make(seconds=5.0)
    (before,) = pools[0].processes()
    assert failed(client, "sleep") == (504, "time")
    assert not alive(before)
    assert works(client)


@pytest.mark.parametrize(("story", "kind"), [("eat", "memory"), ("die", "ended")])
def test_what_takes_too_much_memory_ends(make: Callable[..., TestClient], pools: list[Pool], story: str, kind: str) -> None:
    client = make()
    assert works(client)
    (before,) = pools[0].processes()
    assert failed(client, story) == (507, kind)
    assert not alive(before)
    assert works(client)


def test_a_defect_is_told_as_one(make: Callable[..., TestClient]) -> None:
    client = make()
    assert failed(client, "fail") == (500, "defect")
    assert works(client)


def test_a_killed_worker_is_replaced(make: Callable[..., TestClient], pools: list[Pool]) -> None:
    client = make()
    assert works(client)
    os.kill(pools[0].processes()[0], signal.SIGKILL)
    assert failed(client, CALM["story"]) == (507, "ended")
    assert works(client)


def test_a_full_queue_refuses(make: Callable[..., TestClient], pools: list[Pool]) -> None:
    client = make(seconds=60.0)
    asking = [threading.Thread(target=lambda: failed(client, "sleep")) for _ in range(2)]
    for thread in asking:
        thread.start()
    # One sleeps, one waits: both hold a place until the pool closes.
    end = time.monotonic() + 30
    while pools[0].room() and time.monotonic() < end:
        time.sleep(0.01)
    assert failed(client, CALM["story"]) == (503, "busy")
    pools[0].close()
    for thread in asking:
        thread.join(30)
        assert not thread.is_alive()


def test_long_texts_and_long_bodies_are_refused(make: Callable[..., TestClient]) -> None:
    client = make(text=100)
    assert failed(client, "a" * 101) == (422, "size")
    assert failed(client, "a" * 1_000_000) == (413, "size")

    def endless() -> Iterator[bytes]:
        for _ in range(1000):
            yield b" " * 1000

    response = client.post("/api/solve", content=endless(), headers={"content-type": "application/json"})
    assert (response.status_code, response.json()["error"]["kind"]) == (413, "size")
    assert works(client)


def test_many_questions_share_the_time(make: Callable[..., TestClient]) -> None:
    names = [f"x{number}" for number in range(40)]
    told = " ".join(f"{one} is left of {other}." for one, other in pairwise(names))
    asked = "\n".join(f"? Where is {one} relative to x0?" for one in names[1:])
    found: dict[str, Any] = make(seconds=0.5, text=10_000).post("/api/solve", json={"story": f"{told}\n{asked}"}).json()
    # However fast the machine: what is answered is right, what is not answered says so.
    if "error" in found:
        assert found["error"]["kind"] == "time"
        return
    for question in found["questions"]:
        assert question["entailed"] == ["right"] or (question["status"] == "unknown" and question["reason"])


def test_a_closed_pool_has_no_processes(make: Callable[..., TestClient], pools: list[Pool]) -> None:
    client = make(workers=2)
    assert works(client)
    processes = pools[0].processes()
    pools[0].close()
    assert not [process for process in processes if alive(process)]
    with pytest.raises(WorkFailed):
        pools[0].ask({**CALM, "task": "solve"})
