"""The sound theory on closed scenes: the default backend.

A story is closed once; a question is answered by what is added to a copy. Single labels need no search where the labels of the
closed scene are in the tractable class of `topology`. Alternatives (a denied composite, "touching", a quantified question) and
labels outside the class, which denials make, are branched on, but only where the model at hand breaks them; so the backend
is exact in all cases, and in time exponential only in the number of those.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from typing import TypeAlias

from qsr import logic
from qsr.logic import And, Not, Or, evaluated, parts_of
from qsr.relations import DIRECTIONS, DISTANCES
from qsr.solvers import Problem
from qsr.solvers.protocol import Key, Model
from qsr.theories.engines import Engine
from qsr.theories.sound.claims import Formula, Holds
from qsr.theories.sound.scene import Before, Distance, Literal, Relates, Scene
from qsr.theories.sound.topology import BASES, CALCULUS, MASKS, first, split

__all__ = ["ClosureEngine", "SceneProblem"]


#: A formula without denials.
_Demand: TypeAlias = logic.Formula[Literal]


def _literal(atom: Holds, holds: bool) -> Literal:
    head, tail = atom.head, atom.tail
    if atom.label in DISTANCES:
        return Distance(atom.label, head, tail, holds)
    if atom.label in DIRECTIONS:
        axis, sign = DIRECTIONS[atom.label]
        low, high = (head, tail) if sign < 0 else (tail, head)
        return Before(axis, 2 * low + 1, 2 * high, False) if holds else Before(axis, 2 * high, 2 * low + 1, True)
    mask = MASKS[atom.label]
    return Relates(head, tail, mask if holds else CALCULUS.universal & ~mask)


def _demand(formula: Formula, holds: bool) -> _Demand:
    """Return what a formula, or its denial, demands."""
    if isinstance(formula, Holds):
        return _literal(formula, holds)
    if isinstance(formula, Not):
        return _demand(formula.part, not holds)
    parts = tuple(_demand(part, holds) for part in parts_of(formula) or ())
    return And(parts) if isinstance(formula, And) == holds else Or(parts)


def _true(demand: _Demand, scene: Scene) -> bool:
    return evaluated(demand, scene.true)  # type: ignore[arg-type]


def _assert(scene: Scene, demands: Iterable[_Demand]) -> list[Or[Literal]] | None:
    """Add demands to a scene; return the alternatives that are left to choose from, None for a contradiction."""
    alternatives: list[Or[Literal]] = []
    waiting = list(demands)
    while waiting:
        demand = waiting.pop()
        if isinstance(demand, And):
            waiting += demand.parts
        elif isinstance(demand, Or):
            if len(demand.parts) == 1:
                waiting.append(demand.parts[0])
            else:
                alternatives.append(demand)
        elif not scene.add(demand):  # type: ignore[arg-type]
            return None
    return alternatives


class SceneProblem(Problem):
    """Claims about regions as guards and goals; guards are the positions of `claims`."""

    bare = True

    def __init__(self, regions: int, claims: Sequence[Formula]) -> None:
        super().__init__()
        self._regions = regions
        self._guards = [_demand(claim, True) for claim in claims]
        self._goals: list[tuple[_Demand, _Demand]] = []
        self._loaded: frozenset[int] | None = None
        #: The closed scene of the guards, None where it contradicts itself, and the alternatives among them.
        self._base: Scene | None = None
        self._alternatives: list[Or[Literal]] = []

    def add_goal(self, claim: Formula) -> int:
        """Return the number of a new goal."""
        self._goals.append((_demand(claim, True), _demand(claim, False)))
        return len(self._goals) - 1

    def _load(self, guards: frozenset[int]) -> None:
        scene = Scene(self._regions)
        alternatives = _assert(scene, [self._guards[guard] for guard in sorted(guards)])
        self._base = scene if alternatives is not None and scene.close() else None
        self._alternatives = alternatives or []
        self._loaded = guards

    def _solve(self, guards: Collection[int], holding: Collection[int], failing: Collection[int]) -> Scene | None:
        """Return a closed scene that has a model, or None; raise LimitReached."""
        self.deadline.check()
        wanted = frozenset(guards)
        if wanted != self._loaded:
            self._load(wanted)
        if self._base is None:
            return None
        demands = [self._goals[goal][0] for goal in holding] + [self._goals[goal][1] for goal in failing]
        stack: list[tuple[Scene, list[_Demand], list[Or[Literal]]]] = [(self._base, demands, self._alternatives)]
        while stack:
            self.deadline.check()
            scene, demands, alternatives = stack.pop()
            if demands:
                scene = scene.copy()
                more = _assert(scene, demands)
                if more is None or not scene.close():
                    continue
                alternatives = alternatives + more
            pair = scene.untamed()
            if pair is not None:
                choices: list[_Demand] = [Relates(*pair, part) for part in split(scene.labels[pair[0]][pair[1]])]
            else:
                broken = next((one for one in alternatives if not _true(one, scene)), None)
                if broken is None:
                    return scene
                choices = list(broken.parts)
                alternatives = [one for one in alternatives if one is not broken]
            stack += [(scene, [choice], alternatives) for choice in reversed(choices)]
        return None

    def _find(
        self, guards: Collection[int], holding: Collection[int], failing: Collection[int], goals: Collection[int]
    ) -> Model | None:
        scene = self._solve(guards, holding, failing)
        return None if scene is None else Model(frozenset(goal for goal in goals if _true(self._goals[goal][0], scene)))

    def model(self, guards: Collection[int], holding: Collection[int] = (), failing: Collection[int] = ()) -> Model | None:
        """Return a model with the ends of all boxes and the relation of each pair, or None; raise LimitReached."""
        scene = self._solve(guards, holding, failing)
        if scene is None:
            return None
        goals = frozenset(goal for goal in {*holding, *failing} if _true(self._goals[goal][0], scene))
        numbers: dict[Key, Fraction] = {}
        for axis, order in enumerate(scene.orders):
            for end, place in enumerate(order.places()):
                numbers[end // 2, axis, end % 2] = Fraction(place)
        atoms = frozenset(
            ("rcc", (i, j, BASES.index(CALCULUS.names(first(label))[0])))
            for i, row in enumerate(scene.labels)
            for j, label in enumerate(row)
            if i < j
        )
        return Model(goals, numbers, atoms)


class ClosureEngine(Engine[Formula]):
    """A story in a closed scene."""

    problem: SceneProblem

    def __init__(self, regions: int, claims: Sequence[Formula], seed: int) -> None:
        super().__init__()
        self.problem = SceneProblem(regions, claims)

    def _added(self, claims: Sequence[Formula]) -> Iterable[int]:
        return map(self.problem.add_goal, claims)
