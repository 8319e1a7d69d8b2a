"""The reader of SpartQA's English: what sentences state, what phrases mean, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qsr import stories
from qsr.errors import ParseError
from qsr.story import Story


def read(text: str) -> Story:
    return stories.whole_story(text, (("theory", "spartqa"),))


def said(text: str) -> list[str]:
    story = read(text)
    return [f"{one.relation}: {', '.join(story.entities[index] for index in one.args)}" for one in story.statements]


@pytest.mark.parametrize(
    ("text", "states"),
    [
        ("Block B is left of A and above C.", ["left: block B, block A", "above: block B, block C"]),
        ("Blocks B and C are above A.", ["above: block B, block A", "above: block C, block A"]),
        ("Block A is below and C is above B.", ["below: block A, block B", "above: block C, block B"]),
        ("We have two blocks. Lets call them A and B. Above block A we have block B.", ["above: block B, block A"]),
        (
            "Finally, there is block C above both blocks A and B and block D is below it.",
            ["above: block C, block A", "above: block C, block B", "below: block D, block C"],
        ),
        ("There is one block. It has a star. We call it K.", ["inside: star in block K, block K"]),
        (
            "Block A is above B. It has a star. Then, there is block B with a big star in it. It is near to a square.",
            [
                "above: block A, block B",
                "inside: star in block A, block A",
                "inside: big star in block B, block B",
                "inside: square in block B, block B",
                "near: big star in block B, square in block B",
            ],
        ),
        (
            "Two red stars and one circle are in block A. Below red star number two there is the circle.",
            [
                "inside: red star number one in block A, block A",
                "inside: red star number two in block A, block A",
                "inside: circle in block A, block A",
                "below: circle in block A, red star number two in block A",
            ],
        ),
        (
            "Block A has a star. There is a square touching the top edge of this block. This shape is near and left of a star.",
            [
                "inside: star number one in block A, block A",
                "inside: square in block A, block A",
                "edge:top: square in block A, block A",
                "inside: star number two in block A, block A",
                "near: square in block A, star number two in block A",
                "left: square in block A, star number two in block A",
            ],
        ),
    ],
)
def test_what_sentences_state(text: str, states: list[str]) -> None:
    assert said(text) == states


def test_it_behind_a_landmark_is_the_landmark() -> None:
    text = (
        "Block A has a star, a circle and a square. The star is above the circle. The square is below the circle and near to it."
    )
    assert said(text)[-1] == "near: square in block A, circle in block A"


def test_a_relative_clause_states_or_tells_apart() -> None:
    start = "Block A has a small star, a big star and a square. "
    states = said(f"{start}The square which is below the small star is near to the big star.")[3:]
    assert states == ["below: square in block A, small star in block A", "near: square in block A, big star in block A"]
    text = f"{start}The big star is below the square. The star which is below the square is left of a circle."
    assert said(text)[-1] == "left: big star in block A, circle in block A"
    many = said(f"{start}The square is below a circle which is above the small star and the big star.")[3:]
    assert many[1:] == [
        "above: circle in block A, small star in block A",
        "above: circle in block A, big star in block A",
        "below: square in block A, circle in block A",
    ]


def test_it_has_is_of_the_block_that_was_just_brought_in() -> None:
    start = "We have three blocks, A, B and C. Block A has a star. Block B has a star. "
    assert (
        said(f"{start}Block C is above block A. Block B is left of it. It has a square.")[-1]
        == "inside: square in block C, block C"
    )
    assert said(f"{start}Block A is left of block C. It has a square.")[-1] == "inside: square in block A, block A"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Block A has two stars. The star is near to a circle.", "several things"),
        ("Block A has a star. The circle is near to the star.", "nothing that the story has introduced"),
        ("Block A has a star and a circle. It is near to a square.", "'it' can mean 2 things"),
        ("A star is near to a circle.", "which block"),
        ("We have two blocks, A and B. Block C has a star.", "no block C"),
        ("There are two blocks, A, B and C.", "2 different names"),
        ("Block A has a star. Block A is above the star.", "a block and a thing"),
        ("Block A has a circle. Block B has a star. The star is in block A.", "another block"),
        ("Block A has a star. All circles are above the star.", "which things"),
        ("Block A has a star. The star is below a circle which is above a square and left of a triangle.", "more than one way"),
        ("Block A has a star. The star is not above a circle.", "'not'"),
        ("Block A has a star or a circle.", "'or'"),
        ("Block A has stars.", "how many things"),
        ("Block A has nine stars and two stars.", "at most 10"),
        ("Block A has a star. The stars are above a circle.", "how many things"),
        ("Block A is above B. These blocks are left of C.", "which blocks"),
        ("Block A has at least two stars.", "'at'"),
        ("Block A had a star.", "'had'"),
        ("Block A has a star. The star is near to a circle which is above it.", "in a relative clause"),
        (
            "Block A has a star and a circle. A square is near to the star and the circle and above it.",
            "'it' can mean|more than one",
        ),
        ("There are two blocks, A and B. Blocks A and B are above C. It has a star.", "no block C|which block"),
        ("Block A has a star. The star is near the left edge of this block.", "'touching'"),
    ],
)
def test_what_is_refused(text: str, fault: str) -> None:
    with pytest.raises(ParseError, match=fault):
        read(text)


@pytest.mark.parametrize(
    ("question", "fault"),
    [
        ("Is the triangle above the star?", "nothing that this can mean"),
        ("What is the relation between the star and the square?", "2 things"),
        ("What is the relation between a star and the square?", "several things"),
        ("Is the star above the square?", "2 things"),
        ("Is the thing that is above all stars near to a star?", "'the' or 'any'"),
        ("Which square is above a star? the red star or the blue star?", "'which object'"),
        ("What is the relation between the square and the square?", "two different things"),
        ("Which object is above the square? the red star or the red star?", "different things"),
        ("Which blocks don't have two stars?", "'the', 'any' or 'all'"),
        ("Is the square not above a star?", "'not'"),
        ("Is it above a star?", "'the', 'any' or 'all'"),
    ],
)
def test_questions_that_are_refused(question: str, fault: str) -> None:
    story = read("Block A has a red star, a blue star and a square.")
    with pytest.raises(ParseError, match=fault):
        stories.ask(story, question)


def test_a_fault_has_its_place_in_the_story() -> None:
    with pytest.raises(ParseError) as fault:
        read("Block A has a star.\nThe circle is near to the star.")
    assert fault.value.text[fault.value.start : fault.value.end] == "The circle"


def test_questions_can_be_left_out_and_sentences_cannot() -> None:
    text = "theory: spartqa\nBlock A has a star.{}\n? Is it round?\n? Which blocks have a star?"
    story = stories.parse_story(text.format(""), lenient=True)
    assert [one.text for one in story.questions] == ["Which blocks have a star?"]
    assert len(story.unread) == 1
    with pytest.raises(ParseError, match="'smells'"):
        stories.parse_story(text.format(" It smells."), lenient=True)


KINDS = st.tuples(st.sampled_from(["small", "big"]), st.sampled_from(["red", "blue"]), st.sampled_from(["star", "square"]))
RELATIONS = {"to the left of": "left", "above": "above", "near to": "near", "far from": "far", "touching": "touching"}


@settings(deadline=None, derandomize=True, max_examples=60)
@given(st.lists(KINDS, min_size=2, max_size=5, unique=True), st.data())
def test_every_wording_of_a_relation_states_it(things: list[tuple[str, str, str]], data: st.DataObject) -> None:
    names = [" ".join(one) for one in things]
    head, tail = data.draw(st.permutations(names))[:2]
    words, relation = data.draw(st.sampled_from(sorted(RELATIONS.items())))
    said_so = data.draw(
        st.sampled_from(
            [
                f"The {head} is {words} the {tail}.",
                f"{words.capitalize()} the {tail} is the {head}.",
                f"{words.capitalize()} the {tail} there is the {head}..",
                f"The {head} which is {words} the {tail} is touching the top edge of this block.",
            ]
        )
    )
    listed = ", ".join(f"a {name}" for name in names[:-1]) + f" and one {names[-1]}"
    assert f"{relation}: {head} in block A, {tail} in block A" in said(f"Block A contains {listed}. {said_so}")
