"""The reasons in a summary: an example and a count for each possible label, the text that excludes each of the others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from qsr.errors import LimitReached, UnsupportedQuestion
from qsr.story import Answer, Question, Story, Witness
from qsr.theories.protocol import Count, Counted, Limits, Session, Situated, Theory
from qsr.theories.quotes import named

__all__ = ["Reasons", "add_comparison", "add_steps", "consistency", "count", "explain", "ordered", "situation", "trace"]


@dataclass(slots=True)
class Reasons:
    """What is to be said of the labels of a question, as far as the limits allow; `unexplained` says why some are missing.

    A label has a model, or the statements that exclude it; or it is one of which a theory of forward rules says only that nothing
    derives it; or there is a reason why nothing can be shown.
    """

    witnesses: dict[str, Witness] = field(default_factory=dict)
    excluded: dict[str, tuple[int, ...]] = field(default_factory=dict)
    not_derived: list[str] = field(default_factory=list)
    unshown: dict[str, str] = field(default_factory=dict)
    unexplained: str = ""


def explain(
    session: Session,
    story: Story,
    question: Question,
    answer: Answer,
    labels: Sequence[str],
    begin: Callable[[], None] = lambda: None,
) -> Reasons:
    """Return a model per possible label and what is to be said against each other one; nothing further once a limit is reached.

    `begin` is called before each label, and may raise LimitReached.
    """
    found = Reasons()
    # Numbers of arrangements are counted: no single one shows them, and nothing is excluded.
    if question.mood == "arrangements":
        return found
    try:
        for label in dict.fromkeys((*ordered(answer.possible, labels), *labels)):
            begin()
            try:
                if label in answer.possible:
                    model = session.witness(story, question, label)
                    if model is None:
                        found.unshown[label] = "the theory has no models"
                    else:
                        found.witnesses[label] = named(story, model)
                elif label not in answer.undecided:
                    _exclude(found, session, story, question, label)
            except UnsupportedQuestion as error:
                found.unshown[label] = str(error)
    except LimitReached as error:
        found.unexplained = str(error)
    return found


def ordered(names: frozenset[str], order: Sequence[str]) -> list[str]:
    """Return names in an order, and behind them those that it does not have, by name."""
    return [name for name in order if name in names] + sorted(names.difference(order))


def _exclude(found: Reasons, session: Session, story: Story, question: Question, label: str) -> None:
    core = session.core(story, question, label)
    if core is None:
        found.unshown[label] = "the theory names no statements"
    elif core.kind == "not derived":
        found.not_derived.append(label)
    elif core.kind == "impossible in itself" and not _in_itself(session, story, question, label):
        found.unshown[label] = "excluded by what kinds of things the story speaks of, and by none of its statements"
    else:
        found.excluded[label] = core.statements


def _in_itself(session: Session, story: Story, question: Question, label: str) -> bool:
    """Tell whether a label is impossible before the story says anything."""
    try:
        return session.core(replace(story, statements=()), question, label) is not None
    except UnsupportedQuestion:
        return False


def consistency(session: Session, story: Story, quote: Callable[[Sequence[int]], list[Any]]) -> dict[str, Any]:
    """Return the status of a story as a whole with its `witness`, its `contradiction` as `quote` tells it, or the `reason`."""
    try:
        model = session.witness(story)
        if model is not None:
            return {"status": "consistent", "witness": named(story, model)}
        core = session.core(story)
    except LimitReached as error:
        return {"status": "unknown", "reason": str(error)}
    except UnsupportedQuestion as error:
        return {"status": "not_covered", "reason": str(error)}
    if core is None:
        return {"status": "not_covered", "reason": "the theory found neither a model nor a contradiction"}
    return {"status": "inconsistent", "contradiction": quote(core.statements)}


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


def situation(theory: Theory, story: Story) -> str:
    """Return where the story takes place, for theories whose answers depend on it; empty where the answers say what is wrong."""
    try:
        return theory.situation(story) if isinstance(theory, Situated) else ""
    except UnsupportedQuestion:
        return ""


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


def add_steps(
    answer: Answer, story: Story, question: Question, theory: Theory, session: Session, limits: Limits, result: dict[str, Any]
) -> None:
    """Add the `steps` that lead to an answer, their `path` and their `conclusion`, or why there are none (`no_steps`).

    A step that the published rules make, and that does not follow from what the relations mean, is among `not_entailed`.
    """
    from qsr import explain

    try:
        found = explain.derivation_of(answer, story, question, theory, session, limits)
        loose = explain.unsound(story, found, limits=limits)
    except UnsupportedQuestion as refusal:
        result["no_steps"] = str(refusal)
        return
    except LimitReached as limit:
        result.update(no_steps=str(limit), unexplained=str(limit))
        return
    *said, _ = explain.sentences(story, found)
    names = story.entities
    result["path"] = [names[entity] for entity in found.path]
    result["steps"] = [
        {**asdict(step), "head": names[step.head], "tail": names[step.tail], "text": text}
        for step, text in zip(found.steps, said, strict=True)
    ]
    result["conclusion"] = explain.conclusion(answer, question, found)
    result["not_entailed"] = list(loose)
