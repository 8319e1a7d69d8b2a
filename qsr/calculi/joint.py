"""Networks of a combination of calculi, and their joint closure.

The same entities have one label per calculus on each pair. Joint closure, bipath consistency where there are two calculi [1]_,
closes the labels of each calculus, lets each pair's labels restrict each other by the combination's tables, and goes on until
nothing changes. It is sound: what it removes holds in no solution. What it decides is written down with each combination.

References
----------
.. [1] Gerevini and Renz (2002), Combining topological and size information for spatial reasoning, Artificial Intelligence 137,
   1-42.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from itertools import combinations
from pathlib import Path

from qsr.calculi.closure import close
from qsr.calculi.combination import Combination, load_combination
from qsr.calculi.network import Network
from qsr.errors import UnknownName

__all__ = ["JointNetwork"]


class JointNetwork:
    """Labels of several calculi between the same entities. What was not said is open.

    Parameters
    ----------
    combination
        A combination, or what `qsr.calculi.combination.load_combination` takes.

    Examples
    --------
    A part is smaller than its whole, so that regions of one size cannot lie inside each other:

    >>> network = JointNetwork("rcc8-size")
    >>> network.add("a", "rcc8", {"TPP", "EQ"}, "b")
    >>> network.add("b", "rcc8", {"TPP", "EQ"}, "c")
    >>> network.add("a", "point", "=", "c")
    >>> sorted(network.closure().label("a", "rcc8", "b"))
    ['EQ']
    """

    __slots__ = ("_networks", "combination")

    def __init__(self, combination: Combination | str | Path) -> None:
        self.combination = combination if isinstance(combination, Combination) else load_combination(combination)
        self._networks = [Network(part) for part in self.combination.parts]

    @property
    def nodes(self) -> tuple[Hashable, ...]:
        """The entities, in the order in which they were first named."""
        return self._networks[0].nodes

    @property
    def is_refuted(self) -> bool:
        """Whether some label is empty, so that there is no solution. False does not say that there is one."""
        return any(network.is_refuted for network in self._networks)

    def add(self, x: Hashable, calculus: str | int, relations: str | Iterable[str], y: Hashable) -> None:
        """Constrain the label of a pair in one of the calculi, named or counted from 0; what was said before still counts.

        Raise UnknownName for a calculus or a relation that there is not; the network is then unchanged.
        """
        self._part(calculus).add(x, relations, y)
        for network in self._networks:
            network.add(x, network.calculus.relations, y)

    def label(self, x: Hashable, calculus: str | int, y: Hashable) -> frozenset[str]:
        """Return the base relations of a calculus still open for x and y; raise KeyError for an unknown entity."""
        return self._part(calculus).label(x, y)

    def closure(self) -> JointNetwork:
        """Return the joint closure as a new network; every label is empty where it refutes the network."""
        closed = JointNetwork(self.combination)
        closed._networks = [network._with(network._labels) for network in self._networks]
        if not closed._close():
            closed._networks = [network._with([[0] * len(row) for row in network._labels]) for network in self._networks]
        return closed

    def status(self) -> str:
        """Return what joint closure shows.

        Returns
        -------
        ``"inconsistent"``: no solution. ``"consistent"``: there is one, by a result on all networks of the combination, or on
        those in which every label is a single base relation. Else ``"closed"``: no contradiction was found; results on other
        networks stand in `Combination.decides`, in words.
        """
        closed = self.closure()
        if closed.is_refuted:
            return "inconsistent"
        covered = {"all", "atomic"} if closed._is_atomic() else {"all"}
        return "consistent" if any(decision.networks in covered for decision in self.combination.decides) else "closed"

    def _part(self, calculus: str | int) -> Network:
        names = [part.name for part in self.combination.parts]
        if isinstance(calculus, int) and calculus in range(len(names)):
            return self._networks[calculus]
        if names.count(str(calculus)) != 1:
            raise UnknownName(f"calculus of {self.combination.name}", str(calculus), names)
        return self._networks[names.index(str(calculus))]

    def _close(self) -> bool:
        """Close in place; return False where a label became empty."""
        parts, matrices, changed = self.combination.parts, [network._labels for network in self._networks], True
        while changed:
            if self.is_refuted or any(close(part, matrix) is not None for part, matrix in zip(parts, matrices, strict=True)):
                return False
            changed = False
            for i, j in combinations(range(len(self.nodes)), 2):
                before = [matrix[i][j] for matrix in matrices]
                after = self.combination.refine(before)
                if after != before:
                    changed = True
                    for part, matrix, label in zip(parts, matrices, after, strict=True):
                        matrix[i][j], matrix[j][i] = label, part.converse(label)
        return True

    def _is_atomic(self) -> bool:
        matrices = [network._labels for network in self._networks]
        return all(label.bit_count() == 1 for matrix in matrices for i, row in enumerate(matrix) for label in row[:i])
