"""Derivations: how closure comes to exclude relations, step by step, and nothing beside what it needs."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from qsr.calculi.analysis import Analysis
from qsr.calculi.calculus import Calculus
from qsr.calculi.propagation import Literal, Propagator

__all__ = ["Step", "derive"]


class Step(NamedTuple):
    """One step: the label of the pair (x, z), x < z, lies within `mask`.

    So a constraint says, given by its number, or else what the steps before leave of (x, y) and (y, z), where `through` is y.
    """

    x: int
    z: int
    mask: int
    constraint: int | None
    through: int = -1


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
    if (failed := on.load(constraints)) is not None:
        pair, excluded = on.pairs[failed], calculus.universal
    elif excluded is None:
        excluded = calculus.universal & ~on.label(pair)
    elif excluded & on.label(pair):
        return []
    needed: dict[int, int] = {}
    heap: list[int] = []
    explain = Analysis(on).explain

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
            steps.append(Step(x, z, calculus.universal & ~gone, reason))
        elif isinstance(reason, tuple):
            for side, part in explain(entry, gone)[0]:
                need(side, part, entry)
            steps.append(Step(x, z, calculus.universal & ~gone, None, reason[1]))
    return steps[::-1]
