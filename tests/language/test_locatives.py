"""Sentences about places and motions: every relation by reference and negation, motions, things, and refused wordings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qsr import stories
from qsr.errors import ParseError
from qsr.story import Story
from qsr.theories.locatives import text as locatives
from qsr.theories.locatives.text import words
from qsr.theories.locatives.text.reader import MOST_SENTENCES
from qsr.theories.locatives.text.sentences import sentence

#: A reference, and the entity it makes.
REFERENCES = [
    ("the old mill", "the old mill"),
    ("a barn", "a barn"),
    ("Ann Lee", "Ann Lee"),
    ("Ann's mill", "Ann's mill"),
    ("your mill", "your mill"),
]


def claims(story: Story) -> list[tuple[str, tuple[str, ...], bool, str]]:
    """Return statements as relation, names, denial and time."""
    return [
        (
            one.relation,
            tuple(story.entities[thing] for thing in one.args),
            bool(one.property("negated", False)),
            one.property("when"),
        )
        for one in story.statements
    ]


@pytest.mark.parametrize("preposition", [one for one in words.prepositions() if one != "far from"])
@pytest.mark.parametrize(("reference", "name"), REFERENCES)
@pytest.mark.parametrize("verb", ["is", "is not", "isn't", "was", "wasn't", "is standing"])
def test_a_place(preposition: str, reference: str, name: str, verb: str) -> None:
    story = locatives.read([f"The key {verb} {preposition} {reference}."])
    relation = words.prepositions()[preposition]
    names = (name, "The key") if relation.startswith("-") else ("The key", name)
    when = "then" if verb.startswith("was") else "now"
    assert claims(story) == [(relation.removeprefix("-"), names, "n't" in verb or "not" in verb, when)]
    assert story.statements[0].span == (0, len(story.text))


def test_far_is_not_denied_by_not_far() -> None:
    assert claims(locatives.read(["Ben is far from the inn"])) == [("far", ("Ben", "the inn"), False, "now")]
    assert claims(locatives.read(["Ben isn't far from the inn"])) == [("far", ("Ben", "the inn"), True, "now")]


PLACES = [
    ("between the mill and the barn", "between", ("The key", "the mill", "the barn")),
    ("to the left of the mill from Ann", "view left", ("The key", "the mill", "Ann")),
    ("to the right of the mill from Ann", "view right", ("The key", "the mill", "Ann")),
    ("across the lane from the mill", "across", ("The key", "the mill", "the lane")),
    ("through the wood from the mill", "across", ("The key", "the mill", "the wood")),
    ("past the pond from the mill", "across", ("The key", "the mill", "the pond")),
    ("around the corner from the mill", "around", ("The key", "the mill")),
    ("on Ann's left", "own left", ("The key", "Ann")),
    ("on the mill's right", "own right", ("The key", "the mill")),
]


@pytest.mark.parametrize(("place", "relation", "names"), PLACES)
@pytest.mark.parametrize("denied", [False, True])
def test_a_place_of_several_things(place: str, relation: str, names: tuple[str, ...], denied: bool) -> None:
    story = locatives.read([f"The key is {'not ' if denied else ''}{place}"])
    assert claims(story) == [(relation, names, denied, "now")]


def test_several_figures_are_several_statements() -> None:
    story = locatives.read(["The cup, ".replace(", ", " and ") + "the jug and the can are on the tray"])
    assert claims(story) == [("on", (name, "the tray"), False, "now") for name in ("The cup", "the jug", "the can")]
    story = locatives.read(["The cup and the jug were on opposite sides of the wall"])
    assert claims(story) == [("across", ("The cup", "the jug", "the wall"), False, "then")]


AT, IN, ON = "at", "in", "on"
MOTIONS = [
    ("went into the barn", [(IN, True, "start"), (IN, False, "end")]),
    ("has walked onto the barn", [(ON, True, "start"), (ON, False, "end")]),
    ("ran out of the barn", [(IN, False, "start"), (IN, True, "end")]),
    ("fell off the barn", [(ON, False, "start"), (ON, True, "end")]),
    ("drove from the barn", [(AT, False, "start"), (AT, True, "end")]),
    ("had cycled to the barn", [(AT, True, "start"), (AT, False, "end")]),
    ("rode through the barn", [(IN, False, "way")]),
    ("climbed through the window", [(AT, False, "way")]),
    ("ran across the street", [(ON, False, "way")]),
    ("ran across the garden", [(IN, False, "way")]),
    ("ran past the barn", [("near", False, "way"), (IN, True, "all")]),
    ("ran by the barn", [("near", False, "way")]),
    ("ran towards the barn", [("towards", False, "end")]),
    ("left the barn", [(IN, False, "start"), (IN, True, "end")]),
    ("has entered the barn", [(IN, True, "start"), (IN, False, "end")]),
    ("came from the barn", [(AT, False, "start")]),
    ("did not come from the barn", [(AT, True, "all")]),
]


@pytest.mark.parametrize(("words_of", "expected"), MOTIONS)
def test_a_motion(words_of: str, expected: list[tuple[str, bool, str]]) -> None:
    story = locatives.read([f"Ben {words_of}."])
    assert [(relation, denied, when) for relation, _, denied, when in claims(story)] == expected
    assert all(names[0] == "Ben" for _, names, _, _ in claims(story))
    assert {one.property("moved") for one in story.statements} == {(0,)}


DONE = [
    ("Ben put the cup under the bed", [("above", ("the bed", "the cup"), "end")], ("the cup",)),
    ("Ben hid the cup in the bed", [("in", ("the cup", "the bed"), "end")], ("the cup",)),
    (
        "Ben threw the cup onto the bed",
        [("on", ("the cup", "the bed"), "start"), ("on", ("the cup", "the bed"), "end")],
        ("the cup",),
    ),
    (
        "Ben brought Eve from the inn",
        [("at", (who, "the inn"), when) for who in ("Ben", "Eve") for when in ("start", "end")],
        ("Ben", "Eve"),
    ),
    ("Ben met Eve at the inn", [("at", ("Ben", "the inn"), "then"), ("at", ("Eve", "the inn"), "then")], ()),
    ("Ben saw Eve at the inn", [("at", ("Eve", "the inn"), "then")], ()),
    ("Ben saw Eve from the roof", [("on", ("Ben", "the roof"), "then")], ()),
    ("Ben saw Eve through the gate", [("across", ("Ben", "Eve", "the gate"), "then")], ()),
    ("Ben praised Eve at the inn", [("at", ("Ben", "the inn"), "then")], ()),
    ("Ben is calling from the garden", [("in", ("Ben", "the garden"), "now")], ()),
    ("Ben was sleeping in the garden", [("in", ("Ben", "the garden"), "then")], ()),
]


@pytest.mark.parametrize(("text", "expected", "moved"), DONE)
def test_what_somebody_does(text: str, expected: list, moved: tuple[str, ...]) -> None:
    story = locatives.read([text])
    assert [(relation, names, when) for relation, names, _, when in claims(story)] == expected
    assert {tuple(story.entities[thing] for thing in one.property("moved", ())) for one in story.statements} == {moved}


def test_whoever_leaves_a_thing_is_no_more_with_it() -> None:
    story = locatives.read(["Ben has left the bag at the inn"])
    assert ("with", ("Ben", "the bag"), True, "end") in claims(story)
    assert ("at", ("the bag", "the inn"), False, "end") in claims(story)


def test_a_way_in_two_parts() -> None:
    story = locatives.read(["Ben flew from Rome to Oslo, and then to Kyiv"])
    assert [(names[1], denied, when) for _, names, denied, when in claims(story)] == [
        ("Rome", False, "start"),
        ("Rome", True, "end"),
        ("Oslo", True, "start"),
        ("Oslo", False, "way"),
        ("Oslo", True, "end"),
        ("Kyiv", True, "way"),
        ("Kyiv", True, "start"),
        ("Kyiv", False, "end"),
    ]


def test_names_that_something_is_in_are_places() -> None:
    story = locatives.read(["Ben drove to Oslo. ".strip(), "Oslo is in Norway"])
    assert [relation for relation, *_ in claims(story)] == ["in", "in", "in"]
    story = locatives.read(["Ben drove to Oslo"], "Ben is at Oslo")
    assert [relation for relation, *_ in claims(story)] == ["at", "at"]


REFUSED = [
    ("Ben is in debt", "debt"),
    ("Ben is in the picture", "the picture"),
    ("Ben is in the morning", "the morning"),
    ("Ben is almost in the barn", "almost"),
    ("Ben walked into the barn twice", "twice"),
    ("Ben slowly walked into the barn", "slowly"),
    ("Ben wanted to be in the barn", "wanted"),
    ("Nobody is in the barn", "Nobody"),
    ("Every boy is in the barn", "Every"),
    ("The boy in the barn is in the inn", "in"),
    ("He is in the barn", "He"),
    ("Ben or Eve is in the barn", "or"),
    ("Ben and Eve are not in the barn", "Eve"),
    ("Ben, Eve and Sue were on opposite sides of the barn".replace(",", " and"), "the barn"),
    ("The cable ran from the inn to the barn", "The cable"),
    ("Ben walked over the hill", "the hill"),
    ("Ben ran across the mill", "the mill"),
    ("Ben ran to the north", "the north"),
    ("Ben saw Eve", "Ben saw Eve"),
    ("Ben did not walk to the inn", "walk"),
    ("Ben is not far from the inn", "not far from"),
    ("Is Ben in the barn?", "Is Ben in the barn?"),
    ("Ben is in the barn; so", ";"),
    ("", ""),
]


@pytest.mark.parametrize(("text", "part"), REFUSED)
def test_what_says_more_than_places_is_refused_with_its_words(text: str, part: str) -> None:
    with pytest.raises(ParseError) as caught:
        locatives.read(["The inn is on the hill", text])
    assert caught.value.line == 2
    assert caught.value.text[caught.value.start : caught.value.end] == part


HYPOTHESES = [
    ("Ben went into the barn", "Ben ran into the barn"),
    ("Ben went into the barn", "Eve went into the barn"),
    ("Ben went into the barn", "Ben put the cup in the barn"),
    ("Ben went into the barn", "Ben went past the barn"),
    ("Ben is in the barn", "Ben went into the barn"),
    ("Ben is in the barn", "Ben met Eve in the barn"),
]


@pytest.mark.parametrize(("premise", "hypothesis"), HYPOTHESES)
def test_a_hypothesis_that_says_more_is_refused(premise: str, hypothesis: str) -> None:
    with pytest.raises(ParseError, match="not covered") as caught:
        locatives.read([premise], hypothesis)
    assert caught.value.line == 2


def test_a_hypothesis_may_be_a_question() -> None:
    for hypothesis in ("Ben is not in the barn.", "Is Ben not in the barn?"):
        (question,) = locatives.read(["Eve is in the barn"], hypothesis).questions
        assert dict(question.properties)["claims"] == (("in", (2, 1), True, "now"),)
        assert (question.form, question.candidates, question.args) == ("yes_no", ("in",), (2, 1))


def test_a_more_general_verb_names_the_same_motion() -> None:
    for hypothesis in ("The cup went into the barn", "The cup entered the barn"):
        (question,) = locatives.read(["Ben threw the cup into the barn"], hypothesis).questions
        assert dict(question.properties)["moved"] == (0,)


def test_a_story_file() -> None:
    text = "theory: locatives\n# a comment\nThe key is in the box. Ben put the box under the bed.\n? The key is under the bed.\n"
    story = stories.parse_story(text)
    assert (story.entities, len(story.statements), len(story.questions)) == (("The key", "the box", "the bed"), 2, 1)
    assert story.quote(1) == "Ben put the box under the bed."
    more = stories.ask(story, "Is the key in the box?")
    assert more.statements == story.statements
    assert [one.candidates for one in more.questions] == [("above",), ("in",)]
    with pytest.raises(ParseError) as caught:
        stories.parse_story("theory: locatives\nThe key wugs.\n", file="a.story")
    assert (caught.value.line, caught.value.file) == (2, "a.story")


def test_long_texts_are_refused() -> None:
    with pytest.raises(ParseError, match="characters"):
        sentence("The key is in the " + "old " * 200 + "box")
    with pytest.raises(ParseError, match="words"):
        sentence("The key is in the " + "o " * 80 + "box")
    with pytest.raises(ParseError, match="sentences"):
        stories.parse_story("theory: locatives\n" + "The key is in the box.\n" * (MOST_SENTENCES + 1))


@given(
    st.lists(
        st.sampled_from(
            ["the", "key", "Ben", "is", "not", "in", "from", "to", "went", "left", "'s", "and", "between", ".", "?", ",", "put"]
        )
    )
)
def test_any_words_are_read_or_refused(chosen: list[str]) -> None:
    text = " ".join(chosen)
    try:
        story = locatives.read([text])
    except ParseError as error:
        fault = error
    else:
        assert story.statements
        return
    assert fault.message
    assert fault.start <= len(text)
