"""What rows ask, and the form that answers have: from question, options and `--answers` alone."""

from __future__ import annotations

from typing import Any

import pytest

from qsr import datasets, theories
from qsr.datasets.protocol import BadRow, Item, Row
from qsr.datasets.rows import answers, asking, words
from qsr.datasets.rows.dataset import Rows
from qsr.datasets.rows.form import form_of
from qsr.errors import ParseError

ROWS = Rows()
ROW = "The cup is left of the pen. The jug is right of the pen."
LOOP = "The cup is left of the pen. The pen is left of the cup."


def item_of(story: str, question: str, options: list[str] | None = None, answer: Any = None, **given: str) -> Item | BadRow:
    content = {"id": None, "story": story, "question": question, "options": options, "answer": answer}
    return ROWS.item(Row("one", "own", 1, content), datasets.choose("rows", given))


def asked(story: str, question: str, options: list[str] | None = None, answer: Any = None, **given: str) -> tuple[Item, Any]:
    """Return the item and what is answered, as a file has it."""
    item = item_of(story, question, options, answer, **given)
    assert isinstance(item, Item), item
    found = theories.get("auto").open().answer(item.story, item.question)
    return item, answers.given(item, ROWS.native(item, found))


@pytest.mark.parametrize(
    ("story", "question", "answer", "said"),
    [
        (ROW, "Is the cup left of the jug?", True, "yes"),
        (ROW, "Is the jug left of the cup?", "False", "no"),
        (ROW, "Is the cup above the jug?", "DK", "unknown"),
        (LOOP, "Is the cup left of the pen?", "Contradiction.", "contradiction"),
        (LOOP, "Where is the cup relative to the pen?", "contradiction", "contradiction"),
        (ROW, "Where is the cup relative to the jug?", "To the left", "left"),
        ("The cup is above and left of the pen.", "Where is the cup relative to the pen?", "top-left", "upper-left"),
        ("The cup is north of the pen.", "Where is the cup relative to the pen?", "above", "north"),
        ("The cup is in the box.", "Where is the cup relative to the box?", "in", "inside"),
        (ROW, "The cup is left of the jug.", "entailment", "yes"),
        (ROW, "Is the story consistent?", "yes", "yes"),
        (LOOP, "Is the story consistent?", "contradiction", "no"),
        (LOOP, "Is the description contradictory?", True, "yes"),
        (LOOP, "Is the story satisfiable or unsatisfiable?", "UNSAT", "unsatisfiable"),
    ],
)
def test_an_answer_without_options_is_a_text_and_labels_have_synonyms(story: str, question: str, answer: Any, said: str) -> None:
    item, found = asked(story, question, None, answer)
    assert found == said
    assert item.gold == said


@pytest.mark.parametrize(
    ("question", "one", "every"),
    [
        ("What is left of the pen?", "cup", ["cup", "jug"]),
        ("What is right of the jug?", "cup", ["cup", "pen", "tray"]),
        ("What is right of the cup?", "pen, tray", ["pen", "tray"]),
        ("What is above the cup?", "lamp", ["fan", "lamp"]),
    ],
)
def test_of_several_things_the_one_that_is_stated(question: str, one: str, every: list[str]) -> None:
    story = "The cup is left of the pen. The jug is left of the cup. The cup is left of the tray. The lamp is above the cup."
    story += " The lamp is below the fan."
    assert asked(story, question)[1] == one
    assert asked(story, question, answers="set")[1] == every


def test_unit_steps_are_a_convention_of_a_preset() -> None:
    story = "The object labeled KD is in the front left corner of KEX. "
    story += "Object KEX and object KF are side by side with KEX at the top KF at the bottom."
    item = item_of(story, "What is the relation of the agent KD to the agent KF?", None, "upper-left", preset="decompsr")
    assert isinstance(item, Item), item
    found = theories.get("paper-ps2").open().answer(item.story, item.question)
    assert ROWS.native(item, found) == item.gold == "upper-left"
    item = item_of(f"{story} KD is above KF.", "Is the story consistent?", preset="decompsr")
    assert isinstance(item, Item), item
    assert ROWS.native(item, theories.get("paper-ps2").open().answer(item.story, item.question)) == "no"


