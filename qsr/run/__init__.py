"""Streaming runs over data sets: workers, resumption, progress, rows that fail.

Rows are read where the run was begun and go in chunks to workers, in this process or in several; on a cluster the workers read
and write themselves (`engines`, `shards`). A worker that dies does not end the run. Results come back in the order of the rows,
so that lines and scores depend neither on the engine nor on the number of workers. A file of results grows by whole chunks;
after an interruption, even a kill, `resume` keeps its complete lines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from qsr.lazy import fetching

if TYPE_CHECKING:
    from qsr.oracle.job import Job, open_theory
    from qsr.run.evaluation import evaluate
    from qsr.run.reading import items, rows

__all__ = ["Job", "evaluate", "items", "open_theory", "rows"]

__getattr__ = fetching(
    __name__, {"qsr.oracle.job": "Job open_theory", "qsr.run.evaluation": "evaluate", "qsr.run.reading": "items rows"}
)
