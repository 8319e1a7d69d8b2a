"""Rooms on sets of cells: the default backend.

Each object has the set of its possible cells, a whole number. Cells without a partner are taken out until nothing changes (arc
consistency). That decides where the objects that still have several cells are related without a circle [1]_; else they are put
on cells, one after another. A search that tries more than `NODES` cells is handed to clingo, whose learning cuts short what is
hard here. Stories of directions and regions alone need no cells, see `qsr.theories.room.axes`.

References
----------
.. [1] Freuder (1982), A sufficient condition for backtrack-free search, Journal of the ACM 29, 24-32.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from fractions import Fraction
from typing import Final, NamedTuple, TypeAlias

from qsr.errors import LimitReached
from qsr.solvers import Problem
from qsr.solvers.protocol import Consequences, Key, Model, Outcome
from qsr.theories.room.axes import Bounds, decoupled
from qsr.theories.room.clauses import BINARY, DIRECTIONS, Clause, clause
from qsr.theories.room.families import one_by_one
from qsr.theories.room.grid import Cell, Grid
from qsr.theories.room.tables import Link, Links, Partner, tables

__all__ = ["NODES", "BitsetProblem", "State", "narrow", "places"]

#: Cells that one search may try.
NODES: Final = 1000

#: For each object, its partners.
_Links: TypeAlias = list[dict[int, Links]]
#: Code and whether it is denied -> the link from head to tail, and from tail to head.
_BOTH_WAYS: Final = {
    (code, denied): (Link(code, False, denied), Link(code, True, denied)) for code in BINARY for denied in (False, True)
}


class State(NamedTuple):
    """The cells of each object; for each object its partners and how it is linked to them, and the same as sets of cells.

    A direction that a question adds stands among the partners alone.
    """

    cells: list[int]
    links: _Links
    partners: list[list[Partner]]


class TooManyNodes(Exception):
    """A search was given up."""


class BitsetProblem(Problem):
    """A room with so many objects; guards and goals are the numbers of clauses (`qsr.theories.room.clauses.number`)."""

    bare = True

    def __init__(self, grid: Grid, objects: int, seed: int = 0, nodes: int = NODES) -> None:
        super().__init__()
        self._grid, self._objects, self._seed, self._nodes = grid, objects, seed, nodes
        self._tables = tables(grid)
        self._second: Problem | None = None
        self._guards: frozenset[int] | None = None
        #: The intervals under the guards; None where they are not of directions and regions alone.
        self._bounds: Bounds | None = None
        #: What is left under the guards, None where some object has no cell; made when first needed.
        self._base: State | None = None
        self._is_narrowed = False

    def consequences(self, guards: Collection[int], goals: Collection[int]) -> Consequences:
        """Decide possible and entailed, without a layout for each goal."""
        return one_by_one(self, self._objects, frozenset(guards), goals)

    def directions(self, clauses: Sequence[Clause], head: int, tail: int) -> frozenset[str] | None:
        """Return the possible directions from one object to another under some clauses; none of them where there is no layout.

        What is asked of a room most often is asked here without guards and goals. None where `consequences` must be asked: for
        an object and itself, for two that clauses link already, and after a search that was given up.
        """
        self.deadline.check()
        if head == tail:
            return None
        if decoupled(clauses):
            return Bounds(self._grid, self._objects, clauses).directions(head, tail)
        state = self._narrowed(clauses)
        if state is None:
            return frozenset()
        if tail in state.links[head]:
            return None
        mine, theirs = state.cells[head], state.cells[tail]
        met = [code for code in DIRECTIONS if self._tables.direction(code)[0][1](mine) & theirs]
        trees = _trees(state.cells, state.partners)
        if trees is not None and trees[head] != trees[tail]:
            # Whatever cell one of them takes, its own tree has a layout with it, and the other tree does not notice.
            return frozenset(met)
        try:
            return frozenset(
                [code for code in met if self._search(self._linked(state, code, head, tail), _is_forest) is not None]
            )
        except TooManyNodes:
            return None

    def satisfiable(self, guards: Collection[int], holding: Collection[int] = (), failing: Collection[int] = ()) -> Outcome:
        """Tell whether some layout has exactly these guards on, the goals `holding` true and the goals `failing` false."""
        try:
            self._load(guards)
            goals = [clause(goal, self._objects) for goal in holding]
            if self._bounds is not None and not failing and len(goals) <= 1 and all(goal.code in DIRECTIONS for goal in goals):
                found = self._bounds.allows(*goals)
            else:
                denied = [clause(goal, self._objects) for goal in failing]
                try:
                    found = self._search(self._with(goals, denied), _is_forest) is not None
                except TooManyNodes:
                    found = self._by_clingo(guards, holding, failing) is not None
        except LimitReached:
            return Outcome.UNKNOWN
        return Outcome.YES if found else Outcome.NO

    def cells(self, guards: Collection[int], holding: Collection[int] = (), failing: Collection[int] = ()) -> list[Cell] | None:
        """Return a cell for each object, or None where there is no such layout; raise LimitReached."""
        self._load(guards)
        goals = [clause(goal, self._objects) for goal in holding]
        if self._bounds is not None and not failing and decoupled(goals):
            said = [clause(guard, self._objects) for guard in sorted(guards)]
            return Bounds(self._grid, self._objects, [*said, *goals]).cells()
        try:
            found = self._search(self._with(goals, [clause(goal, self._objects) for goal in failing]), _is_settled)
        except TooManyNodes:
            return self._by_clingo(guards, holding, failing)
        return None if found is None else [self._tables.cell(cells.bit_length() - 1) for cells in found]

    def narrowed(self, guards: Collection[int], holding: Collection[int] = ()) -> State | None:
        """Return what arc consistency leaves; None where some object has no cell."""
        self._load(guards)
        return self._with([clause(goal, self._objects) for goal in holding], ())

    def _load(self, guards: Collection[int]) -> None:
        self.deadline.check()
        if guards is self._guards:
            return
        wanted = frozenset(guards)
        if wanted == self._guards:
            return
        said = [clause(guard, self._objects) for guard in sorted(wanted)]
        self._guards, self._base, self._is_narrowed = wanted, None, False
        self._bounds = Bounds(self._grid, self._objects, said) if decoupled(said) else None

    def _with(self, goals: Sequence[Clause], denied: Sequence[Clause]) -> State | None:
        """Return what is left under the guards and the goals."""
        if not self._is_narrowed:
            said = [clause(guard, self._objects) for guard in sorted(self._guards or ())]
            self._base, self._is_narrowed = self._narrowed(said), True
        if self._base is None or not (goals or denied):
            return self._base
        if len(goals) == 1 and not denied:
            code, head, tail = goals[0]
            if code in DIRECTIONS and head != tail and tail not in self._base.links[head]:
                return self._linked(self._base, code, head, tail)
        return self._added(self._base, goals, denied, {entity for said in (*goals, *denied) for entity in said[1:]})

    def _narrowed(self, clauses: Sequence[Clause]) -> State | None:
        objects = range(self._objects)
        empty = State([self._tables.whole for _ in objects], [{} for _ in objects], [[] for _ in objects])
        return self._added(empty, clauses, (), objects)

    def _linked(self, state: State, code: str, head: int, tail: int) -> State | None:
        """Return the state with a direction between two objects that have no link yet, narrowed: what is mostly asked, fast."""
        there, back = self._tables.direction(code)
        cells = list(state.cells)
        cells[tail] &= there[1](cells[head])
        cells[head] &= back[1](cells[tail])
        changed = [entity for entity in (head, tail) if cells[entity] != state.cells[entity]]
        partners = list(state.partners)
        partners[head] = [*partners[head], (tail, *there)]
        partners[tail] = [*partners[tail], (head, *back)]
        return State(cells, state.links, partners) if narrow(cells, partners, changed) else None

    def _added(self, state: State, goals: Sequence[Clause], denied: Sequence[Clause], changed: Collection[int]) -> State | None:
        """Return the state with more clauses, of which none links objects outside of `changed`, narrowed."""
        cells, links, partners = list(state.cells), list(state.links), list(state.partners)
        for entity in changed:
            links[entity] = dict(links[entity])
        for said, is_denied in (*((goal, False) for goal in goals), *((goal, True) for goal in denied)):
            code, head, tail = said
            if code not in BINARY or head == tail:
                cells[head] &= self._tables.cells(code, is_denied)
            else:
                forth, back = _BOTH_WAYS[code, is_denied]
                links[head][tail] = _joined(links[head].get(tail, ()), forth)
                links[tail][head] = _joined(links[tail].get(head, ()), back)
        for entity in changed:
            partners[entity] = [(other, *self._tables.partner(said)) for other, said in links[entity].items()]
        return State(cells, links, partners) if narrow(cells, partners, changed) else None

    def _search(self, state: State | None, is_enough: Callable[[list[int], State], bool]) -> list[int] | None:
        """Return the cells of each object in a part of the search that is enough, or None where there is no layout."""
        if state is None:
            return None
        stack, nodes = [list(state.cells)], 0
        while stack:
            domains = stack.pop()
            if is_enough(domains, state):
                return domains
            nodes += 1
            if nodes > self._nodes:
                raise TooManyNodes
            self.deadline.check()
            _, entity = min((cells.bit_count(), entity) for entity, cells in enumerate(domains) if cells & (cells - 1))
            first = domains[entity] & -domains[entity]
            rest = list(domains)
            rest[entity] ^= first
            if narrow(rest, state.partners, (entity,)):
                stack.append(rest)
            domains[entity] = first
            if narrow(domains, state.partners, (entity,)):
                stack.append(domains)
        return None

    def _by_clingo(self, guards: Collection[int], holding: Collection[int], failing: Collection[int]) -> list[Cell] | None:
        if self._second is None:
            from qsr.theories.room.by_clingo import room

            self._second = room(self._grid, self._objects, self._seed)
        self._second.allow(self.deadline.remaining)
        model = self._second.model(guards, holding, failing)
        return None if model is None else places(model, self._objects)

    def _find(
        self, guards: Collection[int], holding: Collection[int], failing: Collection[int], goals: Collection[int]
    ) -> Model | None:
        found = self.cells(guards, holding, failing)
        return None if found is None else Model(self._true(found, goals))

    def model(self, guards: Collection[int], holding: Collection[int] = (), failing: Collection[int] = ()) -> Model | None:
        """Return a model whose numbers are the coordinates, by object and axis; None where there is none."""
        found = self.cells(guards, holding, failing)
        return None if found is None else self._model(found, {*holding, *failing})

    def _model(self, found: list[Cell], goals: Collection[int]) -> Model:
        numbers: dict[Key, Fraction] = {
            (entity, axis): Fraction(at) for entity, cell in enumerate(found) for axis, at in enumerate(cell)
        }
        return Model(self._true(found, goals), numbers)

    def _true(self, found: list[Cell], goals: Collection[int]) -> frozenset[int]:
        return frozenset(goal for goal in goals if self._holds(clause(goal, self._objects), found))

    def _holds(self, said: Clause, found: list[Cell]) -> bool:
        code, (x, y), (other_x, other_y) = said.code, found[said.head], found[said.tail]
        return self._grid.apart(code, x - other_x, y - other_y) if code in BINARY else self._grid.lies(code, (x, y))


def _joined(links: Links, link: Link) -> Links:
    return links if link in links else tuple(sorted((*links, link)))


def places(model: Model, objects: int) -> list[Cell]:
    """Return the cell of each object in a model."""
    return [(int(model.numbers[entity, 0]), int(model.numbers[entity, 1])) for entity in range(objects)]


def _is_settled(domains: list[int], state: State) -> bool:
    return not any(cells & (cells - 1) for cells in domains)


def _is_forest(domains: list[int], state: State) -> bool:
    """Tell whether the links between objects that have several cells left form no circle."""
    return _trees(domains, state.partners) is not None


def _trees(domains: Sequence[int], partners: Sequence[Sequence[Partner]]) -> list[int] | None:
    """Return for each object one that stands for its tree; None where links between objects of several cells form a circle."""
    root = list(range(len(domains)))
    several = [bool(cells & (cells - 1)) for cells in domains]
    for entity, is_open in enumerate(several):
        if not is_open:
            continue
        for other, _, _ in partners[entity]:
            if other > entity and several[other]:
                one, two = entity, other
                while root[one] != one:
                    one = root[one]
                while root[two] != two:
                    two = root[two]
                if one == two:
                    return None
                root[one] = two
    for entity, one in enumerate(root):
        while root[one] != one:
            one = root[one]
        root[entity] = one
    return root


def narrow(domains: list[int], partners: Sequence[Sequence[Partner]], changed: Iterable[int]) -> bool:
    """Take out in place the cells that have lost all partners; return whether every object keeps a cell."""
    if not all(domains):
        return False
    #: Objects whose cells became fewer, each with the one partner that made them so, or itself where it was not one alone. That
    #: partner loses nothing: the cells taken out had no part in it.
    waiting = {entity: entity for entity in changed}
    while waiting:
        entity, cause = waiting.popitem()
        cells = domains[entity]
        for other, rows, image in partners[entity]:
            if other == cause:
                continue
            theirs = domains[other]
            if image is None:
                reached, left = 0, cells
            else:
                reached, left = image(cells), 0
                if not theirs & ~reached:
                    continue
            # From both ends: the outermost cells of a set reach most, and mostly all, of the others.
            while left:
                low = left & -left
                top = left.bit_length() - 1
                reached |= rows[top] | rows[low.bit_length() - 1]
                if not theirs & ~reached:
                    break
                left &= ~(low | 1 << top)
            else:
                kept = theirs & reached
                if not kept:
                    return False
                domains[other] = kept
                waiting[other] = entity if waiting.get(other, entity) == entity else other
    return True
