"""Combined calculi: the files, what they let through, and soundness against regions with boxes and sizes."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qsr.calculi.combination import load_combination, names, parse, write
from qsr.errors import ParseError, UnknownName

PLACES = list(product(range(6), repeat=2))
TINY = """
combine point cd
refine 0 1
< :: ( W SW NW )
.
calculus_size 12
"""


def interval(low, high, other_low, other_high):
    """Allen's relation of two intervals, from the order of their ends."""
    sign = [(a > b) - (a < b) for a in (low, high) for b in (other_low, other_high)]
    if sign[2] < 0 or sign[1] > 0:
        return "<" if sign[2] < 0 else ">"
    if sign[2] == 0 or sign[1] == 0:
        return "m" if sign[2] == 0 else "mi"
    if sign[0] == 0:
        return {-1: "s", 0: "=", 1: "si"}[sign[3]]
    if sign[3] == 0:
        return "fi" if sign[0] < 0 else "f"
    if sign[0] < 0:
        return "o" if sign[3] < 0 else "di"
    return "d" if sign[3] < 0 else "oi"


def around(region):
    return {(x + dx, y + dy) for x, y in region for dx, dy in product((-1, 0, 1), repeat=2)}


def topology(x, y):
    if x == y:
        return "EQ"
    if not x & y:
        return "EC" if around(x) & y else "DC"
    if x < y:
        return "NTPP" if around(x) <= y else "TPP"
    if y < x:
        return "NTPPI" if around(y) <= x else "TPPI"
    return "PO"


def boxes(x, y):
    ends = [[(min(side), max(side) + 1) for side in zip(*region, strict=True)] for region in (x, y)]
    return ",".join(interval(*one, *other) for one, other in zip(*ends, strict=True))


def size(x, y):
    return "=><"[(len(x) > len(y)) - (len(x) < len(y))]


RELATE = {"rcc8-size": (topology, size), "rcc8-boxes": (topology, boxes), "rcc8-boxes-size": (topology, boxes, size)}


def region(random):
    """Return a union of one to three rectangles of unit squares."""
    found = set()
    for _ in range(random.choice((1, 1, 2, 3))):
        (left, right), (low, high) = (sorted(random.choices(range(6), k=2)) for _ in range(2))
        found |= {(x, y) for x, y in PLACES if left <= x <= right and low <= y <= high}
    return frozenset(found)


def test_there_is_a_model_for_each():
    assert names() == sorted(RELATE)


@pytest.mark.parametrize("name", RELATE)
def test_what_holds_of_regions_is_allowed(name):
    combination, random = load_combination(name), Random(3)
    seen = set()
    for _ in range(20_000):
        x, y = region(random), region(random)
        if random.random() < 0.3:
            y = x | y
        labels = [part.mask(relate(x, y)) for part, relate in zip(combination.parts, RELATE[name], strict=True)]
        assert combination.refine(labels) == labels
        seen.update(enumerate(labels))
    assert len([label for part, label in seen if part == 0]) == 8


def test_every_pair_of_topology_and_boxes_that_is_allowed_occurs():
    """The refinement is as narrow as it can be: unions of squares show each pair of base relations that it lets through."""
    combination, random = load_combination("rcc8-boxes"), Random(17)
    rcc8, block = combination.parts
    allowed = {(name, other) for name in rcc8.relations for other in block.names(combination.allowed(0, rcc8.mask(name), 1))}
    # Every relation of boxes, with regions that fill them, or only reach all their sides.
    seen = set()
    sides = {
        interval(*one, *other): (one, other)
        for one, other in product(product(range(6), repeat=2), repeat=2)
        if one[0] < one[1] and other[0] < other[1]
    }
    for (across, across_y), (up, up_y) in product(sides.values(), repeat=2):
        for _ in range(40):
            x, y = (reaching(a, b, random) for a, b in ((across, up), (across_y, up_y)))
            # As they are, then one made a part of the other, cut out of it, and kept clear of it.
            for one, other in ((x, y), (x, y | x), (x | y, y), (x, y - x), (x, y - around(x))):
                if other:
                    seen.add((topology(one, other), boxes(one, other)))
    assert seen <= allowed
    assert allowed - seen == set()


