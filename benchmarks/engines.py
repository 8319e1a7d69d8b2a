"""Where the work of a run is done, and what it costs: one process, several, Ray, and Ray Data with `qsr.ray.Answer`.

The rows are made-up StepGame stories of 1 to 10 sentences, or a file of StepGame rows that is named. Each way writes predictions
of all of them: the engines' files have to be the same byte by byte and their reports equal, and what Ray Data writes has to hold
the same lines, or the benchmark ends with an error. Each run is a process of its own with nothing warmed up, the ways in turn, so
that what else the machine does meets them all. The start-up of a way, processes, Ray, imports and grounding, is the time of a run
over a few rows; it is left out of the rate and printed. The driver's time is the CPU time of the process that began the run, its
start-up left out too: that of its thread, and that of the whole process with the threads of pools and of Ray. What is not
installed is left out, and this is said.

    python benchmarks/engines.py [--rows 200000] [--workers 2] [--rounds 3] [--file ROWS.jsonl] [--seed 1]

Prints a table and one JSON line.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import crash
from figures import Figure

#: Runs the command line, and tells the CPU time of its own process at the end: of its thread, and of all threads.
COMMAND = """
import sys, time
from qsr.cli import main
main(sys.argv[1:])
print(time.thread_time(), time.process_time(), file=sys.stderr)"""
#: The same work as Ray Data does it: a table of rows in, a table with the lines of predictions out.
PIPELINE = """
import os, sys, time
# As the engine does where it begins a Ray itself: workers are not put behind all else that the machine does.
os.environ["RAY_worker_niceness"] = "0"
import ray, ray.data
import qsr.ray
data, out, workers = sys.argv[1:]
ray.init(num_cpus=int(workers) + 1, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
ray.data.DataContext.get_current().enable_progress_bars = False
rows = ray.data.read_parquet(data)
compute = ray.data.ActorPoolStrategy(size=int(workers))
found = rows.map_batches(qsr.ray.Answer, fn_constructor_args=("stepgame",), batch_format="pyarrow", compute=compute)
found.select_columns(["qsr_line"]).write_parquet(out)
print(time.thread_time(), time.process_time(), file=sys.stderr)
"""
#: Files of the table that Ray Data reads.
FILES = 32
#: Rows of a run that is all start-up.
FEW = 16


class Run(NamedTuple):
    """What a run came to: seconds, CPU seconds of the process that began it, and what it wrote and reported.

    The thread is that of the program; other threads are those of pools and of Ray, which work as long as the run lasts.
    """

    seconds: float
    thread: float
    driver: float
    lines: list[bytes]
    report: dict[str, Any]


def measured(code: str, *arguments: str) -> tuple[float, float, float, str]:
    """Run code in a process of its own; return its seconds, the CPU seconds of its thread and of all, and what it printed."""
    began = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False)
    seconds = time.perf_counter() - began
    if done.returncode:
        sys.exit(f"{' '.join(arguments)}: {done.stderr[-2000:]}")
    thread, driver = map(float, done.stderr.split()[-2:])
    return seconds, thread, driver, done.stdout


def engine(folder: Path, data: Path, *more: str) -> Run:
    """Run `qsr eval`."""
    out = folder / "predictions.jsonl"
    seconds, thread, driver, printed = measured(COMMAND, "eval", "stepgame", str(data), "--out", str(out), "--json", *more)
    report: dict[str, Any] = json.loads(printed)
    report.pop("seconds")
    lines = out.read_bytes().splitlines()
    out.unlink()
    return Run(seconds, thread, driver, lines, report)


def pipeline(folder: Path, data: Path, workers: int) -> Run:
    """Run Ray Data over the same rows as a table; lines come in any order."""
    import pyarrow.parquet

    table, out = data.with_suffix(".parquet"), folder / "answered"
    if not table.exists():
        import pyarrow.json

        # Enough files for both workers to the end: Ray Data gives a file to one task, and reading is part of the actors'.
        table.mkdir()
        rows = pyarrow.json.read_json(data)
        size = max(1, -(-rows.num_rows // FILES))
        for start in range(0, rows.num_rows, size):
            pyarrow.parquet.write_table(rows.slice(start, size), table / f"{start:09}.parquet")
    seconds, thread, driver, _ = measured(PIPELINE, str(table), str(out), str(workers))
    lines = [line.encode() for file in out.glob("*.parquet") for line in pyarrow.parquet.read_table(file)["qsr_line"].to_pylist()]
    for file in out.iterdir():
        file.unlink()
    return Run(seconds, thread, driver, lines, {})


def ways(workers: int) -> dict[str, list[str] | None]:
    """Return the arguments of each way that is installed; None for Ray Data, which has its own."""
    found: dict[str, list[str] | None] = {
        "local, 1 worker": ["--workers", "1"],
        f"local, {workers} workers": ["--workers", str(workers)],
    }
    if importlib.util.find_spec("ray") is None:
        print("Ray is not installed and is left out", file=sys.stderr)
        return found
    return {
        **found,
        f"ray, {workers} actors": ["--engine", "ray", "--workers", str(workers)],
        f"ray data, {workers} actors": None,
    }


def compared(folder: Path, data: Path, workers: int, rounds: int = 1) -> list[dict[str, Any]]:
    """Return start-up, rate and the driver's part for each way; end with an error where one writes or counts anything else."""
    few = folder / "few.jsonl"
    few.write_text("".join(data.read_text(encoding="utf-8").splitlines(keepends=True)[:FEW]), encoding="utf-8")
    chosen = ways(workers)
    found: dict[str, list[tuple[Run, Run]]] = {name: [] for name in chosen}
    expected: Run | None = None
    for _ in range(rounds):
        for name, arguments in chosen.items():
            start, run = (
                pipeline(folder, file, workers) if arguments is None else engine(folder, file, *arguments) for file in (few, data)
            )
            expected = expected or run
            if arguments is None:
                if sorted(map(_anonymous, run.lines)) != sorted(map(_anonymous, expected.lines)):
                    sys.exit(f"{name}: other lines than those of the first engine")
            elif (run.lines, run.report) != (expected.lines, expected.report):
                sys.exit(f"{name}: another file or another report than that of the first engine")
            found[name].append((start, run._replace(lines=[])))
    rows = len(expected.lines) - FEW if expected is not None else 0
    return [
        {
            "engine": name,
            "rows": rows + FEW,
            "startup": round(statistics.median(start.seconds for start, _ in runs), 2),
            "seconds": [round(run.seconds - start.seconds, 2) for start, run in runs],
            "per_second": round(rows / statistics.median(run.seconds - start.seconds for start, run in runs)),
            "thread_us_per_row": round(1e6 * statistics.median(run.thread - start.thread for start, run in runs) / rows, 2),
            "driver_us_per_row": round(1e6 * statistics.median(run.driver - start.driver for start, run in runs) / rows, 2),
        }
        for name, runs in found.items()
    ]


def _anonymous(line: bytes) -> str:
    """Return a line without its id, which has no file where rows come as batches."""
    return json.dumps({**json.loads(line), "id": None})


def short() -> Iterator[Figure]:
    """Yield rows a second of two workers, beside one."""
    with tempfile.TemporaryDirectory() as name:
        data = Path(name) / "rows.jsonl"
        crash.write(data, crash.made_up(3000, seed=1), every=10**9)
        alone, *others = compared(Path(name), data, 2)
    for other in others:
        yield Figure(f"rows, {other['engine']}", other["per_second"], "/s", alone["engine"], alone["per_second"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=200_000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--file", type=Path, metavar="ROWS.jsonl", help="StepGame rows in place of made-up ones")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        data = folder / "rows.jsonl"
        if arguments.file:
            data.symlink_to(arguments.file.resolve())
        else:
            crash.write(data, crash.made_up(arguments.rows, arguments.seed), every=10**9)
        found = compared(folder, data, arguments.workers, arguments.rounds)
    alone, pool = found[0], found[1]
    work = alone["driver_us_per_row"]
    heads = ("rows", "start-up s", "rows/s", "of local", "driver us/row", "of the work", "all threads")
    print(f"{'engine':<24}" + "".join(f"{head:>14}" for head in heads))
    for one in found:
        ratio, thread = one["per_second"] / pool["per_second"], one["thread_us_per_row"]
        shares = f"{ratio:>14.2f}{thread:>14.2f}{thread / work:>14.1%}{one['driver_us_per_row'] / work:>14.1%}"
        print(f"{one['engine']:<24}{one['rows']:>14}{one['startup']:>14.2f}{one['per_second']:>14}{shares}")
    print(f"the same predictions and the same report from each; the work is {work} us of CPU a row, that of one process alone")
    print(json.dumps({"benchmark": "engines", "rounds": arguments.rounds, "engines": found}))


if __name__ == "__main__":
    main()
