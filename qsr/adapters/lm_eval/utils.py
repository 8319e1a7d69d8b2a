"""What the task files call: the documents of a data set's files, and the scores of an answer.

A score that an answer does not have is left out, and the harness averages over the others: ``sound`` where the theory decides
nothing about the item, ``gold`` where the data set has no label. An answer that cannot be read counts as 0 in both.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from qsr.adapters.harness import asked, item_of, judge_answer
from qsr.adapters.harness.documents import COLUMNS, document, job_of
from qsr.datasets.forms.tables import values
from qsr.errors import BackendUnavailable, DatasetError
from qsr.oracle.job import Job
from qsr.theories.protocol import Limits

__all__ = ["converted", "documents", "process_results"]

#: What may be said of a data set.
_CHOICES: Final = frozenset({"files", "options", "theory", "backend", "seconds", "prompt", "limit"})


def documents(dataset: str, qsr: Mapping[str, Any] | None = None, **_: Any) -> dict[str, Any]:
    """Return the split ``test`` of a task, from what ``--metadata '{"qsr": ...}'`` says of its data set.

    Parameters
    ----------
    dataset
        The data set, as the task file has it.
    qsr
        Data set -> its native file, a list of them, or an object with `files` and any of `options` (of the reader), `theory`,
        `backend`, `seconds` (for each answer that is judged), `prompt` (see `qsr.adapters.harness.prompts`) and `limit` (the
        first so many items).

    Raises
    ------
    DatasetError
        Where no file is named, something else is said than the above, or a row is broken as data.
    BackendUnavailable
        Where the library is missing that the harness keeps its documents in.
    """
    said = (qsr or {}).get(dataset)
    chosen = dict(said) if isinstance(said, Mapping) else {"files": said}
    strange = sorted(chosen.keys() - _CHOICES)
    if strange:
        raise DatasetError(f"--metadata: {dataset} has no {strange[0]!r}; there are {', '.join(sorted(_CHOICES))}")
    files = _files(dataset, chosen.get("files"))
    options = {key: str(value) for key, value in (chosen.get("options") or {}).items()}
    limits = Limits(seconds=chosen.get("seconds"))
    job = Job(dataset=dataset, theory=chosen.get("theory"), backend=chosen.get("backend"), options=options, limits=limits)
    found = asked(job, files, chosen.get("limit"), chosen.get("prompt"))
    return {"test": _kept([document(job, one) for one in found])}


def converted(qsr: Mapping[str, Any] | None = None, **_: Any) -> dict[str, Any]:
    """Return the split ``test`` of files that ``qsr convert`` wrote, which ``--metadata '{"qsr": {"rows": FILE}}'`` names.

    Raise DatasetError where none is named or a line is none of its.
    """
    lines = []
    for file in _files("rows", (qsr or {}).get("rows")):
        for number, row, error in values(file, columns=COLUMNS):
            if error or not isinstance(row, dict) or set(row) != set(COLUMNS):
                raise DatasetError(f"{file}:{number}: {error or 'not an item as `qsr convert` writes it'}")
            lines.append(row)
    return {"test": _kept(lines)}


def _files(name: str, said: Any) -> list[str]:
    files = [said] if isinstance(said, str) else said
    if not isinstance(files, list) or not files or not all(isinstance(file, str) for file in files):
        example = json.dumps({"qsr": {name: "FILE"}})
        raise DatasetError(f"no file of {name} is named: give the harness --metadata '{example}'")
    return files


def _kept(lines: list[dict[str, Any]]) -> Any:
    """Return documents in the form in which the harness keeps them."""
    try:
        from datasets import Dataset
    except ImportError as error:
        raise BackendUnavailable("the tasks need lm-evaluation-harness: pip install lm-eval") from error
    return Dataset.from_list(lines)


def process_results(doc: Mapping[str, Any], results: Sequence[str]) -> dict[str, float]:
    """Return the scores of an answer to a document; raise DatasetError where the document is none of `documents`."""
    job = job_of(doc)
    judgement = judge_answer(job, item_of(job, doc["row"]), results[0], evidence=False)
    scores = {"sound": judgement.text, "gold": judgement.label}
    return {name: value for name, value in scores.items() if value is not None}
