"""``qsr network``: what follows from qualitative constraint networks."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from qsr import calculi
from qsr.calculi import Calculus, Network, combination, load
from qsr.calculi.documents import text_of
from qsr.calculi.engines import names
from qsr.calculi.formats import gqr, qualreas
from qsr.calculi.scenes import realise
from qsr.calculi.splitting import splitting
from qsr.calculi.statements import Constraint
from qsr.cli import common
from qsr.cli.output import complain, print_json, say
from qsr.cli.parser import completed
from qsr.errors import LimitReached, ParseError
from qsr.outputs import DRAWING, save
from qsr.run.pace import progress

__all__ = ["add"]


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.usage = "qsr network FILE... --calculus C TASK [options]"
    parser.add_argument("task", choices=_TASKS, help="; ".join(f"{name}: {about}" for name, (_, about) in _TASKS.items()))
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="networks as GQR (.csp, several a file) or qualreas (.json) write them; - reads .csp",
    )
    calculus = parser.add_argument(
        "--calculus", required=True, metavar="C", help="a name that `qsr calculi` lists, or a calculus file (.toml, .spec)"
    )
    completed(calculus, lambda: [*calculi.names(), *combination.names()])
    parser.add_argument("--engine", default="auto", choices=names(), help="who answers (default: auto)")
    # Some networks of a hundred entities would take days: a run over a file ends, and says what it left open.
    parser.add_argument("--timeout", type=common.seconds, default=60.0, metavar="S", help="seconds per network (default: 60)")
    parser.add_argument("--limit", type=common.positive, default=10, metavar="N", help="at most N scenarios (default: 10)")
    parser.add_argument(
        "--nodes",
        type=lambda text: text.split(","),
        metavar="X,Y,...",
        help="scenarios of these entities, each different on them",
    )
    parser.add_argument("--draw", type=Path, metavar="FOLDER", help="with scenario: draw each as FOLDER/NAME.svg")
    common.add_force(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=_run, usage_error=parser.error)
    parse = parser.parse_known_args

    def parse_task_anywhere(args: list[str] | None = None, namespace: Any = None) -> Any:
        """Parse with the task in front: argparse wants positional arguments in one piece, people write the task last."""
        return parse(_task_first(args or []), namespace)

    parser.parse_known_args = parse_task_anywhere  # type: ignore[method-assign,assignment]


def _task_first(arguments: list[str]) -> list[str]:
    """Return the arguments with the last word that names a task in front, unless it is the value of an option.

    >>> _task_first(["a.csp", "b.csp", "--calculus", "rcc8", "core", "--json"])
    ['core', 'a.csp', 'b.csp', '--calculus', 'rcc8', '--json']
    """
    places = [
        place
        for place, word in enumerate(arguments)
        if word in _TASKS and (not place or not arguments[place - 1].startswith("--") or arguments[place - 1] == "--json")
    ]
    return [arguments[places[-1]], *arguments[: places[-1]], *arguments[places[-1] + 1 :]] if places else arguments


def _run(chosen: argparse.Namespace) -> int:
    if chosen.task in ("closure", "core") and chosen.engine not in ("auto", "python", "compiled"):
        chosen.usage_error(f"{chosen.task} takes the engines auto, python and compiled")
    if chosen.task == "core" and chosen.engine == "compiled":
        chosen.usage_error("core takes the engines auto and python: the compiled one does not tell what a refutation rests on")
    if chosen.draw is not None and chosen.task != "scenario":
        chosen.usage_error("--draw shows a scenario")
    calculus = gqr.read_calculus(chosen.calculus) if chosen.calculus.endswith(".spec") else load(chosen.calculus)
    results: list[dict[str, Any]] = []
    codes = {0}
    for file in chosen.files:
        try:
            for name, network in progress(_networks(file, calculus), unit="networks", title=file):
                result = _answered(network, chosen)
                if (picture := result.pop("picture", None)) is not None:
                    result["drawn"] = _written(chosen, name, picture)
                codes.add({"unknown": 4, "inconsistent": 1}.get(result["status"], 0))
                results.append({"file": file, "name": name, **result})
                if not chosen.json:
                    _say(name, result)
        except ParseError as error:
            complain(str(error))
            codes.add(3)
    if chosen.json:
        print_json({"calculus": calculus.name, "task": chosen.task, "networks": results})
    # As in `qsr solve`: unreadable input outweighs a limit, a limit outweighs a contradiction.
    return next(code for code in (3, 4, 1, 0) if code in codes)


def _networks(file: str, calculus: Calculus) -> Iterator[tuple[str, Network]]:
    if file == "-":
        yield from gqr.parse_networks(text_of(file), calculus, "<stdin>")
    elif file.endswith(".json"):
        yield qualreas.parse_network(text_of(file), calculus, file)
    else:
        yield from gqr.read_networks(file, calculus)


def _answered(network: Network, chosen: argparse.Namespace) -> dict[str, Any]:
    """Return what is asked about one network, as plain data."""
    size = {"nodes": len(network.nodes), "constraints": sum(1 for _ in network.constraints())}
    start = perf_counter()
    try:
        found = _TASKS[chosen.task][0](network, chosen)
    except LimitReached as error:
        found = {"status": "unknown", "reason": str(error)}
    return {**size, "seconds": round(perf_counter() - start, 6), **found}


def _closure(network: Network, chosen: argparse.Namespace) -> dict[str, Any]:
    closed = network.closure(chosen.engine)
    if closed.is_refuted:
        first = network.nodes[:2]
        steps = network.derivation(*first) if len(first) == 2 else ()
        return {"status": "inconsistent", "closed": False, "derivation": [str(step) for step in steps]}
    decided = network.decided_by()
    reference = {"reference": decided.reference, "class": decided.networks} if decided else {}
    return {"status": "consistent" if decided else "closed", "closed": True, **reference, "labels": _labels(closed)}


def _consistent(network: Network, chosen: argparse.Namespace) -> dict[str, Any]:
    start = perf_counter()
    outcome = network.decide(chosen.engine, chosen.timeout)
    seconds = perf_counter() - start
    return {
        "status": outcome.status,
        "consistent": {"consistent": True, "inconsistent": False}.get(outcome.status),
        # A network with a solution survives closure; whether one without does has to be seen.
        "closed": outcome.status in ("consistent", "closed") or not network.closure().is_refuted,
        "seconds": round(seconds, 6),
        "engine": outcome.engine,
        **({"reference": outcome.reference} if outcome.reference else {}),
        **({"conflicts": outcome.conflicts} if outcome.conflicts is not None else {}),
    }


def _minimal(network: Network, chosen: argparse.Namespace) -> dict[str, Any]:
    found = network.minimal(chosen.engine, chosen.timeout)
    if found.is_refuted:
        return {"status": "inconsistent", "labels": []}
    return {"status": _solved(network), "labels": _labels(found)}


def _scenario(network: Network, chosen: argparse.Namespace) -> dict[str, Any]:
    found = network.scenario(chosen.engine, chosen.timeout)
    if found is None:
        return {"status": "inconsistent"}
    picture = {} if chosen.draw is None else {"picture": realise(found).svg()}
    return {"status": _solved(network), "labels": _labels(found), **picture}


def _written(chosen: argparse.Namespace, name: str, picture: str) -> str:
    """Write a picture under a name that is safe for files; return where."""
    target: Path = chosen.draw / f"{re.sub(r'[^A-Za-z0-9._-]', '_', name).lstrip('.') or 'network'}.svg"
    chosen.draw.mkdir(parents=True, exist_ok=True)
    with common.claim(chosen, [(target, DRAWING)], chosen.files):
        save(target, picture)
    return str(target)


def _scenarios(network: Network, chosen: argparse.Namespace) -> dict[str, Any]:
    found: list[list[dict[str, Any]]] = []
    cut_short = None
    try:
        nodes = _named(network, chosen)
        for scenario in network.scenarios(chosen.limit + 1, nodes, chosen.engine, chosen.timeout):
            found.append(_labels(scenario))
    except LimitReached as error:
        cut_short = str(error)
    more = len(found) > chosen.limit
    if cut_short is not None:
        return {"status": "unknown", "reason": cut_short, "scenarios": found, "complete": False}
    status = _solved(network) if found else "inconsistent"
    return {"status": status, "scenarios": found[: chosen.limit], "complete": not more}


def _named(network: Network, chosen: argparse.Namespace) -> list[Any] | None:
    if chosen.nodes is None:
        return None
    known = {str(node): node for node in network.nodes}
    for name in chosen.nodes:
        if name not in known:
            chosen.usage_error(f"--nodes: the network has no entity {name[:60]!r}")
    return [known[name] for name in chosen.nodes]


def _core(network: Network, chosen: argparse.Namespace) -> dict[str, Any]:
    found = network.core(chosen.timeout)
    if found is None:
        return {"status": _solved(network), "core": None}
    return {"status": "inconsistent", "core": [_plain(constraint) for constraint in found]}


#: Task -> what does it, and what it is.
_TASKS: Final[Mapping[str, tuple[Callable[[Network, argparse.Namespace], dict[str, Any]], str]]] = {
    "closure": (_closure, "close it, and where that refutes it show how"),
    "consistent": (_consistent, "has it a solution?"),
    "minimal": (_minimal, "the relations that hold in some solution, pair by pair"),
    "scenario": (_scenario, "one consistent refinement to single base relations"),
    "scenarios": (_scenarios, "several of them"),
    "core": (_core, "constraints that contradict each other, none to spare"),
}


def _solved(network: Network) -> str:
    """Return what a closed refinement shows: a solution, where there is a result that says so."""
    return "consistent" if splitting(network.calculus).reference else "closed"


def _labels(network: Network) -> list[dict[str, Any]]:
    return [_plain(Constraint(*constraint)) for constraint in network.constraints()]


def _plain(constraint: Constraint) -> dict[str, Any]:
    return {"x": constraint.x, "relations": list(constraint.relations), "y": constraint.y}


def _say(name: str, result: dict[str, Any]) -> None:
    head = f"{name}: {result['status']}"
    if reference := result.get("reference"):
        head += f" ({reference})"
    say(head)
    if reason := result.get("reason"):
        say(f"  {reason}")
    for key in ("labels", "core"):
        for entry in result.get(key) or ():
            say(f"  {entry['x']} {'|'.join(entry['relations'])} {entry['y']}")
    for number, scenario in enumerate(result.get("scenarios", ()), 1):
        say(f"  {number}. " + ", ".join(f"{entry['x']} {entry['relations'][0]} {entry['y']}" for entry in scenario))
    if result.get("complete") is False:
        say("  there may be more")
    for step in result.get("derivation", ()):
        say(f"  {step}")
