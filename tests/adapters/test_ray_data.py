"""The classes for Ray Data on batches as Ray hands them out; tests/adapters/test_ray.py has them in Ray itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow
import pytest

import qsr
from qsr import generate
from qsr.errors import DatasetError, UnknownName
from qsr.generate import Request
from qsr.run import Job, evaluate

ROWS: list[dict[str, Any]] = [
    {"id": "a", "story": "The cup is left of the pen.", "question": "Where is the cup relative to the pen?", "answer": "left"},
    {"id": "b", "story": "The cup is left of the pen.", "question": "Is the pen left of the cup?", "answer": "yes"},
    {"id": "c", "story": "The cup broods.", "question": "Is the pen left of the cup?", "answer": None},
    {"id": "d", "story": "Ann is in the hall.", "question": "Where is Ann?", "answer": "in the hall"},
]
REPLIES = ("It is to the left of the pen.", "Yes.", "No.", None)


def batches() -> list[Any]:
    """The same rows as a table and as arrays."""
    rows = [{**row, "reply": reply} for row, reply in zip(ROWS, REPLIES, strict=True)]
    table = pyarrow.Table.from_pylist(rows)
    return [table, {name: table[name].to_numpy() for name in table.column_names}]


def rows_of(batch: Any) -> list[dict[str, Any]]:
    if isinstance(batch, pyarrow.Table):
        return list(batch.to_pylist())
    return [dict(zip(batch, values, strict=True)) for values in zip(*batch.values(), strict=True)]


@pytest.mark.parametrize("batch", batches(), ids=["arrow", "numpy"])
def test_answers_are_those_of_a_run(batch: Any, tmp_path: Path) -> None:
    found = rows_of(qsr.ray.Answer()(batch))
    assert [row["id"] for row in found] == ["a", "b", "c", "d"]
    assert [row["qsr_answer"] for row in found] == ["left", "no", None, "in the hall"]
    assert [row["qsr_correct"] for row in found] == [True, False, None, True]
    assert [row["qsr_error"] is None for row in found] == [True, True, False, True]
    data, out = tmp_path / "rows.jsonl", tmp_path / "out.jsonl"
    data.write_text("".join(json.dumps(row) + "\n" for row in ROWS), encoding="utf-8")
    evaluate(Job(dataset="rows"), [data], out=out)
    lines = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    told = [json.loads(row["qsr_line"]) for row in found]
    assert [{**one, "place": None} for one in told] == [{**one, "place": None} for one in lines]


@pytest.mark.parametrize("batch", batches(), ids=["arrow", "numpy"])
def test_replies_are_judged_and_scored(batch: Any) -> None:
    found = rows_of(qsr.ray.Judge()(batch))
    assert [row["qsr_sound"] for row in found] == [True, False, None, None]
    assert [row["qsr_gold"] for row in found] == [True, True, None, None]
    assert list(found[1]["qsr_evidence"]) == ["The cup is left of the pen."]
    assert found[3]["qsr_reason"] == "no reply"
    assert [row["qsr_score"] for row in rows_of(qsr.ray.Score()(batch))] == [1.0, 0.0, None, None]
    assert [row["qsr_score"] for row in rows_of(qsr.ray.Score(mode="label")(batch))] == [1.0, 1.0, None, None]
    with pytest.raises(DatasetError, match="no column 'said' of replies; there are id, story"):
        qsr.ray.Judge(reply="said")(batch)
    with pytest.raises(UnknownName, match="mode"):
        qsr.ray.Score(mode="gold")


def test_columns_keep_their_types_where_they_hold_nothing() -> None:
    batch = pyarrow.Table.from_pylist([ROWS[2]], schema=pyarrow.schema([(name, pyarrow.string()) for name in ROWS[2]]))
    answered = qsr.ray.Answer()(batch)
    assert answered.schema.field("qsr_answer").type == pyarrow.string()
    assert qsr.ray.Answer()(batch.slice(0, 0)).schema == answered.schema


def test_a_row_with_several_questions_becomes_several_rows() -> None:
    story = {"identifier": "s", "story": ["A block is left of a box."], "objects_info": None}
    questions = [
        {"q_id": number, "q_type": "YN", "question": "Is the block left of the box?", "answer": ["Yes"], "candidate_answers": []}
        for number in range(2)
    ]
    batch = {"identifier": ["s"], "story": [story["story"]], "questions": [questions], "kept": [7]}
    found = rows_of(qsr.ray.Answer("spartun", options={"yn": "text"})(batch))
    assert [row["kept"] for row in found] == [7, 7]
    assert [json.loads(row["qsr_line"])["id"] for row in found] == ["s:0", "s:1"]


def test_items_come_of_their_seeds() -> None:
    make = qsr.ray.Generate("sparp", count=2, seed=5, options={"hops": "3"})
    found = rows_of(make({"id": [0, 3]}))
    assert [(row["seed"], row["number"]) for row in found] == [(5, 0), (5, 1), (8, 0), (8, 1)]
    expected = [line for _, line in generate.get("sparp").generate(Request(8, 2, {"hops": (3, 3)}))]
    assert [json.loads(row["item"]) for row in found[2:]] == json.loads(json.dumps(expected))
    assert make({"id": []}).num_rows == 0
