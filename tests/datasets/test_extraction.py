from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qsr import relations
from qsr.datasets.free_text.extraction import bare_directions, read_directions, read_path, read_yes_no

WORDS = {
    "left": "left",
    "right": "right",
    "above": "above",
    "below": "below",
    "upper-left": "above+left",
    "south-east": "below+right",
}


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("left", "left"),
        (" Above.", "above"),
        ("above-left", "above+left"),
        ("above and slightly to the left", "above+left"),
        ("**Answer:** lower right", "below+right"),
        ('{"answer": "west"}', "left"),
        ("\\boxed{upper-right}", "above+right"),
        ("Reasoning: P is left of Q. Q is below R.\nAnswer: upper-left.", "above+left"),
        ("P is below and to the left of Q.", "below+left"),
        ("Q sits to the lower right of P.", "above+left"),
        ("Q is above P, so P is below Q.", "below"),
        ("P is below Q because Q is above P.", "below"),
        ("P is not left of Q but right of Q.", "right"),
        ("The relation of P to Q is upper left.", "above+left"),
        ("Relative to Q, P hovers to the north.", "above"),
        ("That's right, P lies left of Q.", "left"),
        ("It is right above Q.", "above"),
        ("P and Q overlap.", "overlapping"),
        ("They're at the same position.", "overlapping"),
        ("P sits at 3 o'clock from Q.", "right"),
    ],
)
def test_a_direction_is_found(text: str, meant: str) -> None:
    reading = read_directions(text, "P", "Q")
    assert reading.value == frozenset(relations.parts(meant)), reading
    assert not reading.abstained


@pytest.mark.parametrize(
    "text",
    [
        "There is not enough information to tell.",
        "The relation cannot be determined.",
        "Answer: unknown",
        "P is left of R. We don't know the relation of P to Q.",
        "undefined (there is no information about P and Q)",
        "It isn’t possible to say.",
    ],
)
def test_an_abstention_is_found(text: str) -> None:
    reading = read_directions(text, "P", "Q")
    assert reading.value is None
    assert reading.abstained


@pytest.mark.parametrize(
    "text", ["", "banana", "...", "The following holds.", "P is not left of Q.", "left or right", "left and right", "a leftover"]
)
def test_what_cannot_be_read_is_no_guess(text: str) -> None:
    reading = read_directions(text, "P", "Q")
    assert reading.value is None
    assert not reading.abstained


def test_the_last_answer_counts() -> None:
    assert read_directions("Answer: left. No, wait. Answer: right", "P", "Q").value == frozenset({"right"})


@given(
    st.sampled_from(sorted(WORDS)),
    st.sampled_from(["{0} is {2} of {1}.", "So {0} stands {2} of {1}.", "Answer: {0} is located {2} of {1}"]),
)
def test_turning_a_sentence_round_turns_the_reading_round(word: str, form: str) -> None:
    forwards = read_directions(form.format("P", "Q", word), "P", "Q").value
    backwards = read_directions(form.format("Q", "P", word), "P", "Q").value
    assert forwards == frozenset(relations.parts(WORDS[word]))
    assert backwards == frozenset(relations.parts(relations.converse(WORDS[word])))


@given(st.text(max_size=300), st.text(min_size=1, max_size=8), st.text(min_size=1, max_size=8))
def test_no_text_makes_the_reading_fail(text: str, head: str, tail: str) -> None:
    reading = read_directions(text, head, tail)
    if isinstance(reading.value, frozenset):
        assert reading.value
        assert not any(relations.CONVERSE[label] in reading.value for label in reading.value - {relations.OVERLAPPING})
    read_yes_no(text)
    read_path(text)


def test_only_a_bare_direction_is_a_label() -> None:
    assert bare_directions("to the upper left") == frozenset({"above", "left"})
    assert bare_directions("left of the box") is None
    assert bare_directions("leftmost") is None


@pytest.mark.parametrize(
    ("text", "value"),
    [("yes", "yes"), ("No, it is not.", "no"), ("Answer: True", "yes"), ("yes and no", None), ("now", None), ("yesterday", None)],
)
def test_yes_and_no(text: str, value: str | None) -> None:
    assert read_yes_no(text).value == value


@pytest.mark.parametrize(
    ("text", "value"), [("s,s", "s,s"), ("Go south, then east.", "s,e"), ("Answer: n, w", "n,w"), ("It's far.", None)]
)
def test_paths(text: str, value: str | None) -> None:
    assert read_path(text).value == value


@pytest.mark.parametrize(
    "text", ["s or e", "Maybe south, then east.", "Not south, but east.", "If the door is open, go south.", "South?"]
)
def test_a_walk_that_is_not_firmly_said_is_none(text: str) -> None:
    assert read_path(text).value is None


@pytest.mark.parametrize("head", ["Mai", "May", "Will", "No", "Not"])
def test_a_name_is_no_function_word(head: str) -> None:
    assert read_directions(f"{head} is left of Otto.", head, "Otto").value == frozenset({"left"})
    assert read_directions(f"Otto is left of {head}.", head, "Otto").value == frozenset({"right"})
