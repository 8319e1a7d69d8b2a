"""``qsr explain``: what ``qsr solve`` answers, and why: steps that lead to it, models, the text that excludes the rest."""

from __future__ import annotations

import argparse

from qsr.cli import solve

__all__ = ["add"]


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    solve.add_stories(parser)
    parser.set_defaults(run=solve.solved, explain=True, steps=True, scenarios=None, draw=None, certify=None)
