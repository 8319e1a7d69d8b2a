"""Sums over plans: energy, steps, and how near the plans come to the best ones."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

__all__ = ["PlanTotals"]


@dataclass(slots=True)
class PlanTotals:
    """Counts and sums of one group of plans; `compared` of them have a best plan to compare with.

    Sums are exact, so that means do not depend on the order in which groups are merged.
    """

    plans: int = 0
    energy: Fraction = Fraction(0)
    steps: int = 0
    proved: int = 0
    compared: int = 0
    optimum: Fraction = Fraction(0)
    regret: Fraction = Fraction(0)
    optimal: int = 0

    def add(self, energy: Fraction, steps: int, *, proved: bool = False, optimum: Fraction | None = None) -> None:
        """Count one plan; `proved` tells that it is known to be best, `optimum` is what the best one is worth."""
        self.plans += 1
        self.energy += energy
        self.steps += steps
        self.proved += proved
        if optimum is not None:
            self.compared += 1
            self.optimum += optimum
            self.regret += optimum - energy
            self.optimal += energy == optimum

    def merge(self, other: PlanTotals) -> None:
        """Add another group's counts and sums."""
        self.plans += other.plans
        self.energy += other.energy
        self.steps += other.steps
        self.proved += other.proved
        self.compared += other.compared
        self.optimum += other.optimum
        self.regret += other.regret
        self.optimal += other.optimal

    def worth(self) -> dict[str, Any]:
        """Return the number of plans, their mean energy and number of steps, and how many are proved best."""
        return {
            "plans": self.plans,
            "energy": _mean(self.energy, self.plans),
            "steps": _mean(Fraction(self.steps), self.plans),
            "proved": self.proved,
        }

    def against_best(self) -> dict[str, Any]:
        """Return means over the plans that have a best one beside them: its energy, the regret, the share of best plans."""
        return {
            "compared": self.compared,
            "optimum": _mean(self.optimum, self.compared),
            "regret": _mean(self.regret, self.compared),
            "optimal": _mean(Fraction(self.optimal), self.compared),
        }


def _mean(total: Fraction, number: int) -> float | None:
    return float(total / number) if number else None
