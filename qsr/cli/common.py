"""Arguments that several commands share."""

from __future__ import annotations

import argparse

from qsr import theories
from qsr.errors import ParseError, QsrError
from qsr.run import Job
from qsr.theories.protocol import Limits

__all__ = ["add_dataset", "add_theory", "job", "positive", "seconds", "theory_line"]


def theory_line(text: str) -> str:
    """Check ``--theory`` as argparse reads it, so that a mistake in it is one of usage."""
    try:
        settings = theories.parse_settings(text)
        theories.get(settings.pop("theory", "exact"), settings)
    except ParseError as error:
        raise argparse.ArgumentTypeError(error.message) from error
    except QsrError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
    return text


def positive(text: str) -> int:
    """Read a whole number above 0."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number above 0, not {text[:20]!r}")
    return int(text)


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
    parser.add_argument(
        "--theory",
        type=theory_line,
        metavar="T",
        help=f"name and settings, such as 'exact, objects: points' (default: {default})",
    )
    parser.add_argument("--backend", metavar="B", help="solver, the theory's first where not given")
    parser.add_argument("--timeout", type=seconds, metavar="S", help="seconds per question")


def add_dataset(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that choose a data set, its files and how they are read."""
    parser.add_argument("dataset", metavar="DATASET", help="name of a data set, as `qsr datasets` lists them")
    parser.add_argument("files", nargs="+", metavar="FILE", help="native files of the data set")
    parser.add_argument(
        "--reading",
        choices=("literal", "convention"),
        help="stepgame: sentences at their word, or as the release's labels use them",
    )
    parser.add_argument("--limit", type=positive, metavar="N", help="take the first N items")
    add_theory(parser, "the data set's own")


def job(chosen: argparse.Namespace) -> Job:
    """Return the job that the arguments describe; raise UnknownName for a reading that the data set does not have."""
    options = {} if chosen.reading is None else {"reading": chosen.reading}
    return Job(chosen.dataset, chosen.theory, chosen.backend, options, Limits(seconds=chosen.timeout))
