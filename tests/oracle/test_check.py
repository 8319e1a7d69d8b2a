from __future__ import annotations

import json
from pathlib import Path

import pytest

from qsr import theories
from qsr.datasets.protocol import Item, Row
from qsr.datasets.stepgame.dataset import LABELS, StepGame
from qsr.errors import DatasetError
from qsr.oracle.check import VerdictCounts, read_samples, verdict
from qsr.story import Answer, Question, Story, Verdict


def judged(
    text: str, label: str | None = "upper-left", story: tuple[str, ...] = ("P is above Q.", "Q is to the left of R.")
) -> Verdict:
    dataset = StepGame()
    payload = {"story": list(story), "question": "What is the relation of the agent P to the agent R?", "label": label}
    item = dataset.item(Row("f:1", "f", 1, payload), {})
    assert isinstance(item, Item), item
    session = theories.get("paper-ps2").open()
    answer = session.answer(item.story, item.question)
    return verdict(item, answer, dataset.native(item, answer), dataset.extract(item, text))


@pytest.mark.parametrize("label", LABELS)
def test_one_word_answers_are_judged_as_by_exact_match(label: str) -> None:
    found = judged(label)
    assert found.sound is (label == "upper-left")
    assert found.gold is (label == "upper-left")


def test_text_and_label_are_judged_apart() -> None:
    found = judged("upper-left", label="left")
    assert (found.sound, found.gold) == (True, False)
    assert (judged("left", label="left").sound, judged("left", label="left").gold) == (False, True)
    assert judged("left", label=None).gold is None


def test_an_unreadable_answer_is_not_wrong() -> None:
    found = judged("banana")
    assert (found.sound, found.gold, found.value) == (None, None, None)
    assert "could not be read" in found.reason
    assert "upper-left" in found.reason


def test_an_abstention_is_right_only_where_the_text_is_silent() -> None:
    assert judged("It cannot be determined.").sound is False
    assert judged("It cannot be determined.", story=("P is above Q.", "R is above S.")).sound is True
    assert judged("left", story=("P is above Q.", "R is above S.")).sound is False


@pytest.mark.parametrize("status", ["unknown", "not_covered"])
def test_what_the_theory_does_not_decide_is_not_judged(status: str) -> None:
    dataset = StepGame()
    payload = {"story": ["P is above R."], "question": "What is the relation of the agent P to the agent R?", "label": "left"}
    item = dataset.item(Row("f:1", "f", 1, payload), {})
    assert isinstance(item, Item)
    found = verdict(item, Answer(status, "t"), None, dataset.extract(item, "left"))
    assert (found.sound, found.gold) == (None, True)


def test_counts() -> None:
    counts = VerdictCounts()
    for answer in ("upper-left", "left", "banana", "unknown"):
        counts.add(Item("f:1", Story(), Question(0, "relation", ()), "upper-left"), judged(answer))
    assert counts.report() == {
        "answers": 4,
        "against_text": {"right": 1, "wrong": 2, "undecided": 1},
        "against_label": {"right": 1, "wrong": 2, "undecided": 1},
        "abstained": 1,
        "unreadable": 1,
    }


def test_answers_are_known_by_id_or_by_line(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"id": "x:1", "answer": "left"}\n\n{"answer": ["a", "b"]}\n', encoding="utf-8")
    assert read_samples(str(path)) == {"x:1": ("left",), f"{path}:3": ("a, b",)}


@pytest.mark.parametrize("line", ["{", "[]", '{"id": "y"}', '{"id": "y", "answer": 3.5}', '{"id": "x", "answer": "left"}'])
def test_a_wrong_line_of_answers_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps({"id": "x", "answer": "left"}) + "\n" + line + "\n", encoding="utf-8")
    with pytest.raises(DatasetError, match=r"a\.jsonl:2"):
        read_samples(str(path))


def test_samples_of_an_item_stand_in_one_line_or_in_several(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    rows = [
        {"id": "x", "answers": ["left", ["above", "left"], []]},
        {"id": "y", "sample": 0, "answer": "left"},
        {"id": "z", "answer": "right"},
        {"id": "y", "sample": "b", "answer": "above"},
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    assert read_samples(str(path)) == {"x": ("left", "above, left", "[]"), "y": ("left", "above"), "z": ("right",)}


@pytest.mark.parametrize(
    "row",
    [
        {"id": "x", "answer": "left"},
        {"id": "x", "sample": 0, "answer": "left"},
        {"id": "x", "sample": [1], "answer": "left"},
        {"id": "y", "answers": []},
        {"id": "y", "answers": "left"},
        {"id": "y", "answers": ["left", 3.5]},
        {"id": "y", "answer": True},
        {"id": "y", "answer": [1, False]},
        {"id": "p", "sample": 1, "answer": "left"},
    ],
)
def test_a_wrong_line_of_samples_is_named(tmp_path: Path, row: dict[str, object]) -> None:
    path = tmp_path / "a.jsonl"
    before = [{"id": "x", "sample": 0, "answer": "left"}, {"id": "p", "answer": "left"}]
    path.write_text("".join(json.dumps(one) + "\n" for one in (*before, row)), encoding="utf-8")
    with pytest.raises(DatasetError, match=r"a\.jsonl:3"):
        read_samples(str(path))
