"""bAbI tasks 17 (positional reasoning) and 19 (path finding).

Numbered text: facts, and questions about the facts so far. Each question is an item. Task 17 is answered yes or no, task 19
with two steps, ``s,s``. The supporting lines that follow a label are annotation and are not read.

Source: Weston et al., "Towards AI-Complete Question Answering: A Set of Prerequisite Toy Tasks" (arXiv 1502.05698).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from qsr.datasets.forms.numbered import Example, numbered_rows, relabel
from qsr.datasets.free_text.extraction import read_path
from qsr.datasets.free_text.yes_no import read_yes_no
from qsr.datasets.protocol import BadRow, Item, Options, Reading, Row
from qsr.errors import ParseError
from qsr.language import english
from qsr.settings import PROPERTY_SETS
from qsr.story import Answer, Value

__all__ = ["Babi"]

_TASK: Final = re.compile(r"qa(\d{1,2})(?!\d)")
_PATH: Final = re.compile(r"[nsew](?:,[nsew])*")
_SETTINGS: Final = PROPERTY_SETS["PS2"]


class Babi:
    """Reader of tasks 17 and 19; see the module for the format."""

    name = "babi"
    licence = "CC BY 3.0"
    reference = "Weston et al., arXiv 1502.05698"
    theory = "babi"
    options: Final[Mapping[str, tuple[str, ...]]] = {}

    def rows(self, path: Path, options: Options) -> Iterator[Row | BadRow]:
        """Stream the questions of a file; ids are `<path>:<line of the question>`."""
        return numbered_rows(path)

    def item(self, row: Row, options: Options) -> Item | BadRow:
        """Read one question with the facts before it."""
        example: Example = row.payload
        gold = example.label.lower() or None
        if gold is not None and gold not in ("yes", "no") and not _PATH.fullmatch(gold):
            return BadRow(row.id, row.file, row.line, f"answer {gold[:40]!r} is neither yes nor no nor a path such as s,e")
        try:
            story = english.read(example.sentences, [example.question], file=row.file)
        except ParseError as error:
            return BadRow(row.id, row.file, row.line, f"{error.message}: {error.context.splitlines()[0].strip()}", unread=True)
        if not story.questions:
            return BadRow(row.id, row.file, row.line, f"not a question: {example.question[:80]!r}", unread=True)
        task = _TASK.findall(Path(row.file).name)
        groups = (task[-1],) if task else ()
        return Item(row.id, replace(story, settings=_SETTINGS), story.questions[0], gold, groups, file=row.file, line=row.line)

    def native(self, item: Item, answer: Answer) -> Value | None:
        """Return ``"yes"``, ``"no"`` or a path such as ``"s,e"``; None where the facts do not say."""
        if isinstance(answer.value, tuple):
            return ",".join(answer.value) or None
        return answer.value if answer.value in ("yes", "no") else None

    def extract(self, item: Item, text: str) -> Reading:
        """Read yes, no or a path from a model's answer, whichever the question asks for."""
        return read_path(text) if item.question.form == "path" else read_yes_no(text)

    def labels(self, value: Value) -> frozenset[str]:
        """Return the candidates that a native answer stands for."""
        return frozenset({str(value)})

    def rewrite(self, path: Path, target: Path, labels: Mapping[str, Value | None], options: Options) -> None:
        """Copy a file with other answers: id -> new answer, or None to leave the question out."""
        relabel(path, target, labels)
