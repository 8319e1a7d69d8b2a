"""Constraints and steps of derivations in the names of a network."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import NamedTuple

__all__ = ["Constraint", "Derived"]


class Constraint(NamedTuple):
    """One of the relations holds of x and y.

    >>> print(Constraint("cup", ("TPP", "NTPP"), "box"))
    cup TPP|NTPP box
    """

    x: Hashable
    relations: tuple[str, ...]
    y: Hashable

    def __str__(self) -> str:
        return f"{self.x} {'|'.join(self.relations) or 'nothing'} {self.y}"


@dataclass(frozen=True, slots=True)
class Derived:
    """A step of a derivation: what is known of a pair after it, and why.

    Parameters
    ----------
    holds
        What is known of the pair after the step.
    given
        The constraint of the network that the step uses, or None.
    premises
        What is known before it: without `given` of (x, y) and (y, z), which compose; in either case of (x, z) itself, where that
        takes part.
    """

    holds: Constraint
    given: Constraint | None = None
    premises: tuple[Constraint, ...] = ()

    def __str__(self) -> str:
        because = " and ".join(map(str, self.premises))
        if self.given is None:
            return f"{self.holds}: from {because}"
        return f"{self.holds}: given" + (f" as {self.given}, and {because}" if because else "")
