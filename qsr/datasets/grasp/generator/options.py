"""What can be asked for, and the check that it can be done."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any, Final

from qsr.datasets.grasp.controls import identity
from qsr.datasets.grasp.generator.distributions import AREAS, ENERGY, Size
from qsr.errors import QsrError
from qsr.generate.protocol import ImpossibleRequest, Option, Request, chosen
from qsr.generate.ranges import several, several_of
from qsr.theories.gridworld.text.prompts import DEFAULT, Templates, read_templates

__all__ = ["NAMES", "OPTIONS", "Rules", "Wanted", "wanted"]

#: Other names of distributions -> those of the published rows. The paper's "vertically-skewed" are the files called upDown.
NAMES: Final[Mapping[str, str]] = {
    **{name: name for name in ENERGY},
    "columns": "upDown",
    "rows": "leftRight",
    "vertically-skewed": "upDown",
    "horizontally-skewed": "leftRight",
}
_OBSTACLES: Final = ("block", "free")
_FORMS: Final = ("rows", "prompts")
_SIZE: Final = re.compile(r"([1-9][0-9]?)x([1-9][0-9]?)")
_LEAST: Final = 3
_COST: Final = re.compile(r"[0-9]{1,6}(\.[0-9]{1,6})?")
#: Options that only prompts have, and those that only drawn grids have.
_OF_PROMPTS, _OF_DRAWN = ("prompts", "moves", "carry", "cost"), ("energy", "obstacle", "start", "size")


@dataclass(frozen=True, slots=True)
class Rules:
    """One combination of the constraints, as a story's settings have them."""

    moves: str
    carry: str
    cost: str

    def settings(self) -> dict[str, str]:
        """Return the combination as keywords of `qsr.theories.gridworld.text.read`."""
        return {"moves": self.moves, "carry": self.carry, "cost": self.cost}


def read_size(text: str) -> Size:
    """Read rows and columns, such as ``"11x11"``; raise ValueError for anything else.

    >>> read_size("4x12")
    (4, 12)
    """
    found = _SIZE.fullmatch(text)
    if found is None or min(int(found[1]), int(found[2])) < _LEAST:
        raise ValueError(f"expected ROWSxCOLUMNS with numbers from {_LEAST} to 99, such as 11x11, not {text[:20]!r}")
    return int(found[1]), int(found[2])


def _carry(piece: str) -> str | None:
    """Return ``none`` or a whole number above 0 as a setting has it."""
    if piece == "none":
        return piece
    return str(int(piece)) if piece.isascii() and piece.isdecimal() and 0 < int(piece) <= 999 else None


_read_energy = several_of(NAMES.get, f"one of {', '.join(NAMES)}")

OPTIONS: Final = (
    Option(
        "energy",
        "one or several of random, upDown, leftRight, cluster, spiral, with commas (default: all five). The published names "
        "of the skewed ones are swapped: upDown differs between the first and the last COLUMNS (also: columns, or the paper's "
        "vertically-skewed), leftRight between ROWS (also: rows, horizontally-skewed). The spiral is a fit to the published "
        "grids, whose formula is lost",
        _read_energy,
    ),
    Option(
        "obstacle",
        "block (each cell an obstacle with chance 0.1), free, or both with a comma (default: both)",
        several(_OBSTACLES, "block or free"),
    ),
    Option(
        "start",
        "inner (of 11 x 11 cells those in rows and columns 3 to 7), outer (the others), or both with a comma (default: both)",
        several(AREAS, "inner or outer"),
    ),
    Option("size", "ROWSxCOLUMNS (default: 11x11)", read_size),
    Option("format", "rows, or prompts (chat messages, a line per combination of constraints)", default="rows", choices=_FORMS),
    Option("from", "prompts for the grids of these files, in place of drawn ones", several=True),
    Option("prompts", "prompts: a JSON file with your own texts, as qsr.theories.gridworld.text.prompts describes them"),
    Option("moves", "prompts: 4, 8, or both with a comma (default: both)", several(("4", "8"), "4 or 8")),
    Option(
        "carry", "prompts: none, a limit, or several with commas (default: none,2)", several_of(_carry, "none or a whole number")
    ),
    Option(
        "cost",
        "prompts: the cost of a step, one or several with commas (default: 0,0.3)",
        several_of(lambda piece: piece if _COST.fullmatch(piece) else None, "a decimal number such as 0.3"),
    ),
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A request that has been checked; `kinds` are (energy, obstacle, start area), drawn in turn."""

    seed: int
    kinds: tuple[tuple[str, str, str], ...]
    size: Size
    form: str
    files: tuple[Path, ...]
    templates: Templates
    rules: tuple[Rules, ...]
    splits: tuple[tuple[str, int], ...]


def wanted(request: Request) -> Wanted:
    """Return the request with its defaults; raise ImpossibleRequest for what cannot be met."""
    given = chosen(request, OPTIONS)
    _check(given, request)
    size = given["size"] or (11, 11)
    rules = tuple(
        Rules(*one)
        for one in product(given["moves"] or ("4", "8"), given["carry"] or ("none", "2"), given["cost"] or ("0", "0.3"))
    )
    if len({identity("", 0, one.settings()) for one in rules}) < len(rules):
        raise ImpossibleRequest(
            "--carry, --cost: the id of a prompt says only whether there is a limit, and whether steps cost; name one of each"
        )
    return Wanted(
        request.seed,
        # The energy changes first, so that few grids already have all its distributions.
        tuple(
            (energy, obstacle, start)
            for start, obstacle, energy in product(
                given["start"] or AREAS, given["obstacle"] or _OBSTACLES, given["energy"] or tuple(ENERGY)
            )
        ),
        size,
        given["format"],
        tuple(map(Path, given["from"] or ())),
        _templates(given["prompts"]),
        rules,
        request.parts,
    )


def _check(given: Mapping[str, Any], request: Request) -> None:
    misplaced = next((name for name in _OF_PROMPTS if given[name] is not None), None)
    if given["format"] == "rows" and (misplaced or given["from"]):
        raise ImpossibleRequest(f"--{misplaced or 'from'} is for --format prompts; a row stands for all constraints")
    drawn = next((name for name in _OF_DRAWN if given[name] is not None), None)
    if given["from"] and drawn:
        raise ImpossibleRequest(f"--{drawn} is for grids that are drawn, not for those that --from reads")
    if given["from"] and request.splits:
        raise ImpossibleRequest("--splits is for grids that are drawn, not for those that --from reads")


def _templates(file: str | None) -> Templates:
    if file is None:
        return DEFAULT
    try:
        return read_templates(file)
    except QsrError as error:
        raise ImpossibleRequest(f"--prompts: {error}") from error
