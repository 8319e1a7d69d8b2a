"""What a plan is worth: the three ways in which GRASP's plans have been scored.

``intended``
    What the published prompts say: units on the first cell, less the cost of each action that counts.
``paper-table2``
    What the numbers of the paper's Table 2 were computed by: units on the cell where the agent ends, less the same cost, and
    diagonal moves do nothing.
``repo-head``
    What the published program computes today: units on the first cell, less the cost times 4 or 8, the number of moves that are
    allowed; nothing is charged for a plan without actions.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Final

from qsr.errors import UnknownName
from qsr.theories.gridworld.simulate import Trace, simulate

__all__ = ["PROFILES", "replayed", "score"]

PROFILES: Final = ("intended", "paper-table2", "repo-head")


def replayed(trace: Trace, profile: str) -> Trace:
    """Return what the same plan does where diagonals work as in the profile; raise UnknownName for an unknown profile."""
    if profile not in PROFILES:
        raise UnknownName("profile", profile, list(PROFILES))
    if profile != "paper-table2" or trace.rules.moves == 4:
        return trace
    return simulate(trace.world, replace(trace.rules, moves=4), trace.listed)


def score(trace: Trace, profile: str = "intended") -> Fraction:
    """Return the energy that a profile gives a plan; raise UnknownName for an unknown profile.

    >>> from qsr.theories.gridworld.world import Rules, World
    >>> rules = Rules(8, None, Fraction(3, 10))
    >>> trace = simulate(World(2, 2, (0, 0), energy=(((1, 1), 1),)), rules, ["DOWNRIGHT", "TAKE", "UPLEFT", "DROP"])
    >>> [str(score(trace, profile)) for profile in PROFILES]
    ['-1/5', '-6/5', '-7/5']
    """
    seen, rules = replayed(trace, profile), trace.rules
    if profile == "repo-head":
        return seen.delivered - rules.cost * (rules.moves if trace.listed else 0)
    units = seen.delivered if profile == "intended" else seen.units(seen.position)
    return units - rules.cost * len(seen.steps)
