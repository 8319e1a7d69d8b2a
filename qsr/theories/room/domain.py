"""What room a story is about: the mode and the sides, from the settings of the theory and of the story."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from qsr.errors import NotCovered
from qsr.settings import SETTINGS, sides_of

__all__ = ["Domain", "domain_of"]


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
    mode = settings.get("mode", SETTINGS["mode"][0])
    sides = sides_of(settings.get("grid", SETTINGS["grid"][0]))
    if mode not in SETTINGS["mode"] or sides is None:
        said = f"mode {mode!r} and grid {settings.get('grid', '')!r}"
        raise NotCovered(f"not covered: {said}; a mode is one of {', '.join(SETTINGS['mode'])}, a grid is WIDTHxLENGTH")
    return Domain(mode, sides)
