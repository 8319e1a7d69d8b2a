"""An enumerator for the eight property sets and topology between boxes that shares only the vocabulary of relations.

It reads statements on its own, and looks at one axis at a time: an axis knows nothing of the others, so a story has exactly
the models that combine one arrangement per axis. What matters of an arrangement is a bit per claim: does all that the claim
says of this axis hold? A claim holds where its bit is set on every axis, so bits of several axes are combined with AND. Of two
boxes six bits tell the base relation of RCC8: on every axis they meet, share inner points, are part of one another (both
ways), or lie in the interior of one another (both ways). The places are one per entity and one per reference point.

The arrangements of one axis are enumerated in one of three ways.

`_orders`
    Without distances only the weak order of the ends matters: all of them are listed (75 for 4 points, 23,917 for 4
    intervals).
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
#: (name, one place, other place, distance).
Predicate = tuple[str, int, int, Fraction | None]
Coordinates = Sequence[tuple[Fraction, Fraction]]
#: What tells the base relation of two boxes; "part" and "deep" are asked both ways.
PAIR = ("level", "cross", "part", "part", "deep", "deep")
NAMES = {
    "outside": "DC",
    "outside and touching": "EC",
    "partially overlapping": "PO",
    "inside and touching": "TPP",
    "inside": "NTPP",
    "contains and touches": "TPPI",
    "contains": "NTPPI",
    "overlapping": "EQ",
}
#: What the base relation needs of every axis, for a smaller search.
NEEDS = {"EC": "level", "PO": "cross", "TPP": "part", "NTPP": "deep", "EQ": "equal"}


class Kinds:
    """Who is a point: a flag per place, and the points that stand for entities which are treated in both ways."""

    def __init__(self, story: Story, question: Question | None = None) -> None:
        default = dict(story.settings)["objects"]
        ways: list[set[str]] = [set() for _ in story.entities]
        for statement in story.statements:
            for entity, kind in zip(statement.args, self.of(statement, default), strict=True):
                ways[entity].add(kind)
        first = [entity for entity, way in enumerate(ways) if len(way) == 2]
        if question:
            for entity, kind in zip(question.args, self.of(question, None), strict=True):
                ways[entity] |= {kind} - {None}
        self.default = default
        self.extended = ["extended" in (way or {default}) for way in ways]
        # The points that the story needs come before those of the question.
        both = [*first, *(entity for entity, way in enumerate(ways) if len(way) == 2 and entity not in first)]
        self.stand_in = {entity: len(ways) + number for number, entity in enumerate(both)}
        self.extended += [False] * len(both)
        self.inside = [("deep", point, entity, None) for entity, point in self.stand_in.items()]

    @staticmethod
    def of(statement: Statement | Question, default: str | None) -> list[str | None]:
        given = dict(statement.properties)
        return [kind or given.get("objects") or default for kind in given.get("kinds", [None] * len(statement.args))]

    def places(self, said: Statement | Question) -> list[int]:
        kinds = self.of(said, self.default if isinstance(said, Statement) else None)
        pairs = zip(said.args, kinds, strict=True)
        return [self.stand_in.get(entity, entity) if kind == "points" else entity for entity, kind in pairs]


@dataclass(frozen=True)
class Demand:
    """Predicates per axis and base relations of a pair; all of them hold (one of the relations), or, where `denied`, not all."""

    axes: tuple[tuple[Predicate, ...], ...]
    denied: bool
    pair: tuple[int, int] = (0, 0)
    relations: tuple[str, ...] = ()

    def true_at(self, places: Sequence[Coordinates]) -> bool:
        """`places`: per axis a (start, end) per place; for points both are equal."""
        whole = all(true_at(predicate, places[axis]) for axis, found in enumerate(self.axes) for predicate in found)
        if self.relations:
            bits = [all(true_at(predicate, places[axis]) for axis in range(len(self.axes))) for predicate in pair_bits(self.pair)]
            whole = whole and base_relation(bits) in self.relations
        return whole != self.denied


def pair_bits(pair: tuple[int, int]) -> list[Predicate]:
    one, other = pair
    return [(name, *((one, other) if number % 2 == 0 else (other, one)), None) for number, name in enumerate(PAIR)]


def base_relation(bits: Sequence[bool]) -> str:
    meets, shared, part, whole, deep, deep_inverse = bits
    if not meets:
        return "DC"
    if part and whole:
        return "EQ"
    if part:
        return "NTPP" if deep else "TPP"
    if whole:
        return "NTPPI" if deep_inverse else "TPPI"
    return "PO" if shared else "EC"


def dimensions(story: Story, question: Question | None) -> int:
    names = [statement.relation for statement in story.statements] + list(question.candidates if question else ())
    names += [name for statement in story.statements for name, _ in dict(statement.properties).get("margins", ())]
    return 3 if any(deep in name for name in names for deep in ("behind", "in front")) else 2


def demand(statement: Statement, settings: Setting, axes: int, kinds: Kinds | None = None) -> Demand:
    own = {**settings, **dict(statement.properties)}
    denied = bool(own.get("negated"))
    names = statement.relation.split("+")
    found: list[list[Predicate]] = [[] for _ in range(axes)]
    head, tail = kinds.places(statement) if kinds else statement.args
    relations: tuple[str, ...] = ()
    for number, name in enumerate(names):
        if name not in DIRECTIONS:
            relations = ("EC", "TPP", "TPPI") if name == "touching" else (NAMES[name],)
            continue
        axis, sign = DIRECTIONS[name]
        pair = (head, tail) if sign < 0 else (tail, head)
        distance = own["distance"][number] if own.get("distance") else None
        if distance is None and own["quantities"] == "specified" and not denied:
            distance = Fraction(1)
        found[axis].append(("before", *pair, None))
        if distance is not None:
            found[axis].append(("gap", *pair, Fraction(distance)))
    if own["relations"] == "complete" and not denied and any(found):
        for predicates in found:
            if not predicates:
                predicates.append(("level", head, tail, None))
    inner, outer = (tail, head) if statement.relation == "contains" else (head, tail)
    for name, distance in own.get("margins", ()):
        axis, sign = DIRECTIONS[name]
        found[axis].append(("upper margin" if sign > 0 else "lower margin", inner, outer, Fraction(distance)))
    return Demand(tuple(map(tuple, found)), denied, (head, tail), relations)


def label(name: str, pair: tuple[int, int], axes: int, **properties: object) -> Demand:
    """The bare relation that a question asks about."""
    plain = {"relations": "incomplete", "quantities": "unspecified"}
    return demand(Statement(0, name, pair, properties=tuple(sorted(properties.items()))), plain, axes)


def true_at(predicate: Predicate, places: Coordinates) -> bool:
    name, one, other, distance = predicate
    (start, end), (start_2, end_2) = places[one], places[other]
    if name == "before":
        return end < start_2 if start == end and start_2 == end_2 else end <= start_2
    if name == "gap":
        return start_2 - end == distance
    if name == "upper margin":
        return end_2 - end == distance
    if name == "lower margin":
        return start - start_2 == distance
    if name == "level":
        return end >= start_2 and end_2 >= start
    if name == "cross":
        return end > start_2 and end_2 > start
    if name == "part":
        return start_2 <= start and end <= end_2
    if name == "deep":
        return start_2 < start and end < end_2
    return (start, end) == (start_2, end_2)


def patterns(kinds: Kinds, story: Sequence[Demand], goals: Sequence[Demand]) -> set[int]:
    """Which combinations of goals the models of a story realise, as sets of bits; the empty set for an inconsistent story."""
    axes = len([*story, *goals][0].axes)
    pairs = sorted({demand.pair for demand in (*story, *goals) if demand.relations})
    loose = [d for d in story if d.denied] + list(goals)
    found = {-1}
    for axis in range(axes):
        fixed = [predicate for d in story if not d.denied for predicate in (*d.axes[axis], *_needed(d))] + kinds.inside
        groups = [d.axes[axis] for d in loose] + [(predicate,) for pair in pairs for predicate in pair_bits(pair)]
        masks = _axis(kinds.extended, fixed, groups)
        found = {one & other for one in found for other in masks}
    first = {pair: len(loose) + len(PAIR) * number for number, pair in enumerate(pairs)}
    position = {id(d): number for number, d in enumerate(loose)}

    def holds(d: Demand, mask: int) -> bool:
        whole = id(d) not in position or bool(mask >> position[id(d)] & 1)
        if d.relations:
            start = first[d.pair]
            whole = whole and base_relation([bool(mask >> start + n & 1) for n in range(len(PAIR))]) in d.relations
        return whole != d.denied

    kept = (mask for mask in found if all(holds(d, mask) for d in story))
    return {sum(1 << number for number, goal in enumerate(goals) if holds(goal, mask)) for mask in kept}


def _needed(d: Demand) -> list[Predicate]:
    if len(d.relations) != 1:
        return []
    name, pair = d.relations[0], d.pair
    if name.endswith("I"):
        name, pair = name[:-1], (pair[1], pair[0])
    return [(NEEDS[name], *pair, None)] if name in NEEDS else []


def _axis(extended: Sequence[bool], fixed: Sequence[Predicate], loose: Sequence[Sequence[Predicate]]) -> set[int]:
    """The bits of `loose` over all arrangements of one axis in which `fixed` holds."""
    distances = {p[3] for group in (fixed, *loose) for p in group if p[3] is not None}
    if not distances:
        table = _orders(tuple(extended)) if any(extended) else _point_orders(len(extended))
    elif not any(extended) and distances <= {1, 2}:
        table = _grid(len(extended))
    else:
        return _Zones(extended).masks(fixed, loose)
    chosen = table.all
    for predicate in fixed:
        chosen &= table.where(predicate)
    cells = {0: chosen} if chosen else {}
    for number, group in enumerate(loose):
        where = table.all
        for predicate in group:
            where &= table.where(predicate)
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
        self._where: dict[Predicate, int] = {}

    def where(self, predicate: Predicate) -> int:
        if predicate not in self._where:
            truths = ("1" if true_at(predicate, places) else "0" for places in reversed(self._arrangements))
            self._where[predicate] = int("".join(truths), 2)
        return self._where[predicate]


@cache
def _point_orders(entities: int) -> _Table:
    ranks = (r for r in product(range(entities), repeat=entities) if set(r) == set(range(max(r) + 1)))
    return _Table([[(rank, rank) for rank in r] for r in ranks])


@cache
def _orders(extended: tuple[bool, ...]) -> _Table:
    """Weak orders of starts and ends: each step takes a non-empty set of the ends that are due; a point has one end."""
    places = range(len(extended))
    complete = []

    def extend(rank: int, starts: dict[int, int], ends: dict[int, int]) -> None:
        if len(ends) == len(places):
            complete.append([(starts[e], ends[e]) for e in places])
            return
        due = [(0, e) for e in places if e not in starts] + [(1, e) for e in starts if e not in ends]
        for chosen in range(1, 1 << len(due)):
            now = [item for number, item in enumerate(due) if chosen >> number & 1]
            extend(
                rank + 1,
                {**starts, **{e: rank for side, e in now if side == 0}},
                {**ends, **{e: rank for side, e in now if side == 1 or not extended[e]}},
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

    def __init__(self, extended: Sequence[bool]) -> None:
        self._extended = extended
        self._width = 2 * len(extended)
        self._start = [[(Fraction(0), 0) if i == j else None for j in range(self._width)] for i in range(self._width)]
        for place, box in enumerate(extended):
            start, end = 2 * place, 2 * place + 1
            bounds = [(start, end, 0, -1)] if box else [(start, end, 0, 0), (end, start, 0, 0)]
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
            return [(end, start_2, 0, 0 if self._extended[one] or self._extended[other] else -1)]
        if name == "gap":
            return [(end, start_2, -distance, 0), (start_2, end, distance, 0)]
        if name == "upper margin":
            return [(end, end_2, -distance, 0), (end_2, end, distance, 0)]
        if name == "lower margin":
            return [(start_2, start, -distance, 0), (start, start_2, distance, 0)]
        if name in ("level", "cross"):
            strict = -1 if name == "cross" else 0
            return [(start_2, end, 0, strict), (start, end_2, 0, strict)]
        if name in ("part", "deep"):
            strict = -1 if name == "deep" else 0
            return [(start_2, start, 0, strict), (end, end_2, 0, strict)]
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
