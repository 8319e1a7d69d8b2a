"""What a worker does: one request as plain data in, one reply as plain data out. An error of reading is a reply as well.

A request gets a bound of time as a whole. Each call of a solver may take a third of it, and once more than half is gone no
further one begins; what is then missing is said to be missing. So a request with many questions still has its first answers.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Final

from qsr import api
from qsr.errors import BackendUnavailable, LimitReached, ParseError, QsrError, UnknownName, UnsupportedQuestion
from qsr.oracle.check import verdict_line
from qsr.plain import plain_value
from qsr.story import Answer, Plan, Question, Story, Witness
from qsr.summary.reasons import Reasons, add_steps, consistency, explain, ordered, situation, trace
from qsr.theories.protocol import Limits, Session, Theory, stated
from qsr.theories.quotes import named, quoted

if TYPE_CHECKING:
    from qsr.assist.connection import Connection

__all__ = ["FIRST", "drawn", "perform"]

#: A small request that has everything loaded which most requests need.
FIRST: Final[Mapping[str, Any]] = {
    "task": "solve",
    "story": "The cup is left of the pen.",
    "question": "Where is the pen relative to the cup?",
    "theory": None,
    "backend": None,
    "seconds": 60.0,
}

_ONE_CALL: Final = 0.33
_LAST_START: Final = 0.55
#: Characters of all drawings of a reply.
_DRAWINGS: Final = 8_000_000


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

    A request has a ``task`` (solve, check or explain), ``seconds`` for all of it, and the fields of its model in
    `qsr.adapters.serve.schema`.
    """
    begin = time.perf_counter()
    try:
        found = _TASKS[request["task"]](_Work(request, begin))
    except QsrError as error:
        return {"error": _fault(error, request)}
    return {**found, "seconds": round(time.perf_counter() - begin, 4)}


class _Work:
    """One request, its story once it is read, and what is left of its time."""

    def __init__(self, request: Mapping[str, Any], begin: float) -> None:
        self.request = request
        self._seconds: float = request["seconds"]
        self._last_start: float = begin + _LAST_START * self._seconds
        self._room = _DRAWINGS
        self._solving = _LAST_START * self._seconds

    @property
    def arguments(self) -> dict[str, Any]:
        """What the functions of `qsr.api` take beside the story and the question."""
        limits = Limits(seconds=_ONE_CALL * self._seconds)
        return {"theory": self.request["theory"], "backend": self.request["backend"], "limits": limits}

    def begin(self, what: str) -> None:
        """Raise LimitReached where it is too late to begin with something."""
        if time.perf_counter() > self._last_start:
            raise LimitReached(f"the time of the request was used up before {what}")

    def story(self) -> Story:
        """Return the story, read with the help of a language model where the request has one."""
        text, theory = self.request["story"], self.request["theory"]
        if (model := self.request.get("model")) is None:
            return api.parse(text, theory=theory)
        from qsr.assist.reading import assisted

        found = assisted(text, _connection(**model), theory=theory).story
        # The model has time of its own.
        self._last_start = time.perf_counter() + self._solving
        return found

    def asked(self) -> tuple[Story, Question]:
        """Return the story and its one question."""
        return api.ask(self.story(), self.request["question"])

    def drawing(self, story: Story, witness: Any) -> dict[str, Any] | None:
        """Return a witness as a drawing, or None where there is none or the reply would become too long."""
        if witness is None:
            return None
        found = drawn(story, witness)
        self._room -= len(found["svg"] or "") + len(found["text"])
        return found if self._room >= 0 else None


@cache
def _connection(url: str, model: str | None, seconds: float) -> Connection:
    """Return a language model, which a worker keeps."""
    from qsr.assist.connection import Connection, Wanted

    return Connection(Wanted(url, model, seconds))


def _solve(work: _Work) -> dict[str, Any]:
    story = work.story()
    questions: Sequence[Question] = story.questions
    if work.request["question"] is not None:
        story, asked = api.ask(story, work.request["question"])
        questions = (asked,)
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
        "status": None,
        "contradiction": [],
        "questions": [_answered(work, session, theory, story, question) for question in questions],
    }
    if not questions:
        result.update(consistency(session, story, partial(_quotes, theory, story)))
        result["model"] = work.drawing(story, result.pop("witness", None))
    elif any(question["status"] == "inconsistent" for question in result["questions"]):
        try:
            result["contradiction"] = _quotes(theory, story, stated(session.core(story)))
        except (LimitReached, UnsupportedQuestion) as error:
            result["reason"] = str(error)
    return result


def _answered(work: _Work, session: Session, theory: Theory, story: Story, question: Question) -> dict[str, Any]:
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
        "excluded": [{"labels": group, "statements": _quotes(theory, story, said)} for said, group in groups.items()],
        "not_derived": found.not_derived,
        "unshown": found.unshown,
        "steps": [
            {
                **step,
                "statements": _quotes(theory, story, step["statements"]),
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


def _check(work: _Work) -> dict[str, Any]:
    story, question = work.asked()
    verdict = api.check(story, question, work.request["answer"], **work.arguments)
    line = verdict_line(verdict)
    return {
        "question": " ".join(question.text.split()),
        **{name: line[name] for name in ("sound", "reason", "value", "rule", "right", "evidence")},
        "counterexample": work.drawing(story, verdict.counterexample),
    }


def _quotes(theory: Theory | None, story: Story, statements: Sequence[int] | None) -> list[dict[str, Any]]:
    """Return the words of statements with their places; see `qsr.theories.quotes`."""
    return [_in_given(story, one._asdict()) for one in quoted(theory, story, statements or ())]


def _in_given(story: Story, quote: dict[str, Any]) -> dict[str, Any]:
    """Return words of a story with their place in the text as it was given, where other words stand in its sentences."""
    moved, length = 0, quote["end"] - quote["start"]
    for one in sorted(story.paraphrases, key=lambda one: one.span):
        begin, end = one.span
        if end <= quote["start"]:
            moved += len(one.sentence) - (end - begin)
        elif begin <= quote["start"]:
            return {**quote, "start": begin + moved, "end": begin + moved + len(one.sentence)}
    return {**quote, "start": quote["start"] + moved, "end": quote["start"] + moved + length}


def drawn(story: Story, witness: Witness) -> dict[str, Any]:
    """Return a witness as a picture, where its kind has one, and in words."""
    seen = named(story, witness)
    try:
        picture: str | None = seen.svg()
    except ValueError:
        picture = None
    return {"kind": seen.kind, "svg": picture, "text": seen.text()}


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


_TASKS: Final[dict[str, Callable[[_Work], dict[str, Any]]]] = {"solve": _solve, "check": _check, "explain": _solve}
