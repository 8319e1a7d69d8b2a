"""Small files of every data set, and answers of which every other one is right; the items are our own."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from qsr.theories.gridworld.text.drawing import draw_grid


@dataclass(frozen=True)
class Benchmark:
    """A file of a data set with options of its reader; `right` and `wrong` are answers to its items in their order.

    `undecided` is how many items follow of which the theory decides nothing.
    """

    dataset: str
    file: str
    content: Any
    right: tuple[str, ...]
    wrong: tuple[str, ...]
    options: dict[str, str] = field(default_factory=dict)
    undecided: int = 0

    def write(self, folder: Path) -> Path:
        path = folder / self.file
        rows = self.content
        text = rows if isinstance(rows, str) else "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        path.write_text(text, encoding="utf-8")
        return path

    def answers(self) -> list[str]:
        """Right and wrong in turn, and something for the rest."""
        turns = [pair[place % 2] for place, pair in enumerate(zip(self.right, self.wrong, strict=True))]
        return turns + ["A"] * self.undecided


def _step(question: str, label: str, k: int, *story: str) -> dict[str, Any]:
    return {"story": list(story), "question": question, "label": label, "k": k}


def _question(number: int, kind: str, text: str, answer: list[str]) -> dict[str, Any]:
    return {"q_id": number, "q_type": kind, "question": text, "answer": answer, "candidate_answers": []}


def _labels(number: int, targets: list[str], hops: int, *context: str) -> dict[str, Any]:
    return {
        "context": " ".join(context),
        "question": "What is the relation of the agent P to the agent R?",
        "targets": targets,
        "target_choices": ["left", "right", "above", "below", "overlapping"],
        "context_id": "own",
        "question_id": str(number),
        "num_hop": hops,
    }


def _room(name: str, first: str, second: str, right: list[str]) -> dict[str, Any]:
    return {
        "id": name,
        "setting": "O2",
        "grid": [9, 9],
        "story_topdown": "Imagine a square-shaped loft, bordered by four walls. This room contains a collection of furniture, "
        f"including a harp placed in the {first}, an anvil placed in the {second}, and a kayak placed in the center.",
        "question_fr": "Where is the harp positioned in relation to the anvil?",
        "consistent": right,
    }


def _seats(qid: str, question: str, answer: list[str]) -> dict[str, Any]:
    ring = "甲一、乙二、丙三、丁四、戊五、己六六个人围坐在圆桌边吃饭，人人面朝桌子中心，座位间隔相等。已知："
    conditions = "乙二在甲一左边数起第1个位置，丙三在乙二左边数起第1个位置，丁四在丙三左边数起第1个位置。"
    return {
        "qid": qid,
        "text": ring + conditions,
        "question": question,
        "option": {"A": "丙三", "B": "丁四", "C": "戊五"},
        "answer": answer,
    }


_SCENE = (
    "There are two blocks. Block AAA is left of block BBB. Block AAA has a small red circle. "
    "Block BBB contains a medium blue square. The medium blue square is above a small green triangle."
)
_REASONS = {
    "qid": "1-own-s-9",
    "text": "他在街上走。",
    "question": "()在街上。",
    "option": {"A": "他", "B": "我"},
    "answer": ["A"],
}

BENCHMARKS = (
    Benchmark(
        "stepgame",
        "steps.jsonl",
        [
            _step("What is the relation of the agent P to the agent R?", "above", 2, "P is above Q.", "Q is above R."),
            _step("What is the relation of the agent P to the agent Q?", "left", 1, "P is to the left of Q."),
        ],
        ("The answer is above.", "left"),
        ("below", "P is to the right of Q."),
    ),
    Benchmark(
        "babi",
        "qa17_own.txt",
        "1 The red square is above the blue box.\n2 The pink disk is left of the blue box.\n"
        "3 Is the red square above the pink disk?\tyes\t1 2\n4 Is the red square below the pink disk?\tno\t1 2\n",
        ("Yes.", "no"),
        ("No.", "yes"),
    ),
    Benchmark(
        "spartun",
        "scene.json",
        json.dumps(
            {
                "data": [
                    {
                        "identifier": "own",
                        "story": [_SCENE],
                        "questions": [
                            _question(0, "FR", "What is the position of the blue square regarding the triangle?", ["ABOVE"]),
                            _question(1, "YN", "Is the small red circle near the medium blue square?", ["No"]),
                        ],
                    }
                ]
            }
        ),
        ("ABOVE", "No"),
        ("BELOW", "Yes"),
        {"yn": "text"},
    ),
    Benchmark(
        "sparp",
        "PS2.jsonl",
        [
            _labels(1, ["above", "left"], 2, "P is above Q.", "Q is to the left of R."),
            _labels(2, ["below"], 1, "P is below R."),
        ],
        ("left and above", "below"),
        ("left", "below and left"),
    ),
    Benchmark(
        "roomspace",
        "rooms.jsonl",
        [_room("one", "north", "south", ["N", "NE", "NW"]), _room("two", "west", "east", ["W", "NW", "SW"])],
        ("north, north-east, north-west", "west, north-west, south-west"),
        ("south", "east"),
    ),
    Benchmark(
        "space2024",
        "seats.jsonl",
        [
            _seats("4-own-s-1", "()在甲一左边数起第2个位置。", ["A"]),
            _seats("4-own-s-2", "()在甲一左边数起第3个位置。", ["B"]),
            _REASONS,
        ],
        ("A", "B"),
        ("B", "C"),
        undecided=1,
    ),
    Benchmark(
        "grasp",
        "inner_own_free.jsonl",
        [
            {"index": 0, "grid": draw_grid(1, 3, {(0, 0): "A", (0, 1): "E", (0, 2): "E"})},
            {"index": 1, "grid": draw_grid(1, 3, {(0, 0): "E", (0, 1): "E", (0, 2): "A"})},
        ],
        ("[RIGHT, TAKE, RIGHT, TAKE, LEFT, LEFT, DROP]", "[LEFT, TAKE, LEFT, TAKE, RIGHT, RIGHT, DROP]"),
        ("[RIGHT, TAKE, LEFT, DROP]", "[LEFT, TAKE, RIGHT, DROP]"),
        {"moves": "4", "carry": "none", "cost": "0"},
    ),
    Benchmark(
        "prepositions",
        "own.tsv",
        "id\tlang\tpremise1\tpremise2\tconclusion\tholds\n"
        "1\ten\tthe spoon is in the jar\tthe jar is in the cellar\tthe spoon is in the cellar\tyes\n"
        "2\ten\tthe spoon is in the jar\tthe jar is in trouble\tthe spoon is in trouble\tno\n",
        ("Yes", "No"),
        ("No", "Yes"),
    ),
)


@pytest.fixture(params=BENCHMARKS, ids=lambda one: one.dataset)
def benchmark_files(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Benchmark, Path]:
    """A benchmark, and its file."""
    one: Benchmark = request.param
    return one, one.write(tmp_path)
