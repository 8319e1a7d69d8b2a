from __future__ import annotations

from pathlib import Path

import pytest

from qsr import datasets
from qsr.datasets.babi.dataset import Babi
from qsr.datasets.protocol import BadRow, Item
from qsr.story import Answer

TEXT = """1 The red box is above the green ball.
2 Is the red box below the green ball?\tno\t1
3 The green ball is to the left of the disc.
4 Is the disc to the right of the red box?\tyes\t1 3
1 The shed is north of the barn.
2 How do you go from the shed to the barn?\ts\t1
"""


@pytest.fixture
def items(tmp_path: Path) -> list[Item]:
    path = tmp_path / "qa17_test.txt"
    path.write_text(TEXT, encoding="utf-8")
    return [item for item in datasets.read("babi", path) if isinstance(item, Item)]


def test_each_question_sees_the_facts_before_it(items: list[Item]) -> None:
    assert [item.id.rpartition(":")[2] for item in items] == ["2", "4", "6"]
    assert [len(item.story.statements) for item in items] == [1, 2, 1]
    assert [item.gold for item in items] == ["no", "yes", "s"]
    assert [item.question.form for item in items] == ["yes_no", "yes_no", "path"]
    assert {item.groups for item in items} == {("17",)}


def test_an_answer_of_no_known_form_is_a_bad_row(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(TEXT.replace("\tno\t", "\tnope\t"), encoding="utf-8")
    bad = next(iter(datasets.read("babi", path)))
    assert isinstance(bad, BadRow)
    assert bad.line == 2


def test_native_forms(items: list[Item]) -> None:
    babi = Babi()
    assert babi.native(items[0], Answer("determined", "babi", "no")) == "no"
    assert babi.native(items[0], Answer("ambiguous", "babi", "unknown")) is None
    assert babi.native(items[2], Answer("determined", "babi", ("s", "e"))) == "s,e"


def test_reading_goes_by_the_question(items: list[Item]) -> None:
    babi = Babi()
    assert babi.extract(items[0], "No, it is not.").value == "no"
    assert babi.extract(items[2], "Go south.").value == "s"
