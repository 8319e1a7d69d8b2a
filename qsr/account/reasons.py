"""The reasons in an account: an example and a count for each possible label, the text that excludes each of the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from qsr.errors import LimitReached, UnsupportedQuestion
from qsr.plain import place
from qsr.story import Question, Story
from qsr.theories.protocol import Count, Counted, Deriving, Session, Situated, Theory
from qsr.theories.quotes import named, quotes

__all__ = ["count", "explain", "situation", "trace"]


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
    derives = isinstance(theory, Deriving) and theory.derives
    try:
        for label in dict.fromkeys((*result["possible"], *labels)):
            try:
                if label in result["possible"]:
                    model = session.witness(story, question, label)
                    witnesses |= {} if model is None else {label: place(named(story, model))}
                elif label not in result["undecided"]:
                    core = session.core(story, question, label)
                    if core is None:
                        unshown[label] = "the theory names no statements"
                    elif derives and not core:
                        not_derived.append(label)
                    elif core or _in_itself(session, story, question, label):
                        excluded[label] = quotes(theory, story, core)
                    else:
                        unshown[label] = "excluded by what kinds of things the story speaks of, and by none of its statements"
            except UnsupportedQuestion as error:
                unshown[label] = str(error)
    except LimitReached as error:
        result["unexplained"] = str(error)


def _in_itself(session: Session, story: Story, question: Question, label: str) -> bool:
    """Tell whether a label is impossible before the story says anything."""
    try:
        return session.core(replace(story, statements=()), question, label) is not None
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
        result["trace"] = place(seen)
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
