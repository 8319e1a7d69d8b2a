"""Least repairs of contradictory seating stories, against trying all sets of swaps."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings

import brute_force_seating as brute
from qsr.errors import LimitReached, UnsupportedQuestion
from qsr.theories import get
from qsr.theories.protocol import Limits
from qsr.theories.seating.repair import repairs, swapped

steady = settings(derandomize=True, deadline=None, max_examples=60)
HANDS = {"left": "right", "right": "left", "clockwise": "anticlockwise", "anticlockwise": "clockwise"}


def with_swaps(story, chosen):
    """Return a story with the hands of some statements swapped, word by word."""

    def other(relation):
        return ";".join(":".join(HANDS.get(word, word) for word in part.split(":")) for part in relation.split(";"))

    said = [replace(one, relation=other(one.relation)) if one.id in chosen else one for one in story.statements]
    return replace(story, statements=tuple(said))


def least(story):
    """Return all smallest sets of statements whose swapping leaves a layout."""
    handed = [one.id for one in story.statements if with_swaps(story, {one.id}) != story]
    for size in range(len(handed) + 1):
        found = [chosen for chosen in combinations(handed, size) if brute.every_layout(with_swaps(story, set(chosen)))]
        if found:
            return found
    return []


def full_ring(claims, spec="ring 5 outward", names=5):
    return brute.story_of(spec, names, claims)


@steady
@given(story=brute.stories(specs=("ring 4 inward", "ring 5 outward", "rows 2", "row 4 own", "shelf 2x2"), most=7))
def test_repairs_are_the_least_that_help(story):
    found = repairs(story, most=1000)
    assert [repair.statements for repair in found] == least(story)
    for repair in found:
        assert repair.story == with_swaps(story, set(repair.statements))
        assert get("seating").open().witness(repair.story) is not None


def test_one_wrong_hand_is_found():
    chain = [("left:1", (1, 0), False), ("left:1", (2, 1), False), ("left:1", (3, 2), False), ("right:1", (4, 0), False)]
    assert [repair.statements for repair in repairs(full_ring(chain))] == [()]
    wrong = [*chain[:3], ("right:1", (4, 3), False)]
    (repair,) = repairs(full_ring(wrong))
    assert repair.statements == (3,)
    assert repair.story.statements[3].relation == "left:1"
    assert repair.story.entities == full_ring(wrong).entities


def test_a_denial_stays_a_denial_and_counts_stay():
    story = full_ring([("clockwise:2", (0, 1), False), ("clockwise:2", (0, 1), True)])
    found = repairs(story)
    assert [repair.statements for repair in found] == [(0,), (1,)]
    assert found[1].story.statements[1].relation == "anticlockwise:2"
    assert found[1].story.statements[1].property("negated") is True


def test_only_hands_are_swapped():
    story = full_ring([("faces:north", (0,), False), ("faces:south", (0,), False)], "rows 2 from 0", 4)
    assert repairs(story) == ()
    crowd = full_ring([("left", (0, 1), False)], "ring 3", 4)
    assert repairs(crowd) == ()


def test_the_choice_can_be_narrowed_and_cut():
    story = full_ring([("left:1", (0, 1), False), ("left:1", (1, 0), False)])
    assert [repair.statements for repair in repairs(story)] == [(0,), (1,)]
    assert [repair.statements for repair in repairs(story, among=[1])] == [(1,)]
    assert repairs(story, among=[]) == ()
    assert [repair.statements for repair in repairs(story, most=1)] == [(0,)]


def test_what_is_not_covered_and_limits():
    with pytest.raises(UnsupportedQuestion, match="odd"):
        repairs(full_ring([("opposite", (0, 1), False)]))
    with pytest.raises(LimitReached):
        repairs(full_ring([("left", (0, 1), False), ("left", (1, 0), False)], "ring 10", 10), limits=Limits(seconds=0.0))


@pytest.mark.parametrize("relation", ["left", "right:3", "clockwise:1", "anticlockwise:4;left:1", "opposite;right"])
def test_swapping_twice_changes_nothing(relation):
    once = swapped(relation)
    assert once not in (None, relation)
    assert swapped(once) == relation


@pytest.mark.parametrize("relation", ["opposite", "diagonal left", "upper left", "leftmost", "between:1", "north"])
def test_relations_without_a_hand(relation):
    assert swapped(relation) is None
