"""What nobody declared to be a point has an extent as soon as something needs one: every topological question, against `sound`.

QSR_STORIES sets the number of stories; the figures of an issue are made with 5,000.
"""

from __future__ import annotations

import os
import random
from itertools import permutations

import pytest

import everyday_stories as shared
import qsr
from qsr.api import ask
from qsr.theories import get

STORIES = int(os.environ.get("QSR_STORIES", "60"))
PARTS = 6
NAMES = ("the tin", "the pantry", "the coins", "the rug", "the shed")


@pytest.mark.parametrize("part", range(PARTS))
def test_every_topological_question_of_every_pair_agrees_with_regions(part: int) -> None:
    # Boxes are regions, so what holds of all regions holds of boxes, and what boxes can do regions can. Three regions may overlap
    # where no boxes do, so the two need not say the same; one may never deny what the other affirms.
    with_boxes, with_regions = get("exact").open(), get("sound").open()
    same = asked = 0
    for number in range(part, STORIES, PARTS):
        pick = random.Random(number)
        facts, _ = shared.drawn(pick, places=("inside", "in", "containing", "touching", "overlapping", "outside"))
        spoken_of = sorted({thing for fact in facts for thing in (fact.head, fact.tail)})
        if "above" in {fact.relation for fact in facts} and {"north of", "south of"} & {fact.relation for fact in facts}:
            continue
        told = shared.text(facts, NAMES)
        for head, tail in permutations(spoken_of, 2):
            for relation in shared.PLACES:
                story, question = ask(told, shared.question(shared.Fact(head, relation, tail), NAMES))
                one, other = with_boxes.answer(story, question), with_regions.answer(story, question)
                asked += 1
                same += (one.status, one.value) == (other.status, other.value)
                if other.status == "inconsistent":
                    assert one.status == "inconsistent", (told, question.text)
                elif one.status != "inconsistent":
                    assert one.possible <= other.possible, (told, question.text, one, other)
                    assert other.entailed <= one.entailed, (told, question.text, one, other)
    assert same >= 0.97 * asked, (same, asked)
    with_boxes.close()
    with_regions.close()


@pytest.mark.parametrize("relation", shared.PLACES)
def test_two_things_in_one_place_say_nothing_of_each_other(relation: str) -> None:
    story = "The tin is in the pantry. The coins are in the pantry."
    answer = qsr.solve(story, shared.question(shared.Fact(2, relation, 0), NAMES))
    assert (answer.status, answer.value) == ("ambiguous", "unknown")
    assert any("coins" in told and "extent" in told for told in answer.assumptions)


@pytest.mark.parametrize(("declared", "status"), [("The coin is a point. ", "determined"), ("", "ambiguous")])
def test_a_declared_point_has_none(declared: str, status: str) -> None:
    story = f"{declared}The tin is in the pantry. The coin is in the pantry."
    assert qsr.solve(story, "Is the tin in the coin?").status == status
