"""The clauses of a room story: what each code says, and what a question asks for.

Codes and classes are those of RoomSpace [1]_: nine directions between two objects, overlap among them, two or three classes of
distance, nine regions of the room, and whether an object stands against a wall. x grows to the east, y to the north.

References
----------
.. [1] Li, Hogg and Cohn (2024), Reframing Spatial Reasoning Evaluation in Language Models: A Real-World Simulation
   Benchmark for Qualitative Reasoning, IJCAI.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple

from qsr.errors import NotCovered
from qsr.story import Question, Story

__all__ = [
    "BINARY",
    "BOUNDS",
    "DIRECTIONS",
    "FAMILIES",
    "REGIONS",
    "WALLS",
    "Clause",
    "asked",
    "clause",
    "goals",
    "number",
    "read",
]

#: Code -> signs of head minus tail on the two axes. Of two places exactly one of the nine holds.
DIRECTIONS: Final[dict[str, tuple[int, int]]] = {
    "N": (0, 1),
    "S": (0, -1),
    "E": (1, 0),
    "W": (-1, 0),
    "NE": (1, 1),
    "NW": (-1, 1),
    "SE": (1, -1),
    "SW": (-1, -1),
    "O": (0, 0),
}
#: Code -> bounds on the squared distance, in squared widths of the room: above the first, up to the second; None is no bound.
#: Half a width parts near from far; of three classes, one and two thirds of the diagonal.
BOUNDS: Final[dict[str, tuple[Fraction | None, Fraction | None]]] = {
    "CL2": (None, Fraction(1, 4)),
    "FR2": (Fraction(1, 4), None),
    "CL3": (None, Fraction(2, 9)),
    "MD3": (Fraction(2, 9), Fraction(8, 9)),
    "FR3": (Fraction(8, 9), None),
}
#: Code -> thirds of the room on the two axes, counted from the west and from the south.
REGIONS: Final[dict[str, tuple[int, int]]] = {
    "NWR": (0, 2),
    "NR": (1, 2),
    "NER": (2, 2),
    "WR": (0, 1),
    "CR": (1, 1),
    "ER": (2, 1),
    "SWR": (0, 0),
    "SR": (1, 0),
    "SER": (2, 0),
}
#: Against a wall, and away from the walls.
WALLS: Final = ("TPP", "NTPP")
BINARY: Final = (*DIRECTIONS, *BOUNDS)
#: Codes of which exactly one holds of any two places.
FAMILIES: Final = (tuple(DIRECTIONS), ("CL2", "FR2"), ("CL3", "MD3", "FR3"))
_CODES: Final = (*BINARY, *REGIONS, *WALLS)
_NUMBER: Final = {code: place for place, code in enumerate(_CODES)}
_ARITY: Final = {code: 2 if code in BINARY else 1 for code in _CODES}


class Clause(NamedTuple):
    """A code and the objects it speaks of; head and tail are one object for codes about a single one."""

    code: str
    head: int
    tail: int


def number(said: Clause, objects: int) -> int:
    """Return the number under which solvers know a clause about one of so many objects."""
    return (_NUMBER[said.code] * objects + said.head) * objects + said.tail


@lru_cache(maxsize=1 << 14)
def clause(numbered: int, objects: int) -> Clause:
    """Return the clause of a number.

    >>> clause(number(Clause("TPP", 2, 2), 5), 5)
    Clause(code='TPP', head=2, tail=2)
    """
    rest, tail = divmod(numbered, objects)
    code, head = divmod(rest, objects)
    return Clause(_CODES[code], head, tail)


def read(story: Story) -> tuple[Clause, ...]:
    """Return the clause of each statement; raise NotCovered for a statement that has no meaning in a room."""
    objects = len(story.entities)
    found = []
    for statement in story.statements:
        code, args = statement.relation, statement.args
        if statement.properties or not _fits(code, args, objects):
            raise _refusal(code, args, objects, f"statement {statement.id}")
        found.append(Clause(code, args[0], args[-1]))
    return tuple(found)


def asked(story: Story, question: Question) -> Mapping[str, Clause]:
    """Return each candidate with its clause, all nine directions where the question names none; raise NotCovered."""
    return _asked(question.form, question.candidates, question.args, bool(question.properties), len(story.entities))[0]


def goals(story: Story, question: Question) -> Mapping[str, int]:
    """Return each candidate with the number of its clause; raise NotCovered."""
    return _asked(question.form, question.candidates, question.args, bool(question.properties), len(story.entities))[1]


@lru_cache(maxsize=1 << 10)
def _asked(
    form: str, candidates: tuple[str, ...], args: tuple[int, ...], is_qualified: bool, objects: int
) -> tuple[Mapping[str, Clause], Mapping[str, int]]:
    if form not in ("relation", "yes_no"):
        raise NotCovered(f"not covered: a question of form {form!r}")
    candidates = candidates or (() if form == "yes_no" else tuple(DIRECTIONS))
    if form == "yes_no" and len(candidates) != 1:
        raise NotCovered("not covered: a yes/no question that asks other than one relation")
    if len(args) != 2:
        raise NotCovered("not covered: a question that is not about two objects")
    for code in candidates:
        if is_qualified or not _fits(code, args, objects):
            raise _refusal(code, args, objects, "the question")
    claims = {code: Clause(code, *args) for code in candidates}
    return MappingProxyType(claims), MappingProxyType({code: number(said, objects) for code, said in claims.items()})


def _fits(code: str, args: tuple[int, ...], objects: int) -> bool:
    """Tell whether a code is one of a room and said of as many objects as it needs, all of them in the story."""
    return _ARITY.get(code) == len(args) and 0 <= args[0] < objects and 0 <= args[-1] < objects


def _refusal(code: str, args: tuple[int, ...], objects: int, where: str) -> NotCovered:
    if code not in _NUMBER:
        return NotCovered(f"not covered: {where} says {code!r}; a room knows {', '.join(_CODES)}")
    if len(args) != _ARITY[code]:
        return NotCovered(f"not covered: {where} says {code!r} of {len(args)} objects")
    if not all(0 <= entity < objects for entity in args):
        return NotCovered(f"not covered: {where} speaks of an object that is not in the story")
    return NotCovered(f"not covered: {where} qualifies {code!r}")
