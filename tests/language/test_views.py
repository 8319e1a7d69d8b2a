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
    ],
)  # fmt: skip
def test_whose_left_it_is(text: str, question: str, value: str) -> None:
    assert qsr.solve(text, question).value == value


@pytest.mark.parametrize(
    "text", ["Seen from above, the cup is left of the jug.", "The cup is on my left from Ann's point of view, as Bob sees it."]
)
def test_no_viewer_or_two_are_refused(text: str) -> None:
    with pytest.raises(ParseError):
        parse_story(text)


def test_an_answer_says_as_whose_eyes_it_is() -> None:
    answer = qsr.solve("The cup is left of the jug from Ann's point of view.", "Is the jug right of the cup?")
    assert any("Ann" in said for said in answer.assumptions)


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
