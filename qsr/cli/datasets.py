"""``qsr datasets``: the benchmarks that can be read."""

from __future__ import annotations

import argparse

from qsr import datasets
from qsr.cli.output import print_json, say, table
from qsr.datasets.protocol import Dataset

__all__ = ["add"]


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=_run)


def _run(chosen: argparse.Namespace) -> int:
    found = [datasets.get(name) for name in datasets.names()]
    if chosen.json:
        entries = [
            {
                "name": one.name,
                "theory": one.theory,
                "licence": one.licence,
                "reference": one.reference,
                "options": {name: list(values) for name, values in one.options.items()},
            }
            for one in found
        ]
        print_json({"datasets": entries})
    else:
        say(
            table(
                [
                    ("name", "theory", "options", "licence", "reference"),
                    *((one.name, one.theory, _options(one), one.licence, one.reference) for one in found),
                ]
            )
        )
    return 0


def _options(dataset: Dataset) -> str:
    return " ".join(f"--{name} {'|'.join(values) or 'TEXT'}" for name, values in dataset.options.items()) or "-"
