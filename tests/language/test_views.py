"""Points of view: whose left it is, what follows for others, and what does not."""

from __future__ import annotations

from itertools import product

import pytest

import qsr
from qsr.errors import ParseError
from qsr.stories import parse_story

GATE = (
    "I am standing at the gate, looking into the yard. The pump is on my left. The barn is on my right. The oak is ahead of me."
)
SHOP = "When you enter the shop, the till is on your right. The coats are on the left."
TABLE = "Hana and Igor are facing each other. The salt is on Hana's right. The pepper is on Hana's left."


@pytest.mark.parametrize(
    ("text", "question", "value"),
    [
        (GATE, "Is the pump left of the barn?", "yes"),
        (GATE, "Is the oak in front of me?", "yes"),
        (GATE, "Is the oak behind me?", "no"),
        (GATE, "If I turn around to face the road, is the pump on my right?", "yes"),
        (GATE, "If I turn round, is the oak behind me?", "yes"),
        (SHOP, "As you come in, is the till on your left?", "no"),
        (SHOP, "When you walk out of the shop, is the till on your left?", "yes"),
        (SHOP, "As you enter the shop, are the coats to the left of the till?", "yes"),
        (TABLE, "From Igor's point of view, is the salt to the left of the pepper?", "yes"),
        (TABLE, "As Hana sees it, is the salt to the left of the pepper?", "no"),
        ("The mule faces south. The cart is on the mule's left.", "Is the cart east of the mule?", "yes"),
        ("The mule faces east. The cart is behind the mule.", "Is the cart west of the mule?", "yes"),
        ("The mule faces west. The cart is on the mule's right.", "Is the cart south of the mule?", "no"),
        ("I am walking south. The river is on my right.", "Is the river west of me?", "yes"),
        ("The vase is left of the lamp as the audience sees it. An actor faces the audience.",
         "From the actor's point of view, is the vase left of the lamp?", "no"),
        ("Bob is near Ann. As Ann sees it, the cup is left of the jug.", "From Bob's point of view, is the cup left of the jug?",
         "unknown"),
        ("The cup is left of the jug. From Ann's point of view, the pen is left of the cup.", "Is the pen left of the jug?",
         "unknown"),
        ("If you face the window, the desk is on your left. If you face the door, the bed is on your left.",
         "If you face the door, is the desk left of the bed?", "unknown"),
        ("When guests enter the chapel, the font is on their left.",
         "As guests leave the chapel, is the font on their left?", "no"),
        ("Hugo sits opposite Ruth. The pen is at Hugo's left hand. The cup is on Hugo's right.",
         "As Ruth sees it, is the pen to the right of the cup?", "yes"),
        ("The inn is on the left side of the street as you come from the bridge. The mill is across the street from the inn.",
         "As you come from the bridge, is the mill on your right?", "yes"),
        ("I am standing on the pier with my back to the sea. The bar is on my left.",
         "If I face the sea, is the bar on my right?", "yes"),
        ("The coach faces the rear of the bus. The bus is heading west. The bag is on the coach's left.",
         "Is the bag north of the coach?", "yes"),
        ("A canal runs along the right-hand side of the tram. The tram is travelling south.",
         "Is the canal west of the tram?", "yes"),
        ("The pupils face the board. The map is on their left. Mr Hall stands in front of the board and looks at the pupils.",
         "Is the map on Mr Hall's right?", "yes"),
        ("The bar is on the same side of the road as the inn, and the inn is on the same side of the road as the mill.",
         "Is the bar on the same side of the road as the mill?", "yes"),
        ("I am facing the stage. The exit is on my left. The bar is on my right.",
         "Is the exit on the same side of me as the bar?", "no"),
        ("When you come in through the back door, the mop is on the left. The broom is on the left.",
         "As you come in, is the mop on the same side as the broom?", "yes"),
        ("I am standing with my back to the bank, facing the kiosk. The inn is on my left.",
         "Is the bank behind me as I face the kiosk?", "yes"),
        ("I am standing with my back to the bank, facing the kiosk. The inn is on my left.",
         "Is the kiosk in front of me?", "yes"),
        ("From the hut you can see the lake to the west and the mill to the north.", "Is the lake west of the hut?", "yes"),
        ("If you walk south along Hill Road, the inn is on your left.", "Is the inn east of you?", "yes"),
        ("I am describing the wall as a visitor sees it. The map is on the left and the clock is on the right.",
         "Is the clock left of the map?", "no"),
        ("We are standing on the bridge with the mill behind us. The boat is on our right.",
         "If we turn round to face the mill, will the boat be on our left?", "yes"),
        ("As Ann sees them, Nora is on the far left and Olga is on the far right.",
         "As Ann sees it, is Nora left of Olga?", "yes"),
        # Whoever faces several stands in line with none of them.
        (
            "The aunt and the uncle are facing the painter. The aunt is on the uncle's right. The painter is facing them.",
            "As the painter sees it, is the aunt to the left of the uncle?",
            "yes",
        ),
        ("Ann sits with her back to the door. The clock is on the wall ahead of her.", "Is the clock in front of Ann?", "yes"),
        ("The inn is on your left. The mill is on your right. The inn is east of the mill.",
         "Is the inn west of the mill?", "no"),
        ("Standing at the well and facing the inn, the oak is on the left. "
         "Standing at the mill and facing the inn, the elm is on the left.",
         "Standing at the well and facing the inn, is the elm on the left?", "unknown"),
        ("The well is on my left.", "Is the well west of me?", "unknown"),
        ("The mule faces southwest. The cart is on the mule's left.", "Is the cart west of the mule?", "unknown"),
        # What somebody sees is where he sees it, and whoever watches has it the other way round.
        ("Eve looks due east over the bay. On her right she sees a hut.", "Is the hut south of Eve?", "yes"),
        ("Eve faces south. She sees a hut directly to her left.", "Is the hut east of Eve?", "yes"),
        ("The dancer faces the audience. A lamp stands to the dancer's left.",
         "Does the audience see the lamp on the right?", "yes"),
        ("The clerk faces the pupils. The bell is on his right.", "Do the pupils see the bell on the right?", "no"),
        ("Ann faces Bob. The cup is on Ann's left.", "Is the cup on Bob's left?", "unknown"),
        ("The lion looks due north. Its back is turned to the abbey.", "Is the abbey south of the lion?", "yes"),
        ("You come out of the bank and have the door behind you. The inn is on your right.",
         "You walk back to the bank. Is the inn on your left?", "yes"),
        ("If you face the stage, the bar is behind you and the exit is on your left.",
         "You turn your back to the stage. Is the exit on your right?", "yes"),
        ("Eve is looking at the lake. The pier is on her right.", "If Eve turns round, is the pier on her left?", "yes"),
        ("There is a tree on your left and a bench on your right.", "Is the bench to the left of the tree?", "no"),
    ],
)  # fmt: skip
def test_whose_left_it_is(text: str, question: str, value: str) -> None:
    assert qsr.solve(text, question).value == value


