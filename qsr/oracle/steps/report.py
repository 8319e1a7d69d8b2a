"""Reports on steps as plain data, and counts over many of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from qsr.oracle.steps.model import KINDS, VERDICTS, StepReport, StepVerdict
from qsr.story import Story

__all__ = ["report_line", "step_summary"]


def report_line(story: Story, report: StepReport) -> dict[str, Any]:
    """Return a report as plain data; entities are written by name."""
    return {
        "first_wrong": report.first_wrong,
        "kind": report.first_error.kind if report.first_error is not None else "",
        "steps": [_step(story, step) for step in report.steps],
        "answer": None if report.answer is None else _step(story, report.answer),
    }


def _step(story: Story, step: StepVerdict) -> dict[str, Any]:
    claim = step.claim
    said = claim and {
        "head": story.entities[claim.head],
        "labels": list(claim.labels),
        "tail": story.entities[claim.tail],
        "distances": [None if distance is None else str(distance) for distance in claim.distances],
    }
    return {**asdict(step), "span": list(step.span), "sources": list(step.sources), "claim": said}


def step_summary(reports: Iterable[StepReport]) -> dict[str, Any]:
    """Count steps by verdict, chains by their first wrong step and its kind, wrong steps by kind, answers by verdict."""
    verdicts: Counter[str] = Counter()
    answers: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    firsts: Counter[int] = Counter()
    first_kinds: Counter[str] = Counter()
    chains = without = 0
    for report in reports:
        chains += 1
        without += not report.steps
        verdicts.update(step.verdict for step in report.steps)
        kinds.update(step.kind for step in report.steps if step.wrong)
        answers[report.answer.verdict if report.answer is not None else "none"] += 1
        if report.first_error is not None:
            firsts[report.first_error.number] += 1
            first_kinds[report.first_error.kind] += 1
    return {
        "chains": chains,
        "chains_without_steps": without,
        "chains_with_a_wrong_step": firsts.total(),
        "steps": verdicts.total(),
        "steps_by_verdict": {name: verdicts[name] for name in VERDICTS},
        "first_wrong_step": {str(number): firsts[number] for number in sorted(firsts)},
        "first_wrong_kinds": _named(first_kinds),
        "wrong_steps_by_kind": _named(kinds),
        "answers_by_verdict": {name: answers[name] for name in (*VERDICTS, "none")},
    }


def _named(kinds: Counter[str]) -> dict[str, int]:
    return {**{kind: kinds[kind] for kind in KINDS}, "other": kinds[""]}
