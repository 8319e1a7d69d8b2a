"""Points of view told as sides of lines, and what is told otherwise."""

from __future__ import annotations

import pytest

from qsr.datasets.rows.asking import asked
from qsr.language.prose.plane import in_plane
from qsr.stories import whole_story
from qsr.theories.auto import Auto

ASKED = "Is the story satisfiable or unsatisfiable?"


def told(text, settings=()):
    return whole_story(text, settings)


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("Standing at K and facing L, M is on the left. Standing at L and facing K, M is on the right.", "determined"),
        ("Standing at K and facing L, M is on the left. Standing at L and facing K, M is on the left.", "inconsistent"),
        ("Standing at K and facing L, M is on the left. Standing at M and facing K, L is on the right.", "inconsistent"),
        ("L is to the north of K. Standing at K and facing L, M is on the left. M is to the east of K.", "determined"),
        ("Standing at K and facing L, M is on the left. Standing at K and facing N, M is on the right.", "determined"),
        ("L overlaps with K. Standing at K and facing L, M is on the left.", "inconsistent"),
    ],
)
def test_descriptions_of_points_are_decided(text, status):
    story, question, _ = asked(told(text), ASKED, ["satisfiable", "unsatisfiable"])
    assert Auto({}).open().answer(story, question).status == status


def test_straight_north_makes_the_east_the_right():
    text = "L is to the north of K. Standing at K and facing L, M is on the left. M is to the east of K."
    story, question, _ = asked(told(text, (("relations", "complete"),)), ASKED, ["satisfiable", "unsatisfiable"])
    assert Auto({}).open().answer(story, question).status == "inconsistent"


@pytest.mark.parametrize(
    "text",
    [
        "Standing at the church and facing the school, the inn is on the left.",
        "Standing at K and facing L, M is on the left. M is near L.",
        "As Ann sees it, M is left of L.",
        "L is to the north of K.",
    ],
)
def test_what_is_no_point_or_says_more_stays_as_it_is(text):
    assert in_plane(told(text)) is None
