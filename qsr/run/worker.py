"""What ``qsr eval`` does with each row: read it, answer it, compare with its label, and write a line."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from qsr import datasets
from qsr.counts import Counts
from qsr.datasets.protocol import AnyText, BadRow, Baseline, Compared, Detailed, Item, OwnStatus, Repairable, Row
from qsr.oracle.job import Job, open_theory
from qsr.oracle.scores.answer_counts import AnswerCounts
from qsr.oracle.scores.score import Outcome, Scorer
from qsr.plain import plain_value
from qsr.run import resume
from qsr.run.lines import json_line
from qsr.run.pace import Done
from qsr.run.reading import Lost, described, item_of, restored_value
from qsr.story import Answer, Value
from qsr.theories import unread
from qsr.theories.protocol import Session

__all__ = ["PARAPHRASES", "Answered", "Answering", "nothing"]

#: A raw row, with the line that an earlier run wrote for it.
Work: TypeAlias = tuple[Row | BadRow | Lost, dict[str, Any] | None]
#: Where answers to repaired items stand in a line and among the groups, apart from all others.
REPAIRED: Final = "repaired"
#: Where a row that was prepared has the sentences that stand in other words in its story; its line has them too.
PARAPHRASES: Final = "paraphrases"


@dataclass
class Answered(Counts):
    """What a run over items comes to; `counts`, which grow with the run, only where they are asked for."""

    scorer: Scorer
    counts: AnswerCounts | None = None


def nothing(dataset: str, *, counting: bool = False) -> Answered:
    """Return what a run over no item of a data set comes to, with `AnswerCounts` or without."""
    return Answered(Scorer.of(datasets.get(dataset)), AnswerCounts() if counting else None)


class Answering:
    """A data set and a session at work on chunks of rows, `counting` what answers take or not; one per process."""

    def __init__(self, job: Job, *, counting: bool = False) -> None:
        self.counting = counting
        self.dataset = datasets.get(job.dataset)
        self.options = datasets.choose(job.dataset, job.options)
        theory = open_theory(job)
        self.session: Session = theory.open(job.backend, job.limits)
        self.limits, self.theory = job.limits, job.theory
        self.own_status = self.dataset if isinstance(self.dataset, OwnStatus) else None
        self.detailed = self.dataset if isinstance(self.dataset, Detailed) else None
        self.any_text = self.dataset if isinstance(self.dataset, AnyText) else None
        self.compared = self.dataset if isinstance(self.dataset, Compared) else None
        chosen = isinstance(self.dataset, Baseline) and self.dataset.baseline(self.options)
        self.guessing = self.dataset if isinstance(self.dataset, Baseline) and chosen else None
        self.repairing = self.dataset if isinstance(self.dataset, Repairable) and not chosen else None
        self.mark = resume.mark(job, theory)

    def chunk(self, work: list[Work]) -> Done[Answered]:
        """Return a line per row, and the scores and the counts of the answers to them all."""
        began = time.perf_counter()
        found = nothing(self.dataset.name, counting=self.counting)
        lines = [self._line(row, finished, found.scorer, found.counts) for row, finished in work]
        recalled = sum(finished is not None for _, finished in work)
        return Done(len(work), lines, recalled, found, time.perf_counter() - began)

    def close(self) -> None:
        """Let go of the session."""
        self.session.close()

    def _line(
        self, row: Row | BadRow | Lost, finished: dict[str, Any] | None, scorer: Scorer, counts: AnswerCounts | None
    ) -> str:
        item = item_of(self.dataset, row, self.options)
        if isinstance(item, BadRow):
            scorer.add_bad(item)
            if item.unread and self.compared is not None:
                scorer.beside.add(item, None, "unread", {})
            status = "unread" if item.unread else "bad_row"
            return self._failed(item, status, None, item.error)
        if finished is not None:
            return self._count_again(item, finished, scorer)
        if isinstance(row, Lost):
            return self._fault(item, row.error, scorer)
        began = time.process_time()
        more: dict[str, Any] = {}
        try:
            if self.guessing is not None:
                outcome = Outcome(self.guessing.guess(item, self.options), "baseline")
            else:
                answer: Answer = self.session.answer(item.story, item.question)
                if item.story.untold:
                    answer = unread.certain(answer, item.story, item.question, self.theory, self.limits)
                seconds = time.process_time() - began
                status = answer.status if self.own_status is None else self.own_status.status(item, answer)
                outcome = Outcome(self.dataset.native(item, answer), status)
                more = self._repaired(item, answer)
                if self.any_text is not None:
                    more = {**more, **self.any_text.told(answer)}
                if counts is not None:
                    counts.add(item, answer, seconds)
        except Exception as error:
            if counts is not None:
                counts.add(item, None, time.process_time() - began)
            return self._fault(item, described(error), scorer)
        correct = scorer.add(item, outcome)
        self._beside(item, outcome, scorer)
        _count_repaired(item, more, scorer)
        if self.detailed is not None:
            more = {**more, **self.detailed.details(item, outcome.value)}
        if isinstance(row, Row) and isinstance(row.payload, dict) and PARAPHRASES in row.payload:
            more = {**more, PARAPHRASES: row.payload[PARAPHRASES]}
        return json_line({**_fields(item.id, outcome.value, outcome.status, correct), **more, "run": self.mark})

    def _fault(self, item: Item, error: str, scorer: Scorer) -> str:
        scorer.add_failure(item, error)
        self._beside(item, Outcome(None, "error"), scorer)
        return self._failed(item, "error", None if item.gold is None else False, error)

    def _failed(self, item: Item | BadRow, status: str, correct: bool | None, error: str) -> str:
        """Return the line of a row without an answer; an id need not say where the row stands, so the line does."""
        place = f"{item.file}:{item.line}"
        return json_line({**_fields(item.id, None, status, correct), "error": error, "place": place, "run": self.mark})

    def _beside(self, item: Item, outcome: Outcome, scorer: Scorer) -> None:
        if self.compared is not None:
            scorer.beside.add(item, outcome.value, outcome.status, self.compared.guesses(item))

    def _repaired(self, item: Item, answer: Answer) -> dict[str, Any]:
        """Return what the line of a contradictory item says of its least repairs; their answer only where all agree."""
        if self.repairing is None or answer.status != "inconsistent":
            return {}
        found = self.repairing.repairs(item, self.options, self.limits)
        if found is None:
            return {}
        answers = [self.session.answer(story, item.question) for _, story in found]
        values = [plain_value(self.dataset.native(item, one)) for one in answers]
        agreed = values[0] if values and values.count(values[0]) == len(values) else None
        return {REPAIRED: {"answer": agreed, "flipped": [list(words) for words, _ in found]}}

    def _count_again(self, item: Item, finished: dict[str, Any], scorer: Scorer) -> str:
        if finished.get("status") == "error":
            scorer.add_failure(item, str(finished.get("error")))
            self._beside(item, Outcome(None, "error"), scorer)
        else:
            recalled = finished.get("answer")
            value = restored_value(item, recalled) if self.detailed is None else self.detailed.restored(item, finished)
            outcome = Outcome(value, str(finished.get("status")))
            scorer.add(item, outcome)
            self._beside(item, outcome, scorer)
            _count_repaired(item, finished, scorer)
        return json_line(finished)


def _count_repaired(item: Item, line: Mapping[str, Any], scorer: Scorer) -> None:
    if REPAIRED in line:
        scorer.add_apart(REPAIRED, item, Outcome(restored_value(item, line[REPAIRED]["answer"]), REPAIRED))


def _fields(identity: str, value: Value | None, status: str, correct: bool | None) -> dict[str, Any]:
    return {"id": identity, "answer": plain_value(value), "status": status, "correct": correct}
