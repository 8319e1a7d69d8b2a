"""``qsr theories``: what statements can mean."""

from __future__ import annotations

import argparse
from textwrap import wrap

from qsr import resources, theories
from qsr.cli.output import print_json, say, table

__all__ = ["add"]


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=_run)


def _entry(phrase: str, meaning: str) -> list[str]:
    return [f"  {phrase}", *wrap(meaning, 110, initial_indent="      ", subsequent_indent="      ")]


def _words() -> dict[str, dict[str, str]]:
    """Return what English words mean under each theory: phrases -> meaning."""
    table = dict(resources.table("meanings.toml"))
    same = table["same"]
    return {name: table.get(same.get(name, name)) or getattr(theories.get(name), "words", {}) for name in theories.names()}


def _run(chosen: argparse.Namespace) -> int:
    found = [theories.get(name) for name in theories.names()]
    meanings = {one.name: (type(one).__doc__ or "").strip().partition("\n")[0] for one in found}
    if chosen.json:
        entries = [
            {"name": one.name, "meaning": meanings[one.name], "backends": list(one.backends), "fingerprint": one.fingerprint}
            | {"words": _words()[one.name]}
            for one in found
        ]
        print_json({"theories": entries, "settings": {key: list(one.shown) for key, one in theories.settings_of().items()}})
        return 0
    rows = [(one.name, ", ".join(one.backends), one.fingerprint, meanings[one.name]) for one in found]
    say(table([("name", "backends", "fingerprint", "meaning"), *rows]))
    say("\nsettings (the first value is the default):")
    for key, setting in theories.settings_of().items():
        say(f"  {key}: {' | '.join(setting.shown)}")
    shown: dict[str, list[str]] = {}
    meant = _words()
    for one in found:
        lines = [line for phrase, meaning in meant[one.name].items() for line in _entry(phrase, meaning)]
        shown.setdefault("\n".join(lines), []).append(one.name)
    for text, names in filter(lambda entry: entry[0], shown.items()):
        say(f"\nwhat English words mean under {', '.join(names)}:\n{text}")
    return 0
