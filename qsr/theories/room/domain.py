"""What room a story is about: the mode and the sides, from the settings of the theory and of the story."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from qsr.errors import NotCovered
from qsr.settings import Setting

__all__ = ["SETTINGS", "Domain", "domain_of", "sides_of"]

_SIDES: Final = re.compile(r"([1-9][0-9]{0,2})x([1-9][0-9]{0,2})")


def sides_of(grid: str) -> tuple[int, int] | None:
    """Return width and length of a grid as a setting has it, whole numbers up to 999; None for what is no grid.

    >>> sides_of("12x9"), sides_of("12 by 9")
    ((12, 9), None)
    """
    found = _SIDES.fullmatch(grid)
    return None if found is None else (int(found[1]), int(found[2]))


SETTINGS: Final[Mapping[str, Setting]] = {
    "mode": Setting(
        ("code", "paper", "real"),
        about="A place is",
        words=("a cell, by the program", "a cell, by the paper", "anywhere in the room"),
    ),
    "grid": Setting(("9x9",), "WIDTHxLENGTH", lambda value: sides_of(value) is not None),
}


@dataclass(frozen=True, slots=True)
class Domain:
    """A mode of `qsr.theories.room.grid`, and the sides: cells of a grid, or in mode `real` whole numbers in their ratio."""

    mode: str
    sides: tuple[int, int]

    @property
    def lengths(self) -> tuple[Fraction, Fraction]:
        """The sides of a continuous room, of which the longer is 1."""
        longer = max(self.sides)
        return Fraction(self.sides[0], longer), Fraction(self.sides[1], longer)

    def __str__(self) -> str:
        return f"mode: {self.mode}, grid: {self.sides[0]}x{self.sides[1]}"


def domain_of(settings: Mapping[str, str]) -> Domain:
    """Return the room of merged settings, by default 9 by 9 in mode `code`; raise NotCovered for values that are none."""
    mode = settings.get("mode", SETTINGS["mode"].values[0])
    sides = sides_of(settings.get("grid", SETTINGS["grid"].values[0]))
    if not SETTINGS["mode"].takes(mode) or sides is None:
        said = f"mode {mode!r} and grid {settings.get('grid', '')!r}"
        raise NotCovered(f"not covered: {said}; a mode is one of {', '.join(SETTINGS['mode'].values)}, a grid is WIDTHxLENGTH")
    return Domain(mode, sides)
