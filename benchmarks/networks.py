"""Constraint networks: closure and consistency, engine by engine, against recorded verdicts and times of GQR.

For each file of networks (GQR's .csp) with a file of verdicts beside it (``X.verdicts.jsonl``: name, closed, consistent,
gqr_ms) the mean and the worst CPU time per network are printed for the closure and for the decision, compiled and in Python.
Every verdict is compared with the recorded one, and a disagreement ends the run with exit status 1. A network that takes
longer than ``--timeout`` seconds is counted as open.

Recorded times come from another machine. ``--calibrate FILE`` closes the networks of one file with the plain closure below, which
is pinned: divided by the milliseconds that the same closure took there (``--pinned``, mean per network), that is the
factor by which this machine is slower; GQR's times are shown multiplied by it. What numba compiles is compiled, or taken from its
cache, before anything is measured, and that time is printed apart.

    python benchmarks/networks.py FILE.csp ... [--engines compiled,python] [--calibrate FILE.csp --pinned 27] [--timeout 60]
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from figures import Figure

from qsr.calculi import Calculus, closure, compiled, engines, load
from qsr.calculi.formats import gqr

Labels = list[list[int]]
Constraints = list[tuple[int, int]]


class Case(NamedTuple):
    """A network and what is recorded about it."""

    name: str
    size: int
    constraints: Constraints
    verdict: dict[str, Any]


def pinned(calculus: Calculus, labels: Labels) -> bool:
    """Close a matrix of at most eight relations the plain way: rows of the composition table as bytes, and a queue."""
    rows, converse = tables(calculus)
    n = len(labels)
    waiting = deque((i, j) for i in range(n) for j in range(n) if i < j and labels[i][j] != calculus.universal)
    queued = set(waiting)
    while waiting:
        pair = i, j = waiting.popleft()
        queued.discard(pair)
        row_i, row_j = labels[i], labels[j]
        through, back = rows[row_i[j]], rows[row_j[i]]
        for k in range(n):
            if k in (i, j):
                continue
            known = row_i[k]
            kept = known & through[row_j[k]]
            if kept != known:
                if not kept:
                    return False
                row_i[k] = kept
                labels[k][i] = converse[kept]
                changed = (i, k) if i < k else (k, i)
                if changed not in queued:
                    queued.add(changed)
                    waiting.append(changed)
            known = row_j[k]
            kept = known & back[row_i[k]]
            if kept != known:
                if not kept:
                    return False
                row_j[k] = kept
                labels[k][j] = converse[kept]
                changed = (j, k) if j < k else (k, j)
                if changed not in queued:
                    queued.add(changed)
                    waiting.append(changed)
    return True


@cache
def tables(calculus: Calculus) -> tuple[list[bytes], bytes]:
    """Return the rows of the composition table, and the converses, of a calculus of at most eight relations."""
    masks = range(1 << len(calculus.relations))
    rows = [bytes(calculus.compose(one, two) if one and two else 0 for two in masks) for one in masks]
    return rows, bytes(calculus.converse(mask) if mask else 0 for mask in masks)


def cases(file: Path, calculus: Calculus) -> Iterator[Case]:
    verdicts = {}
    beside = file.with_name(file.name.removesuffix(".csp") + ".verdicts.jsonl")
    if beside.exists():
        verdicts = {row["name"]: row for row in map(json.loads, beside.read_text(encoding="utf-8").splitlines())}
    for name, network in gqr.read_networks(file, calculus):
        size = len(network.nodes)
        constraints = [(i * size + j, calculus.mask(label)) for i, label, j in network.constraints()]
        yield Case(name, size, constraints, verdicts.get(name, {}))


def close_compiled(calculus: Calculus, labels: Labels) -> bool:
    return compiled.close(calculus, labels) is None


def close_python(calculus: Calculus, labels: Labels) -> bool:
    return closure.close(calculus, labels) is None


CLOSURES: dict[str, Callable[[Calculus, Labels], bool]] = {"compiled": close_compiled, "python": close_python}


class Times(NamedTuple):
    """Milliseconds of CPU per network, how many were left open, and whose verdict is not the recorded one."""

    mean: float
    worst: float
    open: int
    wrong: list[str]


def closed(found: list[Case], calculus: Calculus, engine: str) -> Times:
    times, wrong = [], []
    for case in found:
        labels = engines.matrix_of(calculus, case.size, case.constraints)
        start = time.process_time()
        is_closed = CLOSURES[engine](calculus, labels)
        times.append(1000 * (time.process_time() - start))
        if case.verdict.get("closed") not in (None, is_closed):
            wrong.append(case.name)
    return Times(statistics.mean(times), max(times), 0, wrong)


def decided(found: list[Case], calculus: Calculus, engine: str, timeout: float) -> Times:
    times, wrong, still_open = [], [], 0
    for case in found:
        start = time.process_time()
        status = engines.decide(calculus, case.size, case.constraints, engine, timeout).status
        times.append(1000 * (time.process_time() - start))
        still_open += status == "unknown"
        if status != "unknown" and case.verdict.get("consistent") not in (None, status != "inconsistent"):
            wrong.append(case.name)
    return Times(statistics.mean(times), max(times), still_open, wrong)


def calibrated(file: Path, milliseconds: float) -> float:
    """Return how many times slower this machine is than the one of the recorded times."""
    calculus = load(file.name.split("_")[0])
    found = list(cases(file, calculus))
    passes = []
    for _ in range(3):
        matrices = [engines.matrix_of(calculus, case.size, case.constraints) for case in found]
        start = time.process_time()
        for labels in matrices:
            pinned(calculus, labels)
        passes.append(1000 * (time.process_time() - start) / len(found))
    factor = min(passes) / milliseconds
    print(f"pinned closure of {file.name}: {min(passes):.2f} ms a network, {milliseconds} ms there: factor {factor:.2f}")
    return factor


def warm_up(calculus: Calculus, case: Case) -> float:
    start = time.perf_counter()
    labels = engines.matrix_of(calculus, case.size, case.constraints)
    compiled.close(calculus, [list(row) for row in labels])
    compiled.decide(calculus, labels, 0)
    return time.perf_counter() - start


def made_up(calculus: Calculus, size: int, said: float, seed: int) -> Case:
    """Return a network in which each pair is related with a probability, by half of the base relations on average."""
    pick = random.Random(seed)
    pairs = [pair for pair in combinations(range(size), 2) if pick.random() < said]
    constraints = [(i * size + j, pick.randint(1, calculus.universal - 1)) for i, j in pairs]
    return Case(f"made up {seed}", size, constraints, {})


def short() -> Iterator[Figure]:
    """Yield milliseconds of closing made-up networks of RCC8, engine by engine, beside the plain closure."""
    calculus = load("rcc8")
    found = [made_up(calculus, 60, 0.15, seed) for seed in range(5)]
    warm_up(calculus, found[0])
    matrices = [engines.matrix_of(calculus, case.size, case.constraints) for case in found]
    start = time.process_time()
    for labels in matrices:
        pinned(calculus, labels)
    plain = 1000 * (time.process_time() - start) / len(found)
    for engine in CLOSURES:
        yield Figure(f"closing 60 regions, {engine}", closed(found, calculus, engine).mean, "ms", "plain closure", plain)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--engines", default="compiled", help="compiled, python or both with a comma")
    parser.add_argument("--timeout", type=float, default=60.0)
    parser.add_argument("--calibrate", type=Path, metavar="FILE.csp")
    parser.add_argument("--pinned", type=float, default=27.0, help="what the pinned closure took elsewhere, ms a network")
    arguments = parser.parse_args()
    chosen = arguments.engines.split(",")
    if not set(chosen) <= set(CLOSURES):
        parser.error(f"engines are {', '.join(CLOSURES)}")
    factor = calibrated(arguments.calibrate, arguments.pinned) if arguments.calibrate else 1.0
    report: dict[str, Any] = {}
    wrong, warm = [], 0.0
    titles = ("close", "worst", "decide", "worst", "open", "GQR", "worst")
    print(f"{'networks':<26}{'engine':<10}" + "".join(f"{title:>10}" for title in titles) + "   (ms of CPU)")
    for file in arguments.files:
        calculus = load(file.name.split("_")[0])
        found = list(cases(file, calculus))
        if "compiled" in chosen:
            warm += warm_up(calculus, found[0])
        gqr_times = [factor * case.verdict["gqr_ms"] for case in found if case.verdict.get("gqr_ms")]
        theirs = (statistics.mean(gqr_times), max(gqr_times)) if gqr_times else (float("nan"), float("nan"))
        for engine in chosen:
            closing, deciding = closed(found, calculus, engine), decided(found, calculus, engine, arguments.timeout)
            wrong += [*closing.wrong, *deciding.wrong]
            numbers = (closing.mean, closing.worst, deciding.mean, deciding.worst)
            cells = [*(f"{number:.2f}" for number in numbers), str(deciding.open), *(f"{number:.1f}" for number in theirs)]
            print(f"{file.stem:<26}{engine:<10}" + "".join(f"{cell:>10}" for cell in cells), flush=True)
            report.setdefault(file.stem, {})[engine] = {"close": closing._asdict(), "decide": deciding._asdict()}
    if "compiled" in chosen:
        print(f"compiling, or reading what is compiled: {warm:.1f} s")
    print(json.dumps({"benchmark": "networks", "factor": factor, "warm_up_s": warm, "settings": report, "wrong": wrong}))
    if wrong:
        sys.exit(f"verdicts that are not the recorded ones: {', '.join(wrong)}")


if __name__ == "__main__":
    main()
