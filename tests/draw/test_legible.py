"""Every kind of drawing on its numbers: labels cover nothing, nothing leaves the picture, many things are read or listed."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from fractions import Fraction
from string import ascii_uppercase
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import certificates_stories
from pictures import faults, of_class, parsed, scenes
from qsr import api
from qsr.draw.names import pixels
from qsr.errors import LimitReached, NotCovered, UnsupportedQuestion
from qsr.story import Witness
from qsr.theories.arrangement.witness import Orders, Plane
from qsr.theories.change.witness import Film
from qsr.theories.headings.witness import HeadingsFaced
from qsr.theories.paths.witness import RouteTrace
from qsr.theories.protocol import Limits
from qsr.theories.quotes import named
from qsr.theories.room.witness import Cells
from qsr.theories.seating.witness import Seats
from qsr.witnesses import Boxes, Drawn, Points, Regions

#: Names of many lengths, none of which begins another one.
WORDS = ("cup", "wooden rocking chair", "lamp", "very comfortable sofa", "pen", "box of old photographs", "jar", "mug")
NAMES = {
    number: f"{WORDS[number % len(WORDS)]} {ascii_uppercase[number // 26]}{ascii_uppercase[number % 26]}" for number in range(60)
}
HALF = Fraction(1, 2)


def side(pick: random.Random, most: int) -> tuple[int, int]:
    low, high = sorted(pick.sample(range(most + 1), 2))
    return low, high


def film(pick: random.Random, many: int) -> Film:
    rooms, held = max(1, many // 4), list[list[int]]()
    for moment in range(pick.randint(1, 4)):
        # Who carries a thing has a lower number, so that nothing is in itself.
        held.append([pick.randrange(thing) if thing >= rooms else -1 for thing in range(many)])
        if moment:
            held[-1] = [new if pick.random() < 0.3 else old for new, old in zip(held[-1], held[-2], strict=True)]
    return Film({thing: tuple(at[thing] for at in held) for thing in range(rooms, many)}, NAMES, told={"1": "Ann took the cup."})


#: Kind of drawing -> what makes one of so many things.
KINDS: dict[str, Callable[[random.Random, int], Drawn]] = {
    "points": lambda pick, many: Points({n: (pick.randrange(12), pick.randrange(9)) for n in range(many)}, NAMES),
    "points on a line": lambda pick, many: Points({n: (pick.randrange(3 * many),) for n in range(many)}, NAMES),
    "points in space": lambda pick, many: Points(
        {n: (pick.randrange(6), pick.randrange(6), pick.randrange(6)) for n in range(many)}, NAMES
    ),
    "points by the compass": lambda pick, many: Points(
        {n: (n % 7, pick.randrange(7)) for n in range(many)}, NAMES, told={"north": "y", "y+": "north", "x-": "west"}
    ),
    "boxes": lambda pick, many: Boxes({n: (side(pick, 20), side(pick, 14)) for n in range(many)}, NAMES),
    "small boxes": lambda pick, many: Boxes(
        {n: tuple((at, at + 1) for at in (pick.randrange(30), pick.randrange(30))) for n in range(many)}, NAMES
    ),
    "intervals": lambda pick, many: Boxes({n: (side(pick, 30),) for n in range(many)}, NAMES),
    "points among boxes": lambda pick, many: Boxes(
        {n: ((n, n), (n % 5, n % 5)) if n % 2 else (side(pick, 20), side(pick, 9)) for n in range(many)}, NAMES
    ),
    "regions": lambda pick, many: Regions(
        {n: [(side(pick, 20), side(pick, 20)) for _ in range(pick.randint(1, 3))] for n in range(many)}, NAMES
    ),
    "cells": lambda pick, many: Cells({n: (pick.randrange(12), pick.randrange(9)) for n in range(many)}, NAMES, (12, 9)),
    "a room": lambda pick, many: Points(
        {n: (Fraction(pick.randrange(10), 9), Fraction(pick.randrange(10), 9)) for n in range(many)}, NAMES, (Fraction(10, 9), 1)
    ),
    "a ring": lambda pick, many: Seats(
        {n: n for n in range(many)}, NAMES, layout=f"ring {many} {pick.choice(('in', 'out'))}ward"
    ),
    "two rows": lambda pick, many: Seats({n: n for n in range(many)}, NAMES, layout=f"rows {-(-many // 2)} from 90"),
    "a row": lambda pick, many: Seats({n: n for n in range(many)}, NAMES, layout=f"row {many} own"),
    "a shelf": lambda pick, many: Seats({n: n for n in range(many)}, NAMES, layout=f"shelf {-(-many // 4)}x4"),
    "orders": lambda pick, many: Orders({n: (("age", 1 + n * 2 // 3), ("x", n + 1)) for n in range(many)}, NAMES),
    "a plane": lambda pick, many: Plane({n: (("x", pick.randrange(9)), ("y", pick.randrange(9))) for n in range(many)}, NAMES),
    "a film": film,
    "headings": lambda pick, many: HeadingsFaced({n: 15 * pick.randrange(24) for n in range(many)}, NAMES),
    "a walk": lambda pick, many: RouteTrace({n: (n % 7, n // 7) for n in range(many)}, NAMES),
}


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=20, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 10**6), st.integers(2, 14))
def test_labels_cover_nothing_and_nothing_leaves_the_picture(kind: str, seed: int, many: int) -> None:
    assert faults(KINDS[kind](random.Random(seed), many).svg()) == []


@pytest.mark.parametrize("kind", KINDS)
def test_forty_things_are_legible(kind: str) -> None:
    picture = KINDS[kind](random.Random(1), 40).svg()
    assert faults(picture) == []
    wide = float((parsed(picture).get("viewBox") or "").split()[2])
    # The smallest letters, those of numbers, are no smaller than those of this line of text on a screen of its width.
    assert 11 / wide > 0.01
    for scene in scenes(picture):
        # Of 40 at most a few lie so close together that they have no mark of their own.
        unmarked = len([name for name in re.sub(".*?(Too close|$)", "", " ".join(scene.below), count=1).split(",") if name])
        assert len(scene.labels) + unmarked >= len({body.outline for body in scene.bodies})
        assert unmarked <= 8


def test_a_label_is_as_wide_as_its_letters() -> None:
    picture = Points({0: (0, 0), 1: (3, 1)}, {0: "WWWWWWWW", 1: "llllllll"}).svg()
    wide, slim = (area.right - area.left for _, area in scenes(picture)[0].labels)
    assert wide >= pixels("WWWWWWWW", 13) > 2 * slim


@settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(certificates_stories.KINDS), st.integers(0, 10**6))
def test_models_of_random_stories_are_legible(kind: Callable[[random.Random], Any], seed: int) -> None:
    """Stories of every theory, those of the generators among them, as commands and the page draw them."""
    _, given_, options = kind(random.Random(seed))
    story = api.parse(given_, theory=options.get("theory")) if isinstance(given_, str) else given_
    limits = Limits(seconds=5)
    try:
        found: Witness | None = api.session(story, options.get("theory"), None, limits).witness(story)
    except (NotCovered, LimitReached, UnsupportedQuestion):
        return
    if isinstance(found, Drawn):
        assert faults(named(story, found).svg()) == []


def test_the_words_of_the_story_stand_at_the_axes() -> None:
    def ends(text: str) -> tuple[set[str], int]:
        story = api.parse(text)
        model = api.session(story, None, None, Limits()).witness(story)
        assert model is not None
        root = parsed(named(story, model).svg())
        found = {element.text or "" for element in of_class(root, "qsr-axis")}
        return found - {"N"}, sum(element.text == "N" for element in of_class(root, "qsr-north"))

    assert ends("The inn is north of the well. The oak is east of the inn.") == ({"north", "south", "east", "west"}, 1)
    assert ends("The cup is left of the pen. The box is above the cup.") == ({"left", "right", "above", "below"}, 0)
    # In a story with heights north lies behind: it is up where one looks from above.
    assert ends("The inn is north of the well. The bell is above the inn.") == ({"north", "south", "above", "below"}, 1)
    assert ends("theory: babi\nThe hall is north of the office.") == ({"north", "south"}, 1)
