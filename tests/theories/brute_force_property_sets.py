"""An enumerator for the eight property sets that shares nothing with the package but the vocabulary of relations.

It reads statements on its own, and looks at one axis at a time: an axis knows nothing of the others, so a story has exactly
the models that combine one arrangement per axis. What matters of an arrangement is a bit per claim: does all that the claim
says of this axis hold? A claim holds where its bit is set on every axis, so bits of several axes are combined with AND.

The arrangements of one axis are enumerated in one of three ways.

`_orders`
    Without distances only the weak order of the ends matters: all of them are listed (75 for 4 points, 23,917 for 4 intervals).
`_grid`
    Points at distances 1 and 2. Whether each `x - y` equals, exceeds or falls short of a whole number depends only on the
    whole parts of the coordinates and the weak order of their fractional parts; n points have at most n different fractional
    parts, so multiples of 1/n suffice. Once the points are sorted, a gap between neighbours that is larger than 2 can be cut
    to 2 + 1/n: no difference that is compared with at most 2 changes its side. So all permutations with gaps 0, 1/n, ..., 2 +
    1/n are listed.
`_Zones`
    Everything else: truth values are branched on, and a branch is kept while the shortest paths between all coordinates
    (Floyd and Warshall's algorithm over pairs of a rational and a strictness) have no contradictory cycle. Nothing is scaled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import permutations, product

from qsr.relations import DIRECTIONS
from qsr.story import Question, Statement, Story

Setting = Mapping[str, str]
#: (name, one entity, other entity, distance): `before`, `gap`, `level`, `equal`.
Predicate = tuple[str, int, int, Fraction | None]
Coordinates = Sequence[tuple[Fraction, Fraction]]


@dataclass(frozen=True)
class Demand:
    """Predicates per axis; all of them hold, or, where `denied`, not all."""

    axes: tuple[tuple[Predicate, ...], ...]
    denied: bool

    def true_at(self, extended: bool, places: Sequence[Coordinates]) -> bool:
        """`places`: per axis a (start, end) per entity; for points both are equal."""
        whole = all(true_at(predicate, extended, places[axis]) for axis, found in enumerate(self.axes) for predicate in found)
        return whole != self.denied


def dimensions(story: Story, question: Question | None) -> int:
    names = [statement.relation for statement in story.statements] + list(question.candidates if question else ())
    return 3 if any(deep in name for name in names for deep in ("behind", "in front")) else 2


def demand(statement: Statement, settings: Setting, axes: int) -> Demand:
    own = {**settings, **dict(statement.properties)}
    denied = bool(own.get("negated"))
    names = statement.relation.split("+")
    found: list[list[Predicate]] = [[] for _ in range(axes)]
    head, tail = statement.args
    for number, name in enumerate(names):
        if name == "overlapping":
            for axis in range(axes):
                found[axis].append(("equal", head, tail, None))
            continue
        axis, sign = DIRECTIONS[name]
        pair = (head, tail) if sign < 0 else (tail, head)
        distance = own["distance"][number] if own.get("distance") else None
        if distance is None and own["quantities"] == "specified" and not denied:
            distance = Fraction(1)
        found[axis].append(("before", *pair, None))
        if distance is not None:
            found[axis].append(("gap", *pair, Fraction(distance)))
    if own["relations"] == "complete" and not denied:
        for predicates in found:
            if not predicates:
                predicates.append(("level", head, tail, None))
    return Demand(tuple(map(tuple, found)), denied)


def label(name: str, pair: tuple[int, int], axes: int, **properties: object) -> Demand:
    """The bare relation that a question asks about."""
    plain = {"relations": "incomplete", "quantities": "unspecified"}
    return demand(Statement(0, name, pair, properties=tuple(sorted(properties.items()))), plain, axes)


def true_at(predicate: Predicate, extended: bool, places: Coordinates) -> bool:
    name, one, other, distance = predicate
    (start, end), (start_2, end_2) = places[one], places[other]
    if name == "before":
        return end <= start_2 if extended else end < start_2
    if name == "gap":
        return start_2 - end == distance
    if name == "level":
        return end >= start_2 and end_2 >= start
    return (start, end) == (start_2, end_2)


def patterns(entities: int, extended: bool, story: Sequence[Demand], goals: Sequence[Demand]) -> set[int]:
    """Which combinations of goals the models of a story realise, as sets of bits; the empty set for an inconsistent story."""
    axes = len([*story, *goals][0].axes)
    positive = [d for d in story if not d.denied]
    loose = [d for d in story if d.denied] + list(goals)
    found = {-1}
    for axis in range(axes):
        fixed = [predicate for d in positive for predicate in d.axes[axis]]
        masks = _axis(entities, extended, fixed, [d.axes[axis] for d in loose])
        found = {one & other for one in found for other in masks}
    denials = len(loose) - len(goals)
    kept = {mask >> denials for mask in found if not mask & ((1 << denials) - 1)}
    flip = sum(1 << number for number, goal in enumerate(goals) if goal.denied)
    return {(mask & ((1 << len(goals)) - 1)) ^ flip for mask in kept}


def _axis(entities: int, extended: bool, fixed: Sequence[Predicate], loose: Sequence[Sequence[Predicate]]) -> set[int]:
    """The bits of `loose` over all arrangements of one axis in which `fixed` holds."""
    distances = {p[3] for group in (fixed, *loose) for p in group if p[0] == "gap"}
    if not distances:
        table = _orders(entities) if extended else _point_orders(entities)
    elif not extended and distances <= {1, 2}:
        table = _grid(entities)
    else:
        return _Zones(entities, extended).masks(fixed, loose)
    chosen = table.all
    for predicate in fixed:
        chosen &= table.where(predicate, extended)
    cells = {0: chosen} if chosen else {}
    for number, group in enumerate(loose):
        where = table.all
        for predicate in group:
            where &= table.where(predicate, extended)
        cells = {
            bits | truth << number: cell
            for bits, old in cells.items()
            for truth, cell in ((1, old & where), (0, old & ~where))
            if cell
        }
    return set(cells)


class _Table:
    """All arrangements of one axis, numbered; a predicate is the set of the arrangements in which it holds, as bits."""

    def __init__(self, arrangements: Sequence[Coordinates]) -> None:
        self._arrangements = arrangements
        self.all = (1 << len(arrangements)) - 1
        self._where: dict[tuple[Predicate, bool], int] = {}

    def where(self, predicate: Predicate, extended: bool) -> int:
        key = predicate, extended
        if key not in self._where:
            truths = ("1" if true_at(predicate, extended, places) else "0" for places in reversed(self._arrangements))
            self._where[key] = int("".join(truths), 2)
        return self._where[key]


@cache
def _point_orders(entities: int) -> _Table:
    ranks = (r for r in product(range(entities), repeat=entities) if set(r) == set(range(max(r) + 1)))
    return _Table([[(rank, rank) for rank in r] for r in ranks])


@cache
def _orders(entities: int) -> _Table:
    """Weak orders of starts and ends: each step takes a non-empty set of the ends that are due."""
    complete = []

    def extend(rank: int, starts: dict[int, int], ends: dict[int, int]) -> None:
        if len(ends) == entities:
            complete.append([(starts[e], ends[e]) for e in range(entities)])
            return
        due = [(0, e) for e in range(entities) if e not in starts] + [(1, e) for e in starts if e not in ends]
        for chosen in range(1, 1 << len(due)):
            now = [item for number, item in enumerate(due) if chosen >> number & 1]
            extend(
                rank + 1,
                {**starts, **{e: rank for side, e in now if side == 0}},
                {**ends, **{e: rank for side, e in now if side == 1}},
            )

    extend(0, {}, {})
    return _Table(complete)


@cache
def _grid(entities: int) -> _Table:
    """Coordinates as n-ths of a unit would be fractions; whole numbers compare faster, so distances are looked up n-fold."""
    steps = [Fraction(k, entities) for k in range(2 * entities + 2)]
    seen = set()
    for gaps in product(steps, repeat=entities - 1):
        line = [Fraction(0)]
        for gap in gaps:
            line.append(line[-1] + gap)
        seen.update(permutations(line))
    return _Table([[(x, x) for x in points] for points in sorted(seen)])


class _Zones:
    """Shortest paths between the coordinates of one axis; a bound is (rational, 0) for <= and (rational, -1) for <."""

    def __init__(self, entities: int, extended: bool) -> None:
        self._extended = extended
        self._width = 2 * entities
        self._start = [[(Fraction(0), 0) if i == j else None for j in range(self._width)] for i in range(self._width)]
        for entity in range(entities):
            start, end = 2 * entity, 2 * entity + 1
            bounds = [(start, end, 0, -1)] if extended else [(start, end, 0, 0), (end, start, 0, 0)]
            for bound in bounds:
                self._start = self._tighten(self._start, bound)

    def _tighten(self, matrix, bound):
        """The matrix with x - y <= c (or < c) added, or None where that contradicts it."""
        x, y, most, strict = bound
        new = (Fraction(most), strict)
        back = matrix[y][x]
        if back is not None and _add(back, new) < (0, 0):
            return None
        result = [list(row) for row in matrix]
        for i in range(self._width):
            if matrix[i][x] is None:
                continue
            left = _add(matrix[i][x], new)
            for j in range(self._width):
                if matrix[y][j] is not None:
                    length = _add(left, matrix[y][j])
                    if result[i][j] is None or length < result[i][j]:
                        result[i][j] = length
        return result

    def _bounds(self, predicate: Predicate) -> list[tuple[int, int, Fraction | int, int]]:
        name, one, other, distance = predicate
        start, end, start_2, end_2 = 2 * one, 2 * one + 1, 2 * other, 2 * other + 1
        if name == "before":
            return [(end, start_2, 0, 0 if self._extended else -1)]
        if name == "gap":
            return [(end, start_2, -distance, 0), (start_2, end, distance, 0)]
        if name == "level":
            return [(start_2, end, 0, 0), (start, end_2, 0, 0)]
        return [(start, start_2, 0, 0), (start_2, start, 0, 0), (end, end_2, 0, 0), (end_2, end, 0, 0)]

    def masks(self, fixed: Sequence[Predicate], loose: Sequence[Sequence[Predicate]]) -> set[int]:
        matrix = self._start
        for predicate in fixed:
            for bound in self._bounds(predicate):
                matrix = self._tighten(matrix, bound)
                if matrix is None:
                    return set()
        return set(self._branch(matrix, [[b for p in group for b in self._bounds(p)] for group in loose], 0, 0))

    def _branch(self, matrix, loose, number: int, bits: int) -> Iterator[int]:
        if number == len(loose):
            yield bits
            return
        inside = matrix
        for bound in loose[number]:
            inside = None if inside is None else self._tighten(inside, bound)
        if inside is not None:
            yield from self._branch(inside, loose, number + 1, bits | 1 << number)
        for x, y, most, strict in loose[number]:
            outside = self._tighten(matrix, (y, x, -most, -1 - strict))
            if outside is not None:
                yield from self._branch(outside, loose, number + 1, bits)


def _add(one: tuple[Fraction, int], other: tuple[Fraction, int]) -> tuple[Fraction, int]:
    return one[0] + other[0], min(one[1], other[1])


def columns(kind: str, place: Mapping[int, Sequence]) -> list[list[tuple[Fraction, Fraction]]]:
    """A witness as (start, end) per axis and entity."""
    axes = len(place[0])
    pair: Callable = (lambda value: (value, value)) if kind == "points" else tuple
    return [[pair(place[entity][axis]) for entity in sorted(place)] for axis in range(axes)]
