"""Rooms on Z3: coordinates are whole numbers on a grid and real numbers in a continuous room.

Squared distances make the constraints of a continuous room polynomials, decided by cylindrical algebraic decomposition as nlsat
does it [1]_. That may take very long, so every question there has a limit of `SECONDS`; past it the answer is unknown.

References
----------
.. [1] Jovanovic and de Moura (2012), Solving non-linear arithmetic, IJCAR.
"""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from typing import Any, Final, TypeAlias

from qsr.errors import BackendUnavailable, LimitReached
from qsr.solvers import Problem
from qsr.solvers.protocol import Consequences, Key, Model
from qsr.theories.room.clauses import BOUNDS, DIRECTIONS, REGIONS, Clause, clause
from qsr.theories.room.domain import Domain
from qsr.theories.room.families import one_by_one
from qsr.theories.room.grid import Grid

__all__ = ["SECONDS", "Z3Room"]

#: Wall time for one goal in a continuous room.
SECONDS: Final = 5.0
#: Digits that an irrational coordinate is shown with; a layout that does not bear the rounding is not shown.
_DIGITS: Final = 30

_Pair: TypeAlias = tuple[int | Fraction, int | Fraction]


class Z3Room(Problem):
    """A grid, or a continuous room, with so many objects; guards and goals are the numbers of clauses.

    Each question has a solver of its own. Raise BackendUnavailable where z3 is not installed.
    """

    def __init__(self, room: Grid | Domain, objects: int, seed: int = 0) -> None:
        super().__init__()
        try:
            import z3
        except ImportError as error:
            raise BackendUnavailable("z3 is not installed") from error
        self._z3: Any = z3
        self._objects, self._seed = objects, seed
        #: The largest coordinate on each axis; the others as in `qsr.theories.room.grid.Grid`.
        self._last: _Pair
        self._lengths: _Pair
        self._inner: _Pair
        self._whole = isinstance(room, Grid)
        if isinstance(room, Grid):
            self._last = (room.places[0] - 1, room.places[1] - 1)
            self._lengths, self._inner, self._reach = room.lengths, room.inner, room.reach
        else:
            self._last = self._lengths = self._inner = room.lengths
            self._reach = 1
        make = z3.Int if self._whole else z3.Real
        self._places = [(make(f"x{entity}"), make(f"y{entity}")) for entity in range(objects)]
        self._formulas: dict[int, Any] = {}

    def consequences(self, guards: Collection[int], goals: Collection[int]) -> Consequences:
        """Decide possible and entailed; in a continuous room a goal that takes too long does not hold up the others."""
        return super().consequences(guards, goals) if self._whole else one_by_one(self, self._objects, guards, goals)

    def _find(
        self, guards: Collection[int], holding: Collection[int], failing: Collection[int], goals: Collection[int]
    ) -> Model | None:
        self.deadline.check()
        z3 = self._z3
        said = {*guards, *holding, *failing}
        curved = not self._whole and any(clause(one, self._objects).code in BOUNDS for one in said)
        solver = z3.Tactic("qfnra-nlsat").solver() if curved else z3.Solver()
        if not curved:
            solver.set("random_seed", self._seed)
        remaining = self.deadline.remaining
        seconds = SECONDS if remaining is None else min(SECONDS, remaining)
        if not self._whole or remaining is not None:
            solver.set("timeout", max(1, int(1000 * seconds)))
        for entity in {entity for one in said for entity in clause(one, self._objects)[1:]}:
            for axis in (0, 1):
                at = self._places[entity][axis]
                solver.add(at >= 0, at <= _value(z3, self._last[axis]))
        solver.add(*(self._formula(one) for one in sorted({*guards, *holding})), *(z3.Not(self._formula(one)) for one in failing))
        result = solver.check()
        if result == z3.unknown:
            raise LimitReached(f"z3 stopped: {solver.reason_unknown()}")
        if result == z3.unsat:
            return None
        model = solver.model()
        true = frozenset(goal for goal in goals if z3.is_true(z3.simplify(model.eval(self._formula(goal), True))))
        numbers: dict[Key, Fraction] = {
            (entity, axis): _fraction(z3, model.eval(at, True))
            for entity, place in enumerate(self._places)
            for axis, at in enumerate(place)
        }
        return Model(true, numbers)

    def _formula(self, numbered: int) -> Any:
        if numbered not in self._formulas:
            self._formulas[numbered] = self._made(clause(numbered, self._objects))
        return self._formulas[numbered]

    def _made(self, said: Clause) -> Any:
        z3, code = self._z3, said.code
        head, tail = self._places[said.head], self._places[said.tail]
        axes = (0, 1)
        if code in DIRECTIONS:
            signs = DIRECTIONS[code]
            compared = {0: lambda a, b: a == b, 1: lambda a, b: a > b, -1: lambda a, b: a < b}
            return z3.And([compared[signs[axis]](head[axis], tail[axis]) for axis in axes])
        if code in BOUNDS:
            squared = sum((head[axis] - tail[axis]) * (head[axis] - tail[axis]) for axis in axes)
            above, up_to = (None if bound is None else bound * self._reach**2 for bound in BOUNDS[code])
            parts = [] if above is None else [above.denominator * squared > above.numerator]
            parts += [] if up_to is None else [up_to.denominator * squared <= up_to.numerator]
            return z3.And(parts)
        if code in REGIONS:
            parts = []
            for axis, third in zip(axes, REGIONS[code], strict=True):
                length = self._lengths[axis]
                parts += [3 * head[axis] >= _value(z3, third * length)] if third else []
                parts += [3 * head[axis] < _value(z3, (third + 1) * length)] if third < 2 else []
            return z3.And(parts)
        if code == "TPP":
            return z3.Or([head[axis] == _value(z3, end) for axis in axes for end in (0, self._last[axis])])
        return z3.And([bound for axis in axes for bound in (head[axis] > 0, head[axis] < _value(z3, self._inner[axis]))])


def _value(z3: Any, value: int | Fraction) -> Any:
    return z3.IntVal(value.numerator) if value.denominator == 1 else z3.RealVal(str(value))


def _fraction(z3: Any, value: Any) -> Fraction:
    if z3.is_int_value(value):
        return Fraction(value.as_long())
    if z3.is_algebraic_value(value):
        value = value.approx(_DIGITS)
    return Fraction(str(value.as_fraction()))
