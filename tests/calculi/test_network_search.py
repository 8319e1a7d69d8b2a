"""Search: verdicts, scenarios, minimal labels and entailment against trying out everything, and against other solvers."""

from __future__ import annotations

from itertools import combinations, product
from random import Random

import pytest

from qsr.calculi import Network, engines, load
from qsr.calculi.files import parse
from qsr.calculi.search import Search
from qsr.calculi.tractable import tractable
from qsr.errors import BackendUnavailable, LimitReached, UnknownName
from random_networks import build, draw
from random_networks import scenarios as brute_force

CALCULI = ("point", "allen", "rcc8", "cd", "rcc5")


@pytest.fixture(params=CALCULI)
def calculus(request):
    return load(request.param)


def cases(calculus, count, size, seed=0):
    random = Random(f"{calculus.name} {size} {seed}")
    return [draw(calculus, size, random) for _ in range(count)]


def test_verdicts_are_those_of_trying_everything(calculus):
    found = []
    for stated in cases(calculus, 100, 6):
        network = build(calculus, stated)
        found.append(network.is_consistent())
        assert found[-1] == (next(brute_force(network), None) is not None), stated
    assert 5 <= sum(found) <= 95


@pytest.mark.parametrize("engine", ["asp", "z3"])
def test_other_engines_agree(calculus, engine):
    for stated in cases(calculus, 12, 7, seed=1):
        network = build(calculus, stated)
        assert network.is_consistent(engine) == network.is_consistent("python")
        scenario = network.scenario(engine)
        assert (scenario is None) == (not network.is_consistent())
        if scenario is not None:
            assert scenario.status() == "consistent"


def hard(size, degree, seed):
    """A network of RCC8 whose labels all lie outside of H8."""
    rcc8, random = load("rcc8"), Random(seed)
    apart = [mask for mask in range(1, 256) if not tractable(rcc8)[0].contains(mask)]
    return [
        ((f"n{x:02}", f"n{y:02}"), rcc8.names(random.choice(apart)))
        for x, y in combinations(range(size), 2)
        if random.random() < degree / (size - 1)
    ]


def test_hard_networks_agree_with_answer_sets():
    rcc8 = load("rcc8")
    verdicts = set()
    for seed in range(6):
        network = build(rcc8, hard(14, 9 + seed, seed))
        outcome = network.decide("python")
        assert outcome.status == network.decide("asp").status
        verdicts.add(outcome.status)
    assert verdicts == {"consistent", "inconsistent"}


def test_scenarios_are_all_scenarios(calculus):
    for stated in cases(calculus, 12, 4, seed=2):
        network = build(calculus, stated)
        expected = {tuple(sorted(scenario.items())) for scenario in brute_force(network)}
        found = [
            tuple(((x, y), *scenario.label(x, y)) for x, y in combinations(sorted(network.nodes), 2))
            for scenario in network.scenarios()
        ]
        assert len(found) == len(set(found))
        assert {tuple((pair, relation) for pair, relation in scenario) for scenario in found} == expected


def test_projected_scenarios_differ_on_the_projection(calculus):
    for stated in cases(calculus, 12, 5, seed=3):
        network = build(calculus, stated)
        if {"a", "b", "d"} <= set(network.nodes):
            expected = {tuple(scenario[pair] for pair in combinations("abd", 2)) for scenario in brute_force(network)}
            found = [
                tuple(next(iter(scenario.label(*pair))) for pair in combinations("abd", 2))
                for scenario in network.scenarios(nodes="abd")
            ]
            assert sorted(found) == sorted(expected)


def test_minimal_labels_are_what_scenarios_have(calculus):
    for stated in cases(calculus, 15, 5, seed=4):
        network = build(calculus, stated)
        possible: dict[tuple[str, str], set[str]] = {}
        for scenario in brute_force(network):
            for pair, relation in scenario.items():
                possible.setdefault(pair, set()).add(relation)
        least = network.minimal()
        for pair in combinations(sorted(network.nodes), 2):
            assert least.label(*pair) == possible.get(pair, set())


def test_entailed_is_what_all_scenarios_have(calculus):
    random = Random(5)
    seen = set()
    for stated in cases(calculus, 15, 4, seed=5):
        network = build(calculus, stated)
        least = network.minimal()
        for x, y in combinations(sorted(network.nodes), 2):
            asked = set(random.sample(calculus.relations, len(calculus.relations) - 1))
            entailed = bool(least.label(x, y)) and least.label(x, y) <= asked
            assert network.entails(x, asked, y) == entailed
            seen.add(entailed)
    assert seen == {True, False}


def test_nothing_is_entailed_by_a_contradiction_and_identity_by_every_other():
    network = Network("rcc8")
    network.add("a", "NTPP", "b")
    assert network.entails("a", {"EQ", "DC"}, "a")
    assert not network.entails("a", "DC", "a")
    network.add("b", "NTPP", "a")
    assert network.entails("a", "NTPP", "b") is False
    assert network.entails("a", "EQ", "a") is False
    with pytest.raises(KeyError):
        network.entails("a", "EQ", "nobody")


