"""``qsr theories``: what statements can mean."""

from __future__ import annotations

import argparse
from textwrap import wrap

from qsr import resources, theories
from qsr.cli.output import print_json, say, table
from qsr.summary.about import theory_list

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
    found, meant = theory_list(), _words()
    entries = found["theories"]
    if chosen.json:
        print_json({**found, "theories": [{**one, "words": meant[one["name"]]} for one in entries]})
        return 0
    rows = [(one["name"], ", ".join(one["backends"]), one["fingerprint"], one["meaning"]) for one in entries]
    say(table([("name", "backends", "fingerprint", "meaning"), *rows]))
    say("\nsettings (the first value is the default):")
    for key, values in found["settings"].items():
        say(f"  {key}: {' | '.join(values)}")
    shown: dict[str, list[str]] = {}
    for name, words in meant.items():
        lines = [line for phrase, meaning in words.items() for line in _entry(phrase, meaning)]
        shown.setdefault("\n".join(lines), []).append(name)
    for text, names in filter(lambda entry: entry[0], shown.items()):
        say(f"\nwhat English words mean under {', '.join(names)}:\n{text}")
    return 0
