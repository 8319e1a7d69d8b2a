"""Regions made for a scenario have its relations and its bounding boxes, and what has no regions is refused.

Scenarios come from random unions of boxes, which do have regions, and from random refinements of RCC8 networks with boxes that a
small order solver finds. QSR_SCENES says how many scenes of each sort (150 by default).
"""

from __future__ import annotations

import os
import random
from fractions import Fraction
from itertools import combinations, permutations

import pytest

from qsr.calculi import Network, load
from qsr.theories.sound import regions as construction
from qsr.theories.sound.geometry import bounding_box, rcc8_of
from qsr.theories.sound.regions import realise

SCENES = int(os.environ.get("QSR_SCENES", "150"))
RCC8 = load("rcc8")
CUBE = ((0, 4), (0, 4), (0, 4))
CONVERSE = {name: RCC8.names(RCC8.converse(RCC8.mask(name)))[0] for name in RCC8.relations}
OVERLAPPING = ("PO", "TPP", "NTPP", "TPPI", "NTPPI", "EQ")


@pytest.fixture(params=["thin", "filled"])
def construct(request, monkeypatch):
    """`realise` as it is, and as it is for crowds: without making regions larger for the eye."""
    if request.param == "thin":
        monkeypatch.setattr(construction, "_CROWD", 0)
    return realise


def relations_of(regions):
    return {(i, j): rcc8_of(regions[i], regions[j]) for i, j in combinations(sorted(regions), 2)}


def shows(regions, rcc8, boxes):
    assert list(regions) == sorted(boxes)
    assert {entity: bounding_box(region) for entity, region in regions.items()} == boxes
    found = relations_of(regions)
    assert found == {(i, j): rcc8[i, j] if (i, j) in rcc8 else CONVERSE[rcc8[j, i]] for i, j in found}


def random_box(rng, side):
    return tuple(tuple(sorted(rng.sample(range(side + 1), 2))) for _ in range(3))


def random_scene(rng):
    """Unions of boxes on a small grid, many of them made from earlier ones so that no relation is rare."""
    side = rng.choice([2, 3, 5, 8])
    regions = {}
    for entity in range(rng.randint(2, 6)):
        region = [random_box(rng, side) for _ in range(rng.choice([1, 2, 2, 3, 5]))]
        earlier = list(regions.values())
        way = rng.random()
        if earlier and way < 0.15:
            region = rng.choice(earlier)
        elif earlier and way < 0.3:
            region = region + rng.choice(earlier)
        elif earlier and way < 0.4:
            region = [box for chosen in rng.choices(earlier, k=2) for box in chosen]
        elif earlier and way < 0.55:
            region = [tuple((start - 1, end + 1) for start, end in box) for box in rng.choice(earlier)]
        elif earlier and way < 0.65:
            chosen = rng.choice(earlier)
            region = rng.sample(chosen, rng.randint(1, len(chosen)))
        regions[entity] = region
    return regions


@pytest.mark.parametrize("seed", range(SCENES))
def test_what_real_regions_show_is_realised(seed, construct):
    rng = random.Random(f"real {seed}")
    regions = random_scene(rng)
    rcc8, boxes = relations_of(regions), {entity: bounding_box(region) for entity, region in regions.items()}
    shows(construct(rcc8, boxes), rcc8, boxes)


def random_scenario(rng, entities):
    """A path-consistent atomic network, by choosing relations at random between closures."""
    network = Network("rcc8")
    pairs = list(combinations(range(entities), 2))
    for i, j in pairs:
        network.add(i, RCC8.relations, j)
    weights = {name: rng.choice([1, 1, 2, 6]) for name in RCC8.relations}
    for i, j in rng.sample(pairs, len(pairs)):
        network = network.closure()
        options = sorted(network.label(i, j))
        network.add(i, rng.choices(options, [weights[name] for name in options])[0], j)
    assert not network.closure().is_refuted
    return {(i, j): next(iter(network.closure().label(i, j))) for i, j in pairs}


