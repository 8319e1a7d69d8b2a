"""A run of ``qsr eval``: rows to workers, lines to a file, counts to a report."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from qsr import datasets
from qsr.datasets.protocol import Baseline, Row
from qsr.oracle.job import Job, open_theory
from qsr.oracle.scores.answer_counts import AnswerCounts
from qsr.run import engines
from qsr.run.lines import PREDICTIONS, Lines
from qsr.run.pace import progress, written
from qsr.run.reading import rows
from qsr.run.resume import Finished, mark
from qsr.run.shards import Run, done_in_shards, require_none_left
from qsr.run.worker import Answering, Work, nothing

__all__ = ["evaluate"]


def evaluate(
    job: Job,
    files: Sequence[str | Path],
    *,
    out: Path | None = None,
    workers: int = 1,
    limit: int | None = None,
    resume: bool = False,
    force: bool = False,
    counts: AnswerCounts | None = None,
    engine: str = "local",
    address: str | None = None,
    prepared: Callable[[Row], Row] | None = None,
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
        `run`, which tells runs apart; `error` and `place` (file and line) where the row failed. A name in `.parquet` is
        written when all is done, from the lines in the file `<out>.jsonl` beside it.
    workers
        Number of processes; 1 stays in this one where the engine is local.
    limit
        How many items to take, all if None.
    resume
        Go on with the lines that `out` already holds.
    force
        Overwrite `out` also where it holds something else than predictions.
    counts
        Filled with the possible answers and the CPU time of the items that this run answers itself.
    engine, address
        Where the work is done: ``"local"``, or ``"ray"`` with the address of a cluster (None begins one on this machine).
        Neither the lines nor the report depend on it.
    prepared
        What is done in this process with each row before it is answered; a cluster, which reads the files itself, takes none.

    Returns
    -------
    dict
        The report of the scorer, with data set, theory, its fingerprint, the reader's options and seconds.

    Raises
    ------
    DatasetError
        Where a file cannot be read at all, `out` is one of the files, or it is to be resumed and belongs to another run.
    OutputRefused
        Where `out` holds something else than predictions, or another run is writing it.
    UnknownName
        For an unknown data set, theory, backend, option or engine.
    BackendUnavailable
        Where the engine is not installed or not reached.
    ValueError
        Where rows are to be prepared and the engine reads them elsewhere.
    """
    began = time.perf_counter()
    theory = open_theory(job)
    options = datasets.choose(job.dataset, job.options)
    runner = engines.get(engine, workers, address)
    if prepared is not None and runner.by_shards:
        raise ValueError(f"the engine {engine} reads the rows where it answers them")
    datasets.check(files)
    dataset = datasets.get(job.dataset)
    counting = counts is not None
    found = nothing(job.dataset, counting=counting)
    own_mark, make = mark(job, theory), partial(Answering, job, counting=counting)
    with Lines(out, PREDICTIONS, files, resumed=own_mark if resume else None, force=force) as lines:
        if resume and not runner.by_shards:
            require_none_left(lines.path)
        if runner.by_shards:
            empty = partial(nothing, job.dataset, counting=counting)
            run = Run(job, files, limit, make, Finished.beside, empty, own_mark, resume)
            done_in_shards(run, runner, lines, found)
        else:
            read = rows(job, files, limit)
            if prepared is not None:
                read = (prepared(row) if isinstance(row, Row) else row for row in read)
            work: Iterator[Work] = lines.finished.beside(read)
            written(runner, make, progress(work, limit), lines, found)
    if counts is not None and found.counts is not None:
        counts.merge(found.counts)
    guessed = dataset.baseline(options) if isinstance(dataset, Baseline) else ""
    name, fingerprint = (f"none, baseline {guessed}", "-") if guessed else (theory.name, theory.fingerprint)
    head = {"dataset": job.dataset, "reading": None, **options, "theory": name, "fingerprint": fingerprint}
    return {**head, **found.scorer.report(), "seconds": round(time.perf_counter() - began, 3)}
