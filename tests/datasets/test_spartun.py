"""SpaRTUN's FR and YN questions: items, bad rows, readings, answers, and the audit of labels."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from qsr import datasets
from qsr.datasets.protocol import Auditable, BadRow
from qsr.datasets.spartun.dataset import LABELS, Spartun
from qsr.errors import DatasetError, UnknownName
from qsr.oracle.audit import audit_item
from qsr.relations import CONVERSE
from qsr.run import Job, evaluate
from qsr.story import Answer
from qsr.theories.spartun.theory import Spartun as Theory
from spartun_rows import ALL, FIND, IS_IT, OBJECTS, answers, bad, items, write

# Under pytest's importlib mode, test folders are not on the import path.


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
    report = evaluate(Job(dataset="spartun"), [wrong])
    assert (report["items"], report["correct"]) == (2, 0)


def test_a_run_reports_both_groups(tmp_path: Path) -> None:
    report = evaluate(Job(dataset="spartun"), [write(tmp_path / "a.json", FIND, IS_IT, ALL)])
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
    Spartun().rewrite(path, tmp_path / "b.json", changes, {})
    before, after = (json.loads((tmp_path / name).read_text(encoding="utf-8")) for name in ("a.json", "b.json"))
    find, _, third = before["data"][0]["questions"]
    before["data"][0]["questions"] = [{**find, "answer": ["LEFT", "NEAR"]}, {**third, "answer": ["Yes"]}]
    assert after == before


@pytest.mark.parametrize("value", [frozenset({"LEFT", "DC"}), "Yes", "DK", frozenset({"one", "AAA"}), "both of them"])
def test_labels_name_the_candidates(value: Any) -> None:
    expected = {"LEFT": "left", "DC": "outside", "Yes": "yes"}
    names = value if isinstance(value, frozenset) else {value}
    assert Spartun().labels(value) == {expected.get(name, name) for name in names}
