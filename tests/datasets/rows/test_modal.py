"""What could and must be: the questions of reasoning tests about a row, each through rows as anybody has them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from qsr.run import Job, evaluate

CUPS = "There are five cups in a row: a red cup, a blue cup, a white cup, a green cup and a black cup."
ROW = (
    f"{CUPS} The red cup is left of the blue cup. The white cup is directly left of the green cup. "
    "The black cup is not the leftmost."
)
COUNTED = f"{CUPS} Exactly two of the cups are left of the red cup."
SECOND = "If the black cup is the second from the left"
LIST = "which of the following is a complete and accurate list of the cups that could be the leftmost?"
LEFTMOST = ["red cup", "red cup, white cup", "red cup, white cup, blue cup"]


@pytest.mark.parametrize(
    ("question", "options", "answer"),
    [
        ("Which of these could be true?", ["The black cup is the leftmost.", "The green cup is the rightmost."], 1),
        ("Which must be true?", ["The blue cup is right of the red cup.", "The green cup is the rightmost."], 0),
        ("Which of the following cannot be true?", ["The blue cup is the leftmost.", "The green cup is the rightmost."], 0),
        ("Each of these could be true EXCEPT", ["The blue cup is the leftmost.", "The green cup is the rightmost."], 0),
        ("Each of these must be true EXCEPT", ["The green cup is right of the white cup.", "The green cup is the rightmost."], 1),
        ("Which could be false?", ["The red cup is left of the blue cup.", "The blue cup is right of the white cup."], 1),
        (f"{SECOND}, which must be true?", ["The red cup is the leftmost.", "The blue cup is the rightmost."], 0),
        (LIST.capitalize(), LEFTMOST, 1),
        (f"{SECOND}, {LIST}", LEFTMOST, 0),
        ("Any one of the following could be the leftmost EXCEPT:", ["the red cup", "the white cup", "the green cup"], 2),
        ("Which could be the order of the cups, from left to right?",
         ["blue cup, red cup, white cup, green cup, black cup", "red cup, white cup, green cup, black cup, blue cup"], 1),
        ("How many of the cups could be the leftmost?", [], "2"),
        ("At most how many cups are left of the red cup?", [], "3"),
        ("At least how many cups are left of the blue cup?", [], "1"),
        ("What is the maximum number of cups that could be left of the red cup?", [], "3"),
        ("If the red cup is the leftmost, at most how many cups are left of the white cup?", [], "3"),
    ],
)  # fmt: skip
def test_the_answer_is_the_right_one(question: str, options: list[str], answer: Any, tmp_path: Path) -> None:
    assert correct(tmp_path, {"story": ROW, "question": question, "options": options or None, "answer": answer})


@pytest.mark.parametrize(
    ("question", "answer"), [("Is the red cup the third from the left?", "yes"), ("Is the red cup the leftmost?", "no")]
)
def test_no_two_of_a_row_are_at_one_place(question: str, answer: str, tmp_path: Path) -> None:
    assert correct(tmp_path, {"story": COUNTED, "question": question, "answer": answer})


def correct(folder: Path, row: dict[str, Any]) -> bool:
    path = folder / "rows.jsonl"
    path.write_text(json.dumps({key: value for key, value in row.items() if value is not None}), encoding="utf-8")
    report = evaluate(Job(dataset="rows"), [path])
    return (report["answered"], report["accuracy"]) == (1, 1.0)
