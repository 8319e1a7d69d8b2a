"""StepGame: where one agent is, seen from another, after a chain of k sentences on a grid.

Files: a JSON object of numbered rows (2024), one JSON object a line or a table of such rows, and the numbered text
of 2022, which the corrected sets use too. Each row has sentences, a question and one of nine labels, that of the first agent seen
from the second.

Source: Shi, Zhang and Lipani, "StepGame: A New Benchmark for Robust Multi-Hop Spatial Reasoning in Texts", AAAI 2022;
the 2024 release and its templates: Li, Hogg and Cohn, "Advancing Spatial Reasoning in Large Language Models", AAAI 2024.

Two readings. ``literal`` takes a sentence at its word. ``convention`` follows what a release's labels do with ten
wordings whose labels are the other way round (`inverted.tsv`); it serves comparison with published figures.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache, partial
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from qsr import relations
from qsr.datasets.forms.json_rows import json_object
from qsr.datasets.forms.numbered import Example, numbered_rows, relabel
from qsr.datasets.forms.row_files import DIVISIBLE, SUFFIXES, edited_rows, file_rows
from qsr.datasets.free_text.extraction import bare_directions, read_directions
from qsr.datasets.protocol import BadRow, Item, Options, Reading, Row
from qsr.errors import DatasetError, ParseError
from qsr.language import english
from qsr.logic import Relation
from qsr.settings import PROPERTY_SETS
from qsr.story import Answer, Statement, Story, Value

__all__ = ["LABELS", "StepGame"]

#: The nine labels and the relations that they stand for.
LABELS: Final[dict[str, frozenset[str]]] = {
    "left": frozenset({"left"}),
    "right": frozenset({"right"}),
    "above": frozenset({"above"}),
    "below": frozenset({"below"}),
    "upper-left": frozenset({"above", "left"}),
    "upper-right": frozenset({"above", "right"}),
    "lower-left": frozenset({"below", "left"}),
    "lower-right": frozenset({"below", "right"}),
    "overlap": frozenset({relations.OVERLAPPING}),
}
_NAMES: Final = {labels: name for name, labels in LABELS.items()}
_K_IN_NAME: Final = re.compile(r"qa(\d{1,2})(?!\d)")
#: Agents are points, a relation fixes both axes, one unit a step.
_SETTINGS: Final = PROPERTY_SETS["PS2"]


@cache
def _inverted_wordings(release: str) -> frozenset[str]:
    table = (files("qsr.datasets.stepgame") / "inverted.tsv").read_text(encoding="utf-8")
    wordings = set()
    for line in table.splitlines():
        if line.startswith(f"{release}\t"):
            wordings.add(english.wording(line.partition("\t")[2].format(X="P", Y="Q"))[0])
    return frozenset(wordings)


@cache
def _k_of_file(name: str) -> str:
    found = _K_IN_NAME.findall(Path(name).name)
    return str(int(found[-1])) if found else ""


class StepGame:
    """Reader of StepGame's files; see the module for the formats."""

    name = "stepgame"
    licence = "MIT (corrected release of 2024)"
    reference = "Shi, Zhang and Lipani, AAAI 2022; Li, Hogg and Cohn, AAAI 2024"
    theory = "paper-ps2"
    numbers = "k"
    divisible = DIVISIBLE
    #: Name of an option -> its values, the default first.
    options: Final[Mapping[str, tuple[str, ...]]] = {"reading": ("literal", "convention")}
    about: Final = {"reading": "take sentences at their word, or turn round the wordings that the release's labels turn round"}

    def rows(self, path: Path, options: Options) -> Iterator[Row | BadRow]:
        """Stream the rows of a `.json`, `.jsonl` or numbered `.txt` file, or of a table; ids are `<path>:<key or line>`."""
        if path.suffix == ".json":
            return json_object(path)
        if path.suffix in SUFFIXES:
            return file_rows(path)
        if path.suffix == ".txt":
            return numbered_rows(path)
        raise DatasetError(f"{path}: a StepGame file ends in .json, .jsonl, .txt, .csv, .tsv or .parquet")

    def item(self, row: Row, options: Options) -> Item | BadRow:
        """Read one row; the label goes into the item and never into the story."""
        payload = row.payload
        release = "2022" if isinstance(payload, Example) else "2024"
        if isinstance(payload, Example):
            payload = {"story": payload.sentences, "question": payload.question, "label": payload.label}
        if not isinstance(payload, Mapping):
            return BadRow(row.id, row.file, row.line, "expected an object with story, question and label")
        field: Callable[[str], Any] = payload.get
        sentences, question, label, given = map(field, ("story", "question", "label", "answer"))
        k = payload.get("k", payload.get("k_hop", ""))
        problem = _problem(sentences, question, label, given, k)
        if problem:
            return BadRow(row.id, row.file, row.line, problem)
        gold = _gold(label) if label else None
        if label and gold is None:
            return BadRow(row.id, row.file, row.line, f"label {label[:40]!r} is not one of {', '.join(LABELS)}")
        try:
            story = english.read(sentences, [question], file=row.file)
        except ParseError as error:
            return BadRow(row.id, row.file, row.line, f"{error.message}: {error.context.splitlines()[0].strip()}", unread=True)
        if not story.questions:
            return BadRow(row.id, row.file, row.line, f"not a question: {question[:80]!r}", unread=True)
        story, defects = _without_self_relations(english.in_the_plane(story))
        if options.get("reading") == "convention":
            story = _by_convention(story, _inverted_wordings(release))
        group = str(k) or _k_of_file(row.file)
        # Made anew field by field: `replace` takes as long as reading a sentence.
        story = Story(story.entities, story.statements, story.questions, story.text, _SETTINGS, row.file, story.unread)
        groups = (group,) if group else ()
        return Item(row.id, story, story.questions[0], gold, groups, defects, given, row.file, row.line)

    def native(self, item: Item, answer: Answer) -> Value | None:
        """Return one of the nine labels, or None where the answer determines none."""
        if isinstance(answer.value, frozenset) and answer.status != "ambiguous":
            return _NAMES.get(answer.value)
        return None

    def extract(self, item: Item, text: str) -> Reading:
        """Read one of the nine labels from a model's answer."""
        label = text.strip().lower()
        if label in LABELS:
            return Reading(label, "label")
        head, tail = (item.story.entities[index] for index in item.question.args[:2])
        reading = read_directions(text, head, tail, item.story.entities)
        return replace(reading, value=_NAMES.get(reading.value)) if isinstance(reading.value, frozenset) else reading

    def labels(self, value: Value) -> frozenset[str]:
        """Return the relations that a native label stands for."""
        return LABELS[str(value)]

    def rewrite(self, path: Path, target: Path, labels: Mapping[str, Value | None], options: Options) -> None:
        """Copy a file with other labels: id -> new label, or None to leave the row out."""
        if path.suffix == ".txt":
            relabel(path, target, labels)
        elif path.suffix in SUFFIXES:
            edits = {int(key.rpartition(":")[2]): partial(_relabelled, value) for key, value in labels.items()}
            edited_rows(path, target, edits)
        else:
            kept: dict[str, Any] = {}
            for row in json_object(path):
                if isinstance(row, Row) and labels.get(row.id, "") is not None:
                    kept[row.id.removeprefix(f"{path}:")] = (
                        {**row.payload, "label": labels[row.id]} if row.id in labels else row.payload
                    )
            target.write_text(json.dumps(kept, ensure_ascii=False), encoding="utf-8")


