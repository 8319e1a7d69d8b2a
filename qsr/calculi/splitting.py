"""Which labels a search may leave as they are, and into which parts it splits the others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from qsr.calculi.calculus import Calculus, bits
from qsr.calculi.composition import Memo
from qsr.calculi.tractable import tractable

__all__ = ["Splitting", "splitting"]


@dataclass(frozen=True, slots=True, eq=False)
class Splitting:
    """A class of labels over which closure decides, or the nearest to it that is known.

    Parameters
    ----------
    kind
        The name of the class, ``"all"`` labels, or ``"atomic"``: single base relations on every pair. The latter lacks the
        universal label, so that pairs without a constraint need a choice as well.
    reference
        The publication that proves that closure decides the class; empty where nothing is known.
    hull
        The least label of the class above a mask; the universal one where the class has none.
    parts
        Labels of the class that partition a mask, the largest first.
    """

    kind: str
    reference: str
    hull: Callable[[int], int]
    parts: Callable[[int], tuple[int, ...]]

    def is_open(self, mask: int, given: int) -> bool:
        """Tell whether a pair with a given label that is now `mask` needs a choice."""
        if self.kind == "atomic":
            return mask & (mask - 1) != 0
        return self.hull(mask) & ~given != 0


@lru_cache(maxsize=64)
def splitting(calculus: Calculus) -> Splitting:
    """Return how to split the labels of a calculus.

    A result about all networks needs no splits. Else the first tractable class that is known is used; else single base
    relations on every pair, with the result about atomic networks or with none.
    """
    single = Memo(_single).__getitem__
    results = {decision.networks: decision.reference for decision in calculus.decides}
    if "all" in results:
        return Splitting("all", results["all"], lambda mask: mask, single)
    for found in tractable(calculus):
        return Splitting(found.name, found.reference, found.hull, found.split)
    universal = calculus.universal
    return Splitting("atomic", results.get("atomic", ""), lambda mask: universal if mask & (mask - 1) else mask, single)


def _single(mask: int) -> tuple[int, ...]:
    return tuple(1 << place for place in bits(mask))
