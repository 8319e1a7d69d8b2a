"""The theory of rooms on the facts of RoomSpace's cases, where they are at hand: ../shared/data beside the checkout."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import qsr
from qsr import theories
from qsr.story import Answer, Question, Statement, Story
from qsr.theories.protocol import Limits

CASES = Path(qsr.__file__).resolve().parents[2] / "shared" / "data" / "roomspace" / "cases.jsonl"
pytestmark = pytest.mark.skipif(not CASES.is_file(), reason="the RoomSpace cases are not at ../shared/data/roomspace")


def cases() -> list[dict[str, Any]]:
    return [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]


def story_of(case: dict[str, Any]) -> tuple[Story, Question]:
    names = list(dict.fromkeys(name for name, _, _ in case["facts"]))
    said = [(code, (head,) if tail == "room" else (head, tail)) for head, code, tail in case["facts"] if code != "INR"]
    statements = tuple(Statement(i, code, tuple(names.index(name) for name in args)) for i, (code, args) in enumerate(said))
    head, tail = case["query"]
    columns, rows = case["grid"]
    return (
        Story(tuple(names), statements, settings=(("grid", f"{columns}x{rows}"),)),
        Question(0, "relation", (names.index(head), names.index(tail))),
    )


@pytest.mark.parametrize(("mode", "key", "number"), [("code", "consistent", 413), ("paper", "consistent_paper_semantics", 414)])
def test_possible_relations_are_the_published_ones(mode: str, key: str, number: int) -> None:
    session = theories.get("room", {"mode": mode}).open()
    right = 0
    for case in cases():
        answer = session.answer(*story_of(case))
        right += (case["decided"] or mode == "paper") and answer.possible == set(case[key])
    assert right == number


def test_clingo_agrees_on_every_seventh_case() -> None:
    default, other = theories.get("room").open(), theories.get("room").open("clingo")
    for case in cases()[::7]:
        story, question = story_of(case)
        one, two = default.answer(story, question), other.answer(story, question)
        # A contradiction may have several minimal sets of clauses.
        assert replace(one, reason="") == replace(two, reason="")


def test_witnesses_and_cores_of_every_fifth_case() -> None:
    for mode in ("code", "paper"):
        theory = theories.get("room", {"mode": mode})
        session = theory.open()
        for case in cases()[::5]:
            story, question = story_of(case)
            possible = session.answer(story, question).possible
            for code in ("N", "S", "E", "W", "NE", "NW", "SE", "SW", "O"):
                witness = session.witness(story, question, code)
                assert (witness is not None) == (code in possible)
                if witness is not None:
                    assert theory.violated(story, witness) == ()
                else:
                    core = session.core(story, question, code)
                    assert core is not None
                    for dropped in core.statements:
                        kept = set(core.statements) - {dropped}
                        fewer = tuple(statement for statement in story.statements if statement.id in kept)
                        lighter = Story(story.entities, fewer, settings=story.settings)
                        assert code in session.answer(lighter, question).possible


@pytest.mark.slow
def test_the_room_allows_what_the_grid_of_the_paper_allows() -> None:
    """A time limit would name what it leaves open; none of it is possible on a grid."""
    theory = theories.get("room", {"mode": "real"})
    session = theory.open(limits=Limits(seconds=4.0))
    answers: list[tuple[dict[str, Any], Answer]] = [(case, session.answer(*story_of(case))) for case in cases()]
    for case, answer in answers:
        paper = set(case["consistent_paper_semantics"])
        assert paper <= answer.possible
        if case["setting"] in ("O2", "Layout"):
            assert answer.possible == paper
        story, question = story_of(case)
        if case["id"].endswith(("n3_m3_TPP", "n5_m10_O2+D3", "n4_m4_O2+D2+Layout")):
            for code in answer.possible:
                witness = session.witness(story, question, code)
                assert witness is not None
                assert theory.violated(story, witness) == ()
    assert sum(answer.status == "unknown" for _, answer in answers) <= 10
