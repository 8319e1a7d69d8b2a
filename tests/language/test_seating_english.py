"""English texts about seats: what is read from them, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import qsr
from qsr.errors import ParseError
from qsr.seats import Claim, Layout
from qsr.story import Story
from qsr.theories.seating.text import english
from qsr.theories.seating.text.bearings import bearing_of, compass_words

RING = "Anna, Ben, Cleo, Dan, Eve and Finn sit around a round table. "
BACKS = "Anna, Ben, Cleo, Dan, Eve and Finn stand in a circle with their backs to the middle. "
ROWS = "Anna, Ben, Cleo and Dan sit in a booth, two on each side. "
ROW = "Anna, Ben, Cleo, Dan and Eve sit in a row, all facing north. "
SHELF = "Six boxes are on a shelf with three layers of two: Anna, Ben, Cleo, Dan, Eve and Finn. "


def claims(story: Story) -> list[Claim]:
    return [Claim(said.relation, said.args, bool(said.property("negated"))) for said in story.statements]


def said(text: str) -> list[str]:
    """Relations with the first letters of their names, "not" before what is denied."""
    story = english.read(text)
    return [
        f"{'not ' if one.denied else ''}{one.relation} {''.join(story.entities[name][0] for name in one.args)}"
        for one in claims(story)
    ]


@pytest.mark.parametrize(
    ("lead", "layout"),
    [
        ("Anna, Ben, Cleo and Dan sit around a round table, all facing the centre.", "ring 4 inward"),
        ("Four students, P, Q, R and S, stand in a circle with their backs to the middle.", "ring 4 outward"),
        ("There are eight seats around a circular table, and five people (P, Q, R, S, T) take some evening tea.", None),
        ("There are eight seats around a circular table. Five people (P, Q, R, S, T) have tea.", "ring 8 inward"),
        ("Around a round table sit Anna, Ben and Cleo. They look inwards.", "ring 3 inward"),
        ("In a park, five friends Anna, Ben, Cleo, Dan and Eve stand in a line facing south.", "row 5 own from 90"),
        ("P, Q and R sit side by side on a wooden bench.", "row 3 own"),
        ("P, Q and R stand in a row, as seen from the front. The left end is in the west.", "row 3 viewer from 270"),
        ("Two rows of three chairs face each other: A, B, C, D, E and F sit there.", "rows 3 own"),
        ("P, Q, R and S sit on both sides of a long table. Those on the south side face north.", "rows 2 own from 180"),
        ("Six books are on a shelf with three layers of two: A, B, C, D, E and F.", "shelf 3x2 viewer"),
        ("A, B, C, D, E and F are in a cabinet with two levels and three columns. Left is east.", "shelf 2x3 viewer from 90"),
        ("A, B, C, D, E and F stand in a 3x2 rack.", "shelf 3x2 viewer"),
        (
            "A, B, C, D, E and F stand in a circle and face north, south, north-east, south-east, south-west and north-west.",
            "ring 6 inward from 0",
        ),
        (
            "A, B, C, D, E and F stand in a ring facing outwards. They face east, west, north-east, south-east, south-west and "
            "north-west.",
            "ring 6 outward from 30",
        ),
    ],
)
def test_first_sentences_give_names_and_layout(lead: str, layout: str | None) -> None:
    if layout is None:
        with pytest.raises(ParseError):
            english.read(lead)
        return
    story = english.read(lead)
    assert dict(story.settings) == {"theory": "seating", "layout": layout}
    assert story.statements == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (RING + "Anna sits to the left of Ben.", ["left AB"]),
        (RING + "Anna is immediately to the right of Ben.", ["right:1 AB"]),
        (RING + "Anna sits on Ben's immediate left.", ["left:1 AB"]),
        (RING + "Anna is the 2nd to the left of Ben.", ["left:2 AB"]),
        (RING + "Anna takes the third seat to Ben's right.", ["right:3 AB"]),
        (RING + "Anna sits 2 places to Ben's left.", ["left:2 AB"]),
        (RING + "Anna sits three seats counter-clockwise from Ben.", ["anticlockwise:3 AB"]),
        (RING + "To the left of Anna sits Ben.", ["left BA"]),
        (RING + "The person to the left of Anna is Ben.", ["left:1 BA"]),
        (RING + "The third seat to Anna's left is taken by Ben.", ["left:3 BA"]),
        (RING + "Anna and Ben aren't neighbours.", ["not adjacent AB"]),
        (RING + "Anna doesn't sit next to Ben or Cleo.", ["not adjacent AB", "not adjacent AC"]),
        (RING + "Anna sits next to both Ben and Cleo.", ["adjacent AB", "adjacent AC"]),
        (RING + "Anna sits directly between Ben and Cleo.", ["adjacent AB", "adjacent AC"]),
        (RING + "Anna and Ben sit next to Cleo.", ["adjacent AC", "adjacent BC"]),
        (RING + "There's one person between Anna and Ben.", ["between:1 AB"]),
        (RING + "Anna sits two seats away from Ben.", ["between:1 AB"]),
        (RING + "Anna faces Ben.", ["opposite AB"]),
        (RING + "Anna sits opposite Ben and next to Cleo.", ["opposite AB", "adjacent AC"]),
        (RING + "Anna sits opposite Ben and Cleo sits next to Dan.", ["opposite AB", "adjacent CD"]),
        (RING + "Anna faces south and sits next to Ben.", ["faces:south A", "adjacent AB"]),
        (RING + "Anna's place is due north of the centre.", ["faces:south A"]),
        (BACKS + "Anna's place is due north of the centre.", ["faces:north A"]),
        (BACKS + "Anna and Ben stand back to back.", ["opposite AB"]),
        (RING + "Anna's left neighbour is opposite Ben.", ["left:1;opposite AB"]),
        (RING + "Some place next to Anna is opposite Ben.", ["adjacent;opposite AB"]),
        (RING + "No place next to Anna is opposite Ben.", ["not adjacent;opposite AB"]),
        (ROWS + "Anna and Ben sit on different sides of the table.", ["not same row AB"]),
        (ROWS + "Anna sits diagonally opposite Ben.", ["diagonal AB"]),
        (ROWS + "Anna is in the north row.", ["side:north A"]),
        (ROW + "Anna is third from the left, and Ben is at one end.", ["column:3 A", "end B"]),
        (ROW + "At the right end sits Anna.", ["rightmost A"]),
        (ROW + "Anna is west of Ben.", ["west AB"]),
        (SHELF + "Anna is directly above Ben.", ["straight above AB"]),
        (SHELF + "Anna is two layers below Ben.", ["layer below:2 AB"]),
        (SHELF + "Anna and Ben are in the same row.", ["same layer AB"]),
        (SHELF + "Anna is in the second layer from the top.", ["layer:2 A"]),
        (SHELF + "There is one layer between Anna and Ben.", ["layers:2 AB"]),
        (SHELF + "The place directly above Anna is to the lower right of Ben.", ["straight above:1;lower right AB"]),
    ],
)
def test_conditions(text: str, expected: list[str]) -> None:
    assert said(text) == expected


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (RING + "Zoe sits next to Anna.", "Zoe"),
        (RING + "Anna sits next to Ben or Cleo.", "Cleo"),
        (RING + "Anna and Ben sit next to Cleo and Dan.", "Dan"),
        (RING + "Anna is not next to Ben and opposite Cleo.", "opposite"),
        (RING + "There is one person between Anna and Ben and sits next to Cleo.", "sits"),
        (RING + "If Anna sits next to Ben, Cleo sits next to Dan.", "If"),
        (RING + "Anna is directly above Ben.", "Anna is directly above Ben"),
        (RING + "Anna is north of Ben.", "Anna is north of Ben"),
        (RING + "The place next to Anna is opposite Ben.", "The place next to Anna is opposite Ben"),
        (RING + "Anna sits between Ben and Cleo.", "between"),
        (SHELF + "Anna is on the second layer.", "Anna is on the second layer"),
        (ROWS + "Anna is three seats clockwise from Ben.", "Anna is three seats clockwise from Ben"),
        ("Anna, Ben and Cleo stand in a circle. Anna is to the left of Ben.", "Anna is to the left of Ben"),
        ("Anna, Ben and Cleo sit around a round table, not all facing the centre.", "not"),
        ("Anna, Ben and Cleo sit around a round table, Ben facing the centre.", "Ben"),
        ("Five people, Anna, Ben and Cleo, sit around a round table.", None),
        ("Anna, Ben and Cleo sit at a table.", None),
        ("Anna, Ben and Cleo sit in two rows facing each other.", None),
        ("Anna, Ben, Cleo and Anna sit around a round table.", "Anna, Ben, Cleo and Anna"),
        ("Anna sits next to Ben.", None),
    ],
)
def test_what_is_not_understood_is_refused_with_its_place(text: str, fault: str | None) -> None:
    with pytest.raises(ParseError) as caught:
        english.read(text, file="a.story")
    assert caught.value.file == "a.story"
    if fault is not None:
        assert text[caught.value.start : caught.value.end] == fault


def test_a_layout_in_the_settings_wins() -> None:
    text = "Anna, Ben and Cleo stand in a circle. Anna is to the left of Ben."
    assert dict(english.read(text, settings=(("layout", "ring 3 outward"),)).settings)["layout"] == "ring 3 outward"


def test_statements_have_the_words_of_their_clause() -> None:
    story = english.read(RING + "Anna sits next to Ben and faces north, and Cleo is opposite Dan.")
    assert [story.quote(number) for number in range(3)] == ["Anna sits next to Ben and faces north"] * 2 + [
        "Cleo is opposite Dan"
    ]


def test_someone_who_looks_north_gives_the_compass() -> None:
    assert dict(english.read(RING + "Anna faces east.").settings)["layout"] == "ring 6 inward from 30"
    assert dict(english.read(RING + "Anna faces east.  Ben is north of Dan.").settings)["layout"] == "ring 6 inward from 30"


# ---------------------------------------------------------------- questions

SEATED = RING + "Anna sits second to the left of Ben. Cleo is opposite Anna. Dan sits next to Cleo, and Eve is not next to Ben."


def test_options_fill_the_blank() -> None:
    options = {"A": "Eve", "B": "Finn.", "C": "none of these", "D": "Ben"}
    story = english.ask(english.read(SEATED), "() sits opposite Ben.", options)
    (question,) = story.questions
    assert dict(question.properties) == {
        "claims": (("A", (Claim("opposite", (4, 1)),)), ("B", (Claim("opposite", (5, 1)),)), ("D", (Claim("opposite", (1, 1)),))),
        "none": ("C",),
    }
    assert qsr.solve(story).value == ("A",)


def test_options_may_be_numbers_or_sentences() -> None:
    story = english.ask(english.read(SEATED), "There are () people between Anna and Ben.", {"A": 1.0, "B": "2"})
    assert [said[0].relation for _, said in dict(story.questions[0].properties)["claims"]] == ["between:1", "between:2"]
    story = english.ask(
        english.read(SEATED), "Which is true?", {"A": "Eve sits opposite Ben.", "B": "Finn and Anna are not neighbours."}
    )
    assert qsr.solve(story).value == ("A",)


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("Who sits opposite Ben?", ("Eve",)),
        ("Who can sit next to Anna?", ("Eve", "Finn")),
        ("Ben sits opposite whom?", ("Eve",)),
        ("Who is Ben's left neighbour?", ("Finn",)),
        ("Is Eve next to Dan?", "yes"),
        ("Does Anna sit next to Ben?", "no"),
        ("Is Anna not next to Ben?", "yes"),
        ("Are Anna and Cleo opposite each other?", "yes"),
        ("Are there two people between Anna and Cleo?", "yes"),
    ],
)
def test_questions_without_options(question: str, value: object) -> None:
    assert qsr.solve(english.ask_line(english.read(SEATED), question)).value == value


@pytest.mark.parametrize("question", ["Who sits near Ben?", "Where is Ben?", "Who faces north?", "Does Anna?", "Why?"])
def test_questions_that_are_not_understood(question: str) -> None:
    with pytest.raises(ParseError):
        english.ask_line(english.read(SEATED), question)


# ---------------------------------------------------------------- names

WORD = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cs", "Co", "Cc", "Zl", "Zp", "Zs"], exclude_characters='"“”'),
    min_size=1,
    max_size=8,
)
NAME = st.lists(WORD, min_size=1, max_size=3).map(" ".join).filter(lambda name: any(sign.isalnum() for sign in name))


@given(
    st.lists(NAME, min_size=3, max_size=5, unique_by=str.casefold),
    st.sampled_from(["left:1", "opposite", "adjacent", "clockwise:2"]),
)
def test_any_string_can_be_a_name(names: list[str], relation: str) -> None:
    layout = Layout("ring", (6,), "inward")
    claim = Claim(relation, (1, 0))
    lead = english.lead_ins(layout, names)[0]
    for wording in english.wordings([claim], names, layout)[:3]:
        story = english.read(f"{lead} {wording}.")
        assert story.entities == tuple(names)
        assert claims(story) == [claim]


def test_names_may_be_words_of_the_grammar() -> None:
    story = english.read(
        "“Left of”, “sits and stands” and “the north” sit around a round table. “the north” sits to the left of Left of."
    )
    assert story.entities == ("Left of", "sits and stands", "the north")
    assert claims(story) == [Claim("left", (2, 0))]
    with pytest.raises(ParseError, match="quotation marks"):
        english.read("A chair, a table and a lamp are side by side.")


@pytest.mark.parametrize("places", range(3, 11))
@pytest.mark.parametrize("view", ["inward", "outward"])
@pytest.mark.parametrize("bearing", [0, 90, 180, 270])
def test_directions_of_a_ring_give_its_bearing_back(places: int, view: str, bearing: int) -> None:
    layout = Layout.parse(f"ring {places} {view} from {bearing}")
    assert layout is not None
    looks = compass_words(layout)
    found = bearing_of(looks, places, view)
    assert 0 <= found < 360
    assert sorted(compass_words(Layout("ring", (places,), view, found))) == sorted(looks)
