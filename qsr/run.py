"""Streaming runs over data sets: workers, resumption, progress, rows that fail.

Rows are read in the parent and solved in chunks, in this process or in spawned ones (a grounded solver cannot be sent to another
process, so each worker opens its own). Chunks come back in order, and so lines and scores do not depend on the number
of workers. A prediction file grows by whole chunks; after an interruption, even a kill, `resume` keeps its complete lines.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict
from itertools import islice
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from pathlib import Path
from threading import Thread
from typing import Any, Final, TypeAlias

from qsr import datasets, resources
from qsr.datasets.protocol import BadRow, Baseline, Compared, Detailed, Item, OwnStatus, Repairable, Row
from qsr.errors import DatasetError, QsrError
from qsr.oracle import repairs
from qsr.oracle.job import Job, open_theory
from qsr.oracle.scores.effort import Effort
from qsr.oracle.scores.score import Outcome, Scorer, plain_value
from qsr.story import Answer, Value
from qsr.theories.protocol import Session, Theory

__all__ = ["Job", "evaluate", "items", "open_theory", "rows"]

_CHUNK: Final = 64
#: Where answers to repaired items stand in a line and among the groups, apart from all others.
REPAIRED: Final = "repaired"

#: A raw row, with the line that an earlier run wrote for it.
Work: TypeAlias = tuple[Row | BadRow, dict[str, Any] | None]
#: What comes back for a chunk of them: a line per row, and what was counted.
Done: TypeAlias = tuple[list[str], Scorer, Effort]


def rows(job: Job, files: Sequence[str | Path], limit: int | None = None) -> Iterator[Row | BadRow]:
    """Stream the raw rows of several files, at most `limit` good ones."""
    dataset = datasets.get(job.dataset)
    options = datasets.choose(job.dataset, job.options)
    taken = 0
    for file in files:
        for row in datasets.rows(dataset, file, options):
            if isinstance(row, Row):
                if limit is not None and taken >= limit:
                    return
                taken += 1
            yield row


def items(job: Job, files: Sequence[str | Path], limit: int | None = None) -> Iterator[Item | BadRow]:
    """Stream the items of several files, at most `limit` of them."""
    dataset = datasets.get(job.dataset)
    options = datasets.choose(job.dataset, job.options)
    for row in rows(job, files, limit):
        yield row if isinstance(row, BadRow) else dataset.item(row, options)


class _Worker:
    """A data set and a session at work on chunks; one per process."""

    def __init__(self, job: Job) -> None:
        self.dataset = datasets.get(job.dataset)
        self.options = datasets.choose(job.dataset, job.options)
        self.theory = open_theory(job)
        self.session: Session = self.theory.open(job.backend, job.limits)
        self.limits = job.limits
        self.own_status = self.dataset if isinstance(self.dataset, OwnStatus) else None
        self.detailed = self.dataset if isinstance(self.dataset, Detailed) else None
        self.compared = self.dataset if isinstance(self.dataset, Compared) else None
        chosen = isinstance(self.dataset, Baseline) and self.dataset.baseline(self.options)
        self.guessing = self.dataset if isinstance(self.dataset, Baseline) and chosen else None
        self.repairing = self.options.get("repair") == "yes" and not chosen
        self.mark = _mark(job, self.theory)

    def chunk(self, work: Iterable[Work]) -> Done:
        """Return a line per row, and the scores and the effort of them all."""
        scorer, effort = Scorer(), Effort()
        return [self._line(row, finished, scorer, effort) for row, finished in work], scorer, effort

    def _line(self, row: Row | BadRow, finished: dict[str, Any] | None, scorer: Scorer, effort: Effort) -> str:
        # A long run must outlive any one row: whatever goes wrong with it is written down as its error.
        try:
            item = row if isinstance(row, BadRow) else self.dataset.item(row, self.options)
        except Exception as error:
            item = BadRow(row.id, row.file, row.line, f"the reader failed: {_describe(error)}", unread=True)
        if isinstance(item, BadRow):
            scorer.add_bad(item)
            if item.unread and self.compared is not None:
                scorer.add_beside(item, Outcome(None, "unread"), {})
            return _json(
                {**_fields(item.id, None, "unread" if item.unread else "bad_row", None), "error": item.error, "run": self.mark}
            )
        if finished is not None:
            return self._count_again(item, finished, scorer)
        began = time.process_time()
        more: dict[str, Any] = {}
        try:
            if self.guessing is not None:
                outcome = Outcome(self.guessing.guess(item, self.options), "baseline")
            else:
                answer: Answer = self.session.answer(item.story, item.question)
                seconds = time.process_time() - began
                status = answer.status if self.own_status is None else self.own_status.status(item, answer)
                outcome = Outcome(self.dataset.native(item, answer), status)
                more = self._repaired(item, answer)
                effort.add(item, answer, seconds)
        except Exception as error:
            effort.add(item, None, time.process_time() - began)
            scorer.add_failure(item, _describe(error))
            self._beside(item, Outcome(None, "error"), scorer)
            correct = None if item.gold is None else False
            return _json({**_fields(item.id, None, "error", correct), "error": _describe(error), "run": self.mark})
        correct = scorer.add(item, outcome)
        self._beside(item, outcome, scorer)
        _count_repaired(item, more, scorer)
        if self.detailed is not None:
            more = {**more, **self.detailed.details(item, outcome.value)}
        return _json({**_fields(item.id, outcome.value, outcome.status, correct), **more, "run": self.mark})

    def _beside(self, item: Item, outcome: Outcome, scorer: Scorer) -> None:
        if self.compared is not None:
            scorer.add_beside(item, outcome, self.compared.guesses(item))

    def _repaired(self, item: Item, answer: Answer) -> dict[str, Any]:
        """Return what the line of a contradictory item says of its least repairs; their answer only where all agree."""
        if not self.repairing or answer.status != "inconsistent":
            return {}
        doubtful = self.dataset.doubtful(item) if isinstance(self.dataset, Repairable) else ()
        found = repairs.answer_repaired(self.session, item.story, item.question, doubtful, self.limits)
        values = [plain_value(self.dataset.native(item, one)) for one in found.answers]
        agreed = values[0] if values and values.count(values[0]) == len(values) else None
        return {REPAIRED: {"answer": agreed, "flipped": [list(words) for words in found.flipped]}}

    def _count_again(self, item: Item, finished: dict[str, Any], scorer: Scorer) -> str:
        if finished.get("status") == "error":
            scorer.add_failure(item, str(finished.get("error")))
            self._beside(item, Outcome(None, "error"), scorer)
        else:
            value = _restored(finished.get("answer"), item.gold) if self.detailed is None else self.detailed.restored(finished)
            outcome = Outcome(value, str(finished.get("status")))
            scorer.add(item, outcome)
            self._beside(item, outcome, scorer)
            _count_repaired(item, finished, scorer)
        return _json(finished)


def _count_repaired(item: Item, line: Mapping[str, Any], scorer: Scorer) -> None:
    if REPAIRED in line:
        scorer.add_apart(REPAIRED, item, Outcome(_restored(line[REPAIRED]["answer"], item.gold), REPAIRED))


def _describe(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def _fields(identity: str, value: Value | None, status: str, correct: bool | None) -> dict[str, Any]:
    return {"id": identity, "answer": plain_value(value), "status": status, "correct": correct}


_json: Final = json.JSONEncoder(ensure_ascii=False).encode


def _restored(answer: Any, gold: Value | None) -> Value | None:
    """Return a value from its JSON form; a list is a set where the label is one, else a path."""
    if isinstance(answer, list):
        return frozenset(answer) if isinstance(gold, frozenset) else tuple(answer)
    return answer if isinstance(answer, str) else None


def _mark(job: Job, theory: Theory) -> str:
    """Return digits that stand in every line and differ between runs whose answers may differ.

    Resuming with another reading or theory would mix two runs in one file; the mark is what catches it.
    """
    options = datasets.choose(job.dataset, job.options)
    facts = [
        job.dataset,
        job.theory or "",
        theory.name,
        theory.fingerprint,
        json.dumps([options, asdict(job.limits)], sort_keys=True),
    ]
    return resources.fingerprint(*facts)


_worker: _Worker | None = None


def _start_worker(job: Job) -> None:
    global _worker
    # Ctrl-C reaches the whole process group; the parent alone decides how the run ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is not None:
        Thread(target=_leave_with, args=(parent.sentinel,), daemon=True).start()
    _worker = _Worker(job)


def _leave_with(sentinel: int) -> None:
    """End this process when the parent is gone: a killed parent cannot tell its workers, which would wait for work for ever."""
    wait([sentinel])
    os._exit(1)


def _in_worker(work: list[Work]) -> Done:
    if _worker is None:
        raise RuntimeError("the worker was not started")
    return _worker.chunk(work)


def _chunks(work: Iterator[Work]) -> Iterator[list[Work]]:
    while chunk := list(islice(work, _CHUNK)):
        yield chunk


def _solved(job: Job, work: Iterator[Work], workers: int) -> Iterator[Done]:
    if workers <= 1:
        worker = _Worker(job)
        try:
            for chunk in _chunks(work):
                yield worker.chunk(chunk)
        finally:
            worker.session.close()
        return
    pending: deque[Future[Done]] = deque()
    pool = ProcessPoolExecutor(workers, get_context("spawn"), _start_worker, (job,))
    try:
        for chunk in _chunks(work):
            pending.append(pool.submit(_in_worker, chunk))
            # A bounded window keeps memory flat however long the files are.
            if len(pending) >= 4 * workers:
                yield pending.popleft().result()
        while pending:
            yield pending.popleft().result()
    except BrokenProcessPool as error:
        raise QsrError("a worker process died; the lines written so far are complete, and --resume goes on from them") from error
    finally:
        pool.shutdown(cancel_futures=True)


def _finished(out: Path, mark: str) -> list[dict[str, Any]]:
    """Return the complete lines of an earlier run's file and cut off a torn last one."""
    if not out.exists():
        return []
    lines: list[dict[str, Any]] = []
    end = 0
    with out.open("rb") as file:
        for number, raw in enumerate(file, 1):
            try:
                line = json.loads(raw) if raw.endswith(b"\n") else None
            except ValueError:
                line = None
            if not isinstance(line, dict):
                if file.read(1):
                    raise DatasetError(f"{out}:{number}: not a line of predictions; it is not resumed")
                break
            if line.get("run") != mark:
                raise DatasetError(
                    f"{out}:{number}: written by a run with another data set, theory, limit or option; it is not resumed"
                )
            lines.append(line)
            end += len(raw)
    os.truncate(out, end)
    return lines


