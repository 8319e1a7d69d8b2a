"""``qsr theories``: what statements can mean."""

from __future__ import annotations

import argparse

from qsr import theories
from qsr.cli.output import print_json, say, table

__all__ = ["add"]


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command and its arguments."""
    parser = commands.add_parser("theories", help="list the theories and their settings", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=_run)


def _run(chosen: argparse.Namespace) -> int:
    found = [theories.get(name) for name in theories.names()]
    meanings = {one.name: (type(one).__doc__ or "").strip().partition("\n")[0] for one in found}
    if chosen.json:
        entries = [
            {"name": one.name, "meaning": meanings[one.name], "backends": list(one.backends), "fingerprint": one.fingerprint}
            for one in found
        ]
        print_json({"theories": entries, "settings": {key: list(values) for key, values in theories.SETTINGS.items()}})
        return 0
    rows = [(one.name, ", ".join(one.backends), one.fingerprint, meanings[one.name]) for one in found]
    say(table([("name", "backends", "fingerprint", "meaning"), *rows]))
    say("\nsettings (the first value is the default):")
    for key, values in theories.SETTINGS.items():
        say(f"  {key}: {' | '.join(values)}")
    return 0
