"""Exact numbers in pictures: written out where they are short, rounded where they are not, and round numbers for axes."""

from __future__ import annotations

import math
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal
from fractions import Fraction
from typing import Final, TypeAlias

__all__ = ["Number", "decimal", "equation", "exact", "ticks"]

Number: TypeAlias = int | Fraction

_LONGEST_EXACT: Final = 12
_ROUNDING: Final = Context(prec=12, Emin=MIN_EMIN, Emax=MAX_EMAX)


def exact(number: Number) -> str:
    """Return a number as it is, such as ``7/3``; one too long to read is rounded and marked.

    >>> exact(Fraction(7, 3)), exact(10**40 + 1)
    ('7/3', '≈1e40')
    """
    value = Fraction(number)
    if max(abs(value.numerator), value.denominator) < 10**_LONGEST_EXACT:
        return str(value)
    return f"≈{_scientific(_ROUNDING.divide(Decimal(value.numerator), Decimal(value.denominator)))}"


def equation(name: str, number: Number) -> str:
    """Return what a variable is, such as ``x = 7/3``, or ``x ≈ 1e40`` where the number is too long to read."""
    value = exact(number)
    return f"{name} ≈ {value[1:]}" if value.startswith("≈") else f"{name} = {value}"


def decimal(number: Number) -> str:
    """Return a number in decimal digits, in scientific notation where it is very large or very small.

    >>> decimal(Fraction(1, 5)), decimal(-3), decimal(12 * 10**30)
    ('0.2', '-3', '1.2e31')
    """
    value = _ROUNDING.divide(Decimal(Fraction(number).numerator), Decimal(Fraction(number).denominator))
    if value and not -5 < value.adjusted() < 7:
        return _scientific(value)
    return f"{value.normalize():f}" if value else "0"


def _scientific(value: Decimal) -> str:
    mantissa, _, exponent = f"{value:.2e}".partition("e")
    return f"{mantissa.rstrip('0').rstrip('.')}e{int(exponent)}"


def ticks(low: Fraction, high: Fraction, unit: Fraction, *, apart: int, sparse: int) -> list[Fraction]:
    """Return round numbers from low to high for the marks of an axis.

    Parameters
    ----------
    low, high
        The stretch that is seen.
    unit
        Pixels that one unit takes.
    apart
        Least distance of two marks in pixels.
    sparse
        Whole numbers are preferred to fractions unless they are further apart than this many pixels.

    Examples
    --------
    >>> [str(tick) for tick in ticks(Fraction(-1, 2), Fraction(5, 2), Fraction(60), apart=40, sparse=300)]
    ['0', '1', '2']
    """
    least = apart / unit
    if least <= 1 and unit <= sparse:
        step = Fraction(1)
    else:
        power = Fraction(10) ** (math.floor(math.log10(least.numerator) - math.log10(least.denominator)) - 1)
        step = next(power * factor for factor in (1, 2, 5, 10, 20, 50, 100, 200) if power * factor >= least)
    return [step * place for place in range(math.ceil(low / step), math.floor(high / step) + 1)]
