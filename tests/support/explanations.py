"""What an explanation owes to the answer of `qsr.solve`, for random stories and for published ones."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import replace
from io import StringIO
from typing import Any

import qsr
from qsr import api
from qsr.cli import solve_text
from qsr.relations import parts
from qsr.story import Plan, Question, Story
from qsr.summary.story import Wanted, summarise
from qsr.theories.protocol import Limits


def faults(story: Story, question: Question, theory: str | None, limits: Limits) -> tuple[str, list[str]]:
    """Return the status of an answer, behind it "steps" where some lead to it, and what is wrong with its explanation."""
    answer = qsr.solve(story, question, theory=theory, limits=limits)
    told = summarise(replace(story, questions=(question,)), Wanted(theory, None, limits, explain=True, steps=True))
    (entry,) = told["questions"]
    if (answer.status == "unknown") != (entry["status"] == "unknown"):
        # The clock ran out for one of them; neither says anything that the other denies.
        return "a limit that one met", []
    found = list(_disagreements(answer, entry))
    if answer.status != "unknown":
        found += _missing(story, question, theory, told, entry)
        found += _misled(story, question, theory, limits, entry)
    return f"{answer.status}{' steps' if 'steps' in entry else ''}", found


def _disagreements(answer: qsr.Answer, entry: dict[str, Any]) -> Iterator[str]:
    value = list(answer.value) if isinstance(answer.value, tuple) else answer.value
    for name, own in (("status", answer.status), ("value", value), ("reason", answer.reason)):
        if entry[name] != own:
            yield f"{name}: solve says {own!r}, explain {entry[name]!r}"
    for name in ("possible", "entailed", "undecided"):
        if set(entry[name]) != getattr(answer, name):
            yield f"{name}: solve says {sorted(getattr(answer, name))}, explain {entry[name]}"


def _missing(story: Story, question: Question, theory: str | None, told: dict[str, Any], entry: dict[str, Any]) -> Iterator[str]:
    status = entry["status"]
    if status == "inconsistent" and not told.get("contradiction"):
        yield "a contradiction without sentences"
    if status == "not_covered" and not entry["reason"]:
        yield "not covered for no reason"
    if status not in ("determined", "ambiguous") or isinstance(entry["value"], Plan) or "unexplained" in entry:
        return
    said = {*entry["witnesses"], *entry["excluded"], *entry["not_derived"], *entry["unshown"], *entry["undecided"]}
    for label in {*api.candidates(story, question, theory=theory), *entry["possible"]} - said:
        yield f"nothing is said of {label!r}"


def _misled(story: Story, question: Question, theory: str | None, limits: Limits, entry: dict[str, Any]) -> Iterator[str]:
    """Yield what is wrong with steps: they give what is entailed, from their statements alone, and no open answer is checked."""
    with redirect_stdout(StringIO()) as printed:
        solve_text.show({"unread": [], "questions": [entry], "theory": "", "entities": [], "statements": 0})
    if ("checked" in printed.getvalue() or entry.get("conclusion", "").startswith("Hence")) and entry["status"] != "determined":
        yield f"an answer that is {entry['status']} is called checked"
    if "steps" not in entry:
        if not entry["no_steps"]:
            yield "neither steps nor a reason"
        return
    sure = question.candidates if question.form == "yes_no" else entry["entailed"]
    entailed = {part for label in sure for part in parts(label)}
    if entry["steps"] and not entailed <= set(entry["steps"][-1]["labels"]):
        yield f"the steps end in {entry['steps'][-1]['labels']}, and {sorted(entailed)} is entailed"
    used = sorted({number for step in entry["steps"] for number in step["statements"]})
    alone = qsr.solve(story.saying(story.statements[number] for number in used), question, theory=theory, limits=limits)
    if entailed and alone.status != "unknown" and not alone.entailed >= set(entry["entailed"]):
        yield f"the statements of the steps alone entail {sorted(alone.entailed)}, and the story {entry['entailed']}"
    lengths = {length for step in entry["steps"] for length in step["distances"]}
    if lengths - {None} and not _measured(story, theory):
        yield f"lengths that nobody stated: {sorted(map(str, lengths))}"


def _measured(story: Story, theory: str | None) -> bool:
    """Tell whether the theory in use takes what names no length to be one unit long."""
    said = dict(story.settings) | (qsr.theories.parse_settings(theory) if theory else {})
    return said.get("quantities") == "specified" or said.get("theory") == "paper-ps2"
