"""Worlds of regions by enumeration, for holding the sound theory against: each computes its relations in a way of its own."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, permutations, product

from qsr.calculi import load
from qsr.relations import DIRECTIONS, RCC8, parts
from qsr.story import Statement, Story
from qsr.theories.sound.geometry import bounding_box, rcc8_of

LABEL_OF = {base: label for label, base in RCC8.items()}
TOUCHING = {"outside and touching", "inside and touching", "contains and touches"}
PLANE = ("left", "right", "above", "below")
#: A world: the labels that hold of each ordered pair of different entities.
World = dict[tuple[int, int], frozenset[str]]


def story_of(entities: int, *said: tuple) -> Story:
    """Statements given as (head, relation, tail) or (head, relation, tail, True) where denied."""
    statements = tuple(
        Statement(n, relation, (head, tail), properties=(("negated", True),) if denied else ())
        for n, (head, relation, tail, *denied) in enumerate(said)
    )
    return Story(tuple("abcdefgh"[:entities]), statements)


def true_in(world: World, statement: Statement) -> bool:
    labels = world[statement.args]
    holds = all(part in labels or (part == "touching" and labels & TOUCHING) for part in parts(statement.relation))
    return bool(holds) != bool(statement.property("negated"))


def models(worlds: list[World], story: Story) -> list[World]:
    return [world for world in worlds if all(true_in(world, statement) for statement in story.statements)]


def rcc8_scenarios(entities: int) -> list[World]:
    """Every assignment of base relations to pairs that the composition table allows for each triple."""
    calculus = load("rcc8")
    pairs = sorted(combinations(range(entities), 2), key=lambda pair: pair[1])
    back = {name: calculus.names(calculus.converse(calculus.mask(name)))[0] for name in calculus.relations}
    allowed = {
        (r, s): set(calculus.names(calculus.compose(calculus.mask(r), calculus.mask(s))))
        for r in calculus.relations
        for s in calculus.relations
    }
    partial: list[dict[tuple[int, int], str]] = [{}]
    for i, j in pairs:
        grown = []
        for known, name in product(partial, calculus.relations):
            if all(name in allowed[known[i, k], known[k, j]] for k in range(j) if k != i and (i, k) in known and (k, j) in known):
                grown.append({**known, (i, j): name, (j, i): back[name]})
        partial = grown
    return [{pair: frozenset({LABEL_OF[name]}) for pair, name in known.items()} for known in partial]


def interval_orders(intervals: int) -> set[frozenset[tuple[int, int]]]:
    """Every set of pairs (i, j), i ending at or before the start of j, that intervals on a line can have.

    Only the order of the 2n ends counts, so that 2n coordinates are enough.
    """
    spans = list(combinations(range(2 * intervals), 2))
    return {
        frozenset((i, j) for i, j in permutations(range(intervals), 2) if placed[i][1] <= placed[j][0])
        for placed in product(spans, repeat=intervals)
    }


def direction_worlds(entities: int, axes: int) -> list[World]:
    """Every way in which boxes can lie to each other as to directions; axes do not know of one another."""
    names = {(axis, sign): name for name, (axis, sign) in DIRECTIONS.items()}
    found = []
    for orders in product(sorted(interval_orders(entities), key=sorted), repeat=axes):
        world = {}
        for i, j in permutations(range(entities), 2):
            held = {names[axis, -1] for axis, order in enumerate(orders) if (i, j) in order}
            world[i, j] = frozenset(held | {names[axis, 1] for axis, order in enumerate(orders) if (j, i) in order})
        found.append(world)
    return found


def box_label(one: tuple, other: tuple) -> str:
    """RCC8 of two boxes by their ends."""
    if any(a[1] < b[0] or b[1] < a[0] for a, b in zip(one, other, strict=True)):
        return LABEL_OF["DC"]
    if any(a[1] == b[0] or b[1] == a[0] for a, b in zip(one, other, strict=True)):
        return LABEL_OF["EC"]
    if one == other:
        return LABEL_OF["EQ"]
    for a, b, tangential, inner in ((one, other, "TPP", "NTPP"), (other, one, "TPPI", "NTPPI")):
        if all(y[0] <= x[0] and x[1] <= y[1] for x, y in zip(a, b, strict=True)):
            return LABEL_OF[inner if all(y[0] < x[0] and x[1] < y[1] for x, y in zip(a, b, strict=True)) else tangential]
    return LABEL_OF["PO"]


def sides(one: tuple, other: tuple) -> set[str]:
    found = set()
    for name, (axis, sign) in DIRECTIONS.items():
        if axis < len(one):
            low, high = (one, other) if sign < 0 else (other, one)
            if low[axis][1] <= high[axis][0]:
                found.add(name)
    return found


def box_worlds(entities: int, size: int, axes: int) -> list[World]:
    """All ways in which single boxes on a grid of so many lines per axis lie to each other."""
    spans = list(combinations(range(size), 2))
    boxes = list(product(spans, repeat=axes))
    label = {(a, b): frozenset({box_label(a, b), *sides(a, b)}) for a in boxes for b in boxes}
    pairs = list(permutations(range(entities), 2))
    found = {tuple(label[placed[i], placed[j]] for i, j in pairs) for placed in product(boxes, repeat=entities)}
    return [dict(zip(pairs, labels, strict=True)) for labels in sorted(found, key=lambda labels: [sorted(x) for x in labels])]


def cell_worlds(entities: int, width: int, height: int) -> list[World]:
    """All ways in which unions of the cells of a small grid lie to each other in the plane; cells are bits."""
    cells = list(product(range(width), range(height)))
    bit = {cell: 1 << n for n, cell in enumerate(cells)}

    def around(region: int) -> int | None:
        """The cells that touch the region, itself included; None where it reaches the rim of the grid."""
        found = 0
        for x, y in cells:
            if region & bit[x, y]:
                if x in (0, width - 1) or y in (0, height - 1):
                    return None
                for step in product((-1, 0, 1), repeat=2):
                    found |= bit[x + step[0], y + step[1]]
        return found

    def touch(one: int, other: int) -> bool:
        inside = [cell for cell in cells if one & bit[cell]]
        return any(abs(x - u) <= 1 and abs(y - v) <= 1 for x, y in inside for u, v in cells if other & bit[u, v])

    def base(one: int, other: int) -> str:
        if not one & other:
            return "EC" if touch(one, other) else "DC"
        if one == other:
            return "EQ"
        for a, b, tail in ((one, other, ""), (other, one, "I")):
            if not a & ~b:
                near = around(a)
                return ("TPP" if near is None or near & ~b else "NTPP") + tail
        return "PO"

    def box(region: int) -> tuple:
        inside = [cell for cell in cells if region & bit[cell]]
        return tuple((min(c[axis] for c in inside), max(c[axis] for c in inside) + 1) for axis in (0, 1))

    regions = range(1, 1 << len(cells))
    boxes = {region: box(region) for region in regions}
    label = {(a, b): frozenset({LABEL_OF[base(a, b)], *sides(boxes[a], boxes[b])}) for a in regions for b in regions}
    pairs = list(permutations(range(entities), 2))
    found = {tuple(label[placed[i], placed[j]] for i, j in pairs) for placed in product(regions, repeat=entities)}
    return [dict(zip(pairs, labels, strict=True)) for labels in sorted(found, key=lambda labels: [sorted(x) for x in labels])]


def scene(pick: random.Random, entities: int) -> World:
    """Random regions with exact numbers; near and far by the distance of sets, with two thresholds."""
    fine = pick.choice([1, 1, 2, 3])
    regions: list[tuple] = []

    def box() -> tuple:
        return tuple(
            tuple(Fraction(end, fine) for end in sorted(pick.sample(range(pick.choice([4, 8]) * fine + 1), 2))) for _ in range(3)
        )

    for _ in range(entities):
        if regions and pick.random() < 0.5:
            old = pick.choice(regions)
            chosen = pick.random()
            if chosen < 0.2:
                regions.append(old)
            elif chosen < 0.5:
                regions.append(tuple(tuple((start - 1, end + 1) for start, end in one) for one in old))
            elif chosen < 0.7:
                regions.append((*old, box()))
            else:
                start = pick.choice(old)
                regions.append((tuple((end, end + 1) if pick.random() < 0.5 else (low, end) for low, end in start),))
        else:
            regions.append(tuple(box() for _ in range(pick.choice([1, 1, 2, 3]))))
    near = Fraction(pick.randint(0, 6), 2)
    far = near + Fraction(pick.randint(0, 4), 2)
    world = {}
    for i, j in permutations(range(entities), 2):
        squared = min(_squared(a, b) for a in regions[i] for b in regions[j])
        distance = {"near"} if squared <= near * near else {"far"} if squared > far * far else set()
        directions = sides(bounding_box(regions[i]), bounding_box(regions[j]))
        world[i, j] = frozenset({LABEL_OF[rcc8_of(regions[i], regions[j])], *directions, *distance})
    return world


def _squared(one: tuple, other: tuple) -> Fraction:
    gaps = [max(b[0] - a[1], a[0] - b[1], Fraction(0)) for a, b in zip(one, other, strict=True)]
    return sum((gap * gap for gap in gaps), Fraction(0))


def true_statements(pick: random.Random, world: World, number: int, denials: float = 0.2) -> Iterator[tuple]:
    """Yield true things to say of random pairs, some of them denials."""
    everything = (*DIRECTIONS, *RCC8, "near", "far", "touching")
    for _ in range(number):
        pair = pick.choice(sorted(world))
        if pick.random() < denials:
            wrong = [
                label for label in everything if label not in world[pair] and not (label == "touching" and world[pair] & TOUCHING)
            ]
            yield (pair[0], pick.choice(wrong), pair[1], True)
        else:
            yield (pair[0], pick.choice(sorted(world[pair])), pair[1])
