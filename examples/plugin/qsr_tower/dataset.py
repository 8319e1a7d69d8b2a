"""The data set `towers`: a row per line, ``{"story": ..., "question": ..., "answer": ...}``.

An answer is the number of a floor, above, level or below, yes or no; ``unknown`` where the story leaves it open. `rows.jsonl`
beside the package has some.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from qsr.datasets.forms.row_files import edited_rows, file_rows
from qsr.datasets.protocol import BadRow, Item, Options, Reading, Row
from qsr.errors import ParseError
from qsr.logic import Relation
from qsr.stories import ask, parse_story
from qsr.story import Answer, Value

__all__ = ["Towers"]

_ANSWER: Final = re.compile(r"\b(?:yes|no|above|level|below|unknown|\d+)\b")
_OPEN: Final = "unknown"


class Towers:
    """Reader of rows about towers."""

    name = "towers"
    licence = "MIT"
    reference = "the example package of qsr"
    theory = "tower"
    options: Final[Mapping[str, tuple[str, ...]]] = {}

    def rows(self, path: Path, options: Options) -> Iterator[Row | BadRow]:
        """Stream the rows of a file; ids are `<path>:<line>`."""
        return file_rows(path)

    def item(self, row: Row, options: Options) -> Item | BadRow:
        """Read one row; its answer goes into the item and never into the story."""
        payload = row.payload if isinstance(row.payload, dict) else {}
        story, question, gold = (payload.get(key) for key in ("story", "question", "answer"))
        if not isinstance(story, str) or not isinstance(question, str):
            return BadRow(row.id, row.file, row.line, "a story and a question were expected")
        try:
            read = ask(parse_story(f"theory: tower\n{story}", file=row.file), question)
        except ParseError as error:
            return BadRow(row.id, row.file, row.line, error.message, unread=True, gold=gold)
        asked = read.questions[-1]
        kind = "yes or no" if asked.form == "yes_no" else "two people" if len(asked.args) == 2 else "one person"
        return Item(row.id, read, asked, gold, (kind,), file=row.file, line=row.line)

    def native(self, item: Item, answer: Answer) -> Value | None:
        """Return what is entailed, a floor as its number; unknown where nothing is, None for a story that contradicts itself."""
        if answer.status not in ("determined", "ambiguous"):
            return None
        return next((_worded(label) for label in answer.entailed), _OPEN)

    def extract(self, item: Item, text: str) -> Reading:
        """Read the last word of a reply that is an answer."""
        found = _ANSWER.findall(text.lower())
        if not found:
            return Reading(None, "unreadable")
        return Reading(found[-1], "word")

    def labels(self, value: Value) -> frozenset[str]:
        """Return the candidate that an answer stands for; unknown stands for none."""
        return frozenset() if value == _OPEN else frozenset({f"floor:{value}" if str(value).isdigit() else str(value)})

    def rewrite(self, path: Path, target: Path, labels: Mapping[str, Value | None], options: Options) -> None:
        """Copy a file with other answers: id -> new answer, or None to leave the row out."""

        def edit(value: Value | None) -> Callable[[Any], Any]:
            return lambda row: None if value is None else {**row, "answer": value}

        edited_rows(path, target, {int(key.rpartition(":")[2]): edit(value) for key, value in labels.items()})


def _worded(label: str) -> str:
    relation = Relation.of(label)
    return str(relation.parameters[0]) if relation.name == "floor" else label
