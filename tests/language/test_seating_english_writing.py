"""Whatever English is written about seats is read back as what was meant."""

from __future__ import annotations

import random

import pytest

from qsr.seats import Claim, Layout, joined
from qsr.theories.seating.relations import relation_names, table
from qsr.theories.seating.text import english

LAYOUTS = [
    "ring 5 inward",
    "ring 6 inward from 0",
    "ring 6 outward from 30",
    "ring 7 outward",
    "ring 8 outward from 45",
    "ring 9 inward from 10/3",
    "ring 10 inward",
    "rows 2 own",
    "rows 3 own from 180",
    "rows 4 own from 90",
    "row 5 own from 270",
    "row 4 viewer from 270",
    "row 7 own",
    "shelf 3x2 viewer from 90",
    "shelf 2x3 viewer",
    "shelf 4x3 viewer from 0",
]


def known(spec: str) -> tuple[Layout, tuple[str, ...], str]:
    """A layout, names for it, and a text that brings both in."""
    layout = Layout.parse(spec)
    assert layout is not None
    names = english.name_pools(layout)[0][: layout.places]
    return layout, names, english.lead_ins(layout, names)[0]


def read_back(lead: str, sentence: str, layout: Layout) -> list[Claim]:
    story = english.read(f"{lead} {sentence}.", settings=(("layout", str(layout)),))
    return [Claim(said.relation, said.args, bool(said.property("negated"))) for said in story.statements]


@pytest.mark.parametrize("spec", LAYOUTS)
def test_lead_ins_give_names_and_layout_back(spec: str) -> None:
    layout, *_ = known(spec)
    for pool in english.name_pools(layout):
        for count in {layout.places, max(2, layout.places - 1)}:
            leads = english.lead_ins(layout, pool[:count])
            assert leads
            for lead in leads:
                story = english.read(lead)
                assert (story.entities, dict(story.settings)["layout"]) == (pool[:count], str(layout))


@pytest.mark.parametrize("spec", LAYOUTS)
def test_every_relation_of_a_layout_can_be_said_and_denied(spec: str) -> None:
    layout, names, lead = known(spec)
    for relation in relation_names(layout):
        args = (1, 0)[: table(layout, relation).arity]
        for denied in (False, True):
            claim = Claim(relation, args, denied)
            wordings = english.wordings([claim], names, layout)
            assert wordings, claim
            assert len(set(wordings)) == len(wordings)
            for wording in wordings:
                assert read_back(lead, wording, layout) == [claim], wording


@pytest.mark.parametrize("spec", ["ring 6 inward from 0", "ring 7 outward", "rows 3 own from 180", "shelf 3x3 viewer from 90"])
def test_compositions_and_joint_claims(spec: str) -> None:
    layout, names, lead = known(spec)
    chance = random.Random(5)
    relations = relation_names(layout)
    # English has no short phrase for the place of somebody who looks the same way as another.
    pairs = [name for name in relations if table(layout, name).arity == 2 and name != "same facing"]
    for _ in range(40):
        claim = Claim(joined(*chance.choices(pairs, k=2)), (2, 0), chance.random() < 0.4)
        wordings = english.wordings([claim], names, layout)
        assert wordings, claim
        for wording in chance.sample(wordings, min(3, len(wordings))):
            assert read_back(lead, wording, layout) == [claim], wording
        claims = [Claim(name, (2, 1)[: table(layout, name).arity], chance.random() < 0.3) for name in chance.sample(relations, 2)]
        for wording in english.wordings(claims, names, layout)[:3]:
            assert read_back(lead, wording, layout) == claims, wording


def test_a_blank_may_stand_for_a_name() -> None:
    layout, names, lead = known("shelf 3x2 viewer")
    claim = Claim("straight above", (0, 1))
    question = english.wordings([claim], ("()", *names[1:]), layout)[0]
    assert question.startswith("() is directly above the blue vase")
    story = english.ask(english.read(lead), question, {"A": names[0], "B": f"The {names[2]}"})
    assert dict(story.questions[0].properties)["claims"] == (("A", (claim,)), ("B", (Claim("straight above", (2, 1)),)))


def test_what_has_no_meaning_in_a_layout_is_not_said() -> None:
    layout, names, _ = known("ring 5 inward")
    for relation in ("above", "same row", "column:1"):
        assert english.wordings([Claim(relation, (0, 1))], names, layout) == ()
