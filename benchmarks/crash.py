"""Runs that are killed, and runs over rows that are broken: nothing is lost, and nothing is counted twice.

Both for `qsr eval` and for `qsr check`, where each row has an answer and every twentieth of them is wrong.

- kills: a run over made-up StepGame rows is killed (signal 9) at random moments, when its file has grown to a size drawn at
  random, its workers have to die with it, and each time it is begun again with `--resume`. The file and the report at the end
  have to equal those of a run that nobody disturbed.
- bereaved: in such a run the workers are killed at random moments, one by one, and not the run itself. It has to come to its end
  by itself, with the same file and report.
- broken: every hundredth row is broken (not JSON, a field of a wrong type, a text that nobody understands, no label). Every row
  has to have its line, in order, and every broken one its place in the file; peak memory is printed beside that of a tenth of
  the rows.

    python benchmarks/crash.py [--rows 20000] [--kills 5] [--broken-rows 100000] [--workers 1 2] [--seed 1]

Prints what it found and one JSON line; ends with an error where anything differs. Needs Linux: it reads /proc.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import stepgame
from figures import Figure

#: How rows are broken, in turn.
FAULTS = ("bad JSON", "wrong type", "unread text", "no label")
#: One in so many answers is wrong.
WRONG = 20


def made_up(rows: int, seed: int) -> list[dict[str, Any]]:
    """Return rows of 1 to 10 sentences in turn."""
    by_length = [list(stepgame.made_up(k, -(-rows // 10), seed).values()) for k in range(1, 11)]
    return [{**by_length[number % 10][number // 10], "k": number % 10 + 1} for number in range(rows)]


def write(path: Path, rows: list[dict[str, Any]], *, every: int = 100) -> dict[int, str]:
    """Write the rows with answers, every so many of them broken; return the lines of the broken ones and their faults."""
    faults: dict[int, str] = {}
    wrong = {"left": "right", "right": "left"}
    rows = [
        {**row, "answer": wrong.get(row["label"], "left") if number % WRONG == 0 else row["label"]}
        for number, row in enumerate(rows, 1)
    ]
    with path.open("w", encoding="utf-8") as target:
        for number, row in enumerate(rows, 1):
            line = json.dumps(row)
            if number % every == every // 2:
                fault = faults[number] = FAULTS[len(faults) % len(FAULTS)]
                line = {
                    "bad JSON": line[:-5],
                    "wrong type": json.dumps({**row, "story": 5}),
                    "unread text": json.dumps({**row, "story": [*row["story"], "Colourless ideas sleep."]}),
                    "no label": json.dumps({key: value for key, value in row.items() if key != "label"}),
                }[fault]
            target.write(line + "\n")
    return faults


def begun(verb: str, data: Path, out: Path, workers: int) -> subprocess.Popen[bytes]:
    """Begin a run that goes on with whatever `out` holds; its report is written beside it."""
    command = [sys.executable, "-m", "qsr.cli", verb, "stepgame", str(data), "--out", str(out), "--resume", "--json"]
    with out.with_suffix(".report").open("wb") as report:
        return subprocess.Popen([*command, "--workers", str(workers)], stdout=report)


def finished(verb: str, data: Path, out: Path, workers: int) -> tuple[dict[str, Any], int]:
    """Run to the end; return the report without its time, and the peak memory of the largest process in KiB."""
    process = begun(verb, data, out, workers)
    peak = 0
    while process.poll() is None:
        peak = max(peak, *map(peak_of, (process.pid, *family(process.pid))))
        time.sleep(0.05)
    if process.returncode:
        sys.exit(f"the run ended with {process.returncode}")
    return report_of(out), peak


def peak_of(pid: int) -> int:
    """Return the largest memory, in KiB, that a process has had since it began; 0 for one that is gone.

    What `os.wait4` tells counts the memory of this program as well: a child begins as a copy of it.
    """
    try:
        found = re.search(r"^VmHWM:\s*(\d+) kB", Path(f"/proc/{pid}/status").read_text(encoding="ascii"), re.MULTILINE)
    except OSError:
        return 0
    return int(found[1]) if found else 0


def report_of(out: Path) -> dict[str, Any]:
    """Return the report of a run without what differs from one to the next: its time, and the name of its file."""
    report: dict[str, Any] = json.loads(out.with_suffix(".report").read_text(encoding="utf-8"))
    return {key: value for key, value in report.items() if key not in ("seconds", "verdicts_file")}


def family(pid: int) -> set[int]:
    """Return the ids of a process's descendants."""
    found: set[int] = set()
    waiting = [pid]
    while waiting:
        try:
            text = Path(f"/proc/{(one := waiting.pop())}/task/{one}/children").read_text(encoding="ascii")
        except OSError:
            continue
        children = {int(word) for word in text.split()} - found
        found |= children
        waiting.extend(children)
    return found


