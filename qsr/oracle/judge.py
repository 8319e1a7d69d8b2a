"""One judge for the answers to every data set."""

from __future__ import annotations

from types import TracebackType
from typing import Any

from qsr import datasets
from qsr.datasets.protocol import AnyAnswer, Item, Reading
from qsr.oracle import check
from qsr.oracle.job import Job, open_theory
from qsr.story import Verdict

__all__ = ["Judge"]


class Judge:
    """A data set and a session of its theory at work on somebody's answers; it is not for two threads at once.

    Parameters
    ----------
    job
        The data set, its theory, the reader's options and the limits per item.

    Raises
    ------
    UnknownName, ParseError
        Where the job names what there is not.
    """

    def __init__(self, job: Job) -> None:
        self.job = job
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
        found = self._session.answer(item.story, item.question)
        return check.verdict(item, found, self.dataset.native(item, found), self.read(item, answer), self.dataset)

    def close(self) -> None:
        """Let go of the session; the judge is not used again."""
        self._session.close()

    def __enter__(self) -> Judge:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()
