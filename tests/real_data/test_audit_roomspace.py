"""The audit of RoomSpace's cases, as they are and with changed labels, where they are at hand in ../shared/data."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

import qsr
from qsr.cli import main
from qsr.theories.room.text import DIRECTIONS, answer_word

CASES = Path(qsr.__file__).resolve().parents[2] / "shared" / "data" / "roomspace" / "cases.jsonl"
pytestmark = pytest.mark.skipif(not CASES.is_file(), reason="the RoomSpace cases are not at ../shared/data/roomspace")
#: The one room whose text on the plan says "far" where its facts say close, which changes the answer in mode paper alone.
HALF = "d9_r11_n6_m15_O2+D2"
CHANGED = 100


def rows() -> list[dict[str, Any]]:
    return [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]


def audit(capsys: pytest.CaptureFixture[str], path: Path, *arguments: str) -> dict[str, Any]:
    assert main(["audit", "roomspace", str(path), "--json", *arguments]) == 0
    report: dict[str, Any] = json.loads(capsys.readouterr().out)
    return report


def arguments_of(mode: str, asked: str, view: str) -> tuple[str, ...]:
    return "--mode", mode, "--question", asked, "--view", view


def change(random: Random, row: dict[str, Any], mode: str, asked: str) -> None:
    """Give a row another label: a relation more or less, or another set, in all columns of the same answer."""
    if asked == "yn" and mode == "code":
        row["answer_yn"] = {"Yes": "No", "No": "Yes"}[row["answer_yn"]]
        return
    column = "consistent" if mode == "code" else "consistent_paper_semantics"
    if asked == "yn":
        # What counts is the asked relation alone.
        codes = {code for code in DIRECTIONS if answer_word(code, "topdown") == row["yn_relation"]} ^ set(row[column])
    else:
        one, another = random.sample(DIRECTIONS, 2)
        codes = set(row[column]) ^ random.choice([{one}, {one, another}])
    row[column] = sorted(codes)
    if mode == "code":
        row |= {f"answer_fr_{view}": [answer_word(code, view) for code in sorted(codes)] for view in ("topdown", "north")}


@pytest.mark.parametrize(
    ("mode", "asked", "view"),
    [
        ("code", "fr", "topdown"),
        ("code", "yn", "north"),
        ("paper", "fr", "topdown"),
        ("paper", "fr", "north"),
        ("paper", "yn", "topdown"),
    ],
)
def test_changed_labels_are_found_and_no_others(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, mode: str, asked: str, view: str
) -> None:
    arguments = arguments_of(mode, asked, view)
    before = audit(capsys, CASES, *arguments)
    known = {finding["id"] for finding in before["report"]}
    assert {finding["class"] for finding in before["report"]} == {"conflict"}
    assert (HALF in known) == (view == "topdown")
    assert all("the text says" in finding["defective"] for finding in before["report"])

    random, damaged = Random(f"{mode} {asked} {view}"), rows()
    labelled = [row for row in damaged if row["decided"] or mode == "paper"]
    chosen = random.sample([row for row in labelled if row["id"] not in known], CHANGED)
    for row in chosen:
        change(random, row, mode, asked)
    path, copy = tmp_path / "cases.jsonl", tmp_path / "corrected.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in damaged), encoding="utf-8")
    report = audit(capsys, path, *arguments, "--corrected", str(copy))
    found = {finding["id"]: finding for finding in report["report"]}
    assert found.keys() == {row["id"] for row in chosen} | known
    for row in chosen:
        finding = found[row["id"]]
        assert finding["class"] in ("contradicts", "inconsistent")
        shown = [bool(one.get("sentences") if one["listed"] else one.get("layout")) for one in finding.get("evidence", ())]
        assert (shown and all(shown)) if finding["class"] == "contradicts" else finding["derivation"]

    # The copy has the labels that were there, but for the one row whose text does not say its facts.
    column = {"fr": "consistent", "yn": "answer_yn"}[asked] if mode == "code" else "consistent_paper_semantics"
    corrected = {row["id"]: row for row in map(json.loads, copy.read_text(encoding="utf-8").splitlines())}
    different = [row["id"] for row in rows() if row[column] is not None and set(row[column]) != set(corrected[row["id"]][column])]
    assert different == ([HALF] if (mode, asked, view) == ("paper", "fr", "topdown") else [])
    assert {finding["class"] for finding in audit(capsys, copy, *arguments)["report"]} == {"conflict"}


@pytest.mark.parametrize("field", ["consistent", "answer_fr_north"])
def test_a_change_in_one_column_alone_is_found(capsys: pytest.CaptureFixture[str], tmp_path: Path, field: str) -> None:
    known = {finding["id"] for finding in audit(capsys, CASES)["report"]}
    random, damaged = Random(field), rows()
    chosen = random.sample([row for row in damaged if row["decided"] and row["id"] not in known], CHANGED // 4)
    for row in chosen:
        words = [code if field == "consistent" else answer_word(code, field.removeprefix("answer_fr_")) for code in DIRECTIONS]
        row[field] = sorted(set(row[field]) ^ {random.choice(words)})
    path = tmp_path / "cases.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in damaged), encoding="utf-8")
    report = audit(capsys, path)
    assert {finding["id"] for finding in report["report"]} == {row["id"] for row in chosen} | known


def test_the_published_labels_in_mode_paper_say_where_they_are_right(capsys: pytest.CaptureFixture[str]) -> None:
    """Cases whose two recorded labels differ are the findings, and each says that it is right in the published checker's mode."""
    report = audit(capsys, CASES, "--mode", "paper", "--view", "north", "--gold", "published")
    differ = {row["id"] for row in rows() if row["decided"] and row["consistent"] != row["consistent_paper_semantics"]}
    sides = {row["id"]: "x".join(map(str, row["grid"])) for row in rows()}
    found = {finding["id"]: finding for finding in report["report"] if finding["class"] != "conflict"}
    assert found.keys() == differ
    for name, finding in found.items():
        assert f"mode: code, grid: {sides[name]}" in finding["holds_in"]
