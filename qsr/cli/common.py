"""Arguments that several commands share."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import Any, Final

from qsr import datasets, theories
from qsr.cli.parser import Parser, completed
from qsr.datasets.hooks import Described, FileArgument, Judging, OwnAnswers
from qsr.datasets.protocol import SWITCH, Dataset
from qsr.errors import DatasetError, ParseError, QsrError
from qsr.inputs import STANDARD
from qsr.outputs import Kind, claimed
from qsr.run import Job, engines
from qsr.theories.protocol import Limits

__all__ = [
    "TABLES_TOO",
    "add_dataset",
    "add_engine",
    "add_force",
    "add_theory",
    "check_answers",
    "claim",
    "first_fault",
    "job",
    "numbered",
    "positive",
    "require_answers",
    "require_items",
    "require_match",
    "run_arguments",
    "seconds",
    "theory_line",
    "whole",
]

#: Of each option that names a file of rows to be written.
TABLES_TOO: Final = "a name in .parquet, .csv or .tsv is a table, and - is standard output"
_PREFIX: Final = "reader_option_"
_FILES: Final = "judge_files_"


def _options_of_dataset(parser: argparse.ArgumentParser, given: Sequence[str], *, judging: bool) -> None:
    """Declare the options of the data set that is named."""
    named = next((one for one in given if one in datasets.names()), None)
    if named is None:
        return
    # The theory of a job is an argument of every command, and the job tells it a reader that has such an option.
    own = {name: values for name, values in datasets.get(named).options.items() if name != "theory"}
    described = found.about if isinstance(found := datasets.get(named), Described) else {}
    for name, values in own.items():
        about = described.get(name, f"of {named}") + (f" (default: {values[0]})" if values else "")
        # What is only off or on takes no value.
        shown = {} if values else {"metavar": name.upper()}
        form: dict[str, Any] = {"choices": values or None, **shown}
        if values == SWITCH:
            form = {"action": "store_const", "const": "yes"}
        # What is an argument of the command itself is told a reader with the data set's name before it.
        shown_name = f"{named}-{name}" if f"--{name}" in parser._option_string_actions else name
        parser.add_argument(f"--{shown_name}", dest=f"{_PREFIX}{name}", help=about, **form)
    for one in _judge_files(named) if judging else ():
        parser.add_argument(f"--{one.name}", action="append", dest=f"{_FILES}{one.name}", metavar="FILE", help=one.about)


def _judge_files(dataset: str) -> Sequence[FileArgument]:
    found = datasets.get(dataset)
    return found.files if isinstance(found, Judging) else ()


def theory_line(text: str) -> str:
    """Check ``--theory`` as argparse reads it, so that a mistake in it is one of usage."""
    try:
        settings = theories.parse_settings(text)
        theories.get(settings.pop("theory", theories.GENERAL), settings)
    except ParseError as error:
        raise argparse.ArgumentTypeError(error.message) from error
    except QsrError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
    return text


def whole(expected: str, low: int, high: float = math.inf) -> Callable[[str], int]:
    """Return what reads a whole number between two others; `expected` says so in words."""

    def read(text: str) -> int:
        if not text.isdecimal() or not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(f"expected {expected}, not {text[:20]!r}")
        return int(text)

    return read


positive: Final = whole("a whole number above 0", 1)


def seconds(text: str) -> float:
    """Read a time in seconds."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1e9:
        raise argparse.ArgumentTypeError(f"expected seconds above 0, not {text[:20]!r}")
    return value


def add_theory(parser: argparse.ArgumentParser, default: str) -> None:
    """Add the arguments that choose a theory, its solver and its limits."""
    theory = parser.add_argument(
        "--theory",
        type=theory_line,
        metavar="T",
        help=f"name and settings, such as 'exact, objects: points' (default: {default})",
    )
    completed(theory, theories.names)
    parser.add_argument("--backend", metavar="B", help="solver, the theory's first where not given")
    parser.add_argument("--timeout", type=seconds, metavar="S", help="seconds per question")


def add_dataset(parser: argparse.ArgumentParser, *, judging: bool = False) -> None:
    """Add the arguments that choose a data set, its files, how they are read, and with `judging` what its judge reads."""
    dataset = parser.add_argument("dataset", metavar="DATASET", help="name of a data set, as `qsr datasets` lists them")
    completed(dataset, datasets.names)
    parser.add_argument("files", nargs="+", metavar="FILE", help="native files of the data set; - is standard input")
    if isinstance(parser, Parser):
        parser.late = partial(_options_of_dataset, judging=judging)
    parser.add_argument("--limit", type=positive, metavar="N", help="take the first N items")
    add_theory(parser, "the data set's own")


