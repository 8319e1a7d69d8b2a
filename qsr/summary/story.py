"""The summary of a whole story: its theory, an entry per question, what contradicts itself, different models."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from qsr import api, theories
from qsr.errors import LimitReached, UnsupportedQuestion
from qsr.paraphrases import Paraphrase
from qsr.story import Answer, Plan, Question, Span, Story, Witness
from qsr.summary.reasons import add_comparison, add_steps, consistency, count, explain, ordered, situation, trace
from qsr.theories import alternatives
from qsr.theories.protocol import Limits, Session, Theory, stated
from qsr.theories.quotes import named, quotes

__all__ = ["Wanted", "summarise", "unread"]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a summary is to hold.

    Parameters
    ----------
    theory, backend, limits
        As for `qsr.solve`.
    explain
        Whether each possible label has a witness (`witnesses`) and each other one the text that excludes it (`excluded`).
    scenarios
        How many different models to list at most; None lists none.
    steps
        Whether each question has the steps that lead to its answer, or why there are none; see `qsr.summary.reasons.add_steps`.
    """

    theory: str | None = None
    backend: str | None = None
    limits: Limits = field(default_factory=Limits)
    explain: bool = False
    scenarios: int | None = None
    steps: bool = False


def summarise(story: Story, wanted: Wanted) -> dict[str, Any]:
    """Return everything that is asked about one story.

    Parameters
    ----------
    story
        A story with its questions. One without questions is told to be consistent, with a model, or not, with a contradiction.
    wanted
        What to tell.

    Returns
    -------
    dict
        `file`, `theory`, `fingerprint`, `situation` where answers depend on it, `chosen` where its words and not its name or a
        default chose the theory, `entities`, `statements` (how many), `unread`, `asides`, `paraphrases` where sentences were put
        into other words (`sentence`, `paraphrase`, ``""`` for one that is passed over, and `checks`: `name`, `passed`, `detail`),
        and `questions`, an entry each:
        `question`, `form`, `status`, `value`, `possible`, `entailed`, `undecided`, `reason`, `certain` where sentences were not
        read (labels `entailed` and `excluded` whatever these say), `assumptions` where there are any, `rests_on` where the
        answer rests on sentences that were put into other words (these sentences), `alternatives` where another theory that fits
        decides otherwise, and with explanations `witnesses`, `excluded`, `not_derived` (labels that the
        rules of a theory do not give, and that nothing excludes) and `unshown` (label -> why it has neither witness nor text),
        with steps those of `qsr.summary.reasons.add_steps`. `contradiction` lists sentences that contradict one another, last
        the question where it supposes what they exclude. Values are as `json.dumps` takes them with `qsr.plain.plain` as its
        default.

    Raises
    ------
    UnknownName, ParseError
        For a theory or backend that there is not.
    """
    theory = api.theory_of(story, wanted.theory)
    session = api.session(story, wanted.theory, wanted.backend, wanted.limits)
    chosen = wanted.theory is None and "theory" not in dict(story.settings) and theory.name != theories.GENERAL
    result: dict[str, Any] = {
        "file": story.file,
        "theory": theory.name,
        "fingerprint": theory.fingerprint,
        **({"situation": place} if (place := situation(theory, story)) else {}),
        **({"chosen": True} if chosen else {}),
        "entities": list(story.entities),
        "statements": len(story.statements),
        "unread": unread(story),
        **({"asides": [_line(story, span) for span in story.asides]} if story.asides else {}),
        **({"paraphrases": list(map(_paraphrase, story.paraphrases))} if story.paraphrases else {}),
        "questions": [_answered(session, theory, story, question, wanted) for question in story.questions],
    }
    if not story.questions:
        result.update(consistency(session, story, partial(quotes, theory, story)))
        if story.untold and result["status"] == "consistent":
            result["reason"] = "as far as it was read"
    for question, told in zip(story.questions, result["questions"], strict=True):
        if told["status"] == "inconsistent" and "contradiction" not in result:
            result["contradiction"] = _contradiction(session, theory, story, question)
    if wanted.scenarios is not None:
        result["scenarios"], result["more_scenarios"] = _scenarios(session, story, wanted.scenarios)
    return result


