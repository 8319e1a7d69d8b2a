"""The compiled engine against the closure in Python, against its search, and against enumeration."""

from __future__ import annotations

import random
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qsr.calculi import closure, compiled, engines, load
from qsr.calculi.calculus import Calculus
from qsr.calculi.tractable import tractable

pytest.importorskip("numba")

NAMES = ("point", "rcc5", "rcc8", "allen", "cd", "opra1")
steady = settings(derandomize=True, deadline=None, max_examples=60)


def drawn(calculus: Calculus, size: int, seed: int, density: float, sure: float) -> list[tuple[int, int]]:
    """Return random constraints as pairs and masks; `sure` is the share of relations in a mask."""
    rng = random.Random(seed)
    count = len(calculus.relations)
    found = []
    for i in range(size):
        for j in range(i + 1, size):
            if rng.random() < density:
                mask = sum(1 << bit for bit in range(count) if rng.random() < sure)
                found.append((i * size + j, mask or 1 << rng.randrange(count)))
    return found


networks = st.tuples(st.sampled_from(NAMES), st.integers(3, 9), st.integers(0, 10**6), st.floats(0.3, 1), st.floats(0.15, 0.7))


@steady
@given(networks)
def test_closure_is_the_one_of_python(network: tuple[str, int, int, float, float]) -> None:
    name, size, *rest = network
    calculus = load(name)
    if not compiled.available(calculus):
        return
    plain = engines.matrix_of(calculus, size, drawn(calculus, size, *rest))
    fast = [list(row) for row in plain]
    refuted = closure.close(calculus, plain)
    found = compiled.close(calculus, fast)
    assert (found is None) == (refuted is None)
    if found is None:
        assert fast == plain
    else:
        assert len(set(found)) == 3


@steady
@given(networks)
def test_verdicts_are_those_of_python(network: tuple[str, int, int, float, float]) -> None:
    name, size, *rest = network
    calculus = load(name)
    if not compiled.available(calculus):
        return
    constraints = drawn(calculus, size, *rest)
    given_labels = engines.matrix_of(calculus, size, constraints)
    before = [list(row) for row in given_labels]
    verdict, refined = compiled.decide(calculus, given_labels)
    assert given_labels == before
    expected = engines.decide(calculus, size, constraints, engine="python").status
    assert (verdict == "inconsistent") == (expected == "inconsistent")
    if refined is not None:
        assert closure.close(calculus, refined) is None
        labelled = [refined[i][j] & given_labels[i][j] for i in range(size) for j in range(size)]
        assert all(labelled)


@pytest.mark.parametrize("name", ["rcc8", "allen"])
def test_verdicts_on_four_entities_are_those_of_all_scenarios(name: str) -> None:
    calculus = load(name)
    base = [1 << bit for bit in range(len(calculus.relations))]
    pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]

    def is_scenario(chosen: dict[tuple[int, int], int]) -> bool:
        return all(
            chosen[i, k] & calculus.compose(chosen[i, j], chosen[j, k])
            for i, j, k in ((0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3))
        )

    verdicts = set()
    for seed in range(40):
        labels = engines.matrix_of(calculus, 4, drawn(calculus, 4, seed, 1.0, 0.25))
        options = [[one for one in base if one & labels[i][j]] for i, j in pairs]
        possible = any(is_scenario(dict(zip(pairs, chosen, strict=True))) for chosen in product(*options))
        verdict, _ = compiled.decide(calculus, labels)
        assert verdict == ("consistent" if possible else "inconsistent")
        verdicts.add(verdict)
    assert verdicts == {"consistent", "inconsistent"}


@pytest.mark.parametrize(("name", "size", "degree"), [("rcc8", 20, 11), ("rcc8", 26, 12), ("allen", 18, 9)])
def test_hard_networks_have_the_verdicts_of_python(name: str, size: int, degree: float) -> None:
    """Labels outside of the tractable class, in number near where half of the networks are consistent."""
    calculus = load(name)
    easy = tractable(calculus)[0]
    hard = [mask for mask in range(1, calculus.universal) if not easy.contains(mask)]
    verdicts = set()
    for seed in range(25):
        rng = random.Random(seed)
        upper = [i * size + j for i in range(size) for j in range(i + 1, size)]
        constraints = [(pair, rng.choice(hard)) for pair in rng.sample(upper, round(size * degree / 2))]
        verdict, _ = compiled.decide(calculus, engines.matrix_of(calculus, size, constraints))
        assert verdict == engines.decide(calculus, size, constraints, engine="python").status
        verdicts.add(verdict)
    assert name != "rcc8" or verdicts == {"consistent", "inconsistent"}


def test_the_order_of_entities_changes_no_verdict() -> None:
    calculus = load("rcc8")
    for seed in range(12):
        constraints = drawn(calculus, 24, seed, 0.45, 0.45)
        labels = engines.matrix_of(calculus, 24, constraints)
        order = list(range(24))
        random.Random(seed).shuffle(order)
        turned = [[labels[i][j] for j in order] for i in order]
        assert compiled.decide(calculus, labels)[0] == compiled.decide(calculus, turned)[0]


def test_equal_questions_get_equal_refinements() -> None:
    calculus = load("allen")
    labels = engines.matrix_of(calculus, 16, drawn(calculus, 16, 3, 0.5, 0.6))
    assert compiled.decide(calculus, labels) == compiled.decide(calculus, labels)


def test_small_networks() -> None:
    calculus = load("rcc8")
    assert compiled.decide(calculus, []) == ("consistent", [])
    assert compiled.decide(calculus, [[calculus.identity]]) == ("consistent", [[calculus.identity]])
    assert compiled.close(calculus, []) is None


def test_a_calculus_with_too_many_relations_is_not_taken() -> None:
    assert not compiled.available(load("block2"))
    assert compiled.available(load("rcc8"))
