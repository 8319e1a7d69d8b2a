"""The free-form problems of SpaCE 2024, where they are at hand: ../shared/data beside the checkout.

``pytest -s`` prints how many of each family are answered.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import qsr
from qsr import theories
from qsr.errors import ParseError
from qsr.story import Story
from qsr.theories.headings.text.reader import read

DATA = Path(qsr.__file__).resolve().parents[2] / "shared" / "data" / "space2024"
pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="the SpaCE 2024 files are not at ../shared/data/space2024")
#: Family -> items answered in train.jsonl and dev_a.jsonl, all of them rightly. The other free-form problems are refused.
ANSWERED = {"compass": 16, "globe": 7, "facing": 10, "mirror": 17, "heights": 10, "walks": 2}


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


def family(story: Story) -> str:
    said = {one.relation.partition(":")[0] for one in story.statements}
    for relation, name in (("at", "globe"), ("image", "mirror"), ("raised", "heights")):
        if relation in said:
            return name
    if "列车" in story.entities:
        return "compass"
    far = any(length for one in story.statements for length in one.property("distance") or ())
    return "walks" if far else "facing"


def test_what_is_answered_is_answered_rightly() -> None:
    """Templated problems, which belong to another reader, are refused with the rest."""
    free = {row["qid"] for row in lines("spr_reference.jsonl") if row["layout"] == "free"}
    answered: Counter[str] = Counter()
    wrong = []
    session = theories.get("headings").open()
    for row in lines("train.jsonl") + lines("dev_a.jsonl"):
        if not row["qid"].startswith("4-"):
            continue
        try:
            story = read(row["text"], row["question"], row["option"])
        except ParseError:
            continue
        answer = session.answer(story, story.questions[0])
        assert row["qid"] in free
        if answer.value is not None:
            answered[family(story)] += 1
            if list(answer.value) != row["answer"]:  # type: ignore[arg-type]
                wrong.append(row["qid"])
    print("answered of", len(free), "free-form problems:", dict(sorted(answered.items())))
    assert not wrong
    assert answered == ANSWERED
