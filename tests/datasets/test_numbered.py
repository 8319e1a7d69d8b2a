from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qsr.datasets.forms.numbered import numbered_rows, relabel
from qsr.datasets.protocol import BadRow, Row


def read(path: Path, text: str) -> list[Row | BadRow]:
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    return list(numbered_rows(path))


def test_a_question_has_the_sentences_before_it(tmp_path: Path) -> None:
    found = read(tmp_path / "a.txt", "1 One.\n2 First?\tyes\t1\n3 Two.\n4 Second?\tno\t1 3\n1 Three.\n2 Third?\t\t\n")
    assert [(row.line, row.payload) for row in found if isinstance(row, Row)] == [
        (2, (("One.",), "First?", "yes")),
        (4, (("One.", "Two."), "Second?", "no")),
        (6, (("Three.",), "Third?", "")),
    ]


@pytest.mark.parametrize("broken", ["no number", "x Two.", "\udcff", "2"])
def test_a_broken_line_takes_the_questions_of_its_story_with_it(tmp_path: Path, broken: str) -> None:
    found = read(tmp_path / "a.txt", f"1 One.\n{broken}\n3 First?\tyes\t1\n1 Two.\n2 Second?\tno\t1\n")
    assert [(type(row), row.line) for row in found] == [(BadRow, 2), (BadRow, 3), (Row, 5)]


def test_a_missing_line_is_noticed(tmp_path: Path) -> None:
    bad, good = read(tmp_path / "a.txt", "1 One.\n3 First?\tyes\t1\n1 Two.\n2 Second?\tno\t1\n")
    assert isinstance(bad, BadRow)
    assert "numbered 3 where 2" in bad.error
    assert isinstance(good, Row)


def test_a_story_without_a_question_is_reported(tmp_path: Path) -> None:
    found = read(tmp_path / "a.txt", "1 One.\n1 Two.\n2 Second?\tno\t1\n1 Three.\n")
    assert [(type(row), row.line) for row in found] == [(BadRow, 1), (Row, 3), (BadRow, 4)]


def test_windows_line_ends_and_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes("\ufeff1 One.\r\n2 First?\tyes\t1\r\n".encode())
    (row,) = numbered_rows(path)
    assert isinstance(row, Row)
    assert row.payload == (("One.",), "First?", "yes")


@given(st.text(alphabet="123 \t\nAb?.", max_size=120))
def test_every_question_line_is_accounted_for(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    path = tmp_path_factory.mktemp("numbered") / "a.txt"
    found = read(path, text)
    lines = [row.line for row in found]
    assert len(set(lines)) == len(lines)
    questions = {
        number for number, line in enumerate(text.split("\n"), 1) if "\t" in line.strip(" ") and line.strip(" ")[:1].isdigit()
    }
    assert {row.line for row in found if isinstance(row, Row)} <= questions


def test_relabelling_keeps_every_other_byte(tmp_path: Path) -> None:
    original, copy = tmp_path / "a.txt", tmp_path / "b.txt"
    original.write_bytes(b"1 One.\r\n2 First?\tyes\t1\r\n1 Two.\n2 Second?\tno\t1\n1 Three.\n2 Third?\tno\t1")
    relabel(original, copy, {"x:2": "no", "x:4": None})
    assert copy.read_bytes() == b"1 One.\r\n2 First?\tno\t1\r\n1 Three.\n2 Third?\tno\t1"
