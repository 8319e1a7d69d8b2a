"""The commands `eval`, `check` and `audit` on rows of SpaRP: what they print and what their JSON holds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from commands import run, run_json

FIVE = ["left", "right", "above", "below", "overlapping"]
CONTEXT = "A is to the left of B. B is above C. C is to the left of D."
TYPES = {
    "PS2": ["point objects", "relation-complete", "quantitatively specified"],
    "PS3": ["point objects", "relation-complete", "quantitatively unspecified"],
    "PS4": ["extended objects", "relation-complete", "quantitatively unspecified"],
}


def row(pair: str, targets: list[str], hops: int, name: str = "PS2") -> dict[str, Any]:
    return {
        "context": CONTEXT,
        "question": f"What is the relation of the {pair[0]} to the {pair[1]}?",
        "targets": targets,
        "target_choices": FIVE,
        "target_scores": [int(label in targets) for label in FIVE],
        "context_id": "c",
        "question_id": f"{pair}-{name}",
        "num_hop": hops,
        "spatial_types": TYPES[name],
        "reasoning": "Step 1: ...",
    }


ROWS = [
    row("AB", ["left"], 1),
    row("AC", ["left", "above"], 2),
    row("AD", ["left", "above"], 3),
    row("AC", [], 2, "PS4"),
    row("BD", ["left", "above"], 2, "PS3"),
]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in ROWS), encoding="utf-8")
    return path


def test_eval_reports_exact_match_macro_f1_labels_and_hops(capsys: pytest.CaptureFixture[str], data: Path) -> None:
    report = run_json(capsys, "eval", "sparp", data)
    assert (report["theory"], report["accuracy"], report["items"]) == ("paper", 1.0, 5)
    # Of five labels three never occur.
    assert report["macro_f1"] == pytest.approx(2 / 5)
    assert list(report["labels"]) == FIVE
    assert list(report["groups"]) == ["1", "2", "3"]
    printed = run(capsys, "eval", "sparp", data)
    assert "macro F1 0.4000" in printed
    assert "overlapping  0.0000" in printed


def test_scores_do_not_depend_on_the_number_of_workers(capsys: pytest.CaptureFixture[str], data: Path, tmp_path: Path) -> None:
    many = tmp_path / "many.jsonl"
    rows = [{**one, "question_id": f"{one['question_id']}-{number}"} for number in range(20) for one in ROWS]
    many.write_text("".join(json.dumps(one) + "\n" for one in rows), encoding="utf-8")
    reports = [run_json(capsys, "eval", "sparp", many, "--theory", "paper-ps3", "--workers", count) for count in (1, 2)]
    for report in reports:
        del report["seconds"]
    assert reports[0] == reports[1]
    assert 0 < reports[0]["accuracy"] < 1


@pytest.mark.parametrize(("theory", "correct"), [("paper-ps1", 2), ("paper-ps2", 4), ("paper-ps3", 4), ("paper-ps4", 2)])
def test_a_named_theory_answers_every_row(capsys: pytest.CaptureFixture[str], data: Path, theory: str, correct: int) -> None:
    assert run_json(capsys, "eval", "sparp", data, "--theory", theory)["correct"] == correct


def test_the_property_set_can_be_given(capsys: pytest.CaptureFixture[str], data: Path) -> None:
    for name, correct in (("PS2", 4), ("PS4", 2)):
        report = run_json(capsys, "eval", "sparp", data, "--property-set", name)
        assert (report["correct"], report["property-set"]) == (correct, name)


@pytest.fixture
def answers(tmp_path: Path) -> Path:
    path = tmp_path / "answers.jsonl"
    chain = "A is left of B. B is above C. Hence, the answer is {}."
    lines: list[dict[str, Any]] = [
        {"id": "c:AB-PS2", "answer": "A is left of B. The answer is left."},
        {"id": "c:AC-PS2", "answers": [chain.format(end) for end in ("left", "above, and left", "left, above")]},
        *({"id": "c:AD-PS2", "sample": n, "answer": text} for n, text in enumerate(("none of the above", "left", "left"))),
        {"id": "c:AC-PS4", "answer": []},
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def test_check_takes_the_majority_of_samples(capsys: pytest.CaptureFixture[str], data: Path, answers: Path) -> None:
    report = run_json(capsys, "check", "sparp", data, "--answers", answers)
    values = {line["id"]: (line["value"], line["gold"], line["sound"]) for line in report["verdicts"]}
    assert values == {
        "c:AB-PS2": (["left"], True, True),
        "c:AC-PS2": (["above", "left"], True, True),
        "c:AD-PS2": (["left"], False, False),
        "c:AC-PS4": ([], True, True),
    }
    assert report["items_without_answer"] == 1
    assert report["scores"]["accuracy"] == 3 / 4
    # Majority: left has 3 of 3, above 1 of 2.
    assert report["scores"]["macro_f1"] == pytest.approx((1 + 2 / 3) / 5)
    assert report["samples"]["items_by_samples"] == {"1": 2, "3": 2}
    # First samples: AB and AC under PS4 right of four; second and third ones: AC right, AD wrong.
    assert report["samples"]["single"]["accuracy"] == pytest.approx((2 / 4 + 1 / 2 + 1 / 2) / 3)
    assert report["hops"]["PS2"]["answers"] == 7
    assert set(report["hops"]) == {"PS2", "PS4"}
    printed = run(capsys, "check", "sparp", data, "--answers", answers)
    assert "exact match 75.00 %" in printed
    assert "majority" in printed
    assert "Spearman" in printed


def test_check_can_read_as_the_paper_does(capsys: pytest.CaptureFixture[str], data: Path, tmp_path: Path) -> None:
    path = tmp_path / "one.jsonl"
    path.write_text(json.dumps({"id": "c:AB-PS2", "answer": "The answer is not right."}) + "\n", encoding="utf-8")
    ours, paper = (
        run_json(capsys, "check", "sparp", data, "--answers", path, "--extraction", how)["verdicts"][0]["value"]
        for how in ("labels", "paper")
    )
    assert (ours, paper) == (None, ["right"])


def test_predictions_serve_as_answers(capsys: pytest.CaptureFixture[str], data: Path, tmp_path: Path) -> None:
    out = tmp_path / "predictions.jsonl"
    run(capsys, "eval", "sparp", data, "--out", out)
    report = run_json(capsys, "check", "sparp", data, "--answers", out)
    assert report["against_text"] == report["against_label"] == {"right": 5, "wrong": 0, "undecided": 0}


def test_audit_names_corrupted_labels_and_only_those(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    rows = [*ROWS[:1], ROWS[1] | {"targets": ["left"], "target_scores": [1, 0, 0, 0, 0]}, *ROWS[2:]]
    path.write_text("".join(json.dumps(one) + "\n" for one in rows), encoding="utf-8")
    report = run_json(capsys, "audit", "sparp", path)
    assert report["classes"] == {"contradicts": 1, "inconsistent": 0, "undetermined": 0, "defective": 0}
    (finding,) = report["report"]
    assert (finding["id"], finding["text_answer"]) == ("c:AC-PS2", ["above", "left"])
    assert set(finding["derivation"]) == {"A is to the left of B.", "B is above C."}


def test_the_list_of_data_sets_says_that_the_reader_is_unverified(capsys: pytest.CaptureFixture[str]) -> None:
    (line,) = [line for line in run(capsys, "datasets").splitlines() if line.startswith("sparp")]
    assert "unverified on published data" in line
