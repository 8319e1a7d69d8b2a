"""Answers judged and counted for a report, chunk by chunk, in as many processes as one likes.

Answers come as a model's texts, as lines of predictions, as lines of verdicts that an earlier run wrote, or from the theory
itself. Evidence takes time and is looked for at the end, of the items that are shown and of no others.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, TypeAlias

from qsr.datasets.forms.tables import values
from qsr.datasets.hooks import NOTHING, Judging
from qsr.datasets.protocol import AnyAnswer, BadRow, Compared, Dataset, Detailed, Item, Reading, Row
from qsr.errors import DatasetError
from qsr.oracle import check
from qsr.oracle.job import Job
from qsr.oracle.judge import Judge
from qsr.oracle.paths import ANY, Typed
from qsr.oracle.scores.score import fault
from qsr.plain import in_words
from qsr.report.counts import Counts
from qsr.report.items import LISTED, NO_STEP, NO_WRONG_STEP, Entries, outcome
from qsr.report.worst import Candidate, error_class, label_fault, plain_text
from qsr.run.checking import Steps, restored
from qsr.run.pace import Done
from qsr.run.reading import Lost, described, restored_value
from qsr.story import Plan, Verdict

__all__ = ["Gathering", "explained", "read_lines"]

_LONGEST_GIVEN: Final = 6000

#: A raw row with the answers, samples of a model, or the line that a file has for it.
Work: TypeAlias = tuple[Row | BadRow | Lost, tuple[Any, ...] | None]


def read_lines(file: str, keys: Sequence[str], items: Typed = ANY) -> dict[str, tuple[dict[str, Any]]]:
    """Read a file that a run of qsr wrote, by the ids of items; raise DatasetError with the line for one without these keys."""
    found: dict[str, tuple[dict[str, Any]]] = {}
    for number, row, error in values(file, str if "sound" in keys else None, keys):
        if error or not isinstance(row, dict) or not isinstance(row.get("id"), str) or any(key not in row for key in keys):
            raise DatasetError(f"{file}:{number}: {error or 'expected an object with ' + ', '.join(('id', *keys))}")
        if row["id"] in found:
            raise DatasetError(f"{file}:{number}: the id {row['id'][:80]!r} stands twice")
        found[row["id"]] = (row,)
    return items.keys(found, file)


class Gathering:
    """A judge at work on chunks of rows with what was answered to them; one per process.

    Parameters
    ----------
    job
        Data set, theory, options and limits.
    source
        Where the answers come from: ``"answers"``, ``"predictions"``, ``"verdicts"``, ``"rows"`` or ``"theory"``.
    steps
        Whether to judge the steps of reasoning in texts; of several samples, those of the first.
    listed
        How many items to keep with their texts.
    """

    def __init__(self, job: Job, source: str, *, steps: bool = False, listed: int = LISTED) -> None:
        self._judge = _Judge(job, source)
        self._source = source
        dataset = self._judge.dataset
        self._compared = dataset if isinstance(dataset, Compared) else None
        self._steps = Steps(job) if steps else None
        self._listed = listed

    def chunk(self, work: list[Work]) -> Done[Counts]:
        """Judge and count the answers to some rows."""
        began = time.perf_counter()
        counts = Counts.of(self._judge.dataset)
        counts.entries = Entries(self._listed)
        for row, given in work:
            if isinstance(row, Lost):
                counts.failed.add(fault(row.row, row.error))
                continue
            # A long run must outlive any one row: whatever goes wrong with it is written down as its fault.
            try:
                self._row(row, given, counts)
            except Exception as error:
                counts.failed.add(fault(row, described(error)))
        return Done(len(work), [], 0, counts, time.perf_counter() - began)

    def close(self) -> None:
        """Let go of the session."""
        self._judge.close()
        if self._steps is not None:
            self._steps.close()

    def _row(self, row: Row | BadRow, given: tuple[Any, ...] | None, counts: Counts) -> None:
        item = row if isinstance(row, BadRow) else self._judge.dataset.item(row, self._judge.options)
        if isinstance(item, BadRow):
            counts.unread.add(fault(item, item.error))
            return
        if item.defective:
            counts.defective.add(fault(item, item.defective))
        answers = given if given is not None else () if item.given is None else (item.given,)
        if self._source == "theory":
            answers = ("",)
        texts = answers
        if self._source == "verdicts" and answers:
            # Behind the line of the verdict there may stand what was judged.
            answers, texts = answers[:1], answers[1:]
            if "place" in answers[0]:
                file, _, line = str(answers[0]["place"]).rpartition(":")
                counts.failed.add({"id": item.id, "file": file, "line": line, "error": answers[0]["reason"]})
                return
        elif self._source not in ("answers", "rows"):
            texts = ()
        verdict = counts.add(self._judge, item, answers)
        if verdict is None:
            counts.entries.add(item, None)
            return
        said, first = _given(texts, verdict), self._first_wrong(item, answers, texts, counts)
        own = self._judge.own
        counts.outcomes[item.id] = outcome(item, verdict, first, asked_of_text=own is None)
        kind, weight = (error_class(verdict), 0.0) if own is None else own.fault(verdict)
        counts.entries.add(item, verdict, said, "" if verdict.sound else kind, first)
        if own is not None:
            self._count(item, verdict, said, counts, kind, weight)
            return
        if self._compared is not None:
            status = "determined" if verdict.value is not None else "open"
            counts.beside.add(item, verdict.value, status, self._compared.guesses(item))
        at_fault = label_fault(item, verdict, self._judge.dataset)
        if at_fault is not None:
            counts.label_faults[at_fault] += 1
            counts.labels.add(Candidate(item, in_words(item.gold), verdict, at_fault))
        self._count(item, verdict, said, counts)

    def _first_wrong(self, item: Item, answers: Sequence[Any], texts: Sequence[Any], counts: Counts) -> str:
        """Return which step of the reasoning is the first wrong one, in words; empty where that is not known."""
        found = answers[0].get("reasoning") if self._source == "verdicts" else None
        if not found and self._steps is not None and texts and isinstance(texts[0], str):
            found = self._steps.add(item, texts[:1], [])
        if not found:
            return ""
        if found[0]["first_wrong"] is None:
            return NO_WRONG_STEP if found[0]["steps"] else NO_STEP
        counts.step_errors[found[0]["kind"] or "other"] += 1
        return str(found[0]["first_wrong"])

    def _count(self, item: Item, verdict: Verdict, given: str, counts: Counts, kind: str = "", weight: float = 0.0) -> None:
        counts.confuse(verdict)
        if verdict.sound is not True and (kind or verdict.sound is False or verdict.value is None or item.gold is not None):
            named = kind or error_class(verdict)
            counts.errors[named] += 1
            counts.worst.add(Candidate(item, given, verdict, named, weight))


class _Judge(Judge):
    """A judge of answers that need not be texts."""

    def __init__(self, job: Job, source: str) -> None:
        super().__init__(job, evidence=False)
        self._source = source

    def read(self, item: Item, answer: Any) -> Reading:
        """Read an answer in the way of its source."""
        self.known = None
        if self._source == "verdicts":
            self.known = _restored(item, answer)
            return _reading(self.known)
        if self._source == "predictions":
            return _predicted(item, answer, self.dataset, carried_out=self.own is not None)
        return self._solved(item) if self._source == "theory" else super().read(item, answer)

    def _solved(self, item: Item) -> Reading:
        found = self._session.answer(item.story, item.question)
        native = self.dataset.native(item, found)
        if self.own is not None:
            return Reading(native.actions, "plan") if isinstance(native, Plan) else Reading(None, found.status)
        open_to = native is None and found.status == "ambiguous"
        reading = Reading(native, "abstention" if open_to else found.status, abstained=open_to)
        self.known = check.verdict(item, found, native, reading, self.dataset)
        return reading


def _reading(verdict: Verdict) -> Reading:
    return Reading(verdict.value, verdict.rule, abstained=verdict.rule == "abstention")


def _predicted(item: Item, line: dict[str, Any], dataset: Dataset, *, carried_out: bool) -> Reading:
    """Return the answer of a line of predictions; a run that found that nothing follows has abstained."""
    value = dataset.restored(item, line) if isinstance(dataset, Detailed) else restored_value(item, line["answer"])
    if carried_out and isinstance(dataset, AnyAnswer):
        return dataset.read_answer(item, value.actions if isinstance(value, Plan) else value)
    status = str(line["status"])
    open_to = value is None and status in ("ambiguous", "undetermined")
    return Reading(value, "abstention" if open_to else status, abstained=open_to)


def _restored(item: Item, line: dict[str, Any]) -> Verdict:
    right = tuple(one for one in (restored_value(item, each) for each in line.get("right") or ()) if one is not None)
    return replace(restored(line), item=item.id, value=restored_value(item, line["value"]), right=right)


def _given(answers: Sequence[Any], verdict: Verdict) -> str:
    """Return what was answered, as text; of several samples, the majority with their number."""
    if not answers:
        return ""
    text = plain_text(answers[0]) if isinstance(answers[0], (str, tuple, list)) else json.dumps(answers[0], ensure_ascii=False)
    if len(answers) > 1:
        text = f"{in_words(verdict.value)}, by majority of {len(answers)} samples; the first: {text}"
    return text if len(text) <= _LONGEST_GIVEN else f"{text[:_LONGEST_GIVEN]} ..."


def explained(job: Job, candidates: Sequence[Candidate], *, labels: bool = False) -> list[Candidate]:
    """Return candidates with what shows that the answer is wrong, or with `labels` that the label is; see `Judge`.

    Where that cannot be found, the verdict says why or stays as it was.
    """
    if not candidates:
        return []
    found = []
    # What files say answers are compared with shows nothing, and the theory does.
    with Judge(replace(job, files={})) as judge:
        compared = not isinstance(judge.dataset, Judging) or judge.dataset.judge(judge.options, job.files).source != NOTHING
        for one in candidates:
            reading = Reading(one.item.gold, "label") if labels else _reading(one.verdict)
            if not compared or (reading.value is None and not reading.abstained and judge.own is None):
                found.append(one)
                continue
            try:
                verdict = judge.of_reading(one.item, reading)
            except Exception as error:
                verdict = replace(one.verdict, reason=f"{one.verdict.reason}; no evidence: {described(error)}")
            found.append(replace(one, verdict=verdict))
    return found
