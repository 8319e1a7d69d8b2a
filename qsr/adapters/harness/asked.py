"""Items of files as harnesses ask them, each with its row as text: it travels inside samples and logs, and is judged there."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from qsr import datasets
from qsr.adapters.harness.judgements import as_text
from qsr.adapters.harness.prompts import prompt
from qsr.datasets.forms.numbered import Example
from qsr.datasets.protocol import BadRow, Dataset, Item, Portable, Row
from qsr.errors import DatasetError
from qsr.oracle.job import Job
from qsr.run import rows
from qsr.wording import counted

__all__ = ["Asked", "asked", "item_of", "row_of", "row_text"]

_LOG: Final = logging.getLogger(__name__)
#: The kind of rows of numbered text, a form that several data sets share.
_NUMBERED: Final = "numbered"


@dataclass(frozen=True, slots=True)
class Asked:
    """An item with its prompt; `gold` is its label as one text (None where there is none), `row` what `item_of` reads."""

    item: Item
    prompt: str
    gold: str | None
    row: str


def asked(
    job: Job,
    files: Sequence[str | Path],
    limit: int | None = None,
    template: str | None = None,
    left_out: list[BadRow] | None = None,
) -> Iterator[Asked]:
    """Stream the items of files with their prompts.

    A row whose text is not understood gives no item: none of its answers could be judged. Such rows are added to `left_out`;
    without it, how many there were is logged as a warning at the end.

    Raises
    ------
    DatasetError
        For a row that is broken as data, its label included: a score over what is left would be that of another data set.
    """
    dataset = datasets.get(job.dataset)
    options = datasets.choose(job.dataset, job.options)
    unread: list[BadRow] = [] if left_out is None else left_out
    for row in rows(job, files, limit):
        item = row if isinstance(row, BadRow) else dataset.item(row, options)
        if isinstance(row, Row) and isinstance(item, Item):
            yield Asked(item, prompt(job.dataset, item, template), as_text(item.gold), row_text(row, dataset))
        elif isinstance(item, BadRow) and item.unread:
            unread.append(item)
        elif isinstance(item, BadRow):
            raise DatasetError(f"{item.file}:{item.line}: {item.error}")
    if unread and left_out is None:
        first = unread[0]
        _LOG.warning(
            "%s not understood and left out, the first at %s:%d: %s",
            counted(len(unread), "row was", "rows were"),
            first.file,
            first.line,
            first.error,
        )


def item_of(job: Job, row: str) -> Item:
    """Return the item of a row that `Asked.row` holds; raise DatasetError where it holds none."""
    dataset = datasets.get(job.dataset)
    found: Any = dataset.item(row_of(row, dataset), datasets.choose(job.dataset, job.options))
    if isinstance(found, BadRow):
        raise DatasetError(f"{found.file}:{found.line}: {found.error}")
    if not isinstance(found, Item):
        raise DatasetError(f"the data set {job.dataset} made no item of a row")
    return found


def row_text(row: Row, dataset: Dataset) -> str:
    """Return a row of a data set as one JSON text; raise DatasetError where its payload is of a kind that JSON has no form for.

    >>> from qsr import datasets
    >>> row_text(Row("a:1", "a", 1, {"story": ["P is above Q."]}), datasets.get("babi"))
    '{"id": "a:1", "file": "a", "line": 1, "payload": {"story": ["P is above Q."]}}'
    """
    payload, kind = row.payload, ""
    if isinstance(payload, Example):
        payload, kind = payload._asdict(), _NUMBERED
    elif isinstance(dataset, Portable):
        kind, payload = dataset.packed(payload)
    named = {"kind": kind} if kind else {}
    try:
        return json.dumps({"id": row.id, "file": row.file, "line": row.line, **named, "payload": payload}, ensure_ascii=False)
    except (TypeError, ValueError) as error:
        raise DatasetError(f"{row.file}:{row.line}: the row cannot be written as JSON: {error}") from error


def row_of(text: str, dataset: Dataset) -> Row:
    """Return the row that a text of `row_text` holds; raise DatasetError for any other text."""
    try:
        found: Any = json.loads(text)
        return Row(found["id"], found["file"], found["line"], _payload(found.get("kind", ""), found["payload"], dataset))
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise DatasetError(
            f"not a row as `qsr convert` writes it ({type(error).__name__}: {error}): {str(text)[:80]!r}"
        ) from error


def _payload(kind: str, payload: Any, dataset: Dataset) -> Any:
    if kind == _NUMBERED:
        return Example(tuple(payload["sentences"]), payload["question"], payload["label"])
    return dataset.unpacked(kind, payload) if kind and isinstance(dataset, Portable) else payload