def reaching(across, up, random):
    """Return squares within a box, at least one at each of its sides; four squares for a unit of the box."""
    left, right, low, high = (4 * end for end in (*across, *up))
    inside = list(product(range(left, right), range(low, high)))
    kind = random.choice(("all", "corners", "some", "rim"))
    if kind == "all":
        return frozenset(inside)
    corners = {(left, low), (right - 1, high - 1)} if random.random() < 0.5 else {(left, high - 1), (right - 1, low)}
    if kind == "corners":
        return frozenset(corners)
    if kind == "rim":
        return frozenset((x, y) for x, y in inside if x in (left, right - 1) or y in (low, high - 1))
    return frozenset(corners | set(random.sample(inside, len(inside) // 3)))


@pytest.mark.parametrize("name", names())
def test_a_written_combination_is_the_same(name):
    combination = load_combination(name)
    again = parse(write(combination))
    assert [part.name for part in again.parts] == [part.name for part in combination.parts]
    assert again.refinements == combination.refinements


def test_a_file_is_read_by_its_path_and_leaves_out_what_it_does_not_say(tmp_path):
    path = tmp_path / "tiny.combination"
    path.write_text(TINY, encoding="utf-8")
    tiny = load_combination(path)
    point, cd = tiny.parts
    assert (tiny.name, tiny.decides) == ("tiny", ())
    assert tiny.allowed(0, point.mask("<"), 1) == cd.mask({"W", "SW", "NW"})
    assert tiny.allowed(0, point.mask(">"), 1) == cd.universal
    assert tiny.allowed(1, cd.mask("N"), 0) == point.mask({"=", ">"})
    assert tiny.refine([point.mask({"<", "="}), cd.mask("E")]) == [point.mask("="), cd.mask("E")]
    with pytest.raises(UnknownName, match="combination of calculi 'tiny'"):
        load_combination("tiny")


@given(st.data())
def test_refining_only_removes_and_stays_put(data):
    combination = load_combination(data.draw(st.sampled_from(["rcc8-size", "rcc8-boxes-size"])))
    labels = [part.mask(data.draw(st.sets(st.sampled_from(part.relations)))) for part in combination.parts]
    found = combination.refine(labels)
    assert all(after & before == after for after, before in zip(found, labels, strict=True))
    assert combination.refine(found) == found
    kept = [
        chosen
        for chosen in product(*([1 << bit for bit in range(label.bit_length()) if label >> bit & 1] for label in labels[:2]))
        if combination.refine([*chosen, *labels[2:]])[: len(chosen)] == list(chosen)
    ]
    assert all(one & found[0] and two & found[1] for one, two in kept)


@pytest.mark.parametrize(
    ("written", "instead", "message"),
    [
        ("combine point cd", "combine point", "expected 'combine' and the names"),
        ("combine point cd", "combine point nowhere", "unknown calculus 'nowhere'"),
        ("refine 0 1", "refine 0 2", "two different numbers below 2"),
        ("refine 0 1", "refine 1 1", "two different numbers below 2"),
        ("< ::", "<= ::", "unknown relation of point '<='"),
        ("( W SW NW )", "( left )", "unknown relation of cd 'left'"),
        ("( W SW NW )", "W SW NW", "expected a relation, or relations as in"),
        ("< ::", "( < > ) ::", "expected one relation before"),
        (" ::", "", "expected 'R :: "),
        (".\ncalculus_size 12", "", "the block refine 0 1 has no end"),
        ("calculus_size 12", "size 12", "expected 'refine i j', or 'calculus_size'"),
        ("calculus_size 12", "refine 0 1", "refine 0 1 stands twice"),
        (TINY, "# nothing", "expected 'combine'"),
    ],
)
def test_a_broken_combination_is_refused_with_the_line(written, instead, message):
    assert written in TINY
    with pytest.raises(ParseError, match=message):
        parse(TINY.replace(written, instead))
