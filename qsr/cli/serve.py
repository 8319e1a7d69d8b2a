"""``qsr serve``: a local web page and JSON API to try stories in."""

from __future__ import annotations

import argparse

from qsr.adapters.serve.work import Bounds
from qsr.cli import common

__all__ = ["add"]


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    usual = Bounds()
    port = common.whole("a port, up to 65535", 0, 65535)
    memory = common.whole("at least 600 MiB, since the solvers alone take 300", 600)
    parser.add_argument(
        "--host", default="127.0.0.1", help="address to listen on; any but a loopback one lets other machines in (%(default)s)"
    )
    parser.add_argument("--port", type=port, default=8642, help="port to listen on, 0 for a free one (%(default)s)")
    parser.add_argument(
        "--allow-host", action="append", default=[], metavar="NAME", help="a further host name by which browsers may reach it"
    )
    parser.add_argument(
        "--timeout", type=common.seconds, default=usual.seconds, metavar="S", help="seconds per request (%(default)s)"
    )
    parser.add_argument("--memory", type=memory, default=usual.memory, metavar="MIB", help="memory of a worker (%(default)s)")
    parser.add_argument(
        "--max-text", type=common.positive, default=usual.text, metavar="N", help="characters of a story (%(default)s)"
    )
    parser.add_argument("--workers", type=common.positive, default=usual.workers, metavar="N", help="processes (%(default)s)")
    parser.add_argument("--assist", metavar="URL", help="let requests ask the language model there; see `qsr solve --help`")
    parser.add_argument("--model", metavar="NAME", help="the model of --assist (default: $QSR_ASSIST_MODEL)")
    parser.add_argument(
        "--assist-timeout",
        type=common.seconds,
        default=120.0,
        metavar="S",
        help="seconds for the model per request (%(default)s)",
    )
    parser.set_defaults(run=_run)


def _run(chosen: argparse.Namespace) -> int:
    from qsr.adapters.serve.server import serve

    bounds = Bounds(seconds=chosen.timeout, memory=chosen.memory, text=chosen.max_text, workers=chosen.workers)
    model = None
    if chosen.assist is not None:
        from qsr.assist.client import Endpoint

        # What is wrong with it is told now, and not to whoever asks first.
        name = Endpoint(chosen.assist, chosen.model).name
        model = {"url": chosen.assist, "model": name, "seconds": chosen.assist_timeout}
    serve(chosen.host, chosen.port, bounds, chosen.allow_host, model)
    return 0
