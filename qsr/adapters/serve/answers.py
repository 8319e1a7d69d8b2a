"""What a worker does: one request as plain data in, one reply as plain data out. An error of reading is a reply as well.

A request gets a bound of time as a whole. Each call of a solver may take a third of it, and once more than half is gone no
further one begins; what is then missing is said to be missing. So a request with many questions still has its first answers.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from qsr import api
from qsr.adapters.serve.editing import TASKS, chain, choices, read, sentences
from qsr.adapters.serve.task import Work, quotes
from qsr.errors import BackendUnavailable, LimitReached, ParseError, QsrError, UnknownName, UnsupportedQuestion
from qsr.oracle.check import verdict_line
from qsr.plain import plain_value
from qsr.story import Answer, Plan, Question, Story
from qsr.summary.reasons import Reasons, add_steps, consistency, explain, ordered, situation, trace
from qsr.theories.protocol import Session, Theory, stated

__all__ = ["FIRST", "perform"]

#: A small request that has everything loaded which most requests need.
FIRST: Final[Mapping[str, Any]] = {
    "task": "solve",
    "story": "The cup is left of the pen.",
    "question": "Where is the pen relative to the cup?",
    "theory": None,
    "backend": None,
    "seconds": 60.0,
}


#: Name of each class of errors; the first one that fits counts.
_KINDS: Final[tuple[tuple[type[QsrError], str], ...]] = (
    (ParseError, "reading"),
    (UnsupportedQuestion, "unsupported"),
    (UnknownName, "unknown_name"),
    (BackendUnavailable, "backend"),
    (LimitReached, "limit"),
    (QsrError, "refused"),
)


def perform(request: Mapping[str, Any]) -> dict[str, Any]:
    """Return the response to a request, or ``{"error": ...}`` with what is wrong with it.

    A request has a ``task`` (solve, check, explain, move, repair or certify), ``seconds`` for all of it, and the fields of its
    model in `qsr.adapters.serve.schema`.
    """
    begin = time.perf_counter()
    try:
        found = _TASKS[request["task"]](Work(request, begin))
    except QsrError as error:
        fault = _fault(error, request)
        return {"error": fault, "read": read(request) if fault.get("where") == "story" else []}
    return {**found, "seconds": round(time.perf_counter() - begin, 4)}


def _solve(work: Work) -> dict[str, Any]:
    story = told = work.story()
    questions: Sequence[Question] = story.questions
    if work.request["question"] is not None:
        story, asked = api.ask(story, work.request["question"])
        questions = (asked,)
    if (only := work.request.get("only")) is not None:
        questions = questions[only : only + 1]
    theory = api.theory_of(story, work.request["theory"])
    session = api.session(story, **work.arguments)
    result: dict[str, Any] = {
        "theory": theory.name,
        "fingerprint": theory.fingerprint,
        "situation": situation(theory, story),
        "entities": list(story.entities),
        "statements": len(story.statements),
        "paraphrases": [
            {"sentence": one.sentence, "paraphrase": one.text, "checks": [check.name for check in one.checks]}
            for one in story.paraphrases
        ],
        "read": sentences(told),
        "choices": choices(story, theory, work.request["theory"]),
        "status": None,
        "contradiction": [],
        "questions": [_answered(work, session, theory, story, question) for question in questions],
    }
    if not questions:
        result.update(consistency(session, story, partial(quotes, theory, story)))
        result["model"] = work.drawing(story, result.pop("witness", None))
    elif any(question["status"] == "inconsistent" for question in result["questions"]):
        try:
            result["contradiction"] = quotes(theory, story, stated(session.core(story)))
        except (LimitReached, UnsupportedQuestion) as error:
            result["reason"] = str(error)
    return result


def _answered(work: Work, session: Session, theory: Theory, story: Story, question: Question) -> dict[str, Any]:
    began = time.perf_counter()
    labels: tuple[str, ...] = ()
    try:
        work.begin("this question")
        answer = session.answer(story, question)
        answer = api.with_paraphrases(answer, story, question, theory=work.request["theory"], limits=work.arguments["limits"])
        labels = api.candidates(story, question, theory=work.request["theory"])
    except LimitReached as error:
        answer = Answer("unknown", theory.name, reason=str(error))
    found = Reasons()
    told: dict[str, Any] = {}
    if isinstance(answer.value, Plan):
        trace(session, story, question, told)
    elif answer.status in ("determined", "ambiguous"):
        found = explain(session, story, question, answer, labels, partial(work.begin, "every label was explained"))
    if work.request["task"] == "explain":
        add_steps(answer, story, question, theory, session, work.arguments["limits"], told)
    groups: dict[tuple[int, ...], list[str]] = {}
    for label, said in found.excluded.items():
        groups.setdefault(said, []).append(label)
    return {
        "question": " ".join(question.text.split()),
        "form": question.form,
        "status": answer.status,
        "value": plain_value(answer.value),
        "possible": [
            {"label": label, "entailed": label in answer.entailed, "drawing": work.drawing(story, found.witnesses.get(label))}
            for label in ordered(answer.possible, labels)
        ],
        "entailed": ordered(answer.entailed, labels),
        "undecided": ordered(answer.undecided, labels),
        "excluded": [{"labels": group, "statements": quotes(theory, story, said)} for said, group in groups.items()],
        "not_derived": found.not_derived,
        "unshown": found.unshown,
        "steps": [
            {
                **{name: step[name] for name in ("number", "kind", "text", "sources")},
                "statements": quotes(theory, story, step["statements"]),
                "entailed": number not in told["not_entailed"],
            }
            for number, step in enumerate(told.get("steps", ()), 1)
        ],
        "conclusion": told.get("conclusion", ""),
        "no_steps": told.get("no_steps", ""),
        "trace": work.drawing(story, told.get("trace")),
        "reason": answer.reason,
        "rests_on": [one.sentence for one in answer.paraphrases],
        "assumptions": list(answer.assumptions),
        "unexplained": told.get("unexplained", found.unexplained),
        "seconds": round(time.perf_counter() - began, 4),
    }


def _check(work: Work) -> dict[str, Any]:
    story, question = work.asked()
    verdict = api.check(story, question, work.request["answer"], **work.arguments)
    line = verdict_line(verdict)
    return {
        "question": " ".join(question.text.split()),
        **{name: line[name] for name in ("sound", "reason", "value", "rule", "right", "evidence")},
        "counterexample": work.drawing(story, verdict.counterexample),
        **chain(work, story, question),
    }


def _fault(error: QsrError, request: Mapping[str, Any]) -> dict[str, Any]:
    """Return an error with its kind, and for one of reading with its place in the field of the request that is at fault."""
    kind = next(name for group, name in _KINDS if isinstance(error, group))
    if not isinstance(error, ParseError):
        return {"kind": kind, "message": str(error)}
    where, shift = _field(error, request)
    if where is None:
        return {"kind": kind, "message": error.message}
    # Told in the text of the field: a language may have been given a part of it, or one with its comments blanked.
    told = ParseError(error.message, request[where], error.start + shift, error.end + shift)
    return {
        "kind": kind,
        "message": told.message,
        "where": where,
        "start": told.start,
        "end": min(told.end, len(request[where])),
        "line": told.line,
        "column": told.column,
        "context": told.context,
    }


def _field(error: ParseError, request: Mapping[str, Any]) -> tuple[str | None, int]:
    """Return the field that the text of an error is, or has to do with, and what to add to an offset in the text."""
    text = error.text
    fields = [name for name in ("question", "story", "theory", "answer") if request.get(name)]
    for name in fields:
        if request[name] == text:
            return name, 0
    story, question = request["story"], request["question"] or ""
    # A language may read the question as the last line of the story, or the story with its comments blanked ...
    if question and text.endswith(question) and error.start >= len(text) - len(question):
        return "question", len(question) - len(text)
    if len(text) == len(story) or (story and text.startswith(story)):
        return "story", 0
    # ... or a part of a field.
    for name in fields:
        if text and text in request[name]:
            return name, request[name].index(text)
    return None, 0


_TASKS: Final[dict[str, Callable[[Work], dict[str, Any]]]] = {"solve": _solve, "check": _check, "explain": _solve, **TASKS}
