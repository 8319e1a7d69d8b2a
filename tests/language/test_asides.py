"""Sentences that place nothing are passed over, and leaving them out never changes what is read."""

from __future__ import annotations

import re
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qsr.errors import ParseError
from qsr.language.prose.patterns import Patterns
from qsr.stories import parse_story
from said import said

INERT = [
    "It took all afternoon.",
    "The film was very long.",
    "A day ticket costs nine euros.",
    "Their father is asleep.",
    "My grandmother made all of them.",
    "I do not know whether it is raining at home.",
    "Nobody is late this time.",
    "Both of them get up early.",
    "Nobody has opened it for years.",
    "She waters her flowers every Monday.",
    "They are very heavy.",
    "We all love it.",
    "Tom likes chess and hates football.",
    "My sister does not care.",
    "The soup tastes good, but it is expensive.",
    "I have always liked that house.",
    "She is proud of her garden.",
    "I am not sure who owns the boat.",
    "It was a lovely day.",
    "She wants to learn Spanish.",
    "The walls are very thick and the rooms are cool.",
    "He dusts the shelves every Friday.",
    "They eat fish on Fridays.",
    "The cellar smells of mushrooms.",
    "Both are varnished green.",
    "All of us cycle to school.",
    "The kettle is humming.",
    "It gets rather dark in November.",
    "The library opens at ten.",
    "It was a farewell gift.",
    "Nobody has moved it since.",
    "Nothing else happened.",
    "The truck will drive to the quarry next week.",
    "Guests should wait in the lobby.",
    "My uncle is going to sell it.",
    "The manager would not tell us why.",
]
#: What tells where something is although it is told of later, or to who is shown the way.
TOLD = [
    "You will pass the pump on your left.",
    "The cup should be behind the jug.",
    "If it rains, the cup will be on the shelf.",
    "Ann will come, and the lamp is left of the pen.",
]
PLACING = [
    "The cup is left of the pen.",
    "The pen is left of the jug.",
    "The lamp is above the table.",
    "The bakery is near the bank.",
    "The red box is behind the lamp.",
]


@pytest.mark.parametrize("sentence", INERT)
def test_a_sentence_that_places_nothing_is_passed_over(sentence: str) -> None:
    story = parse_story(f"The cup is left of the pen. {sentence}")
    assert said(story) == ["left(cup, pen)"]
    assert [story.text[start:end] for start, end in story.asides] == [sentence]


@pytest.mark.parametrize("sentence", TOLD)
def test_what_may_tell_where_something_is_is_not_passed_over(sentence: str) -> None:
    try:
        story = parse_story(f"The cup is left of the pen. {sentence}")
    except ParseError:
        return
    assert not story.asides


def test_a_text_that_only_has_such_sentences_says_nothing() -> None:
    with pytest.raises(ParseError):
        parse_story("It took all afternoon.")


@settings(max_examples=60, deadline=None)
@given(st.permutations(PLACING), st.lists(st.tuples(st.sampled_from(INERT), st.integers(1, 5)), min_size=1, max_size=4))
def test_leaving_it_out_changes_nothing(placing: list[str], beside: list[tuple[str, int]]) -> None:
    text = list(placing)
    for sentence, place in beside:
        text.insert(place, sentence)
    story, without = parse_story(" ".join(text)), parse_story(" ".join(placing))
    assert said(story) == said(without)
    assert story.entities == without.entities


def test_it_means_the_same_behind_a_sentence_that_names_nothing() -> None:
    story = parse_story("There is a desk in front of the window. It is very heavy, but we love it. It is left of the bed.")
    assert said(story)[-1] == "left(desk, bed)"


def test_it_is_refused_behind_a_sentence_that_names_something() -> None:
    with pytest.raises(ParseError):
        parse_story("There is a desk in front of the window. My aunt has always liked her cat. It is left of the bed.")


PARTS = [
    ("The jars stand on the shelf because my aunt likes them there.", ["above(jars, shelf)"], "because my aunt likes them there"),
    ("The inn is near the school, and my aunt likes it.", ["near(inn, school)"], ", and my aunt likes it"),
    ("The road is left of the river, which is perfectly straight.", ["left(road, river)"], ", which is perfectly straight"),
    ("The mugs, which are very old, are left of the jug.", ["left(mugs, jug)"], ", which are very old,"),
    ("A heron is standing near the bridge and watching.", ["near(heron, bridge)"], "and watching"),
    ("Tom sits next to Ann, reading a book.", ["near(Tom, Ann)"], ", reading a book"),
    ("The cheese is under the stairs to keep it cool.", ["below(cheese, stairs)"], "to keep it cool"),
    ("Because they are heavy, the jars stand on the shelf.", ["above(jars, shelf)"], "Because they are heavy,"),
    ("The key is under the mat, but nobody knows it.", ["below(key, mat)"], ", but nobody knows it"),
    ("The cup is left of the pen and the jug is very heavy.", ["left(cup, pen)"], "and the jug is very heavy"),
]


@pytest.mark.parametrize(("text", "meant", "part"), PARTS)
def test_a_part_that_places_nothing_is_passed_over(text: str, meant: list[str], part: str) -> None:
    story = parse_story(text)
    assert said(story) == meant
    assert [story.text[start:end].strip() for start, end in story.asides] == [part]


@given(st.lists(st.sampled_from(["DN", "A", "V", "N", "P", "DP"]), max_size=6), st.sampled_from(["S", "NP", "TWO"]))
def test_a_form_is_matched_as_by_a_regular_expression(letters: list[str], name: str) -> None:
    forms = {"NP": "DA*N|P", "S": "{NP}V{NP}?", "TWO": "({NP}|V)({NP}|A*)"}
    written = {"NP": "DA*N|P", "S": "(?:DA*N|P)V(?:DA*N|P)?", "TWO": "(?:DA*N|P|V)(?:DA*N|P|A*)"}
    spelled = ("".join(word) for word in product(*letters))
    assert Patterns(forms).has(letters, name) == any(re.fullmatch(written[name], word) is not None for word in spelled)
