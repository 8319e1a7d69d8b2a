"""Pages and plots by themselves: whatever stands in them is text, and what they say survives the way there and back."""

from __future__ import annotations

import re
import xml.etree.ElementTree as xml
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qsr import datasets
from qsr.datasets.protocol import Item
from qsr.draw import plots
from qsr.pages import Case, Figure, Heading, Notes, Page, Paragraph, Table
from qsr.report import html, markdown
from qsr.report.counts import shares
from qsr.report.groups import families
from qsr.report.worst import LABEL_FAULTS, Buckets, Candidate, error_class, label_fault
from qsr.story import Question, Story, Verdict
from qsr.witnesses import Points

HOSTILE = '<script>alert("1")</script>&lt;b&gt; | `` ` ``` # *x* [a](javascript:b) \' " </svg></style> ${x} \x1b[2J \u202e'
texts = st.text(max_size=40) | st.just(HOSTILE) | st.text("<>&\"'`|*_#[]!~\n \\", max_size=20)


def page_of(text: str) -> Page:
    witness = Points({0: (Fraction(0), Fraction(1)), 1: (Fraction(1), Fraction(0))}, {0: text, 1: "b"})
    figure = Figure(text, plots.bars([(text, [plots.Point(0.5, (0.4, 0.6))])] * 2, [text, "b"][:1], text))
    case = Case(text, ((text, True), (text, False)), ((text, text),), (text,), witness, text)
    blocks = (
        Heading(text),
        Heading(text, 3),
        Paragraph(text),
        Notes((text,)),
        Table(text, ("", f"head {text}"), ((text, text),)),
        figure,
        case,
    )
    return Page(text, blocks)


@settings(deadline=None)
@given(text=texts)
def test_whatever_stands_in_a_page_is_text_in_it(read: Any, text: str) -> None:
    page = html.write(page_of(text))
    page.encode("utf-8")
    found = read(page)
    assert found.tags == read(html.write(page_of("plain"))).tags
    kept = "".join(char for char in text if char.isalnum() and char.isascii())
    assert kept in "".join(char for char in found.text if char.isalnum() and char.isascii())


@settings(deadline=None)
@given(texts)
def test_whatever_stands_in_markdown_is_text_in_it(text: str) -> None:
    page = markdown.write(page_of(text))
    page.encode("utf-8")
    plain = markdown.write(page_of("plain"))
    # The same parts: no text opens a heading, a row, a list or a fence of its own.
    for begin in ("#", "| ", "- ", ">"):
        count = sum(line.startswith(begin) for line in outside_fences(page))
        assert count == sum(line.startswith(begin) for line in outside_fences(plain)), begin
    for line in outside_fences(page):
        without = re.sub(r"\\.", "", line)
        assert not re.search(r"[<`\[]", without), line
        assert not without.startswith("|") or without.count("|") == 3, line


def outside_fences(page: str) -> list[str]:
    lines, fence = [], ""
    for line in page.split("\n"):
        if not fence and line.startswith("```"):
            fence = line.removesuffix("text")
        elif fence and line == fence:
            fence = ""
        elif not fence:
            lines.append(line)
    assert not fence
    return lines


def test_only_what_would_be_markup_is_escaped() -> None:
    lines = ("1. a", "1.5 a", "- a", "a - b", "12) a", "= a", "(1) a")
    page = markdown.write(Page("p", tuple(map(Paragraph, lines))))
    assert page.split("\n\n")[1:] == ["1\\. a", "1.5 a", "\\- a", "a - b", "12\\) a", "\\= a", "(1) a\n"]


def test_markdown_tables_have_as_many_cells_in_each_row() -> None:
    table = Table("t", ("", "a|b"), (("x|", "1\n2"), ("|", "|")))
    rows = markdown.write(Page("p", (table,))).splitlines()[4:]
    assert [len(re.findall(r"(?<!\\)\|", row)) for row in rows] == [3, 3, 3, 3]


