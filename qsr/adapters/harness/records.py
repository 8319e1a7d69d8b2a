"""Rows of data sets as text, so that they travel inside a harness's own samples and logs, and are judged wherever those are."""

from __future__ import annotations

import json
from typing import Any, Final

from qsr.datasets.forms.numbered import Example
from qsr.datasets.protocol import Dataset, Portable, Row
from qsr.errors import DatasetError

__all__ = ["row_of", "row_text"]

#: The kind of rows of numbered text, a form that several data sets share.
_NUMBERED: Final = "numbered"


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
