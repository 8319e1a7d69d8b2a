"""The work of a reader grows with its input as it should: counted in calls, and no pattern tries a run in all divisions.

A pattern does its work in one call, so inputs that were once exponential, cubic or quadratic for a pattern are of a size at
which they would not end.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from qsr import stories
from qsr.datasets.free_text.label_lists import read_labels
from qsr.datasets.space2024.answers import read_answer
from qsr.errors import ParseError
from qsr.theories.seating.text import chinese, english
from scripts import script

READERS = script("tools/fuzz/readers.py").READERS


def calls(do: Callable[[], object]) -> int:
    """Return how many functions are called, of Python and of its libraries."""
    count = 0

    def counted(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal count
        if event in ("call", "c_call"):
            count += 1

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        do()
    finally:
        sys.setprofile(before)
    return count


def drawn_out(name: str, times: int) -> bytes:
    """Return an input of so many parts, different ones where a reader refuses a part that it has seen."""
    letters = ["".join("bcdfghjklm"[int(digit)] for digit in str(number)) for number in range(times)]
    parts = {
        "english": "".join(f"The {one}o is left of the {one}u. " for one in letters),
        "gridworld rules": "theory: exact\n"
        + "".join(f"The {one}o is left of the {one}u.\n? Is the {one}o below the {one}u?\n" for one in letters),
        "stepgame .txt": "".join(
            "1 A is left of B.\n2 What is the relation of the agent A to the agent B?\tleft\t1\n" for _ in letters
        ),
        "babi": "".join("1 The box is above the pen.\n2 Is the pen below the box?\tyes\t1\n" for _ in letters),
        "answers": "".join(f'{{"id": "{one}", "answer": "left"}}\n' for one in letters),
        "groups": "".join(f'{{"ids": ["{one}", "a"]}}\n' for one in letters),
        "networks .csp": f"{times} #chain\n" + "".join(f"{number} {number + 1} ( DC )\n" for number in range(times)) + ".\n",
        "plans": "".join(f"{number}. UP\n" for number in range(times)),
        "stepgame answers": "So A is to the upper left of C. " * times,
        "sparp answers": "So A is to the upper left of C; " * times,
        "space2024 answers": "综上所述，丙三符合。" * times,
        "roomspace answers": "The harp is north of the kayak. " * times,
        "name file": "\n".join(letters),
    }
    return parts[name].encode()


@pytest.mark.parametrize(
    "name",
    [
        "english",
        "gridworld rules",
        "stepgame .txt",
        "babi",
        "answers",
        "groups",
        "plans",
        "stepgame answers",
        "sparp answers",
        "space2024 answers",
        "roomspace answers",
        "name file",
    ],
)
def test_twice_the_input_is_at_most_little_more_than_twice_the_work(name: str) -> None:
    reader = READERS[name]
    reader.read(drawn_out(name, 20))
    small, large = (calls(lambda times=times: reader.read(drawn_out(name, times))) for times in (100, 200))
    assert large <= 2.5 * small + 1_000


def test_a_list_of_names_is_read_in_one_way() -> None:
    """Blanks at the ends of an item once gave a list of n items two to the n readings."""
    for comma in (", ", " , ", "  ,  "):
        text = "Anna, Ben, Cleo, Dan, Eve and Finn sit around a round table" + f"{comma}table" * 60 + "."
        story = english.read(f"{text} Anna sits opposite Ben.")
        assert story.entities == ("Anna", "Ben", "Cleo", "Dan", "Eve", "Finn")


def test_texts_beyond_the_bounds_are_refused() -> None:
    for read in (english.read, chinese.read):
        with pytest.raises(ParseError, match="at most 10,000 characters"):
            read("a, " * 4_000)
    with pytest.raises(ParseError, match=r"more than 20,000 characters"):
        stories.parse_story("The cup is left of " + "1" * 30_000 + ".")


@pytest.mark.parametrize("run", [" ", "\t", ".", "“", '"', "1", "- ", "# ", "? "])
def test_a_long_run_costs_no_more_than_its_length(run: str) -> None:
    for text in (f"theory: exact{run * 300_000}x\n? Is A above B{run * 300_000}x\nA is left of B.", f"{run * 300_000}x"):
        # What follows "#" is a comment, and so this need not be a fault.
        with contextlib.suppress(ParseError) if run == "# " else pytest.raises(ParseError):
            stories.parse_story(text)


@pytest.mark.parametrize("run", [" ", "[", "A ", "A, ", "或", "1", "- ", "("])
def test_a_run_in_an_answer_costs_no_more_than_its_length(run: str) -> None:
    choices = {"A": "甲", "B": "乙"}
    for text in (f"A{run * 100_000}?", f"{run * 100_000}A x", f"答案{run * 100_000}不"):
        assert read_answer(text, choices).rule
        assert read_labels(text, "A", "B", ["left", "above"]).rule