def test_a_scenario_refines_its_network(calculus):
    for stated in cases(calculus, 20, 7, seed=6):
        network = build(calculus, stated)
        scenario = network.scenario()
        if scenario is None:
            assert not network.is_consistent()
            continue
        assert scenario.status() == "consistent"
        for x, y in product(network.nodes, repeat=2):
            assert scenario.label(x, y) <= network.label(x, y)
            assert len(scenario.label(x, y)) == 1


def test_scenarios_are_made_when_asked_for():
    """Thirty points in any order have more orders than could be listed."""
    network = Network("point")
    for point in range(29):
        network.add(point, {"<", "=", ">"}, point + 1)
    first, second = network.scenarios(limit=2)
    assert first.status() == second.status() == "consistent"
    assert [first.label(*pair) for pair in combinations(range(30), 2)] != [
        second.label(*pair) for pair in combinations(range(30), 2)
    ]


def test_nothing_depends_on_the_order_of_constraints_or_names(calculus):
    random = Random(7)
    for stated in cases(calculus, 15, 6, seed=7):
        shuffled = [
            (pair, relations)
            if random.random() < 0.5
            else (pair[::-1], calculus.names(calculus.converse(calculus.mask(relations))))
            for pair, relations in stated
        ]
        random.shuffle(shuffled)
        one, other = build(calculus, stated), build(calculus, shuffled)
        assert one.decide("python").status == other.decide("python").status
        for ask in (Network.minimal, Network.scenario):
            first, second = ask(one), ask(other)
            assert (first is None) == (second is None)
            if first is not None:
                assert all(first.label(*pair) == second.label(*pair) for pair in product(one.nodes, repeat=2))
        first, second = one.core(), other.core()
        assert (first is None) == (second is None)
        if first is not None:
            assert {frozenset((core.x, core.y)) for core in first} == {frozenset((core.x, core.y)) for core in second}


def test_a_calculus_without_a_result_is_closed_at_best():
    text = """
name = "sides"
title = "two sides of a line, same or other"
reference = "made up"
relations = ["same", "other"]
identity = "same"
[converse]
same = "same"
other = "other"
[composition]
"same same" = "same"
"same other" = "other"
"other same" = "other"
"other other" = "same"
"""
    network = Network(parse(text))
    for x, y in (("a", "b"), ("b", "c")):
        network.add(x, {"same", "other"}, y)
    assert network.decide().status == "closed"
    assert network.decide().reference == ""
    assert network.is_consistent() is None
    network.add("a", "other", "b")
    network.add("b", "other", "c")
    assert network.status() == "closed"
    assert network.entails("a", "same", "c") is True
    assert network.entails("a", "other", "c") is None
    network.add("a", "other", "c")
    assert network.is_consistent() is False
    assert len(network.core()) == 3


def test_a_time_limit_leaves_the_answer_open():
    network = build(load("rcc8"), hard(40, 9, 1))
    assert network.closure().status() == "closed"
    assert network.decide("python", seconds=1e-9).status == "unknown"
    assert network.is_consistent("python", seconds=1e-9) is None
    for ask in (network.scenario, network.minimal):
        with pytest.raises(LimitReached):
            ask("python", seconds=1e-9)
    with pytest.raises(LimitReached):
        next(network.scenarios(engine="python", seconds=1e-9))


def test_engines_are_chosen_by_name_and_size(monkeypatch):
    asked = []

    class Compiled:
        @staticmethod
        def available(calculus=None):
            return True

        @staticmethod
        def decide(calculus, labels, seconds):
            asked.append(len(labels))
            return "unknown", None

    network = Network("point")
    network.add(0, "<", 1)
    with pytest.raises(UnknownName):
        network.decide("pencil")
    monkeypatch.setattr(engines, "import_module", lambda name: Compiled)
    assert network.decide("compiled").engine == "compiled"
    assert network.decide().engine == "python"
    for point in range(engines.COMPILED_FROM):
        network.add(point, "<", point + 1)
    assert network.decide().status == "unknown"
    assert network.decide("python").status == "consistent"
    assert asked == [2, engines.COMPILED_FROM + 1]

    def missing(name):
        raise ImportError(name)

    monkeypatch.setattr(engines, "import_module", missing)
    assert network.decide().engine == "python"
    with pytest.raises(BackendUnavailable, match="numba"):
        network.decide("compiled")


def test_search_keeps_what_it_learns_and_says_what_a_refutation_rests_on():
    rcc8 = load("rcc8")
    met = 0
    for seed in range(6):
        stated = hard(20, 12, seed)
        names = sorted({name for pair, _ in stated for name in pair})
        literals = [(names.index(x) * len(names) + names.index(y), rcc8.mask(relations)) for (x, y), relations in stated]
        search = Search(rcc8, len(names), literals)
        if not search.decide():
            met += search.conflicts > 1
            rest = [literal for number, literal in enumerate(literals) if search.contradiction >> number & 1]
            assert not Search(rcc8, len(names), rest).decide()
    assert met
