"""SpaRTUN's questions: which relation, and whether one holds."""

from __future__ import annotations

import pytest

from qsr.errors import ParseError
from qsr.language.spartun import Object, ask, read

STORY = read([
    "Two boxes, named AAA and BBB exist. Box AAA covers two red stars and a blue circle.",
    "Red star number one is above the blue circle. Box BBB has a blue circle. It touches box AAA.",
])  # fmt: skip
# 0 box AAA, 1 box BBB, 2 and 3 the stars, 4 the circle in AAA, 5 the circle in BBB


@pytest.mark.parametrize("relative", ["relative to", "regarding"])
@pytest.mark.parametrize("where", ["Where is", "What is the position of"])
@pytest.mark.parametrize(
    ("head", "tail", "args"),
    [
        ("box AAA", "BBB", (0, 1)),
        ("BBB in BBB", "red star number two", (1, 3)),
        ("block BBB in block BBB", "box AAA in box AAA", (1, 0)),
        ("the circle in box BBB", "red star number one", (5, 2)),
        ("red star number two", "the blue circle in AAA", (3, 4)),
        # Nothing says which circle: the one that shares the star's block.
        ("the blue circle", "red star number two", (4, 3)),
        ("the blue circle", "box BBB", (5, 1)),
        ("red star number one", "red star number two", (2, 3)),
    ],
)
def test_where(where: str, relative: str, head: str, tail: str, args: tuple[int, int]) -> None:
    text = f"{where} {head} {relative} {tail}?"
    story = ask(STORY, text)
    (question,) = story.questions
    assert (question.form, question.args, question.candidates) == ("relation", args, ())
    assert story.text[slice(*question.span)] == question.text == text


@pytest.mark.parametrize(
    ("text", "labels", "heads", "tails", "quantifiers"),
    [
        ("Are all stars above any circle?", ("above",), (2, 3), (4, 5), ("all", "any")),
        ("Are all boxs to the left-hand side of the blue circle?", ("left",), (0, 1), (4, 5), ("all", "any")),
        ("Is red star number one in a AAA?", ("inside",), (2,), (0,), ("the", "any")),
        ("Is the red star number one inside and touching box AAA?", ("inside and touching",), (2,), (0,), ("the", "the")),
        ("Does the AAA contain every blue thing?", ("contains",), (0,), (4, 5), ("the", "all")),
        ("Do all objects touch some box?", ("outside and touching",), (2, 3, 4, 5), (0, 1), ("all", "any")),
        ("Is there any star over a circle?", ("above",), (2, 3), (4, 5), ("any", "any")),
        ("Is the star that was above a circle near box BBB?", ("near",), (2,), (1,), ("the", "the")),
        ("Is a circle at 12:00 position regarding to all stars?", ("above",), (4, 5), (2, 3), ("any", "all")),
        ("Is box AAA disconnected from and far from BBB?", ("outside", "far"), (0,), (1,), ("the", "the")),
        ("Is a green square over a circle?", ("above",), (), (4, 5), ("any", "any")),
    ],
)
def test_whether(
    text: str, labels: tuple[str, ...], heads: tuple[int, ...], tails: tuple[int, ...], quantifiers: tuple[str, str]
) -> None:
    (question,) = ask(STORY, text).questions
    assert (question.form, question.candidates) == ("yes_no", labels)
    assert question.properties == (("heads", heads), ("quantifiers", quantifiers), ("tails", tails))


def test_objects_of_the_world_come_behind_those_of_the_text_and_answer_to_descriptions() -> None:
    extra = (Object("block", "CCC", shape="box"), Object("object", "", "big", "green", "square", 6))
    story = ask(STORY, "Are all things left of the square in CCC?", extra=extra[:1])
    assert dict(story.questions[0].properties)["tails"] == ()
    with pytest.raises(ParseError, match="cannot stand here"):
        ask(STORY, "Are all things left of the square in CCC in BBB in AAA?")
    story = ask(STORY, "Is a big thing left of any box?", extra=extra)
    assert story.entities[6:] == ("box CCC", "big green square")
    assert dict(story.questions[0].properties)["heads"] == (7,)
    assert dict(story.questions[0].properties)["tails"] == (0, 1, 6)
    assert ask(STORY, "Where is the square in CCC regarding AAA?", extra=extra).questions[0].args == (7, 0)


def test_a_number_is_exact_where_it_is_given_and_else_counts_the_only_one() -> None:
    found = read(["A box named AAA has a star. A box named BBB has two stars."])
    assert ask(found, "Where is star number one regarding AAA?").questions[0].args == (3, 0)
    assert ask(STORY, "Where is the circle number one in BBB regarding AAA?").questions[0].args == (5, 0)


def test_the_story_itself_stays_as_it_was() -> None:
    story = ask(STORY, "Where is box AAA regarding box BBB?")
    assert story.statements is STORY.story.statements
    assert not STORY.story.questions


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("Where is the pentagon regarding box AAA?", 10, "nothing that this can mean"),
        ("Do two stars touch a circle?", 4, "can ask of"),
        ("Is everything over a star?", 4, "no word"),
        ("Which star is over a circle?", 1, "cannot stand here"),
        ("Where is box AAA?", 17, "cannot stand here"),
        ("Is the star over", 17, "breaks off"),
    ],
)
def test_other_questions_are_refused_at_their_place(text: str, column: int, message: str) -> None:
    with pytest.raises(ParseError, match=message) as caught:
        ask(STORY, text)
    assert (caught.value.line, caught.value.column) == (1, column)
