from __future__ import annotations

import pytest

import qsr
from qsr.errors import UnsupportedQuestion
from qsr.explain import Difference, compare, derive, unsound
from qsr.story import Question, Statement, Story


def told(*said: tuple[int, str, int]) -> Story:
    entities = tuple("ABCDE"[: 1 + max(max(head, tail) for head, _, tail in said)])
    return Story(entities, tuple(Statement(number, name, (head, tail)) for number, (head, name, tail) in enumerate(said)))


def asked(head: int, tail: int) -> Question:
    return Question(0, "relation", (head, tail))


def test_two_tangential_parts_need_not_be_strict() -> None:
    story = told((0, "inside and touching", 1), (1, "inside and touching", 2))
    (found,) = compare(story, asked(0, 2))
    assert (found.label, found.in_compat, found.in_sound) == ("inside", True, False)
    assert "two steps of tangential containment need not give strict containment" in found.why
    derivation = derive(story, asked(0, 2), "PS1")
    assert derivation is not None
    assert unsound(story, derivation) == (3,)


def test_what_rests_on_an_unsound_step_may_be_sound() -> None:
    story = told((0, "inside and touching", 1), (1, "inside and touching", 2), (2, "left", 3))
    assert "left" not in {found.label for found in compare(story, asked(0, 3))}
    derivation = derive(story, asked(0, 3), "PS1")
    assert derivation is not None
    assert unsound(story, derivation) == (3,)


def test_what_the_rules_miss_comes_with_the_sentences_that_entail_it() -> None:
    story = qsr.parse("A is inside and touching B. B is inside C. C is above D.")
    found = compare(story, asked(0, 2))
    assert found == [Difference("inside", False, True, 'entailed by "A is inside and touching B.", "B is inside C."')]


def test_a_contradiction_entails_nothing() -> None:
    story = told((0, "left", 1), (0, "right", 1))
    found = compare(story, asked(0, 1))
    assert [(one.label, one.in_compat, one.in_sound) for one in found] == [("left", True, False), ("right", True, False)]
    assert all("contradict" in one.why for one in found)


def test_theories_that_agree_have_no_differences() -> None:
    story = told((0, "left", 1), (0, "near", 1))
    assert compare(story, asked(0, 1)) == []


def test_what_is_not_covered_is_refused() -> None:
    with pytest.raises(UnsupportedQuestion):
        compare(told((0, "beside", 1)), asked(0, 1))


@pytest.mark.parametrize("property_set", ["PS2", "PS3", "PS4"])
def test_only_the_rules_of_spartun_can_be_unsound(property_set: str) -> None:
    story = told((0, "left", 1), (1, "left", 2))
    derivation = derive(story, asked(0, 2), property_set)
    assert derivation is not None
    assert unsound(story, derivation) == ()


def test_a_gap_between_two_regions_keeps_them_apart() -> None:
    """What is between them has an extent, so that they cannot touch; SpaRTUN's rules never look at extents."""
    story = told((0, "left", 1), (1, "left", 2))
    found = compare(story, asked(0, 2))
    assert [(one.label, one.in_compat, one.in_sound) for one in found] == [("outside", False, True)]
    assert found[0].why == "entailed by statement 0 (left: A, B), statement 1 (left: B, C)"
