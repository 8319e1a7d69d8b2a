"""Z3 behind the protocol: any formulas over integers and rationals.

z3 is imported when the first problem is made, not with this module: it costs a third of a second and 58 MB, and there are
platforms without it. The module's objects are untyped, hence `Any`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, TypeAlias

from qsr.errors import BackendUnavailable, LimitReached
from qsr.logic import And, Formula, If, Not, Or, parts_of
from qsr.solvers.protocol import Key, Model
from qsr.solvers.search import Blaming

__all__ = ["Builder", "Built", "Z3Problem"]


@dataclass(frozen=True, slots=True)
class Built:
    """Formulas that make up a problem, and the terms whose values a model reports.

    Of `nonlinear` formulas a value may be no fraction; what is reported then is one near it, and whoever uses it has to check.
    """

    numbers: Mapping[Key, Any]
    guards: Mapping[int, Any]
    goals: Mapping[int, Any] = field(default_factory=dict)
    background: tuple[Any, ...] = ()
    nonlinear: bool = False


#: Of the fraction that stands for an algebraic number.
_DIGITS: Final = 12

#: Makes the formulas with the z3 module that it is given.
Builder: TypeAlias = Callable[[Any], Built]


class Z3Problem(Blaming):
    """Formulas with tracked guards.

    Parameters
    ----------
    build
        Called once with the z3 module.
    seed
        The solver's seed.

    Raises
    ------
    BackendUnavailable
        z3 is not installed.
    """

    bare = True

    def __init__(self, build: Builder, seed: int = 0) -> None:
        super().__init__()
        try:
            import z3
        except ImportError as error:
            raise BackendUnavailable("z3 is not installed") from error
        self.z3: Any = z3
        self._solver: Any = z3.Solver()
        self._solver.set("random_seed", seed)
        built = build(z3)
        self._numbers = dict(built.numbers)
        self._nonlinear = built.nonlinear
        self._guards: dict[int, Any] = {}
        self._goals: dict[int, Any] = {}
        self._formulas: dict[Formula[int], int] = {}
        self._solver.add(*built.background)
        for guard, formula in built.guards.items():
            self._guards[guard] = z3.Bool(f"guard{int(guard)}")
            self._solver.add(z3.Implies(self._guards[guard], formula))
        for goal, formula in built.goals.items():
            self.add_goal(goal, formula)

    def add_goal(self, goal: int, formula: Any) -> None:
        """Define a goal as true exactly where the formula is."""
        self._goals[goal] = self.z3.Bool(f"goal{int(goal)}")
        self._solver.add(self._goals[goal] == formula)

    def formula(self, formula: Formula[int]) -> int:
        """Return a number below zero for a formula of goals; see `Problem`."""
        number = self._formulas.get(formula)
        if number is None:
            number = self._formulas[formula] = -len(self._formulas) - 1
            meant = self._meant(formula)
            self.add_goal(number, meant)
            self._guards[number] = self.z3.Bool(f"guard{number}")
            self._solver.add(self.z3.Implies(self._guards[number], meant))
        return number

    def _meant(self, formula: Formula[int]) -> Any:
        if isinstance(formula, int):
            return self._goals[formula]
        parts = [self._meant(part) for part in parts_of(formula) or ()]
        if isinstance(formula, Not):
            return self.z3.Not(parts[0])
        if isinstance(formula, If):
            return self.z3.Implies(*parts)
        if isinstance(formula, And):
            return self.z3.And(parts)
        if isinstance(formula, Or):
            return self.z3.Or(parts)
        many = self.z3.Sum([self.z3.If(part, 1, 0) for part in parts])
        return self.z3.And(many >= formula.low, many <= (len(parts) if formula.high is None else formula.high))

    def _check(self, guards: Collection[int], holding: Collection[int], failing: Collection[int]) -> bool:
        """Tell whether there is a model; raise LimitReached."""
        self.deadline.check()
        negation = self.z3.Not
        switched = set(guards)
        literals = [literal if guard in switched else negation(literal) for guard, literal in self._guards.items()]
        literals += [self._goals[goal] for goal in holding] + [negation(self._goals[goal]) for goal in failing]
        remaining = self.deadline.remaining
        # z3 takes milliseconds; 4294967295 is its "no limit".
        limit = 4294967295 if remaining is None else min(4294967295, max(1, int(remaining * 1000)))
        self._checked = self._solver
        if self._nonlinear:
            # Far faster on formulas that all hold than under assumptions, though it names no core.
            self._checked, literals = self.z3.SolverFor("QF_NRA"), [*self._solver.assertions(), *literals]
            self._checked.add(*literals)
            literals = []
        self._checked.set("timeout", limit)
        result = self._checked.check(*literals)
        if result == self.z3.unknown:
            raise LimitReached(f"z3 stopped: {self._checked.reason_unknown()}")
        return bool(result == self.z3.sat)

    def _find(
        self, guards: Collection[int], holding: Collection[int], failing: Collection[int], goals: Collection[int]
    ) -> Model | None:
        if not self._check(guards, holding, failing):
            return None
        model = self._checked.model()
        return Model(frozenset(goal for goal in goals if self.z3.is_true(model.eval(self._goals[goal], True))))

    def model(self, guards: Collection[int], holding: Collection[int] = (), failing: Collection[int] = ()) -> Model | None:
        """Return a model with its numbers, or None; raise LimitReached where the limit came first."""
        found = self._find(guards, holding, failing, [*holding, *failing])
        if found is None:
            return None
        model = self._checked.model()
        return Model(found.goals, {key: _fraction(model.eval(term, True)) for key, term in self._numbers.items()})

    def close(self) -> None:
        """Let go of the solver."""
        self._solver = self._checked = None

    def _blame(self, guards: Collection[int], holding: Collection[int], failing: Collection[int]) -> Collection[int] | None:
        if self._check(guards, holding, failing):
            return None
        if self._nonlinear:
            return set(guards)
        core = {str(literal) for literal in self._solver.unsat_core()}
        return {guard for guard, literal in self._guards.items() if str(literal) in core}


def _fraction(number: Any) -> Fraction:
    if hasattr(number, "approx"):
        number = number.approx(_DIGITS)
    return Fraction(str(number.as_fraction()) if hasattr(number, "as_fraction") else number.as_long())
