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

    __slots__ = ("_labels", "_place", "combination")

    def __init__(self, combination: Combination | str | Path) -> None:
        self.combination = combination if isinstance(combination, Combination) else load_combination(combination)
        self._place: dict[Hashable, int] = {}
        # One matrix for each calculus of the combination.
        self._labels: list[list[list[int]]] = [[] for _ in self.combination.parts]

    @property
    def nodes(self) -> tuple[Hashable, ...]:
        """The entities, in the order in which they were first named."""
        return tuple(self._place)

    @property
    def is_refuted(self) -> bool:
        """Whether some label is empty, so that there is no solution. False does not say that there is one."""
        return any(not label for matrix in self._labels for row in matrix for label in row)

    def add(self, x: Hashable, calculus: str | int, relations: str | Iterable[str], y: Hashable) -> None:
        """Constrain the label of a pair in one of the calculi, named or counted from 0; what was said before still counts.

        Raise UnknownName for a calculus or a relation that there is not; the network is then unchanged.
        """
        number = self._part(calculus)
        part = self.combination.parts[number]
        mask = part.mask(relations)
        i, j = self._index(x), self._index(y)
        matrix = self._labels[number]
        matrix[i][j] &= mask
        matrix[j][i] &= part.converse(mask)

    def label(self, x: Hashable, calculus: str | int, y: Hashable) -> frozenset[str]:
        """Return the base relations of a calculus still open for x and y; raise KeyError for an unknown entity."""
        number = self._part(calculus)
        return frozenset(self.combination.parts[number].names(self._labels[number][self._place[x]][self._place[y]]))

    def closure(self) -> JointNetwork:
        """Return the joint closure as a new network; every label is empty where it refutes the network."""
        closed = JointNetwork(self.combination)
        closed._place = dict(self._place)
        closed._labels = [[row.copy() for row in matrix] for matrix in self._labels]
        if not closed._close():
            closed._labels = [[[0] * len(row) for row in matrix] for matrix in self._labels]
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

    def _part(self, calculus: str | int) -> int:
        names = [part.name for part in self.combination.parts]
        if isinstance(calculus, int) and calculus in range(len(names)):
            return calculus
        if names.count(str(calculus)) != 1:
            raise UnknownName(f"calculus of {self.combination.name}", str(calculus), names)
        return names.index(str(calculus))

    def _index(self, node: Hashable) -> int:
        if node not in self._place:
            self._place[node] = len(self._place)
            for part, matrix in zip(self.combination.parts, self._labels, strict=True):
                for row in matrix:
                    row.append(part.universal)
                matrix.append([part.universal] * len(matrix) + [part.identity])
        return self._place[node]

    def _close(self) -> bool:
        """Close in place; return False where a label became empty."""
        parts, changed = self.combination.parts, True
        while changed:
            if self.is_refuted:
                return False
            for part, matrix in zip(parts, self._labels, strict=True):
                if close(part, matrix) is not None:
                    return False
            changed = False
            for i, j in combinations(range(len(self._place)), 2):
                before = [matrix[i][j] for matrix in self._labels]
                after = self.combination.refine(before)
                if after != before:
                    changed = True
                    for part, matrix, label in zip(parts, self._labels, after, strict=True):
                        matrix[i][j], matrix[j][i] = label, part.converse(label)
        return True

    def _is_atomic(self) -> bool:
        return all(label.bit_count() == 1 for matrix in self._labels for i, row in enumerate(matrix) for label in row[:i])
