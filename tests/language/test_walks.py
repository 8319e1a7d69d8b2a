"""Walks told leg by leg: what they come to, against plain arithmetic."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import qsr
import walks_drawn
from qsr.errors import ParseError
from qsr.stories import parse_story

POINTS = ("north", "east", "south", "west")
WAYS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
TURNS = {
    "turns right": 1,
    "turns left": 3,
    "turns round": 2,
    "makes a quarter turn to the left": 3,
    "turns 90 degrees to the right": 1,
}
NUMBERS = ("one", "two", "three", "four", "five")


@pytest.mark.parametrize(
    ("text", "question", "value"),
    [
        ("A scout sets out from a camp. He walks two miles due south. There he makes a quarter turn to the right and goes on "
         "for a mile until he comes to a well.", "In which direction is the well from the camp?", {"south", "west"}),
        ("A crab crawls three tiles west, then one tile north, and then three tiles east.",
         "In which direction is the crab from its starting place?", {"north"}),
        ("The ferry leaves Vik and sails due east to Nes. From Nes it goes due south to Bo.",
         "In which direction does Bo lie from Vik?", {"south", "east"}),
        ("Eva stands at the gate, facing north. She turns left and walks to the pond. Then she turns right and walks to the oak.",
         "In which direction is the oak from the gate?", {"north", "west"}),
        ("Eva stands at the gate, facing north. She turns left and walks to the pond.", "Is the gate behind Eva?", "yes"),
        ("A robot faces the sofa. It makes a half turn. Then it rolls forward until it bumps into the wall.",
         "Is the robot facing the sofa?", "no"),
        ("A robot faces the sofa. It makes a half turn. Then it rolls forward until it bumps into the wall.",
         "Is the sofa behind the robot?", "yes"),
        ("From the bridge the path goes due east for two miles to the chapel and then due north for a mile to the farm.",
         "Is the farm north of the bridge?", "yes"),
        ("Walk three blocks north from the bank, then two blocks east. You are at the inn.",
         "Is the inn east of the bank?", "yes"),
        ("You walk north from the bank. At the inn you turn right into Hill Road. After a hundred metres you turn right again.",
         "Which way are you facing?", {"south"}),
        ("Eva walks two miles north and then a mile south.", "Is Eva north of her starting place?", "yes"),
        # Nobody knows how far she went either way.
        ("Eva walks north for an hour. Then she walks south for a day.", "Is Eva north of her starting place?", "unknown"),
        # Of somebody who set out nobody knows which way, no point of the compass is known.
        ("Eva walks ten steps forward, turns left and walks five steps.", "Is Eva north of her starting place?", "unknown"),
        ("Eva walks north from the inn. On her right she sees a barn.", "Is the barn east of Eva?", "yes"),
        ("Eva walks north from the inn. On her right she sees a barn. Then she turns left.", "Is the barn behind Eva?", "yes"),
        ("Eva walks two miles north to the inn. The mill is a mile due south of the inn.",
         "Is the mill north of Eva's starting place?", "yes"),
        ("Eva walks two miles north from the gate to the inn. The mill is a mile due south of the inn.",
         "Is the mill north of the gate?", "yes"),
    ],
)  # fmt: skip
def test_what_walks_come_to(text: str, question: str, value: object) -> None:
    assert qsr.solve(text, question).value == value


@pytest.mark.parametrize(
    ("text", "question", "value"),
    [
        ("The ship sailed 30 miles north and then 40 miles east.", "How far is the ship from its starting point?", {"50 miles"}),
        ("A snail crawls three tiles south, then four tiles west, and then three tiles north.",
         "How many tiles is the snail away from where it started?", {"4"}),
        ("A snail crawls a tile south and then a tile west.", "How far is the snail from its starting place?", {"about 1.41"}),
        ("The inn is three miles due north of the mill. The hut is four miles due east of the inn.",
         "How many miles is it from the hut to the mill?", {"5"}),
        ("Eva walks north for an hour.", "How far is Eva from where she started?", set()),
        ("Ann walks two steps forward, turns round and walks two steps.", "Is Ann back where she started?", "yes"),
        ("Ann walks two steps forward, turns left and walks two steps.", "Is Ann back at her starting point?", "no"),
        ("The lion sits on a rock near the hall. It looks due south. A hut is directly to the lion's left.",
         "Is the hut east of the lion?", "yes"),
        ("A climber has reached the summit and is looking due west. On her right she sees a hut.",
         "Is the hut north of the climber?", "yes"),
    ],
)  # fmt: skip
def test_how_far_and_back(text: str, question: str, value: object) -> None:
    assert qsr.solve(text, question).value == value


@pytest.mark.parametrize(
    ("text", "question", "value"),
    [
        ("Ida left the barn and walked north to the mill.", "Where is Ida?", ("at the mill",)),
        ("Ida left the barn and walked north to the mill. She took the key.", "Where is the key?", ("with Ida", "at the mill")),
        (
            "Ida walked north to the mill. Then she went to the inn.",
            "Where was Ida before she went to the inn?",
            ("at the mill",),
        ),
        ("Ida walked north from the barn to the mill.", "Is Ida at the barn?", "no"),
    ],
)  # fmt: skip
def test_who_walks_comes_to_places(text: str, question: str, value: object) -> None:
    assert qsr.solve(text, question).value == value


@pytest.mark.parametrize(
    ("text", "question", "value"),
    [
        ("Eva walks at least two miles north. Then she walks a mile south.", "Is Eva north of her starting place?", "yes"),
        ("Eva walks two or four miles north. Then she walks three miles south.", "Is Eva at her starting place?", "no"),
        ("Eva walks about two miles north and then two miles south.", "Is Eva north of her starting place?", "unknown"),
        ("The stops are, in this order, Oak, Elm, Ash and Fir. Eva starts at Oak. She rides two stops further. "
         "Then she rides a stop back.", "Where is Eva?", ("at Elm",)),
        ("Clockwise, the huts are Oak, Elm, Ash and Fir. Ida starts at Elm. She goes three huts clockwise.",
         "Did Ida pass Fir?", "yes"),
        ("From the hall, the left door leads to the kitchen and the right one to the study. Eva starts in the hall. "
         "She goes through the right door.", "Where is Eva?", ("in the study",)),
        ("The inn is two miles due north of the mill. Eva starts at the mill. She walks two miles north.",
         "Is Eva at the inn?", "yes"),
        ("Eva stands at the gate. She walks three steps. She turns left. She walks two steps.",
         "Is Eva north of the gate?", "unknown"),
    ],
)  # fmt: skip
def test_ranges_rings_passages_and_maps(text: str, question: str, value: object) -> None:
    assert qsr.solve(text, question).value == value


@pytest.mark.parametrize("number", range(36))
def test_answers_are_what_is_so_at_some_end(number: int) -> None:
    walk = walks_drawn.drawn(Random(f"suite {number}"), number)
    assert list(walks_drawn.differences(walk, Counter(), most=3)) == []


@pytest.mark.parametrize(
    "text",
    [
        "He drove two miles north, and she drove a mile south.",
        "She does not walk north.",
        "He runs a shop two blocks north of the park.",
        "If you turn left, you come to the inn.",
        "Ann walked north until he came to a hut.",
        "He moved the cup two metres to the left.",
        "The road runs north.",
        "Tom left the keys on the left.",
        "The beetle turns right twice. At first it faces north.",
    ],
)
def test_what_is_no_walk(text: str) -> None:
    try:
        story = parse_story(text)
    except ParseError:
        return
    assert not any(one.relation.name == "walk" for one in (*story.statements, *story.referents.idle)), text


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(POINTS),
    st.lists(st.tuples(st.sampled_from([*POINTS, *TURNS, ""]), st.integers(1, 5)), min_size=1, max_size=6),
)
def test_a_walk_is_the_sum_of_its_legs(first: str, steps: list[tuple[str, int]]) -> None:
    heading, x, y = POINTS.index(first), 0, 0
    told = [f"Eva stands at the gate. She faces {first}."]
    for step, far in steps:
        number = f"{NUMBERS[far - 1]} step{'s' * (far > 1)}"
        if step in TURNS:
            heading = (heading + TURNS[step]) % 4
            told.append(f"She {step}.")
            continue
        heading = POINTS.index(step) if step else heading
        x, y = x + far * WAYS[POINTS[heading]][0], y + far * WAYS[POINTS[heading]][1]
        told.append(f"She walks {number} {step}." if step else f"She walks {number} forward.")
    text = " ".join(told)
    found = {name for name, here in (("east", x > 0), ("west", x < 0), ("north", y > 0), ("south", y < 0)) if here}
    for name in POINTS:
        assert qsr.solve(text, f"Is Eva {name} of the gate?").value == ("yes" if name in found else "no"), text
    assert qsr.solve(text, "Which way does Eva face?").value == {POINTS[heading]}, text


def test_what_somebody_faces_may_be_in_the_room_where_he_is() -> None:
    text = "A robot is in the hall and faces the sofa. It makes a half turn. It rolls forward until it bumps into the wall."
    assert qsr.solve(text, "Is the sofa in the hall?").value == "unknown"
