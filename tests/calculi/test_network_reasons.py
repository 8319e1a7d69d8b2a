"""Cores and derivations: what contradictions rest on, checked by other means than those that found them."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from qsr.calculi import Network, load, trace
from qsr.calculi.joint import JointNetwork
from qsr.errors import LimitReached, UnknownName
from random_networks import build, draw
from random_networks import scenarios as brute_force

CALCULI = ("point", "allen", "rcc8", "cd", "rcc5")


@pytest.mark.parametrize("name", CALCULI)
def test_cores_contradict_and_have_nothing_to_spare(name):
    calculus, random = load(name), Random(name)
    cores = 0
    for _ in range(40):
        network = build(calculus, draw(calculus, 6, random))
        core = network.core()
        assert (core is None) == (next(brute_force(network), None) is not None)
        if core is None:
            continue
        cores += 1
        stated = [((each.x, each.y), each.relations) for each in core]
        assert set(core) <= set(network.stated())
        assert next(brute_force(build(calculus, stated)), None) is None
        for left_out in range(len(stated)):
            rest = build(calculus, stated[:left_out] + stated[left_out + 1 :])
            assert next(brute_force(rest), None) is not None
    assert cores > 3


def test_a_core_tells_constraints_of_one_pair_apart():
    network = Network("rcc8")
    network.add("a", {"TPP", "NTPP", "EC"}, "b")
    network.add("b", {"TPPI", "NTPPI", "DC"}, "a")
    network.add("c", "EC", "d")
    network.add("a", {"EC", "DC"}, "b")
    assert list(map(str, network.core())) == ["a TPP|NTPP|EC b", "b TPPI|NTPPI|DC a", "a EC|DC b"] or list(
        map(str, network.core())
    ) == ["a EC|TPP|NTPP b", "b DC|TPPI|NTPPI a", "a DC|EC b"]


def test_a_constraint_can_contradict_itself():
    network = Network("point")
    network.add("a", "<", "b")
    network.add("c", "<", "c")
    assert list(map(str, network.core())) == ["c < c"]
    assert network.is_consistent() is False
    assert network.scenario() is None
    assert list(network.scenarios()) == []
    assert network.minimal().is_refuted


def test_the_core_of_a_closure_is_that_of_its_network():
    network = Network("point")
    for x, y in ("ab", "bc", "ca", "cd"):
        network.add(x, "<", y)
    assert network.closure().core() == network.core()
    assert len(network.core()) == 3


def test_a_core_keeps_to_its_time():
    network = Network("point")
    network.add("a", "<", "b")
    network.add("b", "<", "a")
    with pytest.raises(LimitReached):
        network.core(seconds=1e-9)


def followed(calculus, size, constraints, steps):
    """The labels to which steps lead, or None where one does not follow by composition, converse and intersection alone."""
    labels = [[calculus.universal] * size for _ in range(size)]
    for x, z, mask, constraint, y in steps:
        said = calculus.compose(labels[x][y], labels[y][z]) if constraint is None else constraints[constraint][1]
        if said & ~mask or (constraint is not None and constraints[constraint][0] != x * size + z):
            return None
        labels[x][z] &= mask
        labels[z][x] = calculus.converse(labels[x][z])
    return labels


@pytest.mark.parametrize("name", CALCULI)
def test_derivations_follow_step_by_step(name):
    """Every derivation is checked by composition alone, and ends where closure ends."""
    calculus, random = load(name), Random(f"{name} again")
    refuted = 0
    for _ in range(40):
        network = build(calculus, draw(calculus, 7, random, 0.4))
        nodes = sorted(network.nodes)
        size = len(nodes)
        literals = []
        for x, relations, y in network.stated():
            i, j = nodes.index(x), nodes.index(y)
            mask = calculus.mask(relations)
            literals.append((i * size + j, mask) if i < j else (j * size + i, calculus.converse(mask)))
        closed = network.closure()
        for i, j in combinations(range(size), 2):
            steps = trace.derive(calculus, size, literals, i * size + j)
            labels = followed(calculus, size, literals, steps)
            if closed.is_refuted:
                refuted += 1
                assert any(not label for row in labels for label in row)
            else:
                assert set(calculus.names(labels[i][j])) == closed.label(nodes[i], nodes[j])
            if len(steps) > 1:
                # Without any one of its steps the rest does not stand, or does not get there.
                dropped = random.randrange(len(steps))
                assert followed(calculus, size, literals, steps[:dropped] + steps[dropped + 1 :]) != labels
    assert refuted


def test_a_derivation_is_told_in_the_networks_names():
    network = Network("rcc8")
    network.add("box", {"TPPI", "NTPPI"}, "cup")
    network.add("room", "NTPPI", "box")
    network.add("lid", "EC", "hat")
    told = [
        "box TPPI|NTPPI cup: given",
        "room NTPPI box: given",
        "cup NTPP room: from cup TPP|NTPP box and box NTPP room",
    ]
    assert list(map(str, network.derivation("cup", "room"))) == told
    turned = list(map(str, network.derivation("room", "cup")))
    assert turned == [*told[:2], "room NTPPI cup: from room NTPPI box and box TPPI|NTPPI cup"]
    assert list(map(str, network.derivation("room", "cup", {"DC", "EC"}))) == turned
    assert network.derivation("cup", "lid") == ()
    assert network.derivation("cup", "room", "NTPP") == ()
    network.add("cup", "EC", "room")
    assert str(network.derivation("hat", "lid")[-1]).partition(": from")[0].split()[1] == "nothing"
    with pytest.raises(ValueError, match="different"):
        network.derivation("cup", "cup")


def test_joint_closure_passes_what_one_calculus_says_to_the_other():
    network = JointNetwork("rcc8-size")
    network.add("a", "rcc8", {"TPP", "EQ", "DC"}, "b")
    network.add("a", "point", ">", "c")
    network.add("c", "point", ">", "b")
    closed = network.closure()
    assert closed.label("a", "rcc8", "b") == {"DC"}
    assert closed.label("b", "point", "a") == {"<"}
    assert network.label("a", "rcc8", "b") == {"TPP", "EQ", "DC"}
    network.add("b", "rcc8", {"NTPPI", "EQ"}, "a")
    assert network.status() == "inconsistent"
    assert network.closure().is_refuted
    with pytest.raises(UnknownName):
        network.add("a", "colour", "red", "b")


def test_joint_closure_goes_on_until_nothing_changes():
    """Each calculus alone is closed; only turn by turn the circle of parts turns out to be one region."""
    network = JointNetwork("rcc8-size")
    for x, y in ("ab", "bc", "cd"):
        network.add(x, "rcc8", {"TPP", "NTPP", "EQ"}, y)
    network.add("d", "point", {"<", "="}, "a")
    closed = network.closure()
    assert all(closed.label(x, "rcc8", y) == {"EQ"} for x, y in combinations("abcd", 2))
    assert closed.status() in ("closed", "consistent")
    assert closed.closure().label("a", "point", "d") == {"="}
