"""Items and their verdicts, and what evidence has to be: minimal words of the text, or a model of it."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import qsr
from qsr import run, theories
from qsr.datasets.protocol import Item, Row
from qsr.errors import UnsupportedQuestion
from qsr.oracle.check import verdict_line
from qsr.oracle.job import Job
from qsr.story import Question, Story, Verdict, Witness
from qsr.theories.protocol import Session, stated

ASKED = "What is the relation of the agent P to the agent R?"


def items(path: Path, dataset: str, **options: str) -> list[Item]:
    found = list(run.items(Job(dataset=dataset, options=options), [str(path)]))
    assert all(isinstance(item, Item) for item in found), found
    return found  # type: ignore[return-value]


def judged(item: Item, answer: Any, dataset: str, theory: str | None = None, **options: Any) -> Verdict:
    with qsr.judge(dataset, theory=theory, **options) as judge:
        verdict = judge.verdict(item, answer)
        assert json.loads(json.dumps(verdict_line(verdict)))["id"] == item.id
    with qsr.judge(dataset, theory=theory, evidence=False, **options) as quick:
        bare = quick.verdict(item, answer)
    assert (bare.sound, bare.gold, bare.right) == (verdict.sound, verdict.gold, verdict.right)
    assert (bare.evidence, bare.counterexample) == ((), None)
    assert verdict.sound is False or (verdict.evidence, verdict.counterexample) == ((), None)
    return verdict


def only(story: Story, quoted: tuple[str, ...]) -> Story:
    """The story as these sentences alone have it."""
    kept = [statement for statement in story.statements if story.quote(statement.id) in quoted]
    return replace(story, statements=tuple(replace(one, id=place) for place, one in enumerate(kept)))


def assert_minimal(session: Session, story: Story, question: Question, candidate: str, quoted: tuple[str, ...]) -> None:
    """The words exclude the candidate, and without any one of them they do not: a closed world then has no words against it."""
    assert quoted
    assert stated(session.core(only(story, quoted), question, candidate))
    for one in quoted:
        fewer = tuple(other for other in quoted if other != one)
        # Without one of two premises nothing may lead from here to there, which the theory does not cover.
        with suppress(UnsupportedQuestion):
            assert not stated(session.core(only(story, fewer), question, candidate)), one


def assert_model(theory: str, story: Story, witness: Witness | None) -> Witness:
    assert witness is not None
    assert theories.get(theory).violated(story, witness) == ()
    return witness


def stepgame(*story: str, label: str | None = None) -> Item:
    with qsr.judge("stepgame") as judge:
        item = judge.dataset.item(Row("f:1", "f", 1, {"story": list(story), "question": ASKED, "label": label}), judge.options)
    assert isinstance(item, Item), item
    return item
