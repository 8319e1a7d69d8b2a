"""RoomSpace's cases, where they are at hand: ../shared/data beside the checkout."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import qsr
from qsr import datasets
from qsr.datasets.protocol import Item
from qsr.run import Job, evaluate
from qsr.theories.room.text import VIEWS, ask, ask_text, read, write

CASES = Path(qsr.__file__).resolve().parents[2] / "shared" / "data" / "roomspace" / "cases.jsonl"
pytestmark = pytest.mark.skipif(not CASES.is_file(), reason="the RoomSpace cases are not at ../shared/data/roomspace")
#: The one room whose text on the plan says "far" where its facts, and its text from the door, say close: exactly half the room.
HALF = "d9_r11_n6_m15_O2+D2"


def rows() -> list[dict[str, Any]]:
    return [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]


def items(**options: str) -> list[Item]:
    found = list(datasets.read("roomspace", CASES, **options))
    assert all(isinstance(item, Item) for item in found), [one for one in found if not isinstance(one, Item)][:3]
    return [item for item in found if isinstance(item, Item)]


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("asked", ["fr", "yn"])
@pytest.mark.parametrize("mode", ["code", "paper"])
def test_answers_from_the_text(tmp_path: Path, mode: str, asked: str, view: str) -> None:
    """Every answer set, and every yes and no, is the recorded one, but for the room whose text differs from its facts."""
    out = tmp_path / "predictions.jsonl"
    report = evaluate(Job(dataset="roomspace", options={"mode": mode, "question": asked, "view": view}), [CASES], out=out)
    assert (report["items"], report["answered"], report["unparsed"]["count"]) == (414, 414, 0)
    assert report["labelled"] == (413 if mode == "code" else 414)
    wrong = [line["id"] for line in map(json.loads, out.read_text(encoding="utf-8").splitlines()) if line["correct"] is False]
    assert wrong == ([HALF] if (mode, asked, view) == ("paper", "fr", "topdown") else [])


@pytest.mark.parametrize("view", VIEWS)
def test_labels_are_in_the_strings_of_the_file(view: str) -> None:
    strings = {row["id"]: row[f"answer_fr_{view}"] for row in rows() if row["decided"]}
    assert {item.id: item.gold for item in items(view=view) if item.gold is not None} == {
        key: frozenset(words) for key, words in strings.items()
    }


@pytest.mark.parametrize("view", VIEWS)
def test_the_text_says_the_facts_except_where_a_conflict_is_reported(view: str) -> None:
    stated = {row["id"]: {tuple(fact) for fact in row["facts"] if fact[1] != "INR"} for row in rows()}
    conflicts = {}
    for item in items(view=view):
        names = item.story.entities
        said = {
            (names[one.args[0]], one.relation, names[one.args[1]] if len(one.args) == 2 else "room")
            for one in item.story.statements
        }
        if said == stated[item.id]:
            assert not item.defective
        else:
            conflicts[item.id] = item.defective
    assert conflicts.pop(HALF, "") == ("desk and bed: the text says FR2, the facts CL2" if view == "topdown" else "")
    assert set(conflicts.values()) == {"painting: the text says TPP, the facts NTPP"}


def test_blank_facts_and_labels_leave_the_predictions_as_they_are(tmp_path: Path) -> None:
    read_fields = {"id", "story_topdown", "story_north", "question_fr", "question_yn", "question_yn_north_raw", "setting", "grid"}
    blank = tmp_path / "cases.jsonl"
    kept = [{key: value if key in read_fields else None for key, value in row.items()} for row in rows()]
    blank.write_text("".join(json.dumps(row) + "\n" for row in kept), encoding="utf-8")
    predicted = []
    for path in (CASES, blank):
        evaluate(Job(dataset="roomspace"), [path], out=tmp_path / "out.jsonl")
        lines = (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()
        predicted.append([{**json.loads(line), "correct": None} for line in lines])
    assert predicted[0] == predicted[1]


def test_every_room_is_written_in_both_views_and_read_back() -> None:
    for row in rows():
        classes = 3 if "D3" in row["setting"] else 2
        story = read(row["story_topdown"], row["question_fr"], distances=classes)
        for view in VIEWS:
            again = read(write(story, view, room="den"), ask_text(story, story.questions[0], view), distances=classes)
            assert again.entities == story.entities
            assert {(one.relation, one.args) for one in again.statements} == {
                (one.relation, one.args) for one in story.statements
            }
            assert [one.args for one in again.questions] == [one.args for one in story.questions]
        assert ask(story, row["question_yn"]).questions[1].args == ask(story, row["question_yn_north_raw"]).questions[1].args