shared = st.floats(0, 1).map(lambda share: plots.Point(share, (share / 2, (1 + share) / 2))) | st.just(plots.Point(None))


@settings(deadline=None)
@given(st.lists(st.tuples(texts, shared, shared), min_size=1, max_size=8))
def test_bars_are_as_long_as_their_shares(rows: list[tuple[str, plots.Point, plots.Point]]) -> None:
    drawn = xml.fromstring(plots.bars([(name, [one, other]) for name, one, other in rows], ["a", "b"], "t"))
    bars = [element for element in drawn.iter("rect") if element.get("height") != "7"]
    wanted = [point.share for _, *points in rows for point in points if point.share is not None]
    whole = plots._WIDTH - plots._LEFT - plots._RIGHT
    assert [float(bar.get("width", "")) for bar in bars] == pytest.approx([whole * share for share in wanted], abs=0.06)
    whiskers = [element for element in drawn.iter("path") if element.get("class") == "whisker"]
    assert len(whiskers) == len(wanted)


@settings(deadline=None)
@given(st.lists(shared, min_size=1, max_size=30))
def test_lines_rise_with_their_shares(points: list[plots.Point]) -> None:
    drawn = xml.fromstring(plots.lines(list(map(str, range(len(points)))), [("a", points)], "t", "k"))
    heights = [float(mark.get("cy", "")) for mark in drawn.iter("circle")]
    known = [point.share for point in points if point.share is not None]
    assert len(heights) == len(known)
    for (low, first), (high, second) in zip(
        sorted(zip(known, heights, strict=True)), sorted(zip(known, heights, strict=True))[1:], strict=False
    ):
        assert high == low or second <= first + 0.11


def test_bins_show_their_counts() -> None:
    drawn = xml.fromstring(plots.histogram([("0", [3, 0]), ("1", [6, 12])], ["a", "b"], "t"))
    bars = [float(element.get("width", "")) for element in drawn.iter("rect") if element.get("height") != "7"]
    assert bars == pytest.approx([bars[3] / 4, 0, bars[3] / 2, bars[3]], abs=0.06)
    assert {"3", "6", "12"} <= {element.text for element in drawn.iter("text")}


def candidate(number: int, kind: str, group: str, weight: int = 0) -> Candidate:
    item = Item(f"f:{number}", Story(), Question(0, "relation", (0, 1)), groups=(group,) if group else ())
    return Candidate(item, "", Verdict(item.id, False, None, ""), kind, Fraction(weight))


some = st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from(["", "1", "2"]), st.integers(0, 3)), max_size=80)


@settings(deadline=None)
@given(some, st.lists(st.integers(0, 80), max_size=4), st.integers(0, 20))
def test_what_is_shown_does_not_depend_on_where_a_run_is_cut(
    rows: list[tuple[str, str, int]], cuts: list[int], number: int
) -> None:
    whole, pieces = Buckets(), Buckets()
    candidates = [candidate(place, *row) for place, row in enumerate(rows)]
    for one in candidates:
        whole.add(one)
    borders = [0, *sorted(min(cut, len(rows)) for cut in cuts), len(rows)]
    for start, end in pairwise(borders):
        piece = Buckets()
        for one in candidates[start:end]:
            piece.add(one)
        pieces.merge(piece)
    found = whole.chosen(number)
    assert found == pieces.chosen(number)
    assert len({one.item.id for one in found}) == len(found) <= number
    kinds = {one.kind for one in candidates}
    assert {one.kind for one in found} == kinds or len(found) == number or not kinds
    assert all(len(kept) <= 16 for kept in whole.kept.values())


def test_each_kind_and_group_has_its_turn() -> None:
    buckets = Buckets()
    for number in range(40):
        buckets.add(candidate(number, "often", "1"))
    for number, (kind, group) in enumerate((("often", "2"), ("seldom", "1"), ("seldom", "3")), 40):
        buckets.add(candidate(number, kind, group))
    assert {(one.kind, one.item.groups) for one in buckets.chosen(4)} == {
        ("often", ("1",)),
        ("often", ("2",)),
        ("seldom", ("1",)),
        ("seldom", ("3",)),
    }


