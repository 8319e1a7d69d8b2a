"""``qsr convert``: the items of any data set in one plain form, a JSON object a line, with prompts for language models."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from qsr.adapters.harness import asked
from qsr.adapters.harness.documents import COLUMNS, document
from qsr.cli import common
from qsr.cli.output import complain, say
from qsr.datasets.forms.tables import kind, save_lines
from qsr.datasets.protocol import BadRow
from qsr.run.lines import json_line
from qsr.wording import counted

__all__ = ["add"]

_SHOWN: Final = 10


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    common.add_dataset(parser)
    parser.add_argument(
        "--out",
        type=Path,
        required=True,
        metavar="ITEMS.jsonl",
        help=f"write a line per item; {common.TABLES_TOO}",
    )
    parser.add_argument("--prompt", metavar="TEXT", help="words to ask in, with {story} and {question} (default: per data set)")
    common.add_force(parser)
    parser.set_defaults(run=_run)


def _run(chosen: argparse.Namespace) -> int:
    job = common.job(chosen)
    left_out: list[BadRow] = []
    with common.claim(chosen, [(chosen.out, kind(chosen.out, "lines of `qsr convert --out`", *COLUMNS))], chosen.files):
        found = asked(job, chosen.files, chosen.limit, chosen.prompt, left_out)
        # All lines or none: half a data set would look like a whole one.
        lines = [json_line(document(job, one)) for one in found]
        save_lines(chosen.out, lines)
    common.require_items(chosen.files, len(lines) + len(left_out))
    say(counted(len(lines), "item"))
    for bad in left_out[:_SHOWN]:
        complain(f"left out, not understood: {bad.file}:{bad.line}: {bad.error}")
    if len(left_out) > _SHOWN:
        complain(f"... and {len(left_out) - _SHOWN} more")
    return 0