@pytest.mark.parametrize(
    ("question", "options", "answer", "said"),
    [
        ("Is the cup above the jug?", ["yes", "no", "cannot be determined"], "C", 2),
        ("Where is the cup relative to the jug?", ["right", "to the left", "above"], "west", 1),
        ("Where is the cup relative to the jug?", ["above", "below", "DK"], "unknown", 2),
        ("The jug is left of the cup.", ["entailment", "contradiction", "neutral"], "contradiction", 1),
        ("Is it satisfiable?", ["no", "yes"], "1", 1),
        ("Which of these is true?", ["The jug is left of the cup", "The cup is left of the jug."], [1], 1),
        ("Which must be true?", ["The jug is above the cup.", "None of them"], 1, 1),
        ("Which could be true?", ["The jug is left of the cup.", "The jug is above the cup."], "(b)", 1),
        ("Which cannot be true?", ["The jug is left of the cup.", "The jug is above the cup."], 0, 0),
        ("Each of these could be true EXCEPT", ["The jug is left of the cup.", "The jug is above the cup."], "A", 0),
        ("Which could be false?", ["The jug is right of the cup.", "The jug is above the cup."], 1, 1),
        ("Which is true?", ["The jug is right of the cup.", "The cup is left of the pen.", "both of them"], 2, 2),
        ("If the cup is above the jug, which must be true?", ["The jug is below the cup.", "The jug is above the cup."], 0, 0),
    ],
)
def test_an_answer_among_options_is_an_index(question: str, options: list[str], answer: Any, said: int) -> None:
    item, found = asked(ROW, question, options, answer)
    assert found == said
    assert answers.given(item, item.gold) == said
    assert answers.taken(item, found) == item.gold


def test_a_group_counts_an_item_once() -> None:
    found, _ = asked(
        "The jug is above the cup.", "Which must be true?", ["The jug is above the cup.", "The cup is above the jug."]
    )
    assert found.groups == ("options",)


def test_a_set_is_a_sorted_list() -> None:
    options = ["The jug is above the cup.", "The jug is left of the cup.", "The cup is left of the pen."]
    item, found = asked(ROW, "Which could be true?", options, ["C", "A"], answers="set")
    assert found == answers.given(item, item.gold) == [0, 2]
    assert answers.taken(item, found) == item.gold
    _, found = asked(ROW, "Where is the cup relative to the jug?", ["left", "above", "west of"], [0], answers="set")
    assert found == [0, 2]
    _, found = asked(ROW, "Where is the cup relative to the jug?", answers="set")
    assert found == ["left"]


BLOCKS = "Block A is above B. Block A has a star and a circle. The star is near to the circle. Block B has a square."
RELATIONS = ["left", "above", "near to", "touching", "DK"]


@pytest.mark.parametrize(
    ("question", "options", "answer"),
    [
        ("Is the star near to the circle?", None, ["Yes"]),
        ("Is the circle touching the star?", None, ["DK"]),
        ("Is the square, above a star?", None, ["No"]),
        ("What is the relation between the star and the square?", RELATIONS, [1]),
        ("What is the relation between the star and the circle?", RELATIONS, [2]),
        ("What is the relation between the square and the circle?", ["left", "right", "DK"], [2]),
        ("Which blocks have a thing which is near to a star?", ["A", "B"], [0]),
        ("Which blocks don't have any triangle?", ["A", "B"], [0, 1]),
        ("Which blocks have a triangle?", ["A", "B"], []),
        ("What is below the star? a square or a circle?", ["square ", "circle ", "both of them", "none of them"], [0]),
        ("What is above the square? a star or a circle?", ["star", "circle", "both of them", "none of them"], [2]),
        ("Which object is touching a star? the square or the circle?", ["square", "circle", "both of them", "none of them"], [3]),
    ],
)
@pytest.mark.parametrize("given", [{"preset": "spartqa"}, {"theory": "spartqa"}])
def test_a_theory_may_ask_for_sets(question: str, options: list[str] | None, answer: list[Any], given: dict[str, str]) -> None:
    item, found = asked(BLOCKS, question, options, answer, **given)
    assert found == answers.given(item, item.gold)
    assert len(found) == len(answer)
    assert item.gold == ROWS.native(item, theories.get("spartqa").open("clingo").answer(item.story, item.question))


