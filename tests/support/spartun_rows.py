"""A file in the form of SpaRTUN with one story of our own, its questions, and what is read and answered from it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from qsr import datasets
from qsr.datasets.protocol import BadRow, Item
from qsr.datasets.spartun.dataset import Spartun
from qsr.theories.spartun.theory import Spartun as Theory

STORY = (
    "Two boxes, named one and two exist. Box one contains a small red star. Box one covers a large blue circle. "
    "The small red star is to the left of the large blue circle. Box one is disconnected from box two. "
    "Box two has a tiny white oval."
)
OBJECTS = {
    "0": {"type": "box", "name": "one", "full_name": "box one"},
    "1": {"type": "box", "name": "two", "full_name": "box two"},
    "0x0": {"type": "square", "size": 10, "color": "Black", "full_name": "small red star"},
    "0x1": {"type": "circle", "size": 30, "color": "Yellow", "full_name": "large blue circle"},
    "1x0": {"type": "triangle", "size": 10, "color": "#0099ff", "full_name": "tiny white oval"},
    # In the scene, and nowhere in the text.
    "1x1": {"type": "square", "color": "Black", "full_name": "red star"},
}
FIND = {"q_id": 0, "q_type": "FR", "question": "Where is the small red star regarding the large blue circle?", "answer": ["LEFT"]}
IS_IT = {"q_id": 1, "q_type": "YN", "question": "Is the tiny white oval inside box two?", "answer": ["Yes"]}
ALL = {"q_id": 2, "q_type": "YN", "question": "Are all red stars inside the box one?", "answer": ["No"]}


def write(path: Path, *questions: dict[str, Any], **changes: Any) -> Path:
    story = {"identifier": "s-1", "story": [STORY], "objects_info": OBJECTS, "questions": list(questions), **changes}
    path.write_text(json.dumps({"name": "mine", "data": [story]}), encoding="utf-8")
    return path


def items(path: Path, **options: str) -> list[Item]:
    found = list(datasets.read("spartun", path, **options))
    assert all(isinstance(item, Item) for item in found), found
    return [item for item in found if isinstance(item, Item)]


def bad(path: Path) -> BadRow:
    (row,) = datasets.read("spartun", path)
    assert isinstance(row, BadRow), row
    return row


def answers(path: Path, **options: str) -> list[Any]:
    session, reader = Theory({}).open(), Spartun()
    return [reader.native(item, session.answer(item.story, item.question)) for item in items(path, **options)]
