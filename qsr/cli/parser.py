"""The parser of arguments: what is declared late, what was meant by a misspelt word, examples, colours in help."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final, NoReturn

from qsr.cli.colours import coloured, painted
from qsr.errors import meant

__all__ = ["Parser", "completed", "examples"]

_TITLE: Final = re.compile(r"^[a-zA-Z][a-z ]*:(?=$| )", re.MULTILINE)
_TYPED: Final = re.compile(r"^ +\$ .*$", re.MULTILINE)
_OPTION: Final = re.compile(r"(?<=^  )(?:-\w, )?--[\w-]+", re.MULTILINE)


@cache
def examples() -> dict[str, list[tuple[str, str]]]:
    """Return what one may type and what that does, by the words behind `qsr` that name the command."""
    import tomllib

    table = tomllib.loads(files("qsr.cli").joinpath("examples.toml").read_text(encoding="utf-8"))
    return {name: [(typed, about) for typed, about in one["lines"]] for name, one in table.items()}


def completed(action: argparse.Action, names: Callable[[], Iterable[str]]) -> None:
    """Let a shell complete the value of an argument that is not bound to these names, or whose names take long to find."""
    action.completer = lambda **_: names()  # type: ignore[attr-defined]


class _Formatter(argparse.HelpFormatter):
    """Keeps paragraphs apart, and the lines of examples as they are."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        pieces = text.split("\n\n")
        fill = super()._fill_text
        return "\n\n".join(one if one.startswith("examples:") else fill(one, width, indent) for one in pieces)


class Parser(argparse.ArgumentParser):
    """A parser of which some arguments are declared when those that are given are known; `late` does so, once."""

    late: Callable[[argparse.ArgumentParser, Sequence[str]], None] | None = None

    def __init__(self, **given: Any) -> None:
        super().__init__(formatter_class=_Formatter, **given)
        # From Python 3.14 on argparse has colours of its own.
        self.color = False

    def parse_known_args(self, args=None, namespace=None):  # type: ignore[no-untyped-def]
        """Declare what is left to declare, then parse; the command itself tells what is no argument of it."""
        self.declare(args or ())
        found, strange = super().parse_known_args(args, namespace)
        if strange:
            options = [word for word in strange if word.startswith("-")]
            self.error(f"unrecognized arguments: {' '.join(strange)[:200]}{''.join(map(self._meant, options[:1]))}")
        return found, strange

    def declare(self, given: Sequence[str]) -> None:
        """Declare what is left to declare, of the command that is given within this one, too."""
        late, self.late = self.late, None
        if late is not None:
            late(self, given)
        for action in self._actions:
            for name, inner in action.choices.items() if isinstance(action, argparse._SubParsersAction) else ():
                if name in given:
                    inner.declare(given)

    def format_help(self) -> str:
        """Return the help with its examples."""
        lines = examples().get(self.prog.removeprefix("qsr "), ())
        typed = "".join(f"\n  {about}\n    $ {one}" for one, about in lines)
        self.epilog = f"examples:{typed}" if typed else None
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        """End with the usage and what is wrong."""
        self._print_message(self.format_usage(), None)
        self.exit(2, f"{self.prog}: error: {message}\n")

    def _meant(self, word: str) -> str:
        return meant(word.partition("=")[0], self._option_string_actions)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            known = [str(one) for one in action.choices]
            near = meant(str(value), known)
            raise argparse.ArgumentError(action, f"invalid choice: {str(value)[:60]!r} (choose from {', '.join(known)}){near}")

    def _print_message(self, message: str, file: Any = None) -> None:
        file = file or sys.stderr
        if message and coloured(file):
            for pattern, style in ((_TITLE, "strong"), (_TYPED, "name"), (_OPTION, "name")):
                message = pattern.sub(lambda found: painted(found[0], style), message)  # noqa: B023
            message = message.replace("error:", painted("error:", "bad"), 1) if " error: " in message else message
        super()._print_message(message, file)
