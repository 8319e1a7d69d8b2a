"""Audits of RoomSpace's labels, on rooms of our own making; what a room leaves possible is worked out by hand or by counting."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qsr import theories
from qsr.cli import main
from qsr.datasets.protocol import Item
from qsr.datasets.roomspace.audit import CLASSES, audit_room
from qsr.datasets.roomspace.dataset import RoomSpace
from qsr.oracle.audit import Finding, summary
from qsr.story import Answer, Statement, Story
from qsr.theories.protocol import Limits
from qsr.theories.room.text import DIRECTIONS
from qsr.theories.room.witness import Cells
from rows import written

THINGS = (
    "Imagine a square-shaped loft, bordered by four walls. "
    "This room contains a collection of furniture, including "
    "a harp placed in the north, an anvil placed in the south, and a kayak. "
)
FAR = "The harp is placed to the north of the anvil, at a short distance. "
#: North of the room to south of it and still close: exactly 4 cells of 9. The kayak, to the north-east of the anvil, stays south
#: of the harp in mode code (3 cells and one aside are close, 4 and one are not), and may reach its row in mode paper.
BAND: dict[str, Any] = {
    "id": "band",
    "setting": "O2+D2",
    "grid": [9, 9],
    "story_topdown": f"{THINGS}{FAR}The anvil is placed to the south-west of the kayak, at a short distance.",
    "question_fr": "Where is the harp positioned in relation to the kayak?",
    "question_yn": "Could the harp be placed to the west of the kayak?",
    "facts": [
        *([name, "INR", "room"] for name in ("harp", "anvil", "kayak")),
        ["harp", "NR", "room"],
        ["anvil", "SR", "room"],
        ["harp", "N", "anvil"],
        ["anvil", "SW", "kayak"],
        ["harp", "CL2", "anvil"],
        ["anvil", "CL2", "kayak"],
    ],
    "consistent": ["NW"],
    "consistent_paper_semantics": ["W", "NW"],
    "answer_fr_topdown": ["north-west"],
    "answer_yn": "No",
    "status": "single",
    "decided": True,
}
LOOP = {
    **BAND,
    "id": "loop",
    "story_topdown": f"{THINGS}{FAR}The anvil is placed to the north of the harp, at a short distance.",
    "facts": [],
    "consistent": [],
    "answer_fr_topdown": [],
    "status": "no",
}


def write(path: Path, *rows: object) -> Path:
    return written(path, rows)


def audited(path: Path, limits: Limits | None = None, **options: str) -> list[Finding]:
    reader, found = RoomSpace(), []
    session = theories.get("room").open(limits=limits)
    for row in reader.rows(path, options):
        item = reader.item(row, options)  # type: ignore[arg-type]
        assert isinstance(item, Item), item
        answer = session.answer(item.story, item.question)
        finding = audit_room(reader, session, row, item, answer, limits)  # type: ignore[arg-type]
        found += [finding] if finding is not None else []
    return found


def one(tmp_path: Path, row: dict[str, Any], **options: str) -> Finding:
    (finding,) = audited(write(tmp_path / "a.jsonl", row), **options)
    return finding


@pytest.mark.parametrize("asked", ["fr", "yn"])
@pytest.mark.parametrize("mode", ["code", "paper"])
def test_labels_that_the_text_supports_are_no_findings(tmp_path: Path, mode: str, asked: str) -> None:
    assert audited(write(tmp_path / "a.jsonl", BAND), mode=mode, question=asked) == []


def test_what_is_listed_though_impossible_has_its_clauses(tmp_path: Path) -> None:
    finding = one(tmp_path, {**BAND, "consistent": ["NW", "E"]})
    assert (finding.kind, finding.label, finding.correction) == ("contradicts", {"north-west", "east"}, {"north-west"})
    assert "the text says north-west (mode: code, grid: 9x9), the label east, north-west" in finding.reason
    (evidence,) = finding.evidence
    assert (evidence.candidate, evidence.listed) == ("east", True)
    # East of the kayak, of which the anvil south of the harp is to the west.
    assert [sentence.split(",")[0] for sentence in evidence.sentences] == [
        "The harp is placed to the north of the anvil",
        "The anvil is placed to the south-west of the kayak",
    ]
    assert finding.holds_in == ()


def test_what_is_missing_though_possible_has_a_layout(tmp_path: Path) -> None:
    finding = one(tmp_path, {**BAND, "consistent_paper_semantics": ["NW"]}, mode="paper")
    (evidence,) = finding.evidence
    assert (evidence.candidate, evidence.listed) == ("west", False)
    assert evidence.layout is not None
    (_, harp_y), (_, anvil_y), (_, kayak_y) = (evidence.layout.place[entity] for entity in range(3))
    assert (harp_y, anvil_y, kayak_y) == (6, 2, 6)
    assert finding.line_of_report()["evidence"][0]["layout"]["place"][0]["name"] == "harp"


def test_a_label_that_another_room_bears_out_says_so(tmp_path: Path) -> None:
    finding = one(tmp_path, {**BAND, "consistent": ["NW", "W"]})
    assert finding.kind == "contradicts"
    assert "mode: paper, grid: 9x9" in finding.holds_in
    assert "mode: code, grid: 12x12" in finding.holds_in
    assert "mode: code, grid: 9x9" not in finding.holds_in
    assert "right in mode: paper, grid: 9x9" in finding.reason


def test_published_labels_can_be_held_against_any_room(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", BAND)
    for options in ({"mode": "paper"}, {"grid": "12x12"}):
        assert audited(path, **options) == []
        (finding,) = audited(path, gold="published", **options)
        assert (finding.kind, finding.correction) == ("contradicts", {"north-west", "west"})
        assert "mode: code, grid: 9x9" in finding.holds_in
    assert audited(path, mode="real") == []
    (finding,) = audited(path, mode="real", gold="published")
    assert "west" in [evidence.candidate for evidence in finding.evidence]


@pytest.mark.parametrize(("label", "mode", "wrong"), [("Yes", "code", True), ("No", "code", False), ("No", "paper", True)])
def test_yes_is_shown_wrong_by_clauses_and_no_by_a_layout(tmp_path: Path, label: str, mode: str, wrong: bool) -> None:
    found = audited(write(tmp_path / "a.jsonl", {**BAND, "answer_yn": label}), question="yn", mode=mode, gold="published")
    assert bool(found) == wrong
    for finding in found:
        (evidence,) = finding.evidence
        assert (evidence.listed, finding.correction) == (label == "Yes", "No" if label == "Yes" else "Yes")
        assert bool(evidence.sentences) == (label == "Yes")
        assert (evidence.layout is None) == (label == "Yes")


def test_a_room_that_contradicts_itself_supports_the_empty_label_alone(tmp_path: Path) -> None:
    assert audited(write(tmp_path / "a.jsonl", LOOP)) == []
    assert audited(write(tmp_path / "a.jsonl", LOOP), question="yn") == []
    finding = one(tmp_path, {**LOOP, "consistent": ["N"], "answer_fr_topdown": ["north"]})
    assert (finding.kind, finding.correction, finding.evidence) == ("inconsistent", frozenset(), ())
    # Of several contradictions the one of the earliest sentences.
    said = [sentence.split(" to the")[0] for sentence in finding.derivation]
    assert [said[0][:26], *said[1:]] == ["a harp placed in the north", "an anvil placed in the south", "The anvil is placed"]


@pytest.mark.parametrize(
    ("label", "kind"),
    [
        # Far from the anvil, which is in the second row or below, the kayak may be in any row from the harp's to the last.
        (["NW"], "conflict"),
        (["W", "NW", "SW"], "conflict"),
        (["S"], "contradicts"),
    ],
)
def test_rows_whose_facts_and_text_differ_are_named(tmp_path: Path, label: list[str], kind: str) -> None:
    text = BAND["story_topdown"].replace("south-west of the kayak, at a short", "south-west of the kayak, at a far")
    row = {**BAND, "story_topdown": text, "consistent": label, "answer_fr_topdown": None}
    finding = one(tmp_path, row)
    assert finding.kind == kind
    assert finding.defective == "anvil and kayak: the text says FR2, the facts CL2"
    assert "anvil and kayak" in finding.reason
    assert finding.derivation[0].startswith("The anvil is placed to the south-west of the kayak")
    assert finding.correction == {"west", "north-west", "south-west"}
    assert ("the label is what the row's facts say" in finding.reason) == (label == ["NW"])


def test_the_same_answer_in_other_words_is_judged_too(tmp_path: Path) -> None:
    finding = one(tmp_path, {**BAND, "answer_fr_north": ["front-left", "front"], "answer_fr_topdown": "north-west"})
    assert (finding.kind, finding.label, finding.correction) == ("contradicts", {"north-west", "north"}, {"north-west"})
    assert finding.reason.startswith("answer_fr_north: ")
    finding = one(tmp_path, {**BAND, "answer_fr_topdown": ["up"]})
    assert (finding.kind, finding.label, finding.correction) == ("defective", None, {"north-west"})
    assert finding.reason.startswith("answer_fr_topdown: ")


def test_no_label_or_no_meaning_is_no_finding(tmp_path: Path) -> None:
    assert audited(write(tmp_path / "a.jsonl", {**BAND, "consistent": None})) == []
    assert audited(write(tmp_path / "a.jsonl", {**BAND, "setting": None, "consistent": ["S"]})) == []


@pytest.mark.parametrize(
    ("label", "listed"), [(["NW"], None), (["NW", "W"], None), (["W"], {"north-west": False}), (["NW", "E"], {"east": True})]
)
def test_what_a_limit_left_open_refutes_no_label(tmp_path: Path, label: list[str], listed: dict[str, bool] | None) -> None:
    reader = RoomSpace()
    (row,) = reader.rows(write(tmp_path / "a.jsonl", {**BAND, "consistent": label, "answer_fr_topdown": None}), {})
    item = reader.item(row, {})  # type: ignore[arg-type]
    assert isinstance(item, Item)
    answer = Answer("unknown", "room", possible=frozenset({"NW"}), undecided=frozenset({"W", "S"}))
    finding = audit_room(reader, theories.get("room").open(), row, item, answer)  # type: ignore[arg-type]
    assert (finding is not None) == (listed is not None)
    if finding is not None:
        assert {evidence.candidate: evidence.listed for evidence in finding.evidence} == listed
        assert (finding.kind, finding.text_answer, finding.correction) == ("contradicts", None, None)


def test_the_summary_names_the_class_of_conflicts(tmp_path: Path) -> None:
    finding = one(tmp_path, {**BAND, "consistent": ["E"]})
    assert summary([finding], 1, CLASSES)["classes"] == {
        "contradicts": 1,
        "inconsistent": 0,
        "undetermined": 0,
        "defective": 0,
        "conflict": 0,
    }


# ---------------------------------------------------------------- against counting

NAMES = ("harp", "anvil", "kayak")
PAIRS = [(0, 1), (1, 2)]
CODES = [*DIRECTIONS, "CL2", "FR2"]
related = st.tuples(st.sampled_from(CODES), st.sampled_from(PAIRS))
placed = st.tuples(st.sampled_from(["NR", "CR", "SWR", "TPP"]), st.tuples(st.integers(0, 2)))
clauses = st.lists(related | placed, max_size=5, unique=True)
ROOM = theories.get("room", {"grid": "3x3"})
LAYOUTS = [Cells(dict(enumerate(places))) for places in product(product(range(3), repeat=2), repeat=3)]


def story(said: Sequence[tuple[str, tuple[int, ...]]]) -> Story:
    return Story(NAMES, tuple(Statement(number, code, args) for number, (code, args) in enumerate(said)))


def possible(said: Sequence[tuple[str, tuple[int, ...]]]) -> set[str]:
    """Return the directions of the last from the first in any of all layouts, by plain arithmetic."""
    fitting = [layout for layout in LAYOUTS if not ROOM.violated(story(said), layout)]
    return {code for code in DIRECTIONS if any(not ROOM.violated(story([(code, (0, 2))]), layout) for layout in fitting)}


@settings(max_examples=40, deadline=None)
@given(clauses, st.sets(st.sampled_from(DIRECTIONS)))
def test_findings_are_the_difference_to_what_counting_finds(
    tmp_path_factory: pytest.TempPathFactory, said: list[tuple[str, tuple[int, ...]]], label: set[str]
) -> None:
    facts = [*([name, "INR", "room"] for name in NAMES)]
    facts += [[NAMES[args[0]], code, NAMES[args[1]] if len(args) == 2 else "room"] for code, args in said]
    row = {"example_id": 1, "query_o2": [["harp", "kayak"]], "facts_o2": facts, "solver_fr_o2": sorted(label)}
    path = tmp_path_factory.mktemp("rooms") / "rooms_d9.json"
    path.write_text(json.dumps([row]), encoding="utf-8")
    found, counted = audited(path), possible(said)
    assert len(found) == (label != counted)
    for finding in found:
        assert finding.kind == ("contradicts" if counted else "inconsistent")
        words = {
            f"{NAMES[args[0]]} {code}" + (f" {NAMES[args[1]]}" if len(args) == 2 else ""): (code, args) for code, args in said
        }
        if not counted:
            assert possible([words[sentence] for sentence in finding.derivation]) == set()
            continue
        shown = {RoomSpace().labels(frozenset({evidence.candidate})): evidence for evidence in finding.evidence}
        assert {(code, evidence.listed) for (code,), evidence in shown.items()} == {
            *((code, True) for code in label - counted),
            *((code, False) for code in counted - label),
        }
        for (code,), evidence in shown.items():
            if evidence.listed:
                core = [words[sentence] for sentence in evidence.sentences]
                assert code not in possible(core)
                assert all(code in possible([*core[:at], *core[at + 1 :]]) for at in range(len(core)))
            else:
                assert evidence.layout is not None
                assert ROOM.violated(story([*said, (code, (0, 2))]), evidence.layout) == ()


# ---------------------------------------------------------------- command


def test_the_command_reports_and_corrects(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [
        BAND,
        {**BAND, "id": "wrong", "consistent": ["E"]},
        {**LOOP, "consistent": ["S"]},
        {**BAND, "id": "-", "decided": False},
    ]
    path, copy, out = write(tmp_path / "a.jsonl", *rows), tmp_path / "b.jsonl", tmp_path / "report.jsonl"
    before = path.read_bytes()
    assert main(["audit", "roomspace", str(path), "--corrected", str(copy), "--out", str(out), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["items"], report["findings"], report["unlabelled"], report["undecided"]) == (4, 2, 1, 0)
    assert [line["id"] for line in map(json.loads, out.read_text(encoding="utf-8").splitlines())] == ["wrong", "loop"]
    assert path.read_bytes() == before
    again = [json.loads(line) for line in copy.read_text(encoding="utf-8").splitlines()]
    assert again == [BAND, {**BAND, "id": "wrong"}, LOOP, rows[3]]
    assert copy.read_bytes().splitlines()[0] == before.splitlines()[0]
    assert main(["audit", "roomspace", str(copy)]) == 0
    assert "0 findings" in capsys.readouterr().out


def test_the_command_prints_clauses_and_layouts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path / "a.jsonl", {**BAND, "consistent": ["E"]})
    assert main(["audit", "roomspace", str(path)]) == 0
    printed = capsys.readouterr().out
    assert "east is listed and impossible:\n        The harp" in printed
    assert "north-west is possible and not listed; it holds here:" in printed
    assert "A  harp" in printed
    assert main(["audit", "roomspace", str(path), "--theory", "room, mode: paper"]) == 0
    assert "the text says north-west, west (mode: paper, grid: 9x9)" in capsys.readouterr().out
    path = write(tmp_path / "a.jsonl", {**BAND, "setting": None})
    assert main(["audit", "roomspace", str(path)]) == 0
    assert "1 item is not covered or not decided" in capsys.readouterr().out
