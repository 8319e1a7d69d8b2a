"""Difference constraints x - y <= w over whole numbers: potentials, and the cycles that contradict.

A set of such constraints has a solution exactly when the graph with an edge from y to x of weight w for each of them has no cycle
of negative weight; shortest distances then are a solution [1]_. Constraints are added one by one and taken back in reverse
order; adding repairs the present solution, and only what lies behind the new edge is looked at [2]_. Python's whole
numbers do not overflow.

References
----------
.. [1] T. Cormen, C. Leiserson, R. Rivest, C. Stein, "Introduction to Algorithms", section on difference constraints.
.. [2] S. Cotton, O. Maler, "Fast and flexible difference constraint propagation for DPLL(T)", SAT 2006.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import NamedTuple

from qsr.solvers.protocol import Deadline

__all__ = ["Difference", "Potentials"]

#: Steps between two looks at the clock.
_STRIDE = 4096


class Difference(NamedTuple):
    """The constraint that variable `x` minus variable `y` is at most `most`."""

    x: int
    y: int
    most: int

    @property
    def complement(self) -> Difference:
        """The constraint that holds exactly where this one does not, over whole numbers."""
        return Difference(self.y, self.x, -self.most - 1)


class Potentials:
    """A stack of difference constraints with a solution of all of them.

    Parameters
    ----------
    variables
        How many variables there are; they are numbered from 0.

    Attributes
    ----------
    value
        The present solution, one whole number per variable.
    """

    def __init__(self, variables: int) -> None:
        self.value = [0] * variables
        self.deadline = Deadline()
        self._steps = 0
        #: Per variable y the constraints x - y <= w as (x, w, tag).
        self._leaving: list[list[tuple[int, int, int]]] = [[] for _ in range(variables)]
        self._order: list[int] = []

    @property
    def height(self) -> int:
        """How many constraints are on the stack."""
        return len(self._order)

    def load(self, constraints: Iterable[tuple[Difference, int]]) -> frozenset[int] | None:
        """Put many tagged constraints on the stack at once; return None, or the tags on a contradictory cycle.

        Sweeps over the variables in depth-first order, forwards and backwards in turn (Yen's order for Bellman and Ford),
        settle chains and trees in a few passes. After a contradiction the stack is no longer of use.
        """
        for (x, y, most), tag in constraints:
            self._leaving[y].append((x, most, tag))
            self._order.append(y)
        order = self._depth_first()
        value, via = self.value, dict[int, tuple[int, int]]()
        changed = True
        while changed:
            changed = False
            for y in order:
                base = value[y]
                for x, most, tag in self._leaving[y]:
                    if base + most < value[x]:
                        value[x] = base + most
                        via[x] = (y, tag)
                        changed = True
                        if x == y:
                            return frozenset({tag})
            self.deadline.check()
            if changed and (cycle := _cycle(via)) is not None:
                return cycle
            order.reverse()
        return None

    def push(self, constraint: Difference, tag: int) -> frozenset[int] | None:
        """Add a constraint; return None, or, where it contradicts the others, the tags on a cycle (nothing is then added)."""
        x, y, most = constraint
        value = self.value
        if value[x] - value[y] > most:
            if x == y:
                return frozenset({tag})
            before = {x: value[x]}
            via = {x: (y, tag)}
            value[x] = value[y] + most
            waiting, queued = deque([x]), {x}
            while waiting:
                self._steps += 1
                if self._steps % _STRIDE == 0 and self.deadline.passed:
                    self._restore(before)
                    self.deadline.check()
                u = waiting.popleft()
                queued.discard(u)
                base = value[u]
                for v, weight, mark in self._leaving[u]:
                    if base + weight < value[v]:
                        via[v] = (u, mark)
                        if v == y:
                            # Every cycle of negative weight runs through the new edge, and this one lowered its source.
                            self._restore(before)
                            return _way_back(via, y)
                        before.setdefault(v, value[v])
                        value[v] = base + weight
                        if v not in queued:
                            queued.add(v)
                            waiting.append(v)
        self._leaving[y].append((x, most, tag))
        self._order.append(y)
        return None

    def cut(self, height: int) -> None:
        """Take constraints back until `height` are left; the solution may stay, for it satisfies fewer constraints as well."""
        while len(self._order) > height:
            self._leaving[self._order.pop()].pop()

    def _restore(self, before: dict[int, int]) -> None:
        for variable, value in before.items():
            self.value[variable] = value

    def _depth_first(self) -> list[int]:
        """Return the variables in reverse postorder of a depth-first walk."""
        seen = [False] * len(self.value)
        postorder = []
        for root in range(len(seen)):
            if seen[root]:
                continue
            seen[root] = True
            walk = [(root, iter(self._leaving[root]))]
            while walk:
                y, edges = walk[-1]
                for x, _, _ in edges:
                    if not seen[x]:
                        seen[x] = True
                        walk.append((x, iter(self._leaving[x])))
                        break
                else:
                    postorder.append(y)
                    walk.pop()
        postorder.reverse()
        return postorder


def _way_back(via: dict[int, tuple[int, int]], end: int) -> frozenset[int]:
    """Return the tags met on the way back from `end` to itself."""
    tags = set()
    place = end
    while True:
        place, tag = via[place]
        tags.add(tag)
        if place == end:
            return frozenset(tags)


def _cycle(via: dict[int, tuple[int, int]]) -> frozenset[int] | None:
    """Return the tags on a cycle of the last improvements, which is one of negative weight; None where there is none."""
    done: dict[int, int] = {}
    for start in via:
        place = start
        while place in via and place not in done:
            done[place] = start
            place = via[place][0]
        if done.get(place) == start and place in via:
            return _way_back(via, place)
    return None
