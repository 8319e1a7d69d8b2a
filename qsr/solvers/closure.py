"""Difference constraints with a little choice, decided in plain Python.

Guards and goals are alternatives of conjunctions of difference constraints. Conjunctions go straight to `Potentials`. For
alternatives the search looks at the present solution first and branches only on a guard or goal that it breaks, so that a
problem without alternatives is decided without search, and one with few of them nearly so. It is exact in all cases; the time
for many alternatives that hinder each other is exponential, and then clingo, which learns, is the better choice.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, TypeAlias

from qsr.solvers.differences import Difference, Potentials
from qsr.solvers.protocol import Key, Model
from qsr.solvers.search import Blaming

__all__ = ["Alternatives", "Closure"]

#: Holds when all constraints of at least one member hold.
Alternatives: TypeAlias = Sequence[Sequence[Difference]]

#: Tag of constraints that no guard answers for.
_NOBODY: Final = -1


@dataclass(slots=True)
class _Branch:
    """A guard or goal that is being branched on: its untried alternatives, the stack below it, who was to blame so far."""

    untried: Iterator[Sequence[Difference]]
    tag: int
    height: int
    blame: set[int]


class _Values(Mapping[Key, Fraction]):
    """Values by key, made into fractions when they are looked at."""

    def __init__(self, index: Mapping[Key, int], values: Sequence[int], scale: int) -> None:
        self._index, self._values, self._scale = index, values, scale

    def __getitem__(self, key: Key) -> Fraction:
        return Fraction(self._values[self._index[key]], self._scale)

    def __iter__(self) -> Iterator[Key]:
        return iter(self._index)

    def __len__(self) -> int:
        return len(self._index)


class Closure(Blaming):
    """A problem over difference constraints.

    Parameters
    ----------
    variables
        Key of each variable; its position is its number in the constraints.
    background
        Constraints that always hold.
    guards
        What each guard switches on.
    scale
        The values in models are divided by it.
    """

    def __init__(
        self, variables: Sequence[Key], background: Iterable[Difference], guards: Mapping[int, Alternatives], scale: int = 1
    ) -> None:
        super().__init__()
        self._index = {key: number for number, key in enumerate(variables)}
        self._background = tuple(background)
        self._guards = dict(guards)
        self._scale = scale
        self._goals: dict[int, tuple[Alternatives, Alternatives]] = {}
        self._loaded: frozenset[int] | None = None
        self._contradiction: frozenset[int] | None = None
        self._potentials = Potentials(0)

    def add_goal(self, goal: int, holds: Alternatives, fails: Alternatives) -> None:
        """Define a goal; the caller sees to it that `fails` is the complement of `holds`."""
        self._goals[goal] = (holds, fails)

    def _load(self, guards: frozenset[int]) -> None:
        """Put the background and the conjunctive guards on a fresh stack."""
        self._loaded = None
        potentials = Potentials(len(self._index))
        potentials.deadline = self.deadline
        tagged = [(constraint, _NOBODY) for constraint in self._background]
        for guard in sorted(guards):
            alternatives = self._guards[guard]
            if len(alternatives) == 1:
                tagged += [(constraint, guard) for constraint in alternatives[0]]
        self._contradiction = potentials.load(tagged)
        self._potentials, self._loaded = potentials, guards

    def _solve(self, guards: Collection[int], holding: Collection[int], failing: Collection[int]) -> frozenset[int] | None:
        """Return who is to blame, or None with a model in the potentials; the stack is back at the guards."""
        wanted = frozenset(guards)
        if wanted != self._loaded:
            self._load(wanted)
        if self._contradiction is not None:
            return self._contradiction
        potentials = self._potentials
        potentials.deadline = self.deadline
        clauses = [(self._guards[guard], guard) for guard in sorted(wanted) if len(self._guards[guard]) != 1]
        clauses += [(self._goals[goal][0], _NOBODY) for goal in holding]
        clauses += [(self._goals[goal][1], _NOBODY) for goal in failing]
        base = potentials.height
        try:
            open_clauses = []
            for alternatives, tag in clauses:
                if len(alternatives) == 1:
                    conflict = self._push(alternatives[0], tag)
                    if conflict is not None:
                        return conflict
                else:
                    open_clauses.append((alternatives, tag))
            return self._branch(open_clauses)
        finally:
            potentials.cut(base)

    def _push(self, conjunction: Sequence[Difference], tag: int) -> frozenset[int] | None:
        for constraint in conjunction:
            conflict = self._potentials.push(constraint, tag)
            if conflict is not None:
                return conflict
        return None

    def _branch(self, clauses: Sequence[tuple[Alternatives, int]]) -> frozenset[int] | None:
        """Choose alternatives until the present solution satisfies every clause; return the blame where none is left."""
        potentials = self._potentials
        branches: list[_Branch] = []
        while True:
            self.deadline.check()
            broken = next((clause for clause in clauses if not self._satisfied(clause[0])), None)
            if broken is None:
                return None
            branches.append(_Branch(iter(broken[0]), broken[1], potentials.height, {broken[1]}))
            while True:
                branch = branches[-1]
                potentials.cut(branch.height)
                alternative = next(branch.untried, None)
                if alternative is None:
                    branches.pop()
                    if not branches:
                        return frozenset(branch.blame)
                    branches[-1].blame |= branch.blame
                    continue
                conflict = self._push(alternative, branch.tag)
                if conflict is None:
                    break
                branch.blame |= conflict

    def _satisfied(self, alternatives: Alternatives) -> bool:
        value = self._potentials.value
        for alternative in alternatives:
            for x, y, most in alternative:
                if value[x] - value[y] > most:
                    break
            else:
                return True
        return False

    def _find(
        self, guards: Collection[int], holding: Collection[int], failing: Collection[int], goals: Collection[int]
    ) -> Model | None:
        if self._solve(guards, holding, failing) is not None:
            return None
        true = frozenset(goal for goal in goals if self._satisfied(self._goals[goal][0]))
        return Model(true, _Values(self._index, tuple(self._potentials.value), self._scale))

    def _blame(self, guards: Collection[int], holding: Collection[int], failing: Collection[int]) -> Collection[int] | None:
        blame = self._solve(guards, holding, failing)
        return None if blame is None else blame - {_NOBODY}
