"""The two solvers, which share no more than what relations mean: clingo with `arrangement.lp`, and Z3 over whole numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from qsr import resources
from qsr.relations import AXES
from qsr.solvers import Model, Problem
from qsr.solvers.clingo import ClingoProblem, Fact
from qsr.solvers.protocol import Key
from qsr.solvers.z3 import Built, Z3Problem
from qsr.theories.arrangement.orders import KINDS, NEXT, SAME, Order, Turn

__all__ = ["ENCODING", "PROBLEMS", "Claims", "Things", "places", "turns"]

ENCODING: Final = "arrangement.lp"

#: Claims, whose places in the sequence are their goals, and who has a place on each axis.
Claims: TypeAlias = Sequence[tuple[Order | Turn, ...]]
Things: TypeAlias = Mapping[str, Sequence[int]]


def turns(claims: Claims) -> bool:
    """Tell whether any of these speaks of sides of lines."""
    return any(isinstance(one, Turn) for claim in claims for one in claim)


def by_clingo(claims: Claims, things: Things, seed: int) -> Problem:
    """Return the problem as facts: an axis is its place in `things`, a kind that in `KINDS`; Z3 takes that of lines."""
    if turns(claims):
        return by_z3(claims, things, seed)
    axes = list(things)
    facts: list[Fact] = [("on", (axes.index(axis), thing)) for axis, on in things.items() for thing in on]
    for number, claim in enumerate(claims):
        facts.append(("claim", (number,)))
        orders = [order for order in claim if isinstance(order, Order)]
        facts += [("part", (number, KINDS.index(kind), axes.index(axis), *pair)) for kind, axis, *pair in orders]
    return ClingoProblem(resources.encoding(ENCODING), facts, seed=seed)


def by_z3(claims: Claims, things: Things, seed: int) -> Problem:
    """Return the problem with a whole number for each thing on each axis, a real one where lines are spoken of."""
    axes, curved = list(things), turns(claims)

    def build(z3: Any) -> Built:
        number_of = z3.Real if curved else z3.Int
        at: dict[Key, Any] = {
            (axes.index(axis), thing): number_of(f"at{axes.index(axis)}_{thing}") for axis, on in things.items() for thing in on
        }

        def turned(turn: Turn) -> Any:
            x, y = ({thing: at[axes.index(axis), thing] for thing in turn[1:]} for axis in AXES[:2])
            _, head, start, end = turn
            area = (x[end] - x[start]) * (y[head] - y[start]) - (x[head] - x[start]) * (y[end] - y[start])
            return area > 0 if turn.side > 0 else area < 0

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

    return Z3Problem(build, seed)


#: Backend -> what loads a problem; Z3's raises BackendUnavailable where z3 is not installed.
PROBLEMS: Final[Mapping[str, Callable[[Claims, Things, int], Problem]]] = {"clingo": by_clingo, "z3": by_z3}


def places(model: Model, things: Things) -> dict[str, dict[int, Any]]:
    """Return a number for each thing on each axis, in whose order a model has them; clingo's tells how many come before it."""
    numbers = model.numbers or Counter((axis, tail) for _, (axis, _, tail) in model.atoms)
    return {axis: {thing: numbers[number, thing] for thing in on} for number, (axis, on) in enumerate(things.items())}
