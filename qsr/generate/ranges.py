"""Numbers and ranges of numbers, as the options of generators take them."""

from __future__ import annotations

from typing import TypeAlias

__all__ = ["Range", "read_range"]

#: The first and the last whole number, both included.
Range: TypeAlias = tuple[int, int]


def read_range(text: str) -> Range:
    """Read ``"3"`` or ``"2-6"``; raise ValueError, with what was expected, for anything else.

    >>> read_range("3"), read_range("2-6")
    ((3, 3), (2, 6))
    """
    first, dash, last = text.partition("-")
    if not first.isdecimal() or (dash and not last.isdecimal()):
        raise ValueError(f"expected a number or a range such as 2-6, not {text[:20]!r}")
    found = (int(first), int(last if dash else first))
    if not 1 <= found[0] <= found[1]:
        raise ValueError(f"expected numbers from 1 in ascending order, not {text[:20]!r}")
    return found
