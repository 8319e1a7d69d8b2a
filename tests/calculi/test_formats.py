"""Files of other programs: what is written is read back, and broken files are refused with the line."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qsr.calculi import Network, load, names
from qsr.calculi.formats import gqr, qualreas
from qsr.calculi.tractable import tractable
from qsr.errors import ParseError

SMALL = [name for name in names() if len(load(name).relations) <= 20]
TWO = """
# two networks
2 #first
 0 1 ( TPP ntpp )
 2 1 ( DC )
.

0 #alone
.
"""


def same_algebra(one, other):
    assert one.relations == other.relations
    assert (one.identity, tuple(one.converses)) == (other.identity, tuple(other.converses))
    assert [tuple(row) for row in one.compositions] == [tuple(row) for row in other.compositions]


@st.composite
def networks(draw):
    calculus = load(draw(st.sampled_from(SMALL)))
    network = Network(calculus)
    size = draw(st.integers(1, 6))
    for node in range(size):
        network.add(node, calculus.relations, node)
    for x in range(size):
        for y in range(x):
            network.add(x, draw(st.sets(st.sampled_from(calculus.relations))), y)
    return network


def labels(network):
    return {(str(x), str(y)): network.label(x, y) for x in network.nodes for y in network.nodes}


@pytest.mark.parametrize("name", SMALL)
def test_a_calculus_goes_through_gqr(name, tmp_path):
    calculus = load(name)
    again = gqr.read_calculus(gqr.write_calculus(calculus, tmp_path))
    same_algebra(again, calculus)
    assert [one.name for one in tractable(again)] == [one.name for one in tractable(calculus)]


@pytest.mark.parametrize("name", [name for name in SMALL if name not in ("allen", "cd")])
def test_a_calculus_goes_through_qualreas(name):
    same_algebra(qualreas.parse_calculus(qualreas.write_calculus(load(name))), load(name))


def test_qualreas_has_its_own_names_for_intervals():
    allen = load("allen")
    again = qualreas.parse_calculus(qualreas.write_calculus(allen))
    assert again.relations == ("B", "BI", "M", "MI", "O", "OI", "S", "SI", "D", "DI", "F", "FI", "E")
    assert again.compositions == allen.compositions
    assert [allen.mask(name) for name in again.relations] == [1 << place for place in range(13)]


def test_several_networks_are_read_from_one_file(tmp_path):
    path = tmp_path / "two.csp"
    path.write_text(TWO, encoding="utf-8")
    (first, network), (second, alone) = gqr.read_networks(path, load("rcc8"))
    assert (first, second) == ("first", "alone")
    assert network.nodes == (0, 1, 2)
    assert alone.nodes == (0,)
    assert network.label(0, 1) == {"TPP", "NTPP"}
    assert network.label(1, 2) == {"DC"}
    assert len(network.label(0, 2)) == 8


@given(st.lists(networks(), max_size=3))
def test_networks_go_through_gqr(drawn):
    for number, network in enumerate(drawn):
        text = gqr.write_networks([(f"n {number}", network)] * 2)
        again = list(gqr.parse_networks(text, network.calculus))
        assert [name for name, _ in again] == [f"n {number}"] * 2
        assert all(labels(one) == labels(network) for _, one in again)


@given(networks())
def test_networks_go_through_qualreas(network):
    name, again = qualreas.parse_network(qualreas.write_network("mine", network), network.calculus)
    assert name == "mine"
    off = {pair: label for pair, label in labels(network).items() if pair[0] != pair[1]}
    assert {pair: labels(again)[pair] for pair in off} == off


def test_names_that_are_no_numbers_are_numbered():
    network = Network("point")
    network.add("x). :- not y(", "<", "b")
    assert gqr.write_networks([("one", network)]) == "1 #one\n 0 1 ( < )\n.\n"


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("0 1 ( DC )\n", 1, "expected the head of a network"),
        ("x #name\n.\n", 1, "expected the head of a network"),
        ("1 #n\n 0 1 DC\n.\n", 2, "expected a constraint such as"),
        ("1 #n\n 0 1 ( DC\n.\n", 2, "expected a constraint such as"),
        ("1 #n\n 0 1 ( NEAR )\n.\n", 2, "unknown relation of rcc8 'NEAR'"),
        ("1 #n\n 0 2 ( DC )\n.\n", 2, "node 2 is beyond the greatest node 1"),
        ("1 #n\n\n 0 1 ( DC )\n", 1, "the network 'n' has no end"),
        ("999999999 #n\n.\n", 1, "expected fewer than"),
    ],
)
def test_a_broken_network_file_is_refused_with_the_line(text, line, message):
    with pytest.raises(ParseError, match=message) as caught:
        list(gqr.parse_networks(text, load("rcc8"), "bad.csp"))
    assert (caught.value.line, caught.value.file) == (line, "bad.csp")


@pytest.mark.parametrize(
    ("ending", "written", "instead", "message"),
    [
        ("spec", "identity", "same", "identity is missing"),
        ("spec", "calculus_size 3", "calculus_size 4", "has 3 relations"),
        ("spec", "identity =", "identity near", "unknown relation of point 'near'"),
        ("conv", "< :: >", "< > ", "expected a relation and its converse"),
        ("conv", "< :: >", "< :: ( > < )", "expected one converse"),
        ("conv", "< :: >", "< :: >\n< :: >", "< has two lines"),
        ("comp", "< : < :: ( < )\n", "", "the composition < : < is missing"),
        ("comp", "< : < :: ( < )", "< : < :: ( < > )", "composition of .*: expected also"),
        ("comp", "< : < :: ( < )", "< : < ( < )", "expected a composition such as"),
        ("comp", "< : < :: ( < )", "< : < :: ( < )\n< : < :: ( < )", "< : < has two lines"),
    ],
)
def test_a_broken_gqr_calculus_is_refused(tmp_path, ending, written, instead, message):
    spec = gqr.write_calculus(load("point"), tmp_path)
    path = tmp_path / f"point.{ending}"
    text = path.read_text(encoding="utf-8")
    assert written in text
    path.write_text(text.replace(written, instead), encoding="utf-8")
    with pytest.raises(ParseError, match=message):
        gqr.read_calculus(spec)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "not JSON"),
        ("[]", "expected a JSON object"),
        ('{"nodes": 1}', "expected lists nodes and edges"),
        ('{"nodes": [3]}', "expected a name, or a name and its classes"),
        ('{"nodes": [["a", []]], "edges": [["a"]]}', "expected two nodes and a label"),
        ('{"nodes": [["a", []]], "edges": [["a", "b", "DC"]]}', "'b' is no node"),
        ('{"edges": [["a", "b", "NEAR"]]}', "edge a, b: unknown relation"),
    ],
)
def test_a_broken_qualreas_network_is_refused(text, message):
    with pytest.raises(ParseError, match=message):
        qualreas.parse_network(text, load("rcc8"), "bad.json")


def test_abbreviations_and_edges_without_a_label_are_read():
    data = {
        "name": "rooms",
        "abbreviations": {"apart": "DC|EC"},
        "nodes": [["hall", ["Region"]], ["yard", ["Region"]], ["house", ["Region"]]],
        "edges": [["hall", "yard", "apart"], ["hall", "house", "TPP|NTPP"], ["yard", "house"]],
    }
    name, network = qualreas.parse_network(json.dumps(data), load("rcc8"))
    assert name == "rooms"
    assert network.label("hall", "yard") == {"DC", "EC"}
    assert network.label("house", "hall") == {"TPPI", "NTPPI"}
    assert len(network.label("yard", "house")) == 8


def test_an_algebra_with_two_identities_is_refused():
    data = json.loads(qualreas.write_calculus(load("point")))
    data["TransTable"]["="]["<"] = "<|="
    with pytest.raises(ParseError, match="0 relations are neutral"):
        qualreas.parse_calculus(json.dumps(data))


def test_an_algebra_that_breaks_a_law_is_refused():
    data = json.loads(qualreas.write_calculus(load("point")))
    data["TransTable"]["<"]["<"] = "<|>"
    with pytest.raises(ParseError, match="expected also"):
        qualreas.parse_calculus(json.dumps(data))


def test_rcc8_knows_the_names_of_geosparql():
    rcc8 = load("rcc8")
    assert rcc8.names(rcc8.mask({"rcc8dc", "ehMeet", "ehcoveredby"})) == ("DC", "EC", "TPP")
