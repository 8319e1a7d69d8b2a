"""``qsr mcp``: the tools of qsr for programs that speak the Model Context Protocol, over standard input and output."""

from __future__ import annotations

import argparse

from qsr.cli import common

__all__ = ["add"]


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("--timeout", type=common.seconds, default=20.0, metavar="S", help="seconds per call (default: 20)")
    parser.set_defaults(run=_run)


def _run(chosen: argparse.Namespace) -> int:
    from qsr.adapters.mcp import Bounds, server

    server(Bounds(seconds=chosen.timeout)).run()
    return 0
