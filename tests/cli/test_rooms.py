"""Rooms on the command line: counts, drawings, the clauses that exclude a relation, and the report of a run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from qsr import generate
from qsr.cli import main
from qsr.generate import Request
from qsr.theories import get
from qsr.theories.protocol import Clausal, Counted, Situated

HEAD = "Imagine a square-shaped attic, bordered by four walls.\nThis room contains a collection of furniture, including "
ATTIC = (
    f"theory: room, grid: 9x9\n{HEAD}a chest placed in the center, away from walls; and an easel placed in the north, "
    "against the wall.\n? Where is the easel positioned in relation to the chest?\n"
    "? Could the easel be placed to the north of the chest?\n"
)
MERGED = (
    f"theory: room, grid: 9x9\n{HEAD}a chest, an easel, and a globe.\n"
    "The chest is placed to the north-east of the easel and the globe, at a moderate distance.\n"
    "? Where is the chest positioned in relation to the globe?\n"
)
TORN = (
    f"theory: room, grid: 9x9\n{HEAD}a chest placed in the south, against the wall; and an easel placed in the north, "
    "away from walls.\n"
    "The chest is placed to the north of the easel.\n? Where is the easel positioned in relation to the chest?\n"
)


def solved(text: str, folder: Path, capsys: pytest.CaptureFixture[str], *options: str) -> tuple[int, str]:
    file = folder / "room.story"
    file.write_text(text, encoding="utf-8")
    code = main(["solve", str(file), "--explain", *options])
    return code, capsys.readouterr().out


def questions(text: str, folder: Path, capsys: pytest.CaptureFixture[str], *options: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(solved(text, folder, capsys, "--json", *options)[1])["stories"][0]["questions"]
    return found


def test_layouts_are_counted_and_shares_add_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    relation, yes_no = questions(ATTIC, tmp_path, capsys)
    # The chest has the 9 cells of the middle, the easel the 3 along the northern wall.
    assert relation["layouts"]["all"] == {"number": 27, "exact": True}
    counts = {label: found["number"] for label, found in relation["layouts"].items() if label != "all"}
    assert counts == {"N": 9, "NE": 9, "NW": 9}
    assert sum(relation["layouts"][label]["share"] for label in counts) == pytest.approx(1)
    assert {label: found["number"] for label, found in yes_no["layouts"].items()} == {"all": 27, "yes": 9, "no": 18}


def test_a_bound_is_said_to_be_one(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qsr.theories.room.count.STEPS", 1)
    monkeypatch.setattr("qsr.theories.room.count.AT_LEAST", 5)
    _, out = solved(MERGED, tmp_path, capsys)
    assert "at least" in out
    assert "too many to count" in out
    (question,) = questions(MERGED, tmp_path, capsys)
    assert all(found["share"] is None for label, found in question["layouts"].items() if label != "all")


def test_the_room_is_drawn_and_the_domain_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out = solved(ATTIC, tmp_path, capsys)
    assert code == 0
    assert out.startswith("room, mode: code, grid: 9x9\n")
    assert out.count("0 1 2 3 4 5 6 7 8\n") == 5
    (north, *_) = questions(ATTIC, tmp_path, capsys)
    assert north["witnesses"]["N"]["size"] == [9, 9]
    _, continuous = solved(ATTIC, tmp_path, capsys, "--theory", "mode: real")
    assert "not counted: a continuous room" in continuous
    target = tmp_path / "room.svg"
    solved(ATTIC, tmp_path, capsys, "--draw", str(target))
    assert 'class="qsr-wall"' in target.read_text(encoding="utf-8")


def test_of_a_merged_sentence_the_clause_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (question,) = questions(MERGED, tmp_path, capsys)
    (sentence,) = question["excluded"]["S"]
    assert sentence.startswith("The chest is placed to the north-east of the easel and the globe, at a moderate distance.")
    assert sentence.endswith("[direction of chest from globe]")


def test_an_inconsistent_room_is_not_an_impossible_relation(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out = solved(TORN, tmp_path, capsys)
    assert code == 1
    assert "no answer: the story contradicts itself" in out
    assert "excluded" not in out
    assert out.splitlines()[-4:] == [
        "These sentences contradict each other:",
        "    a chest placed in the south",
        "    a chest placed in the south, against the wall",
        "    The chest is placed to the north of the easel.",
    ]


def test_what_the_theory_of_rooms_offers() -> None:
    room = get("room")
    assert isinstance(room, Counted)
    assert isinstance(room, Clausal)
    assert isinstance(room, Situated)
    assert not isinstance(get("exact"), (Counted, Clausal, Situated))


def test_a_run_is_reported_by_setting_and_size(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = {"setting": ("O2", "TPP"), "grid": ((9, 9), (6, 5)), "n": (3, 5)}
    lines = [line for _, line in generate.get("roomspace").generate(Request(4, 70, options))]
    file = tmp_path / "rooms.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    reports = []
    for workers in ("1", "2"):
        assert main(["eval", "roomspace", str(file), "--report", "--json", "--workers", workers]) == 0
        reports.append(json.loads(capsys.readouterr().out)["effort"])
    effort = reports[0]
    keys = {"group": lambda line: f"{line['setting']} {'x'.join(map(str, line['grid']))}", "n": lambda line: str(line["n"])}
    keys["m"] = lambda line: str(line["m_effective"])
    for name, key in keys.items():
        assert set(effort[name]) == {key(line) for line in lines}
        for group, columns in effort[name].items():
            mine = [line for line in lines if key(line) == group]
            assert columns["items"] == len(mine)
            single = sum(len(line["consistent"]) == 1 for line in mine)
            assert columns["single"] == pytest.approx(single / len(mine), abs=1e-4)
            assert sum(columns[outcome] for outcome in ("single", "multiple", "none", "unknown")) == pytest.approx(1, abs=1e-3)
            assert 0 < columns["cpu_ms_median"] <= columns["cpu_ms_worst"]
    untimed = [
        {
            name: {group: {key: value for key, value in columns.items() if "cpu" not in key} for group, columns in groups.items()}
            for name, groups in report.items()
        }
        for report in reports
    ]
    assert untimed[0] == untimed[1]
    assert main(["eval", "roomspace", str(file), "--report"]) == 0
    assert "CPU ms, median" in capsys.readouterr().out


def test_a_report_is_of_a_whole_run(tmp_path: Path) -> None:
    assert main(["eval", "roomspace", "rooms.jsonl", "--report", "--resume", "--out", str(tmp_path / "out.jsonl")]) == 2
