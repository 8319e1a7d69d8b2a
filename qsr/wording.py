"""Words that messages of several rooms share: counts in the right number, and beginnings that are not said twice."""

from __future__ import annotations

import re

__all__ = ["by_number", "counted", "led"]


def counted(number: float, one: str, many: str = "") -> str:
    """Return how many there are of a thing, whose name takes an s for several where `many` is not given.

    >>> counted(1, "witness", "witnesses"), counted(2, "item"), counted(0, "reply", "replies"), counted(1.0, "second")
    ('1 witness', '2 items', '0 replies', '1 second')
    """
    shown = f"{number:g}" if isinstance(number, float) else str(number)
    return f"{shown} {one if number == 1 else many or f'{one}s'}"


def by_number(name: str) -> list[tuple[int, int, str]]:
    """Return a key by which numbers within names are in order of their size.

    >>> sorted(["n=10", "n=9", "n"], key=by_number)
    ['n', 'n=9', 'n=10']
    """
    return [(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in re.split(r"(\d+)", name)]


def led(lead: str, text: str) -> str:
    """Return a text behind a lead and a colon, unless it begins so itself.

    >>> led("not covered", "a question"), led("not covered", "not covered: a question")
    ('not covered: a question', 'not covered: a question')
    """
    return text if text.startswith(f"{lead}: ") else f"{lead}: {text}"
