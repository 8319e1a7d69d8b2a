"""Story files: comments, settings, questions, references, errors with their places."""

from __future__ import annotations

import pytest

from qsr import stories
from qsr.errors import ParseError
from qsr.language import english
from qsr.story import Story

STORY = """theory: exact, objects: points, relations: complete  # how to read it
# a comment line; The pen is left of the cup.
The mug is left of the lamp. The lamp, "no # comment", and the book are above the desk.
The desk sits
  two units right of the mug.

? Where is the mug relative to the desk?
Is the lamp above the desk?
"""


def test_a_story_file() -> None:
    story = stories.parse_story(STORY, file="room.story")
    assert story.settings == (("theory", "exact"), ("objects", "points"), ("relations", "complete"))
    assert story.entities == ("mug", "lamp", "no # comment", "book", "desk")
    assert [(s.relation, s.args) for s in story.statements] == [
        ("left", (0, 1)),
        ("above", (1, 4)),
        ("above", (2, 4)),
        ("above", (3, 4)),
        ("right", (4, 0)),
    ]
    assert story.quote(4) == "The desk sits two units right of the mug."
    assert [(q.form, q.args, q.candidates) for q in story.questions] == [("relation", (0, 4), ()), ("yes_no", (1, 4), ("above",))]
    assert story.questions[1].text == "Is the lamp above the desk?"
    assert story.file == "room.story"


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("The cup is left of the pen.\nThe pen stands.", 2, 15, "breaks off before"),
        ("theory: exact, colour: blue\nThe cup is left of the pen.", 1, 16, "objects: points"),
        ("The cup is left of the pen.\n? Where is the mug relative to the pen?", 2, 12, "does not mention 'mug'"),
        ("The cup is left of the pen. The cup", 1, 36, "breaks off"),
        (
            "The red cup is left of the pen. The blue cup is right of the pen. The cup is below the tray.",
            1,
            67,
            "'red cup', 'blue cup'",
        ),
        ("The cup is left of the pen. The red cup is above the pen.", 1, 29, "is 'red cup' the 'cup' of before"),
        ("A cup is left of the pen. A cup is right of the pen. The cup is above B.", 1, 54, "'cup' could be 'cup 1' or 'cup 2'"),
        ("The box contains a pen. It is above B and left of C.", 1, 25, "'it' could be 'box' or 'pen'"),
        ("The cup is left of \u202ethe pen.", 1, 20, "cannot stand here"),
    ],
)
def test_errors_say_where(text: str, line: int, column: int, words: str) -> None:
    with pytest.raises(ParseError, match=words) as caught:
        stories.parse_story(text, file="a.story")
    assert (caught.value.line, caught.value.column) == (line, column)
    assert str(caught.value).startswith(f"a.story:{line}:{column}: ")
    assert "^" in str(caught.value)


def test_lenient_reading_skips_and_says_what() -> None:
    text = "The cup is left of the pen. The pen wugs. The pen is left of the box.\n? Where is Ann?\n? Is the cup left of the box?"
    story = stories.parse_story(text, lenient=True)
    assert len(story.statements) == 2
    assert [text[start:end] for (start, end), _ in story.unread] == ["The pen wugs.", "Where is Ann?"]
    assert all(reason for _, reason in story.unread)
    assert [q.text for q in story.questions] == ["Is the cup left of the box?"]


def test_a_refused_sentence_leaves_no_entity_behind() -> None:
    story = stories.parse_story("The cup is left of the pen. The jug is left of him.", lenient=True)
    assert story.entities == ("cup", "pen")


def test_references() -> None:
    story = stories.parse_story(
        "The small red cup is left of the plate. The red cup is below the jug. The plate is above the tray. "
        "It is right of the plate. The jug is left of it and the plate. "
        "Chair number two is left of the desk. The chair 2 is below the jug."
    )
    assert story.entities == ("small red cup", "plate", "jug", "tray", "Chair number two", "desk")
    assert [s.args for s in story.statements] == [(0, 1), (0, 2), (1, 3), (3, 1), (2, 3), (2, 1), (4, 5), (4, 2)]


