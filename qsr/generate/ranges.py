"""Numbers, ranges of numbers and lists of words, as the options of generators take them."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TypeAlias

__all__ = ["Range", "read_range", "several", "several_of"]

#: The first and the last whole number, both included.
Range: TypeAlias = tuple[int, int]


def read_range(text: str, least: int = 1) -> Range:
    """Read ``"3"`` or ``"2-6"``, no less than `least`; raise ValueError, with what was expected, for anything else.

    >>> read_range("3"), read_range("2-6")
    ((3, 3), (2, 6))
    """
    first, dash, last = text.partition("-")
    if not first.isdecimal() or (dash and not last.isdecimal()):
        raise ValueError(f"expected a number or a range such as 2-6, not {text[:20]!r}")
    found = (int(first), int(last if dash else first))
    if not least <= found[0] <= found[1]:
        raise ValueError(f"expected numbers from {least} in ascending order, not {text[:20]!r}")
    return found


def several(words: Collection[str], expected: str = "") -> Callable[[str], tuple[str, ...]]:
    """Return a reader of one or several of some words with commas between them; `expected` says in words which there are.

    >>> several(("repeat", "reword"))("reword, repeat")
    ('reword', 'repeat')
    """
    return several_of(lambda piece: piece if piece in words else None, expected or f"one of {', '.join(words)}")


def several_of(means: Callable[[str], str | None], expected: str) -> Callable[[str], tuple[str, ...]]:
    """Return a reader of one or several words with commas between them; `means` gives None for a word that is none."""

    def read(text: str) -> tuple[str, ...]:
        found = {piece.strip(): means(piece.strip()) for piece in text.split(",")}
        strange = next((piece for piece, meant in found.items() if meant is None), None)
        if strange is not None:
            raise ValueError(f"expected {expected}, or several with commas between them, not {strange[:30]!r}")
        return tuple(dict.fromkeys(meant for meant in found.values() if meant is not None))

    return read
