"""Witnesses of every kind: as data and back, found by their kind, in words."""

from __future__ import annotations

import json
from fractions import Fraction
from importlib.metadata import EntryPoint

import pytest

from qsr import registry
from qsr.errors import CertificateError
from qsr.story import Witness
from qsr.theories import witnesses as known
from qsr.theories.arrangement.witness import Orders
from qsr.theories.gridworld.traces import GridTrace
from qsr.theories.headings.witness import HeadingsFaced
from qsr.theories.locatives.witness import RelationsInScene
from qsr.theories.paths.witness import RouteTrace
from qsr.theories.prepositions.witness import Senses
from qsr.theories.room.witness import Cells
from qsr.theories.seating.witness import Seats
from qsr.witnesses import Boxes, Points, Regions

HALF = Fraction(1, 2)
BOX = ((Fraction(0), HALF), (Fraction(1), Fraction(2)))
ALL = [
    Points({0: (HALF, Fraction(3)), 1: (Fraction(0), Fraction(0))}, size=(Fraction(1), HALF)),
    Boxes({0: BOX}),
    Regions({0: (BOX,), 2: (BOX, ((Fraction(3), Fraction(4)),) * 2)}),
    Cells({0: (2, 1)}, size=(Fraction(3), Fraction(2))),
    Seats({0: 2, 1: 0}, layout="ring 3 outward"),
    HeadingsFaced({1: 90}),
    RouteTrace({0: (0, 0), 1: (0, -1)}),
    Senses({0: "topic"}),
    Orders({0: (("age", 1), ("x", 2)), 2: (("x", 1),)}),
    RelationsInScene({0: (("in", 2, 1),), 1: ()}),
]
LINES = {
    "points": "0 (1/2, 3), 1 (0, 0)",
    "boxes": "0 ((0, 1/2), (1, 2))",
    "regions": "0 ((0, 1/2), (1, 2)), 2 2 boxes within ((0, 4), (1, 4))",
    "senses": "0 topic",
}


@pytest.mark.parametrize("witness", ALL, ids=lambda witness: witness.kind)
def test_a_witness_is_what_its_data_say(witness: Witness) -> None:
    assert known.witness_of(json.loads(json.dumps(witness.to_json()))) == witness


def test_the_trace_of_a_plan_is_no_route() -> None:
    trace = GridTrace({0: (0, 0, 0, ""), 1: (0, 1, 0, "off_grid")}, layout="A E")
    assert GridTrace.from_json(trace.to_json()) == trace
    with pytest.raises(CertificateError, match="a list of 2"):
        known.witness_of(trace.to_json())


@pytest.mark.parametrize("witness", ALL, ids=lambda witness: witness.kind)
def test_data_of_one_kind_are_none_of_another(witness: Witness) -> None:
    other = Seats if isinstance(witness, HeadingsFaced) else HeadingsFaced
    with pytest.raises(CertificateError, match=f"of kind '{other.kind}' was expected, not '{witness.kind}'"):
        other.from_json(witness.to_json())


@pytest.mark.parametrize("witness", [one for one in ALL if one.kind in LINES], ids=lambda witness: witness.kind)
def test_a_witness_in_one_line(witness: Witness) -> None:
    assert witness.line() == LINES[witness.kind]


class Tones(Witness):
    """What another package may bring."""

    kind = "tones"


def test_other_packages_add_kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    data = Tones({0: 440}).to_json()
    with pytest.raises(CertificateError, match="unknown kind 'tones'"):
        known.witness_of(data)
    point = EntryPoint("tones", f"{__name__}:Tones", "qsr.witnesses")
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [point] if group == point.group else [])
    monkeypatch.setattr(known, "_registry", registry.Registry("kind of witness", "qsr.witnesses", {}))
    assert known.witness_of(data) == Tones({0: 440})