def test_a_word_in_capitals_is_a_name_like_any_noun() -> None:
    story = stories.parse_story(
        "KX is above KY. The object KY is NOT left of the TV. TV is below the object TV stand. The agent TV is above Z9."
    )
    assert story.entities == ("KX", "KY", "TV", "object TV stand", "Z9")
    assert [(s.args, bool(s.property("negated"))) for s in story.statements] == [
        ((0, 1), False), ((1, 2), True), ((2, 3), False), ((2, 4), False)
    ]  # fmt: skip
    for text, words in (
        ("KX is above KY. The red KX is above KY.", "'KX' of before"),
        ("KXYZ is above KY. OTHER is above KY.", "OTHER"),
    ):
        with pytest.raises(ParseError, match=words):
            stories.parse_story(text)


def test_a_question_is_refused_however_often_it_is_asked() -> None:
    for _ in range(2):
        with pytest.raises(ParseError, match="nearly"):
            stories.parse_story("KX is above KY.\n? Is KX nearly above KY?")


def test_a_question_may_be_added() -> None:
    story = stories.parse_story("The cup is left of the pen.")
    longer = english.ask(story, "Is the pen 2 units right of the cup?")
    assert longer.statements == story.statements
    (question,) = longer.questions
    assert (question.form, question.args, question.candidates, dict(question.properties)) == (
        "yes_no",
        (1, 0),
        ("right",),
        {"distance": (2,)},
    )
    assert longer.text[question.span[0] : question.span[1]] == question.text
    with pytest.raises(ParseError, match="does not mention"):
        english.ask(story, "Is the jug right of the cup?")


@pytest.mark.parametrize(
    ("question", "form", "args", "candidates"),
    [
        ("Where is the cup relative to the pen?", "relation", (0, 1), ()),
        ("Where is the cup located with respect to the pen?", "relation", (0, 1), ()),
        ("What is the relation of the cup to the pen?", "relation", (0, 1), ()),
        ("What is the spatial relationship between the cup and the pen?", "relation", (0, 1), ()),
        ("What is the position of the cup relative to the pen?", "relation", (0, 1), ()),
        ("In which direction is the cup from the pen?", "relation", (0, 1), ()),
        ("Where's the cup relative to the pen?", "relation", (0, 1), ()),
        ("What is the cup's position relative to the pen?", "relation", (0, 1), ()),
        ("What is the cup's relation to the pen?", "relation", (0, 1), ()),
        ("On which side of the pen is the cup?", "relation", (0, 1), ()),
        ("Relative to the pen, where is the cup?", "relation", (0, 1), ()),
        ("Is the cup left of the pen?", "yes_no", (0, 1), ("left",)),
        ("Is the cup to the upper left of the pen?", "yes_no", (0, 1), ("above+left",)),
        ("Is the cup above and to the left of the pen?", "yes_no", (0, 1), ("above+left",)),
        ("Is the cup located at 4 o'clock from the pen?", "yes_no", (0, 1), ("below+right",)),
        ("Does the cup contain the pen?", "yes_no", (0, 1), ("contains",)),
        ("Do the cup and the pen overlap?", "yes_no", (0, 1), ("overlapping",)),
        ("Are the cup and the pen near each other?", "yes_no", (0, 1), ("near",)),
        ("Is the cup near the pen?", "yes_no", (0, 1), ("near",)),
        ("How do you go from the cup to the pen?", "path", (0, 1), ()),
    ],
)
def test_questions(question: str, form: str, args: tuple[int, int], candidates: tuple[str, ...]) -> None:
    story = stories.parse_story(f"The cup is left of the pen.\n? {question}")
    (asked,) = story.questions
    assert (asked.form, asked.args, asked.candidates) == (form, args, candidates)


@pytest.mark.parametrize(
    "question",
    [
        "Is the cup left?",
        "Why is the cup left of the pen?",
    ],
)
def test_questions_that_are_refused(question: str) -> None:
    with pytest.raises(ParseError):
        stories.parse_story(f"The cup is left of the pen. The jug is above the pen.\n? {question}")


def kinds(story: Story) -> list[tuple[str | None, ...]]:
    return [statement.property("kinds", ()) for statement in story.statements]


