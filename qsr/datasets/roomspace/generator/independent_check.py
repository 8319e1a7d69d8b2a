"""An independent check of a room: clingo on `encodings/room_layouts.lp`, one ground program for all rooms of a size and kind.

Nothing is shared with the solver whose answers are checked but the names of the codes: the rules are others than those of
`encodings/room.lp`, and what they are told of a room comes from the plain arithmetic of `qsr.theories.room.check`. Each room is
asked about by assumptions alone: a relation that is expected must have a layout, and without all of the expected ones there
must be none.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterator, Sequence
from itertools import combinations
from typing import Final, TypeAlias

from qsr.resources import encoding
from qsr.solvers import Outcome
from qsr.solvers.clingo import ClingoProblem, Fact
from qsr.story import Story
from qsr.theories.room.check import broken
from qsr.theories.room.clauses import DIRECTIONS, FAMILIES, REGIONS, WALLS, Clause, number, read
from qsr.theories.room.domain import Domain, domain_of

__all__ = ["IndependentCheck"]

#: The codes of two or three classes of distance, from near to far.
_Classes: TypeAlias = tuple[str, ...]
#: The room, how many objects it has, the classes of distance that its story tells apart, and whether its walls matter.
_Kind: TypeAlias = tuple[Domain, int, tuple[_Classes, ...], bool]

#: Ground programs that are kept, counted by pairs of objects times cells: about as many as rooms of up to seven objects on the
#: two published grids need.
_KEPT: Final = 64 * 21 * 144
_ENCODING: Final = "room_layouts.lp"


class IndependentCheck:
    """Answers of clingo to one room after another, on grids."""

    def __init__(self) -> None:
        self._kinds: OrderedDict[_Kind, frozenset[Fact]] = OrderedDict()
        self._programs: dict[frozenset[Fact], ClingoProblem] = {}

    def relations(self, story: Story, modes: dict[str, frozenset[str]]) -> dict[str, frozenset[str]]:
        """Return, for each mode, the consistent relations of the two objects that the story's question is about.

        Parameters
        ----------
        story
            With the setting `grid`; relations of two objects name the earlier one first, as those of generated rooms do.
        modes
            Mode -> the relations that are expected. If they are right, each takes one question, and one more finds no other.
        """
        clauses, objects = read(story), len(story.entities)
        head, tail = story.questions[0].args
        if any(clause.head > clause.tail for clause in (*clauses, Clause("O", head, tail))):
            raise ValueError("relations of two objects have to name the earlier one first")
        said = [number(clause, objects) for clause in clauses]
        goals = {code: number(Clause(code, head, tail), objects) for code in DIRECTIONS}
        codes = {clause.code for clause in clauses}
        distances = tuple(family for family in FAMILIES[1:] if not codes.isdisjoint(family))
        found: dict[str, frozenset[str]] = {}
        known: dict[tuple[ClingoProblem, frozenset[str]], frozenset[str]] = {}
        for mode, expected in modes.items():
            domain = domain_of({**dict(story.settings), "mode": mode})
            program = self._program((domain, objects, distances, not codes.isdisjoint(WALLS)))
            # Two modes may mean the same for what this story says; their rooms are then one program.
            key = (program, expected)
            if key not in known:
                known[key] = _relations(program, said, goals, expected)
            found[mode] = known[key]
        return found

    def close(self) -> None:
        """Let go of the ground programs."""
        for program in self._programs.values():
            program.close()
        self._programs.clear()
        self._kinds.clear()

    def _program(self, kind: _Kind) -> ClingoProblem:
        if kind not in self._kinds:
            facts = frozenset(_facts(*kind))
            if facts not in self._programs:
                self._programs[facts] = ClingoProblem(encoding(_ENCODING), sorted(facts))
            self._kinds[kind] = facts
        self._kinds.move_to_end(kind)
        program = self._programs[self._kinds[kind]]
        while len(self._kinds) > 1 and sum(map(_size, self._kinds)) > _KEPT:
            _, facts = self._kinds.popitem(last=False)
            if facts not in self._kinds.values():
                self._programs.pop(facts).close()
        return program


def _size(kind: _Kind) -> int:
    domain, objects, _, _ = kind
    return objects * (objects - 1) // 2 * domain.sides[0] * domain.sides[1]


def _relations(program: ClingoProblem, said: Sequence[int], goals: dict[str, int], expected: Collection[str]) -> frozenset[str]:
    def holds(code: str) -> bool:
        return program.satisfiable((), [*said, goals[code]]) is Outcome.YES

    found = {code for code in goals if code in expected and holds(code)}
    if program.satisfiable((), said, [goals[code] for code in found]) is not Outcome.NO:
        found |= {code for code in goals if code not in expected and holds(code)}
    return frozenset(found)


# ---------------------------------------------------------------- facts


def _facts(domain: Domain, objects: int, distances: Sequence[_Classes], walls: bool) -> Iterator[Fact]:
    for axis, side in enumerate(domain.sides):
        for at in range(side):
            yield "places", (axis, at)
            yield from _alone(domain, axis, at, walls)
    bounds: dict[str, tuple[int, int]] = {}
    for classes in distances:
        first, last = len(bounds), len(bounds) + len(classes) - 1
        for place, code in enumerate(classes, first):
            bounds[code] = (place - 1 if place > first else -1, place if place < last else -1)
            if place < last:
                yield from (("step", (place, *step)) for step in _steps(domain, classes[: place - first + 1]))
    for one in range(objects):
        yield "object", (one,)
        for code, thirds in REGIONS.items():
            yield "region", (number(Clause(code, one, one), objects), one, *thirds)
        for code, name in zip(WALLS, ("against", "away"), strict=True):
            if walls:
                yield name, (number(Clause(code, one, one), objects), one)
    for head, tail in combinations(range(objects), 2):
        for code, signs in DIRECTIONS.items():
            yield "direction", (number(Clause(code, head, tail), objects), head, tail, *signs)
        for code, ends in bounds.items():
            yield "distance", (number(Clause(code, head, tail), objects), head, tail, *ends)


def _steps(domain: Domain, near: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the least differences across, each with the least one up, at which none of the codes for nearer places holds."""
    least = domain.sides[1]
    for across in range(domain.sides[0]):
        far = (up for up in range(least) if not any(_holds(domain, code, (across, up), (0, 0)) for code in near))
        up = next(far, least)
        if up < least:
            yield across, up
            least = up


def _alone(domain: Domain, axis: int, at: int, walls: bool) -> Iterator[Fact]:
    """Yield what a coordinate says of an object, from what holds of the cells that have it."""
    line = [(at, other) if axis == 0 else (other, at) for other in range(domain.sides[1 - axis])]
    yield "third", (axis, at, next(thirds[axis] for code, thirds in REGIONS.items() if _holds(domain, code, line[0], line[0])))
    if walls and all(_holds(domain, "TPP", cell, cell) for cell in line):
        yield "wall", (axis, at)
    # A room without a single cell away from the walls has no coordinates for one either.
    if walls and any(_holds(domain, "NTPP", cell, cell) for cell in line):
        yield "inner", (axis, at)


def _holds(domain: Domain, code: str, head: tuple[int, int], tail: tuple[int, int]) -> bool:
    return not broken(domain, (Clause(code, 0, 1),), {0: head, 1: tail})
