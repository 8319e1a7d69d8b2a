"""Constraint networks in propositional logic for Z3: an engine for small networks that shares no step with closure.

Each base relation of a pair is a variable; exactly one holds, and every triangle is in the composition table.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from qsr.calculi.calculus import Calculus, bits
from qsr.errors import LimitReached
from qsr.solvers.protocol import Outcome
from qsr.solvers.z3 import Built, Z3Problem

__all__ = ["decide"]


def decide(
    calculus: Calculus, labels: Sequence[Sequence[int]], seconds: float | None = None
) -> tuple[str, list[list[int]] | None]:
    """Decide a network, as `qsr.calculi.engines` asks of an engine: a status, and atomic labels where there is a scenario."""
    size, count = len(labels), len(calculus.relations)
    pairs = list(combinations(range(size), 2))
    if any(not label for row in labels for label in row):
        return "inconsistent", None

    def build(z3: Any) -> Built:
        holds = {(i, j): [z3.Bool(f"holds_{i}_{j}_{place}") for place in range(count)] for i, j in pairs}
        formulas = []
        for (i, j), variables in holds.items():
            formulas.append(z3.PbEq([(variable, 1) for variable in variables], 1))
            formulas += [z3.Not(variable) for place, variable in enumerate(variables) if not labels[i][j] >> place & 1]
        for i, j, k in combinations(range(size), 3):
            for first in bits(labels[i][j]):
                for second in bits(labels[j][k]):
                    third = [holds[i, k][place] for place in bits(calculus.compose(1 << first, 1 << second))]
                    formulas.append(z3.Or(z3.Not(holds[i, j][first]), z3.Not(holds[j, k][second]), *third))
        terms = {(i * size + j) * count + place: holds[i, j][place] for i, j in pairs for place in range(count)}
        return Built({}, {}, terms, tuple(formulas))

    loaded = Z3Problem(build)
    try:
        loaded.allow(seconds)
        goals = [(i * size + j) * count + place for i, j in pairs for place in range(count)]
        found = next(loaded.models((), goals, limit=1), None)
    except LimitReached:
        return Outcome.UNKNOWN.value, None
    finally:
        loaded.close()
    if found is None:
        return "inconsistent", None
    atomic = [[calculus.identity] * size for _ in range(size)]
    for goal in found.goals:
        pair, place = divmod(goal, count)
        i, j = divmod(pair, size)
        atomic[i][j] = 1 << place
        atomic[j][i] = calculus.converse(1 << place)
    return "consistent", atomic
