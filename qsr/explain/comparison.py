"""Where rules of a theory's own and the meaning of the relations disagree, label by label, with the reason."""

from __future__ import annotations

from typing import NamedTuple

from qsr import theories
from qsr.errors import LimitReached, UnsupportedQuestion
from qsr.explain.choice import derive
from qsr.explain.verification import unsound
from qsr.explain.wording import fact
from qsr.relations import LABELS, OVERLAPPING
from qsr.story import Question, Story
from qsr.theories.answers import words
from qsr.theories.derivations import Step, spoken
from qsr.theories.protocol import Limits, Session

__all__ = ["Difference", "compare"]


class Difference(NamedTuple):
    """A label that one theory gives and the other does not, and why."""

    label: str
    in_compat: bool
    in_sound: bool
    why: str


def compare(story: Story, question: Question, *, limits: Limits | None = None) -> list[Difference]:
    """Return the labels on which a theory's own rules and the meaning of relations disagree for a find-relation question.

    The rules are those of `theories.set_by_rules`. Labels are in spoken order. For one that only the rules give, the reason is
    the first step of its derivation that is not entailed; for one that is entailed and not derived, the sentences that entail it.
    A story that contradicts itself entails nothing.

    Raises
    ------
    UnsupportedQuestion
        Where either theory has no meaning for a statement or the question.
    LimitReached
        Where the limits cut the work short.
    """
    candidates = question.candidates or tuple(label for label in LABELS if label != OVERLAPPING)
    asked = Question(question.id, question.form, question.args, candidates, properties=question.properties)
    found = derive(story, asked, theories.set_by_rules())
    compat = found.labels if found is not None else frozenset()
    session = theories.get(theories.by_meaning()).open(limits=limits)
    try:
        answer = session.answer(story, asked)
        if answer.status == "not_covered":
            raise UnsupportedQuestion(answer.reason)
        if answer.status == "unknown":
            raise LimitReached(answer.reason)
        contradiction = answer.reason if answer.status == "inconsistent" else ""
        rows = []
        for label in spoken(compat ^ answer.entailed):
            if label in compat:
                why = contradiction or _not_entailed(story, asked, label, limits)
            else:
                why = _entailed(session, story, asked, label)
            rows.append(Difference(label, label in compat, label in answer.entailed, why))
        return rows
    finally:
        session.close()


def _not_entailed(story: Story, asked: Question, label: str, limits: Limits | None) -> str:
    derivation = derive(story, Question(asked.id, asked.form, asked.args, (label,)), theories.set_by_rules())
    steps = {step.number: step for step in derivation.steps} if derivation is not None else {}
    wrong = unsound(story, derivation, limits=limits) if derivation is not None else ()
    if not wrong:
        return f"the theory `{theories.by_meaning()}` entails each step of its derivation, and not the label"
    return _rule(story, steps[wrong[0]], [steps[number] for number in steps[wrong[0]].sources])


def _rule(story: Story, step: Step, sources: list[Step]) -> str:
    said = ", and that ".join(fact(story, source) for source in sources)
    tangential = [set(source.labels) & {"inside and touching", "contains and touches"} for source in sources]
    note = ""
    if len(sources) == 2 and all(tangential) and set(step.labels) & {"inside", "contains"}:
        note = "; two steps of tangential containment need not give strict containment"
    return f"it does not follow from this that {fact(story, step)}: that {said}{note}"


def _entailed(session: Session, story: Story, asked: Question, label: str) -> str:
    core = session.core(story, Question(asked.id, "yes_no", asked.args, (label,)), "no")
    if core is None:
        return "entailed; the theory names no statements"
    return "entailed by " + ", ".join(dict.fromkeys(words(story, one) for one in core.statements))
