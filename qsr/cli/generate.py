"""``qsr generate``: new items, each verified before it is written."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any, Final, TextIO

from qsr import generate
from qsr.cli import common
from qsr.cli.output import complain, print_json
from qsr.cli.parser import Parser
from qsr.datasets.forms.tables import lines_to
from qsr.generate import ImpossibleRequest, Option, Report, Request
from qsr.outputs import UNMARKED
from qsr.run.pace import progress
from qsr.wording import counted

__all__ = ["add"]

_PREFIX: Final = "generator_option_"


def _options(generator: str, parser: argparse.ArgumentParser, _: Sequence[str]) -> None:
    """Declare the options of a generator, which is imported for it and not before."""
    for option in generate.get(generator).options:
        parser.add_argument(f"--{option.name}", dest=f"{_PREFIX}{option.name}", help=option.about, **_form(option))


def _form(option: Option) -> dict[str, Any]:
    if option.read is None:
        return {"action": "store_true"}
    form: dict[str, Any] = {"type": _reader(option.read)}
    if option.choices:
        return {**form, "choices": option.choices}
    return {**form, "metavar": "FILE" if option.several else "VALUE", **({"nargs": "+"} if option.several else {})}


def _reader(read: Callable[[str], Any]) -> Callable[[str], Any]:
    def checked(text: str) -> Any:
        try:
            return read(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from error

    return checked


def add(parser: argparse.ArgumentParser) -> None:
    """Add a parser for each generator."""
    parser.description = "Make new items of a benchmark."
    seed = common.whole("a whole number", 0)
    kinds = parser.add_subparsers(dest="generator", metavar="DATASET", required=True, parser_class=Parser)
    for name in generate.names():
        one = kinds.add_parser(name, help=f"items of {name}", description=f"Make new items of {name}.")
        one.late = partial(_options, name)
        one.add_argument("--seed", type=seed, default=0, metavar="S", help="equal seeds give equal items (default: 0)")
        one.add_argument("--count", type=common.positive, metavar="N", help="number of items (default: 10)")
        one.add_argument(
            "--splits",
            type=_splits,
            default=(),
            metavar="NAME=N,...",
            help="items per split; no context is in two of them; with --out ITEMS.jsonl each has a file ITEMS.NAME.jsonl",
        )
        one.add_argument("--out", type=Path, metavar="ITEMS.jsonl", help=f"write the lines there; {common.TABLES_TOO}")
        common.add_force(one)
        one.add_argument("--json", action="store_true", help="print one JSON object: counts, and the items unless --out has them")
        one.set_defaults(run=_run, usage_error=one.error)


def _splits(text: str) -> tuple[tuple[str, int], ...]:
    found = []
    for piece in text.split(","):
        name, _, count = piece.partition("=")
        if not name.isidentifier() or not count.isdecimal() or int(count) < 1:
            raise argparse.ArgumentTypeError(f"expected NAME=N,NAME=N..., not {text[:40]!r}")
        found.append((name, int(count)))
    return tuple(found)


def _run(chosen: argparse.Namespace) -> int:
    if chosen.splits and chosen.count is not None:
        chosen.usage_error("--splits says how many items there are; leave --count out")
    if chosen.splits and chosen.out is None and not chosen.json:
        chosen.usage_error("--splits needs --out or --json")
    given = {name.removeprefix(_PREFIX): value for name, value in vars(chosen).items() if name.startswith(_PREFIX)}
    options = {name: tuple(value) if isinstance(value, list) else value for name, value in given.items() if value is not None}
    total = sum(count for _, count in chosen.splits) or chosen.count or 10
    report = Report()
    try:
        generator = generate.get(chosen.generator)
        lines = generator.generate(Request(chosen.seed, total, options, chosen.splits), report)
        summary = _write(progress(lines, total), chosen, options.get("from", ()))
    except ImpossibleRequest as error:
        chosen.usage_error(str(error))
    counts = {
        "dataset": chosen.generator,
        "seed": chosen.seed,
        **summary,
        "rejected_draws": dict(sorted(report.rejected.items())),
        "passed_over": dict(sorted(report.passed_over.items())),
        **({"report": report.tables} if report.tables else {}),
    }
    if chosen.json:
        print_json(counts)
        return 0
    complain(f"{counted(counts['count'], 'item')}, every one verified")
    for title, reasons in (("draws thrown away", report.rejected), ("rows passed over", report.passed_over)):
        for reason, times in sorted(reasons.items()):
            complain(f"{title}: {times} ({reason})")
    for title, table in report.tables.items():
        for group, numbers in table.items():
            complain(f"{title}, {group}: " + ", ".join(f"{name} {number}" for name, number in numbers.items()))
    return 0


def _write(lines: Iterator[tuple[str, generate.Line]], chosen: argparse.Namespace, originals: tuple[str, ...]) -> dict[str, Any]:
    """Write the lines where they belong; return their number and, where they are printed as one object, the lines themselves."""
    counts: Counter[str] = Counter()
    if chosen.out is None and chosen.json:
        kept: dict[str, list[generate.Line]] = {name: [] for name, _ in chosen.splits}
        for split, line in lines:
            counts[split] += 1
            kept.setdefault(split, []).append(line)
        return {**_counted(counts), "items": kept if chosen.splits else kept.get("", [])}
    if chosen.out is None:
        for split, line in lines:
            counts[split] += 1
            _line(sys.stdout, line)
        return _counted(counts)
    targets = {name: _target(chosen.out, name) for name, _ in chosen.splits or (("", 0),)}
    with ExitStack() as stack:
        stack.enter_context(common.claim(chosen, [(target, UNMARKED) for target in targets.values()], originals))
        files = {name: stack.enter_context(lines_to(target)) for name, target in targets.items()}
        for split, line in lines:
            counts[split] += 1
            _line(files[split], line)
    return {**_counted(counts), "files": [str(target) for target in targets.values()]}


def _counted(counts: Counter[str]) -> dict[str, Any]:
    splits = {name: count for name, count in counts.items() if name}
    return {"count": counts.total(), **({"splits": splits} if splits else {})}


def _target(out: Path, split: str) -> Path:
    return out.with_name(f"{out.stem}.{split}{out.suffix}") if split else out


def _line(file: TextIO, line: generate.Line) -> None:
    # Control characters are escaped by JSON itself; other scripts are escaped too where the lines go to a terminal.
    file.write(json.dumps(line, ensure_ascii=file is sys.stdout) + "\n")
