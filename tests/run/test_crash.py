"""Runs that are killed, and runs over broken rows; `benchmarks/crash.py` does the same with many more rows."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

from scripts import script

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="what becomes of processes is read from /proc"),
]


@pytest.fixture(scope="module")
def crash() -> ModuleType:
    return script("benchmarks/crash.py")


@pytest.mark.parametrize(("verb", "workers", "rows"), [("eval", 1, 3000), ("eval", 2, 3000), ("check", 2, 800)])
def test_a_killed_run_goes_on_to_the_same_end(crash: ModuleType, tmp_path: Path, verb: str, workers: int, rows: int) -> None:
    data = tmp_path / "rows.jsonl"
    crash.write(data, crash.made_up(rows, seed=5))
    found = crash.with_kills(verb, tmp_path, data, workers, kills=2, seed=6)
    assert found["lines"] == rows
    assert len(found["lines_at_kills"]) == 2
    assert (found["children_killed"] > 0) == (workers > 1)


def test_a_run_outlives_its_workers(crash: ModuleType, tmp_path: Path) -> None:
    data = tmp_path / "rows.jsonl"
    crash.write(data, crash.made_up(6000, seed=5))
    assert crash.bereaved("eval", tmp_path, data, 2, kills=2, seed=6)["workers_killed"] == 2


@pytest.mark.parametrize(("verb", "right"), [("eval", 990), ("check", 942)])
def test_no_broken_row_is_lost(crash: ModuleType, tmp_path: Path, verb: str, right: int) -> None:
    found = crash.with_broken_rows(verb, tmp_path, crash.made_up(1000, seed=7), workers=1)
    assert (found["rows"], found["broken"], found["right"]) == (1000, 10, right)


def test_what_differs_is_noticed(crash: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = tmp_path / "rows.jsonl"
    crash.write(data, crash.made_up(300, seed=5))
    resumed = crash.finished

    def tampered(*arguments: object) -> object:
        result = resumed(*arguments)
        out = arguments[2]
        if isinstance(out, Path) and out.name.startswith("killed"):
            out.write_bytes(out.read_bytes().replace(b"left", b"LEFT", 1))
        return result

    monkeypatch.setattr(crash, "finished", tampered)
    with pytest.raises(SystemExit, match="not that of the undisturbed run"):
        crash.with_kills("eval", tmp_path, data, 1, kills=0, seed=1)


def test_a_long_run_is_compared_line_by_line(crash: ModuleType, tmp_path: Path) -> None:
    million = script("benchmarks/million.py")
    data, long_data, one, long = (tmp_path / name for name in ("round.jsonl", "rows.jsonl", "one.jsonl", "long.jsonl"))
    crash.write(data, crash.made_up(20, seed=5), every=10**9)
    rows = data.read_text(encoding="utf-8").splitlines(keepends=True)
    million.repeated(long_data, rows, 60)
    for source, out in ((data, one), (long_data, long)):
        crash.finished("eval", source, out, 1)
    million.compared(one, long, data, long_data, 60)
    whole = long.read_text(encoding="utf-8").splitlines(keepends=True)
    twice = [*whole[:30], whole[29], *whole[31:]]
    other = [*whole[:30], whole[30].replace('"correct": true', '"correct": false'), *whole[31:]]
    for lines in (whole[:-1], twice, other):
        long.write_text("".join(lines), encoding="utf-8")
        with pytest.raises(SystemExit):
            million.compared(one, long, data, long_data, 60)