@pytest.mark.parametrize(
    "text",
    [
        "The clock is on your left as you enter and on your right as you leave.",
        "Standing in the corner, the lamp is left of the bed.",
        "From the shop, the cup is on the table.",
        "Seen from above, the cup is left of the jug.",
        "The cup is on my left from Ann's point of view, as Bob sees it.",
    ],
)
def test_no_viewer_or_two_are_refused(text: str) -> None:
    with pytest.raises(ParseError):
        parse_story(text)


@pytest.mark.parametrize(
    ("text", "question", "value"),
    [
        (GATE, "On which side of me is the barn?", {"right"}),
        (GATE, "If I turn round, on which side of me is the barn?", {"left"}),
        (GATE, "Is the pump on my left or on my right?", ("to the left of me",)),
        (GATE, "What is in front of me?", {"oak"}),
        (TABLE, "As Igor sees it, is the salt to the left or to the right of the pepper?", {"left"}),
        ("Omar is facing north. The car is behind Omar.", "Which way is Omar facing?", {"north"}),
        ("Ann and Bob are sitting at a table, face to face. The tea is on Ann's left.",
         "On which side of Bob is the tea?", {"right"}),
        ("Ann and Bob stand back to back. Ann faces west.", "Which way does Bob face?", {"east"}),
        ("The clerk faces the pupils. The bell is on his right.", "On which side do the pupils see the bell?", {"left"}),
        ("Omar faces the lake.", "Which way does Omar face?", {"lake"}),
        ("Omar is near the lake.", "Which way does Omar face?", set()),
        ("Standing at the well and facing the house, the shed is on the left.",
         "Standing at the well and facing the house, where is the shed?", {"left"}),
        ("As you walk down the hall, the second room on the right is the study.",
         "On which side of you is the study as you walk down the hall?", {"right"}),
    ],
)  # fmt: skip
def test_sides_and_headings_are_asked(text: str, question: str, value: object) -> None:
    assert qsr.solve(text, question).value == value


def test_who_is_at_the_well_has_his_back_to_nothing_but_what_he_says() -> None:
    story = parse_story("You are standing in front of the hall with your back to the gate.")
    said = [(one.relation, [story.entities[entity] for entity in one.args]) for one in story.statements]
    assert ("named:back to", ["you", "gate"]) in said


def test_an_answer_says_as_whose_eyes_it_is() -> None:
    own = "As Ann sees it, the cup is left of the jug."
    for text in (own, f"Ann faces Bob. {own}"):
        answer = qsr.solve(text, "Is the jug right of the cup?")
        assert any("Ann" in said for said in answer.assumptions), answer.theory


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Standing at the well and facing the inn, the oak is on the left. The oak is east of the inn.", "unknown"),
        ("As Ann sees it, the cup is left of the jug. As Bob sees it, the pen is left of the cup.", "unknown"),
        ("The cup is on your left. The jug is on your right.", "yes"),
    ],
)
def test_whether_all_views_fit_together_is_open(text: str, value: str) -> None:
    assert qsr.solve(text, "Is the description consistent?").value == value


def test_two_viewers_ask_for_one() -> None:
    text = "From Ann's point of view, the cup is left of the jug. From Bob's point of view, the pen is left of the jug."
    with pytest.raises(ParseError, match="as who sees it"):
        qsr.solve(text, "Is the cup left of the pen?")


BEARINGS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
SIDES = ("in front of {}", "behind {}", "on {}'s left", "on {}'s right")


def ahead(side: str, facing: tuple[int, int]) -> tuple[int, int]:
    """Return the way to a side of somebody who faces so, by rotation of the plane."""
    x, y = facing
    turn = {"in": (x, y), "be": (-x, -y)}
    return turn.get(side[:2], (-y, x) if "left" in side else (y, -x))


@pytest.mark.parametrize(("bearing", "side", "other"), list(product(BEARINGS, SIDES, BEARINGS)))
def test_sides_lie_as_rotation_has_them(bearing: str, side: str, other: str) -> None:
    (x, y), (a, b) = ahead(side, BEARINGS[bearing]), BEARINGS[other]
    along = x * a + y * b
    answer = qsr.solve(f"Hana faces {bearing}. The hut is {side.format('Hana')}.", f"Is the hut {other} of Hana?")
    assert answer.value == {1: "yes", -1: "no", 0: "unknown"}[along]
