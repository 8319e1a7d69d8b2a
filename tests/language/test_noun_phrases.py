"""Noun phrases of general English: several things, what tells them apart, and what pronouns and quantities mean."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import qsr
from qsr.errors import ParseError
from qsr.logic import And, Count, Not
from qsr.stories import parse_story

MUGS = "There are two mugs on the table. "
CHAIRS = "There is a chair near the door. There is another chair near the window. "
COLOURS = ("red", "blue", "green", "white", "black", "brown")


def said(text: str) -> list[str]:
    """Return the relations that the last sentence of a text states, with names; counts as their bounds and parts."""
    story = parse_story(text)
    names = story.entities
    last = max(one.span for one in story.statements)

    def shown(formula: object) -> str:
        if isinstance(formula, Not):
            return f"not {shown(formula.part)}"
        if isinstance(formula, Count):
            return f"{formula.low}-{formula.high} of {len(formula.parts)}"
        if isinstance(formula, And):
            return " & ".join(map(shown, formula.parts))
        return f"{formula.relation}({', '.join(names[one] for one in formula.args)})"  # type: ignore[attr-defined]

    return [shown(one.formula) for one in story.statements if one.span == last]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (MUGS + "The mugs are left of the jug.", ["left(mug 1, jug)", "left(mug 2, jug)"]),
        (MUGS + "They are not left of the jug.", ["not left(mug 1, jug)", "not left(mug 2, jug)"]),
        (MUGS + "Neither of them is left of the jug.", ["not left(mug 1, jug)", "not left(mug 2, jug)"]),
        (MUGS + "At least one of the mugs is left of the jug.", ["1-2 of 2"]),
        (MUGS + "Exactly one mug is left of the jug.", None),
        (MUGS + "One mug is left of the other.", ["left(mug 1, mug 2)"]),
        (MUGS + "One is left of the jug. The other is right of the jug.", ["right(mug 2, jug)"]),
        (MUGS + "The red mug is left of the blue one.", ["left(red mug, blue mug)"]),
        (MUGS + "The mug is left of the jug.", None),
        (MUGS + "The three mugs are left of the jug.", None),
        ("There are four cups. All but one of the cups are left of the jug.", ["3-3 of 4"]),
        ("Both lamps are left of the sofa.", ["left(lamp 1, sofa)", "left(lamp 2, sofa)"]),
        ("The cups are left of the jug. Two of the cups are above the mat.", None),
        ("The cups are left of the jug. The cup is above the mat.", None),
        ("There are two chairs: a red one and a blue one. The red one is left of the blue one.", ["left(red chair, blue chair)"]),
        ("The red and the blue box are left of the lamp.", ["left(red box, lamp)", "left(blue box, lamp)"]),
        (CHAIRS + "The chair is left of the bed.", None),
        (CHAIRS + "The chair near the window is left of the bed.", ["near(chair 2, window)", "left(chair 2, bed)"]),
        (CHAIRS + "The chair near the lamp is left of the bed.", None),
        ("A chair is near the door. A second chair is near the bed. The first chair is left of the mat.", ["left(chair, mat)"]),
        ("A chair is near the door. A second chair is near the bed. The chair is left of the mat.", None),
        ("A pair of scissors is left of the pen. The scissors are above the mat.", ["above(scissors, mat)"]),
        ("A pair of boots is left of the pen. The boots are above the mat.", ["above(boot 1, mat)", "above(boot 2, mat)"]),
        ("The cup and the jug are left of the pen. The latter is above the mat.", ["above(jug, mat)"]),
        ("Ann and Bob sit left of Cleo. They are right of Dan.", ["right(Ann, Dan)", "right(Bob, Dan)"]),
        ("Tom sits left of the lamp. He is right of the desk.", ["right(Tom, desk)"]),
        ("Mrs Lee sits next to Mr Poe. She is left of Tom.", ["left(Mrs Lee, Tom)"]),
        ("Tom sits next to Ann. She is left of Bob.", ["left(Ann, Bob)"]),
        ("A lamp is left of the vase. It is above the mat.", ["above(lamp, mat)"]),
        ("The lamp is left of the vase. It is above the mat.", None),
        ("The lamp is left of the vase. The latter is above the mat.", ["above(vase, mat)"]),
        ("Tom, the postman, is left of the lamp. The postman is right of the desk.", ["right(Tom, desk)"]),
        ("My uncle Peter is left of Ann. My uncle is right of Bob.", ["right(Peter, Bob)"]),
        ("My aunt sits near the lamp. My uncle Peter stands behind her.", ["behind(Peter, my aunt)"]),
        ("Tom sits near the lamp. Ann sits left of his sister.", ["left(Ann, Tom's sister)"]),
        ("The rabbit hutch is left of the shed. The rabbit is in its hutch.", None),
        ("The fox is left of its den.", ["left(fox, fox's den)"]),
        ("The stone bench is left of the pond. The bench is right of the barn.", ["right(stone bench, barn)"]),
        ("The upper shelf is left of the door. The shelf is right of the lamp.", None),
        ("The cat is left of the sofa. The animal is right of the lamp.", None),
        ("Ann sits left of the sofa. The girl is right of the lamp.", None),
        ("Another Ann is left of Bob.", None),
        ("Ann is left of Bob, who is left of Cleo.", ["left(Bob, Cleo)", "left(Ann, Bob)"]),
        ("Mr. Brown sits left of Dr. Green.", ["left(Mr. Brown, Dr. Green)"]),
        ("Platform one is left of platform two.", ["left(Platform one, platform two)"]),
        ("The pen is left of box one, and box two is behind the pen.", ["left(pen, box one)", "behind(box two, pen)"]),
        ("The card from Oslo is in the bag. The card is left of the jug.", ["left(card from Oslo, jug)"]),
        ("The card from Oslo is in the bag. The card from Rome is in the box. The card is left of the jug.", None),
        ("The key to the chest is left of the jug. The chest is right of the key.", ["right(chest, key to chest)"]),
        ("There is a door to the yard left of the stove.", ["left(door to yard, stove)"]),
        ("There is a table with a lamp on it.", ["above(lamp, table)"]),
        ("The inn is near the corner of Elm Street and Dock Road.", ["near(inn, corner of Elm Street and Dock Road)"]),
        ("The inn is near the roof of the barn and the mill.", None),
        ("A screen stands against the opposite wall.", ["touching(screen, opposite wall)"]),
        ("The vase and the jug are in the same box.", ["inside(vase, box)", "inside(jug, box)"]),
        ("Ann lives in the red house. Ann and Bob live in the same house.", None),
    ],
)
def test_who_is_meant(text: str, expected: list[str] | None) -> None:
    if expected is None:
        with pytest.raises(ParseError):
            parse_story(text)
    else:
        assert said(text) == expected


@settings(deadline=None, max_examples=25)
@given(st.lists(st.sampled_from(COLOURS), min_size=2, max_size=5, unique=True), st.data())
def test_what_is_said_of_all_is_said_of_each(colours: list[str], data: st.DataObject) -> None:
    one = data.draw(st.sampled_from(colours))
    listed = f"{', '.join(f'a {colour} one' for colour in colours[:-1])} and a {colours[-1]} one"
    story = parse_story(f"There are {len(colours)} cups: {listed}. The cups are left of the lamp.")
    assert len(story.entities) == len(colours) + 1
    assert qsr.solve(story, f"Is the {one} cup left of the lamp?").value == "yes"


@settings(deadline=None, max_examples=25)
@given(st.integers(2, 5), st.data())
def test_some_of_several_leave_the_others(number: int, data: st.DataObject) -> None:
    some = data.draw(st.integers(1, number - 1))
    story = (
        parse_story(f"There are {number} cups. {some} of the cups are left of the lamp. The other cups are right of the lamp.")
        if number - some > 1
        else parse_story(f"There are {number} cups. {some} of the cups are left of the lamp. The other cup is right of the lamp.")
    )
    relations = [statement.relation for statement in story.statements]
    assert (relations.count("left"), relations.count("right")) == (some, number - some)


def test_a_pronoun_behind_a_sentence_that_was_not_read_means_nothing() -> None:
    text = "A cup is left of the pen. The cup zorbs a spoon. It is above the mat."
    story = parse_story(text, lenient=True)
    assert [text[start:end] for (start, end), _ in story.unread] == ["The cup zorbs a spoon.", "It is above the mat."]


def test_a_refused_sentence_tells_nothing_apart() -> None:
    story = parse_story(MUGS + "The red mug is left of the jug and in winter. The blue mug is left of the jug.", lenient=True)
    assert sorted(story.entities) == ["blue mug", "jug", "mug 2", "table"]


def test_several_are_known_to_a_later_question() -> None:
    story = parse_story(MUGS + "The mugs are left of the jug.")
    assert qsr.solve(story, "Are the mugs left of the jug?").value == "yes"
    assert qsr.solve(story, "How many mugs are left of the jug?").value == "2"
