"""SpaCE 2024's published files, where they are at hand: ../shared/data beside the checkout."""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import qsr
from qsr import datasets, theories
from qsr.cli import main
from qsr.datasets import read
from qsr.datasets.protocol import Item
from qsr.oracle.scores.consistency import Member, consistency, groups_of
from qsr.run import Job, evaluate
from qsr.theories.protocol import Counted
from rows import lines

DATA = Path(qsr.__file__).resolve().parents[2] / "shared" / "data" / "space2024"
pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="the SpaCE 2024 files are not at ../shared/data/space2024")
FILES = [DATA / "train.jsonl", DATA / "dev_a.jsonl"]
#: How many items each task has in the test set, without disturbance items; and how many have one letter, or several.
TASKS = {"ISR": 770, "RSR": 570, "DSA": 500, "RSE": 650, "SPR": 2040}
KINDS = {"single": 3761, "multi": 769}
STATUS = {"ok": "ok", "undetermined": "undetermined", "unsat": "contradictory"}


@pytest.fixture(scope="module")
def reference() -> dict[str, dict[str, Any]]:
    return {row["qid"]: row for row in lines(DATA / "spr_reference.jsonl")} if DATA.is_dir() else {}


@pytest.fixture(scope="module")
def predictions(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    out = tmp_path_factory.mktemp("space2024") / "predictions.jsonl"
    report = evaluate(Job(dataset="space2024", options={"repair": "yes"}), FILES, out=out)
    assert report["bad_rows"]["count"] == report["failed"]["count"] == 0
    return {row["id"]: row for row in lines(out)}


def test_every_row_is_an_item_of_its_task(predictions: dict[str, dict[str, Any]]) -> None:
    items = [item for path in FILES for item in read("space2024", path)]
    assert all(isinstance(item, Item) for item in items)
    assert [item.id for item in items] == [row["qid"] for path in FILES for row in lines(path)] == list(predictions)
    assert Counter(item.groups[0] for item in items if isinstance(item, Item)) == {
        "ISR": 1190,
        "RSR": 1227,
        "DSA": 1094,
        "RSE": 38,
        "SPR": 1557,
    }
    assert all(predictions[item.id]["status"] == "not_covered" for item in items if item.id[0] != "4")


def test_templated_items_have_the_status_and_answer_of_the_reference(
    predictions: dict[str, dict[str, Any]], reference: dict[str, dict[str, Any]]
) -> None:
    wanted = {
        qid: (STATUS[row["status"]], row["answer_all"] or [])
        for qid, row in reference.items()
        if row["status"] is not None and qid in predictions
    }
    found = {qid: (predictions[qid]["status"], predictions[qid]["answer"]) for qid in wanted}
    assert {qid: (found[qid], wanted[qid]) for qid in wanted if found[qid] != wanted[qid]} == {}
    assert len(wanted) == 1428


def test_templated_items_have_as_many_layouts_as_in_the_reference(reference: dict[str, dict[str, Any]]) -> None:
    theory = theories.get("seating")
    assert isinstance(theory, Counted)
    wrong = []
    for path in FILES:
        for item in read("space2024", path):
            row = reference.get(item.id)
            if row is None or row["status"] is None:
                continue
            assert isinstance(item, Item)
            if theory.layouts(item.story, item.question)[1].number != row["n_models"]:
                wrong.append(item.id)
    assert wrong == []


def test_what_is_missed_is_what_the_label_has_wrong(
    predictions: dict[str, dict[str, Any]], reference: dict[str, dict[str, Any]]
) -> None:
    defects = {row["qid"] for row in lines(DATA / "gold_defects.jsonl")}
    answered = {qid for qid, row in predictions.items() if row["answer"] is not None}
    templated = {qid for qid in reference if reference[qid]["status"] is not None and qid in predictions}
    assert {qid for qid in answered & templated if not predictions[qid]["correct"]} == defects
    # Free-form items that are answered at all are answered as labelled.
    assert {qid for qid in answered - templated if not predictions[qid]["correct"]} == set()


def test_the_audit_finds_exactly_the_known_defects(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", "space2024", *map(str, FILES), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    defects = {row["qid"]: row["reason"] for row in lines(DATA / "gold_defects.jsonl")}
    found = {entry["id"]: entry for entry in report["report"]}
    assert set(found) == set(defects)
    for qid, reason in defects.items():
        kind = "inconsistent" if "contradictory" in reason else "undetermined" if "leave 2 layouts" in reason else "contradicts"
        assert found[qid]["class"] == kind
        # Conditions show it, or a layout does.
        assert found[qid]["derivation"] or "fails in the layout" in found[qid]["reason"]


def test_every_least_repair_gives_one_answer_and_it_is_the_label(
    predictions: dict[str, dict[str, Any]], reference: dict[str, dict[str, Any]]
) -> None:
    gold = {row["qid"]: row["answer"] for path in FILES for row in lines(path)}
    repaired = {qid: row["repaired"] for qid, row in predictions.items() if "repaired" in row}
    assert set(repaired) == {qid for qid, row in reference.items() if row["status"] == "unsat" and qid in predictions}
    assert {qid: row["answer"] for qid, row in repaired.items()} == {qid: gold[qid] for qid in repaired}
    assert {qid: row["flipped"] for qid, row in repaired.items()} == {
        qid: reference[qid]["repair"]["flipped"] for qid in repaired
    }


def test_predictions_do_not_depend_on_the_labels(tmp_path: Path) -> None:
    texts = {}
    for name, label in (("as it is", False), ("blanked", True)):
        folder = tmp_path / name
        folder.mkdir()
        path = folder / "dev.jsonl"
        rows = [row | ({"answer": []} if label else {}) for row in lines(DATA / "dev_a.jsonl")]
        path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
        evaluate(Job(dataset="space2024"), [path], out=folder / "out.jsonl")
        texts[name] = [{**row, "correct": None} for row in lines(folder / "out.jsonl")]
    assert texts["as it is"] == texts["blanked"]


def test_groups_that_a_file_shows_have_one_label() -> None:
    """Five groups ask one question again; their labels agree by the text of the options, and four of them not by letter."""
    items = {item.id: item for path in FILES for item in read("space2024", path) if isinstance(item, Item)}
    groups = groups_of(datasets.get("space2024"), items.values())
    assert len(groups) == 5
    found = consistency({name: Member.of(item, item.gold) for name, item in items.items()}, groups)
    assert (found["groups"], found["share"], found["switched"]["groups"]) == (5, 1.0, 4)
    assert sum(len({items[name].gold for name in group}) > 1 for group in groups) == 4


def right(percent: str, total: int) -> int:
    """Return the whole number of right answers that a published percentage stands for; exactly one must fit."""
    value = float(percent)
    fits = [count for count in range(total + 1) if abs(100 * count / total - value) <= 0.005 + 1e-9]
    assert len(fits) == 1, (percent, total, fits)
    return fits[0]


def test_the_published_scores_are_those_of_whole_numbers_of_items() -> None:
    """Every row of the paper's second table: five tasks and both kinds add up to the same total, and that to its percentage."""
    with (DATA / "table2.tsv").open(encoding="utf-8", newline="") as file:
        rows = {row["team"]: row for row in csv.DictReader(file, delimiter="\t")}
    assert len(rows) == 14
    totals = {}
    for team, row in rows.items():
        by_task = [right(row[task], items) for task, items in TASKS.items()]
        by_kind = [right(row[kind], items) for kind, items in KINDS.items()]
        totals[team] = (by_task, sum(by_task))
        assert sum(by_kind) == sum(by_task), team
        assert right(row["total"], sum(TASKS.values())) == sum(by_task), team
    assert totals["TeleAI"] == ([721, 510, 424, 366, 708], 2729)
    assert totals["SHU"][0] == [704, 484, 405, 353, 758]
