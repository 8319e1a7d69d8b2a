"""Defaults of options, from the files of a user and of a project; they never touch a result that others are to get again.

``[tool.qsr]`` of the next ``pyproject.toml`` upwards, before ``qsr/config.toml`` of the user (below ``$XDG_CONFIG_HOME``, else
``~/.config``). A table of a command's name holds what is meant for it alone. ``QSR_CONFIG`` names another file of the user;
``QSR_CONFIG=off`` leaves all of them out.

What is judged, scored, checked or made for others, by `eval`, `check`, `verify`, `audit`, `report`, `convert` and `generate`,
depends on the arguments alone; so does whatever writes over files or listens to other machines.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from qsr.errors import DatasetError, meant

__all__ = ["SETTABLE", "Preferred", "Setting", "apply", "files", "settings"]

#: Options that are set for all commands that have them, and those of single ones.
GENERAL: Final = ("theory", "backend", "timeout", "lenient")
SETTABLE: Final = {
    "solve": (*GENERAL, "explain", "scenarios", "json"),
    "explain": (*GENERAL, "json"),
    "read": ("theory", "lenient", "json"),
    "repair": (*GENERAL, "limit", "json"),
    "network": ("calculus", "engine", "timeout", "limit", "json"),
    "serve": ("port", "timeout", "memory", "max-text", "workers"),
    "mcp": ("timeout",),
}
_OFF: Final = "off"


class Preferred(str):
    """A value of a file of settings: what a story says of itself goes before it, as an argument does not let it."""

    __slots__ = ()


class Setting(NamedTuple):
    """One default: the command, the option without its dashes, the value as the file has it, and the file."""

    command: str
    name: str
    value: Any
    file: Path


def files() -> list[Path]:
    """Return the files that may hold settings, whether they are there or not; what a later one says goes before."""
    named = os.environ.get("QSR_CONFIG", "")
    if named == _OFF:
        return []
    found = [Path(named)] if named else []
    try:
        found = found or [Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "qsr" / "config.toml"]
        here = Path.cwd()
    except (RuntimeError, OSError):  # a user without a home, a folder that is gone
        return found
    project = next((one / "pyproject.toml" for one in (here, *here.parents) if (one / "pyproject.toml").is_file()), None)
    return [*found, *([] if project is None else [project])]


def settings() -> dict[tuple[str, str], Setting]:
    """Return the settings that hold here, by command and option; raise DatasetError, about the file, for what is none."""
    found: dict[tuple[str, str], Setting] = {}
    for file in files():
        for one in _of(file, _table(file)):
            found[one.command, one.name] = one
    return found


def apply(parser: argparse.ArgumentParser, command: str) -> None:
    """Make the settings of a command the defaults of its options; raise DatasetError for a value that an option does not take."""
    for one in settings().values():
        if one.command == command:
            action = parser._option_string_actions[f"--{one.name}"]
            parser.set_defaults(**{action.dest: _value(parser, action, one)})
            action.required = False


def _table(file: Path) -> dict[str, Any]:
    if not file.is_file():
        return {}
    import tomllib

    try:
        whole = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise DatasetError(f"{file}: not TOML: {error}") from error
    table = whole.get("tool", {}).get("qsr", {}) if file.name == "pyproject.toml" else whole
    if not isinstance(table, dict):
        raise DatasetError(f"{file}: expected a table of settings")
    return table


def _of(file: Path, table: dict[str, Any]) -> Iterator[Setting]:
    single = {name: value for name, value in table.items() if isinstance(value, dict)}
    for name, value in table.items():
        if name not in (*GENERAL, *single):
            raise DatasetError(f"{file}: {name}: no setting of all commands; they are {', '.join(GENERAL)}{meant(name, GENERAL)}")
        for command in ("solve", "explain", "read", "repair") if name in GENERAL else ():
            if name in SETTABLE[command]:
                yield Setting(command, name, value, file)
    for command, inner in single.items():
        if command not in SETTABLE:
            known = ", ".join(SETTABLE)
            raise DatasetError(f"{file}: [{command}]: no command with settings; they are {known}{meant(command, SETTABLE)}")
        for name, value in inner.items():
            if name not in SETTABLE[command]:
                known = ", ".join(SETTABLE[command])
                near = meant(name, SETTABLE[command])
                raise DatasetError(f"{file}: [{command}] {name}: no setting of {command}; they are {known}{near}")
            yield Setting(command, name, value, file)


def _value(parser: argparse.ArgumentParser, action: argparse.Action, one: Setting) -> Any:
    where = f"{one.file}: {one.name} of {one.command}"
    if action.nargs == 0:
        if not isinstance(one.value, bool):
            raise DatasetError(f"{where}: expected true or false")
        return one.value
    if isinstance(one.value, (bool, dict, list)):
        raise DatasetError(f"{where}: expected a text or a number")
    try:
        value = parser._get_values(action, [str(one.value)])
    except argparse.ArgumentError as error:
        raise DatasetError(f"{where}: {error.message}") from error
    return Preferred(value) if isinstance(value, str) else value
