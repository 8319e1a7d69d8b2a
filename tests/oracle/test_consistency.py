"""Questions that are asked again: which items are one question, and how many groups are answered alike."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qsr import datasets
from qsr.datasets.protocol import Item
from qsr.errors import DatasetError
from qsr.oracle.scores.consistency import Member, consistency, groups_of, read_groups
from qsr.seats import Claim
from qsr.story import Question, Story

SPACE = datasets.get("space2024")
TEXT = "赵一、钱二、孙三围着一张圆桌。"
NAMES = ("赵一", "钱二", "孙三")


def item(name: str, question: str, options: str = "ABC", text: str = TEXT, claims: tuple[Claim, ...] = ()) -> Item:
    """Return an item whose options are the letters of a text, here in any order."""
    letters = "ABCDEFGH"[: len(options)]
    said = tuple(zip(letters, ((claim,) for claim in claims), strict=False))
    properties = (("claims", said), ("none", ())) if claims else ()
    asked = Question(0, "options", (), tuple(letters), question, properties=properties)
    settings = (("theory", "seating"), ("layout", "ring 6 inward")) if claims else ()
    story = Story(NAMES if claims else (), (), (asked,), text, settings)
    return Item(name, story, asked, choices=tuple(zip(letters, options, strict=True)))


def test_the_same_question_again_and_with_its_options_in_another_order() -> None:
    items = [item("1", "()在哪里。"), item("2", "()在哪里"), item("3", "（）在哪里。", "CAB"), item("4", "()在这里。")]
    assert groups_of(SPACE, items) == [("1", "2", "3")]


def test_text_and_options_alone_are_not_enough() -> None:
    assert groups_of(SPACE, [item("1", "()左边是谁。"), item("2", "()右边是谁。")]) == []
    assert groups_of(SPACE, [item("1", "()在哪里。"), item("2", "()在哪里。", text="别的。")]) == []
    assert groups_of(SPACE, [item("1", "()在哪里。"), item("2", "()在哪里。", "ABD")]) == []


def test_a_copula_may_be_turned_round_and_nothing_else() -> None:
    assert groups_of(SPACE, [item("1", "小车的初始位置是()。"), item("2", "()是小车的初始位置。")]) == [("1", "2")]
    assert groups_of(SPACE, [item("1", "甲在()的左边。"), item("2", "()在甲的左边。")]) == []


def test_questions_that_put_the_same_names_at_the_same_places() -> None:
    said = [
        ("()在赵一左边第一个。", Claim("left:1", (1, 0))),
        ("赵一在()右边第一个。", Claim("right:1", (0, 1))),
        ("()在赵一右边第五个。", Claim("right:5", (1, 0))),
        ("()在赵一顺时针方向第一个。", Claim("clockwise:1", (1, 0))),
        ("()在赵一右边第一个。", Claim("right:1", (1, 0))),
        ("()和赵一不相邻。", Claim("adjacent", (1, 0), True)),
    ]
    items = [item(str(number), question, "钱", claims=(claim,)) for number, (question, claim) in enumerate(said)]
    assert groups_of(SPACE, items) == [("0", "1", "2", "3")]


def members(*answers: tuple[Item, tuple[str, ...] | None]) -> dict[str, Member]:
    return {one.id: Member.of(one, letters) for one, letters in answers}


def test_answers_are_compared_by_what_the_options_say() -> None:
    first, switched = item("1", "()在哪里。"), item("2", "()在哪里。", "CAB")
    group = [("1", "2")]
    same = consistency(members((first, ("A", "C")), (switched, ("B", "A"))), group)
    assert (same["groups"], same["consistent"], same["share"]) == (1, 1, 1.0)
    other = consistency(members((first, ("A",)), (switched, ("A",))), group)
    assert other["consistent"] == 0
    assert other["inconsistent"] == {"count": 1, "first": [["1", "2"]]}


def test_an_answer_that_is_missing_equals_no_other() -> None:
    first, again = item("1", "()在哪里。"), item("2", "()在哪里。")
    assert consistency(members((first, None), (again, None)), [("1", "2")])["consistent"] == 0
    assert consistency(members((first, ()), (again, ())), [("1", "2")])["consistent"] == 1


def test_three_sub_scores() -> None:
    items = {
        "one": item("one", "()在甲左边。"),
        "again": item("again", "()在甲左边。"),
        "switched": item("switched", "()在甲左边。", "BAC"),
        "reworded": item("reworded", "()位于甲左边。"),
    }
    given_answers = {"one": ("A",), "again": ("A",), "switched": ("A",), "reworded": ("A",)}
    report = consistency(members(*((items[name], given_answers[name]) for name in items)), [tuple(items)])
    assert report["share"] == 0.0
    shares = {kind: (report[kind]["groups"], report[kind]["consistent"]) for kind in ("repeated", "reworded", "switched")}
    assert shares == {"repeated": (1, 1), "reworded": (1, 1), "switched": (1, 0)}


def test_a_group_of_which_one_item_is_left_is_none() -> None:
    report = consistency(members((item("1", "()在哪里。"), ("A",))), [("1", "2"), ("3", "4")])
    assert (report["groups"], report["share"]) == (0, None)


@given(st.permutations("PQRS"), st.sets(st.sampled_from("PQRS"), min_size=1))
def test_an_answer_that_keeps_to_its_texts_is_consistent_in_every_order(order: list[str], texts: set[str]) -> None:
    first, second = item("1", "()在哪里。", "PQRS"), item("2", "()在哪里。", "".join(order))
    answers = [tuple(letter for letter, text in one.choices if text in texts) for one in (first, second)]
    found = groups_of(SPACE, [first, second])
    assert found == [("1", "2")]
    assert consistency(members((first, answers[0]), (second, answers[1])), found)["share"] == 1.0


def test_files_of_groups(tmp_path: Path) -> None:
    file = tmp_path / "groups.jsonl"
    rows = [{"ids": ["1", "2", "2"]}, {"id": "3", "group": 7}, {"qid": "4", "group": 7}, {"id": "5", "group": "alone"}]
    rows += [{"qid": str(number), "generated": {"group": "gen-0-1"}} for number in (6, 7)]
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    assert read_groups(str(file)) == [("1", "2"), ("3", "4"), ("6", "7")]
    file.write_text('{"ids": ["1", "2"]}\n{"ids": "1"}\n', encoding="utf-8")
    with pytest.raises(DatasetError, match=":2: expected"):
        read_groups(str(file))
    file.write_text("no\n", encoding="utf-8")
    with pytest.raises(DatasetError, match=":1: not JSON"):
        read_groups(str(file))
    with pytest.raises(DatasetError):
        read_groups(str(tmp_path / "missing"))
