"""Files of answers of every kind.

A JSON object a line with `id` (or `qid`) and `answer`, or `answers` with a list of samples; a line with neither answers
nothing. Nothing in a file stops a run: what is wrong with a line is kept with its number, and of lines with the same id the last
one counts, unless each has a `sample` of its own.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from qsr.datasets.forms.tables import values
from qsr.datasets.hooks import Answers

__all__ = ["read_raw"]


def read_raw(file: str) -> Answers:
    """Read a file of answers; raise DatasetError only where it cannot be opened."""
    found = Answers()
    sampled: dict[str, set[str]] = {}
    for number, row, error in values(file):
        if error:
            found.faults.append({"line": number, "error": error})
            continue
        key = _key(row)
        if key is None:
            found.faults.append({"line": number, "error": "expected an object with id, a text, and answer"})
        elif "answer" not in row and "answers" not in row:
            found.faults.append({"line": number, "error": f"no answer to {key[:80]}"})
        else:
            _add(found, sampled, number, key, row)
    return found


def _key(row: Any) -> str | None:
    if not isinstance(row, dict):
        return None
    key = row.get("id", row.get("qid"))
    return key if isinstance(key, str) and key else None


def _add(found: Answers, sampled: dict[str, set[str]], number: int, key: str, row: Mapping[str, Any]) -> None:
    if "answer" in row:
        given: tuple[Any, ...] = (row["answer"],)
    elif isinstance(row["answers"], list) and row["answers"]:
        given = tuple(row["answers"])
    else:
        found.faults.append({"line": number, "error": f"answers to {key[:80]}: expected a list of at least one"})
        return
    sample = row.get("sample")
    earlier = sampled.setdefault(key, set())
    fresh = sample is not None and json.dumps(sample) not in earlier and (bool(earlier) or key not in found.found)
    if fresh:
        earlier.add(json.dumps(sample))
        found.found[key] = found.found.get(key, ()) + given
        return
    if key in found.found:
        found.faults.append({"line": number, "error": f"{key[:80]} is answered twice; this answer counts"})
        earlier.clear()
    found.found[key] = given
