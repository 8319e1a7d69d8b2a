"""Every benchmark in a short form, and one table: what was measured, and the reference that ran beside it.

    python benchmarks [NAME ...]

A module of this folder with a function `short` takes part; it makes its own rows up, takes a few seconds, and ends the run where
an answer is not the reference's. Figures of a short run say how things stand to each other; for others run the module itself.
Prints the table and one JSON line. What is not installed is left out and named.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import io
import json
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


def names() -> list[str]:
    """Return the modules that have a short form."""
    return sorted(path.stem for path in FOLDER.glob("*.py") if "\ndef short(" in path.read_text(encoding="utf-8"))


def measured(chosen: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Yield a row for each figure, and one with the reason for each benchmark that cannot run here."""
    for name in chosen:
        began = time.perf_counter()
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                figures = list(importlib.import_module(name).short())
        except ModuleNotFoundError as error:
            yield {"benchmark": name, "missing": error.name}
            continue
        seconds = round(time.perf_counter() - began, 1)
        yield from ({"benchmark": name, "seconds": seconds, **one._asdict(), "ratio": one.ratio} for one in figures)


def number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def line(row: dict[str, Any]) -> str:
    if "missing" in row:
        return f"{row['benchmark']:<24}left out: {row['missing']} is not installed"
    beside = f"{number(row['beside'])} {row['unit']}" if row["reference"] else ""
    ratio = "" if row["ratio"] is None else f"{number(row['ratio'])} x"
    figure = f"{number(row['figure'])} {row['unit']}"
    return f"{row['benchmark']:<24}{row['name']:<38}{figure:>14}  {row['reference']:<34}{beside:>14}{ratio:>10}"


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", choices=[[], *names()], help=f"of {', '.join(names())}; all without")
    chosen = parser.parse_args(arguments).names or names()
    sys.path.insert(0, str(FOLDER))
    rows = []
    print(f"{'benchmark':<24}{'measured':<38}{'figure':>14}  {'reference in the same run':<34}{'reference':>14}{'ratio':>10}")
    for row in measured(chosen):
        rows.append(row)
        print(line(row), flush=True)
    print(json.dumps({"benchmarks": rows}))


if __name__ == "__main__":
    main()
