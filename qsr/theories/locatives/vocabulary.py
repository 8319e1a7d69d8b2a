"""The relations of the theory `locatives`, and what its names for them say in terms of the base relations.

Of two things X and Y: ``in``, ``at`` (neither in nor outside is excluded), ``on``, ``above``, ``near``, ``far``, ``behind``,
``in front``, ``left``, ``right``, ``north``, ``east``, ``beside``, ``opposite``, ``with``, ``around`` (the corner), ``own
left`` and ``own right`` (on Y's own left). Of three: ``between`` (X between Y and Z), ``across`` (X and Y on opposite sides of
Z), ``view left`` and ``view right`` (X is left of Y as Z sees it). ``on top`` is on and above, ``outside`` not in, ``absent``
not at; ``towards`` says nothing of where a motion leads. What has a converse (below, south, west) is said by it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["ARITY", "BASE", "DENIALS", "MEANING", "NAMES", "TERNARY"]

#: Base relation -> its number in `encodings/locatives.lp`.
BASE: Final[Mapping[str, int]] = {
    "in": 1,
    "at": 2,
    "on": 3,
    "above": 4,
    "near": 5,
    "far": 6,
    "behind": 7,
    "in front": 8,
    "left": 9,
    "right": 10,
    "north": 11,
    "east": 12,
    "beside": 13,
    "opposite": 14,
    "with": 15,
    "own left": 16,
    "own right": 17,
    "around": 18,
    "between": 20,
    "across": 21,
    "view left": 23,
    "view right": 24,
}
NAMES: Final[Mapping[int, str]] = {number: name for name, number in BASE.items()}
#: From this number on relations are of three things.
TERNARY: Final = 20
#: Name of a statement's relation -> the base relations that it says at once.
MEANING: Final[Mapping[str, tuple[str, ...]]] = {
    **{name: (name,) for name in BASE},
    "on top": ("on", "above"),
    "outside": ("in",),
    "absent": ("at",),
    "towards": (),
}
#: Names of relations that hold where a base relation does not: somebody who "was outside" at some time was so at that time.
DENIALS: Final[Mapping[str, str]] = {"outside": "in", "absent": "at"}
#: How many things a relation is of.
ARITY: Final[Mapping[str, int]] = {name: 3 if parts and BASE[parts[0]] >= TERNARY else 2 for name, parts in MEANING.items()}
