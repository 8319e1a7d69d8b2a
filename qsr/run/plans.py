"""A run of ``qsr check grasp``: the plans of a model carried out and scored, verdicts to a file, counts to a report."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeAlias

from qsr import datasets
from qsr.datasets.grasp.baselines import baseline_of, baseline_plan
from qsr.datasets.protocol import BadRow, Item, Reading, Row
from qsr.oracle.check import verdict_line
from qsr.oracle.job import Job, open_theory
from qsr.oracle.plans.answers import Answered, Optima
from qsr.oracle.plans.check import PlansReport, PlanVerdict, in_slice, judge, plan_verdict
from qsr.run import engines
from qsr.run.checking import Listed
from qsr.run.lines import VERDICTS, Lines, json_line
from qsr.run.pace import progress, written
from qsr.run.reading import rows
from qsr.run.resume import mark
from qsr.story import Plan, Verdict
from qsr.theories.gridworld.text.actions import action_of
from qsr.theories.protocol import Session

__all__ = ["NO_OPTIMUM", "PlansRun", "check_plans"]

NO_OPTIMUM: Final = "none"
_NOTED: Final = 20

#: A raw row, the answer to it if there is one, and the line of an earlier run.
_Work: TypeAlias = tuple[Row | BadRow, Answered | None, dict[str, Any] | None]


@dataclass(slots=True)
class PlansRun:
    """What a run over plans comes to.

    `report` counts the plans; `without`, `outside` and `wrong` are items without an answer, answered ones that the profile does
    not score, and plans that are not best. `unread` are rows that gave no item, `failed` items on which the program failed; each
    has a line with its `place`. `noted` are the first wrong plans that this run judged itself, `held` the lines of verdicts
    where they were to be kept, `unmatched` the ids of answers to no item, and `source` says what plans were compared with.
    """

    report: PlansReport = field(default_factory=PlansReport)
    without: int = 0
    outside: int = 0
    wrong: int = 0
    unread: Listed = field(default_factory=Listed)
    failed: Listed = field(default_factory=Listed)
    noted: list[Verdict] = field(default_factory=list)
    held: list[dict[str, Any]] = field(default_factory=list)
    unmatched: list[str] = field(default_factory=list)
    source: str = ""

    def merge(self, other: PlansRun) -> None:
        """Add the counts of the piece of a run that comes next."""
        self.report.merge(other.report)
        self.without += other.without
        self.outside += other.outside
        self.wrong += other.wrong
        self.unread.merge(other.unread)
        self.failed.merge(other.failed)
        self.noted += other.noted[: _NOTED - len(self.noted)]
        self.held += other.held


@dataclass(frozen=True, slots=True)
class _Done:
    """What comes back for a chunk; see `qsr.run.pace.Paced`."""

    rows: int
    lines: list[str]
    recalled: int
    part: PlansRun
    seconds: float


class PlanJudging:
    """A judge of plans at work on chunks of rows and answers; one per process."""

    def __init__(self, job: Job, mark: str, optimum: Sequence[str] | None, *, evidence: bool, holding: bool) -> None:
        self._dataset = datasets.get(job.dataset)
        self._options = datasets.choose(job.dataset, job.options)
        self._guessing = baseline_of(self._options)
        self._best = _Best(job, self._options["profile"], optimum)
        self._mark, self._evidence, self._holding = mark, evidence, holding

    def chunk(self, work: list[_Work]) -> _Done:
        """Return the lines of the verdicts, and of the rows that are at fault, and all counts."""
        began = time.perf_counter()
        part = PlansRun()
        lines = [line for one in work if (line := self._line(*one, part)) is not None]
        if self._holding:
            part.held = [line for line in lines if "place" not in line]
        recalled = sum(line is not None for *_, line in work)
        return _Done(len(work), [json_line(line) for line in lines], recalled, part, time.perf_counter() - began)

    def close(self) -> None:
        """Let go of the planner."""
        self._best.close()

    def _line(
        self, row: Row | BadRow, answer: Answered | None, finished: dict[str, Any] | None, part: PlansRun
    ) -> dict[str, Any] | None:
        # A long run must outlive any one row: whatever goes wrong with it is written down as its error.
        try:
            item = row if isinstance(row, BadRow) else self._dataset.item(row, self._options)
        except Exception as error:
            item = BadRow(row.id, row.file, row.line, f"the reader failed: {type(error).__name__}: {error}", unread=True)
        if isinstance(item, BadRow):
            part.unread.add(item, item.error)
            return finished or self._fault(item, "unread" if item.unread else "bad_row", item.error)
        try:
            return self._judged(item, answer, finished, part)
        except Exception as error:
            described = f"{type(error).__name__}: {error}"
            part.failed.add(item, described)
            return finished or self._fault(item, "error", described)

    def _judged(
        self, item: Item, answer: Answered | None, finished: dict[str, Any] | None, part: PlansRun
    ) -> dict[str, Any] | None:
        if finished is not None and "place" in finished:
            part.failed.add(item, str(finished["reason"]))
            return finished
        if self._guessing is not None:
            answer = baseline_plan(item.story, *self._guessing)
        if answer is None:
            part.without += 1
            return None
        profile = self._options["profile"]
        if not in_slice(item, profile):
            part.outside += 1
            return None
        line = finished
        if line is None:
            reading = self._reading(item, answer)
            optimum, best = self._best.of(item)
            judged = judge(item, reading, profile, optimum)
            whole = plan_verdict(item, reading, judged, profile, best=best, evidence=self._evidence)
            line = {**verdict_line(whole), **judged.line(), "profile": profile, "run": self._mark}
            if whole.sound is False and len(part.noted) < _NOTED:
                part.noted.append(whole)
        verdict = PlanVerdict.restored(line)
        part.report.add(item, verdict)
        part.wrong += verdict.optimal is False
        return line

    def _reading(self, item: Item, answer: Answered) -> Reading:
        if isinstance(answer, str):
            return self._dataset.extract(item, answer)
        return Reading(tuple(action_of(word) or " ".join(word.upper().split()) for word in answer), "actions")

    def _fault(self, one: Item | BadRow, rule: str, error: str) -> dict[str, Any]:
        none = Verdict(one.id, None, None, error, None, rule)
        return {**verdict_line(none), "place": f"{one.file}:{one.line}", "run": self._mark}


class _Best:
    """What the best plan of an item is worth: from files, or found by the planner, which is opened when it is needed."""

    def __init__(self, job: Job, profile: str, files: Sequence[str] | None) -> None:
        self._job = job
        self._session: Session | None = None
        self.source = _source(profile, files)
        read = files is not None and self.source != NO_OPTIMUM
        self._optima = Optima.read(list(files)) if read and files is not None else None

    def of(self, item: Item) -> tuple[Fraction | None, Plan | None]:
        """Return it and the best plan, None where one is not known or not wanted: files say what it is worth and no more."""
        if self._optima is not None:
            return self._optima.of(item), None
        if self.source == NO_OPTIMUM:
            return None, None
        if self._session is None:
            self._session = open_theory(self._job).open(self._job.backend, self._job.limits)
        plan = self._session.answer(item.story, item.question).value
        return (plan.energy, plan) if isinstance(plan, Plan) and plan.proved else (None, None)

    def close(self) -> None:
        """Let go of the planner."""
        if self._session is not None:
            self._session.close()


def _source(profile: str, files: Sequence[str] | None) -> str:
    """Return what plans are compared with: the planner, files, or nothing."""
    if profile != "intended" or list(files or ()) == [NO_OPTIMUM]:
        return NO_OPTIMUM
    return "planner" if files is None else ", ".join(files)


def check_plans(
    job: Job,
    files: Sequence[str | Path],
    answers: Mapping[str, Answered],
    *,
    optimum: Sequence[str] | None = None,
    evidence: bool = True,
    holding: bool = False,
    out: Path | None = None,
    inputs: Sequence[str | Path] = (),
    limit: int | None = None,
    resume: bool = False,
    force: bool = False,
    workers: int = 1,
    engine: str = "local",
    address: str | None = None,
) -> PlansRun:
    """Judge the plans that answer the items of the files.

    Parameters
    ----------
    answers
        Id of an item -> its plan, as text or as actions; not looked at where the job names a baseline, which answers every item.
    optimum
        Files that say what the best plans are worth, ``["none"]`` for no comparison, None for the planner.
    job, files, evidence, holding, out, inputs, limit, resume, force, workers, engine, address
        As for `qsr.run.checking.check`.

    Raises
    ------
    DatasetError
        Where a file cannot be read at all, `out` is one of them, or it is to be resumed and belongs to another run.
    OutputRefused
        Where `out` holds something else than verdicts, or another run is writing it.
    """
    runner = engines.get(engine, workers, address)
    profile = datasets.choose(job.dataset, job.options)["profile"]
    if optimum is not None and _source(profile, optimum) != NO_OPTIMUM:
        # A file that cannot be read is an error of the run, and not of a worker.
        Optima.read(list(optimum))
    facts = json.dumps([sorted(answers.items()), optimum, evidence], sort_keys=True)
    own_mark = mark(job, open_theory(job), "plans", facts)
    left = dict(answers)

    def work() -> Iterator[_Work]:
        for row, line in lines.finished.among(rows(job, files, limit)):
            yield row, left.pop(row.id.rpartition("/")[2], None), line

    whole = PlansRun(source=_source(profile, optimum))
    make = partial(PlanJudging, job, own_mark, optimum, evidence=evidence, holding=holding)
    with Lines(out, VERDICTS, (*files, *inputs), resumed=own_mark if resume else None, force=force) as lines:
        for done in written(runner, make, progress(work(), limit), lines):
            whole.merge(done.part)
    whole.unmatched = sorted(left)
    return whole
