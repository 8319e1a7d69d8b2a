"""Scenes in numbers for scenarios: the relations come out of the places again."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qsr.calculi import Network, load
from qsr.calculi.closure import close
from qsr.calculi.scenes import qualify, realise
from qsr.calculi.scenes.cells import relations as by_cells
from qsr.errors import UnknownName
from qsr.theories.sound.geometry import rcc8_of
from random_networks import labels

#: Blocks are made of scenarios on each axis: closing 2,197 relations a thousand times over takes long.
ON_AXES = {"block2": ("allen", 2), "block3": ("allen", 3)}
CALCULI = ("point", "allen", "cd", "rcc5", "rcc8", *ON_AXES)


def scenario(calculus, count, chance):
    """Return the base relation of each pair of a random closed network; built label by label, without any geometry."""
    while True:
        labels = [[calculus.universal if i != j else calculus.identity for j in range(count)] for i in range(count)]
        pairs = list(combinations(range(count), 2))
        chance.shuffle(pairs)
        if all(choose(calculus, labels, pair, chance) for pair in pairs):
            return {(i, j): calculus.names(labels[i][j])[0] for i, j in combinations(range(count), 2)}


def choose(calculus, labels, pair, chance):
    """Take one base relation for a pair, the rarer ones as often as the others; False where none is left."""
    i, j = pair
    names = list(calculus.names(labels[i][j]))
    chance.shuffle(names)
    for name in names:
        tried = [row.copy() for row in labels]
        tried[i][j] = calculus.mask(name)
        tried[j][i] = calculus.converse(tried[i][j])
        if close(calculus, tried) is None:
            labels[:] = tried
            return True
    return False


def named(calculus, relations, count):
    """Return an atomic network; entities are called after their number."""
    network = Network(calculus)
    for entity in range(count):
        network.add(f"e{entity}", calculus.names(calculus.identity), f"e{entity}")
    for (i, j), name in relations.items():
        network.add(f"e{i}", name, f"e{j}")
    return network


def random_network(name, count, chance):
    calculus = load(name)
    if name not in ON_AXES:
        return named(calculus, scenario(calculus, count, chance), count)
    part, axes = ON_AXES[name]
    each = [scenario(load(part), count, chance) for _ in range(axes)]
    return named(calculus, {pair: ",".join(axis[pair] for axis in each) for pair in each[0]}, count)


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.slow] * (name == "block3")) for name in CALCULI])
def test_a_thousand_random_scenarios_are_realised(name):
    chance = random.Random(7)
    for _ in range(1000):
        network = random_network(name, chance.randint(2, 7), chance)
        scene = realise(network)
        assert labels(scene.network()) == labels(network)
        assert list(scene.place) == list(network.nodes)


@pytest.mark.parametrize("name", ["rcc8", "rcc5"])
def test_a_thousand_random_scenarios_are_realised_without_looking_for_boxes(name, monkeypatch):
    monkeypatch.setattr("qsr.calculi.scenes.regions._FEW", 0)
    chance = random.Random(9)
    pieces = 0
    for _ in range(1000):
        network = random_network(name, chance.randint(2, 7), chance)
        scene = realise(network)
        assert labels(scene.network()) == labels(network)
        pieces = max(pieces, *map(len, scene.place.values()))
    assert pieces > 4


@pytest.mark.parametrize(("count", "are_boxes"), [(4, True), (5, False)])
def test_regions_are_boxes_where_boxes_have_the_relations(count, are_boxes):
    """Four boxes meet in a point; for five there is no room, but regions in several pieces meet in pairs."""
    network = Network("rcc8")
    for x, y in combinations(range(count), 2):
        network.add(x, "EC", y)
    scene = realise(network)
    assert all(len(region) == 1 for region in scene.place.values()) == are_boxes
    assert labels(scene.network()) == labels(network)


@settings(deadline=None, max_examples=40)
@given(st.lists(st.tuples(*[st.tuples(st.integers(0, 5), st.integers(1, 3))] * 2), min_size=1, max_size=6))
def test_relations_that_boxes_have_are_given_to_boxes(corners):
    boxes = [[tuple((start, start + size) for start, size in corner)] for corner in corners]
    scene = realise(qualify(dict(enumerate(boxes)), "rcc8"))
    assert all(len(region) == 1 for region in scene.place.values())


@pytest.mark.parametrize("name", ["point", "allen", "cd", "rcc8"])
def test_a_larger_scenario_is_realised(name):
    network = random_network(name, 25, random.Random(3))
    assert labels(realise(network).network()) == labels(network)


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10**6), st.integers(2, 12))
def test_regions_have_the_relations_by_an_independent_comparison(seed, count):
    relations = scenario(load("rcc8"), count, random.Random(seed))
    place = realise(named(load("rcc8"), relations, count)).place
    assert {(i, j): rcc8_of(place[f"e{i}"], place[f"e{j}"]) for i, j in relations} == relations


BOXES = st.tuples(*[st.tuples(st.integers(0, 5), st.integers(1, 3)).map(lambda side: (side[0], side[0] + side[1]))] * 2)


@settings(deadline=None)
@given(st.lists(st.lists(BOXES, min_size=1, max_size=5).map(tuple), min_size=2, max_size=5))
def test_two_ways_to_compare_regions_agree(regions):
    found = by_cells(regions)
    assert [pair[:2] for pair in found] == [(i, j) for j in range(len(regions)) for i in range(j)]
    assert all(name == rcc8_of(regions[i], regions[j]) for i, j, name in found)


@given(st.lists(st.tuples(st.tuples(st.integers(0, 3)).map(lambda at: (at[0], at[0] + 2))), min_size=1, max_size=4))
def test_regions_in_space_are_compared_too(starts):
    regions = [tuple((*box, (0, 1), (2, 4)) for box in starts), (((0, 3), (0, 1), (2, 4)),)]
    ((_, _, name),) = by_cells(regions)
    assert name == rcc8_of(*regions)


def test_a_scene_too_large_for_common_cells_is_compared_pair_by_pair(monkeypatch):
    regions = [(((0, 4), (0, 4)),), (((1, 2), (1, 2)),), (((4, 6), (0, 1)), ((8, 9), (8, 9)))]
    together = by_cells(regions)
    monkeypatch.setattr("qsr.calculi.scenes.cells._MOST_BITS", 1)
    assert by_cells(regions) == together == [(0, 1, "NTPPI"), (0, 2, "EC"), (1, 2, "DC")]


@settings(deadline=None, max_examples=60)
@given(st.sampled_from(["point", "allen", "cd"]), st.integers(2, 5), st.data())
def test_an_atomic_network_is_realised_if_and_only_if_closure_keeps_it(name, count, data):
    """Any choice of relations, most of them without a solution."""
    calculus = load(name)
    relations = {pair: data.draw(st.sampled_from(calculus.relations)) for pair in combinations(range(count), 2)}
    network = named(calculus, relations, count)
    if network.closure().is_refuted:
        with pytest.raises(ValueError, match="no solution"):
            realise(network)
    else:
        assert labels(realise(network).network()) == labels(network)


@settings(deadline=None, max_examples=200)
@given(st.integers(2, 4), st.data())
def test_regions_are_made_if_and_only_if_closure_keeps_the_network(count, data):
    calculus = load("rcc8")
    relations = {pair: data.draw(st.sampled_from(calculus.relations)) for pair in combinations(range(count), 2)}
    network = named(calculus, relations, count)
    if network.closure().is_refuted:
        with pytest.raises(ValueError, match="no solution"):
            realise(network)
    else:
        assert labels(realise(network).network()) == labels(network)


def test_coordinates_are_the_smallest_whole_numbers():
    network = Network("allen")
    network.add("a", "m", "b")
    network.add("b", "di", "c")
    network.add("a", "<", "c")
    assert realise(network).place == {"a": ((0, 1),), "b": ((1, 4),), "c": ((2, 3),)}


def test_what_closure_fixes_need_not_be_said():
    network = Network("point")
    for first, second in ("ab", "bc", "cd"):
        network.add(first, "<", second)
    assert realise(network).place == {"a": (0,), "b": (1,), "c": (2,), "d": (3,)}


def test_an_open_pair_is_named():
    network = Network("rcc8")
    network.add("cup", {"TPP", "NTPP"}, "box")
    with pytest.raises(ValueError, match="'cup' and 'box' still have TPP, NTPP: choose a scenario first"):
        realise(network)


@pytest.mark.parametrize("pair", [("a", "c"), ("a", "a")])
def test_a_contradiction_is_no_scene(pair):
    network = Network("point")
    network.add("a", "<", "b")
    network.add("b", "<", "c")
    network.add(*pair[:1], ">", *pair[1:])
    with pytest.raises(ValueError, match="no solution"):
        realise(network)


def test_empty_and_single():
    assert realise(Network("rcc8")).place == {}
    network = Network("rcc8")
    network.add("a", "EQ", "a")
    assert realise(network).place == {"a": (((0, 1), (0, 1)),)}


@pytest.mark.parametrize("name", CALCULI)
def test_every_scene_can_be_drawn(name):
    scene = realise(random_network(name, 4, random.Random(5)))
    assert scene.svg().startswith("<svg")
    assert "e3" in scene.text()


def test_a_calculus_without_a_model_is_named(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text(
        'name = "same"\ntitle = "t"\nreference = "r"\nrelations = ["is"]\nidentity = "is"\n'
        '[converse]\nis = "is"\n[composition]\n"is is" = "is"\n',
        encoding="utf-8",
    )
    with pytest.raises(UnknownName, match="calculus with a model in numbers 'same'"):
        qualify({"a": 1}, path)
    with pytest.raises(UnknownName, match="calculus with a way from relations to numbers 'same'"):
        realise(Network(path))


def test_names_of_entities_are_only_names():
    network = Network("cd")
    network.add("x). :- not y(", "NE", ("a", 1))
    assert realise(network).place == {"x). :- not y(": (1, 1), ("a", 1): (0, 0)}
