"""Runs on Ray, against a Ray of this machine."""

from __future__ import annotations

import json
import os
import signal
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from qsr.errors import BackendUnavailable, DatasetError, QsrError
from qsr.run import Job, engines, evaluate
from qsr.run.checking import check

pytest.importorskip("ray", reason="Ray is an extra")
pytest.importorskip("ray.data", reason="Ray Data is an extra")

# Ray's own: files that it leaves open at its end, and settings that it means to change.
pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning:ray"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]

WORDS = ("above", "below", "to the left of", "to the right of")
LABELS = ("above", "below", "left", "right")


@pytest.fixture(scope="module", autouse=True)
def cluster() -> Iterator[None]:
    """One Ray for all tests: an engine joins the one that runs and leaves it running."""
    import ray

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    yield
    ray.shutdown()


@pytest.fixture
def data(tmp_path: Path) -> Path:
    rows: list[Any] = [
        {
            "story": [f"P is {WORDS[number % 4]} Q."],
            "question": "What is the relation of the agent P to the agent Q?",
            "label": LABELS[number // 2 % 4],
        }
        for number in range(700)
    ]
    rows[50] = {"story": ["P wugs."], "question": rows[0]["question"], "label": "left"}
    rows[60] = {"story": 5}
    file = tmp_path / "rows.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows) + "{\n", encoding="utf-8")
    return file


def without_seconds(report: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in report.items() if key != "seconds"}


@pytest.mark.parametrize("workers", [1, 2])
def test_the_same_file_and_report_as_here(data: Path, tmp_path: Path, workers: int) -> None:
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    report = evaluate(Job(dataset="stepgame"), [data], out=here)
    found = evaluate(Job(dataset="stepgame"), [data], out=there, workers=workers, engine="ray")
    assert there.read_bytes() == here.read_bytes()
    assert without_seconds(found) == without_seconds(report)


def test_a_run_begun_here_goes_on_there(data: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    report = evaluate(Job(dataset="stepgame"), [data], out=out)
    whole = out.read_bytes()
    out.write_bytes(whole[: len(whole) // 2])
    found = evaluate(Job(dataset="stepgame"), [data], out=out, engine="ray", resume=True)
    assert out.read_bytes() == whole
    assert without_seconds(found) == without_seconds(report)


def test_verdicts_are_the_same_as_here(data: Path, tmp_path: Path) -> None:
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    answers = {f"{data}:{number}": (LABELS[number % 3],) for number in range(1, 702)}
    report = check(Job(dataset="stepgame"), [data], answers, out=here)
    found = check(Job(dataset="stepgame"), [data], answers, out=there, workers=2, engine="ray")
    assert there.read_bytes() == here.read_bytes()
    assert found.checked.report() == report.checked.report()
    assert found.checked.unread == report.checked.unread


def test_a_file_that_breaks_off_is_the_error_that_is_raised(tmp_path: Path) -> None:
    file = tmp_path / "rows.parquet"
    file.write_bytes(b"PAR1 and nothing else")
    with pytest.raises(DatasetError, match="parquet"):
        evaluate(Job(dataset="stepgame"), [file], engine="ray")


def test_a_cluster_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    import socket

    import ray

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
        # As if no cluster were joined yet.
        monkeypatch.setattr(ray, "is_initialized", lambda: False)
        with pytest.raises(BackendUnavailable, match="no Ray cluster at 127"):
            list(engines.get("ray", 1, address).results(Counting, [[1]], abs))


class Counting:
    """A worker that counts its chunks, and so shows that it is kept."""

    def __init__(self, failing: bool = False) -> None:
        self.chunks, self.failing = 0, failing

    def chunk(self, work: list[int]) -> tuple[int, list[int]]:
        if self.failing:
            raise ZeroDivisionError("a fault of the worker itself")
        self.chunks += 1
        return self.chunks, work

    def close(self) -> None:
        pass


def test_an_actor_keeps_its_worker_and_chunks_keep_their_order() -> None:
    done = list(engines.get("ray", 2).results(Counting, ([number] for number in range(60)), abs))
    assert [work for _, work in done] == [[number] for number in range(60)]
    # Two actors at most did all the work: one of them at least half of it.
    assert max(count for count, _ in done) >= 30


def test_a_fault_of_a_worker_is_raised() -> None:
    with pytest.raises(QsrError, match="Ray broke off"):
        list(engines.get("ray", 1).results(partial(Counting, failing=True), [[1], [2]], abs))


def test_batches_of_ray_data(tmp_path: Path) -> None:
    import ray.data

    import qsr.ray

    question = "Where is the cup relative to the pen?"
    stories = [f"The cup is {WORDS[number % 4]} the pen." for number in range(40)]
    rows = [{"story": story, "question": question, "reply": "left"} for story in stories]
    asked = ray.data.from_items(rows, override_num_blocks=4)
    for made in (qsr.ray.Answer, qsr.ray.Judge, qsr.ray.Score):
        asked = asked.map_batches(made, concurrency=1, num_cpus=0.2, batch_format="pyarrow", batch_size=10)
    asked.write_parquet(tmp_path / "answered")
    found = ray.data.read_parquet(tmp_path / "answered").take_all()
    assert Counter(row["qsr_answer"] for row in found) == dict.fromkeys(LABELS, 10)
    assert [row["qsr_sound"] for row in found] == [row["qsr_answer"] == "left" for row in found]
    assert [row["qsr_score"] for row in found] == [float(row["qsr_sound"]) for row in found]
    seeds = ray.data.range(3, override_num_blocks=2)
    items = seeds.map_batches(qsr.ray.Generate, fn_constructor_args=("sparp",), concurrency=1).take_all()
    assert sorted(row["seed"] for row in items) == [0, 1, 2]
    assert all("context" in json.loads(row["item"]) for row in items)


class Mortal:
    """A worker whose process dies of 13."""

    def chunk(self, work: list[int]) -> list[int]:
        if 13 in work:
            os._exit(9)
        return work

    def close(self) -> None:
        pass


def test_an_actor_that_dies_costs_no_other_work() -> None:
    chunks = ([number, number + 1] for number in range(0, 40, 2))
    found = [one for done in engines.get("ray", 2).results(Mortal, chunks, lambda one: -one) for one in done]
    assert found == [-one if one == 13 else one for one in range(40)]


def test_an_actor_that_is_killed_changes_nothing(tmp_path: Path) -> None:
    data, here, there = tmp_path / "rows.jsonl", tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    row = {"story": ["P is above Q."] * 40, "question": "What is the relation of the agent P to the agent Q?", "label": "above"}
    data.write_text(f"{json.dumps(row)}\n" * 6000, encoding="utf-8")
    report = evaluate(Job(dataset="stepgame"), [data], out=here)
    killed: list[int] = []

    def kill() -> None:
        folder = tmp_path / "there.jsonl.shards"
        while not killed:
            time.sleep(0.02)
            if folder.exists() and len(list(folder.glob("*.json"))) > 3:
                for one in Path("/proc").glob("[0-9]*"):
                    with suppress(OSError):
                        if (one / "cmdline").read_bytes().startswith(b"ray::_Actor"):
                            killed.append(int(one.name))
                os.kill(killed[0], signal.SIGKILL)

    killing = Thread(target=kill)
    killing.start()
    found = evaluate(Job(dataset="stepgame"), [data], out=there, workers=2, engine="ray")
    killing.join()
    assert there.read_bytes() == here.read_bytes()
    assert without_seconds(found) == without_seconds(report)


def test_results_that_nobody_takes_any_more_end_the_run() -> None:
    results = engines.get("ray", 1).results(Counting, ([number] for number in range(1_000_000_000)), abs)
    assert next(results)[1] == [0]
    results.close()  # type: ignore[attr-defined]