def add_engine(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that say where the work is done, and that go on with an earlier run's file."""
    parser.add_argument("--resume", action="store_true", help="go on with the lines that --out already holds")
    parser.add_argument("--workers", type=positive, default=1, metavar="N", help="number of processes (default: 1)")
    parser.add_argument(
        "--engine",
        choices=engines.names(),
        default="local",
        help="where the processes are: on this machine, or on a Ray cluster (default: local)",
    )
    parser.add_argument(
        "--ray-address",
        metavar="ADDRESS",
        help="where the cluster is, such as auto or ray://HOST:PORT (default: one begun here for this run)",
    )


def run_arguments(chosen: argparse.Namespace) -> dict[str, Any]:
    """Return what the arguments of `add_engine` and those of files say to `qsr.run.evaluate` and `qsr.run.checking.check`."""
    if chosen.resume and chosen.out is None:
        chosen.usage_error("--resume needs --out")
    if chosen.resume and str(chosen.out) == STANDARD:
        chosen.usage_error("--resume needs a file that holds the lines of the earlier run")
    if chosen.engine != "local" and STANDARD in (str(chosen.out), *chosen.files):
        chosen.usage_error(f"--engine {chosen.engine} needs files, which its workers read and write themselves")
    names = ("out", "limit", "resume", "force", "workers", "engine")
    return {**{name: getattr(chosen, name) for name in names}, "address": chosen.ray_address}


def add_force(parser: argparse.ArgumentParser) -> None:
    """Add the argument that lifts the rule of `qsr.outputs` on existing files; `claim` keeps to it."""
    parser.add_argument("--force", action="store_true", help="write over an existing file of another kind, too")


def claim(
    chosen: argparse.Namespace, targets: Iterable[tuple[Path | None, Kind]], inputs: Iterable[str | Path]
) -> AbstractContextManager[None]:
    """Hold the right to write the files that the arguments name, where they name any; see `qsr.outputs.claimed`."""
    given = [(target, kind) for target, kind in targets if target is not None]
    return claimed(given, inputs, force=chosen.force)


def numbered(target: Path | None, number: int, of: int) -> Path | None:
    """Return the place of one file of several that an option names; the only one has the name itself.

    >>> str(numbered(Path("a.svg"), 2, 3))
    'a-2.svg'
    """
    return target if target is None or of == 1 else target.with_name(f"{target.stem}-{number}{target.suffix}")


def require_items(files: Sequence[str], items: int, fault: str = "") -> None:
    """Raise DatasetError where files gave no item at all: a result about nothing would look like one."""
    if not items:
        names = ", ".join(files[:3]) + (" ..." if len(files) > 3 else "")
        raise DatasetError(f"{names}: no item in it" + (f": {fault}" if fault else ""))


def require_match(file: str | None, matched: int, unmatched: Sequence[str], item: str = "") -> None:
    """Raise DatasetError where answers are to none of the items that were read, of which `item` is the id of one."""
    if unmatched and not matched:
        here = f", those of items such as {item[:80]!r}" if item else ""
        raise DatasetError(f"{file}: its answers are to no item here; their ids are such as {unmatched[0][:80]!r}{here}")


def require_answers(file: str | None, answers: int) -> None:
    """Raise DatasetError where nothing was answered: a column of zeros would look like a score."""
    if not answers:
        raise DatasetError(
            "the rows of the data files have no answers of their own: --answers names a file of them"
            if file is None
            else f"{file}: has no answer to an item that is judged here"
        )


def first_fault(faults: Sequence[Mapping[str, Any]]) -> str:
    """Return the first of some rows that could not be read, in words; nothing where there is none."""
    return f"line {faults[0]['line']}: {faults[0]['error']}" if faults else ""


def job(chosen: argparse.Namespace) -> Job:
    """Return the job that the arguments describe.

    Raise UnknownName for a data set that there is not, DatasetError where one of its files cannot be read.
    """
    datasets.get(chosen.dataset)
    datasets.check(chosen.files)
    options = ((name, getattr(chosen, f"{_PREFIX}{name}", None)) for name in datasets.get(chosen.dataset).options)
    files = ((one.name, getattr(chosen, f"{_FILES}{one.name}", None)) for one in _judge_files(chosen.dataset))
    return Job(
        dataset=chosen.dataset,
        theory=chosen.theory,
        backend=chosen.backend,
        options={name: value for name, value in options if value is not None},
        limits=Limits(seconds=chosen.timeout),
        files={name: named for name, named in files if named},
    )


def check_answers(dataset: Dataset, files: Iterable[str]) -> None:
    """Raise DatasetError for the first file of answers that cannot be opened; where the data set reads it, a folder can."""
    datasets.check(file for file in files if not (isinstance(dataset, OwnAnswers) and Path(file).is_dir()))
