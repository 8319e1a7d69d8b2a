"""Rows in SpaRP's schema made from SpaRTUN's and StepGame's published files, where they are at hand: ../shared/data.

SpaRP's own files are not. It was made of these contexts, so that reading and answering are tried on real text all the same.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import qsr
from qsr import theories
from qsr.datasets.protocol import Item, Row
from qsr.datasets.sparp.dataset import Sparp
from qsr.datasets.spartun.dataset import LABELS
from qsr.datasets.stepgame.dataset import LABELS as STEPGAME_LABELS
from qsr.run import Job, evaluate

DATA = Path(qsr.__file__).resolve().parents[2] / "shared" / "data"
pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="the data files are not at ../shared/data")


@pytest.mark.parametrize(("file", "questions", "most_wrong"), [("spartun_dev.json", 1412, 1), ("spartun_clock.json", 63, 0)])
def test_contexts_of_spartun_are_property_set_1(tmp_path: Path, file: str, questions: int, most_wrong: int) -> None:
    rows: list[dict[str, Any]] = []
    for story in json.loads((DATA / "spartun" / file).read_text(encoding="utf-8"))["data"]:
        rows += [
            {
                "context": " ".join(story["story"]),
                "question": question["question"],
                "targets": [LABELS[label] for label in question["answer"]],
                "context_id": story["identifier"],
                "question_id": question["q_id"],
                "num_hop": question["question_info"]["reasoning_steps"],
                "source_data": "SpaRTUN",
            }
            for question in story["questions"]
            if question["q_type"] == "FR"
        ]
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    report = evaluate(Job(dataset="sparp"), [path])
    assert (report["items"], report["bad_rows"]["count"]) == (questions, 0)
    assert report["correct"] >= questions - most_wrong
    # Labels that no answer of a file holds count as zero, equality in both; all others are all but perfect.
    held = [scores["f1"] for scores in report["labels"].values() if scores["support"]]
    assert len(held) <= 15
    assert min(held) > 0.98
    assert report["macro_f1"] == pytest.approx(sum(held) / 16)


def stepgame(k: int) -> list[dict[str, Any]]:
    document = json.loads((DATA / "stepgame" / "json" / "clean" / f"qa{k}_valid.json").read_text(encoding="utf-8"))
    return [
        {"context": " ".join(row["story"]), "question": row["question"], "targets": sorted(STEPGAME_LABELS[row["label"]])}
        for row in document.values()
    ]


#: Items of 1,000 whose label is the literal answer, and per cent of empty answers among those that the text connects, as counted
#: by an implementation of its own.
FIGURES = {2: (954, 3.7, 14.8), 5: (909, 22.2, 44.2), 10: (893, 42.7, 65.1)}


@pytest.mark.parametrize("k", FIGURES)
def test_contexts_of_stepgame_are_property_sets_2_to_4(k: int) -> None:
    dataset, session = Sparp(), theories.get("paper").open()
    right, shares = 0, []
    for name in ("PS2", "PS3", "PS4"):
        connected = empty = 0
        for number, payload in enumerate(stepgame(k)):
            item = dataset.item(Row(f"{number}", "", number, payload), {"property-set": name})
            assert isinstance(item, Item), item
            answer = session.answer(item.story, item.question)
            if answer.status == "ambiguous":
                continue
            connected += 1
            empty += answer.value == frozenset()
            right += name == "PS2" and dataset.native(item, answer) == item.gold
        shares.append(round(100 * empty / connected, 1))
    assert (right, *shares[1:]) == FIGURES[k]
    assert shares[0] == 0