def alive(pid: int) -> bool:
    """Tell whether a process is there and is not merely waiting to be buried."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def killed(verb: str, data: Path, out: Path, workers: int, size: int) -> int:
    """Begin a run and kill it when its file has so many bytes; return how many children died with it."""
    process = begun(verb, data, out, workers)
    while not out.exists() or out.stat().st_size < size:
        if process.poll() is not None:
            sys.exit(f"the run ended with {process.returncode} before it was killed")
        time.sleep(0.001)
    children = family(process.pid)
    process.kill()
    process.wait()
    deadline = time.monotonic() + 30
    while left := {pid for pid in children if alive(pid)}:
        if time.monotonic() > deadline:
            for pid in left:
                os.kill(pid, signal.SIGKILL)
            sys.exit(f"{len(left)} processes outlived the run that began them by 30 seconds")
        time.sleep(0.02)
    return len(children)


def with_kills(verb: str, folder: Path, data: Path, workers: int, kills: int, seed: int) -> dict[str, Any]:
    """Compare a run that is killed so many times with one that is not; end with an error where they differ."""
    whole, out = folder / f"whole-{verb}.jsonl", folder / f"killed-{verb}-{workers}.jsonl"
    if not whole.exists():
        finished(verb, data, whole, 1)
    report = report_of(whole)
    generator = random.Random(seed)
    children = 0
    left: list[int] = []
    for size in sorted(generator.randrange(whole.stat().st_size) for _ in range(kills)):
        children += killed(verb, data, out, workers, size)
        left.append(out.read_bytes().count(b"\n"))
    again, _ = finished(verb, data, out, workers)
    if out.read_bytes() != whole.read_bytes() or again != report:
        sys.exit(f"{out} or its report is not that of the undisturbed run")
    lines = len(_lines(whole))
    return {"run": verb, "workers": workers, "lines_at_kills": left, "children_killed": children, "lines": lines}


def bereaved(verb: str, folder: Path, data: Path, workers: int, kills: int, seed: int) -> dict[str, Any]:
    """Compare a run of which so many workers are killed with one that nobody disturbs; end with an error where they differ."""
    whole, out = folder / f"whole-{verb}.jsonl", folder / f"bereaved-{verb}-{workers}.jsonl"
    if not whole.exists():
        finished(verb, data, whole, 1)
    generator = random.Random(seed)
    sizes = sorted(generator.uniform(0.0, 0.9) * whole.stat().st_size for _ in range(kills))
    process, killed = begun(verb, data, out, workers), 0
    while process.poll() is None:
        if killed < kills and out.exists() and out.stat().st_size >= sizes[killed]:
            # The other child keeps account of what spawned processes share.
            at_work = [pid for pid in family(process.pid) if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]
            os.kill(generator.choice(at_work), signal.SIGKILL)
            killed += 1
        time.sleep(0.001)
    if process.returncode or killed < kills:
        sys.exit(f"the run ended with {process.returncode} when {killed} of its workers were killed")
    if out.read_bytes() != whole.read_bytes() or report_of(out) != report_of(whole):
        sys.exit(f"{out} or its report is not that of the undisturbed run")
    return {"run": verb, "workers": workers, "workers_killed": killed, "lines": len(_lines(whole))}


def _lines(out: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]


def with_broken_rows(verb: str, folder: Path, rows: list[dict[str, Any]], workers: int) -> dict[str, Any]:
    """Run over broken rows; end with an error where one is lost or not reported at its place."""
    data, out = folder / "broken.jsonl", folder / f"broken-{verb}-{workers}.jsonl"
    faults = write(data, rows)
    report, peak = finished(verb, data, out, workers)
    lines = _lines(out)
    out.unlink()
    if [line["id"] for line in lines] != [f"{data}:{number}" for number in range(1, len(rows) + 1)]:
        sys.exit("not every row has its line")
    said = {line["place"] for line in lines if "place" in line}
    if said != {f"{data}:{number}" for number, fault in faults.items() if fault != "no label"}:
        sys.exit("a broken row is not reported at its place, or a good one is")
    # What an answer is compared with is the label in one line, and the text in the other.
    label = "correct" if verb == "eval" else "gold"
    without_label = {number for number, line in enumerate(lines, 1) if line[label] is None and "place" not in line}
    if without_label != {number for number, fault in faults.items() if fault == "no label"}:
        sys.exit("a row without a label is judged, or one with a label is not")
    kinds = list(faults.values())
    unread, bad = kinds.count("unread text"), kinds.count("bad JSON") + kinds.count("wrong type")
    if verb == "eval":
        counted = (report["unparsed"]["count"], report["bad_rows"]["count"], report["items"] - report["labelled"])
        right, expected = report["correct"], len(rows) - len(faults)
    else:
        counted = (report["unread"]["count"] - bad, report["unread_items"] - unread, report["against_label"]["undecided"])
        right = report["against_text"]["right"]
        expected = sum(number % WRONG != 0 and faults.get(number, "no label") == "no label" for number in range(1, len(rows) + 1))
    if counted != (unread, bad, kinds.count("no label")) or right != expected:
        sys.exit(f"the report counts {counted}, and {right} right answers of {expected}")
    found = {"broken": len(faults), "right": right, "peak_mib": round(peak / 1024, 1)}
    return {"run": verb, "rows": len(rows), "workers": workers, **found}


def short() -> Iterator[Figure]:
    """Yield the seconds of a run that is killed once and goes on, beside those of one that nobody disturbs."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write(folder / "rows.jsonl", made_up(2000, seed=1))
        began = time.perf_counter()
        finished("eval", folder / "rows.jsonl", folder / "whole-eval.jsonl", 1)
        whole = time.perf_counter()
        with_kills("eval", folder, folder / "rows.jsonl", 1, 1, seed=1)
        yield Figure("2,000 rows, killed once, to the same end", time.perf_counter() - whole, "s", "undisturbed", whole - began)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=20_000)
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--broken-rows", type=int, default=100_000)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--runs", nargs="+", choices=("eval", "check"), default=["eval", "check"])
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    found: dict[str, list[dict[str, Any]]] = {"kills": [], "bereaved": [], "broken": []}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write(folder / "rows.jsonl", made_up(arguments.rows, arguments.seed))
        rows = made_up(arguments.broken_rows, arguments.seed)
        for verb in arguments.runs:
            for workers in arguments.workers:
                seed = arguments.seed + workers
                one = with_kills(verb, folder, folder / "rows.jsonl", workers, arguments.kills, seed)
                found["kills"].append(one)
                print("the same file and report:", ", ".join(f"{key} {value}" for key, value in one.items()), flush=True)
                if workers > 1:
                    one = bereaved(verb, folder, folder / "rows.jsonl", workers, arguments.kills, seed)
                    found["bereaved"].append(one)
                    print("the same file and report:", ", ".join(f"{key} {value}" for key, value in one.items()), flush=True)
            for workers in arguments.workers:
                for count in (len(rows) // 10, len(rows)):
                    one = with_broken_rows(verb, folder, rows[:count], workers)
                    found["broken"].append(one)
                    print("no row lost:", ", ".join(f"{key} {value}" for key, value in one.items()), flush=True)
    print(json.dumps({"benchmark": "crash", **found}))


if __name__ == "__main__":
    main()
