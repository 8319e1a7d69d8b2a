"""The words for actions in a grid world, and the spellings in which texts have them.

The published prompts write diagonals as one word, ``UPLEFT``; ``up-left``, ``UP_LEFT``, ``Up Left`` and ``LEFTUP`` are taken
for the same.
"""

from __future__ import annotations

import re
from typing import Final

from qsr.theories.gridworld.simulate import ACTIONS

__all__ = ["CAPITALS", "action_of"]


_VERTICAL, _HORIZONTAL = "UP|DOWN", "LEFT|RIGHT"
#: A diagonal in two parts, in either order.
_PARTS: Final = re.compile(rf"(?:({_VERTICAL})[-_/ ]*({_HORIZONTAL})|({_HORIZONTAL})[-_/ ]*({_VERTICAL}))")
#: An action in capital letters, as texts that explain themselves write the steps they mean. What hangs on the word by a hyphen
#: belongs to it.
CAPITALS: Final = re.compile(
    rf"(?<![\w-])(?:(?:{_VERTICAL})[-_]?(?:{_HORIZONTAL})|(?:{_HORIZONTAL})[-_]?(?:{_VERTICAL})|{_VERTICAL}|{_HORIZONTAL}|TAKE|DROP)(?![\w-])"
)


def action_of(word: str) -> str | None:
    """Return the action that a word means, None where it is no action.

    >>> action_of("up-left"), action_of(" Take "), action_of("NORTH")
    ('UPLEFT', 'TAKE', None)
    """
    plain = " ".join(word.upper().split())
    if plain in ACTIONS:
        return plain
    found = _PARTS.fullmatch(plain)
    if found is None:
        return None
    return f"{found[1]}{found[2]}" if found[1] else f"{found[4]}{found[3]}"
