"""Story files: which English a file is read in, and where its faults are."""

from __future__ import annotations

import pytest

import qsr
from qsr.errors import ParseError

ROOM = """# a den
theory: room, mode: paper, grid: 12x12
# nobody lives here
Imagine a square-shaped den, bordered by four walls. This room contains a collection of furniture, including a crate placed in \
the north-east, a stool placed in the south-east, a harp placed in the center.
The harp is placed to the south-west of the crate.

? Where is the stool positioned in relation to the harp?
"""


def test_a_room_is_read_in_its_own_english_and_answered() -> None:
    story = qsr.parse(ROOM)
    assert story.entities == ("crate", "stool", "harp")
    assert dict(story.settings) == {"theory": "room", "mode": "paper", "grid": "12x12"}
    assert story.quote(3) == "The harp is placed to the south-west of the crate."
    answer = qsr.solve(story)
    assert (answer.theory, answer.entailed) == ("room", {"SE"})
    assert qsr.solve(story, "Could the stool be placed to the north of the harp?").value == "no"
    assert qsr.why_not(story, story.questions[0], "N") == ["a stool placed in the south-east", "a harp placed in the center"]


def test_free_answers_about_a_room_are_not_misread() -> None:
    right = qsr.check(ROOM, None, "The stool is south-east of the harp.")
    turned = qsr.check(ROOM, None, "The harp is south-east of the stool.")
    assert (right.sound, right.value) == (True, frozenset({"south-east"}))
    assert (turned.sound, turned.value) == (False, frozenset({"north-west"}))
    assert turned.evidence == ("a stool placed in the south-east", "a harp placed in the center")


def test_faults_of_a_room_have_the_place_in_the_file() -> None:
    with pytest.raises(ParseError) as caught:
        qsr.parse(ROOM.replace("of the crate", "of the sofa"))
    assert caught.value.line == 5
    with pytest.raises(ParseError) as caught:
        qsr.parse(ROOM.replace("12x12", "a dozen"))
    assert caught.value.line == 2


def test_other_files_are_general_english() -> None:
    assert qsr.parse("theory: sound\nThe cup is inside the box. # so they say").statements[0].relation == "inside"
    assert qsr.parse("The cup is left of the pen.").settings == ()