def test_no_one_option_is_no_answer() -> None:
    assert asked(ROW, "Where is the cup relative to the jug?", ["above", "below"])[1] is None
    assert asked(ROW, "Which is true?", ["The cup is left of the pen.", "The pen is left of the jug."])[1] is None
    assert asked(LOOP, "Is the cup left of the pen?", ["yes", "no"])[1] is None


@pytest.mark.parametrize(
    ("options", "replies"),
    [
        (None, {"It is on the left.": "left", "right": "right", "Nobody can know.": "unknown", "Hm.": None}),
        (
            ["left", "right"],
            {"A": "left", "(B)": "right", "1": "right", "Left.": "left", "Answer: right": "right", "not left": None},
        ),
    ],
)
def test_replies_are_read_as_labels_are(options: list[str] | None, replies: dict[str, str | None]) -> None:
    item, _ = asked(ROW, "Where is the cup relative to the jug?", options)
    assert {reply: ROWS.extract(item, reply).value for reply in replies} == replies


def test_a_reply_about_the_story_as_a_whole() -> None:
    item, _ = asked(ROW, "Is the story satisfiable or unsatisfiable?", ["satisfiable", "unsatisfiable"])
    replies = {"So it is not satisfiable.": "unsatisfiable", "B": "unsatisfiable", "The story is consistent.": "satisfiable"}
    assert {reply: ROWS.extract(item, reply).value for reply in replies} == replies


@pytest.mark.parametrize(
    ("story", "question", "sentences"),
    [
        (
            "The cup wugs. The cup is left of the pen. The pen wugs.",
            "Is the cup left of the pen?",
            ("The cup wugs.", "The pen wugs."),
        ),
        (ROW, "Is the hat left of the pen?", ("Is the hat left of the pen?",)),
        ("The cup is left of the pen. ? Is it", "Is the cup left of the pen?", ("Is it",)),
    ],
)
def test_what_is_not_understood_is_told_and_nothing_answered(story: str, question: str, sentences: tuple[str, ...]) -> None:
    found = item_of(story, question)
    assert isinstance(found, BadRow)
    assert found.unread
    assert found.sentences == sentences


def test_an_answer_that_is_no_option_is_a_bad_row() -> None:
    found = item_of(ROW, "Is the cup left of the pen?", ["yes", "no"], 7)
    assert isinstance(found, BadRow)
    assert not found.unread
    assert found.error == "answer: '7' is none of the 2 options; the first is 0, or A"


def test_a_text_of_another_kind_chooses_its_theory() -> None:
    row = "Anna, Ben and Cleo stand in a row. Anna is to the left of Ben. Ben is to the left of Cleo."
    assert asked(row, "Who stands in the middle?")[1] == "Ben"
    assert asked(row, "Who stands in the middle?", ["Cleo", "Ben", "none of them"])[1] == 1
    assert asked(row, "Is Anna to the left of Cleo?", ["no", "yes"])[1] == 1


def test_a_theory_that_is_named_reads_the_text() -> None:
    room = (
        "This room contains a collection of furniture, including a desk, and a sofa. The desk is placed to the north of the sofa."
    )
    item = item_of(room, "Where is the desk positioned in relation to the sofa?", theory="room, grid: 4x4")
    assert isinstance(item, Item)
    assert item.story.settings == (("theory", "room"), ("grid", "4x4"))
    assert isinstance(item_of(room, "Where is the desk positioned in relation to the sofa?"), BadRow)


CUPS = "The red cup is left of the pen. The blue cup is right of the pen."
OVER = ["The blue cup is above the red cup.", "The red cup is above the blue cup."]


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("If the red cup is above the pen, and the pen is above the blue cup, which of these must be true?", 1),
        ("Suppose the red cup is above the pen. The pen is above the blue cup. Then which of these must be true?", 1),
        ("Suppose that the red cup is above the blue cup. Which of these cannot be true?", 0),
        ("Which of these must be true if the red cup is above the blue cup?", 1),
        ("Each of these could be true except, given that the red cup is above the blue cup:", 0),
        ("Which of these holds?", None),
    ],
)
def test_what_a_question_supposes_of_options_is_read_whole(question: str, said: int | None) -> None:
    assert asked(CUPS, question, OVER)[1] == said


