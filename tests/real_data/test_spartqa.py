"""SpartQA-Auto's stories: every question is read and answered as the generator does, and mirrored where the text is mirrored."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import qsr
from qsr import datasets, stories, theories
from qsr.datasets.protocol import Item

FILE = Path(qsr.__file__).resolve().parents[2] / "shared" / "data" / "texts" / "spartqa_auto.jsonl"
pytestmark = pytest.mark.skipif(not FILE.is_file(), reason="SpartQA-Auto is not at ../shared/data/texts/spartqa_auto.jsonl")
MIRRORED = {"left": "right", "right": "left", "above": "below", "below": "above", "top": "bottom", "bottom": "top"}


def mirrored(text: str) -> str:
    turned = re.sub("|".join(MIRRORED), lambda word: MIRRORED[word.group().lower()], text, flags=re.IGNORECASE)
    return re.sub(r"(?:(?<=\. )|^)\w", lambda first: first.group().upper(), turned)


@pytest.mark.parametrize("backend", ["direct", "clingo"])
def test_answers_are_those_of_the_generator(backend: str) -> None:
    rows, session = datasets.get("rows"), theories.get("spartqa").open(backend)
    items = list(datasets.read("rows", FILE, preset="spartqa"))
    assert len(items) == 576
    for item in items:
        assert isinstance(item, Item), item
        assert rows.native(item, session.answer(item.story, item.question)) == item.gold, item.id


def test_a_mirrored_text_has_mirrored_answers() -> None:
    session = theories.get("spartqa").open()
    lines = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]

    def answer(row: dict[str, Any], change: Any) -> frozenset[str]:
        story = stories.whole_story(change(row["story"]), (("theory", "spartqa"),))
        story = stories.ask(story, change(row["question"]))
        return session.answer(story, story.questions[-1]).entailed

    for row in lines[::4]:
        assert {mirrored(one).lower() for one in answer(row, str)} == {one.lower() for one in answer(row, mirrored)}, row["id"]
