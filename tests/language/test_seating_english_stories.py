"""Story files about seats: which language they are in, their questions, and the places of their faults."""

from __future__ import annotations

from pathlib import Path

import pytest

import qsr
from qsr.cli import main
from qsr.errors import ParseError, UnsupportedQuestion

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "seats.story"
ENGLISH = """theory: seating
# around the fire
Ann, Bo, Cy and Di stand in a circle with their backs to the centre.
Ann stands opposite Bo. Cy stands to the left of Ann.

? Who stands to the right of Ann?
"""
CHINESE = """theory: seating
甲一、乙二、丙三、丁四四个人围坐在一张圆桌旁，面朝中心。已知：甲一在乙二的正对面，丙三在甲一左边紧挨着。
? 谁在丙三的正对面？
? ()在丙三的正对面。 A) 甲一 B) 丁四
"""


def test_english_stories() -> None:
    story = qsr.parse(ENGLISH)
    assert story.entities == ("Ann", "Bo", "Cy", "Di")
    assert dict(story.settings) == {"theory": "seating", "layout": "ring 4 outward"}
    assert story.quote(1) == "Cy stands to the left of Ann"
    assert qsr.solve(story).value == ("Di",)
    assert qsr.solve(story, "Is Di next to Cy?").value == "no"
    assert qsr.solve(story, "() stands next to Di. A) Ann B) Cy C) None of the above").value == ("A",)


def test_a_layout_may_be_set_in_the_first_line() -> None:
    text = "theory: seating, layout: ring 4 inward\nAnn, Bo, Cy and Di stand in a circle. Ann is to the left of Bo."
    assert dict(qsr.parse(text).settings) == {"theory": "seating", "layout": "ring 4 inward"}
    with pytest.raises(ParseError):
        qsr.parse(text.replace(", layout: ring 4 inward", ""))


def test_chinese_stories_are_told_by_their_characters() -> None:
    story = qsr.parse(CHINESE)
    assert story.entities == ("甲一", "乙二", "丙三", "丁四")
    assert [qsr.solve(story, question).value for question in story.questions] == [("丁四",), ("B",)]
    with pytest.raises(ParseError):
        qsr.solve(story, "丙三在哪里？")


def test_chinese_names_do_not_make_a_story_chinese() -> None:
    story = qsr.parse("theory: seating\n张三, 李四 and 王五 sit around a round table. 张三 sits to the left of 李四.")
    assert (story.entities, story.statements[0].relation) == (("张三", "李四", "王五"), "left")


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("opposite Bo", "opposite Zoe", (4, 21)),
        ("to the right of Ann?", "to the right of nobody?", None),
        ("with their backs to the centre", "", (4, 25)),
        ("theory: seating", "theory: seating, layout: ring", (1, 18)),
    ],
)
def test_faults_have_their_place(old: str, new: str, place: tuple[int, int] | None) -> None:
    with pytest.raises(ParseError) as caught:
        qsr.parse(ENGLISH.replace(old, new), file="a.story")
    if place is not None:
        assert (caught.value.line, caught.value.column) == place


def test_two_options_with_one_letter_are_refused() -> None:
    with pytest.raises(ParseError):
        qsr.solve(ENGLISH, "() stands next to Di. A) Ann A) Cy")


def test_several_questions_need_a_choice() -> None:
    with pytest.raises(UnsupportedQuestion):
        qsr.solve(EXAMPLE.read_text(encoding="utf-8"))


def test_the_example_is_solved_explained_and_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    drawing = tmp_path / "seats.svg"
    assert main(["solve", str(EXAMPLE), "--explain", "--draw", str(drawing)]) == 0
    shown = capsys.readouterr().out
    assert "Who sits opposite Ben?\n  Eve\n" in shown
    assert "Who sits next to Anna?\n  Eve, Finn\n" in shown
    assert "excluded  Cleo by\n              Cleo is opposite Anna\n" in shown
    assert drawing.read_text(encoding="utf-8").startswith("<svg")
