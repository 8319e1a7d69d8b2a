"""RCC8 against regions of the plane: unions of squares of a grid, related by squares and, where it is there, by Shapely."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product
from random import Random

import pytest

from qsr.calculi import load

SIZE = 9
#: Regions stay one square off the edge, so that everything around a region is on the grid.
INNER = range(1, SIZE - 1)
PAIRS = 60_000


def square(x: int, y: int) -> int:
    return 1 << x * SIZE + y


@cache
def around(region: int) -> int:
    """The region and all squares that touch it."""
    found = 0
    for x, y in product(INNER, repeat=2):
        if region & square(x, y):
            found |= sum(square(x + dx, y + dy) for dx, dy in product((-1, 0, 1), repeat=2))
    return found


def relation(x: int, y: int) -> str:
    if x == y:
        return "EQ"
    if not x & y:
        return "EC" if around(x) & y else "DC"
    if x & ~y == 0:
        return "NTPP" if around(x) & ~y == 0 else "TPP"
    if y & ~x == 0:
        return "NTPPI" if around(y) & ~x == 0 else "TPPI"
    return "PO"


def rectangle(left: int, right: int, low: int, high: int) -> int:
    return sum(square(x, y) for x, y in product(range(left, right + 1), range(low, high + 1)))


@cache
def regions() -> tuple[int, ...]:
    """All rectangles, and as many unions of two or three of them, in a fixed order."""
    ends = [(low, high) for low, high in product(INNER, repeat=2) if low <= high]
    rectangles = [rectangle(*across, *up) for across, up in product(ends, repeat=2)]
    random = Random(5)
    unions = set()
    while len(unions) < 2 * len(rectangles):
        parts = random.sample(rectangles, random.choice((2, 3)))
        unions.add(parts[0] | parts[1] | parts[-1])
    return (*rectangles, *sorted(unions - set(rectangles)))


@cache
def interior(region: int) -> int:
    """The squares of a region that all squares around them belong to."""
    inside = (square(x, y) for x, y in product(INNER, repeat=2))
    return sum(each for each in inside if around(each) & ~region == 0)


def related_to(region: int, other: int, random: Random) -> int:
    """Return a region that often has something to do with a given one: a part, a part of its inside, what is around it."""
    inside = interior(region)
    made = (other, region, region & other, inside, inside & other, region | other, around(region) & other)
    return random.choice(made) or other


def test_random_triples_obey_the_table_and_realise_every_entry():
    """Regions of up to three rectangles, each made with a look at one of those before it, or nested ones would be rare."""
    rcc8 = load("rcc8")
    random, pool = Random(11), regions()
    needed = {
        (first, second, third)
        for first, second in product(rcc8.relations, repeat=2)
        for third in rcc8.names(rcc8.compose(rcc8.mask(first), rcc8.mask(second)))
    }
    seen: set[tuple[str, str, str]] = set()
    for _ in range(100_000):
        x = random.choice(pool)
        y = related_to(x, random.choice(pool), random)
        z = related_to(random.choice((x, y)), random.choice(pool), random)
        x, y, z = random.sample((x, y, z), 3)
        seen.add((relation(x, y), relation(y, z), relation(x, z)))
    assert seen <= needed
    assert needed - seen == set()


def of_matrix(matrix: str) -> str:
    """Return the base relation from which cells of a DE-9IM matrix are empty."""
    cells = dict(zip(product("IBE", repeat=2), (cell != "F" for cell in matrix), strict=True))
    if not (cells["I", "I"] or cells["I", "B"] or cells["B", "I"] or cells["B", "B"]):
        return "DC"
    if not cells["I", "I"]:
        return "EC"
    x_outside, y_outside = cells["I", "E"], cells["E", "I"]
    if x_outside and y_outside:
        return "PO"
    if x_outside:
        return "TPPI" if cells["B", "B"] else "NTPPI"
    if y_outside:
        return "TPP" if cells["B", "B"] else "NTPP"
    return "EQ"


def test_shapely_sees_the_same_relations_and_the_table_holds():
    shapely = pytest.importorskip("shapely", reason="Shapely is not installed (extra geo)")
    numpy = pytest.importorskip("numpy")
    rcc8, pool, random = load("rcc8"), regions(), Random(7)
    squares = [[shapely.box(x, y, x + 1, y + 1) for x, y in product(INNER, repeat=2) if region & square(x, y)] for region in pool]
    geometries = numpy.array([shapely.union_all(parts) for parts in squares])
    chosen = [random.choices(range(len(pool)), k=3) for _ in range(PAIRS)]
    columns = numpy.array(chosen).T
    sides = {}
    for first, second in ((0, 1), (1, 2), (0, 2)):
        matrices = shapely.relate(geometries[columns[first]], geometries[columns[second]])
        known = {matrix: of_matrix(matrix) for matrix in set(matrices)}
        sides[first, second] = [known[matrix] for matrix in matrices]
    counted = Counter(sides[0, 1])
    assert set(counted) == set(rcc8.relations)
    for (x, y, _), found in zip(chosen, sides[0, 1], strict=True):
        assert relation(pool[x], pool[y]) == found
    table = {pair: set(rcc8.names(rcc8.compose(*map(rcc8.mask, pair)))) for pair in product(rcc8.relations, repeat=2)}
    for first, second, third in zip(sides[0, 1], sides[1, 2], sides[0, 2], strict=True):
        assert third in table[first, second]
