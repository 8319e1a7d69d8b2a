"""Qualitative constraint networks: labels between named entities, and what can be said about them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from itertools import combinations, islice
from pathlib import Path
from typing import Final

from qsr.calculi import cores, engines, trace
from qsr.calculi.calculus import Calculus, Decision
from qsr.calculi.engines import Outcome
from qsr.calculi.files import load
from qsr.calculi.matrices import unrelated
from qsr.calculi.minimal import minimal
from qsr.calculi.propagation import Literal
from qsr.calculi.scenarios import refine, scenarios
from qsr.calculi.splitting import splitting
from qsr.calculi.statements import Constraint, Derived
from qsr.errors import LimitReached

__all__ = ["MOST_NODES", "Network"]

#: The most nodes of a network that is read from a file. A network is a matrix of labels, and closure takes time with their cube.
MOST_NODES: Final = 2_000


class Network:
    """Labels between entities. A pair about which nothing was said has the universal label.

    No answer depends on the order of the constraints, and none but the place of `conflict` on that in which entities are
    named. Methods that may have to search take `engine`, one of `qsr.calculi.engines.names`, and `seconds`, a bound on the time.

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
    >>> for constraint in network.core():
    ...     print(constraint)
    a < b
    b <|= c
    c < a
    """

    __slots__ = ("_closed", "_conflict", "_labels", "_place", "_stated", "calculus")

    def __init__(self, calculus: Calculus | str | Path) -> None:
        self.calculus = calculus if isinstance(calculus, Calculus) else load(calculus)
        self._place: dict[Hashable, int] = {}
        self._labels: list[list[int]] = []
        # What was said, with places: the labels of a closure no longer tell it.
        self._stated: list[tuple[int, int, int]] = []
        self._closed = False
        self._conflict: tuple[Hashable, ...] | None = None

    def __repr__(self) -> str:
        return f"<Network: {self.calculus.name}, {len(self._place)} nodes, {sum(1 for _ in self.constraints())} constraints>"

    @property
    def nodes(self) -> tuple[Hashable, ...]:
        """The entities, in the order in which they were first named."""
        return tuple(self._place)

    @property
    def is_refuted(self) -> bool:
        """Whether some label is empty, so that there is no solution. False does not say that there is one."""
        return any(not label for row in self._labels for label in row)

    @property
    def conflict(self) -> tuple[Hashable, ...] | None:
        """Where closure met an empty label: (x, y, z) where x, y and y, z leave nothing for x, z.

        (x, y) where the constraints given for x, y have nothing in common. None in a network that `closure` did not
        refute. A network may have several such places; which one is met first depends on the order in which the
        entities were named. `derivation` tells what such a conflict rests on.
        """
        return self._conflict

    def add(self, x: Hashable, relations: str | Iterable[str], y: Hashable) -> None:
        """Constrain a pair: one of the relations holds of x and y. What was said before about the pair still counts.

        All relations at once say nothing; they only name the entities. Raise UnknownName for a relation that the calculus does
        not have; the network is then unchanged.
        """
        mask = self.calculus.mask(relations)
        i, j = self._index(x), self._index(y)
        self._labels[i][j] &= mask
        self._labels[j][i] &= self.calculus.converse(mask)
        if mask != self.calculus.universal:
            self._stated.append((i, mask, j))
        self._closed = False

    def label(self, x: Hashable, y: Hashable) -> frozenset[str]:
        """Return the base relations still open for x and y; raise KeyError for an entity the network does not have."""
        return frozenset(self.calculus.names(self._labels[self._place[x]][self._place[y]]))

    def constraints(self) -> Iterator[tuple[Hashable, tuple[str, ...], Hashable]]:
        """Yield (x, relations, y) for each pair whose label is not universal, x being the one named first."""
        for (i, x), (j, y) in combinations(enumerate(self._place), 2):
            if (label := self._labels[i][j]) != self.calculus.universal:
                yield x, self.calculus.names(label), y

    def stated(self) -> tuple[Constraint, ...]:
        """Return what `add` was told, in that order; of a closure, what its network was told."""
        return tuple(self._constraint(i, mask, j) for i, mask, j in self._stated)

    def closure(self, engine: str = "auto") -> Network:
        """Return the algebraic closure as a new network.

        It has the same solutions. The order of the constraints makes no difference to its labels. Where closure refutes the
        network every label is empty, which is the closure of an empty label, and `conflict` says where it was met.
        `engine` is ``"auto"``, ``"python"`` or ``"compiled"``.
        """
        closed = self._with(self._labels)
        closed._conflict = self._conflict or closed._close(engine)
        if closed._conflict is not None:
            closed._labels = [[0] * len(row) for row in self._labels]
        return closed

    def status(self) -> str:
        """Return what algebraic closure shows, without any search.

        Returns
        -------
        ``"inconsistent"``: no solution; ``"consistent"``: there is one, by the result that `decided_by` names; ``"closed"``:
        closure finds no contradiction, and no known result says that there is none.
        """
        closed = self if self._closed else self.closure()
        if closed.is_refuted:
            return "inconsistent"
        return "closed" if self._decided(closed) is None else "consistent"

    def decided_by(self) -> Decision | None:
        """Return the published result by which closure decides this network, or None where there is none.

        A result about a class of labels applies as soon as the least labels of the class above those of the closure lie within
        what was given: that network is in the class and has only solutions of this one. One about atomic networks applies
        where the closure is atomic.
        """
        return self._decided(self if self._closed else self.closure())

    def decide(self, engine: str = "auto", seconds: float | None = None) -> Outcome:
        """Decide consistency, by search where closure does not.

        Returns
        -------
        An outcome with its status, the result it rests on and the engine: ``"consistent"``, ``"inconsistent"``, ``"closed"``
        where an atomic closed refinement was found and nothing is known to make it consistent, ``"unknown"`` where the time
        was up.
        """
        if self._loop() is not None:
            return Outcome("inconsistent", engine=engine)
        return engines.decide(self.calculus, len(self._place), self._literals(self._order()), engine, seconds)

    def is_consistent(self, engine: str = "auto", seconds: float | None = None) -> bool | None:
        """Tell whether there is a solution; None where the time was up or nothing is known that would decide (see `decide`).

        Examples
        --------
        >>> network = Network("rcc8")
        >>> network.add("a", {"TPP", "TPPI"}, "b")
        >>> network.is_consistent()
        True
        """
        return {"consistent": True, "inconsistent": False}.get(self.decide(engine, seconds).status)

    def entails(
        self, x: Hashable, relations: str | Iterable[str], y: Hashable, engine: str = "auto", seconds: float | None = None
    ) -> bool | None:
        """Tell whether one of the relations holds of x and y in every solution; None where that is not known.

        False of a network without solutions, so that no contradiction is taken for knowledge. Raise KeyError for an entity
        that the network does not have.
        """
        i, j = self._place[x], self._place[y]
        others = self.calculus.universal & ~self.calculus.mask(relations)
        if i == j:
            holds = not others & self.calculus.identity
            consistent = self.is_consistent(engine, seconds)
            return consistent and holds
        denied = self._with(self._labels)
        denied.add(x, self.calculus.names(others), y)
        refuted = denied.is_consistent(engine, seconds)
        if refuted is True:
            return False
        consistent = self.is_consistent(engine, seconds)
        if consistent is False or (refuted is False and consistent):
            return consistent
        # Nothing is known to make closed networks of this calculus consistent: what no closed refinement allows is entailed
        # all the same.
        return True if refuted is False else None

    def minimal(self, engine: str = "auto", seconds: float | None = None) -> Network:
        """Return the network of minimal labels: exactly the relations that hold in some solution.

        Every label of an inconsistent network is empty. Where nothing is known to make atomic closed networks of the calculus
        consistent, the labels are those of the atomic closed refinements. Raise LimitReached where the time was up first.
        """
        order = self._order()
        found = None
        if self._loop() is None:
            found = minimal(self.calculus, len(order), self._literals(order), engine, seconds)
        return self._with(self._unordered(found, order))

    def scenario(self, engine: str = "auto", seconds: float | None = None) -> Network | None:
        """Return one atomic refinement that has a solution, closed; None where there is none.

        Where nothing is known to make atomic closed networks of the calculus consistent, it is closed and no more. Raise
        LimitReached where the time was up first.
        """
        order = self._order()
        outcome = self.decide(engine, seconds)
        if outcome.status == "unknown":
            raise LimitReached("the time limit was reached in the search for a scenario")
        if outcome.labels is None:
            return None
        return self._with(self._unordered(refine(self.calculus, outcome.labels), order), stated=False)

    def scenarios(
        self,
        limit: int | None = None,
        nodes: Iterable[Hashable] | None = None,
        engine: str = "auto",
        seconds: float | None = None,
    ) -> Iterator[Network]:
        """Yield different scenarios one by one, each when it is asked for.

        Parameters
        ----------
        limit
            How many at most.
        nodes
            Entities to which the scenarios are projected, two of them differing on a pair of these; all where None. Raise
            KeyError for one that the network does not have.
        engine, seconds
            The time is for all scenarios together; LimitReached is raised where it is over before the last.
        """
        order = self._order()
        shown = set(order) if nodes is None else {self._place[node] for node in nodes}
        kept = [place for place, original in enumerate(order) if original in shown]
        if self._loop() is not None:
            return
        pairs = [i * len(order) + j for j, i in sorted((j, i) for i, j in combinations(kept, 2))]
        found = scenarios(self.calculus, len(order), self._literals(order), pairs, engine, seconds)
        names = self.nodes
        for chosen in islice(found, limit):
            scenario = Network(self.calculus)
            for place in sorted(shown):
                scenario.add(names[place], self.calculus.relations, names[place])
            for pair, mask in chosen.items():
                i, j = divmod(pair, len(order))
                scenario.add(names[order[i]], self.calculus.names(mask), names[order[j]])
            scenario._closed = True
            yield scenario

    def core(self, seconds: float | None = None) -> tuple[Constraint, ...] | None:
        """Return constraints that contradict each other, as they were stated; without any one of them the rest does not.

        None where there is no contradiction. For a calculus of which nothing is known, a contradiction is that no atomic
        refinement is closed. Raise LimitReached where the time was up first.
        """
        loop = self._loop()
        if loop is not None:
            return (self._constraint(*loop),)
        literals, numbers = self._numbered(self._order())
        found = cores.core(self.calculus, len(self._place), literals, seconds)
        if found is None:
            return None
        return tuple(self._constraint(*self._stated[number]) for number in sorted(numbers[place] for place in found))

    def derivation(self, x: Hashable, y: Hashable, relations: str | Iterable[str] | None = None) -> tuple[Derived, ...]:
        """Return how closure excludes relations of a pair, step by step; nothing stands in it that it does not need.

        Parameters
        ----------
        x, y
            Two different entities.
        relations
            The relations to exclude; all that closure excludes where None.

        Returns
        -------
        Where closure refutes the network: how it does, whatever was asked for. Empty where closure does not exclude all the
        relations.

        Examples
        --------
        >>> network = Network("rcc8")
        >>> network.add("cup", {"TPP", "NTPP"}, "box")
        >>> network.add("box", "NTPP", "room")
        >>> for step in network.derivation("cup", "room"):
        ...     print(step)
        cup TPP|NTPP box: given
        box NTPP room: given
        cup NTPP room: from cup TPP|NTPP box and box NTPP room
        """
        i, j = self._place[x], self._place[y]
        if i == j:
            raise ValueError("a derivation is about two different entities")
        order = self._order()
        rank = {place: new for new, place in enumerate(order)}
        first, second = sorted((rank[i], rank[j]))
        mask = None if relations is None else self.calculus.mask(relations)
        if mask is not None and rank[i] > rank[j]:
            mask = self.calculus.converse(mask)
        literals, numbers = self._numbered(order)
        steps = trace.derive(self.calculus, len(order), literals, first * len(order) + second, mask)
        return tuple(self._told(steps, order, numbers, rank[i] > rank[j]))

    def _told(self, steps: list[trace.Step], order: list[int], numbers: list[int], turned: bool) -> Iterator[Derived]:
        """Yield steps in the network's names, each with all that the steps so far show of its pairs."""
        calculus = self.calculus
        labels = unrelated(calculus, len(order))
        for step in steps:
            if step.constraint is not None:
                x, mask, z = self._stated[numbers[step.constraint]]
                given = self._constraint(x, mask, z)
                premises = [(x, labels[x][z], z)] if labels[x][z] != calculus.universal else []
            else:
                x, z, y = order[step.x], order[step.z], order[step.through]
                if turned:
                    x, z = z, x
                given, mask = None, calculus.compose(labels[x][y], labels[y][z])
                premises = [(x, labels[x][y], y), (y, labels[y][z], z)]
                if mask & ~labels[x][z]:
                    premises.append((x, labels[x][z], z))
            labels[x][z] &= mask
            labels[z][x] = calculus.converse(labels[x][z])
            holds = self._constraint(x, labels[x][z], z)
            yield Derived(holds, given, tuple(self._constraint(*premise) for premise in premises))

    def _constraint(self, i: int, mask: int, j: int) -> Constraint:
        names = self.nodes
        return Constraint(names[i], self.calculus.names(mask), names[j])

    def _index(self, node: Hashable) -> int:
        if node not in self._place:
            self._place[node] = len(self._place)
            for row in self._labels:
                row.append(self.calculus.universal)
            self._labels.append([self.calculus.universal] * len(self._labels) + [self.calculus.identity])
        return self._place[node]

    def _with(self, labels: list[list[int]], stated: bool = True) -> Network:
        """Return a closed network with the same entities and other labels."""
        other = Network(self.calculus)
        other._place = dict(self._place)
        other._labels = [row.copy() for row in labels]
        other._closed = True
        if stated:
            other._stated = self._stated.copy()
        else:
            size = range(len(labels))
            other._stated = [(i, labels[i][j], j) for i in size for j in size if i < j]
        return other

    def _loop(self) -> tuple[int, int, int] | None:
        """Return a statement that contradicts itself or says that an entity is not equal to itself."""
        impossible = (one for one in self._stated if not one[1] or (one[0] == one[2] and not one[1] & self.calculus.identity))
        return next(impossible, None)

    def _order(self) -> list[int]:
        """Return the places of the entities in the order of their texts, which does not depend on when they were named."""
        names = self.nodes
        return sorted(range(len(names)), key=lambda place: (type(names[place]).__name__, repr(names[place])))

    def _numbered(self, order: list[int]) -> tuple[list[Literal], list[int]]:
        """Return what was stated as literals over the ordered entities, sorted, and which statement each of them is."""
        rank = {place: new for new, place in enumerate(order)}
        found = []
        for number, (i, mask, j) in enumerate(self._stated):
            if i == j:
                continue
            x, y = rank[i], rank[j]
            found.append(
                (x * len(order) + y, mask, number) if x < y else (y * len(order) + x, self.calculus.converse(mask), number)
            )
        found.sort()
        return [(pair, mask) for pair, mask, _ in found], [number for _, _, number in found]

    def _literals(self, order: list[int]) -> list[Literal]:
        """Return what was stated, one literal a pair."""
        given: dict[int, int] = {}
        for pair, mask in self._numbered(order)[0]:
            given[pair] = given.get(pair, self.calculus.universal) & mask
        return sorted(given.items())

    def _unordered(self, labels: list[list[int]] | None, order: list[int]) -> list[list[int]]:
        """Return labels over the ordered entities as labels over the network's; empty ones for None."""
        size = len(order)
        found = [[0] * size for _ in range(size)]
        if labels is not None:
            for i, x in enumerate(order):
                for j, y in enumerate(order):
                    found[x][y] = labels[i][j]
        return found

    def _close(self, engine: str) -> tuple[Hashable, ...] | None:
        nodes = self.nodes
        for x, row in zip(nodes, self._labels, strict=True):
            if 0 in row:
                return x, nodes[row.index(0)]
        places = engines.close_with(self.calculus, self._labels, engine)
        return None if places is None else tuple(nodes[place] for place in places)

    def _decided(self, closed: Network) -> Decision | None:
        found, size = splitting(self.calculus), len(self._place)
        given = dict(self._literals(list(range(size))))
        for i, j in combinations(range(size), 2):
            if found.is_open(closed._labels[i][j], given.get(i * size + j, self.calculus.universal)):
                return None
        return Decision(found.kind, found.reference) if found.reference else None
