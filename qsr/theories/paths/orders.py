"""Difference constraints over the rationals, strict and not, with exact solutions.

A constraint says that one number exceeds another by at least, or by more than, a given amount. The closure keeps for each pair
the greatest lower bound that follows (Floyd and Warshall's longest paths, updated constraint by constraint); a system has a
solution if and only if no number has to exceed itself (Dechter, Meiri and Pearl, "Temporal constraint networks", Artificial
Intelligence 49, 1991). Strictness is carried as a count of infinitesimals beside each bound, compared after the amount.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final, TypeAlias

from qsr.theories.paths.links import Number

__all__ = ["AT_LEAST", "MORE_THAN", "Constraint", "Order"]

#: ``(a, b, amount, AT_LEAST)``: the number b is at least the number a plus the amount.
Constraint: TypeAlias = tuple[int, int, Number, int]
AT_LEAST: Final = 0
MORE_THAN: Final = 1

_Bound: TypeAlias = tuple[Number, int]
_ZERO: Final[_Bound] = (0, 0)


class Order:
    """A consistent set of constraints over numbers 0 .. size-1, always closed."""

    def __init__(self, size: int) -> None:
        self._above: list[dict[int, _Bound]] = [{number: _ZERO} for number in range(size)]

    def with_all(self, constraints: list[Constraint]) -> Order | None:
        """Return a new system that has the constraints as well, or None where there is no solution then."""
        grown = Order(0)
        grown._above = [dict(bounds) for bounds in self._above]
        for constraint in constraints:
            if not grown._add(constraint):
                return None
        return grown

    def _add(self, constraint: Constraint) -> bool:
        low, high, amount, strict = constraint
        above = self._above
        back = above[high].get(low)
        if back is not None and (back[0] + amount, back[1] + strict) > _ZERO:
            return False
        known = above[low].get(high)
        if known is not None and known >= (amount, strict):
            return True
        onwards = list(above[high].items())
        for bounds in above:
            before = bounds.get(low)
            if before is None:
                continue
            base, base_strict = before[0] + amount, before[1] + strict
            for number, (more, more_strict) in onwards:
                bound = (base + more, base_strict + more_strict)
                old = bounds.get(number)
                if old is None or bound > old:
                    bounds[number] = bound
        return True

    def solution(self) -> list[Number]:
        """Return numbers that satisfy every constraint, none below 0, the least such numbers up to the infinitesimals."""
        least = [_ZERO] * len(self._above)
        for bounds in self._above:
            for number, bound in bounds.items():
                least[number] = max(least[number], bound)
        step = self._infinitesimal(least)
        return [amount + count * step if count else amount for amount, count in least]

    def _infinitesimal(self, least: list[_Bound]) -> Number:
        """Return a number small enough to stand for the infinitesimal: it eats up no slack between two amounts."""
        step: Number = 1
        for low, bounds in enumerate(self._above):
            for high, (amount, strict) in bounds.items():
                slack = least[high][0] - least[low][0] - amount
                lost = strict + least[low][1] - least[high][1]
                if slack > 0 and lost > 0:
                    step = min(step, Fraction(slack) / lost)
        return step
