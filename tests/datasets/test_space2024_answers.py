"""Answers in every form that a model's output may have, and what is made of them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qsr.datasets.space2024.answers import LETTERS, is_none_of_them, read_answer
from qsr.theories.seating.text import chinese, english

OPTIONS = {"A": "赵一", "B": "钱二", "C": "孙三", "D": "以上选项都不是"}


@pytest.mark.parametrize(
    ("answer", "letters", "rule"),
    [
        (["A"], "A", LETTERS),
        (["C", "A"], "AC", LETTERS),
        (["a"], "A", "lower case"),
        ([" A"], "A", "blanks"),
        (["A", "A"], "A", "repeated letters"),
        ([["A"], ["C"]], "AC", "nested list"),
        (["A", ["C"]], "AC", "nested list"),
        (["AC"], "AC", "letters in a text"),
        (["A. 赵一"], "A", "letters with option text"),
        ([], "", "empty list"),
        ({"answer": ["B"]}, "B", "object"),
        ("A", "A", "letters in a text"),
        ("c", "C", "lower case"),
        (" B\n", "B", "blanks"),
        ("ACD", "ACD", "letters in a text"),
        ("ac", "AC", "lower case"),
        ("A,C", "AC", "letters in a text"),
        ("A、C", "AC", "letters in a text"),
        ("A and C", "AC", "letters in a text"),
        ("Ａ，Ｃ", "AC", "letters in a text"),
        ('["A", "C"]', "AC", "text of a list"),
        ("['A', 'C']", "AC", "text of a list"),
        ("[A, C]", "AC", "letters in a text"),
        ("(B)", "B", "letters in a text"),
        ("**B**", "B", "letters in a text"),
        ("B. 钱二", "B", "letters with option text"),
        ("A. 赵一\nC. 孙三", "AC", "letters with option text"),
        ("B（钱二）", "B", "letters in a text"),
        ("钱二", "B", "option text"),
        ("赵一和孙三", "AC", "option text"),
        ("以上选项都不是。", "D", "option text"),
        ("以上都不对", "D", "none of them"),
        ("None of the above", "D", "none of them"),
        ("答案是A和C", "AC", "answer line"),
        ("答案：B。因为A不对。", "B", "answer line"),
        ("选B", "B", "answer line"),
        ("不选B，选C", "C", "answer line"),
        ("赵一在钱二的左边。因此选AC。", "AC", "answer line"),
        ("赵一坐在孙三的左边，所以答案为C。", "C", "answer line"),
        ("答案是D（以上选项都不是）", "D", "answer line"),
        ("答案是孙三。", "C", "option text"),
        ("The answer is B.", "B", "answer line"),
        ("Step 1: B is left of C. The answer is A and C.", "AC", "answer line"),
        (r"\boxed{AC}", "AC", "answer line"),
        ("选项B是正确的", "B", "answer line"),
    ],
)
def test_forms_that_have_one_meaning_are_repaired_under_a_rule(answer: Any, letters: str, rule: str) -> None:
    reading = read_answer(answer, OPTIONS)
    assert reading.value == tuple(letters)
    assert rule in reading.rule.split("+")
    strict = read_answer(answer, OPTIONS, strict=True)
    assert (strict.value is not None) == (reading.rule == LETTERS)


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (None, "null"),
        (3, "a number"),
        (1.0, "a number"),
        (True, "true or false"),
        ({}, "an object"),
        ([None], "null"),
        ([1], "a number"),
        ([[["A"]]], "nested lists"),
        (["E"], "not offered"),
        (["A", "E"], "not offered"),
        ("E", "not offered"),
        ("AE", "not offered"),
        ("", "an empty text"),
        ("  ", "an empty text"),
        ("bad", "no letter"),
        ("A或B", "alternatives"),
        ("A, B, or C", "alternatives"),
        ("不选B", "a denial"),
        ("答案不是A", "a denial"),
        ("A不正确，B正确", "a denial"),
        ("B. 赵一", "another option"),
        ("赵一在钱二左边，孙三在对面。", "several options"),
        ("I think it is a big one.", "no letter"),
    ],
)
def test_what_could_mean_two_things_or_nothing_is_not_read(answer: Any, why: str) -> None:
    reading = read_answer(answer, OPTIONS)
    assert reading.value is None
    assert reading.rule.startswith("unreadable: ")
    assert why in reading.rule


def test_an_abstention_is_not_an_answer_unless_it_is_an_option() -> None:
    assert read_answer("无法确定", OPTIONS).abstained
    assert read_answer("无法确定", {"A": "高于", "B": "低于", "C": "无法确定"}).value == ("C",)


def test_none_of_them_needs_such_an_option() -> None:
    assert read_answer("以上都不对", {"A": "东", "B": "西"}).value is None


def test_options_that_are_letters_themselves() -> None:
    mirrored = {"A": "B", "B": "p q b d", "C": "H A X Y"}
    assert read_answer("p q b d", mirrored).value == ("B",)
    assert read_answer("H A X Y", mirrored).value == ("C",)
    assert read_answer("A", mirrored).value == ("A",)
    assert read_answer("B", mirrored).value is None
    assert read_answer(["B"], mirrored).value == ("B",)


@pytest.mark.parametrize("text", ["以上选项都不是", "以上选项都不是。", "以上选项均不正确", "以上均不对", "None of the above"])
def test_spellings_of_none(text: str) -> None:
    assert is_none_of_them(text)


@pytest.mark.parametrize(
    "text", ["以上选项都是真实的空间信息。", "无法确定", "不在桌子上", "以上选项都不是真实的空间信息的一部分", ""]
)
def test_what_is_no_spelling_of_none(text: str) -> None:
    assert not is_none_of_them(text)


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(["A", "答案是", "选", "[", "以上都不对"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)


@given(values)
def test_nothing_raises_and_strict_takes_less(answer: Any) -> None:
    loose, strict = read_answer(answer, OPTIONS), read_answer(answer, OPTIONS, strict=True)
    assert strict.value is None or strict.value == loose.value
    assert loose.value is None or set(loose.value) <= set(OPTIONS)  # type: ignore[arg-type]


@given(st.sets(st.sampled_from("ABCD"), min_size=1), st.randoms())
def test_the_published_form_is_read_as_it_stands(letters: set[str], random: Any) -> None:
    given_letters = sorted(letters)
    random.shuffle(given_letters)
    for strict in (False, True):
        assert read_answer(given_letters, OPTIONS, strict=strict).value == tuple(sorted(letters))
    # The same letters in other clothes.
    for text in (
        "".join(sorted(letters)),
        "、".join(given_letters),
        json.dumps(given_letters),
        f"答案是{'和'.join(given_letters)}。",
    ):
        assert read_answer(text, OPTIONS).value == tuple(sorted(letters))


@pytest.mark.parametrize("text", [*chinese.NONE, *english.NONE])
def test_every_spelling_of_none_that_the_readers_know(text: str) -> None:
    assert is_none_of_them(text)
