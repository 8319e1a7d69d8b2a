"""Numbers for what holds together, so that solvers see nothing but integers."""

from __future__ import annotations

from qsr.theories.seating.reading import Bonds

__all__ = ["Numbers"]


class Numbers:
    """Gives each tuple of bonds a number of its own, from 0 on."""

    def __init__(self) -> None:
        self._of: dict[Bonds, int] = {}
        self._bonds: list[Bonds] = []

    def __len__(self) -> int:
        return len(self._bonds)

    def number(self, bonds: Bonds) -> int:
        """Return the number of bonds, a new one where they have none."""
        found = self._of.setdefault(bonds, len(self._bonds))
        if found == len(self._bonds):
            self._bonds.append(bonds)
        return found

    def bonds(self, number: int) -> Bonds:
        """Return the bonds that have a number."""
        return self._bonds[number]