def _contradiction(session: Session, theory: Theory, story: Story, question: Question) -> list[str]:
    """Quote what contradicts itself: sentences of the story, or some of them and the question for what it supposes."""
    if (core := session.core(story)) is not None or question.hypothesis is None:
        return quotes(theory, story, stated(core))
    return [*quotes(theory, story, stated(session.core(story, question))), " ".join(question.text.split())]


def unread(story: Story) -> list[dict[str, str]]:
    """Return what a lenient reader skipped, on one line each, with the reason."""
    return [{"text": _line(story, span), "reason": reason} for span, reason in story.unread]


def _line(story: Story, span: Span) -> str:
    return story.words(span)


def _inline(text: str) -> str:
    return " ".join(text.split())


def _paraphrase(one: Paraphrase) -> dict[str, Any]:
    checks = [{"name": check.name, "passed": check.passed, "detail": check.detail} for check in one.checks]
    return {"sentence": _inline(one.sentence), "paraphrase": one.text, "checks": checks}


def _scenarios(session: Session, story: Story, limit: int) -> tuple[list[Witness], str]:
    """Return the models that were found, and why there may be more where a limit or the theory ended the search."""
    found: list[Witness] = []
    try:
        found.extend(named(story, witness) for witness in session.worlds(story, limit))
    except (LimitReached, UnsupportedQuestion) as error:
        return found, str(error)
    return found, ""


def _answered(session: Session, theory: Theory, story: Story, question: Question, wanted: Wanted) -> dict[str, Any]:
    answer = session.answer(story, question)
    contradicts = answer.status == "inconsistent"
    if story.untold:
        answer = api.certain(answer, story, question, theory=wanted.theory, limits=wanted.limits)
    elif wanted.theory is None:
        answer = alternatives.added(answer, story, question, wanted.limits)
    answer = api.with_paraphrases(answer, story, question, theory=wanted.theory, limits=wanted.limits)
    labels = api.candidates(story, question, theory=wanted.theory)
    result: dict[str, Any] = {
        "question": story.words(question.span) if story.paraphrases else " ".join(question.text.split()),
        "form": question.form,
        "status": answer.status,
        "value": list(answer.value) if isinstance(answer.value, tuple) else answer.value,
        "possible": ordered(answer.possible, labels),
        "entailed": ordered(answer.entailed, labels),
        "undecided": ordered(answer.undecided, labels),
        "reason": answer.reason,
        **({"certain": _certain(answer, labels)} if story.untold else {}),
        **({"assumptions": list(answer.assumptions)} if answer.assumptions else {}),
        **({"rests_on": [_inline(one.sentence) for one in answer.paraphrases]} if answer.paraphrases else {}),
        **({"alternatives": [_alternative(other, labels) for other in answer.alternatives]} if answer.alternatives else {}),
    }
    if wanted.steps:
        add_steps(answer, story, question, theory, session, wanted.limits, result)
    if wanted.explain and isinstance(answer.value, Plan):
        trace(session, story, question, result)
    elif wanted.explain and answer.status in ("determined", "ambiguous") and not contradicts:
        found = explain(session, story, question, answer, labels)
        excluded = {label: quotes(theory, story, said) for label, said in found.excluded.items()}
        result.update(witnesses=found.witnesses, excluded=excluded, not_derived=found.not_derived, unshown=found.unshown)
        if found.unexplained:
            result["unexplained"] = found.unexplained
        count(theory, story, question, result)
        if theories.trait(answer.theory, "compared_with") and question.form == "relation":
            add_comparison(story, question, wanted.limits, result)
    return result


def _certain(answer: Answer, labels: Sequence[str]) -> dict[str, list[str]]:
    """Return what stays so whatever the sentences say that were not read."""
    decided = answer.status in ("determined", "unknown")
    excluded = [label for label in labels if decided and label not in answer.possible | answer.undecided]
    return {"entailed": ordered(answer.entailed, labels), "excluded": excluded}


def _alternative(answer: Answer, labels: Sequence[str]) -> dict[str, Any]:
    return {
        "theory": answer.theory,
        "status": answer.status,
        "possible": ordered(answer.possible, labels),
        "entailed": ordered(answer.entailed, labels),
    }
