"""The reasons in a summary: an example and a count for each possible label, the text that excludes each of the others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from qsr.errors import LimitReached, UnsupportedQuestion
from qsr.story import Question, Story
from qsr.theories.protocol import Core, Count, Counted, Limits, Session, Situated, Theory
from qsr.theories.quotes import named, quotes

__all__ = ["add_comparison", "against", "count", "explain", "situation", "trace"]

#: `Session.core`, or what bounds its calls.
Ask: TypeAlias = Callable[[Story, Question, str], Core | None]


def against(core: Ask, story: Story, question: Question, label: str) -> Core | str:
    """Return what is to be said against a label that is not possible, or why nothing can be shown; raise LimitReached."""
    try:
        found = core(story, question, label)
    except UnsupportedQuestion as error:
        return str(error)
    if found is None:
        return "the theory names no statements"
    if found.kind != "impossible in itself" or _in_itself(core, story, question, label):
        return found
    return "excluded by what kinds of things the story speaks of, and by none of its statements"


def explain(
    session: Session, theory: Theory, story: Story, question: Question, labels: Sequence[str], result: dict[str, Any]
) -> None:
    """Add a witness per possible label and a core per excluded one, as far as the limits allow.

    A label of which a theory of forward rules says only that nothing derives it is not among those excluded.
    """
    witnesses: dict[str, Any] = {}
    excluded: dict[str, list[str]] = {}
    not_derived: list[str] = []
    unshown: dict[str, str] = {}
    result.update(witnesses=witnesses, excluded=excluded, not_derived=not_derived, unshown=unshown)
    try:
        for label in dict.fromkeys((*result["possible"], *labels)):
            if label in result["possible"]:
                try:
                    model = session.witness(story, question, label)
                    witnesses |= {} if model is None else {label: named(story, model)}
                except UnsupportedQuestion as error:
                    unshown[label] = str(error)
            elif label not in result["undecided"]:
                said = against(session.core, story, question, label)
                if isinstance(said, str):
                    unshown[label] = said
                elif said.kind == "not derived":
                    not_derived.append(label)
                else:
                    excluded[label] = quotes(theory, story, said.statements)
    except LimitReached as error:
        result["unexplained"] = str(error)


def _in_itself(core: Ask, story: Story, question: Question, label: str) -> bool:
    """Tell whether a label is impossible before the story says anything."""
    try:
        return core(replace(story, statements=()), question, label) is not None
    except UnsupportedQuestion:
        return False


def count(theory: Theory, story: Story, question: Question, result: dict[str, Any]) -> None:
    """Add how many models each possible label has, where the theory can count, or why they are not counted.

    A share stands only where all numbers are exact.
    """
    if not isinstance(theory, Counted):
        return
    try:
        found, whole = theory.layouts(story, question)
    except UnsupportedQuestion as refusal:
        result["not_counted"] = str(refusal)
        return
    result["layouts"] = {
        "all": whole._asdict(),
        **{label: _counted(found[label], whole) for label in result["possible"] if label in found},
    }


def _counted(found: Count, whole: Count) -> dict[str, Any]:
    share = found.number / whole.number if found.exact and whole.exact and whole.number else None
    return {**found._asdict(), "share": share}


def trace(session: Session, story: Story, question: Question, result: dict[str, Any]) -> None:
    """Add what a plan does step by step: as data, and drawn in characters."""
    try:
        model = session.witness(story, question)
    except LimitReached as error:
        result["unexplained"] = str(error)
        return
    if model is not None:
        seen = named(story, model)
        result["trace"] = seen
        result["drawing"] = seen.text().splitlines()


def situation(theory: Theory, story: Story) -> dict[str, str]:
    """Return where the story takes place, for theories whose answers depend on it."""
    if not isinstance(theory, Situated):
        return {}
    try:
        return {"situation": theory.situation(story)}
    except UnsupportedQuestion:
        # The answers say what is wrong.
        return {}


def add_comparison(story: Story, question: Question, limits: Limits, result: dict[str, Any]) -> None:
    """Add the disagreements on a find-relation question to a result, or why they are not known."""
    from qsr import explain

    try:
        found = explain.compare(story, question, limits=limits)
    except UnsupportedQuestion as refusal:
        result["not_compared"] = str(refusal)
    except LimitReached as limit:
        result.update(not_compared=str(limit), unexplained=str(limit))
    else:
        result["differences"] = [difference._asdict() for difference in found]
