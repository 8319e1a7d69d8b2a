"""Sums over plans: energy, steps, and how near the plans come to the best ones."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from qsr.counts import Counts
from qsr.datasets.protocol import Item
from qsr.story import Plan, Value

__all__ = ["PlanTotals", "PlansMade"]


@dataclass
class PlanTotals(Counts):
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


@dataclass
class PlansMade(Counts):
    """Plans that a theory made, by group, all of them under the empty name."""

    totals: dict[str, PlanTotals] = field(default_factory=dict)

    def add(self, item: Item, value: Value) -> None:
        """Count a plan, in all groups of its item; the actions of a baseline have no worth that is known."""
        if isinstance(value, Plan):
            for group in ("", *item.groups):
                self.totals.setdefault(group, PlanTotals()).add(value.energy, len(value.actions), proved=value.proved)

    def report(self) -> dict[str, Any]:
        """Return what the plans are worth: the whole, then single controls, then their combinations."""
        shown = sorted(self.totals, key=lambda name: (name != "", ": " not in name, name))
        return {name or "all": self.totals[name].worth() for name in shown}
