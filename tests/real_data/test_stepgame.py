"""StepGame's published files, where they are at hand: ../shared/data beside the checkout."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import qsr
from qsr import datasets
from qsr.cli import main
from qsr.datasets.protocol import Item
from qsr.datasets.stepgame.dataset import LABELS
from qsr.run import Job, evaluate

DATA = Path(qsr.__file__).resolve().parents[2] / "shared" / "data" / "stepgame"
pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="the StepGame files are not at ../shared/data/stepgame")

#: Items of 1,000 whose label the text supports, k = 1..10: measured with an independent reader of the sentences.
SUPPORTED = {
    ("clean", "literal"): (959, 954, 936, 918, 909, 903, 884, 886, 874, 893),
    ("noise", "literal"): (959, 954, 936, 918, 914, 906, 894, 896, 879, 897),
    ("clean", "convention"): (984, 989, 981, 969, 962, 967, 949, 957, 953, 958),
    ("noise", "convention"): (984, 989, 981, 969, 967, 969, 959, 970, 963, 962),
}
ANSWERS = ("Our_CoT_gpt-4", "base_gpt-35-turbo", "base_gpt-4", "base_text-davinci-003")


@pytest.mark.parametrize("reading", ["literal", "convention"])
@pytest.mark.parametrize("kind", ["clean", "noise"])
def test_labels_are_supported_as_often_as_measured(kind: str, reading: str) -> None:
    files = [DATA / "json" / kind / f"qa{k}_valid.json" for k in range(1, 11)]
    report = evaluate(Job(dataset="stepgame", options={"reading": reading}), files)
    assert report["items"] == 10_000
    assert report["unparsed"]["count"] == report["bad_rows"]["count"] == report["failed"]["count"] == 0
    for k, expected in enumerate(SUPPORTED[kind, reading], 1):
        assert abs(report["groups"][str(k)]["correct"] - expected) <= 2, k


@pytest.mark.parametrize("kind", ["correct_clean", "correct_noise"])
def test_corrected_sets_agree_with_their_text(kind: str) -> None:
    report = evaluate(Job(dataset="stepgame"), sorted((DATA / kind).glob("*.txt")))
    assert report["accuracy"] == 1
    assert report["unparsed"]["count"] == 0


def test_the_older_release_is_read_too() -> None:
    # Fewer labels follow than in 2024: ten wordings are inverted, and one prints a letter in the place of an agent.
    literal, convention = (
        evaluate(Job(dataset="stepgame", options={"reading": one}), [DATA / "txt_2022/qa1_valid.txt"])
        for one in ("literal", "convention")
    )
    assert literal["unparsed"]["count"] == literal["bad_rows"]["count"] == 0
    assert literal["correct"] < convention["correct"]


def test_rows_with_answers_are_a_dataset_too() -> None:
    report = evaluate(Job(dataset="stepgame"), [DATA / "answers" / f"{name}.jsonl" for name in ANSWERS])
    assert (report["items"], report["correct"]) == (2291, 2291)


def test_the_audit_of_one_hop(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    copy = tmp_path / "corrected.json"
    assert main(["audit", "stepgame", str(DATA / "json/clean/qa1_valid.json"), "--json", "--corrected", str(copy)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["classes"] == {"contradicts": 40, "inconsistent": 0, "undetermined": 0, "defective": 1}
    assert all(len(one["derivation"]) == 1 for one in found["report"] if one["class"] == "contradicts")
    assert evaluate(Job(dataset="stepgame"), [copy])["accuracy"] == 1


def test_every_miss_is_in_a_class_of_the_audit(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    files = [str(DATA / f"json/{kind}/qa{k}_valid.json") for kind in ("clean", "noise") for k in (3, 10)]
    out = tmp_path / "out.jsonl"
    evaluate(Job(dataset="stepgame"), files, out=out)
    missed = {line["id"] for line in map(json.loads, out.read_text(encoding="utf-8").splitlines()) if not line["correct"]}
    main(["audit", "stepgame", *files, "--json"])
    assert missed <= {one["id"] for one in json.loads(capsys.readouterr().out)["report"]}


def test_verdicts_on_one_word_answers_are_exact_match(capsys: pytest.CaptureFixture[str]) -> None:
    compared = 0
    for name in ANSWERS:
        file = DATA / "answers" / f"{name}.jsonl"
        main(["check", "stepgame", str(file), "--json"])
        found = json.loads(capsys.readouterr().out)
        assert found["unreadable"] == 0
        for verdict, line in zip(found["verdicts"], file.read_text(encoding="utf-8").splitlines(), strict=True):
            row = json.loads(line)
            answer = row["answer"].strip().lower()
            if answer in LABELS:
                compared += 1
                assert verdict["sound"] is verdict["gold"] is (answer == row["label"]), verdict
    assert compared == 2184


def _predictions(path: Path, rows: dict[str, Any]) -> list[dict[str, Any]]:
    path.write_text(json.dumps(rows), encoding="utf-8")
    out = path.with_suffix(".jsonl")
    evaluate(Job(dataset="stepgame"), [path], out=out)
    lines = map(json.loads, out.read_text(encoding="utf-8").splitlines())
    return [{**line, "id": line["id"].rpartition(":")[2], "correct": None} for line in lines]


def test_blanking_every_label_changes_no_prediction(tmp_path: Path) -> None:
    rows = json.loads((DATA / "json/noise/qa4_valid.json").read_text(encoding="utf-8"))
    blank = {key: {**row, "label": ""} for key, row in rows.items()}
    assert _predictions(tmp_path / "blank.json", blank) == _predictions(tmp_path / "labelled.json", rows)


def test_no_two_agents_are_taken_for_one() -> None:
    for item in datasets.read("stepgame", DATA / "json/noise/qa10_valid.json"):
        assert isinstance(item, Item)
        assert all(len(name) == 1 and name.isupper() for name in item.story.entities), item.id
