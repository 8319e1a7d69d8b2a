"""How long short commands take from nothing, beside Python itself: help, versions, an import, the story of the README.

Each command is a whole process. Python alone (``python -c pass``) is run before each of them, in turn, so that the factors hold
however busy the machine is. A command is measured with its grammars kept on disk ("warm") in a folder of this run's own;
the first solve there, which builds them, is told apart ("cold").

    python benchmarks/startup.py [--runs 9]

Prints a table of medians and one JSON line.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from figures import Figure

KITCHEN = str(Path(__file__).parent.parent / "examples" / "kitchen.story")
COMMANDS = {
    "import qsr": ["-c", "import qsr"],
    "qsr --help": ["-m", "qsr.cli", "--help"],
    "qsr --version": ["-m", "qsr.cli", "--version"],
    "qsr solve kitchen.story": ["-m", "qsr.cli", "solve", KITCHEN],
    "qsr solve kitchen.story --explain": ["-m", "qsr.cli", "solve", KITCHEN, "--explain"],
}


def seconds(arguments: list[str], folder: str) -> float:
    """Return the wall time of a process; end where it fails."""
    began = time.perf_counter()
    done = subprocess.run([sys.executable, *arguments], capture_output=True, env={**os.environ, "QSR_CACHE": folder}, check=False)
    taken = time.perf_counter() - began
    if done.returncode:
        sys.exit(f"{' '.join(arguments)}: {done.stderr.decode()[-2000:]}")
    return taken


def measured(runs: int) -> list[dict[str, Any]]:
    """Return a row for Python alone and one for each command: milliseconds, and how many times those of Python alone."""
    found: dict[str, list[float]] = {}
    alone: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        solve = COMMANDS["qsr solve kitchen.story"]
        seconds(solve, "off")  # compiles Python's own files
        found["qsr solve kitchen.story, cold"] = [seconds(solve, folder)]
        for _ in range(runs):
            for name, arguments in COMMANDS.items():
                alone.append(seconds(["-c", "pass"], folder))
                found.setdefault(name, []).append(seconds(arguments, folder))
    python = statistics.median(alone)
    rows = {"python -c pass": python} | {name: statistics.median(taken) for name, taken in found.items()}
    return [{"command": name, "ms": round(1000 * taken, 1), "times": round(taken / python, 1)} for name, taken in rows.items()]


def short() -> Iterator[Figure]:
    """Yield milliseconds of each command beside Python alone."""
    first, *rows = measured(3)
    for row in rows:
        yield Figure(row["command"], row["ms"], "ms", first["command"], first["ms"])


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--runs", type=int, default=9, metavar="N", help="runs of each command (default: 9)")
    rows = measured(parser.parse_args().runs)
    for row in rows:
        print(f"{row['command']:36}{row['ms']:9.1f} ms{row['times']:9.1f}")
    print(json.dumps({"startup": rows}))


if __name__ == "__main__":
    main()
