"""Runs in shards: the same files and reports as row by row, whatever is killed. For Ray see tests/adapters/test_ray.py."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from qsr.datasets.forms.parquet import from_lines
from qsr.datasets.protocol import Row
from qsr.errors import DatasetError, OutputRefused
from qsr.run import Job, engines, evaluate
from qsr.run.checking import Checking, check
from qsr.run.engines.local import Local
from qsr.run.lines import PREDICTIONS, Lines
from qsr.run.resume import Finished
from qsr.run.shards import Run, done_in_shards
from qsr.run.worker import Answering, nothing

WORDS = ("above", "below", "to the left of", "to the right of")
LABELS = ("above", "below", "left", "right")
QUESTION = "What is the relation of the agent P to the agent Q?"
JOB = Job(dataset="stepgame")


class InShards(Local):
    """Workers on this machine that take shards."""

    by_shards = True


class Stopped(Exception):
    """What ends a run in the tests."""


class StoppedInShards(InShards):
    """Workers of a run that is ended when so many shards are done."""

    def results(self, *arguments: Any) -> Iterator[Any]:
        for number, result in enumerate(super().results(*arguments)):
            if number == 40:
                raise Stopped
            yield result


@pytest.fixture(autouse=True)
def engine(monkeypatch: pytest.MonkeyPatch) -> None:
    known = engines.get
    there = {"shards": InShards, "stopped": StoppedInShards}
    found: Callable[..., Any] = lambda name, *more: there[name](*more) if name in there else known(name, *more)  # noqa: E731
    monkeypatch.setattr(engines, "get", found)


def rows(count: int) -> list[dict[str, Any]]:
    return [
        {"story": [f"P is {WORDS[one % 4]} Q."], "question": QUESTION, "label": LABELS[one // 2 % 4], "answer": LABELS[one % 3]}
        for one in range(count)
    ]


def files(folder: Path) -> list[Path]:
    """Files of all kinds, with rows that are broken and lines that are none."""
    lines = [json.dumps(row) for row in rows(300)]
    good, broken, document, table = (folder / name for name in ("good.jsonl", "broken.jsonl", "qa1.json", "table.parquet"))
    good.write_text("\n".join(lines), encoding="utf-8")
    lines[40:43] = ["", '{"story": 5}', "{"]
    broken.write_text("\r\n".join(lines) + "\r\n\r\n", encoding="utf-8")
    document.write_text(json.dumps({str(number): row for number, row in enumerate(rows(90))}), encoding="utf-8")
    from_lines(good, table)
    return [good, broken, document, table]


def without_seconds(report: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in report.items() if key != "seconds"}


@pytest.mark.parametrize("more", [{}, {"limit": 345}, {"workers": 2}])
def test_the_same_file_and_report_as_row_by_row(tmp_path: Path, more: dict[str, Any]) -> None:
    data, here, there = files(tmp_path), tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    report = evaluate(JOB, data, out=here, limit=more.get("limit"))
    assert without_seconds(evaluate(JOB, data, out=there, engine="shards", **more)) == without_seconds(report)
    assert there.read_bytes() == here.read_bytes()
    assert not (tmp_path / "there.jsonl.shards").exists()


def test_answers_are_judged_as_row_by_row(tmp_path: Path) -> None:
    data, here, there = files(tmp_path)[1], tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    answers = {f"{data}:{number}": (LABELS[number % 3],) for number in range(1, 500, 2)}
    report = check(JOB, [data], answers, out=here)
    found = check(JOB, [data], answers, out=there, engine="shards")
    assert there.read_bytes() == here.read_bytes()
    assert (found.checked.report(), found.unmatched) == (report.checked.report(), report.unmatched)
    with pytest.raises(DatasetError, match="stands for two rows"):
        check(JOB, [data, data], answers, engine="shards")


@pytest.mark.parametrize("judged", [False, True])
def test_a_run_that_was_stopped_goes_on_and_does_nothing_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, judged: bool
) -> None:
    data, out, folder = files(tmp_path), tmp_path / "out.jsonl", tmp_path / "out.jsonl.shards"
    answers = {f"{data[0]}:{number}": (LABELS[number % 3],) for number in range(1, 500, 2)}

    def run(engine: str, *, resume: bool = False) -> Any:
        if judged:
            return check(JOB, data, answers, out=out, engine=engine, resume=resume).checked.report()
        return without_seconds(evaluate(JOB, data, out=out, engine=engine, resume=resume))

    report = run("local")
    whole = out.read_bytes()
    # Begun row by row, and stopped inside a line; gone on with in shards, and stopped; one shard is damaged, one not whole.
    out.write_bytes(whole[: len(whole) // 5])
    with pytest.raises(Stopped):
        run("stopped", resume=True)
    with pytest.raises(DatasetError, match="holds what a run on Ray has done"):
        run("local", resume=True)
    damaged, cut, *others = sorted(one for one in folder.glob("*.jsonl") if one.stat().st_size)
    damaged.write_bytes(damaged.read_bytes().replace(b"l", b"L", 1))
    cut.write_bytes(cut.read_bytes()[:-20])
    cut.with_suffix(".json").unlink()
    kept = {json.loads(line)["id"] for one in others for line in one.read_text(encoding="utf-8").splitlines()}
    assert len(kept) > 50
    done: list[str] = []
    worker: type[Any] = Checking if judged else Answering
    answered = worker._line

    def noted(self: Any, row: Any, *more: Any) -> Any:
        finished = more[1 if judged else 0]
        done.extend([row.id] * (finished is None))
        return answered(self, row, *more)

    monkeypatch.setattr(worker, "_line", noted)
    assert run("shards", resume=True) == report
    assert out.read_bytes() == whole
    assert not folder.exists()
    assert not kept.intersection(done)
    assert len(set(done)) == len(done)


def test_a_folder_of_somebody_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "out.jsonl.shards").mkdir()
    mine = tmp_path / "out.jsonl.shards" / "thesis.txt"
    mine.write_text("mine", encoding="utf-8")
    with pytest.raises(OutputRefused, match=r"thesis\.txt"):
        evaluate(JOB, files(tmp_path), out=tmp_path / "out.jsonl", engine="shards")
    assert mine.exists()


def test_standard_input_is_for_one_process() -> None:
    with pytest.raises(DatasetError, match="standard input"):
        evaluate(JOB, ["-"], engine="shards")


class Answers13(Answering):
    """Answers rows; the process dies of the row of line 13."""

    def _line(self, row: Any, finished: Any, *more: Any) -> str:
        if isinstance(row, Row) and row.line == 13:
            os._exit(9)
        return super()._line(row, finished, *more)


def test_a_row_that_ends_its_workers_is_reported(tmp_path: Path) -> None:
    data, out = files(tmp_path)[0], tmp_path / "out.jsonl"
    run = Run(JOB, [data], 40, partial(Answers13, JOB), Finished.beside, partial(nothing, "stepgame"), "-", False)
    whole = run.nothing()
    with Lines(out, PREDICTIONS) as lines:
        done_in_shards(run, InShards(2), lines, whole)
    found = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [number for number, line in enumerate(found, 1) if line["status"] == "error"] == [13]
    assert (len(found), whole.scorer.failed.count) == (40, 1)
