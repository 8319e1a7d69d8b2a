"""Files of answers of every kind, for data sets that say of each answer how it was read (`AnyAnswer`).

A JSON object a line with `id` (or `qid`) and `answer`, or `answers` with a list of samples; a line with neither answers
nothing. Nothing in a file stops a run: what is wrong with a line is kept with its number, and of lines with the same id the last
one counts, unless each has a `sample` of its own.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from qsr.oracle.answer_files.json_lines import json_lines

__all__ = ["RawAnswers", "read_raw"]


@dataclass(slots=True)
class RawAnswers:
    """The answers of a file: id -> one value or several samples, as JSON has them; and the lines that are at fault."""

    answers: dict[str, tuple[Any, ...]] = field(default_factory=dict)
    faults: list[dict[str, Any]] = field(default_factory=list)

    def fault(self, line: int, error: str) -> None:
        """Note what is wrong with a line."""
        self.faults.append({"line": line, "error": error})


def read_raw(file: str) -> RawAnswers:
    """Read a file of answers; raise DatasetError only where it cannot be opened."""
    found = RawAnswers()
    sampled: dict[str, set[str]] = {}
    for number, row, error in json_lines(file):
        if error:
            found.fault(number, error)
            continue
        key = _key(row)
        if key is None:
            found.fault(number, "expected an object with id, a text, and answer")
        elif "answer" not in row and "answers" not in row:
            found.fault(number, f"no answer to {key[:80]}")
        else:
            _add(found, sampled, number, key, row)
    return found


def _key(row: Any) -> str | None:
    if not isinstance(row, dict):
        return None
    key = row.get("id", row.get("qid"))
    return key if isinstance(key, str) and key else None


def _add(found: RawAnswers, sampled: dict[str, set[str]], number: int, key: str, row: Mapping[str, Any]) -> None:
    if "answer" in row:
        given: tuple[Any, ...] = (row["answer"],)
    elif isinstance(row["answers"], list) and row["answers"]:
        given = tuple(row["answers"])
    else:
        found.fault(number, f"answers to {key[:80]}: expected a list of at least one")
        return
    sample = row.get("sample")
    earlier = sampled.setdefault(key, set())
    fresh = sample is not None and json.dumps(sample) not in earlier and (bool(earlier) or key not in found.answers)
    if fresh:
        earlier.add(json.dumps(sample))
        found.answers[key] = found.answers.get(key, ()) + given
        return
    if key in found.answers:
        found.fault(number, f"{key[:80]} is answered twice; this answer counts")
        earlier.clear()
    found.answers[key] = given
