"""Lengths along directions that are multiples of 15 degrees, exactly.

Sine and cosine of such an angle are rational combinations of 1 and the square roots of 2, 3 and 6, which no rational relation
ties together: a sum is zero where all four coefficients are, and its sign is safe to take from enough decimals otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Final

from qsr.theories.headings.facts import STEPS

__all__ = ["Surd", "sine"]

_DIGITS: Final = 60
_QUARTER: Final = STEPS // 4


@dataclass(frozen=True, slots=True)
class Surd:
    """The number a + b times the root of 2 + c times that of 3 + d times that of 6.

    >>> (sine(6) - sine(2).times(2)).sign, (sine(3) - sine(2)).sign
    (0, 1)
    """

    parts: tuple[Fraction, Fraction, Fraction, Fraction] = (Fraction(0),) * 4

    def __add__(self, other: Surd) -> Surd:
        return _surd([mine + its for mine, its in zip(self.parts, other.parts, strict=True)])

    def __sub__(self, other: Surd) -> Surd:
        return self + other.times(-1)

    def times(self, factor: Fraction | int) -> Surd:
        """Return the product with a rational number."""
        return _surd([part * factor for part in self.parts])

    def times_root_of_two(self) -> Surd:
        """Return the product with the square root of 2."""
        one, two, three, six = self.parts
        return _surd([2 * two, one, 2 * six, three])

    @property
    def sign(self) -> int:
        """-1, 0 or 1."""
        if not any(self.parts):
            return 0
        with localcontext() as context:
            context.prec = _DIGITS
            roots = (Decimal(number).sqrt() for number in (1, 2, 3, 6))
            value = sum(
                (root * part.numerator / part.denominator for root, part in zip(roots, self.parts, strict=True)), start=Decimal(0)
            )
        return 1 if value > 0 else -1

    def __abs__(self) -> Surd:
        return self.times(-1) if self.sign < 0 else self


def _surd(parts: Sequence[Fraction]) -> Surd:
    one, two, three, six = parts
    return Surd((one, two, three, six))


def _of(*quarters: int) -> Surd:
    return _surd([Fraction(part, 4) for part in quarters])


#: Four times the sine of 0, 15 ... 90 degrees.
_FIRST: Final = (
    _of(0, 0, 0, 0),
    _of(0, -1, 0, 1),
    _of(2, 0, 0, 0),
    _of(0, 2, 0, 0),
    _of(0, 0, 2, 0),
    _of(0, 1, 0, 1),
    _of(4, 0, 0, 0),
)


def sine(steps: int) -> Surd:
    """Return the sine of an angle in steps of 15 degrees: how far east one comes by a unit along that bearing."""
    steps %= STEPS
    if steps > 2 * _QUARTER:
        return sine(steps - 2 * _QUARTER).times(-1)
    return _FIRST[min(steps, 2 * _QUARTER - steps)]
