from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qsr.datasets.forms.json_rows import json_lines, json_object
from qsr.datasets.protocol import BadRow, Row
from qsr.errors import DatasetError


def read(path: Path, text: str) -> list[Row | BadRow]:
    path.write_text(text, encoding="utf-8")
    return list(json_object(path))


@given(
    data=st.dictionaries(
        st.text(max_size=6), st.dictionaries(st.text(max_size=4), st.integers() | st.text(max_size=6), max_size=3)
    ),
    indent=st.sampled_from([None, 1]),
)
def test_reads_what_json_reads(tmp_path_factory: pytest.TempPathFactory, data: dict[str, object], indent: int | None) -> None:
    path = tmp_path_factory.mktemp("rows") / "a.json"
    found = read(path, json.dumps(data, indent=indent))
    assert [(row.id, row.payload) for row in found if isinstance(row, Row)] == [
        (f"{path}:{key}", value) for key, value in data.items()
    ]
    assert len(found) == len(data)


def test_lines_are_those_of_the_keys(tmp_path: Path) -> None:
    found = read(tmp_path / "a.json", '{"0": {},\n\n "1": {"a":\n 1},\n"2": {}}')
    assert [row.line for row in found] == [1, 3, 5]


def test_reading_goes_on_after_a_broken_row(tmp_path: Path) -> None:
    found = read(tmp_path / "a.json", '{"0": {"a": 1},\n"1": {"a": oops},\n"2": {"a": 3}}')
    assert [type(row) for row in found] == [Row, BadRow, Row]
    assert found[1].line == 2
    assert found[1].id == f"{tmp_path}/a.json:1"


def test_a_key_that_stands_twice_is_reported(tmp_path: Path) -> None:
    found = read(tmp_path / "a.json", '{"0": {"a": 1},\n"0": {"a": 2}}')
    assert [type(row) for row in found] == [Row, BadRow]


@pytest.mark.parametrize("end", ["", ",", "} x", "]"])
def test_a_file_without_its_proper_end_is_reported(tmp_path: Path, end: str) -> None:
    *rows, last = read(tmp_path / "a.json", '{"0": {"a": 1}\n' + end)
    assert [row.payload for row in rows if isinstance(row, Row)] == [{"a": 1}]
    assert isinstance(last, BadRow)


@pytest.mark.parametrize("text", ["", "[1, 2]", "null", "text"])
def test_what_is_no_object_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(DatasetError, match=r"a\.json"):
        read(tmp_path / "a.json", text)


@given(st.binary(max_size=200))
def test_any_bytes_end_in_rows_or_an_error(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.mktemp("rows") / "a.json"
    path.write_bytes(b'{"0": {}, ' + data)
    try:
        found = list(json_object(path))
    except UnicodeDecodeError:
        return
    assert all(isinstance(row, (Row, BadRow)) for row in found)
    path.write_bytes(data)
    assert all(isinstance(row, (Row, BadRow)) for row in json_lines(path))


def test_deep_nesting_is_a_bad_row(tmp_path: Path) -> None:
    deep = '{"0": ' + "[" * 100_000 + ',\n"1": {}}'
    assert isinstance(read(tmp_path / "a.json", deep)[0], BadRow)
