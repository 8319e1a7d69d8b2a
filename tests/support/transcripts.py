"""Pages with examples that run: fenced blocks of Markdown, carried out and compared with what the page shows.

Blocks of one page are carried out in their order, in one folder and with one namespace:

- a block below a line of its own that is just a name in backquotes and a colon is written to the file of that name;
- ``python``: a script. Comment lines right behind a statement that calls `print` are what it prints;
- ``console``: lines that begin with ``$ `` are commands (`qsr ...`, `cat FILE`, `echo $?`), the lines behind them what they
  print, standard output and standard error together. A command has to succeed, unless ``$ echo $?`` follows it.

In what is shown, ``...`` stands for any text within a line, and a line of its own for any lines. Other blocks are for reading.
"""

from __future__ import annotations

import ast
import contextlib
import io
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from qsr import cli

_FENCE = re.compile(r"(?:^`([^`\n]+)`:\n\n)?^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


class Differs(AssertionError):
    """A page shows something that is not what happens."""


@dataclass(frozen=True)
class Block:
    """One fenced block: its kind, its text, the line where it begins, and the file that it is, if any."""

    kind: str
    text: str
    line: int
    file: str | None = None


@dataclass(frozen=True)
class Command:
    """A command of a transcript and the lines shown behind it."""

    words: tuple[str, ...]
    shown: tuple[str, ...]


@dataclass
class Run:
    """What the blocks of a page share, and how much of it was compared with the page."""

    folder: Path
    names: dict[str, Any] = field(default_factory=lambda: {"__name__": "page"})
    compared: int = 0
    code: int = 0

    def block(self, block: Block) -> None:
        """Carry out one block; raise Differs where the page shows something else."""
        if block.file:
            target = self.folder / block.file
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(block.text, encoding="utf-8")
        elif block.kind == "python":
            self._script(block)
        elif block.kind == "console":
            self._session(block)

    def _script(self, block: Block) -> None:
        for statement, shown in statements(block.text):
            printed = self._executed(statement, block)
            if shown:
                self._compare(shown, printed, ast.unparse(statement), block)

    def _session(self, block: Block) -> None:
        commands = list(session(block.text))
        following = [command.words for command in commands[1:]]
        for command, after in zip(commands, [*following, ()], strict=True):
            printed = self._printed(command.words)
            self._compare(command.shown, printed, shlex.join(command.words), block)
            if self.code and after != ("echo", "$?") and command.words[0] == "qsr":
                raise Differs(f"line {block.line}: {shlex.join(command.words)} ended with {self.code}\n{printed}")

    def _executed(self, statement: ast.stmt, block: Block) -> str:
        printed = io.StringIO()
        with contextlib.chdir(self.folder), contextlib.redirect_stdout(printed):
            exec(compile(ast.Module([statement], []), f"<line {block.line}>", "exec"), self.names)
        return printed.getvalue()

    def _printed(self, words: tuple[str, ...]) -> str:
        if words == ("echo", "$?"):
            return f"{self.code}\n"
        if words[0] == "cat":
            return "".join((self.folder / name).read_text(encoding="utf-8") for name in words[1:])
        if words[0] != "qsr":
            raise Differs(f"a command that a transcript does not know: {shlex.join(words)}")
        printed = io.StringIO()
        with contextlib.chdir(self.folder), contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            self.code = cli.main(words[1:])
        return printed.getvalue()

    def _compare(self, shown: tuple[str, ...], printed: str, what: str, block: Block) -> None:
        if not pattern(shown).fullmatch("".join(f"{line.rstrip()}\n" for line in printed.rstrip().splitlines())):
            raise Differs(f"line {block.line}: {what}\nprints\n{printed}\nand the page shows\n" + "\n".join(shown))
        self.compared += 1


def blocks(page: str) -> list[Block]:
    """Return the fenced blocks of a page; raise Differs for a fence of another form, which would be left out without a word."""
    found = list(_FENCE.finditer(page))
    if page.count("\n```") + page.startswith("```") != 2 * len(found):
        raise Differs("a fence is neither ```KIND nor the end of one")
    return [Block(match[2], match[3], page.count("\n", 0, match.start()) + 1, match[1]) for match in found]


def statements(code: str) -> Iterator[tuple[ast.stmt, tuple[str, ...]]]:
    """Yield each statement of a script with what the comments behind it say that it prints."""
    lines = code.splitlines()
    for statement in ast.parse(code).body:
        shown: list[str] = []
        calls = (node.func for node in ast.walk(statement) if isinstance(node, ast.Call))
        if any(isinstance(function, ast.Name) and function.id == "print" for function in calls):
            for line in lines[statement.end_lineno :]:
                if not line.startswith("#"):
                    break
                shown.append(line.removeprefix("#").removeprefix(" ").rstrip())
        yield statement, tuple(shown)


def session(transcript: str) -> Iterator[Command]:
    r"""Yield the commands of a transcript; a command whose line ends with a backslash goes on in the next."""
    words: tuple[str, ...] = ()
    shown: list[str] = []
    for line in transcript.replace("\\\n", " ").splitlines():
        if line.startswith("$ "):
            if words:
                yield Command(words, tuple(shown))
            words, shown = tuple(shlex.split(line[2:], comments=True)), []
        else:
            shown.append(line.rstrip())
    if words:
        yield Command(words, tuple(shown))


def pattern(shown: tuple[str, ...]) -> re.Pattern[str]:
    """Return the expression that what is printed has to match, line ends included."""
    shown = tuple(shown[: len(shown) - next((index for index, line in enumerate(reversed(shown)) if line), len(shown))])
    parts = [r"(?:.*\n)*?" if line.strip() == "..." else ".*?".join(map(re.escape, line.split("..."))) + r"\n" for line in shown]
    return re.compile("".join(parts))
