from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qsr import datasets
from qsr.datasets.protocol import Auditable, BadRow, Item
from qsr.datasets.spartun import LABELS, Spartun
from qsr.errors import DatasetError, UnknownName
from qsr.oracle.audits.audit import audit_item
from qsr.relations import CONVERSE
from qsr.run import Job, evaluate
from qsr.story import Answer, Question, Story
from qsr.theories.options import answer_options
from qsr.theories.spartun.theory import Spartun as Theory

STORY = (
    "Two boxes, named one and two exist. Box one contains a small red star. Box one covers a large blue circle. "
    "The small red star is to the left of the large blue circle. Box one is disconnected from box two. "
    "Box two has a tiny white oval."
)
OBJECTS = {
    "0": {"type": "box", "name": "one", "full_name": "box one"},
    "1": {"type": "box", "name": "two", "full_name": "box two"},
    "0x0": {"type": "square", "size": 10, "color": "Black", "full_name": "small red star"},
    "0x1": {"type": "circle", "size": 30, "color": "Yellow", "full_name": "large blue circle"},
    "1x0": {"type": "triangle", "size": 10, "color": "#0099ff", "full_name": "tiny white oval"},
    # In the scene, and nowhere in the text.
    "1x1": {"type": "square", "color": "Black", "full_name": "red star"},
}
FIND = {"q_id": 0, "q_type": "FR", "question": "Where is the small red star regarding the large blue circle?", "answer": ["LEFT"]}
IS_IT = {"q_id": 1, "q_type": "YN", "question": "Is the tiny white oval inside box two?", "answer": ["Yes"]}
ALL = {"q_id": 2, "q_type": "YN", "question": "Are all red stars inside the box one?", "answer": ["No"]}


def write(path: Path, *questions: dict[str, Any], **changes: Any) -> Path:
    story = {"identifier": "s-1", "story": [STORY], "objects_info": OBJECTS, "questions": list(questions), **changes}
    path.write_text(json.dumps({"name": "mine", "data": [story]}), encoding="utf-8")
    return path


def items(path: Path, **options: str) -> list[Item]:
    found = list(datasets.read("spartun", path, **options))
    assert all(isinstance(item, Item) for item in found), found
    return [item for item in found if isinstance(item, Item)]


def bad(path: Path) -> BadRow:
    (row,) = datasets.read("spartun", path)
    assert isinstance(row, BadRow), row
    return row


def answers(path: Path, **options: str) -> list[Any]:
    session, reader = Theory({}).open(), Spartun()
    return [reader.native(item, session.answer(item.story, item.question)) for item in items(path, **options)]


def test_items_have_ids_groups_and_gold(tmp_path: Path) -> None:
    find, is_it, _ = items(write(tmp_path / "a.json", FIND, IS_IT, ALL))
    assert (find.id, find.groups, find.gold) == ("s-1:0", ("FR",), frozenset({"LEFT"}))
    assert (is_it.id, is_it.groups, is_it.gold) == ("s-1:1", ("YN",), "Yes")
    assert find.question.form == "relation"
    assert [find.story.entities[index] for index in find.question.args] == ["small red star", "large blue circle"]


def test_answers_are_in_the_form_of_the_benchmark(tmp_path: Path) -> None:
    path = write(tmp_path / "a.json", FIND, IS_IT, ALL)
    assert answers(path) == [{"LEFT"}, "Yes", "No"]


def test_the_text_reading_counts_only_what_the_text_mentions(tmp_path: Path) -> None:
    path = write(tmp_path / "a.json", ALL)
    assert answers(path, yn="world") == ["No"]
    assert answers(path, yn="text") == ["Yes"]
    assert answers(write(path, ALL, objects_info=None), yn="world") == ["Yes"]


def test_what_the_text_mentions_is_not_counted_twice(tmp_path: Path) -> None:
    (world,), (text,) = (items(write(tmp_path / "a.json", IS_IT), yn=reading) for reading in ("world", "text"))
    assert len(world.story.entities) == len(text.story.entities) + 1 == len(OBJECTS)
    assert world.story.statements == text.story.statements


def test_a_block_that_the_text_never_mentions_is_of_the_world(tmp_path: Path) -> None:
    objects = {
        **OBJECTS,
        "2": {"type": "box", "name": "three", "full_name": "box three"},
        "2x0": {"type": "circle", "size": 10, "full_name": "small circle"},
    }
    outside = {**IS_IT, "question": "Are all boxes disconnected from any box?"}
    assert answers(write(tmp_path / "a.json", outside, objects_info=objects)) == ["No"]
    assert answers(write(tmp_path / "a.json", outside)) == ["Yes"]


