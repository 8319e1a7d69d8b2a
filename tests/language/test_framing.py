"""Questions beside what stands around them: the same answer as without it."""

from __future__ import annotations

import pytest

import qsr
from qsr.errors import ParseError

STORY = "The cup is left of the jug. Eva is in the office. Ines is in the hall. The jug is blue. The cup is red."
FRAMES = (
    "According to the note, {}?",
    "{} according to the text?",
    "So {}?",
    "{} in the end?",
    "At the moment, {}?",
    "As far as we know, {}?",
)


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize(
    "asked", ["where is Eva", "is the cup left of the jug", "which room is Ines in", "could Eva be in the hall"]
)
def test_what_stands_around_a_question_changes_no_answer(frame: str, asked: str) -> None:
    plain, framed = (qsr.solve(STORY, one) for one in (f"{asked}?", frame.format(asked)))
    assert (framed.status, framed.value) == (plain.status, plain.value)


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("Do we know which room Eva is in?", frozenset({"office"})),
        ("Does the text say where Eva is?", ("in the office",)),
        ("Can you tell me on which side of the jug the cup is?", ("left",)),
        ("Can you tell whether the cup is left or right of the jug?", frozenset({"left"})),
        ("Where do you think Eva is?", ("in the office",)),
        ("Where can Eva be found?", ("in the office",)),
        ("Can we be sure whether there is anyone in the hall?", "yes"),
        ("What colour is the jug?", frozenset({"blue"})),
    ],
)
def test_an_embedded_question_is_answered_as_a_direct_one(question: str, value: object) -> None:
    answer = qsr.solve(STORY, question)
    assert answer.value == value


def test_whose_words_these_are_is_not_passed_over() -> None:
    with pytest.raises(ParseError):
        qsr.solve(STORY, "According to Ines, where is Eva?")


def test_the_colour_of_what_has_a_place() -> None:
    story = "There are three mugs. The red mug is left of the blue mug. The white mug is right of the blue mug."
    assert qsr.solve(story, "What colour is the mug in the middle?").value == {"blue"}
    assert qsr.solve(story, "Which of the three mugs is between the other two?").value == {"blue mug"}
    with pytest.raises(ParseError, match="what colour"):
        qsr.solve("The cup is left of the jug.", "What colour is the jug?")


def test_what_is_carried_is_had() -> None:
    story = "Eva took the cup and went to the hall. Tom was in the attic."
    assert qsr.solve(story, "What is Eva holding?").value == {"cup"}
    assert qsr.solve(story, "Is Eva carrying anything?").value == "yes"
    assert qsr.solve(story, "Where is the cup then?").value == qsr.solve(story, "Where is the cup?").value


def test_places_above_each_other_have_their_number_whichever_way_it_is_told() -> None:
    story = (
        "There is a rack with four shelves. The jam is on the top shelf. The rice is on the bottom shelf. "
        "The oil is on the one above it. The tea is on the second shelf from the top."
    )
    assert qsr.solve(story, "Which is higher, the tea or the oil?").value == {"tea"}
    assert qsr.solve(story, "Is the tea on a higher shelf than the oil?").value == "yes"
    assert "oil" in qsr.solve(story, "What is on the third shelf from the top?").value
    with pytest.raises(ParseError, match="there is no shelf above that"):
        qsr.solve(
            "There is a rack with two shelves. The jam is on the top shelf. The tea is on the shelf above the jam.",
            "Where is the tea?",
        )


def test_the_floor_above_is_the_next_one() -> None:
    story = "Ann lives on the first floor. Bob lives on the floor above Ann. Cleo lives on the floor above that."
    assert qsr.solve(story, "Which floor does Cleo live on?").value == {"third floor"}
    # Where the first floor is the lowest, and where it is not.
    below = "Ann lives on the first floor. Bob lives on the floor below Ann."
    assert qsr.solve(below, "Which floor does Bob live on?").status == "ambiguous"


def test_what_one_has_on_a_side_is_on_ones_own_side() -> None:
    story = "Ann and Ben sit facing each other at a table. The lamp is on Ann's left."
    assert qsr.solve(story, "Does Ben have the lamp on his right?").value == "yes"
    assert qsr.solve(story, "On which side does Ben have the lamp?").value == {"right"}
    assert qsr.solve(story, "What does Ben have on his right?").value == {"lamp"}
    with pytest.raises(ParseError, match="on whose side"):
        qsr.solve(story, "Does Ann have the lamp on his left?")


def test_what_is_above_something_may_be_in_another_room() -> None:
    story = "Ann is in the kitchen. Bob is in the bathroom. Bob is above Ann."
    assert "in the bathroom" in qsr.solve(story, "Where is Bob?").value
