"""Verdicts as the numbers that harnesses average, from one judge per job and process.

Two modes. ``text`` asks whether the answer follows from its text, ``label`` whether it is the label of the data set. An answer
that cannot be read is wrong in both; an item of which the theory decides nothing has no value in mode ``text``, whatever is
answered.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from functools import cache
from threading import Lock
from typing import Any, Final

from qsr.datasets.protocol import Item, Reading
from qsr.errors import DatasetError, UnknownName
from qsr.oracle.check import verdict_line
from qsr.oracle.job import Job
from qsr.oracle.judge import Judge
from qsr.plain import plain_value
from qsr.story import Verdict
from qsr.theories.protocol import Limits

__all__ = ["MODES", "Judgement", "as_text", "judge_answer", "known_mode"]

MODES: Final = ("text", "label")
#: Sessions are not for two threads at once, and solvers share state within a process.
_LOCK: Final = Lock()
_LOG: Final = logging.getLogger(__name__)
_ABSTAINED: Final = Reading(None, "abstention", abstained=True)


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict, and what it is worth by the text and by the label: 1, 0, or None where there is nothing to say."""

    verdict: Verdict
    text: float | None
    label: float | None

    def value(self, mode: str) -> float | None:
        """Return what the answer is worth in a mode."""
        return self.text if mode == "text" else self.label

    def explanation(self) -> str:
        """Return the reason of the verdict, and the words of the text behind it."""
        return "\n".join((self.verdict.reason, *(f"- {sentence}" for sentence in self.verdict.evidence)))

    def answer(self) -> str | None:
        """Return what was read from the answer."""
        return as_text(self.verdict.value)

    def data(self) -> dict[str, Any]:
        """Return the verdict as plain data: sound, gold, what would be right, evidence, and how the answer was read."""
        line = verdict_line(self.verdict)
        return {name: line[name] for name in ("sound", "gold", "right", "evidence", "rule")}


def known_mode(mode: str) -> str:
    """Return the mode; raise UnknownName for one that there is not."""
    if mode not in MODES:
        raise UnknownName("mode", mode, list(MODES))
    return mode


def as_text(value: Any) -> str | None:
    """Return a value as one text: labels in order, separated by commas; "none" for a set without any.

    >>> as_text(frozenset({"left", "above"})), as_text("yes"), as_text(()), as_text(None)
    ('above, left', 'yes', 'none', None)
    """
    found = plain_value(value)
    if isinstance(found, dict):
        found = found["actions"]
    return found if found is None or isinstance(found, str) else ", ".join(found) or "none"


def judge_answer(job: Job, item: Item, answer: str, *, evidence: bool = True) -> Judgement:
    """Judge an answer to an item; calls from several threads wait for each other.

    A fault of the program on one item is logged and leaves it without a value: answers cost too much to lose all for one.

    Raises
    ------
    UnknownName, ParseError
        Where the job names what there is not.
    """
    with _LOCK:
        judge = _judge(job.dataset, job.theory, job.backend, tuple(sorted(job.options.items())), job.limits, evidence)
        try:
            return _judged(judge, item, answer)
        except Exception as error:
            _LOG.exception("no verdict on %s", item.id)
            reason = f"the program failed on this item: {type(error).__name__}: {error}"
            return Judgement(Verdict(item.id, None, None, reason, None, "error"), None, None)


def _judged(judge: Judge, item: Item, answer: str) -> Judgement:
    reading = judge.read(item, answer)
    verdict = judge.of_reading(item, reading)
    text = None if verdict.sound is None else float(verdict.sound)
    unreadable = reading.value is None and not reading.abstained
    if text is None and unreadable and judge.of_reading(item, _ABSTAINED).sound is not None:
        # The text decides the item: to abstain would have been right or wrong.
        text = 0.0
    return Judgement(verdict, text, None if item.gold is None else float(verdict.gold or False))


@cache
def _judge(
    dataset: str, theory: str | None, backend: str | None, options: tuple[tuple[str, str], ...], limits: Limits, evidence: bool
) -> Judge:
    job = Job(dataset=dataset, theory=theory, backend=backend, options=dict(options), limits=limits)
    return Judge(job, evidence=evidence)


def labelled(item: Item) -> None:
    """Raise DatasetError for an item without a label."""
    if item.gold is None:
        raise DatasetError(f"{item.file}:{item.line}: {item.id} has no label to compare with; mode text judges without")