def test_annotation_and_gold_reach_neither_story_nor_answer(tmp_path: Path) -> None:
    annotation = {"query": ["0x1", "0x0"], "question_info": {"asked_relation": "dc"}, "candidate_answers": ["dc"]}
    full = write(
        tmp_path / "full.json",
        *({**question, **annotation} for question in (FIND, IS_IT, ALL)),
        story_triplets={"('0x0', '1')": [{"relation_type": "EQ"}]},
    )
    blank = write(tmp_path / "blank.json", *({**question, "answer": None} for question in (FIND, IS_IT, ALL)))
    for one, other in zip(items(full), items(blank), strict=True):
        assert (one.story.entities, one.story.statements, one.question) == (
            other.story.entities,
            other.story.statements,
            other.question,
        )
        assert other.gold is None
    assert answers(full) == answers(blank)


def test_gold_that_differs_from_the_text_stays_out_of_the_answer(tmp_path: Path) -> None:
    wrong = write(tmp_path / "a.json", {**FIND, "answer": ["NEAR", "EC"]}, {**IS_IT, "answer": ["No"]})
    assert answers(wrong) == [{"LEFT"}, "Yes"]
    report = evaluate(Job("spartun"), [wrong])
    assert (report["items"], report["correct"]) == (2, 0)


def test_a_run_reports_both_groups(tmp_path: Path) -> None:
    report = evaluate(Job("spartun"), [write(tmp_path / "a.json", FIND, IS_IT, ALL)])
    assert report["theory"] == "spartun"
    assert report["accuracy"] == 1
    assert report["groups"]["YN"] == {"items": 2, "correct": 2, "accuracy": 1}
    assert report["groups"]["FR"]["items"] == 1


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ({**FIND, "q_type": "QQ"}, "QQ"),
        ({**FIND, "q_type": []}, "q_type"),
        ({**IS_IT, "answer": ["DK"]}, "DK"),
        ({**FIND, "question": None}, "question"),
        ({**FIND, "answer": "LEFT"}, "answer"),
        ({**FIND, "answer": ["SIDEWAYS"]}, "SIDEWAYS"),
        ({**IS_IT, "answer": ["LEFT"]}, "LEFT"),
        ({**IS_IT, "answer": ["Yes", "No"]}, "both"),
    ],
)
def test_broken_questions_are_bad_rows(tmp_path: Path, question: dict[str, Any], word: str) -> None:
    row = bad(write(tmp_path / "a.json", question))
    assert row.id == f"s-1:{question['q_id']}"
    assert word in row.error
    assert not row.unread


@pytest.mark.parametrize(
    "objects", [[5], {"0": 5}, {"0": {"name": "nine"}}, {"0x0": OBJECTS["0x0"]}, {"0": {"name": "nine", "type": "sky"}}]
)
def test_broken_objects_are_a_bad_row(tmp_path: Path, objects: object) -> None:
    assert "objects_info" in bad(write(tmp_path / "a.json", IS_IT, objects_info=objects)).error


def test_a_broken_story_is_a_bad_row_and_the_next_is_read(tmp_path: Path) -> None:
    path = write(tmp_path / "a.json", FIND)
    document = json.loads(path.read_text())
    document["data"] = [5, {"identifier": "s-0", "questions": [FIND], "story": "text"}, *document["data"], *document["data"]]
    path.write_text(json.dumps(document))
    kinds = [(type(row).__name__, row.id, row.line) for row in datasets.read("spartun", path)]
    assert kinds == [("BadRow", f"{path}:1", 1), ("BadRow", "s-0:0", 2), ("Item", "s-1:0", 3), ("BadRow", "s-1:0", 4)]


def test_text_that_is_not_understood_is_unread(tmp_path: Path) -> None:
    row = bad(write(tmp_path / "a.json", FIND, story=["The kettle sings to itself."]))
    assert row.unread
    assert bad(write(tmp_path / "a.json", {**FIND, "question": "How many stars are there?"})).unread


@pytest.mark.parametrize("name", ["x). :- not y(", "#script (lua) os.exit() #end.", "AAA\\", "\x1b[31m", "(" * 2000, "名前", ""])
def test_hostile_text_is_an_item_or_a_bad_row(tmp_path: Path, name: str) -> None:
    story = {**FIND, "question": f"Where is box {name} regarding box two?", "answer": None}
    path = write(
        tmp_path / "a.json", story, story=[f"A box named {name} exists. Box two contains a {name} star."], identifier=name
    )
    (row,) = datasets.read("spartun", path)
    assert isinstance(row, BadRow)
    assert row.unread
    assert row.id == f"{name}:0"


def test_a_question_of_the_other_form_is_unread(tmp_path: Path) -> None:
    row = bad(write(tmp_path / "a.json", {**FIND, "q_type": "YN", "answer": None}))
    assert row.unread
    assert "relation" in row.error


@pytest.mark.parametrize("text", ["[]", "{}", "{", '{"data": 5}'])
def test_another_file_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.json").write_text(text)
    with pytest.raises(DatasetError):
        list(datasets.read("spartun", tmp_path / "a.json"))


def test_unknown_readings_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UnknownName):
        list(datasets.read("spartun", write(tmp_path / "a.json", FIND), yn="dream"))