def _with_finished(stream: Iterator[Row | BadRow], finished: list[dict[str, Any]], out: Path | None) -> Iterator[Work]:
    for number, row in enumerate(stream):
        line = finished[number] if number < len(finished) else None
        if line is not None and line.get("id") != row.id:
            raise DatasetError(f"{out}:{number + 1}: holds {line.get('id')!r} where this run has {row.id!r}; it is not resumed")
        yield row, line


def _progress(stream: Iterator[Work], total: int | None) -> Iterator[Work]:
    if not sys.stderr.isatty():
        return stream
    from tqdm import tqdm

    return iter(tqdm(stream, total=total, unit=" items", file=sys.stderr))


def evaluate(
    job: Job,
    files: Sequence[str | Path],
    *,
    out: Path | None = None,
    workers: int = 1,
    limit: int | None = None,
    resume: bool = False,
    effort: Effort | None = None,
) -> dict[str, Any]:
    """Answer every item of the files and compare with the labels.

    Parameters
    ----------
    job
        Data set, theory, options and limits.
    files
        Native files, read in this order.
    out
        Where to write a line per row: `id`, `answer` in the benchmark's own form, `status`, `correct` (null without a label) and
        `run`, which tells runs apart; `error` where the row failed.
    workers
        Number of processes; 1 stays in this one.
    limit
        How many items to take, all if None.
    resume
        Go on with the lines that `out` already holds.
    effort
        Filled with the possible answers and the CPU time of the items that this run answers itself.

    Returns
    -------
    dict
        The report of the scorer, with data set, theory, its fingerprint, the reader's options and seconds.

    Raises
    ------
    DatasetError
        Where a file cannot be read at all, `out` is one of the files, or `out` belongs to another run.
    UnknownName
        For an unknown data set, theory, backend or option.
    """
    began = time.perf_counter()
    theory = open_theory(job)
    options = datasets.choose(job.dataset, job.options)
    for file in files:
        if not Path(file).is_file():
            raise DatasetError(f"{file}: no such file")
    if out is not None and any(out.exists() and out.samefile(file) for file in files):
        raise DatasetError(f"{out}: would overwrite a data file")
    finished = _finished(out, _mark(job, theory)) if out is not None and resume else []
    work = _progress(_with_finished(rows(job, files, limit), finished, out), limit)
    scorer = Scorer()
    written = 0
    target = None
    try:
        if out is not None:
            target = out.open("a" if finished else "w", encoding="utf-8", newline="\n")
        for lines, part, spent in _solved(job, work, workers):
            scorer.merge(part)
            if effort is not None:
                effort.merge(spent)
            if target is not None:
                fresh = lines[max(0, len(finished) - written) :]
                target.write("".join(f"{line}\n" for line in fresh))
                target.flush()
            written += len(lines)
    finally:
        if target is not None:
            target.close()
    dataset = datasets.get(job.dataset)
    guessed = dataset.baseline(options) if isinstance(dataset, Baseline) else ""
    name, fingerprint = (f"none, baseline {guessed}", "-") if guessed else (theory.name, theory.fingerprint)
    head = {"dataset": job.dataset, "reading": None, **options, "theory": name, "fingerprint": fingerprint}
    return {**head, **scorer.report(), "seconds": round(time.perf_counter() - began, 3)}
