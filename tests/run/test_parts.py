"""The parts of a run by themselves: sizes of chunks, engines, lines of earlier runs."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qsr import datasets
from qsr.datasets.protocol import BadRow, Row
from qsr.errors import BackendUnavailable, DatasetError, QsrError, UnknownName
from qsr.oracle.scores.score import Scorer
from qsr.run import Job, engines, evaluate, rows
from qsr.run.lines import PREDICTIONS, Lines, json_line
from qsr.run.pace import Chunks, written
from qsr.run.resume import Finished
from qsr.run.worker import Answered, Answering

# ---------------------------------------------------------------- chunks


@given(st.lists(st.integers(), max_size=2000), st.lists(st.floats(0, 100), min_size=1, max_size=20))
def test_chunks_are_the_whole_work_in_order(work: list[int], times: list[float]) -> None:
    chunks, found = Chunks(work), []
    for turn, chunk in enumerate(chunks):
        assert 0 < len(chunk) <= 1024
        found += chunk
        chunks.took(len(chunk), times[turn % len(times)])
    assert found == work


def test_slow_rows_come_in_small_chunks_and_fast_ones_in_large_ones() -> None:
    chunks = Chunks(range(100_000))
    pieces = iter(chunks)
    sizes = []
    for seconds_per_row in (0.0001,) * 9 + (10.0,) * 2 + (0.01,) * 8:
        piece = next(pieces)
        sizes.append(len(piece))
        chunks.took(len(piece), seconds_per_row * len(piece))
    assert sizes[:9] == [8, 16, 32, 64, 128, 256, 512, 1024, 1024]
    assert sizes[10:12] == [1, 1]
    assert sizes[-1] == 50


# ---------------------------------------------------------------- engines


class Doubling:
    """A worker that needs to have been made in its own process."""

    def __init__(self, factor: int) -> None:
        self.factor = factor
        self.closed = False

    def chunk(self, work: list[int]) -> list[int]:
        if -1 in work:
            raise ZeroDivisionError("a fault of the worker itself")
        return [self.factor * one for one in work]

    def close(self) -> None:
        self.closed = True


@pytest.mark.parametrize("workers", [1, 2])
def test_results_come_in_the_order_of_the_chunks(workers: int) -> None:
    work = [[number, number + 1] for number in range(40)]
    results = engines.get("local", workers).results(partial(Doubling, 3), work, abs)
    assert list(results) == [[3 * number, 3 * number + 3] for number in range(40)]


@pytest.mark.parametrize("workers", [1, 2])
def test_work_is_drawn_little_by_little(workers: int) -> None:
    drawn = 0

    def chunks() -> Iterator[list[int]]:
        nonlocal drawn
        while True:
            drawn += 1
            yield [drawn]

    results = engines.get("local", workers).results(partial(Doubling, 2), chunks(), abs)
    assert [next(results) for _ in range(3)] == [[2], [4], [6]]
    assert drawn <= 3 + 4 * workers
    results.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize("workers", [1, 2])
def test_a_fault_of_a_worker_is_raised(workers: int) -> None:
    with pytest.raises(ZeroDivisionError):
        list(engines.get("local", workers).results(partial(Doubling, 2), [[1], [-1]], abs))


def test_a_worker_is_closed_even_after_a_fault() -> None:
    worker = Doubling(2)
    with pytest.raises(ZeroDivisionError):
        list(engines.get("local", 1).results(lambda: worker, [[-1]], abs))
    assert worker.closed


class Mortal:
    """A worker that dies of 13, at once and each time, and of 7 where nobody has died of it before; -13 tells what was lost."""

    def __init__(self, grave: Path) -> None:
        self.grave = grave

    def chunk(self, work: list[int]) -> list[int]:
        if 13 in work or (7 in work and not self.grave.exists()):
            with self.grave.open("a", encoding="utf-8") as file:
                file.write(f"{len(work)}\n")
            os._exit(9)
        return work

    def close(self) -> None:
        pass


def test_a_worker_that_dies_costs_no_other_work(tmp_path: Path) -> None:
    grave = tmp_path / "grave"
    work = [list(range(5 * number, 5 * number + 5)) for number in range(8)]
    found = list(engines.get("local", 2).results(partial(Mortal, grave), work, lambda one: -one))
    assert [one for piece in found for one in piece] == [-one if one == 13 else one for one in range(40)]
    # Once of 7; of 13 twice with the four beside it, and the third time alone.
    assert sorted(grave.read_text(encoding="utf-8").split()) == ["1", "5", "5", "5"]


def test_workers_that_die_of_nothing_end_the_run(tmp_path: Path) -> None:
    with pytest.raises(QsrError, match="died as they began"):
        list(engines.get("local", 2).results(partial(os._exit, 9), [[1]], abs))


class Answers13(Answering):
    """Answers rows; the process dies of the row of line 13."""

    def _line(self, row: Any, finished: Any, *more: Any) -> str:
        if isinstance(row, Row) and row.line == 13:
            os._exit(9)
        return super()._line(row, finished, *more)


def test_a_row_that_ends_three_workers_is_reported_and_stays_so(tmp_path: Path) -> None:
    data, out = tmp_path / "rows.jsonl", tmp_path / "out.jsonl"
    row = {"story": ["P is above Q."], "question": "What is the relation of the agent P to the agent Q?", "label": "above"}
    data.write_text(f"{json.dumps(row)}\n" * 40, encoding="utf-8")
    job = Job(dataset="stepgame")
    found = Answered(Scorer.of(datasets.get("stepgame")))
    with Lines(out, PREDICTIONS) as output:
        written(engines.get("local", 2), partial(Answers13, job), output.finished.beside(rows(job, [data])), output, found)
    report = found.scorer.report()
    written_lines = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [line["correct"] for line in written_lines] == [number != 13 for number in range(1, 41)]
    assert written_lines[12]["status"] == "error"
    assert written_lines[12]["place"] == f"{data}:13"
    assert (report["items"], report["correct"], report["failed"]["count"]) == (40, 39, 1)
    again = evaluate(job, [data], out=out, resume=True)
    assert {key: again[key] for key in report} == report


def test_engines_that_there_are_not(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="engine"):
        engines.get("cloud", 1)
    with pytest.raises(QsrError, match="--engine ray"):
        engines.get("local", 1, "auto")


def test_ray_is_named_where_it_is_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import sys

    # None in the table of modules is what makes an import fail.
    monkeypatch.setitem(sys.modules, "ray", None)
    (tmp_path / "a.jsonl").write_text("{}\n", encoding="utf-8")
    with pytest.raises(BackendUnavailable, match=r'pip install "qsr-reasoning\[ray\]"'):
        evaluate(Job(dataset="stepgame"), [tmp_path / "a.jsonl"], engine="ray")


# ---------------------------------------------------------------- lines of an earlier run


def lines(count: int, mark: str = "m") -> list[dict[str, Any]]:
    return [{"id": f"f:{number}", "run": mark} for number in range(count)]


def stored(path: Path, found: list[dict[str, Any]]) -> bytes:
    path.write_text("".join(json_line(line) + "\n" for line in found), encoding="utf-8")
    return path.read_bytes()


def stream(count: int) -> list[Row | BadRow]:
    return [Row(f"f:{number}", "f", number, None) for number in range(count)]


@given(st.integers(0, 12), st.data())
def test_whole_lines_are_kept_and_a_torn_one_is_cut_off(count: int, data: st.DataObject) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.jsonl"
        whole = stored(out, lines(count))
        cut = data.draw(st.integers(0, len(whole)))
        out.write_bytes(whole[:cut])
        finished = Finished(out, "m")
        assert finished.count == whole[:cut].count(b"\n")
        assert out.read_bytes() == whole[: whole[:cut].rfind(b"\n") + 1]
        found = list(finished.beside(stream(count)))
        assert [line for _, line in found if line is not None] == lines(count)[: finished.count]
        assert [row for row, _ in found] == stream(count)


def test_lines_that_are_more_than_the_rows_are_not_passed_over(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    before = stored(out, lines(5))
    with pytest.raises(DatasetError, match="more lines than this run has rows"):
        list(Finished(out, "m").beside(stream(3)))
    assert out.read_bytes() == before


def test_a_broken_line_in_the_middle_is_not_a_torn_one(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    out.write_bytes(stored(out, lines(2)).replace(b"f:0", b'f"0'))
    before = out.read_bytes()
    with pytest.raises(DatasetError, match=":1: not a line"):
        Finished(out, "m")
    assert out.read_bytes() == before


def test_failed_rows_say_where_they_stand(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    row = {"context_id": "c", "question_id": 1, "context": "Ideas sleep.", "question": "Where is the pen?", "targets": []}
    file.write_text("{\n" + json.dumps(row) + "\n", encoding="utf-8")
    evaluate(Job(dataset="sparp", options={"property-set": "PS2"}), [file], out=tmp_path / "out.jsonl")
    found = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [line["status"] for line in found] == ["bad_row", "unread"]
    assert [line["place"] for line in found] == [f"{file}:1", f"{file}:2"]
    assert found[1]["id"] == "c:1"