def test_every_label_has_its_own_name() -> None:
    assert set(LABELS.values()) | {"touching"} == set(CONVERSE)
    assert len(set(LABELS.values())) == len(LABELS) == 16


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("left, dc", {"LEFT", "DC"}),
        ("Hence, the answer is above, outside and touching and in front of it.", {"ABOVE", "EC", "FRONT"}),
        ("It might be left. Answer: contains and touches", {"TPPI"}),
        ("FRONT; NTPPI", {"FRONT", "NTPPI"}),
        ("Inside and touching, inside.", {"TPP", "NTPP"}),
        ("The following is unclear.", None),
        ("It is not left.", None),
    ],
)
def test_labels_in_an_answer(tmp_path: Path, text: str, value: set[str] | None) -> None:
    (item,) = items(write(tmp_path / "a.json", FIND))
    reading = Spartun().extract(item, text)
    assert reading.value == value
    assert reading.ambiguous == ("not" in text)


def test_yes_and_no_in_an_answer(tmp_path: Path) -> None:
    (item,) = items(write(tmp_path / "a.json", IS_IT))
    assert [Spartun().extract(item, text).value for text in ("yes.", "The answer is No", "Hm")] == ["Yes", "No", None]


def test_an_answer_that_is_none_has_no_native_form(tmp_path: Path) -> None:
    (item,) = items(write(tmp_path / "a.json", FIND))
    assert Spartun().native(item, Answer("not_covered", "spartun", None, "no")) is None
    assert Spartun().native(item, Answer("determined", "spartun", frozenset())) == frozenset()


# ---------------------------------------------------------------- the generator's way of counting


def test_the_generators_way_of_counting_is_an_option(tmp_path: Path) -> None:
    path = write(tmp_path / "a.json", {**IS_IT, "question": "Is box one disconnected from a box one?"})
    assert answers(path) == answers(path, quantifiers="generator") == ["Yes"]
    assert answers(path, quantifiers="english") == ["No"]


# ---------------------------------------------------------------- audit


def findings(path: Path, **options: str) -> dict[str, Any]:
    session, reader = Theory({}).open(), Spartun()
    assert isinstance(reader, Auditable)
    found = {}
    for item in items(path, **options):
        finding = audit_item(reader, session, item, session.answer(item.story, item.question))
        if finding is not None:
            found[item.id] = finding
    return found


def test_an_audit_quotes_what_the_text_says_instead(tmp_path: Path) -> None:
    left = "The small red star is to the left of the large blue circle."
    path = write(
        tmp_path / "a.json",
        {**FIND, "answer": ["RIGHT"]},
        {**FIND, "q_id": 1},
        {**IS_IT, "q_id": 2, "answer": ["No"]},
        {**IS_IT, "q_id": 3, "question": "Is box one near to box two?", "answer": ["Yes"]},
        {**FIND, "q_id": 4, "question": "Where is box one regarding box two?", "answer": ["EC"]},
    )
    found = findings(path, yn="text")
    assert {key: (one.kind, one.correction, one.derivation) for key, one in found.items()} == {
        "s-1:0": ("contradicts", {"LEFT"}, (left,)),
        "s-1:2": ("contradicts", "Yes", ("Box two has a tiny white oval.",)),
        # Under a closed world nothing has to be said against what is false.
        "s-1:3": ("contradicts", "No", ()),
        "s-1:4": ("contradicts", {"DC"}, ("Box one is disconnected from box two.",)),
    }


@pytest.mark.parametrize("with_path", [True, False])
def test_a_corrected_copy_differs_in_the_answers_alone(tmp_path: Path, with_path: bool) -> None:
    path = write(tmp_path / "a.json", {**FIND, "extra": {"x": 1}}, IS_IT, ALL, story_triplets={"k": []})
    start = str(path) if with_path else ""
    changes = {f"{start}s-1:0": frozenset({"NEAR", "LEFT"}), f"{start}s-1:1": None, f"{start}s-1:2": "Yes"}
    Spartun().rewrite(path, tmp_path / "b.json", changes)
    before, after = (json.loads((tmp_path / name).read_text(encoding="utf-8")) for name in ("a.json", "b.json"))
    find, _, third = before["data"][0]["questions"]
    before["data"][0]["questions"] = [{**find, "answer": ["LEFT", "NEAR"]}, {**third, "answer": ["Yes"]}]
    assert after == before


@pytest.mark.parametrize("value", [frozenset({"LEFT", "DC"}), "Yes", "DK", frozenset({"one", "AAA"}), "both of them"])
def test_labels_name_the_candidates(value: Any) -> None:
    expected = {"LEFT": "left", "DC": "outside", "Yes": "yes"}
    names = value if isinstance(value, frozenset) else {value}
    assert Spartun().labels(value) == {expected.get(name, name) for name in names}


# ---------------------------------------------------------------- FB and CO

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
    assert evaluate(Job("spartun"), [path])["correct"] == 2


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
    assert session.core(item.story, item.question, "tiny white oval") == ()
    assert session.core(item.story, item.question, "small red star") is None
    assert session.core(item.story, item.question, "green pear") is None


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
