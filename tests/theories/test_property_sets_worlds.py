"""Worlds and witnesses of the exact theory: all labellings once each, small whole numbers, and what a witness breaks."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest

from property_set_stories import BACKENDS, PS2, PS3, PS4, say, story_of, where, whether
from qsr.errors import LimitReached, UnsupportedQuestion
from qsr.relations import DIRECTIONS, OVERLAPPING
from qsr.story import Witness
from qsr.theories import Limits, get
from qsr.theories.protocol import stated
from qsr.theories.room.witness import Cells
from qsr.witnesses import Points

# Under pytest's importlib mode, test folders are not on the import path.


def labelling(witness: Witness) -> frozenset:
    """Labels between all entities, read off the coordinates."""
    found = set()
    for one, other in combinations(sorted(witness.place), 2):
        first, second = witness.place[one], witness.place[other]
        for name, (axis, sign) in DIRECTIONS.items():
            if axis < len(first):
                low, high = (first[axis], second[axis]) if sign < 0 else (second[axis], first[axis])
                if low < high if witness.kind == "points" else low[1] <= high[0]:
                    found.add((one, other, name))
        if first == second:
            found.add((one, other, OVERLAPPING))
    return frozenset(found)


# Weak orders of three points on two axes: 13 * 13. Two intervals stand to each other in 13 ways, of which left, right, equal and
# "neither" can be told apart by labels, and equality is one label for both axes: 3 * 3 + 1.
@pytest.mark.parametrize(("objects", "entities", "count"), [("points", "abc", 169), ("extended", "ab", 10), ("points", "a", 1)])
@pytest.mark.parametrize("backend", BACKENDS)
def test_worlds_are_all_the_labellings_once_each(objects, entities, count, backend):
    story = story_of(entities=entities, objects=objects)
    worlds = list(get("exact").open(backend).worlds(story))
    assert len(worlds) == len({labelling(world) for world in worlds}) == count


def test_worlds_of_all_backends_agree_and_satisfy_the_story():
    theory = get("exact")
    said = [say("left", "a", "b"), say("above+left", "b", "c", negated=True), say("above", "c", "a", distance=(Fraction(1, 2),))]
    for objects in ("points", "extended"):
        story = story_of(*said, entities="abc", objects=objects)
        found = [{labelling(world) for world in theory.open(backend).worlds(story)} for backend in BACKENDS]
        assert found[0]
        assert all(other == found[0] for other in found)
        for world in theory.open().worlds(story):
            assert theory.violated(story, world) == ()


def test_worlds_stop_where_they_are_told_to():
    story = story_of(say("left", "a", "b"), entities="abc")
    session = get("exact").open(limits=Limits(models=4))
    assert len(list(session.worlds(story, 4))) == 4
    worlds = session.worlds(story)
    assert [world.kind for _, world in zip(range(4), worlds, strict=False)] == ["points"] * 4
    with pytest.raises(LimitReached):
        next(worlds)
    assert list(session.worlds(story_of(say("left", "a", "a"), entities="a"))) == []


def test_questions_may_come_between_two_worlds():
    story, other = story_of(say("left", "a", "b"), entities="abc"), story_of(say("right", "a", "b"), entities="ab")
    for backend in BACKENDS:
        session = get("exact").open(backend)
        expected = len(list(session.worlds(story)))
        count = 0
        for _ in session.worlds(story):
            count += 1
            assert session.answer(other, where("a", "b")).entailed == {"right"}
        assert count == expected


def test_witnesses_stand_apart_on_whole_numbers():
    theory = get("exact")
    for options in (PS2, PS3, PS4, {**PS4, "relations": "incomplete"}):
        story = story_of(say("left", "a", "b"), say("above", "c", "d"), **options)
        witness = theory.open().witness(story)
        assert len(set(witness.place.values())) == 5
        numbers = [n for place in witness.place.values() for axis in place for n in (axis if isinstance(axis, tuple) else [axis])]
        assert all(isinstance(number, int) and 0 <= number < 30 for number in numbers)
        assert dict(witness.names) == dict(enumerate("abcde"))
    squeezed = story_of(say("left", "a", "b", distance=(1,)), say("left", "a", "c"), say("left", "c", "b"))
    assert theory.open().witness(squeezed).place[2][0] - theory.open().witness(squeezed).place[0][0] == Fraction(1, 2)


def test_extended_witnesses_are_no_longer_than_they_need_to_be():
    story = story_of(say("left", "a", "b"), say("above+left", "b", "c"), say("above", "d", "a"), **PS4)
    place = get("exact").open().witness(story).place
    assert {end - start for box in place.values() for start, end in box} == {2}


def test_witness_of_no_to_a_yes_no_question_and_of_a_false_candidate():
    story, session = story_of(say("left", "a", "b")), get("exact").open()
    place = session.witness(story, whether("above", "a", "b"), "no").place
    assert place[0][1] <= place[1][1]
    assert session.witness(story, whether("left", "a", "b"), "no") is None
    assert stated(session.core(story, whether("left", "a", "b"), "no")) == (0,)
    assert stated(session.core(story, where("a", "a"), "left")) == ()
    with pytest.raises(UnsupportedQuestion):
        session.witness(story, where("a", "b"), "near")
    with pytest.raises(UnsupportedQuestion):
        session.core(story, whether("left", "a", "b"), "perhaps")
    with pytest.raises(ValueError, match="question"):
        session.witness(story, None, "left")


def test_violated_names_what_a_witness_breaks():
    theory = get("exact")
    story = story_of(
        say("left", "a", "b"), say("above", "b", "c"), say("left", "a", "c", distance=(Fraction(2),)), entities="abc"
    )
    assert theory.violated(story, Points({0: (0, 0), 1: (1, 1), 2: (2, 0)})) == ()
    assert theory.violated(story, Points({0: (0, 0), 1: (0, 0), 2: (3, 0)})) == (0, 1, 2)
    with pytest.raises(ValueError, match="cells"):
        theory.violated(story, Cells({}))