def _relabelled(value: Value | None, row: dict[str, Any]) -> dict[str, Any] | None:
    return None if value is None else {**row, "label": value}


def _problem(sentences: object, question: object, label: object, given: object, k: object) -> str:
    """Return what is wrong with the types of a row's fields, or an empty string."""
    if not isinstance(sentences, (list, tuple)) or not all(isinstance(sentence, str) for sentence in sentences):
        return "story is missing or not a list of sentences"
    if not isinstance(question, str) or not question.strip():
        return "question is missing or not a text"
    if label is not None and not isinstance(label, str):
        return "label is not a text"
    if given is not None and not isinstance(given, str):
        return "answer is not a text"
    if isinstance(k, bool) or not isinstance(k, (int, str)):
        return "k is not a number"
    return ""


@cache
def _gold(label: str) -> str | None:
    if label in LABELS:
        return label
    labels = bare_directions(label)
    return None if labels is None else _NAMES.get(labels)


def _without_self_relations(story: Story) -> tuple[Story, str]:
    """Drop statements that relate an agent to itself, and say so.

    One template of 2024 lost its second agent ("X is diagonally left and above X"): the sentence is at fault, not the
    reader, and nothing can be concluded from it.
    """
    broken = [statement for statement in story.statements if statement.args[0] == statement.args[1]]
    if not broken:
        return story, ""
    defects = "; ".join(
        dict.fromkeys(
            f"relates {story.entities[statement.args[0]]} to itself: {story.quote(statement.id)}" for statement in broken
        )
    )
    kept = [statement for statement in story.statements if statement not in broken]
    renumbered = tuple(replace(statement, id=index) for index, statement in enumerate(kept))
    return replace(story, statements=renumbered), defects


def _by_convention(story: Story, inverted: frozenset[str]) -> Story:
    def turned(statement: Statement) -> Statement:
        start, end = statement.span
        if english.wording(story.text[start:end])[0] in inverted:
            return replace(statement, relation=Relation.of(relations.converse(statement.relation)))
        return statement

    return replace(story, statements=tuple(turned(statement) for statement in story.statements))