@pytest.mark.parametrize(
    "declaration",
    ["Consider the tower as a point.", "Treat the tower as a point.", "The tower is a point."],
)
def test_a_story_may_say_what_it_takes_a_thing_for(declaration: str) -> None:
    """Before or after what it says of the thing, and in questions."""
    said = "The tower is left of the church. The mill is above the church. The mill is above the tower."
    asked = "\n? Where is the mill relative to the tower?"
    for text in (f"{declaration} {said}{asked}", f"{said} {declaration}{asked}"):
        story = stories.parse_story(text)
        assert kinds(story) == [("points", None), (), (None, "points")]
        assert [dict(question.properties) for question in story.questions] == [{"kinds": (None, "points")}]


def test_several_things_are_taken_for_something_at_once() -> None:
    letters = stories.parse_story("A and B are points. A is left of B. C is left of B.")
    assert kinds(letters) == [("points", "points"), (None, "points")]
    # Letters are read by wording the second time.
    assert english.read(["A and B are points. A is left of B. C is left of B."]).statements[1].property("kinds") == (
        None,
        "points",
    )
    text = "Take A and B as points and C as an extended object. A is left of B. C is left of B."
    assert kinds(stories.parse_story(text)) == [("points", "points"), ("extended", "points")]
    whole = "Consider A as a point. Treating B as a region, A is left of B."
    assert kinds(stories.parse_story(whole)) == [("points", "extended")]


def test_a_question_may_say_what_it_takes_a_thing_for() -> None:
    story = stories.parse_story(
        "The hut is inside the park.\n? Treating the hut as a point, where is the hut relative to the park?\n"
        "? Taking the park as a region, is it above the hut?\n? Is the hut inside the park and 3 m from its left edge?"
    )
    assert [(q.form, q.args, dict(q.properties)) for q in story.questions] == [
        ("relation", (0, 1), {"kinds": ("points", None)}),
        ("yes_no", (1, 0), {"compass": (), "kinds": ("extended", None)}),
        ("yes_no", (0, 1), {"everyday": True, "margins": (("left", 3),), "unit": "m"}),
    ]
    with pytest.raises(ParseError, match="nothing is said here of 'park'"):
        english.ask(story, "Treating the park as a point, is the hut above the hut?")


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ("The tower is a point. The tower is a region. The tower is left of B.", 23, "another way"),
        ("The tower is a point. Treating the tower as a region, the tower is left of B.", 23, "another way"),
        ("Treating the tower as a region, the tower is left of B. The tower is a point.", 57, "another way"),
        ("A is left of B. Consider C as a point.", 17, "nothing else is said of 'C'"),
        ("Treat the tower and the church as a point. The tower is left of the church.", 7, "one or several"),
    ],
)
def test_kinds_that_are_refused(text: str, column: int, words: str) -> None:
    with pytest.raises(ParseError, match=words) as caught:
        stories.parse_story(text)
    assert (caught.value.line, caught.value.column) == (1, column)
    story = stories.parse_story(text, lenient=True)
    assert [reason for _, reason in story.unread if words in reason]


def test_a_refused_treatment_leaves_no_entity_behind() -> None:
    story = stories.parse_story("A is a point. A is left of B. Treating A as a region, C is left of A.", lenient=True)
    assert story.entities == ("A", "B")
    assert kinds(story) == [("points", None)]


@pytest.mark.parametrize(
    "text",
    [
        "The agent P and Q are there. The agent P is above and slightly to the left of the agent Q.",
        "A is left of B. C is above B.",
        "The agent PA and QB are there. The agent PA is above and slightly to the left of the agent QB.",
    ],
)
def test_a_text_is_read_alike_however_often(text: str) -> None:
    # The first reading fills the caches that the later ones are answered from.
    other = text.translate(str.maketrans("ABCPQ", "VWXYZ"))
    first, again, renamed = english.read([text]), english.read([text]), english.read([other])
    assert again == first
    assert [(one.relation, one.args, one.span) for one in renamed.statements] == [
        (one.relation, one.args, one.span) for one in first.statements
    ]


def test_a_number_that_nobody_can_mean_is_an_error_with_its_place() -> None:
    with pytest.raises(ParseError) as caught:
        english.read([f"A is {'9' * 5000} units left of B."])
    assert (caught.value.start, caught.value.end) == (5, 5005)
