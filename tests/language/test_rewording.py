"""Wordings near a sentence that is not understood: each is read in its place, and none turns the sentence round."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qsr import stories
from qsr.errors import ParseError
from qsr.language.rewording import rewordings
from qsr.stories import form_of

BEFORE = "The cup is left of the pen. The jug is above the lamp."


def _near(sentence: str) -> list[str]:
    story = stories.parse_story(f"{BEFORE} {sentence}", lenient=True)
    return [one.sentence for span, _ in story.unread for one in form_of(story).rewordings_of(story, span)]


@pytest.mark.parametrize(
    ("sentence", "near"),
    [
        ("The mug is besdie the cup.", ["The mug is beside the cup."]),
        ("The mug glows next to the cup.", ["The mug is next to the cup."]),
        ("The mug was next to the cup.", ["The mug is next to the cup."]),
        ("The mug is oddly left of the cup.", ["The mug is left of the cup."]),
        ("The mug is in the sink with a splash.", ["The mug is in the sink."]),
        ("He is near the cup.", ["The jug is near the cup.", "The lamp is near the cup.", "The pen is near the cup."]),
        ("? Is the cup lft of the pen?", ["Is the cup left of the pen?"]),
        # What limits, denies or dates is not left out.
        ("The mug is nearly left of the cup.", []),
        ("The mug is now left of the cup.", []),
        ("The mug is perhaps left of the cup.", []),
        ("%", []),
    ],
)
def test_wordings_that_are_near(sentence: str, near: list[str]) -> None:
    assert _near(f"\n{sentence}") == near


WORDS = [
    "the cup",
    "the mug",
    "is",
    "isnt",
    "not",
    "lft",
    "left of",
    "on",
    "at",
    "oddly",
    "was",
    "it",
    "with care",
    "nver",
    "near",
]


@given(st.lists(st.sampled_from(WORDS), min_size=2, max_size=7).map(" ".join))
@settings(deadline=None, max_examples=60)
def test_every_wording_is_read_and_none_takes_a_denial_away(words: str) -> None:
    for one in _near(f"{words[0].upper()}{words[1:]}."):
        assert not stories.faults(f"{BEFORE} {one}")
        if {"isnt", "not"} & set(words.split()):
            assert "not" in one or "isn't" in one
        assert "nver" not in words or "nver" in one.lower()


def test_a_wording_is_tried_before_it_is_offered_and_not_too_many_are() -> None:
    tried: list[str] = []

    def reads(sentence: str) -> bool:
        tried.append(sentence)
        return False

    assert rewordings(f"{'It was oddly at it. ' * 20}", ["cup", "pen", "jug"], reads) == []
    assert 3 < len(tried) <= 60


def test_all_faults_are_told_at_once() -> None:
    text = "The mug seethes loudly.\nThe cup is left of the pen.\nThe jug is nearly above the pen. Where is Bob?"
    assert [(one.line, one.column) for one in stories.faults(text)] == [(1, 9), (3, 12), (3, 43)]
    with pytest.raises(ParseError) as caught:
        stories.parse_story(text)
    assert [caught.value.message, *(one.message for one in caught.value.others)] == [one.message for one in stories.faults(text)]
    assert stories.faults("The cup is left of the pen.") == []
    seats = "theory: seating\nAda, Bo and Cy sit in a row. Ada wugs at Bo. Cy snores."
    assert len(stories.faults(seats)) == 2


def test_no_word_of_a_grammar_is_told() -> None:
    for sentence in ("The mug.", "Mug.", "The mug is.", "The cup is above.", "Above the cup the mug sings.", "the the the"):
        for fault in stories.faults(f"{BEFORE} {sentence}"):
            assert "expected" not in fault.message
            assert not any(word.isupper() and len(word) > 1 for word in fault.message.split())
