"""One judge for the answers to every data set.

A verdict says whether an answer follows from the text, what would be right, and of an answer that is not sound what shows it:
words of the text, or a model of it. Judging one item leaves nothing behind that another verdict depends on, so that a run may be
cut into pieces in any way.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from types import TracebackType
from typing import Any

from qsr import datasets
from qsr.datasets.protocol import AnyAnswer, Dataset, Item, Reading
from qsr.oracle import check
from qsr.oracle.evidence import NEEDS_NONE, NOT_DERIVED
from qsr.oracle.job import Job, open_theory
from qsr.oracle.plans.check import PlanVerdict, judge, plan_verdict
from qsr.oracle.refutation import refute
from qsr.story import Plan, Verdict
from qsr.theories.protocol import Session, Theory

__all__ = ["Judge", "judged"]


def judged(
    session: Session,
    theory: Theory,
    item: Item,
    reading: Reading,
    dataset: Dataset | None = None,
    *,
    evidence: bool = True,
) -> Verdict:
    """Judge what was read from an answer, whatever is asked.

    Parameters
    ----------
    session, theory
        What solves, and what it means.
    item
        The question with its story, and its label if it has one.
    reading
        What was read from the answer.
    dataset
        The data set that the item is of; None for a free question, whose answer need not say all that follows.
    evidence
        Whether to look for what shows that an answer is wrong, which takes time.

    Returns
    -------
    Verdict
        With evidence or a counterexample of an answer that is not sound, where there is any to be found.
    """
    found = session.answer(item.story, item.question)
    if item.question.form == "plan" and found.status != "not_covered":
        best = found.value if isinstance(found.value, Plan) else None
        return plan_verdict(item, reading, judge(item, reading, "intended", _proved(best)), best=best, evidence=evidence)
    native = None if dataset is None else dataset.native(item, found)
    verdict = (
        check.entailment_verdict(item, found, reading)
        if dataset is None
        else check.verdict(item, found, native, reading, dataset)
    )
    if verdict.sound is not False or not evidence:
        return verdict
    shown = refute(session, theory, item, found, native, reading, dataset)
    notes = ["no sentence says so" if note in (NEEDS_NONE, NOT_DERIVED) else note for note in shown.notes]
    return replace(
        verdict,
        reason="; ".join((verdict.reason, *shown.words, *notes)),
        evidence=shown.evidence,
        counterexample=shown.counterexample,
    )


def _proved(best: Plan | None) -> Fraction | None:
    return best.energy if best is not None and best.proved else None


class Judge:
    """A data set and a session of its theory at work on somebody's answers; it is not for two threads at once.

    Parameters
    ----------
    job
        The data set, its theory, the reader's options and the limits per item.
    evidence
        Whether to look for what shows that an answer is wrong; that takes more time than the verdict itself.

    Raises
    ------
    UnknownName, ParseError
        Where the job names what there is not.
    """

    def __init__(self, job: Job, *, evidence: bool = True) -> None:
        self.job = job
        self.evidence = evidence
        self.dataset = datasets.get(job.dataset)
        self.options = datasets.choose(job.dataset, job.options)
        self.theory = open_theory(job)
        self._session = self.theory.open(job.backend, job.limits)

    def read(self, item: Item, answer: Any) -> Reading:
        """Read an answer in the way of the data set: a text, or what JSON decodes to where the data set takes that."""
        if isinstance(self.dataset, AnyAnswer):
            return self.dataset.read_answer(item, answer)
        return self.dataset.extract(item, answer)

    def verdict(self, item: Item, answer: Any) -> Verdict:
        """Judge an answer to an item by the text and by the label; see `Verdict`."""
        return self.of_reading(item, self.read(item, answer))

    def of_reading(self, item: Item, reading: Reading) -> Verdict:
        """Judge what was read from an answer; see `Verdict`."""
        if item.question.form == "plan":
            best = self.best_plan(item)
            return plan_verdict(item, reading, self.plan(item, reading, _proved(best)), best=best, evidence=self.evidence)
        return judged(self._session, self.theory, item, reading, self.dataset, evidence=self.evidence)

    def best_plan(self, item: Item) -> Plan | None:
        """Return the best plan of a grid world under its own rules, or the best one found in time."""
        if self.options.get("profile", "intended") != "intended":
            # Plans are made for that profile alone.
            return None
        found = self._session.answer(item.story, item.question).value
        return found if isinstance(found, Plan) else None

    def plan(self, item: Item, reading: Reading, optimum: Fraction | None = None) -> PlanVerdict:
        """Carry out a plan under the profile of the job, beside what the best one is worth."""
        return judge(item, reading, self.options.get("profile", "intended"), optimum)

    def close(self) -> None:
        """Let go of the session; the judge is not used again."""
        self._session.close()

    def __enter__(self) -> Judge:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()
