"""``qsr calculi``: the calculi that come with qsr, and what closure decides about their networks."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import Any

from qsr import calculi
from qsr.calculi import combination, of_three
from qsr.calculi.calculus import Calculus, Decision
from qsr.calculi.combination import Combination
from qsr.calculi.of_three import CalculusOfThree
from qsr.calculi.tractable import tractable
from qsr.cli.output import print_json, say, table
from qsr.errors import UnknownName

__all__ = ["add"]

#: So many base relations are listed by name where one calculus is shown.
_SHOWN = 200


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument(
        "name", nargs="?", metavar="NAME", help="a calculus, a combination, or the file of one: show all about it"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=_run)


def _run(chosen: argparse.Namespace) -> int:
    if chosen.name is not None:
        found = _find(chosen.name)
        if chosen.json:
            print_json(_shown(found))
        elif isinstance(found, Combination):
            _say_combination(found)
        elif isinstance(found, CalculusOfThree):
            _say_of_three(found)
        else:
            _say_calculus(found)
        return 0
    every = [calculi.load(name) for name in calculi.names()]
    ternary = [of_three.load(name) for name in of_three.names()]
    together = [combination.load_combination(name) for name in combination.names()]
    if chosen.json:
        entries = {"calculi": [_entry(one) for one in every], "of three": [_of_three(one, whole=False) for one in ternary]}
        print_json({**entries, "combinations": [_combination(one) for one in together]})
        return 0
    rows = [(one.name, str(len(one.relations)), _networks(one.decides) or "-", _classes(one), one.title) for one in every]
    say(table([("name", "relations", "closure decides", "tractable classes", "title"), *rows]))
    say("\nof three points:")
    say(
        table(
            [
                ("name", "relations", "closure decides", "title"),
                *((one.name, str(len(one.relations)), "-", one.title) for one in ternary),
            ]
        )
    )
    say("\ncombinations:")
    lines = [(one.name, _names(one.parts), _networks(one.decides) or "-", one.title) for one in together]
    say(table([("name", "calculi", "joint closure decides", "title"), *lines]))
    return 0


def _shown(found: Calculus | CalculusOfThree | Combination) -> dict[str, Any]:
    if isinstance(found, Combination):
        return _combination(found)
    return _of_three(found, whole=True) if isinstance(found, CalculusOfThree) else _entry(found, whole=True)


def _find(name: str) -> Calculus | CalculusOfThree | Combination:
    """Return what a name or a path stands for; raise UnknownName that lists calculi and combinations."""
    if name in combination.names() or name.endswith(".combination"):
        return combination.load_combination(name)
    if name in calculi.names() or name.endswith(".toml"):
        return calculi.load(name)
    if name in of_three.names():
        return of_three.load(name)
    raise UnknownName("calculus", name, [*calculi.names(), *of_three.names(), *combination.names()])


def _networks(decisions: Iterable[Decision]) -> str:
    return "; ".join(decision.networks for decision in decisions)


def _names(parts: Iterable[Calculus]) -> str:
    return " x ".join(part.name for part in parts)


def _classes(calculus: Calculus) -> str:
    return ", ".join(f"{one.name} ({one.size})" for one in tractable(calculus)) or "-"


def _decisions(decisions: Iterable[Decision]) -> list[dict[str, str]]:
    return [{"networks": one.networks, "reference": one.reference} for one in decisions]


def _entry(calculus: Calculus, whole: bool = False) -> dict[str, Any]:
    """Return a calculus as plain data; with its relations and their converses where `whole` is asked for."""
    entry: dict[str, Any] = {
        "name": calculus.name,
        "title": calculus.title,
        "size": len(calculus.relations),
        "reference": calculus.reference,
        "product": [part.name for part in calculus.parts],
        "decides": _decisions(calculus.decides),
        "undecided": _decisions(calculus.undecided),
        "tractable": [{"name": one.name, "size": one.size, "reference": one.reference} for one in tractable(calculus)],
    }
    if whole:
        pairs = zip(calculus.relations, calculus.converses, strict=True)
        entry["identity"] = calculus.names(calculus.identity)[0]
        entry["relations"] = {name: {"converse": calculus.names(back)[0]} for name, back in pairs}
        entry["aliases"] = dict(calculus.aliases)
    return entry


def _of_three(calculus: CalculusOfThree, *, whole: bool) -> dict[str, Any]:
    """Return a calculus of three points as plain data; with what its relations are when the points change places."""
    entry: dict[str, Any] = {
        "name": calculus.name,
        "title": calculus.title,
        "size": len(calculus.relations),
        "reference": calculus.reference,
        "undecided": [{"networks": "atomic", "reference": calculus.undecided}],
    }
    if whole:
        ways = {"inverse": calculus.inverse, "shortcut": calculus.shortcut, "homing": calculus.homing}
        entry["relations"] = {name: {way: sorted(label[name]) for way, label in ways.items()} for name in calculus.relations}
    return entry


def _say_of_three(calculus: CalculusOfThree) -> None:
    say(f"{calculus.name}: {calculus.title}")
    say(f"reference: {calculus.reference}")
    say(f"relations ({len(calculus.relations)}): {' '.join(calculus.relations)}")
    say(f"closure does not decide (atomic): {calculus.undecided}")


def _combination(found: Combination) -> dict[str, Any]:
    return {
        "name": found.name,
        "title": found.title,
        "calculi": [part.name for part in found.parts],
        "decides": _decisions(found.decides),
        "undecided": _decisions(found.undecided),
    }


def _say_calculus(calculus: Calculus) -> None:
    say(f"{calculus.name}: {calculus.title}")
    say(f"reference: {calculus.reference}")
    if calculus.parts:
        say(f"product: {_names(calculus.parts)}")
    shown = calculus.relations if len(calculus.relations) <= _SHOWN else (*calculus.relations[:_SHOWN], "...")
    say(f"relations ({len(calculus.relations)}): {' '.join(shown)}")
    say(f"identity: {calculus.names(calculus.identity)[0]}")
    _say_decisions("closure", calculus.decides, calculus.undecided)
    for one in tractable(calculus):
        say(f"tractable class {one.name}, {one.size} labels with the empty one: {one.reference}")


def _say_combination(found: Combination) -> None:
    say(f"{found.name}: {found.title}")
    say(f"calculi: {_names(found.parts)}")
    _say_decisions("joint closure", found.decides, found.undecided)
    for (source, target), rows in sorted(found.refinements.items()):
        if source < target:
            first, second = found.parts[source], found.parts[target]
            say(f"{first.name} and {second.name}:")
            for name, mask in zip(first.relations, rows, strict=True):
                say(f"  {name}: {' '.join(second.names(mask)) if mask != second.universal else 'any'}")


def _say_decisions(what: str, decides: Iterable[Decision], undecided: Iterable[Decision]) -> None:
    for one in decides:
        say(f"{what} decides ({one.networks}): {one.reference}")
    for one in undecided:
        say(f"{what} does not decide ({one.networks}): {one.reference}")
