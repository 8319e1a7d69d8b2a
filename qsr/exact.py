"""Exact numbers as JSON has them: a whole number, or a string ``"a/b"`` in lowest terms, never a float.

What is read comes from anywhere, so each reader here raises CertificateError for all but the one form that it expects.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from fractions import Fraction
from math import gcd
from typing import Any, Final

from qsr.errors import CertificateError

__all__ = ["MOST_DIGITS", "items", "keyed", "number_of", "numbers", "shown", "text_of", "whole_number", "written"]

#: Bound on the digits of a number that is read.
MOST_DIGITS: Final = 200
_RATIO: Final = re.compile(r"(-?(?:0|[1-9][0-9]*))/([1-9][0-9]*)")


def numbers(value: Any) -> Any:
    """Return numbers, however nested, with fractions as whole numbers or texts.

    >>> numbers((Fraction(1, 2), (Fraction(3), "A1")))
    ['1/2', [3, 'A1']]
    """
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else str(value)
    return [numbers(part) for part in value] if isinstance(value, (tuple, list)) else value


def number_of(value: Any) -> Fraction:
    """Return an exact number: a whole one, or a string ``"a/b"`` in lowest terms."""
    if type(value) is int and value.bit_length() <= 4 * MOST_DIGITS:
        return Fraction(value)
    ratio = _RATIO.fullmatch(value) if type(value) is str and len(value) <= 2 * MOST_DIGITS else None
    if ratio is not None and int(ratio[2]) > 1 and gcd(int(ratio[1]), int(ratio[2])) == 1:
        return Fraction(int(ratio[1]), int(ratio[2]))
    raise CertificateError(f"an exact number was expected, not {shown(value)}")


def whole_number(value: Any) -> int:
    """Return a whole number."""
    found = number_of(value)
    if found.denominator != 1:
        raise CertificateError(f"a whole number was expected, not {found}")
    return int(found)


def items(value: Any, length: int | None = None) -> list[Any]:
    """Return a list, one of that length where a length is given."""
    if type(value) is not list or (length is not None and len(value) != length):
        raise CertificateError(f"a list{'' if length is None else f' of {length}'} was expected, not {shown(value)}")
    return value


def text_of(value: Any) -> str:
    """Return a string."""
    if type(value) is not str:
        raise CertificateError(f"a string was expected, not {shown(value)}")
    return value


def keyed(value: Any, wanted: Collection[str], what: str) -> dict[str, Any]:
    """Return an object that has exactly the wanted keys; `what` it is stands in the message."""
    if type(value) is not dict:
        raise CertificateError(f"{what} is an object, not {shown(value)}")
    if value.keys() != set(wanted):
        odd = sorted(map(str, set(wanted) ^ value.keys()))
        raise CertificateError(f"{what} has the entries {', '.join(sorted(wanted))}; missing or unknown here: {odd[0][:40]!r}")
    return value


def written(value: Any) -> str:
    """Return exact numbers for people, however nested, groups of them in parentheses.

    >>> written((Fraction(1, 2), (Fraction(3), "A1")))
    '(1/2, (3, A1))'
    """
    return f"({', '.join(map(written, value))})" if isinstance(value, (tuple, list)) else str(value)


def shown(value: Any) -> str:
    """Return a value as a message quotes it, cut where it is long."""
    if type(value) is int and value.bit_length() > 4 * MOST_DIGITS:
        return "a huge number"
    text = repr(value) if isinstance(value, (str, int, float, bool, type(None))) else type(value).__name__
    return text if len(text) <= 40 else text[:37] + "..."