@pytest.mark.parametrize(
    "question",
    [
        "If the red cup wugs, which of these must be true?",
        "If the red cup is above the pen, and it wugs, which of these must be true?",
        "Which of these must be true of the red cup?",
        "The red cup is above the blue cup. Which of these must be true?",
        "Which of these must be true unless the red cup is above the blue cup?",
    ],
)
def test_a_question_about_options_with_words_that_are_not_understood_is_unread(question: str) -> None:
    found = item_of(CUPS, question, OVER)
    assert isinstance(found, BadRow)
    assert found.unread


def test_a_verb_that_also_says_what_is_true_asks_for_things_with_other_words() -> None:
    assert words.mood("Which of these follows?") == "must"
    assert words.mood("Which box holds the cup?") is None


HATS = "The cup is left of the pen. The hat is above the pen."


@pytest.mark.parametrize(
    ("story", "question", "options", "said"),
    [
        (HATS, "What is left of the hat?", None, "unknown"),
        (HATS, "What is left of the cup?", None, "unknown"),
        (HATS, "What is left of the pen?", ["hat", "cup", "none of these"], 1),
        (HATS, "What is left of the hat?", ["cup", "none of these"], None),
        (HATS, "What is left of the hat?", ["cup", "none of these", "cannot be determined"], 2),
        (HATS, "How many things are left of the hat?", None, "unknown"),
        (HATS, "How many things are left of the hat?", ["none", "one", "two"], None),
        (HATS, "How many things are left of the hat?", ["none", "one", "unknown"], 2),
        (CUPS, "How many cups are left of the blue cup?", ["none", "two", "one"], 2),
        ("Anna, Ben and Cleo stand in a row. Anna is to the left of Ben.", "Who stands in the middle?", None, "unknown"),
    ],
)
def test_what_is_not_decided_is_unknown_and_not_none(story: str, question: str, options: list[str] | None, said: Any) -> None:
    assert asked(story, question, options)[1] == said


def test_a_set_that_no_option_can_say_is_no_answer() -> None:
    assert asked(LOOP, "Is the cup left of the pen?", ["yes", "no"], [], answers="set")[1] is None
    assert asked(ROW, "Is the cup above the pen?", ["yes", "no"], answers="set")[1] is None
    assert asked(ROW, "Is the cup above the pen?", ["yes", "no", "unknown"], answers="set")[1] == [2]
    assert asked(HATS, "What is left of the hat?", answers="set")[1] == ["unknown"]


@pytest.mark.parametrize(
    ("options", "answer", "error"),
    [
        (["1", "2", "3"], 2, "'2' is the text of '2' and the index of '3'"),
        (["1", "2", "3"], "2", "'2' is the text of '2' and the index of '3'"),
        (["B", "A", "C"], "A", "'A' is the letter of 'B' and the text of 'A'"),
    ],
)
def test_a_label_that_may_be_either_of_two_options_is_a_bad_row(options: list[str], answer: Any, error: str) -> None:
    found = item_of("A is left of B. C is right of B.", "How many things are left of B?", options, answer)
    assert isinstance(found, BadRow)
    assert not found.unread
    assert found.error == f"answer: {error}"


def test_a_reply_is_a_letter_first_and_a_label_is_written_so_that_it_can_be_read() -> None:
    item, _ = asked("A is left of B. C is right of B.", "What is left of B?", ["B", "A", "C"])
    assert [ROWS.extract(item, text).value for text in ("A", "b", "1")] == ["B", "A", "A"]
    item, _ = asked("A is left of B.", "How many things are left of B?", ["1", "2", "3"], "3")
    assert [answers.written(item, value) for value in ("1", None, frozenset(("2", "3")))] == ["A", None, ["B", "C"]]


def test_a_text_that_general_english_reads_may_have_a_question_of_another_kind() -> None:
    row = "Anna, Ben and Cleo stand in a row. Anna is to the left of Ben. Ben is to the left of Cleo."
    question = "Who stands second to the right of Anna?"
    story, read, kind = asking.understood(row, question, [], form_of({}), "own")
    assert dict(story.settings)["theory"] == "seating"
    assert read is not None
    assert kind == read.form
    with pytest.raises(ParseError):
        asking.understood(ROW, question, [], form_of({}), "own")
