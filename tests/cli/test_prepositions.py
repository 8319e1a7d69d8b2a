"""Prepositions on the command line: eval, check, generate and solve."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import qsr
from qsr.cli import main
from rows import lines

CHECKOUT = Path(qsr.__file__).resolve().parents[1]
HEADER = "id\tlang\tpremise1\tpremise2\tconclusion\tholds\n"
ITEMS = [
    ("a", "en", "the lamp is in the box", "the box is in the attic", "the lamp is in the attic", "yes"),
    ("b", "en", "the lamp is in the hotel", "the hotel is under construction", "the lamp is under construction", "no"),
    ("c", "ro", "lampa este în cutie", "cutia este în pod", "lampa este în pod", "yes"),
    ("d", "ro", "lampa este în hotel", "hotelul este în faliment", "lampa este în faliment", "no"),
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "items.tsv"
    path.write_text(HEADER + "".join("\t".join(item) + "\n" for item in ITEMS), encoding="utf-8")
    return path


def test_eval(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "predictions.jsonl"
    assert main(["eval", "prepositions", str(file), "--out", str(out), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["items"], report["correct"]) == (4, 4)
    assert report["groups"]["ro"] == {"items": 2, "correct": 2, "accuracy": 1.0}
    assert [line["id"] for line in lines(out)] == [f"{file}:{item[0]}" for item in ITEMS]
    assert [line["answer"] for line in lines(out)] == ["yes", "no", "yes", "no"]


def test_labels_reach_no_prediction(file: Path, tmp_path: Path) -> None:
    found = []
    for number, holds in enumerate(("yes", "no", "")):
        text = HEADER + "".join("\t".join((*item[:5], holds)) + "\n" for item in ITEMS)
        file.write_text(text, encoding="utf-8")
        out = tmp_path / f"{number}.jsonl"
        assert main(["eval", "prepositions", str(file), "--out", str(out)]) == 0
        found.append([{**line, "correct": None} for line in lines(out)])
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize(("baseline", "correct"), [("always-no", 2), ("bare-noun", 3)])
def test_baselines(file: Path, baseline: str, correct: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["eval", "prepositions", str(file), "--baseline", baseline, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["correct"], report["statuses"]) == (correct, {"baseline": 4})


def test_check_reads_answers_in_both_languages(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = {"a": "Yes, it is.", "b": "That follows.", "c": "Nu.", "d": "Nu, doar hotelul este în faliment."}
    answers = tmp_path / "answers.jsonl"
    answers.write_text("".join(json.dumps({"id": f"{file}:{key}", "answer": text}) + "\n" for key, text in given.items()))
    assert main(["check", "prepositions", str(file), "--answers", str(answers), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert [one["value"] for one in report["verdicts"]] == ["yes", "yes", "no", "no"]
    assert [one["sound"] for one in report["verdicts"]] == [True, False, False, True]
    assert report["against_label"] == {"right": 2, "wrong": 2, "undecided": 0}


def test_generated_items_are_a_data_set(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    items = tmp_path / "made.jsonl"
    assert main(["generate", "prepositions", "--seed", "2", "--count", "12", "--out", str(items)]) == 0
    capsys.readouterr()
    assert main(["eval", "prepositions", str(items), "--json", "--fail-on-wrong"]) == 0
    assert json.loads(capsys.readouterr().out)["items"] == 12


def test_the_example(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", str(CHECKOUT / "examples" / "newspaper.story"), "--json"]) == 0
    said = capsys.readouterr().out
    assert '"no"' in said