def test_what_weighs_most_is_kept() -> None:
    buckets = Buckets()
    for number in range(50):
        buckets.add(candidate(number, "a", "", weight=number))
    assert [one.item.id for one in buckets.chosen(2)] == ["f:49", "f:48"]


def test_families_keep_the_order_of_numbers() -> None:
    found = families("k", ["1", "10", "2", "contains on", "contains at", "n=3", "en", "Cost: 0.3 Unit"])
    assert found == {
        "k": [("1", "1"), ("2", "2"), ("10", "10")],
        "contains": [("at", "contains at"), ("on", "contains on")],
        "n": [("3", "n=3")],
        "group": [("en", "en")],
        "Cost": [("0.3 Unit", "Cost: 0.3 Unit")],
    }


def test_shares_of_nothing() -> None:
    assert shares({}) == []


def verdict(sound: bool | None, *right: Any) -> Verdict:
    return Verdict("f:1", sound, None, "", frozenset({"x"}), "label", right)


@pytest.mark.parametrize(
    ("dataset", "gold", "judged", "expected"),
    [
        ("roomspace", frozenset({"north"}), verdict(True, frozenset({"north", "east"})), "partial"),
        ("roomspace", frozenset({"west"}), verdict(True, frozenset({"north", "east"})), "other"),
        ("sparp", frozenset({"left"}), verdict(False, frozenset({"left", "above"})), "other"),
        ("sparp", frozenset({"left"}), verdict(False, frozenset({"left"})), None),
        ("sparp", frozenset({"left"}), verdict(False), "open"),
        ("sparp", frozenset(), verdict(False), None),
        ("sparp", frozenset({"left"}), verdict(None), None),
        ("sparp", None, verdict(False), None),
        ("babi", "s,e", verdict(False, "e,s", "s,e"), None),
    ],
)
def test_labels_are_held_against_what_the_text_says(dataset: str, gold: Any, judged: Verdict, expected: str | None) -> None:
    item = Item("f:1", Story(), Question(0, "relation", (0, 1)), gold=gold)
    assert label_fault(item, judged, datasets.get(dataset)) == expected


def test_a_label_beside_a_denial_is_held_against_the_text_too() -> None:
    item = Item("f:1", Story(), Question(0, "relation", (0, 1)), gold=frozenset({"left"}))
    denied = Verdict("f:1", False, None, "", None, "denial", (frozenset({"above"}),))
    assert label_fault(item, denied, datasets.get("sparp")) in LABEL_FAULTS


@pytest.mark.parametrize(
    ("judged", "expected"),
    [
        (Verdict("", True, None, "", "left", "label"), ""),
        (Verdict("", False, None, "", "left", "label", ("right",)), "another answer"),
        (Verdict("", False, None, "", "left", "label"), "claims what the text leaves open"),
        (Verdict("", False, None, "", None, "abstention", ("right",)), "abstains though the text decides"),
        (Verdict("", None, None, "", None, "unreadable", ("right",)), "not readable"),
        (Verdict("", None, None, "", "left", "label"), "not decided by the theory"),
        (Verdict("", False, None, "", frozenset("a"), "", (frozenset("ab"),)), "leaves some out"),
        (Verdict("", False, None, "", frozenset("abc"), "", (frozenset("ab"),)), "claims some too many"),
        (Verdict("", False, None, "", ("a", "c"), "", (("a", "b"),)), "some right, some not"),
        (Verdict("", False, None, "", frozenset("c"), "", (frozenset("ab"),)), "another answer"),
    ],
)
def test_every_answer_that_is_not_sound_is_of_one_kind(judged: Verdict, expected: str) -> None:
    assert error_class(judged) == expected
