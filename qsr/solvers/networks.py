"""Constraint networks as engines for small networks that share no step with closure: answer sets, and propositional logic for Z3.

In both a scenario is one base relation for each pair such that every triangle is in the composition table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any, TypeAlias

from qsr.calculi.calculus import Calculus, bits
from qsr.resources import encoding
from qsr.solvers.clingo import AnswerSets, Fact
from qsr.solvers.z3 import Built, Z3Problem

__all__ = ["by_asp", "by_z3"]

#: What `qsr.calculi.engines` asks of an engine: a status, and atomic labels where there is a scenario.
Found: TypeAlias = tuple[str, list[list[int]] | None]


def by_asp(calculus: Calculus, labels: Sequence[Sequence[int]], seconds: float | None = None) -> Found:
    """Decide a network, no label of which is empty, by ``encodings/network.lp``; raise LimitReached."""
    size, masks = len(labels), [1 << place for place in range(len(calculus.relations))]
    facts: list[Fact] = [("entity", (i,)) for i in range(size)]
    facts += [("open", (i, j, place)) for i, j in combinations(range(size), 2) for place in bits(labels[i][j])]
    facts += [
        ("composes", (first, second, third))
        for first, one in enumerate(masks)
        for second, other in enumerate(masks)
        for third in bits(calculus.compose(one, other))
    ]
    program = AnswerSets(encoding("network.lp"), facts)
    try:
        program.allow(seconds)
        found = next(program.sets(), None)
    finally:
        program.close()
    return _scenario(calculus, size, None if found is None else [arguments for _, arguments in found.shown])


def by_z3(calculus: Calculus, labels: Sequence[Sequence[int]], seconds: float | None = None) -> Found:
    """Decide a network, no label of which is empty, as formulas; raise LimitReached.

    Each base relation of a pair is a variable, of which exactly one holds.
    """
    size, count = len(labels), len(calculus.relations)
    names = [(i, j, place) for i, j in combinations(range(size), 2) for place in range(count)]

    def build(z3: Any) -> Built:
        holds = {name: z3.Bool("holds_{}_{}_{}".format(*name)) for name in names}
        formulas = []
        for i, j in combinations(range(size), 2):
            formulas.append(z3.PbEq([(holds[i, j, place], 1) for place in range(count)], 1))
            formulas += [z3.Not(holds[i, j, place]) for place in range(count) if not labels[i][j] >> place & 1]
        for i, j, k in combinations(range(size), 3):
            for first in bits(labels[i][j]):
                for second in bits(labels[j][k]):
                    third = [holds[i, k, place] for place in bits(calculus.compose(1 << first, 1 << second))]
                    formulas.append(z3.Or(z3.Not(holds[i, j, first]), z3.Not(holds[j, k, second]), *third))
        return Built({}, {}, {goal: holds[name] for goal, name in enumerate(names)}, tuple(formulas))

    loaded = Z3Problem(build)
    try:
        loaded.allow(seconds)
        found = next(loaded.models((), range(len(names)), limit=1), None)
    finally:
        loaded.close()
    return _scenario(calculus, size, None if found is None else [names[goal] for goal in found.goals])


def _scenario(calculus: Calculus, size: int, holding: Iterable[tuple[int, ...]] | None) -> Found:
    """Return the answer of an engine from (i, j, base relation) for each pair i < j, None where there is no scenario."""
    if holding is None:
        return "inconsistent", None
    atomic = [[calculus.identity] * size for _ in range(size)]
    for i, j, place in holding:
        atomic[i][j] = 1 << place
        atomic[j][i] = calculus.converse(1 << place)
    return "consistent", atomic
