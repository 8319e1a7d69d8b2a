"""Repairs in words: what is written reads as the repair, and the rest of the text stays."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from qsr import repair, stories, theories
from qsr.repair import words
from qsr.repair.rank import DROPPED, Change
from qsr.story import Statement, Story

CIRCLE = """theory: exact, objects: points
# who is where
The cup is left of the pen. The pen is 2 units left of the box and the box is not below the cup.  # two
The box is left of the cup.

? Where is the cup relative to the box?
"""
SEATS = """theory: seating
Anna, Ben, Cleo, Dan, Eve and Finn sit around a round table, all facing the centre.
Anna sits second to the left of Ben. Cleo is opposite Anna.
Dan sits next to Cleo, and Ben does not sit next to Cleo.
"""
CHINESE = """theory: seating
甲、乙、丙、丁、戊、己六人围坐在一张圆桌旁,面向中心。甲在乙的左边第一个位置,乙在丙的左边第一个位置,甲在丙的右边第二个位置。
"""
ROOM = (
    "theory: room, grid: 9x9\nImagine a square-shaped room, bordered by four walls. This room contains a collection of furniture,"
    " including a bed placed in the north-west, against the wall; a desk; a lamp. The bed is placed to the north-east of the desk"
    " and the lamp. The desk is placed to the south of the lamp. The lamp is placed to the north-west of the bed."
)
DOOR = (
    "theory: room, grid: 9x9\nImagine a square-shaped room, bordered by four walls. This room contains a collection of furniture,"
    " including a bed placed in the north-west, against the wall; a desk placed in the south-east, against the wall; and a lamp."
    " Imagine yourself at the southern wall's door, looking inwards. From this perspective, the bed is in front of and to the"
    " right of the desk. The desk is behind the lamp."
)


def diagnosed(text, **options):
    story = stories.parse_story(text)
    name = dict(story.settings).get("theory", "exact")
    theory = theories.get(name)
    return story, theory, repair.diagnose(story, theory, **options)


def said(story):
    return sorted(
        (one.relation, tuple(story.entities[entity] for entity in one.args), one.properties) for one in story.statements
    )


@pytest.mark.parametrize("text", [CIRCLE, SEATS, CHINESE, ROOM, DOOR], ids=["english", "seats", "chinese", "room", "door"])
@pytest.mark.parametrize("way", repair.WAYS)
def test_a_text_is_mended_and_says_what_the_repair_says(text, way):
    story, theory, found = diagnosed(text, ways=(way,), most=5)
    assert found.repairs
    written = [(one, words.rewritten(story, one, text)) for one in found.repairs]
    # Where a piece of furniture stands at a wall, its part of the room cannot be left out: no sentence says that.
    assert any(new is not None for _, new in written)
    assert way == "drop" or written[0][1] is not None
    for one, new in written:
        if new is not None:
            again = stories.parse_story(new)
            assert said(again) == said(one.story)
            assert repair.diagnose(again, theory).consistent
            assert new.splitlines()[0] == text.splitlines()[0]


def test_comments_and_everything_else_stay():
    story, _, found = diagnosed(CIRCLE, ways=("change",))
    turned = next(one for one in found.repairs if one.statements == (0,))
    assert words.rewritten(story, turned) == CIRCLE.replace("The cup is left of", "The cup is right of")


def test_a_word_is_turned_in_the_sentence_as_it_stands():
    story, _, found = diagnosed(SEATS, ways=("change",))
    change = found.repairs[0].changes[0]
    assert words.suggested(story, change) == ("Ben sits next to Cleo", True)
    story, _, found = diagnosed(CHINESE, ways=("change",))
    assert all(is_wording for one in found.repairs[:3] for _, is_wording in [words.suggested(story, one.changes[0])])


def test_a_clause_among_others_is_named():
    story, theory, _ = diagnosed(ROOM)
    quotes = [words.quoted(theory, story, one.id) for one in story.statements]
    assert quotes[3].endswith("[direction of bed from lamp]")
    assert quotes[4] == "The desk is placed to the south of the lamp."
    story, theory, _ = diagnosed(CIRCLE)
    assert words.quoted(theory, story, 2).endswith("[not below: box, cup]")
    assert words.line_of(story, 3) == 4


def test_stories_without_a_text_are_described():
    story = Story(("cup", "pen"), (Statement(0, "inside", (0, 1)),), settings=(("theory", "headings"),))
    change = Change(0, "any", Statement(0, "turned:90", (0, 1)))
    assert words.suggested(story, change) == ("turned:90: cup, pen", False)
    assert words.suggested(story, Change(0, DROPPED)) == ("", False)
    assert words.rewritten(story, repair.Repair((change,), story)) is None


@settings(derandomize=True, deadline=None, max_examples=40)
@given(
    steps=st.lists(
        st.tuples(st.permutations(range(4)), st.sampled_from(["left of", "to the right of", "above", "below", "inside"])),
        min_size=2,
        max_size=6,
    )
)
def test_english_stories(steps):
    names = ("cup", "pen", "red box", "lamp")
    # Who is told to be in two things may be so at two moments, which no story is about.
    inside = [(one, other) for (one, other, *_), phrase in steps if phrase == "inside"]
    assume(len({one for one, _ in set(inside)}) == len(set(inside)))
    text = " ".join(f"The {names[one]} is {phrase} the {names[other]}." for (one, other, *_), phrase in steps)
    story, _, found = diagnosed(f"theory: exact, objects: extended\n{text}")
    for one in found.repairs:
        new = words.rewritten(story, one)
        assert new is not None
        assert said(stories.parse_story(new)) == said(one.story)
