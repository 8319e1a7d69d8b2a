"""Where the work of a run is done, and what it costs: one process, several, and Ray on this machine.

The rows are made-up StepGame stories of 1 to 10 sentences, or a file that is named. Each engine writes the predictions of all of
them; the files have to be the same byte by byte and the reports equal, or the benchmark ends with an error. Each runs in a
process of its own, with nothing warmed up. The seconds are those of the whole run, the start of processes and of Ray
included; the rate is that of the rows in them. Ray is left out, and this is said, where it is not installed.

    python benchmarks/engines.py [--rows 20000] [--workers 2] [--dataset stepgame FILE] [--theory T] [--seed 1]

Prints a table and one JSON line.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import crash
from figures import Figure


def measured(data: Path, out: Path, dataset: str, *more: str) -> tuple[dict[str, Any], float]:
    """Run one engine in a process of its own; return the report without its time, and the seconds that it all took."""
    command = [sys.executable, "-m", "qsr.cli", "eval", dataset, str(data), "--out", str(out), "--json", *more]
    began = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    seconds = time.perf_counter() - began
    if done.returncode:
        sys.exit(f"{' '.join(more)}: {done.stderr[-2000:]}")
    report: dict[str, Any] = json.loads(done.stdout)
    report.pop("seconds")
    return report, seconds


def compared(folder: Path, data: Path, dataset: str, workers: int, more: list[str]) -> list[dict[str, Any]]:
    """Return the seconds and the rate of each engine; end with an error where one writes or counts anything else."""
    engines = {"local, 1 worker": ["--workers", "1"], f"local, {workers} workers": ["--workers", str(workers)]}
    if importlib.util.find_spec("ray") is None:
        print("Ray is not installed and is left out", file=sys.stderr)
    else:
        engines[f"ray, {workers} actors"] = ["--engine", "ray", "--workers", str(workers)]
    found: list[dict[str, Any]] = []
    expected: tuple[bytes, dict[str, Any]] | None = None
    for name, arguments in engines.items():
        out = folder / "predictions.jsonl"
        report, seconds = measured(data, out, dataset, *arguments, *more)
        written = out.read_bytes()
        out.unlink()
        expected = expected or (written, report)
        if (written, report) != expected:
            sys.exit(f"{name}: another file or another report than that of the first engine")
        lines = written.count(b"\n")
        found.append({"engine": name, "rows": lines, "seconds": round(seconds, 2), "per_second": round(lines / seconds)})
    return found


def short() -> Iterator[Figure]:
    """Yield rows a second of two workers, beside one."""
    with tempfile.TemporaryDirectory() as name:
        data = Path(name) / "rows.jsonl"
        crash.write(data, crash.made_up(3000, seed=1))
        alone, *others = compared(Path(name), data, "stepgame", 2, [])
    for other in others:
        yield Figure(f"rows, {other['engine']}", other["per_second"], "/s", alone["engine"], alone["per_second"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=20_000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--dataset", nargs=2, metavar=("NAME", "FILE"), help="a data set and its file in place of made-up rows")
    parser.add_argument("--theory", help="the theory that answers (default: the data set's own)")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if arguments.dataset:
            dataset, data = arguments.dataset[0], Path(arguments.dataset[1])
        else:
            dataset, data = "stepgame", folder / "rows.jsonl"
            crash.write(data, crash.made_up(arguments.rows, arguments.seed))
        more = ["--theory", arguments.theory] if arguments.theory else []
        found = compared(folder, data, dataset, arguments.workers, more)
    print(f"{'engine':<20}{'rows':>9}{'seconds':>10}{'rows/s':>9}")
    for one in found:
        print(f"{one['engine']:<20}{one['rows']:>9}{one['seconds']:>10.2f}{one['per_second']:>9}")
    print("the same predictions and the same report from each")
    print(json.dumps({"benchmark": "engines", "dataset": dataset, "theory": arguments.theory, "engines": found}))


if __name__ == "__main__":
    main()
