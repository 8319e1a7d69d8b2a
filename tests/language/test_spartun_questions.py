"""SpaRTUN's questions: which relation, and whether one holds."""

from __future__ import annotations

import pytest

from qsr.datasets.spartun.english import Object, ask, read
from qsr.errors import ParseError

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
        ("Which star is over a circle?", 7, "cannot stand here"),
        ("Which block has a star that is above a pentagon?", 38, "nothing that this can mean"),
        ("Which block has all stars that are above a circle?", 17, "one relation"),
        ("Which block has a star that is above a circle and is near to a star?", 17, "one relation"),
        ("Which object is above a circle?", 1, "different things"),
        ("Which object is above a circle? the red star number one or red star number one?", 1, "different things"),
        ("Which object is above a circle? the oval or the red star number one?", 33, "nothing that this can mean"),
        ("Where is box AAA?", 17, "cannot stand here"),
        ("Is the star over", 17, "breaks off"),
    ],
)
def test_other_questions_are_refused_at_their_place(text: str, column: int, message: str) -> None:
    with pytest.raises(ParseError, match=message) as caught:
        ask(STORY, text)
    assert (caught.value.line, caught.value.column) == (1, column)


def options(text: str, **given: object) -> dict[str, tuple[object, ...]]:
    (question,) = ask(STORY, text, **given).questions  # type: ignore[arg-type]
    assert (question.form, question.args) == ("options", ())
    return dict(zip(question.candidates, dict(question.properties)["options"], strict=True))


@pytest.mark.parametrize("which", ["Which block(s)", "What block", "Which boxes"])
@pytest.mark.parametrize("has", ["has", "have"])
def test_which_block_has_something_is_asked_of_what_each_block_holds(which: str, has: str) -> None:
    assert options(f"{which} {has} a star that is above a blue circle?") == {
        "AAA": (("above",), (2, 3), (4, 5), ("any", "any")),
        "BBB": (("above",), (), (4, 5), ("any", "any")),
    }


def test_which_block_stands_in_a_relation_is_asked_of_the_blocks() -> None:
    assert options("What block touches box AAA?") == {
        "AAA": (("outside and touching",), (0,), (0,), ("the", "the")),
        "BBB": (("outside and touching",), (1,), (0,), ("the", "the")),
    }
    assert options("Which block covers all stars?")["AAA"] == (("contains and touches",), (0,), (2, 3), ("the", "all"))


@pytest.mark.parametrize(
    "text",
    [
        "Which object is above the circle in box AAA? the red star number one or the circle in BBB?",
        "What is above the circle in box AAA, the red star number one or the circle in BBB?",
    ],
)
def test_which_object_is_asked_of_each_that_the_question_lists(text: str) -> None:
    assert options(text) == {
        "red star number one": (("above",), (2,), (4,), ("the", "the")),
        "circle in bbb": (("above",), (5,), (4,), ("the", "the")),
    }


def test_options_are_given_where_the_question_lists_none() -> None:
    listed = ["The red star number one", "a star number two"]
    found = options("Which thing is near to the circle in box AAA?", options=listed)
    assert list(found) == ["red star number one", "star number two"]
    with pytest.raises(ParseError) as caught:
        ask(STORY, "Which thing is near to the circle in box AAA?", options=["the red star number one", "the oval"])
    assert caught.value.text == "the oval"


def test_a_thing_of_no_known_block_is_in_none_that_could_be_asked_of() -> None:
    found = read(["A box named AAA exists. A box named BBB exists. A star is above a circle."])
    with pytest.raises(ParseError, match="does not say what block"):
        ask(found, "Which block has a star that is above a circle?")


@pytest.mark.parametrize(
    ("description", "english", "generator"),
    [
        # The name, or the colour that stands alone, is dropped from what exists ...
        ("a box BBB", (1,), (0, 1)),
        ("any BBB", (1,), (0, 1)),
        ("a red thing", (2, 3), (2, 3, 4, 5)),
        # ... and from nothing else.
        ("the box BBB", (1,), (1,)),
        ("a red star", (2, 3), (2, 3)),
        ("all red things", (2, 3), (2, 3)),
        ("a big red thing", (), ()),
    ],
)
def test_the_generators_way_of_counting(description: str, english: tuple[int, ...], generator: tuple[int, ...]) -> None:
    for reading, meant in (("english", english), ("generator", generator)):
        (question,) = ask(STORY, f"Are all circles near to {description}?", quantifiers=reading).questions
        assert dict(question.properties)["tails"] == meant
