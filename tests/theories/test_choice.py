"""Which theory a story chooses, and what is said where another one decides otherwise."""

from __future__ import annotations

import pytest

import qsr
from qsr import api, theories


@pytest.mark.parametrize(
    ("text", "theory"),
    [
        ("The cup is left of the pen.\n? Is the pen right of the cup?", "exact"),
        ("The cup is near the pen.\n? Is the pen near the cup?", "sound"),
        ("The cup is left of the pen.\n? Is the pen far from the cup?", "sound"),
        ("The cup is 2 units left of the pen.\n? Is the pen near the cup?", "separate"),
        ("theory: exact\nThe cup is near the pen.\n? Is the pen near the cup?", "exact"),
        ("theory: objects: points\nThe cup is left of the pen.\n? Is the pen right of the cup?", "exact"),
    ],
)
def test_the_words_of_a_story_choose_its_theory(text: str, theory: str) -> None:
    story = qsr.parse(text)
    assert theories.chosen(story) == theory
    assert qsr.solve(story).theory == theory
    assert qsr.solve(story, theory="auto").theory == theory
    assert api.theory_of(story).name == theory


def test_an_answer_about_near_things_is_given_without_naming_a_theory() -> None:
    assert qsr.solve("The cup is near the pen.", "Is the pen near the cup?").value == "yes"
    assert qsr.solve("The cup is near the pen.", "Is the pen near the cup?", theory="exact").status == "not_covered"


def test_both_answers_are_shown_where_two_theories_fit_and_disagree() -> None:
    # Two points that are level on both axes are in one place; regions need not be.
    story = qsr.parse("A is not left of B. B is not left of A. A is not above B. B is not above A.")
    answer = qsr.solve(story, "Is A outside B?")
    plain = qsr.solve(story, "Is A outside B?", theory="exact")
    other = qsr.solve(story, "Is A outside B?", theory="sound")
    assert (plain.value, other.value, answer.value) == ("no", "unknown", "no")
    assert [one.theory for one in answer.alternatives] == ["sound"]
    assert not plain.alternatives
