"""A run of ``qsr check``: the answers of a model to judges, verdicts to a file, counts to a report."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeAlias

from qsr import datasets
from qsr.counts import Counts
from qsr.datasets.hooks import Judging, OwnAnswers
from qsr.datasets.protocol import BadRow, Baseline, Item, Reading, Row
from qsr.errors import DatasetError
from qsr.oracle.check import verdict_line
from qsr.oracle.checked import Checked
from qsr.oracle.job import Job, open_theory
from qsr.oracle.judge import Judge
from qsr.oracle.scores.score import fault
from qsr.oracle.steps import StepReport, StepTheory, check_steps, own_theory, report_line
from qsr.run import engines
from qsr.run.lines import VERDICTS, Lines, json_line
from qsr.run.pace import Done, progress, written
from qsr.run.reading import Lost, described, item_of, rows
from qsr.run.resume import Finished, mark
from qsr.run.shards import Run, done_in_shards, require_none_left
from qsr.story import Verdict

__all__ = ["CheckRun", "Steps", "check", "restored"]

#: How an item was read on which the program failed.
_ERROR: Final = "error"

#: A raw row, the answers that a file has for it (None where the row itself holds them), and the line of an earlier run.
_Work: TypeAlias = tuple[Row | BadRow | Lost, tuple[Any, ...] | None, dict[str, Any] | None]


@dataclass
class CheckRun(Counts):
    """What a run over answers comes to.

    Rows that gave no item and items on which the program itself failed have each a line with its `place`. `unmatched` are the ids
    of answers to no item, `held` the lines of verdicts where they were to be kept, `steps` the reports on the reasoning of each
    answer.
    """

    checked: Checked
    unmatched: list[str] = field(default_factory=list)
    held: list[dict[str, Any]] = field(default_factory=list)
    steps: list[tuple[Item, StepReport]] = field(default_factory=list)


class _Steady(Judge):
    """A judge who does not stop at a fault of the program."""

    def read(self, item: Item, answer: Any) -> Reading:
        try:
            return super().read(item, answer)
        except Exception as error:
            if self.own is not None:
                raise
            return Reading(None, f"the reader failed: {described(error)}")

    def of_reading(self, item: Item, reading: Reading) -> Verdict:
        try:
            return super().of_reading(item, reading)
        except Exception as error:
            if self.own is not None:
                raise
            return Verdict(item.id, None, None, described(error), reading.value, _ERROR)


class Checking:
    """A judge at work on chunks of rows and answers; one per process."""

    def __init__(self, job: Job, mark: str, *, evidence: bool, steps: bool, asked_again: bool, holding: bool) -> None:
        self._judge = _Steady(job, evidence=evidence)
        self._mark, self._asked_again, self._holding = mark, asked_again, holding
        self._steps = Steps(job) if steps else None
        dataset = self._judge.dataset
        guessing = self._judge.own is not None and isinstance(dataset, Baseline) and dataset.baseline(self._judge.options)
        self._guess = dataset.guess if guessing and isinstance(dataset, Baseline) else None

    def chunk(self, work: list[_Work]) -> Done[CheckRun]:
        """Return the lines of the verdicts, and of the rows that have none because they are at fault, and all counts."""
        began = time.perf_counter()
        run = CheckRun(Checked.of(self._judge.dataset, asked_again=self._asked_again))
        lines = [line for one in work if (line := self._line(*one, run)) is not None]
        run.held = [line for line in lines if "place" not in line] if self._holding else []
        recalled = sum(line is not None for *_, line in work)
        return Done(len(work), [json_line(line) for line in lines], recalled, run, time.perf_counter() - began)

    def close(self) -> None:
        """Let go of what is open."""
        self._judge.close()
        if self._steps is not None:
            self._steps.close()

    def _line(
        self, row: Row | BadRow | Lost, given: tuple[Any, ...] | None, finished: dict[str, Any] | None, run: CheckRun
    ) -> dict[str, Any] | None:
        checked = run.checked
        item = item_of(self._judge.dataset, row, self._judge.options)
        if isinstance(item, BadRow):
            checked.unread.add(fault(item, item.error))
            return finished or self._fault(item, "unread" if item.unread else "bad_row", item.error)
        if isinstance(row, Lost):
            finished = finished or self._fault(item, _ERROR, row.error)
        if self._judge.own is not None and finished is not None and "place" in finished:
            checked.failed.add(fault(item, str(finished["reason"])))
            return finished
        self._judge.known = None if finished is None else restored(finished)
        try:
            answers = given if given is not None else () if item.given is None else (item.given,)
            if self._guess is not None:
                answers = (self._guess(item, self._judge.options),)
            verdict = checked.add(self._judge, item, answers)
            if verdict is None:
                return None
            if verdict.rule == _ERROR:
                checked.failed.add(fault(item, verdict.reason))
            place = {"place": f"{item.file}:{item.line}"} if verdict.rule == _ERROR else {}
            line = finished or {**verdict_line(verdict), **place, "run": self._mark}
            if self._steps is not None and not isinstance(row, Lost):
                line["reasoning"] = self._steps.add(item, [one for one in answers if isinstance(one, str)], run.steps)
        except Exception as error:
            checked.failed.add(fault(item, described(error)))
            return finished or self._fault(item, _ERROR, described(error))
        return line

    def _fault(self, one: Item | BadRow, rule: str, error: str) -> dict[str, Any]:
        """Return the line of a row without a verdict, with the keys of one, so that all lines have the same columns."""
        none = Verdict(one.id, None, None, error, None, rule)
        return {**verdict_line(none), "place": f"{one.file}:{one.line}", "run": self._mark}


class Steps:
    """Judges the reasoning in one answer after another, under the theory of a job."""

    def __init__(self, job: Job) -> None:
        self._theory = job.theory or datasets.get(job.dataset).theory
        self._limits = job.limits
        self._open: dict[str, StepTheory] = {}

    def add(self, item: Item, texts: Sequence[str], found: list[tuple[Item, StepReport]]) -> list[dict[str, Any]]:
        """Judge each text, a sample of what was answered to an item; return the reports as plain data; add them to `found`."""
        name = own_theory(self._theory, item.story)
        if name not in self._open:
            self._open[name] = StepTheory.open(name, self._limits)
        reports = [check_steps(item.story, item.question, text, self._open[name]) for text in texts]
        found += [(item, report) for report in reports]
        return [report_line(item.story, report) for report in reports]

    def close(self) -> None:
        """Close the sessions."""
        for theory in self._open.values():
            theory.close()
        self._open = {}


#: What any line of verdicts has; the rest is `Verdict.details`.
_OWN: Final = frozenset({*verdict_line(Verdict("", None, None, "")), "place", "run", "reasoning"})


def restored(line: Mapping[str, Any]) -> Verdict:
    """Return the verdict of a line, but for the model that a drawing would need: a line has its places only."""
    value = line["value"]
    return Verdict(
        line["id"],
        line["sound"],
        line["gold"],
        line["reason"],
        tuple(value) if isinstance(value, list) else value,
        line["rule"],
        evidence=tuple(line["evidence"]),
        details={name: said for name, said in line.items() if name not in _OWN},
    )


def check(
    job: Job,
    files: Sequence[str | Path],
    answers: Mapping[str, Sequence[Any]] | None,
    *,
    digest: str = "",
    evidence: bool = True,
    steps: bool = False,
    asked_again: bool = False,
    holding: bool = False,
    out: Path | None = None,
    inputs: Sequence[str | Path] = (),
    limit: int | None = None,
    resume: bool = False,
    force: bool = False,
    workers: int = 1,
    engine: str = "local",
    address: str | None = None,
) -> CheckRun:
    """Judge the answers to the items of the files.

    Parameters
    ----------
    job
        Data set, theory, options and limits.
    files
        Native files, read in this order.
    answers
        Id of an item -> what was answered to it, samples of which the majority counts; None takes what the rows hold themselves.
    digest
        Differs between files of answers, so that a run is not resumed with others.
    evidence, steps
        Whether to look for what shows an answer to be wrong, and to judge the steps of its reasoning.
    asked_again
        Whether to keep what was answered to each item, to compare questions that are asked again.
    holding
        Whether to keep the lines of verdicts in memory.
    out
        Where to write a line per verdict, and one with `place` (file and line) per row that is at fault; `run` tells runs apart.
    inputs
        Further files that are read, and must not be overwritten.
    limit, resume, force, workers, engine, address
        As for `qsr.run.evaluate`. Reports on steps cannot be restored from a file.

    Raises
    ------
    DatasetError
        Where a file cannot be read at all, `out` is one of them, or it is to be resumed and belongs to another run.
    OutputRefused
        Where `out` holds something else than verdicts, or another run is writing it.
    ValueError
        Where a run with `steps` is to be resumed.
    """
    if steps and resume:
        raise ValueError("a run that judges steps cannot be resumed")
    theory, dataset = open_theory(job), datasets.get(job.dataset)
    runner = engines.get(engine, workers, address)
    facts: Sequence[str] = ("check", digest, str(evidence), str(steps))
    if isinstance(dataset, Judging):
        # A file for the judge that cannot be read is an error of the run, and not of a worker.
        facts = dataset.judge(datasets.choose(job.dataset, job.options), job.files).marks(answers or {}, evidence=evidence)
    own_mark = mark(job, theory, *facts)
    asked = Asked(answers, dataset.key if isinstance(dataset, OwnAnswers) else str)
    empty = partial(_nothing, job.dataset, asked_again=asked_again)
    whole, met = empty(), set[str]()
    make = partial(Checking, job, own_mark, evidence=evidence, steps=steps, asked_again=asked_again, holding=holding)
    with Lines(out, VERDICTS, (*files, *inputs), resumed=own_mark if resume else None, force=force) as lines:
        if resume and not runner.by_shards:
            require_none_left(lines.path)
        if runner.by_shards:
            run = Run(job, files, limit, make, asked, empty, own_mark, resume)
            done_in_shards(run, runner, lines, whole, partial(_meet, met))
        else:
            written(runner, make, progress(asked(lines.finished, rows(job, files, limit)), limit), lines, whole)
            met = asked.met
    whole.unmatched = sorted((answers or {}).keys() - met)
    return whole


def _nothing(dataset: str, *, asked_again: bool) -> CheckRun:
    return CheckRun(Checked.of(datasets.get(dataset), asked_again=asked_again))


def _meet(met: set[str], more: Set[str]) -> None:
    """Add the keys of answers that a shard has met; raise DatasetError where another has met one of them, too."""
    if twice := met & more:
        raise DatasetError(f"the id {min(twice)[:80]!r} stands for two rows, of which one answer can be judged here only")
    met |= more


class Asked:
    """Puts the answers to rows beside them; `met` are the keys of those that it has met in one run."""

    def __init__(self, answers: Mapping[str, Sequence[Any]] | None, key: Callable[[str], str]) -> None:
        self._answers, self._key = answers, key
        self.met: set[str] = set()

    def __call__(self, finished: Finished, rows: Iterable[Row | BadRow]) -> Iterator[_Work]:
        """Yield each row with its answers, once, and with the line of an earlier run."""
        self.met = set()
        for row, line in finished.among(rows):
            yield row, None if self._answers is None else self._given(self._key(row.id)), line

    def _given(self, key: str) -> tuple[Any, ...]:
        if self._answers is None or key in self.met or key not in self._answers:
            return ()
        self.met.add(key)
        return tuple(self._answers[key])
