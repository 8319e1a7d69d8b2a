"""The command line: ``qsr COMMAND ...``.

Standard output carries data, standard error progress and errors. Exit codes: 0 done; 1 a story or a network contradicts
itself, or an answer is wrong under ``--fail-on-wrong``; 2 usage; 3 unreadable input, or a file that cannot be written; 4 a limit
was hit; 130 interrupted.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final

from qsr.cli import output
from qsr.cli.output import complain, paint
from qsr.errors import (
    BackendUnavailable,
    DatasetError,
    LimitReached,
    ParseError,
    QsrError,
    UnknownName,
    UnsupportedQuestion,
)
from qsr.inputs import STANDARD

if TYPE_CHECKING:
    from qsr.cli.parser import Parser

__all__ = ["main"]

#: Command -> what it does; its module has the same name, and only that of the command that runs is imported.
_COMMANDS: Final = {
    "solve": "answer the questions of story files",
    "explain": "show how answers follow, step by step",
    "read": "show what was understood of a story, sentence by sentence",
    "eval": "answer a benchmark's items and compare with its labels",
    "check": "judge a model's answers against the text and the labels",
    "audit": "find labels that their own text does not support",
    "generate": "make new items, each verified before it is written",
    "datasets": "list the benchmarks that can be read",
    "theories": "list the theories and their settings",
    "calculi": "list the calculi and what closure decides",
    "network": "reason about constraint networks of a qualitative calculus",
    "repair": "mend stories that contradict themselves",
    "report": "write a page about answers: scores, groups, errors, drawn",
    "serve": "a local web page and JSON API to try stories in",
    "mcp": "serve the tools to language models (MCP)",
    "verify": "re-check a certificate of `qsr solve --certify`",
    "convert": "write the items of a data set in one plain form",
    "config": "show the settings of your files, and where they are from",
    "completion": "let your shell complete commands, options and names",
}
#: Exit code of each error that ends a command; the first class that fits decides.
_EXIT_CODES: tuple[tuple[type[QsrError], int], ...] = (
    (ParseError, 3),
    (DatasetError, 3),
    (LimitReached, 4),
    (UnknownName, 2),
    (UnsupportedQuestion, 2),
    (BackendUnavailable, 2),
    (QsrError, 3),
)


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from qsr.summary.about import DISTRIBUTION, versions

        found = versions()
        solvers = ", ".join(f"{name} {found[name] or 'missing'}" for name in ("clingo", "z3"))
        sys.stdout.write(f"qsr {found['qsr']}, of the distribution {DISTRIBUTION} ({solvers})\n")
        parser.exit()


def _parser(named: str | None, *, helping: bool = False) -> Parser:
    """Return the parser of all commands, with the arguments of the one that is named, and its defaults unless it is for help."""
    from qsr.cli.parser import Parser

    parser = Parser(
        prog="qsr", description="Qualitative spatial reasoning: every consistent answer, with a witness and a reason."
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the versions and exit")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, about in _COMMANDS.items():
        command = commands.add_parser(name, help=about)
        if name == named:
            module = import_module(f"qsr.cli.{name}")
            command.description = (module.__doc__ or "").replace("``", "`")
            module.add(command)
            if not helping:
                from qsr.cli import settings

                settings.apply(command, name)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return its exit code. `arguments` stands for those of the process where it is None."""
    _prepare_streams()
    if any("\0" in argument for argument in arguments or ()):
        complain("qsr: an argument holds a null character, which no name or text has")
        return 2
    chosen = None
    try:
        given = list(sys.argv[1:] if arguments is None else arguments)
        if given[:1] == ["help"]:
            given = [*given[1:], "--help"]
        if "_ARGCOMPLETE" in os.environ:
            from qsr.cli.completion import complete, words

            complete(_parser(next((word for word in words() if word in _COMMANDS), None), helping=True))
        named = next((argument for argument in given if not argument.startswith("-")), None)
        # Who types nothing more wants to know what there is.
        chosen = _parser(named, helping=not {"-h", "--help"}.isdisjoint(given)).parse_args(given or ["--help"])
        # What an option writes to standard output has it to itself; what is printed beside it goes to standard error.
        printed = any(isinstance(value, Path) and str(value) == STANDARD for value in vars(chosen).values())
        if printed and getattr(chosen, "json", False):
            complain(f"qsr {chosen.command}: error: --json and the file - are both standard output")
            return 2
        output.printed_to = sys.stderr if printed else None
        code: int = chosen.run(chosen)
        sys.stdout.flush()
    except SystemExit as ending:
        # argparse ends the process on a mistake of usage, and after --help.
        return ending.code if isinstance(ending.code, int) else 2
    except BrokenPipeError:
        # The reader of a pipe left, as `head` does.
        _leave_output()
        return 0
    except KeyboardInterrupt:
        kept = getattr(chosen, "out", None) is not None and hasattr(chosen, "resume")
        complain("interrupted" + ("; the same command with --resume goes on from the lines that it wrote" if kept else ""))
        return 130
    except QsrError as error:
        complain(f"{paint('qsr:', 'bad', error=True)} {error}")
        return next(code for kind, code in _EXIT_CODES if isinstance(error, kind))
    except MemoryError:
        complain("qsr: the memory of this machine, or of this process, is used up")
        return 4
    except OSError as error:
        complain(f"qsr: {error.filename or _unnamed()}: {error.strerror or error}")
        return 3
    return code


def _prepare_streams() -> None:
    # A stream that was closed before the start is none; nobody sees what goes there.
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        # Answers carry names in any script; a terminal that cannot show a letter gets its escape instead of an exception.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def _unnamed() -> str:
    """Return what an error of the system without a file is about: standard output where that fails again, as on a full disk."""
    try:
        sys.stdout.flush()
    except OSError:
        _leave_output()
        return "standard output"
    return "input"


def _leave_output() -> None:
    """Let standard output lead nowhere: Python would complain once more when it closes it."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
