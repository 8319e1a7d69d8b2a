"""Wordings that published items use for either hand."""

from __future__ import annotations

import pytest

from qsr.datasets.space2024.faults import doubtful
from qsr.story import Statement, Story


def story(layout: str, said: list[tuple[str, str]]) -> Story:
    text, statements = "", []
    for number, (words, relation) in enumerate(said):
        statements.append(Statement(number, relation, (1, 0), (len(text), len(text) + len(words))))
        text += words + "，"
    return Story(("甲", "乙"), tuple(statements), (), text, (("theory", "seating"), ("layout", layout)))


SAID = [
    ("甲的右边接着就是乙", "right:1"),
    ("甲的左边接着就是乙", "left:1"),
    ("甲的右边起第一个就是乙", "right:1"),
    ("乙在甲顺时针方向数第1个位置", "clockwise:1"),
    ("乙在甲顺时针方向数第2个位置", "clockwise:2"),
    ("乙在甲顺时针方向的第1个位置", "clockwise:1"),
]


@pytest.mark.parametrize(
    ("layout", "ids"),
    [("ring 6 outward", {0}), ("ring 6 outward from 30", {0}), ("ring 6 inward", {3}), ("rows 2", set()), ("shelf 3x2", set())],
)
def test_one_wording_for_each_way_of_facing(layout: str, ids: set[int]) -> None:
    assert doubtful(story(layout, SAID)) == ids


def test_a_story_without_a_layout_has_none() -> None:
    assert doubtful(Story()) == frozenset()