def demands(i, j, name):
    """(below, above, strict) between ends of boxes on one axis, an end being (entity, 0 or 1)."""
    if name in ("TPPI", "NTPPI"):
        yield from demands(j, i, CONVERSE[name])
        return
    starts, ends = ((i, 0), (j, 0)), ((i, 1), (j, 1))
    if name != "DC":
        strict = name != "EC"
        yield starts[0], ends[1], strict
        yield starts[1], ends[0], strict
    if name in ("TPP", "NTPP", "EQ"):
        yield starts[1], starts[0], name == "NTPP"
        yield ends[0], ends[1], name == "NTPP"
    if name == "EQ":
        yield starts[0], starts[1], False
        yield ends[1], ends[0], False


def solved(constraints, nodes, rng):
    """Whole numbers that satisfy the constraints, as low as they can be from a random start; None where there are none."""
    numbers = {node: 0 if rng is None else rng.choice([0, 0, 0, 1, 2]) for node in nodes}
    for _ in range(4 * len(nodes) + 4):
        changed = False
        for below, above, strict in constraints:
            if numbers[above] < numbers[below] + strict:
                numbers[above] = numbers[below] + strict
                changed = True
        if not changed:
            return numbers
    return None


def boxes_for(rcc8, entities, rng):
    """Bounding boxes that satisfy the demands of the scenario, some pairs pressed against each other; None where none fit."""
    nodes = [(entity, end) for entity in range(entities) for end in (0, 1)]
    axes = [[((entity, 0), (entity, 1), True) for entity in range(entities)] for _ in range(3)]
    for (i, j), name in rcc8.items():
        for constraints in axes:
            constraints.extend(demands(i, j, name))
    pairs = list(permutations(range(entities), 2))
    for i, j in rng.sample(pairs, rng.randint(0, len(pairs))):
        # The first ends where the second starts or before, on as many axes as the dice say.
        for axis in rng.sample(range(3), rng.choice([0, 1, 2, 3])):
            wider = [*axes[axis], ((i, 1), (j, 0), False)]
            if solved(wider, nodes, None) is not None:
                axes[axis] = wider
    found = [solved(constraints, nodes, rng) for constraints in axes]
    if None in found:
        return None
    return {entity: tuple((numbers[entity, 0], numbers[entity, 1]) for numbers in found) for entity in range(entities)}


def corner(one, other):
    """The one point that two boxes share and the octants of it in which they lie, or None."""
    common = [(max(a[0], b[0]), min(a[1], b[1])) for a, b in zip(one, other, strict=True)]
    if any(start != end for start, end in common):
        return None
    return tuple(start for start, _ in common), tuple(a[1] == start for a, (start, _) in zip(one, common, strict=True))


def has_impossible_corner(rcc8, boxes):
    """Whether EC makes two regions reach one corner although they are DC, or from one octant although they do not overlap."""
    reaching = {}
    for (i, j), name in rcc8.items():
        if name == "EC":
            for one, other in ((i, j), (j, i)):
                if (place := corner(boxes[one], boxes[other])) is not None:
                    reaching.setdefault(place[0], set()).add((one, place[1]))
    for owners in reaching.values():
        for (i, octant), (j, other_octant) in combinations(sorted(owners), 2):
            name = rcc8.get((i, j)) or rcc8.get((j, i), "EQ")
            if name == "DC" or (octant == other_octant and name not in OVERLAPPING):
                return True
    return False


@pytest.mark.parametrize("seed", range(SCENES))
def test_refinements_of_networks_are_realised(seed, construct):
    rng = random.Random(f"network {seed}")
    entities = rng.randint(2, 7)
    rcc8 = random_scenario(rng, entities)
    boxes = boxes_for(rcc8, entities, rng)
    assert boxes is not None
    if has_impossible_corner(rcc8, boxes):
        with pytest.raises(ValueError, match="corner"):
            construct(rcc8, boxes)
    else:
        shows(construct(rcc8, boxes), rcc8, boxes)


