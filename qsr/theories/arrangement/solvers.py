"""The two solvers, which share no more than what relations mean: clingo with `arrangement.lp`, and Z3 over whole numbers.

Where sides of lines are spoken of Z3 has real numbers, and clingo `sides_of_lines.lp`: signs that every set of points has, so
that what it refutes has no points. Signs that may be those of points are no answer yet: then the first backend asks Z3.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from qsr import resources
from qsr.errors import LimitReached
from qsr.logic import Formula
from qsr.solvers import Model, Problem
from qsr.solvers.clingo import ClingoProblem, Fact
from qsr.solvers.protocol import Key
from qsr.solvers.search import Blaming
from qsr.solvers.z3 import Builder, Built, Z3Problem
from qsr.theories.arrangement.orders import AHEAD, BACK, KINDS, LEFT, NEXT, RIGHT, SAME, Order, Turn

__all__ = ["ENCODING", "PROBLEMS", "SIDES_ENCODING", "Claims", "Refuting", "Things", "places", "signs", "turns"]

ENCODING: Final = "arrangement.lp"
SIDES_ENCODING: Final = "sides_of_lines.lp"
#: Side of a line -> the fact that tells it, and its sign.
_SIGNS: Final = {LEFT: ("turn", 1), RIGHT: ("turn", -1), AHEAD: ("front", 1), BACK: ("front", -1)}

#: Claims, whose places in the sequence are their goals, and who has a place on each axis.
Claims: TypeAlias = Sequence[tuple[Order | Turn, ...]]
Things: TypeAlias = Mapping[str, Sequence[int]]


def turns(claims: Iterable[tuple[Order | Turn, ...]]) -> bool:
    """Tell whether any of these speaks of sides of lines."""
    return any(isinstance(one, Turn) for claim in claims for one in claim)


def by_clingo(claims: Claims, things: Things, seed: int) -> Problem:
    """Return the problem as facts: an axis is its place in `things`, a kind that in `KINDS`."""
    if not turns(claims):
        return ClingoProblem(resources.encoding(ENCODING), _facts(claims, things), seed=seed)
    return Sides(_built(claims, things), signs(claims, things, seed), seed)


def signs(claims: Claims, things: Things, seed: int) -> Problem:
    """Return the problem of signs, which has a model where there are points of a plane, and perhaps where there are none."""
    axes = list(things)
    facts = _facts(claims, things)
    (plane,) = {one.axes for claim in claims for one in claim if isinstance(one, Turn)}
    facts += [(name, (axes.index(axis),)) for name, axis in zip(("horizontal", "vertical"), plane, strict=True)]
    for number, claim in enumerate(claims):
        for one in claim:
            if isinstance(one, Turn):
                name, sign = _SIGNS[one.side]
                facts.append((name, (number, sign, *one[1:4])))
    program = "\n".join(map(resources.encoding, (ENCODING, SIDES_ENCODING)))
    return ClingoProblem(program, facts, seed=seed)


def _facts(claims: Claims, things: Things) -> list[Fact]:
    axes = list(things)
    facts: list[Fact] = [("on", (axes.index(axis), thing)) for axis, on in things.items() for thing in on]
    for number, claim in enumerate(claims):
        facts.append(("claim", (number,)))
        orders = [order for order in claim if isinstance(order, Order)]
        facts += [("part", (number, KINDS.index(kind), axes.index(axis), *pair)) for kind, axis, *pair in orders]
    return facts


class Sides(Z3Problem):
    """Sides of lines: what signs refute has no model, and of all else real numbers decide."""

    def __init__(self, build: Builder, refuting: Problem, seed: int = 0) -> None:
        super().__init__(build, seed)
        self._refuting = refuting

    def allow(self, seconds: float | None) -> None:
        """See `Problem`."""
        super().allow(seconds)
        self._refuting.deadline = self.deadline

    def formula(self, formula: Formula[int]) -> int:
        """See `Problem`; both number formulas in the order in which they get them."""
        self._refuting.formula(formula)
        return super().formula(formula)

    def _check(self, guards: Collection[int], holding: Collection[int], failing: Collection[int]) -> bool:
        return self._refuting.model(guards, holding, failing) is not None and super()._check(guards, holding, failing)

    def _blame(self, guards: Collection[int], holding: Collection[int], failing: Collection[int]) -> Collection[int] | None:
        found = self._refuting.core(guards, holding, failing)
        return super()._blame(guards, holding, failing) if found is None else found


class Refuting(Blaming):
    """A problem whose models prove nothing: it says no, or that it does not know."""

    def __init__(self, signs: Problem) -> None:
        super().__init__()
        self._signs = signs

    def allow(self, seconds: float | None) -> None:
        """See `Problem`."""
        self._signs.allow(seconds)

    def formula(self, formula: Formula[int]) -> int:
        """See `Problem`."""
        return self._signs.formula(formula)

    def _find(
        self, guards: Collection[int], holding: Collection[int], failing: Collection[int], goals: Collection[int]
    ) -> Model | None:
        if self._signs.model(guards, holding, failing) is None:
            return None
        raise LimitReached("signs of triples do not show that there are such points")


def by_z3(claims: Claims, things: Things, seed: int) -> Problem:
    """Return the problem with a whole number for each thing on each axis, a real one where lines are spoken of."""
    return Z3Problem(_built(claims, things), seed)


def _built(claims: Claims, things: Things) -> Builder:
    axes, curved = list(things), turns(claims)

    def build(z3: Any) -> Built:
        number_of = z3.Real if curved else z3.Int
        at: dict[Key, Any] = {
            (axes.index(axis), thing): number_of(f"at{axes.index(axis)}_{thing}") for axis, on in things.items() for thing in on
        }

        def turned(turn: Turn) -> Any:
            _, head, start, end, plane = turn
            x, y = ({thing: at[axes.index(axis), thing] for thing in (head, start, end)} for axis in plane)
            if turn.side in (AHEAD, BACK):
                front = (x[end] - x[start]) * (x[head] - x[start]) + (y[end] - y[start]) * (y[head] - y[start])
                return front > 0 if turn.side == AHEAD else front < 0
            area = (x[end] - x[start]) * (y[head] - y[start]) - (x[head] - x[start]) * (y[end] - y[start])
            return area > 0 if turn.side == LEFT else area < 0

        def said(order: Order | Turn) -> Any:
            if isinstance(order, Turn):
                return turned(order)
            kind, axis, head, tail = order
            one, other = at[axes.index(axis), head], at[axes.index(axis), tail]
            if kind == SAME:
                return one == other
            between = (at[axes.index(axis), thing] for thing in things[axis] if kind == NEXT and thing not in (head, tail))
            return z3.And(one < other, *(z3.Or(middle <= one, other <= middle) for middle in between))

        goals = {number: z3.And([said(order) for order in claim]) for number, claim in enumerate(claims)}
        return Built(at, {}, goals, nonlinear=curved)

    return build


#: Backend -> what loads a problem; Z3's raises BackendUnavailable where z3 is not installed.
PROBLEMS: Final[Mapping[str, Callable[[Claims, Things, int], Problem]]] = {"clingo": by_clingo, "z3": by_z3}


def places(model: Model, things: Things) -> dict[str, dict[int, Any]]:
    """Return a number for each thing on each axis, in whose order a model has them; clingo's tells how many come before it."""
    numbers = model.numbers or Counter((axis, tail) for _, (axis, _, tail) in model.atoms)
    return {axis: {thing: numbers[number, thing] for thing in on} for number, (axis, on) in enumerate(things.items())}
