"""Questions with options, FB and CO, and YN in an open world: their labels, their answers, and what is open."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qsr.datasets.protocol import Item
from qsr.datasets.spartun.dataset import Spartun
from qsr.errors import UnsupportedQuestion
from qsr.run import Job, evaluate
from qsr.story import Answer, Question, Story
from qsr.theories.options import answer_options
from qsr.theories.protocol import stated
from qsr.theories.spartun.theory import Spartun as Theory
from spartun_rows import IS_IT, answers, bad, items, write

# Under pytest's importlib mode, test folders are not on the import path.

BLOCKS = {
    "q_id": 0,
    "q_type": "FB",
    "question": "Which block(s) has a star that is to the left of a circle?",
    "answer": ["one"],
    "candidate_answers": ["one", "two"],
}
CHOICE = {
    "q_id": 1,
    "q_type": "CO",
    "question": "Which object is left of the large blue circle? the small red star or the tiny white oval?",
    "answer": [0],
    "candidate_answers": ["the small red star", "the tiny white oval", "Both of them", "none of them"],
}


def test_which_block_and_which_object(tmp_path: Path) -> None:
    path = write(tmp_path / "a.json", BLOCKS, CHOICE)
    blocks, choice = items(path)
    assert (blocks.gold, blocks.groups) == (frozenset({"one"}), ("FB",))
    assert (choice.gold, choice.groups) == ("small red star", ("CO",))
    assert answers(path) == [{"one"}, "small red star"]
    assert evaluate(Job(dataset="spartun"), [path])["correct"] == 2


@pytest.mark.parametrize(
    ("placed", "answer"),
    [
        ("inside box two", "tiny white oval"),
        ("disconnected from box two", "small red star"),
        ("inside any box", "both of them"),
        ("near to box two", "none of them"),
    ],
)
def test_which_of_two_things(tmp_path: Path, placed: str, answer: str) -> None:
    question = f"What is {placed}? the small red star or the tiny white oval?"
    assert answers(write(tmp_path / "a.json", {**CHOICE, "question": question, "answer": None})) == [answer]


@pytest.mark.parametrize(
    ("answer", "gold"),
    [
        ([1], "tiny white oval"),
        (["the tiny white oval"], "tiny white oval"),
        ([2], "both of them"),
        (["BOTH OF THEM"], "both of them"),
        ([0, 1], "both of them"),
        (["None of them"], "none of them"),
        (["DK"], "DK"),
        (None, None),
    ],
)
def test_labels_of_a_choice(tmp_path: Path, answer: Any, gold: Any) -> None:
    (item,) = items(write(tmp_path / "a.json", {**CHOICE, "answer": answer}))
    assert item.gold == gold


@pytest.mark.parametrize(("answer", "gold"), [([], frozenset()), (["two", "one"], frozenset({"one", "two"})), (["DK"], "DK")])
def test_labels_of_blocks(tmp_path: Path, answer: Any, gold: Any) -> None:
    (item,) = items(write(tmp_path / "a.json", {**BLOCKS, "answer": answer}))
    assert item.gold == gold


@pytest.mark.parametrize(
    "question", [{**BLOCKS, "answer": ["nine"]}, {**CHOICE, "answer": [7]}, {**CHOICE, "answer": ["a pear"]}]
)
def test_a_label_that_is_no_option_is_a_bad_row(tmp_path: Path, question: dict[str, Any]) -> None:
    assert "none of the options" in bad(write(tmp_path / "a.json", question)).error


def test_options_come_from_the_row_where_the_question_has_none(tmp_path: Path) -> None:
    path = write(tmp_path / "a.json", {**CHOICE, "question": "Which object is left of the large blue circle?"})
    assert answers(path) == ["small red star"]


def test_labels_reach_no_answer_of_a_choice(tmp_path: Path) -> None:
    rows = ({**BLOCKS, "answer": ["two"]}, {**CHOICE, "answer": ["DK"]})
    assert answers(write(tmp_path / "a.json", *rows)) == [{"one"}, "small red star"]


@pytest.mark.parametrize(
    ("possible", "entailed", "blocks", "choice"),
    [
        ({0, 1}, {0, 1}, {0, 1}, "both of them"),
        ({0}, {0}, {0}, 0),
        (set(), set(), set(), "none of them"),
        ({0, 1}, {0}, "DK", "DK"),
        ({1}, set(), "DK", "DK"),
    ],
)
def test_what_the_text_leaves_open_is_dk(
    tmp_path: Path, possible: set[int], entailed: set[int], blocks: Any, choice: Any
) -> None:
    """An open world, by the answers that a theory of one gives to each option."""
    for item, expected in zip(items(write(tmp_path / "a.json", BLOCKS, CHOICE)), (blocks, choice), strict=True):
        names = item.question.candidates

        def ask(story: Story, question: Question, item: Item = item) -> Answer:
            parts = dict(item.question.properties)["options"]
            said = dict(question.properties)
            at = parts.index((question.candidates, said["heads"], said["tails"], said["quantifiers"]))
            can = frozenset(word for word, holds in (("yes", at in possible), ("no", at not in entailed)) if holds)
            return Answer(
                "determined" if len(can) == 1 else "ambiguous", "open", None, "", can, can if len(can) == 1 else can - can
            )

        answer = answer_options(item.story, item.question, ask)
        assert answer.possible == {names[at] for at in possible}
        assert answer.entailed == {names[at] for at in entailed}
        value = Spartun().native(item, answer)
        if isinstance(expected, set):
            assert value == {names[at] for at in expected}
        else:
            assert value == (names[expected] if isinstance(expected, int) else expected)


def test_an_option_without_an_answer_leaves_the_question_without_one(tmp_path: Path) -> None:
    (item,) = items(write(tmp_path / "a.json", BLOCKS))
    for answer, status in (
        (Answer("unknown", "t", None, "time", undecided=frozenset({"yes", "no"})), "unknown"),
        (Answer("not_covered", "t", None, "why"), "not_covered"),
        (Answer("inconsistent", "t"), "inconsistent"),
    ):
        found = answer_options(item.story, item.question, lambda story, question, answer=answer: answer)
        assert found.status == status
        assert Spartun().native(item, found) is None


def test_yes_or_no_of_an_open_world(tmp_path: Path) -> None:
    closed, opened = items(
        write(tmp_path / "a.json", IS_IT, {**IS_IT, "q_id": 5, "answer": ["DK"], "candidate_answers": ["Yes", "No", "DK"]})
    )
    both = frozenset({"yes", "no"})
    answer = Answer("ambiguous", "open", "unknown", "", both)
    assert [Spartun().native(item, answer) for item in (closed, opened)] == ["No", "DK"]
    assert (opened.gold, opened.groups) == ("DK", ("YN", "DK"))
    assert Spartun().extract(opened, "I cannot tell.").value == "DK"
    assert Spartun().extract(closed, "I cannot tell.").value is None


@pytest.mark.parametrize(
    ("text", "blocks", "choice"),
    [
        ("Answer: one", {"one"}, None),
        ("Block two and one.", {"one", "two"}, None),
        ("Both of them.", {"one", "two"}, "both of them"),
        ("None of them", set(), "none of them"),
        ("DK", "DK", "DK"),
        ("It can't be determined", "DK", "DK"),
        ("The answer is the small red star.", None, "small red star"),
        ("the tiny white oval and the small red star", None, "both of them"),
        ("not the tiny white oval", None, None),
        ("hm", None, None),
    ],
)
def test_a_choice_in_an_answer(tmp_path: Path, text: str, blocks: Any, choice: Any) -> None:
    found = [Spartun().extract(item, text).value for item in items(write(tmp_path / "a.json", BLOCKS, CHOICE))]
    assert found == [blocks, choice]


def test_why_an_option_is_out_is_why_its_own_question_is(tmp_path: Path) -> None:
    (item,) = items(write(tmp_path / "a.json", CHOICE))
    session = Theory({}).open()
    assert stated(session.core(item.story, item.question, "tiny white oval")) == ()
    assert session.core(item.story, item.question, "small red star") is None
    with pytest.raises(UnsupportedQuestion):
        session.core(item.story, item.question, "green pear")


@given(st.lists(st.sampled_from([("yes",), ("no",), ("yes", "no")]), min_size=1, max_size=5))
def test_options_are_chosen_out_or_open(worlds: list[tuple[str, ...]]) -> None:
    names = tuple(f"option {at}" for at in range(len(worlds)))
    parts = tuple((("left",), (at,), (9,), ("the", "the")) for at in range(len(worlds)))
    question = Question(0, "options", (), names, properties=(("options", parts),))

    def ask(story: Story, one: Question) -> Answer:
        can = frozenset(worlds[one.args[0]])
        return Answer("ambiguous" if len(can) > 1 else "determined", "open", None, "", can, can if len(can) == 1 else frozenset())

    answer = answer_options(Story(), question, ask)
    assert answer.entailed <= answer.possible
    for name, can in zip(names, worlds, strict=True):
        assert (name in answer.possible, name in answer.entailed) == ("yes" in can, can == ("yes",))
    assert (answer.status == "ambiguous") == (("yes", "no") in worlds)
    assert answer.value == answer.entailed
