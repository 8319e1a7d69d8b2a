"""Derivations: how closure comes to exclude relations, step by step, and nothing beside what it needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

from qsr.calculi.analysis import Analysis
from qsr.calculi.calculus import Calculus
from qsr.calculi.propagation import Literal, Propagator

__all__ = ["Step", "derive", "verify"]


@dataclass(frozen=True, slots=True)
class Step:
    """One step: the label of the pair (x, z) lies within `mask`.

    Parameters
    ----------
    x, z
        Places of two entities, x < z.
    mask
        The base relations that the step leaves open.
    constraint
        The number of the constraint that says so, or None.
    through
        Else a third entity y,
    first, second
        and labels of (x, y) and (y, z), which follow from earlier steps and compose to nothing outside of `mask`.
    """

    x: int
    z: int
    mask: int
    constraint: int | None = None
    through: int = -1
    first: int = 0
    second: int = 0


def derive(calculus: Calculus, size: int, constraints: Sequence[Literal], pair: int, excluded: int | None = None) -> list[Step]:
    """Return steps after which no relation of a mask is left for a pair, or after which some pair has no relation left.

    Parameters
    ----------
    calculus, size, constraints
        The network, as for `qsr.calculi.engines.decide`.
    pair
        ``i * size + j`` with i < j.
    excluded
        The relations to exclude; None for all that closure excludes.

    Returns
    -------
    Every step is used by a later one or by the end. Where closure refutes the network the last step leaves nothing of its pair,
    whatever was asked for. Empty where closure does not exclude all of `excluded`.
    """
    on = Propagator(calculus, size)
    analysis = Analysis(on)
    failed = None
    for number, (constrained, mask) in enumerate(constraints):
        if failed is None:
            failed = on.restrict(constrained, mask, number)
    if failed is None:
        failed = on.propagate()
    universal = calculus.universal
    if failed is not None:
        pair, excluded = on.pairs[failed], universal
    elif excluded is None:
        excluded = universal & ~on.label(pair)
    elif excluded & on.label(pair):
        return []
    needed: dict[int, int] = {}
    heap: list[int] = []

    def need(wanted: int, gone: int, limit: int) -> None:
        """Ask the entries before `limit` that removed relations of a pair for those relations."""
        entry = on.latest[wanted]
        while entry >= 0:
            if entry < limit and (part := on.olds[entry] & ~on.news[entry] & gone):
                if entry not in needed:
                    heappush(heap, -entry)
                needed[entry] = needed.get(entry, 0) | part
            entry = on.before[entry]

    need(pair, excluded, len(on.pairs))
    steps = []
    while heap:
        entry = -heappop(heap)
        gone, reason = needed[entry], on.reasons[entry]
        x, z = divmod(on.pairs[entry], size)
        if isinstance(reason, int):
            steps.append(Step(x, z, universal & ~gone, reason))
            continue
        if not isinstance(reason, tuple):
            continue
        removals, _ = analysis.explain(entry, gone)
        for side, part in removals:
            need(side, part, entry)
        left, through = dict(removals), reason[1]
        first = _label(calculus, left, size, x, through)
        steps.append(Step(x, z, universal & ~gone, None, through, first, _label(calculus, left, size, through, z)))
    return steps[::-1]


def _label(calculus: Calculus, removals: dict[int, int], size: int, x: int, y: int) -> int:
    """Return what removals leave of the pair (x, y)."""
    if x < y:
        return calculus.universal & ~removals.get(x * size + y, 0)
    return calculus.converse(calculus.universal & ~removals.get(y * size + x, 0))


def verify(calculus: Calculus, size: int, constraints: Sequence[Literal], steps: Sequence[Step]) -> list[list[int]]:
    """Follow a derivation with nothing but composition, converse and intersection; return the labels it leads to.

    Raise ValueError at a step that does not follow from the constraints and the steps before it.
    """
    labels = [[calculus.universal] * size for _ in range(size)]
    for number, step in enumerate(steps):
        x, z = step.x, step.z
        if step.constraint is not None:
            pair, mask = constraints[step.constraint]
            sound = pair == x * size + z and not mask & ~step.mask
        else:
            y = step.through
            known = not labels[x][y] & ~step.first and not labels[y][z] & ~step.second
            sound = known and not calculus.compose(step.first, step.second) & ~step.mask
        if not sound:
            raise ValueError(f"step {number} does not follow")
        labels[x][z] &= step.mask
        labels[z][x] = calculus.converse(labels[x][z])
    return labels
