"""What can be asked for, and the check that it can be done."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import Final

from qsr.datasets.grasp.controls import identity
from qsr.datasets.grasp.generator.distributions import AREAS, ENERGY, Size
from qsr.datasets.grasp.prompts import DEFAULT, Prompt, read_templates
from qsr.errors import QsrError
from qsr.generate import frame
from qsr.generate.frame import option
from qsr.generate.protocol import ImpossibleRequest, Request
from qsr.generate.ranges import several, several_of

__all__ = ["NAMES", "Wanted"]

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


@dataclass(frozen=True)
class Wanted(frame.Wanted):
    """A request that has been checked."""

    energy: tuple[str, ...] | None = option(
        "one or several of random, upDown, leftRight, cluster, spiral, with commas (default: all five). The published names "
        "of the skewed ones are swapped: upDown differs between the first and the last COLUMNS (also: columns, or the paper's "
        "vertically-skewed), leftRight between ROWS (also: rows, horizontally-skewed). The spiral is a fit to the published "
        "grids, whose formula is lost",
        several_of(NAMES.get, f"one of {', '.join(NAMES)}"),
    )
    obstacle: tuple[str, ...] | None = option(
        "block (each cell an obstacle with chance 0.1), free, or both with a comma (default: both)",
        several(_OBSTACLES, "block or free"),
    )
    start: tuple[str, ...] | None = option(
        "inner (of 11 x 11 cells those in rows and columns 3 to 7), outer (the others), or both with a comma (default: both)",
        several(AREAS, "inner or outer"),
    )
    sides: Size | None = option("ROWSxCOLUMNS (default: 11x11)", read_size, name="size")
    form: str = option(
        "rows, or prompts (chat messages, a line per combination of constraints)", default="rows", name="format", choices=_FORMS
    )
    files: tuple[str, ...] = option(
        "prompts for the grids of these files, in place of drawn ones", default=(), name="from", several=True
    )
    texts: str | None = option(
        "prompts: a JSON file with your own texts, as qsr.datasets.grasp.prompts describes them", name="prompts"
    )
    moves: tuple[str, ...] | None = option("prompts: 4, 8, or both with a comma (default: both)", several(("4", "8"), "4 or 8"))
    carry: tuple[str, ...] | None = option(
        "prompts: none, a limit, or several with commas (default: none,2)", several_of(_carry, "none or a whole number")
    )
    cost: tuple[str, ...] | None = option(
        "prompts: the cost of a step, one or several with commas (default: 0,0.3)",
        several_of(lambda piece: piece if _COST.fullmatch(piece) else None, "a decimal number such as 0.3"),
    )

    @property
    def size(self) -> Size:
        """Rows and columns."""
        return self.sides or (11, 11)

    @cached_property
    def kinds(self) -> tuple[tuple[str, str, str], ...]:
        """What is drawn in turn: (energy, obstacle, start area)."""
        # The energy changes first, so that few grids already have all its distributions.
        drawn = product(self.start or AREAS, self.obstacle or _OBSTACLES, self.energy or tuple(ENERGY))
        return tuple((energy, obstacle, start) for start, obstacle, energy in drawn)

    @cached_property
    def rules(self) -> tuple[dict[str, str], ...]:
        """The combinations of the constraints, as keywords of `qsr.theories.gridworld.text.read`."""
        found = product(self.moves or ("4", "8"), self.carry or ("none", "2"), self.cost or ("0", "0.3"))
        return tuple({"moves": moves, "carry": carry, "cost": cost} for moves, carry, cost in found)

    @cached_property
    def templates(self) -> Prompt:
        """The texts of prompts."""
        try:
            return read_templates(Path(self.texts)) if self.texts is not None else DEFAULT
        except (OSError, UnicodeDecodeError, QsrError) as error:
            raise ImpossibleRequest(f"--prompts: {error}") from error

    def check(self, request: Request) -> None:
        """Raise ImpossibleRequest for what cannot be met."""
        given = {one.name: getattr(self, field) for field, one in self.named().items()}
        misplaced = next((name for name in _OF_PROMPTS if given[name] is not None), None)
        if self.form == "rows" and (misplaced or self.files):
            raise ImpossibleRequest(f"--{misplaced or 'from'} is for --format prompts; a row stands for all constraints")
        drawn = next((name for name in _OF_DRAWN if given[name] is not None), None)
        if self.files and drawn:
            raise ImpossibleRequest(f"--{drawn} is for grids that are drawn, not for those that --from reads")
        if self.files and request.splits:
            raise ImpossibleRequest("--splits is for grids that are drawn, not for those that --from reads")
        if len({identity("", 0, one) for one in self.rules}) < len(self.rules):
            raise ImpossibleRequest(
                "--carry, --cost: the id of a prompt says only whether there is a limit, and whether steps cost; name one of each"
            )
        # A file of texts at fault is told before the first line.
        _ = self.templates