def test_scenes_of_both_sorts_are_no_mere_boxes():
    built = 0
    for seed in range(20):
        regions = random_scene(random.Random(f"real {seed}"))
        boxes = {entity: bounding_box(region) for entity, region in regions.items()}
        built += any(len(region) > 1 for region in realise(relations_of(regions), boxes).values())
    assert built >= 5


def test_boxes_that_already_have_the_relations_are_the_regions():
    boxes = {0: ((0, 1), (0, 1), (0, 1)), 1: ((1, 2), (0, 1), (0, 1)), 2: ((-1, 5), (-1, 5), (-1, 5)), 3: ((8, 9),) * 3}
    rcc8 = {(0, 1): "EC", (0, 2): "NTPP", (1, 2): "NTPP", (0, 3): "DC", (1, 3): "DC", (3, 2): "DC"}
    assert realise(rcc8, boxes) == {entity: (box,) for entity, box in boxes.items()}


@pytest.mark.parametrize("relation", RCC8.relations)
def test_two_regions_whose_boxes_leave_the_relation_open(relation):
    inner = ((1, 2), (Fraction(1, 3), Fraction(1, 2)), (1, 3))
    one, other = {"NTPPI": (CUBE, inner), "TPPI": (CUBE, inner), "EQ": (CUBE, CUBE)}.get(relation, (inner, CUBE))
    for pair, name in (((0, 1), relation), ((1, 0), CONVERSE[relation])):
        shows(realise({pair: name}, {0: one, 1: other}), {pair: name}, {0: one, 1: other})


def test_a_tower_of_parts_is_thickened_step_by_step(construct):
    boxes = {entity: ((-entity, 9 + entity),) * 3 for entity in range(5)} | {5: ((0, 9),) * 3, 6: ((0, 9),) * 3}
    rcc8 = dict.fromkeys(combinations(range(5), 2), "NTPP") | {(5, 6): "DC"}
    rcc8 |= {(i, 0): "TPP" for i in (5, 6)} | {(i, j): "NTPP" for i in (5, 6) for j in range(1, 5)}
    shows(construct(rcc8, boxes), rcc8, boxes)


@pytest.mark.parametrize("touching", [1, 2, 3])
def test_boxes_that_meet_in_a_face_an_edge_or_a_corner(touching):
    """Two regions of one box each, pairwise apart, touch regions beyond a face or an edge; beyond a corner there is no room."""
    beyond = tuple((4, 8) if axis < touching else (0, 4) for axis in range(3))
    boxes = {0: CUBE, 1: CUBE, 2: beyond, 3: beyond}
    rcc8 = {(0, 1): "DC", (2, 3): "DC", (0, 2): "EC", (1, 3): "EC", (0, 3): "DC", (1, 2): "DC"}
    if touching < 3:
        shows(realise(rcc8, boxes), rcc8, boxes)
    else:
        with pytest.raises(ValueError, match=r"cannot be DC: .* the corner \(4, 4, 4\)"):
            realise(rcc8, boxes)


def test_regions_in_one_corner_overlap_in_an_octant_and_touch_across():
    boxes = {0: CUBE, 1: ((0, 4), (0, 4), (-2, 4)), 2: ((4, 8),) * 3, 3: ((0, 4), (0, 4), (4, 8)), 4: ((4, 8), (4, 8), (0, 4))}
    rcc8 = {(0, 1): "PO", (0, 2): "EC", (1, 2): "EC", (3, 4): "EC"}
    rcc8 |= dict.fromkeys(((0, 3), (1, 3), (2, 3), (0, 4), (1, 4), (2, 4)), "EC")
    shows(realise(rcc8, boxes), rcc8, boxes)
    with pytest.raises(ValueError, match="cannot be EC"):
        realise(rcc8 | {(0, 1): "EC"}, boxes)


