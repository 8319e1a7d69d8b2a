"""Answers judged and counted for a report, chunk by chunk, in as many processes as one likes.

Answers come as a model's texts, as lines of predictions, as lines of verdicts that an earlier run wrote, or from the theory
itself. Evidence takes time and is looked for at the end, of the items that are shown and of no others.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, TypeAlias

from qsr.datasets.protocol import AnyAnswer, BadRow, Compared, Dataset, Detailed, Item, Reading, Row
from qsr.errors import DatasetError
from qsr.oracle import check
from qsr.oracle.answer_files.json_lines import json_lines
from qsr.oracle.check import in_words
from qsr.oracle.job import Job
from qsr.oracle.judge import Judge
from qsr.oracle.plans.answers import Optima
from qsr.oracle.plans.check import PlanVerdict, in_slice, plan_verdict
from qsr.oracle.scores.consistency import Member
from qsr.report.counts import Counts, GroupCounts
from qsr.report.worst import Candidate, error_class, label_fault, plain_text
from qsr.story import Plan, Value, Verdict
from qsr.theories.gridworld.text.actions import action_of

__all__ = ["NO_OPTIMUM", "SOURCES", "Gathering", "Part", "explained", "read_lines"]

#: Where answers come from.
SOURCES: Final = ("answers", "predictions", "verdicts", "rows", "theory")
#: Stands for files of best plans where plans are compared with nothing.
NO_OPTIMUM: Final = "none"
_LONGEST_GIVEN: Final = 6000

#: A raw row with the answers, samples of a model, or the line that a file has for it.
Work: TypeAlias = tuple[Row | BadRow, tuple[Any, ...] | None]


@dataclass(frozen=True, slots=True)
class Part:
    """What comes back for a chunk: its counts; no lines are written (see `qsr.run.pace.Paced`)."""

    rows: int
    counts: Counts
    seconds: float
    lines: list[str]
    recalled: int = 0


def read_lines(file: str | Path, keys: Sequence[str]) -> dict[str, tuple[dict[str, Any]]]:
    """Read a file that a run of qsr wrote, by id; raise DatasetError with the line for one without these keys."""
    found: dict[str, tuple[dict[str, Any]]] = {}
    for number, row, error in json_lines(file, parse_float=str if "sound" in keys else None):
        if error or not isinstance(row, dict) or not isinstance(row.get("id"), str) or any(key not in row for key in keys):
            raise DatasetError(f"{file}:{number}: {error or 'expected an object with ' + ', '.join(('id', *keys))}")
        if row["id"] in found:
            raise DatasetError(f"{file}:{number}: the id {row['id'][:80]!r} stands twice")
        found[row["id"]] = (row,)
    return found


class Gathering:
    """A judge at work on chunks of rows with what was answered to them; one per process.

    Parameters
    ----------
    job
        Data set, theory, options and limits.
    source
        One of `SOURCES`.
    optimum
        For plans: files that say what the best ones are worth, ``("none",)`` for no comparison, None for the planner.
    """

    def __init__(self, job: Job, source: str, optimum: Sequence[str] | None = None) -> None:
        self._judge = _Judge(job, source)
        self._source = source
        self._compare = optimum is None or list(optimum) != [NO_OPTIMUM]
        self._optima = Optima.read(list(optimum)) if optimum is not None and self._compare else None
        dataset = self._judge.dataset
        self._any_answer = isinstance(dataset, AnyAnswer)
        self._compared = dataset if isinstance(dataset, Compared) else None

    def chunk(self, work: list[Work]) -> Part:
        """Judge and count the answers to some rows."""
        began = time.perf_counter()
        counts = Counts()
        for row, given in work:
            # A long run must outlive any one row: whatever goes wrong with it is written down as its fault.
            try:
                self._row(row, given, counts)
            except Exception as error:
                counts.failed.add(row.id, f"{row.file}:{row.line}: {type(error).__name__}: {error}")
        return Part(len(work), counts, time.perf_counter() - began, [])

    def close(self) -> None:
        """Let go of the session."""
        self._judge.close()

    def _row(self, row: Row | BadRow, given: tuple[Any, ...] | None, counts: Counts) -> None:
        item = row if isinstance(row, BadRow) else self._judge.dataset.item(row, self._judge.options)
        if isinstance(item, BadRow):
            counts.unread.add(item.id, f"{item.file}:{item.line}: {item.error}")
            return
        if item.defective:
            counts.defective.add(item.id, f"{item.file}:{item.line}: {item.defective}")
        answers = given if given is not None else () if item.given is None else (item.given,)
        if self._source == "theory":
            answers = ("",)
        if not answers:
            counts.without += 1
            if self._any_answer:
                counts.scores.add(item, [Reading(None, "missing")])
                counts.labelled += item.gold is not None
                counts.members[item.id] = Member.of(item, None)
            return
        texts = answers
        if self._source == "verdicts":
            # Behind the line of the verdict there may stand what was judged.
            answers, texts = answers[:1], answers[1:]
            if "place" in answers[0]:
                counts.failed.add(item.id, f"{answers[0]['place']}: {answers[0]['reason']}")
                return
        elif self._source not in ("answers", "rows"):
            texts = ()
        if item.question.form == "plan":
            self._plan(item, answers[0], texts, counts)
        else:
            self._answer(item, answers, texts, counts)

    def _answer(self, item: Item, answers: tuple[Any, ...], texts: tuple[Any, ...], counts: Counts) -> None:
        readings = [self._judge.read(item, one) for one in answers]
        reading = counts.scores.add(item, readings)
        counts.labelled += item.gold is not None
        verdict = self._judge.of_reading(item, reading)
        if self._any_answer:
            counts.members[item.id] = Member.of(item, reading.value)
        if self._compared is not None:
            status = "determined" if verdict.value is not None else "open"
            counts.beside.add(item, verdict.value, status, self._compared.guesses(item))
        fault = label_fault(item, verdict, self._judge.dataset)
        if fault is not None:
            counts.label_faults[fault] += 1
            counts.labels.add(Candidate(item, _shown(item.gold), verdict, fault))
        self._count(item, verdict, _given(texts, reading), counts)

    def _plan(self, item: Item, answer: Any, texts: tuple[Any, ...], counts: Counts) -> None:
        profile = self._judge.options["profile"]
        if not in_slice(item, profile):
            counts.outside += 1
            return
        if self._source == "verdicts":
            judged, verdict = PlanVerdict.restored(answer), _restored(item, answer)
        else:
            best = self._judge.best_plan(item) if self._compare and self._optima is None else None
            optimum = best.energy if best is not None and best.proved else None
            if self._optima is not None:
                optimum = self._optima.of(item)
            reading = (
                self._judge.read(item, answer) if best is None or self._source != "theory" else Reading(best.actions, "plan")
            )
            judged = self._judge.plan(item, reading, optimum)
            verdict = plan_verdict(item, reading, judged, profile, best=best, evidence=False)
        counts.plans.add(item, judged)
        regret = None if judged.optimum is None else judged.optimum - judged.energy
        if regret is not None:
            counts.regrets[regret] += 1
        kind = judged.errors[0].replace("_", " ") if judged.errors else "without a fault, but not the best"
        self._count(item, verdict, _given(texts, None), counts, kind, regret)

    def _count(
        self, item: Item, verdict: Verdict, given: str, counts: Counts, kind: str = "", regret: Fraction | None = None
    ) -> None:
        counts.verdicts.add(verdict)
        # A group may be named twice by an item; it counts once.
        for group in dict.fromkeys(("", *item.groups)):
            counts.groups.setdefault(group, GroupCounts()).add(verdict, labelled=item.gold is not None)
        counts.both[verdict.sound, verdict.gold] += 1
        counts.confuse(verdict)
        if verdict.sound is not True and (kind or verdict.sound is False or verdict.value is None or item.gold is not None):
            named = kind or error_class(verdict)
            counts.errors[named] += 1
            counts.worst.add(Candidate(item, given, verdict, named, regret or Fraction(0)))


class _Judge(Judge):
    """A judge of answers that need not be texts."""

    def __init__(self, job: Job, source: str) -> None:
        super().__init__(job, evidence=False)
        self._source = source
        self._known: Verdict | None = None

    def read(self, item: Item, answer: Any) -> Reading:
        """Read an answer in the way of its source."""
        self._known = None
        if self._source == "verdicts":
            self._known = _restored(item, answer)
            return _reading(self._known)
        if self._source == "predictions":
            if item.question.form == "plan":
                return _actions(answer.get("plan", answer["answer"]))
            return _predicted(item, answer, self.dataset)
        if self._source == "theory":
            return self._solved(item)
        if item.question.form == "plan" and not isinstance(answer, str):
            return _actions(answer)
        return super().read(item, answer)

    def of_reading(self, item: Item, reading: Reading) -> Verdict:
        """Judge what was read; what is known of it already is not found out again."""
        return self._known if self._known is not None else super().of_reading(item, reading)

    def _solved(self, item: Item) -> Reading:
        found = self._session.answer(item.story, item.question)
        native = self.dataset.native(item, found)
        open_to = native is None and found.status == "ambiguous"
        reading = Reading(native, "abstention" if open_to else found.status, abstained=open_to)
        self._known = check.verdict(item, found, native, reading, self.dataset)
        return reading


def _reading(verdict: Verdict) -> Reading:
    return Reading(verdict.value, verdict.rule, abstained=verdict.rule == "abstention")


def _actions(answer: Any) -> Reading:
    if not isinstance(answer, (list, tuple)):
        return Reading(None, "no plan")
    return Reading(tuple(action_of(str(word)) or " ".join(str(word).upper().split()) for word in answer), "actions")


def _predicted(item: Item, line: dict[str, Any], dataset: Dataset) -> Reading:
    """Return the answer of a line of predictions; a run that found that nothing follows has abstained."""
    value = dataset.restored(line) if isinstance(dataset, Detailed) else _value(item, line["answer"])
    status = str(line["status"])
    open_to = value is None and status in ("ambiguous", "undetermined")
    return Reading(value, "abstention" if open_to else status, abstained=open_to)


def _value(item: Item, value: Any) -> Value | None:
    """Return a value from its JSON form; a list is a set where labels are sets, else a path or letters."""
    if not isinstance(value, list):
        return value if isinstance(value, str) else None
    return frozenset(value) if isinstance(item.gold, frozenset) or item.label_set else tuple(value)


def _restored(item: Item, line: dict[str, Any]) -> Verdict:
    right = tuple(one for one in (_value(item, each) for each in line.get("right") or ()) if one is not None)
    gold, sound = line["gold"], line["sound"]
    return Verdict(
        item.id, sound, gold, str(line["reason"]), _value(item, line["value"]), str(line["rule"]), right, tuple(line["evidence"])
    )


def _given(answers: Sequence[Any], reading: Reading | None) -> str:
    """Return what was answered, as text; of several samples, the majority with their number."""
    if not answers:
        return ""
    text = plain_text(answers[0]) if isinstance(answers[0], (str, tuple, list)) else json.dumps(answers[0], ensure_ascii=False)
    if len(answers) > 1 and reading is not None:
        text = f"{in_words(reading.value)}, by majority of {len(answers)} samples; the first: {text}"
    return text if len(text) <= _LONGEST_GIVEN else f"{text[:_LONGEST_GIVEN]} ..."


def _shown(value: Value | None) -> str:
    return " ".join(value.actions) if isinstance(value, Plan) else in_words(value)


def explained(job: Job, candidates: Sequence[Candidate], *, labels: bool = False, compare: bool = True) -> list[Candidate]:
    """Return candidates with what shows that the answer is wrong, or with `labels` that the label is; see `Judge`.

    Where that cannot be found, the verdict says why or stays as it was. `compare` is False where plans are compared with nothing.
    """
    if not candidates:
        return []
    found = []
    with Judge(job) as judge:
        for one in candidates:
            reading = Reading(one.item.gold, "label") if labels else _reading(one.verdict)
            if reading.value is None and not reading.abstained and one.item.question.form != "plan":
                found.append(one)
                continue
            if one.item.question.form == "plan" and not compare:
                found.append(one)
                continue
            try:
                verdict = judge.of_reading(one.item, reading)
            except Exception as error:
                verdict = replace(one.verdict, reason=f"{one.verdict.reason}; no evidence: {type(error).__name__}: {error}")
            found.append(replace(one, verdict=verdict))
    return found
