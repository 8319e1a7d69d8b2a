"""What the short form of a benchmark comes to."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Figure"]


class Figure(NamedTuple):
    """One line of the table of `make bench`.

    Parameters
    ----------
    name, figure, unit
        What was measured: ``"stories solved"``, 5200.0, ``"/s"``.
    reference, beside
        What it stands beside, and what that came to in the same run, in the same unit; an empty text where there is nothing.
    """

    name: str
    figure: float
    unit: str
    reference: str = ""
    beside: float = 0.0

    @property
    def ratio(self) -> float | None:
        """How many times the reference the figure is."""
        return self.figure / self.beside if self.reference and self.beside else None
