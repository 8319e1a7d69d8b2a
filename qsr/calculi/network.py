"""Qualitative constraint networks: labels between named entities, and what closure shows about them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from itertools import combinations
from pathlib import Path

from qsr.calculi.calculus import Calculus, Decision
from qsr.calculi.closure import close
from qsr.calculi.files import load

__all__ = ["Network"]


class Network:
    """Labels between entities. A pair about which nothing was said has the universal label.

    Parameters
    ----------
    calculus
        A calculus, or what `qsr.calculi.load` takes: the name of one or the path of a file.

    Examples
    --------
    >>> network = Network("point")
    >>> network.add("a", "<", "b")
    >>> network.add("b", {"<", "="}, "c")
    >>> network.closure().label("c", "a")
    frozenset({'>'})
    >>> network.status()
    'consistent'
    >>> network.add("c", "<", "a")
    >>> network.status()
    'inconsistent'
    """

    __slots__ = ("_closed", "_conflict", "_labels", "_place", "calculus")

    def __init__(self, calculus: Calculus | str | Path) -> None:
        self.calculus = calculus if isinstance(calculus, Calculus) else load(calculus)
        self._place: dict[Hashable, int] = {}
        self._labels: list[list[int]] = []
        self._closed = False
        self._conflict: tuple[Hashable, ...] | None = None

    def __repr__(self) -> str:
        return f"<Network: {self.calculus.name}, {len(self._place)} nodes, {sum(1 for _ in self.constraints())} constraints>"

    @property
    def nodes(self) -> tuple[Hashable, ...]:
        """The entities, in the order in which they were first named."""
        return tuple(self._place)

    @property
    def is_closed(self) -> bool:
        """Whether the network is known to be its own algebraic closure."""
        return self._closed

    @property
    def is_refuted(self) -> bool:
        """Whether some label is empty, so that there is no solution. False does not say that there is one."""
        return any(not label for row in self._labels for label in row)

    @property
    def conflict(self) -> tuple[Hashable, ...] | None:
        """Where closure met an empty label: (x, y, z) where x, y and y, z leave nothing for x, z.

        (x, y) where the constraints given for x, y have nothing in common. None in a network that `closure` did not
        refute. A network may have several such places; which one is met first depends on the order in which the
        entities were named.
        """
        return self._conflict

    def add(self, x: Hashable, relations: str | Iterable[str], y: Hashable) -> None:
        """Constrain a pair: one of the relations holds of x and y. What was said before about the pair still counts.

        Raise UnknownName for a relation that the calculus does not have; the network is then unchanged.
        """
        mask = self.calculus.mask(relations)
        i, j = self._index(x), self._index(y)
        self._labels[i][j] &= mask
        self._labels[j][i] &= self.calculus.converse(mask)
        self._closed = False

    def label(self, x: Hashable, y: Hashable) -> frozenset[str]:
        """Return the base relations still open for x and y; raise KeyError for an entity the network does not have."""
        return frozenset(self.calculus.names(self._labels[self._place[x]][self._place[y]]))

    def constraints(self) -> Iterator[tuple[Hashable, tuple[str, ...], Hashable]]:
        """Yield (x, relations, y) for each pair whose label is not universal, x being the one named first."""
        for (i, x), (j, y) in combinations(enumerate(self._place), 2):
            if (label := self._labels[i][j]) != self.calculus.universal:
                yield x, self.calculus.names(label), y

    def closure(self) -> Network:
        """Return the algebraic closure as a new network.

        It has the same solutions. The order of the constraints makes no difference to its labels. Where closure refutes the
        network every label is empty, which is the closure of an empty label, and `conflict` says where it was met.
        """
        closed = Network(self.calculus)
        closed._place = dict(self._place)
        closed._labels = [row.copy() for row in self._labels]
        closed._closed = True
        closed._conflict = self._conflict or closed._close()
        if closed._conflict is not None:
            closed._labels = [[0] * len(row) for row in self._labels]
        return closed

    def status(self) -> str:
        """Return what algebraic closure shows.

        Returns
        -------
        ``"inconsistent"``: no solution; ``"consistent"``: there is one, by the result that `decided_by` names; ``"closed"``:
        closure finds no contradiction, and no known result says that there is none.
        """
        closed = self if self._closed else self.closure()
        if closed.is_refuted:
            return "inconsistent"
        return "closed" if closed.decided_by() is None else "consistent"

    def decided_by(self) -> Decision | None:
        """Return the published result by which closure decides this network, or None where there is none.

        A result about atomic networks applies as soon as the closure is atomic, for the closure has the same solutions.
        """
        closed = self if self._closed else self.closure()
        for decision in self.calculus.decides:
            if decision.networks == "all" or (decision.networks == "atomic" and closed._is_atomic()):
                return decision
        return None

    def _index(self, node: Hashable) -> int:
        if node not in self._place:
            self._place[node] = len(self._place)
            for row in self._labels:
                row.append(self.calculus.universal)
            self._labels.append([self.calculus.universal] * len(self._labels) + [self.calculus.identity])
        return self._place[node]

    def _close(self) -> tuple[Hashable, ...] | None:
        nodes = self.nodes
        for i, row in enumerate(self._labels):
            for j, label in enumerate(row):
                if not label:
                    return nodes[i], nodes[j]
        places = close(self.calculus, self._labels)
        return None if places is None else tuple(nodes[place] for place in places)

    def _is_atomic(self) -> bool:
        return all(label.bit_count() == 1 for i, row in enumerate(self._labels) for label in row[:i])
