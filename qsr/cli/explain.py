"""``qsr explain``: what ``qsr solve`` answers, and why: steps that lead to it, models, the text that excludes the rest."""

from __future__ import annotations

import argparse

from qsr.cli import assisting, common, solve

__all__ = ["add"]


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    solve.add_stories(parser)
    assisting.add(parser)
    common.add_force(parser)
    parser.add_argument(
        "--tell",
        action="store_true",
        help="have the model of --assist tell each answer and its reason in prose; what the proof does not support is struck out",
    )
    parser.set_defaults(run=_run, explain=True, steps=True, scenarios=None, draw=None, certify=None, usage_error=parser.error)


def _run(chosen: argparse.Namespace) -> int:
    with assisting.assistance(chosen, chosen.stories) as assistant:
        if chosen.tell and assistant is None:
            chosen.usage_error("--tell goes with --assist")
        return solve.solved(chosen, assistant) if assistant is None or not chosen.dry_run else solve.unsent(chosen, assistant)
