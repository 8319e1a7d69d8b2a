"""`qsr config`: the settings that hold here, and the files that they are from."""

from __future__ import annotations

import argparse
from importlib import import_module

from qsr.cli.output import print_json, say, table
from qsr.cli.parser import Parser
from qsr.cli.settings import SETTABLE, apply, files, settings

__all__ = ["add"]


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=_run)


def _run(chosen: argparse.Namespace) -> int:
    found, places = list(settings().values()), files()
    for command in dict.fromkeys(one.command for one in found):
        # Whether an option takes its value is told here, too, and not only when the command runs.
        parser = Parser(prog=f"qsr {command}")
        import_module(f"qsr.cli.{command}").add(parser)
        apply(parser, command)
    if chosen.json:
        shown = [{**one._asdict(), "file": str(one.file)} for one in found]
        looked = [{"file": str(file), "exists": file.is_file()} for file in places]
        print_json({"files": looked, "settings": shown, "settable": SETTABLE})
        return 0
    for file in places:
        say(f"{file}{'' if file.is_file() else ' (not there)'}")
    if not places:
        say("no file is looked at: QSR_CONFIG=off")
    if found:
        rows = [(one.command, one.name, str(one.value), str(one.file)) for one in found]
        say("\n" + table([("command", "setting", "value", "from"), *rows]))
    else:
        say("\nnothing is set; one may set, for all commands or in a table of the command's name:")
        say(table((command, ", ".join(names)) for command, names in SETTABLE.items()))
    say("\nno other command has settings: what eval, check and verify find depends on their arguments alone")
    return 0