def test_regions_are_as_full_as_their_relations_allow():
    """The cup touches its box from within and a lamp from without; the pen is apart from the lamp."""
    cup, pen, lamp, box = ((0, 3), (0, 3), (0, 3)), ((1, 4), (1, 3), (1, 3)), ((3, 8), (0, 2), (0, 4)), ((0, 5), (0, 4), (0, 4))
    boxes = {0: cup, 1: pen, 2: lamp, 3: box}
    rcc8 = {(0, 1): "PO", (0, 2): "EC", (0, 3): "TPP", (1, 2): "DC", (1, 3): "NTPP", (2, 3): "EC"}
    regions = realise(rcc8, boxes)
    shows(regions, rcc8, boxes)
    assert regions[0] == (cup,)
    assert regions[1] == (pen,)
    assert any(volume(piece) * 2 > volume(lamp) for piece in regions[2])
    assert any(volume(piece) * 2 > volume(box) for piece in regions[3])


def volume(box):
    product = 1
    for start, end in box:
        product *= end - start
    return product


@pytest.mark.parametrize("seed", range(10))
def test_filling_only_adds(seed, monkeypatch):
    rng = random.Random(f"filling {seed}")
    entities = rng.randint(3, 6)
    rcc8 = random_scenario(rng, entities)
    boxes = boxes_for(rcc8, entities, rng)
    if not has_impossible_corner(rcc8, boxes):
        filled = realise(rcc8, boxes)
        monkeypatch.setattr(construction, "_CROWD", 0)
        thin = realise(rcc8, boxes)
        assert all(rcc8_of(thin[entity], filled[entity]) in ("TPP", "NTPP", "EQ") for entity in boxes)


def test_neither_the_order_of_the_mappings_nor_of_the_pairs_makes_a_difference():
    regions = {0: [CUBE, ((5, 6),) * 3], 1: [((1, 2),) * 3, ((6, 7),) * 3], 7: [((3, 6),) * 3], 4: [CUBE, ((5, 6),) * 3]}
    rcc8, boxes = relations_of(regions), {entity: bounding_box(region) for entity, region in regions.items()}
    expected = realise(rcc8, boxes)
    turned = {(j, i): CONVERSE[name] for (i, j), name in reversed(rcc8.items())}
    for given in (turned, turned | rcc8):
        assert realise(given, dict(reversed(boxes.items()))) == expected
        assert list(expected) == [0, 1, 4, 7]
    assert expected[0] == expected[4]


def test_no_region_and_a_single_one():
    assert realise({}, {}) == {}
    assert realise({}, {3: CUBE}) == {3: (CUBE,)}


@pytest.mark.parametrize(
    ("rcc8", "boxes", "message"),
    [
        ({(0, 1): "EQ"}, {0: CUBE, 1: ((0, 4), (0, 4), (0, 5))}, "cannot be EQ"),
        ({(0, 1): "TPP"}, {0: CUBE, 1: ((0, 4), (0, 4), (1, 5))}, "cannot be TPP"),
        ({(0, 1): "NTPPI"}, {0: CUBE, 1: ((1, 2), (1, 2), (0, 2))}, "cannot be NTPP"),
        ({(0, 1): "PO"}, {0: CUBE, 1: ((1, 2), (4, 5), (1, 2))}, "cannot be PO"),
        ({(0, 1): "EC"}, {0: CUBE, 1: ((1, 2), (5, 6), (1, 2))}, "cannot be EC"),
        ({(0, 1): "EQ", (1, 2): "EQ", (0, 2): "DC"}, dict.fromkeys(range(3), CUBE), "contradict each other"),
        ({(0, 1): "TPP", (1, 0): "NTPPI"}, dict.fromkeys(range(2), CUBE), "contradict each other"),
        ({(0, 0): "DC"}, {0: CUBE}, "contradict each other"),
    ],
)
def test_what_has_no_regions_is_refused(rcc8, boxes, message):
    with pytest.raises(ValueError, match=message):
        realise(rcc8, boxes)
