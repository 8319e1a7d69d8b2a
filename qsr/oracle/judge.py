"""One judge for the answers to every data set.

A verdict says whether an answer follows from the text, what would be right, and of an answer that is not sound what shows it:
words of the text, or a model of it. Judging one item leaves nothing behind that another verdict depends on, so that a run may be
cut into pieces in any way.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from types import TracebackType
from typing import Any

from qsr import datasets
from qsr.datasets.hooks import Judging
from qsr.datasets.protocol import AnyAnswer, Dataset, Item, Reading
from qsr.oracle import check
from qsr.oracle.job import Job, open_theory
from qsr.oracle.refutation import refute
from qsr.story import Verdict
from qsr.theories.evidence import NEEDS_NONE, NOT_DERIVED
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
    if isinstance(dataset, Judging) and found.status != "not_covered":
        own = dataset.judge(datasets.choose(dataset.name, {}), {})
        return own.verdict(item, reading, lambda: found, evidence=evidence)
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


class Judge:
    """A data set and a session of its theory at work on somebody's answers; it is not for two threads at once.

    Parameters
    ----------
    job
        The data set, its theory, the reader's options, files for its own judge (`own`, None where it has none), and the limits.
    evidence
        Whether to look for what shows that an answer is wrong; that takes more time than the verdict itself.

    Raises
    ------
    UnknownName, ParseError, DatasetError
        Where the job names what there is not.
    """

    #: The verdict on what is read next where it is known already, and so not found out again.
    known: Verdict | None = None

    def __init__(self, job: Job, *, evidence: bool = True) -> None:
        self.job = job
        self.evidence = evidence
        self.dataset = datasets.get(job.dataset)
        self.options = datasets.choose(job.dataset, job.options)
        self.theory = open_theory(job)
        self.own = self.dataset.judge(self.options, job.files) if isinstance(self.dataset, Judging) else None
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
        if self.known is not None:
            return self.known
        if self.own is not None:
            solved = partial(self._session.answer, item.story, item.question)
            return self.own.verdict(item, reading, solved, evidence=self.evidence)
        return judged(self._session, self.theory, item, reading, self.dataset, evidence=self.evidence)

    def close(self) -> None:
        """Let go of the session; the judge is not used again."""
        self._session.close()

    def __enter__(self) -> Judge:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()
