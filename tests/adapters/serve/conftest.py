from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("uvicorn")
pytest.importorskip("httpx")

from fastapi.testclient import TestClient

from qsr.adapters.serve import answers
from qsr.adapters.serve.app import application
from qsr.adapters.serve.work import Bounds, Pool

USUAL = Bounds(seconds=60.0, workers=1, waiting=1, text=2000)


@pytest.fixture
def pools() -> Iterator[list[Pool]]:
    """The pools of the servers that `make` made."""
    made: list[Pool] = []
    yield made
    for pool in made:
        pool.close()


@pytest.fixture
def make(monkeypatch: pytest.MonkeyPatch, pools: list[Pool]) -> Callable[..., TestClient]:
    """A client of a server whose bounds differ from `USUAL` as the arguments say, and whose workers know some odd work."""
    monkeypatch.syspath_prepend(Path(__file__).parent)
    from odd_work import perform  # type: ignore[import-not-found]

    def client(**bounds: float) -> TestClient:
        chosen = replace(USUAL, **bounds)
        pools.append(Pool(chosen, perform, answers.FIRST))
        return TestClient(application(chosen, pools[-1], ["qsr.test"]), base_url="http://qsr.test")

    return client


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    pool = Pool(USUAL, answers.perform, answers.FIRST)
    yield TestClient(application(USUAL, pool), base_url="http://127.0.0.1:8642")
    pool.close()
