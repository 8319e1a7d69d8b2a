"""Baselines that understand nothing."""

from __future__ import annotations

from qsr.datasets.space2024.answers import is_none_of_them
from qsr.datasets.space2024.baselines import Majority, nearest

CHOICES = [("A", "书店"), ("B", "银行"), ("C", "以上选项都不是")]


def test_the_majority_is_of_the_same_task_and_kind_where_there_is_one() -> None:
    items = [("ISR", "single", ("A",))] * 3 + [("ISR", "multi", ("A", "B"))] * 2 + [("DSA", "single", ("C",))]
    learned = Majority(items)
    assert learned.answer("ISR", "single", "ABC") == ("A",)
    assert learned.answer("ISR", "multi", "ABC") == ("A", "B")
    assert learned.answer("DSA", "multi", "ABC") == ("C",)
    assert learned.answer("RSE", "single", "ABC") == ("A",)


def test_equally_frequent_answers_are_taken_in_the_order_of_the_alphabet() -> None:
    items = [("ISR", "single", ("B",)), ("ISR", "single", ("A",))]
    assert Majority(items).answer("ISR", "single", "AB") == Majority(items[::-1]).answer("ISR", "single", "AB") == ("A",)


def test_a_letter_that_is_not_offered_is_no_answer() -> None:
    assert Majority([("ISR", "single", ("D",))]).answer("ISR", "single", "ABC") is None
    assert Majority([]).answer("ISR", "single", "ABC") is None


def test_the_nearest_mention_on_either_side_of_the_words() -> None:
    text = "小王先去了银行，然后到书店，在那里买了一本地图。"
    assert nearest(text, "()买了一本地图。", CHOICES, is_none_of_them) == ("A",)
    assert nearest(text, "小王先去了()。", CHOICES, is_none_of_them) == ("B",)
    assert nearest(text, "小王先去了（）。", CHOICES, is_none_of_them) == ("B",)


def test_no_mention_means_none_of_them_if_that_is_offered() -> None:
    assert nearest("他在家。", "他在()。", CHOICES, is_none_of_them) == ("C",)
    assert nearest("他在家。", "他在()。", CHOICES[:2], is_none_of_them) is None
    assert nearest("他在家。", "他在哪里？", CHOICES[:2], is_none_of_them) is None
