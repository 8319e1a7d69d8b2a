"""Rows of data sets as text, so that they travel inside a harness's own samples and logs, and are judged wherever those are."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from qsr.datasets.forms.numbered import Example
from qsr.datasets.prepositions.files import Entry
from qsr.datasets.protocol import Row
from qsr.errors import DatasetError

__all__ = ["row_of", "row_text"]


def row_text(row: Row) -> str:
    """Return a row as one JSON text; raise DatasetError where its payload is of a kind that JSON has no form for.

    >>> row_text(Row("a:1", "a", 1, {"story": ["P is above Q."]}))
    '{"id": "a:1", "file": "a", "line": 1, "payload": {"story": ["P is above Q."]}}'
    """
    payload, kind = row.payload, {}
    if isinstance(payload, Example):
        payload, kind = payload._asdict(), {"kind": "numbered"}
    elif isinstance(payload, Entry):
        payload, kind = asdict(payload), {"kind": "preposition"}
    try:
        return json.dumps({"id": row.id, "file": row.file, "line": row.line, **kind, "payload": payload}, ensure_ascii=False)
    except (TypeError, ValueError) as error:
        raise DatasetError(f"{row.file}:{row.line}: the row cannot be written as JSON: {error}") from error


def row_of(text: str) -> Row:
    """Return the row that a text of `row_text` holds; raise DatasetError for any other text."""
    try:
        found: Any = json.loads(text)
        return Row(found["id"], found["file"], found["line"], _payload(found.get("kind"), found["payload"]))
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise DatasetError(
            f"not a row as `qsr convert` writes it ({type(error).__name__}: {error}): {str(text)[:80]!r}"
        ) from error


def _payload(kind: str | None, payload: Any) -> Any:
    if kind == "numbered":
        return Example(tuple(payload["sentences"]), payload["question"], payload["label"])
    if kind == "preposition":
        return Entry(**{**payload, "premises": tuple(payload["premises"])})
    return payload
