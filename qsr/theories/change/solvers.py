"""The two solvers, which share no more than what a telling is: clingo with `change.lp`, and Z3 with a number for each holder."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from qsr import resources
from qsr.solvers import Model, Problem
from qsr.solvers.clingo import ClingoProblem, Fact
from qsr.solvers.protocol import Key
from qsr.solvers.z3 import Built, Z3Problem
from qsr.theories.change.telling import Telling
from qsr.theories.change.terms import IN, KINDS, TOGETHER, WITHIN, Claim

__all__ = ["ENCODING", "PROBLEMS", "film"]

ENCODING: Final = "change.lp"
#: Claims, whose places in the sequence are their goals.
Claims: TypeAlias = Sequence[Claim]


def by_clingo(claims: Claims, telling: Telling, seed: int) -> Problem:
    """Return the problem as facts."""
    facts: list[Fact] = [("last", (telling.last,)), *(("thing", (thing,)) for thing in telling.holders)]
    facts += [("holder", (thing, one)) for thing, every in telling.holders.items() for one in every]
    facts += [("initial", (thing, one)) for thing, every in telling.initial.items() for one in every]
    facts += [("affected", (thing, moment)) for moment, things in enumerate(telling.about, 1) for thing in things]
    facts += [("claim", (number, KINDS.index(kind), *rest)) for number, (kind, *rest) in enumerate(claims)]
    return ClingoProblem(resources.encoding(ENCODING), facts, seed=seed)


def by_z3(claims: Claims, telling: Telling, seed: int) -> Problem:
    """Return the problem with the holder of each thing as a whole number at each moment at which it may change.

    What is within what is defined by the holders, each of which has a greater depth than what it holds, so that the definition
    has one solution.
    """

    def build(z3: Any) -> Built:
        at: dict[Key, Any] = {}
        background: list[Any] = []
        for thing, every in telling.holders.items():
            for moment in range(telling.last + 1):
                if moment and thing not in telling.about[moment - 1]:
                    at[thing, moment] = at[thing, moment - 1]
                    continue
                at[thing, moment] = z3.Int(f"at{thing}_{moment}")
                allowed = every if moment else telling.initial[thing]
                background.append(z3.Or([at[thing, moment] == one for one in allowed]))
        within: dict[Key, Any] = {}
        for moment in range(telling.last + 1):
            depth = {thing: z3.Int(f"depth{thing}_{moment}") for thing in telling.holders}
            for thing, every in telling.holders.items():
                background += [
                    z3.Implies(at[thing, moment] == one, depth[thing] < depth[one]) for one in every if one in telling.holders
                ]
        for claim in claims:
            if claim.kind == WITHIN:
                _within(z3, telling, at, within, background, claim.other, claim.moment)
        goals = {number: _goal(z3, at, within, claim) for number, claim in enumerate(claims)}
        return Built(at, {}, goals, tuple(background))

    return Z3Problem(build, seed)


def _within(
    z3: Any, telling: Telling, at: Mapping[Key, Any], within: dict[Key, Any], background: list[Any], other: int, moment: int
) -> None:
    """Define what is within one holder at a moment."""
    if any((thing, other, moment) in within for thing in telling.holders):
        return
    for thing in telling.holders:
        within[thing, other, moment] = z3.Bool(f"within{thing}_{other}_{moment}")
    for thing, every in telling.holders.items():
        through = [z3.And(at[thing, moment] == one, within[one, other, moment]) for one in every if one in telling.holders]
        background.append(within[thing, other, moment] == z3.Or(at[thing, moment] == other, *through))


def _goal(z3: Any, at: Mapping[Key, Any], within: Mapping[Key, Any], claim: Claim) -> Any:
    kind, thing, other, moment = claim
    if (thing, moment) not in at or (kind == TOGETHER and (other, moment) not in at):
        return z3.BoolVal(False)
    if kind == TOGETHER:
        return at[thing, moment] == at[other, moment]
    return at[thing, moment] == other if kind == IN else within[thing, other, moment]


#: Backend -> what loads a problem; Z3's raises BackendUnavailable where z3 is not installed.
PROBLEMS: Final[Mapping[str, Callable[[Claims, Telling, int], Problem]]] = {"clingo": by_clingo, "z3": by_z3}


def film(model: Model, telling: Telling) -> dict[int, tuple[int, ...]]:
    """Return thing -> its holder at each moment, as a model has them."""
    holder = {(thing, moment): one for name, (thing, one, moment) in model.atoms if name == "in"}
    holder = holder or {(thing, moment): int(one) for (thing, moment), one in model.numbers.items()}
    return {thing: tuple(holder[thing, moment] for moment in range(telling.last + 1)) for thing in telling.holders}
