"""Constraint networks in answer-set programming (``encodings/network.lp``): a problem of the protocol, and an engine.

Scenarios are answer sets: possible relations are brave consequences, entailed ones cautious, and a minimal core is found among
the guards. For small networks: the program has a rule for each triangle and pair of base relations.
"""

from __future__ import annotations

from collections.abc import Sequence

from qsr.calculi.calculus import Calculus, bits
from qsr.errors import LimitReached
from qsr.resources import encoding
from qsr.solvers.clingo import ClingoProblem, Fact
from qsr.solvers.protocol import Outcome

__all__ = ["decide", "problem"]


def problem(
    calculus: Calculus,
    labels: Sequence[Sequence[int]],
    constraints: Sequence[tuple[int, int, int]] = (),
    goals: bool = False,
) -> ClingoProblem:
    """Return the scenarios of a network as a problem.

    Parameters
    ----------
    calculus, labels
        What always holds: n rows of n masks. The lower triangle is not read.
    constraints
        (i, j, mask) with i < j: guard c switches constraint c on.
    goals
        Whether to make each base relation r of a pair i < j a goal, numbered ``(i * n + j) * b + r`` with b base relations.
    """
    size, places = len(labels), range(len(calculus.relations))
    pairs = [(i, j) for i in range(size) for j in range(i + 1, size)]
    facts: list[Fact] = [("entity", (i,)) for i in range(size)]
    facts += [("open", (i, j, place)) for i, j in pairs for place in bits(labels[i][j])]
    facts += [
        ("composes", (first, second, third))
        for first in places
        for second in places
        for third in bits(calculus.compose(1 << first, 1 << second))
    ]
    for number, (i, j, mask) in enumerate(constraints):
        facts.append(("says", (number, i, j)))
        facts += [("allows", (number, place)) for place in bits(mask)]
    if goals:
        facts += [("number", (i, j, place, (i * size + j) * len(places) + place)) for i, j in pairs for place in places]
    return ClingoProblem(encoding("network.lp"), facts)


def decide(
    calculus: Calculus, labels: Sequence[Sequence[int]], seconds: float | None = None
) -> tuple[str, list[list[int]] | None]:
    """Decide a network, as `qsr.calculi.engines` asks of an engine: a status, and atomic labels where there is a scenario."""
    size = len(labels)
    if any(not label for row in labels for label in row):
        return "inconsistent", None
    loaded = problem(calculus, labels)
    try:
        loaded.allow(seconds)
        found = loaded.model(())
    except LimitReached:
        return Outcome.UNKNOWN.value, None
    finally:
        loaded.close()
    if found is None:
        return "inconsistent", None
    atomic = [[calculus.identity] * size for _ in range(size)]
    for name, arguments in found.atoms:
        if name == "holds":
            i, j, place = arguments
            atomic[i][j] = 1 << place
            atomic[j][i] = calculus.converse(1 << place)
    return "consistent", atomic
