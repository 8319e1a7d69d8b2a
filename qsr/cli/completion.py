"""`qsr completion`: what a shell has to be told to complete commands, options, data sets, theories and calculi."""

from __future__ import annotations

import argparse
import os
import sys
from importlib import import_module
from typing import Any, Final

from qsr.cli.parser import Parser
from qsr.errors import BackendUnavailable

__all__ = ["add", "complete", "words"]

#: Shell -> the line that switches completion on, to stand in the file that each new shell reads.
_SHELLS: Final = {
    "bash": '~/.bashrc:  eval "$(qsr completion bash)"',
    "zsh": '~/.zshrc, behind compinit:  eval "$(qsr completion zsh)"',
    "fish": "~/.config/fish/config.fish:  qsr completion fish | source",
}


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("shell", choices=list(_SHELLS), help="the shell; what is printed goes to the file that it reads")
    parser.set_defaults(run=_run)


def _run(chosen: argparse.Namespace) -> int:
    argcomplete = _library()
    sys.stdout.write(f"# in {_SHELLS[chosen.shell]}\n{argcomplete.shellcode(['qsr'], shell=chosen.shell)}\n")
    return 0


def words() -> list[str]:
    """Return the words behind the command in the line that is to be completed."""
    return os.environ.get("COMP_LINE", "").split()[1:]


def complete(parser: Parser) -> None:
    """Tell the shell that asks, by its variables, what may stand at the place of the cursor, and end the process."""
    parser.declare(words())
    _library().autocomplete(parser, always_complete_options="long")


def _library() -> Any:
    try:
        return import_module("argcomplete")
    except ImportError as error:
        raise BackendUnavailable("completion needs argcomplete: pip install argcomplete") from error
