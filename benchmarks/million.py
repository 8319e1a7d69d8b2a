"""A million rows, killed and resumed: every row has its line once, the right one, and memory stays flat.

The rows are those of a StepGame file, or made-up ones, over and over, each with an answer of which every twentieth is wrong. One
round of them is run undisturbed; in the long run a row has to have the line of its like in that round, but for the number in its
id, and the counts of the report have to be so many times those of the round. The long run is killed (signal 9) at random moments,
and each time begun again with `--resume`. Meanwhile the memory of all its processes is written down.

    python benchmarks/million.py [--rows 1000000] [--kills 5] [--workers 2] [--runs eval check] [--file ROWS.jsonl] [--seed 1]

Prints memory over time and one JSON line; ends with an error where a line or a count differs. Needs Linux: it reads /proc.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import crash

#: Rows of a round where they are made up.
ROUND = 20_000
#: Seconds between two looks at the memory.
LOOK = 1.0


def repeated(path: Path, rows: list[str], count: int) -> None:
    """Write the lines over and over."""
    with path.open("w", encoding="utf-8") as target:
        for start in range(0, count, len(rows)):
            target.writelines(rows[: count - start])


def resident(pid: int) -> float:
    """Return the memory of a process in MiB; 0 for one that is gone."""
    try:
        found = re.search(r"^VmRSS:\s*(\d+) kB", Path(f"/proc/{pid}/status").read_text(encoding="ascii"), re.MULTILINE)
    except OSError:
        return 0.0
    return int(found[1]) / 1024 if found else 0.0


class Watched:
    """A run that is killed and resumed, and what its memory was: seconds, share done, MiB of the driver and of all workers."""

    def __init__(self, verb: str, data: Path, out: Path, workers: int) -> None:
        self.call = verb, data, out, workers
        self.out = out
        self.began = time.perf_counter()
        self.memory: list[tuple[float, float, float, float]] = []
        self.killed: list[float] = []

    def until(self, size: float, total: float) -> bool:
        """Begin or resume, and kill when the output has so many bytes; tell whether the run came to its end first."""
        process = crash.begun(*self.call)
        looked = 0.0
        while process.poll() is None:
            now, written = time.perf_counter(), self.out.stat().st_size if self.out.exists() else 0
            if now - looked >= LOOK:
                looked = now
                workers = sum(resident(pid) for pid in crash.family(process.pid))
                self.memory.append((now - self.began, written / total, resident(process.pid), workers))
            if written >= size:
                children = crash.family(process.pid)
                process.kill()
                process.wait()
                self.killed.append(round(written / total, 3))
                while any(map(crash.alive, children)):
                    time.sleep(0.02)
                return False
            time.sleep(0.02)
        if process.returncode:
            sys.exit(f"the run ended with {process.returncode}")
        return True


def compared(one: Path, long: Path, data: Path, long_data: Path, count: int) -> None:
    """End with an error unless each row of the long run has its line once, and that of its like in the round."""
    expected = [line.replace(str(data), "").split(":", 2)[2] for line in one.read_text(encoding="utf-8").splitlines()]
    mark = re.compile(r'"run": "\w+"')
    number = 0
    with long.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            identity, said = json.dumps(f"{long_data}:{number}"), line.rstrip("\n").replace(str(long_data), "")
            if not line.startswith(f'{{"id": {identity}, ') or mark.sub("", said.split(":", 2)[2].partition(",")[2]) != mark.sub(
                "", expected[(number - 1) % len(expected)].partition(",")[2]
            ):
                sys.exit(f"{long}:{number}: is not the line of this row")
    if number != count:
        sys.exit(f"{long}: {number} lines of {count} rows")


def counted(report: dict[str, Any], verb: str) -> dict[str, int]:
    """Return the counts of a report."""
    if verb == "eval":
        groups = {name: group["correct"] for name, group in report["groups"].items()}
        return {**{name: report[name] for name in ("items", "answered", "correct")}, **groups, **report["statuses"]}
    return {f"{side} {name}": count for side in ("against_text", "against_label") for name, count in report[side].items()}


def million(folder: Path, verb: str, rows: list[str], arguments: argparse.Namespace) -> dict[str, Any]:
    """Do a run; return its figures."""
    data, long_data = folder / "round.jsonl", folder / "rows.jsonl"
    one, long = folder / f"round-{verb}.jsonl", folder / f"long-{verb}.jsonl"
    report, _ = crash.finished(verb, data, one, arguments.workers)
    total = one.stat().st_size / len(rows) * arguments.rows
    watched = Watched(verb, long_data, long, arguments.workers)
    generator = random.Random(arguments.seed)
    for share in sorted(generator.uniform(0.02, 0.98) for _ in range(arguments.kills)):
        if watched.until(share * total, total):
            sys.exit("the run was at its end before it was killed")
    watched.until(float("inf"), total)
    seconds = time.perf_counter() - watched.began
    compared(one, long, data, long_data, arguments.rows)
    found, times = counted(crash.report_of(long), verb), arguments.rows / len(rows)
    if found != {name: round(count * times) for name, count in counted(report, verb).items()}:
        sys.exit(f"the report counts {found}")
    print(f"{verb}: {arguments.rows} rows, killed at {watched.killed}, every line once and right; {seconds:.0f} s in all")
    print(f"{'seconds':>9}{'done':>8}{'driver MiB':>12}{'workers MiB':>13}")
    for look in over_time(watched.memory):
        print(f"{look[0]:>9.0f}{look[1]:>8.1%}{look[2]:>12.1f}{look[3]:>13.1f}")
    return {
        "run": verb,
        "rows": arguments.rows,
        "killed_at": watched.killed,
        "seconds": round(seconds, 1),
        "peak_driver_mib": round(max(look[2] for look in watched.memory), 1),
        "peak_workers_mib": round(max(look[3] for look in watched.memory), 1),
        "memory": [[round(value, 3) for value in look] for look in over_time(watched.memory)],
    }


def over_time(memory: list[tuple[float, float, float, float]], shown: int = 24) -> Iterator[tuple[float, float, float, float]]:
    """Yield so many of the looks, evenly over the time."""
    step = max(1, len(memory) // shown)
    yield from memory[step - 1 :: step]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--runs", nargs="+", choices=("eval", "check"), default=["eval", "check"])
    parser.add_argument("--file", type=Path, metavar="ROWS.jsonl", help="rows of a round, in place of made-up ones")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if arguments.file:
            (folder / "round.jsonl").write_bytes(arguments.file.read_bytes())
        else:
            crash.write(folder / "round.jsonl", crash.made_up(ROUND, arguments.seed), every=10**9)
        rows = (folder / "round.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
        if arguments.rows % len(rows):
            parser.error(f"--rows has to be a multiple of {len(rows)}, the rows of a round")
        repeated(folder / "rows.jsonl", rows, arguments.rows)
        found = [million(folder, verb, rows, arguments) for verb in arguments.runs]
    print(json.dumps({"benchmark": "million", "runs": found}))


if __name__ == "__main__":
    main()
