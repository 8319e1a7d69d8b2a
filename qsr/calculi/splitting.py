"""Which labels a search may leave as they are, and into which parts it splits the others."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from qsr.calculi.calculus import Calculus, bits
from qsr.calculi.tractable import TractableClass, tractable

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
    """

    kind: str
    reference: str
    _class: TractableClass | None
    _universal: int
    _hulls: dict[int, int] = field(default_factory=dict)
    _parts: dict[int, tuple[int, ...]] = field(default_factory=dict)

    def hull(self, mask: int) -> int:
        """Return the least label of the class above a mask; the universal one where the class has none."""
        if (found := self._hulls.get(mask)) is None:
            if self._class is not None:
                found = self._class.hull(mask)
            else:
                found = self._universal if self.kind == "atomic" and mask.bit_count() > 1 else mask
            self._hulls[mask] = found
        return found

    def is_open(self, mask: int, given: int) -> bool:
        """Tell whether a pair with a given label that is now `mask` needs a choice."""
        if self.kind == "atomic":
            return mask & (mask - 1) != 0
        return self.hull(mask) & ~given != 0

    def parts(self, mask: int) -> tuple[int, ...]:
        """Return labels of the class that partition a mask, the largest first."""
        if (found := self._parts.get(mask)) is None:
            found = tuple(1 << place for place in bits(mask)) if self._class is None else self._class.split(mask)
            self._parts[mask] = found
        return found


@lru_cache(maxsize=64)
def splitting(calculus: Calculus) -> Splitting:
    """Return how to split the labels of a calculus.

    A result about all networks needs no splits. Else the first tractable class that is known is used; else single base
    relations on every pair, with the result about atomic networks or with none.
    """
    results = {decision.networks: decision.reference for decision in calculus.decides}
    if "all" in results:
        return Splitting("all", results["all"], None, calculus.universal)
    for found in tractable(calculus):
        return Splitting(found.name, found.reference, found, calculus.universal)
    return Splitting("atomic", results.get("atomic", ""), None, calculus.universal)
