"""An item as one flat object: an entry of a JSON lines file that any program reads, and all that it takes to judge an answer.

Every entry is a text but `groups`, a list of texts, so that all lines of a file have columns of the same types.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from qsr.adapters.harness.asked import Asked
from qsr.adapters.harness.prompts import without_questions
from qsr.errors import DatasetError
from qsr.oracle.job import Job
from qsr.theories.protocol import Limits

__all__ = ["COLUMNS", "document", "job_of"]

#: `gold` is the label as one text, None where there is none; `judging` and `row` are JSON texts for the judge.
COLUMNS: Final = ("id", "dataset", "groups", "prompt", "story", "question", "gold", "judging", "row")


def document(job: Job, asked: Asked) -> dict[str, Any]:
    """Return an item with its prompt and its row."""
    item = asked.item
    judging = {"theory": job.theory, "backend": job.backend, "options": dict(job.options), "seconds": job.limits.seconds}
    values = (
        item.id,
        job.dataset,
        list(item.groups),
        asked.prompt,
        without_questions(item.story),
        item.question.text,
        asked.gold,
        json.dumps(judging, ensure_ascii=False),
        asked.row,
    )
    return dict(zip(COLUMNS, values, strict=True))


def job_of(document: Mapping[str, Any]) -> Job:
    """Return what judges the answers to a document; raise DatasetError for an object that is none."""
    try:
        judging = json.loads(document["judging"])
        limits = Limits(seconds=judging["seconds"])
        given = {name: judging[name] for name in ("theory", "backend", "options")}
        return Job(dataset=document["dataset"], limits=limits, **given)
    except (KeyError, TypeError, ValueError) as error:
        raise DatasetError(f"not an item as `qsr convert` writes it ({type(error).__name__}: {error})") from error
