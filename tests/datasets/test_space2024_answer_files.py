"""Files of answers that may hold anything."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qsr.datasets.space2024.answer_files import read_raw
from qsr.errors import DatasetError


def write(folder: Path, *lines: object) -> str:
    file = folder / "answers.jsonl"
    file.write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines), encoding="utf-8")
    return str(file)


def test_answers_of_every_kind_are_kept_as_they_are(tmp_path: Path) -> None:
    values = [["A"], "A", None, 3, [["A"]], {"x": 1}, True]
    found = read_raw(write(tmp_path, *({"id": str(number), "answer": value} for number, value in enumerate(values))))
    assert found.found == {str(number): (value,) for number, value in enumerate(values)}
    assert found.faults == []


def test_lines_at_fault_are_named_and_stop_nothing(tmp_path: Path) -> None:
    lines = [
        "{",
        [1],
        {"answer": "A"},
        {"id": 3, "answer": "A"},
        {"id": "x"},
        {"id": "y", "answers": "A"},
        "",
        {"qid": "z", "answer": "A"},
    ]
    found = read_raw(write(tmp_path, *lines))
    assert found.found == {"z": ("A",)}
    assert [fault["line"] for fault in found.faults] == [1, 2, 3, 4, 5, 6]


def test_of_two_answers_the_last_counts_and_both_lines_are_known(tmp_path: Path) -> None:
    found = read_raw(write(tmp_path, {"id": "x", "answer": ["A"]}, {"id": "x", "answer": ["B"]}))
    assert found.found == {"x": (["B"],)}
    assert [fault["line"] for fault in found.faults] == [2]


def test_samples_belong_together(tmp_path: Path) -> None:
    lines = [
        {"id": "x", "answers": [["A"], None]},
        {"id": "y", "sample": 1, "answer": "A"},
        {"id": "y", "sample": 2, "answer": "B"},
    ]
    found = read_raw(write(tmp_path, *lines))
    assert found.found == {"x": (["A"], None), "y": ("A", "B")}
    assert found.faults == []
    found = read_raw(write(tmp_path, *lines[1:], {"id": "y", "sample": 2, "answer": "C"}))
    assert len(found.faults) == 1


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="missing"):
        read_raw(str(tmp_path / "missing"))


@given(st.binary(max_size=200))
def test_any_bytes_are_read(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    file = tmp_path_factory.mktemp("answers") / "a.jsonl"
    file.write_bytes(data)
    read_raw(str(file))
