"""Two models on the same items: which is right more often, by how much, and whether that may be chance.

McNemar's exact test looks at the items on which just one of the two is right: if both were equally good, each of these would fall
to either side like a fair coin. The interval of the difference is Newcombe's, which is built of Wilson's intervals for the two
shares. Where several pairs are compared, Holm's correction holds the chance of any false finding among them below 5 %, and
intervals are widened after Bonferroni, so that all of them hold together with 95 %.

Sources: McNemar, "Note on the sampling error of the difference between correlated proportions or percentages", Psychometrika 12
(1947); Newcombe, "Improved confidence intervals for the difference between binomial proportions based on paired data", Statistics
in Medicine 17 (1998), method 10; Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of
Statistics 6 (1979).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist

from qsr.shares import wilson

__all__ = ["Pair", "holm"]


@dataclass(frozen=True, slots=True)
class Pair:
    """How two models did on the items that both answered: numbers of items on which both, one, or neither is right."""

    both: int
    first: int
    second: int
    neither: int

    @classmethod
    def of(cls, mine: Mapping[str, bool], theirs: Mapping[str, bool]) -> Pair:
        """Count over what two models did, by the ids of items; an item that one of them lacks is left out.

        >>> Pair.of({"a": True, "b": True, "c": False}, {"b": False, "c": False, "d": True})
        Pair(both=0, first=1, second=0, neither=1)
        """
        found = dict.fromkeys(((True, True), (True, False), (False, True), (False, False)), 0)
        for item in mine.keys() & theirs.keys():
            found[mine[item], theirs[item]] += 1
        return cls(*found.values())

    @property
    def items(self) -> int:
        """How many items both answered."""
        return self.both + self.first + self.second + self.neither

    @property
    def difference(self) -> float | None:
        """The first one's share of right answers less the second one's; None without items."""
        return (self.first - self.second) / self.items if self.items else None

    def p(self) -> float:
        """Return the two-sided p value of McNemar's exact test; 1 where no item tells the two apart.

        >>> round(Pair(0, 1, 6, 0).p(), 12)
        0.125
        """
        number, less = self.first + self.second, min(self.first, self.second)
        # From the largest term of the tail downward, so that no term overflows and the sum may end where nothing more comes.
        term = math.exp(math.lgamma(number + 1) - math.lgamma(less + 1) - math.lgamma(number - less + 1) - number * math.log(2))
        tail = 0.0
        for place in range(less, -1, -1):
            tail += term
            term *= place / (number - place + 1)
            if term < tail * 1e-17:
                break
        return min(1.0, 2 * tail)

    def interval(self, pairs: int = 1) -> tuple[float, float] | None:
        """Return bounds of the difference that hold with 95 % for as many pairs together; None without items.

        >>> [round(bound, 4) for bound in Pair(20, 12, 2, 16).interval()]
        [0.0562, 0.3292]
        """
        if not self.items:
            return None
        quantile = NormalDist().inv_cdf(1 - 0.025 / pairs)
        mine, theirs = self.both + self.first, self.both + self.second
        one, other = mine / self.items, theirs / self.items
        (low, high), (their_low, their_high) = (wilson(part, self.items, quantile) or (0.0, 1.0) for part in (mine, theirs))
        together = self._together(mine, theirs)

        def apart(of_one: float, of_other: float) -> float:
            return math.sqrt(max(0.0, of_one**2 - 2 * together * of_one * of_other + of_other**2))

        difference = (self.first - self.second) / self.items
        return difference - apart(one - low, their_high - other), difference + apart(high - one, other - their_low)

    def _together(self, mine: int, theirs: int) -> float:
        """Return how far the two are right on the same items, a correlation, with Newcombe's correction for continuity."""
        product = mine * (self.items - mine) * theirs * (self.items - theirs)
        if not product:
            return 0.0
        cross = self.both * self.neither - self.first * self.second
        return (max(cross - self.items / 2, 0.0) if cross > 0 else cross) / math.sqrt(product)


def holm(values: Sequence[float]) -> list[float]:
    """Return p values corrected for their number, in the order given.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    found, highest = [0.0] * len(values), 0.0
    for rank, place in enumerate(sorted(range(len(values)), key=values.__getitem__)):
        highest = max(highest, min(1.0, (len(values) - rank) * values[place]))
        found[place] = highest
    return found
