"""SpaRP: which of 16 (PS1) or 5 (PS2, PS3, PS4) relations hold of two things, after a path of sentences.

Rows of property set PS1 have contexts of SpaRTUN, those of PS2, PS3 and PS4 contexts of StepGame, answered anew under other
meanings of the same words. Files: one JSON object a line, a table of such rows, a JSON list of rows, or a JSON
object of splits (name -> list). Ids are ``<context_id>:<question_id>``, or ``<path>:<number>`` where a row has none; `Item.line`
is the line, or the row's number in the file where rows are no lines.

Source: Rizvi, Zhu and Gurevych, "SpaRC and SpaRP", Findings of ACL 2024. The reader follows the published schema; no
published file was at hand to try it on, and `qsr datasets` says so.

What is read is the text: the context as SpaRTUN's English or else as general English, and the question. Targets, scores,
reasoning and the symbolic fields are left behind when a row becomes an item, so a fault in the symbolic fields, whose JSON is
not always JSON, stops nothing. A row does not name its property set. It is taken from the option ``--property-set``, else
from the words of ``spatial_types`` and ``reasoning_types``, from "PS1" to "PS4" as a word of the file's path, from
``source_data`` (SpaRTUN is PS1), and from 16 target choices (PS1). Where none of these tells, the item has no property set, and
a theory has to be named.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

from qsr import relations
from qsr.datasets.forms.json_rows import json_lines, loose
from qsr.datasets.forms.row_files import SUFFIXES, Lists, edited_rows, file_rows
from qsr.datasets.protocol import BadRow, Item, Options, Reading, Row
from qsr.datasets.spartun.dataset import Spartun
from qsr.datasets.stepgame.dataset import StepGame
from qsr.errors import DatasetError, ParseError
from qsr.language import english
from qsr.language.shapes import sentences
from qsr.settings import PROPERTY_SETS
from qsr.story import Answer, Value

__all__ = ["Sparp", "choices_of"]

#: The property sets of the plane, and their labels; PS1 has all sixteen.
_OF_PLANE: Final = ("PS2", "PS3", "PS4")
_PLANE: Final = ("left", "right", "above", "below", relations.OVERLAPPING)
#: Property -> how a row may write it, in full or as the paper's initials.
_PROPERTIES: Final[dict[tuple[str, str], re.Pattern[str]]] = {
    ("objects", "extended"): re.compile(r"\bextended\b|\beo\b"),
    ("objects", "points"): re.compile(r"\bpoints?\b|\bpo\b"),
    ("relations", "incomplete"): re.compile(r"\bincomplete\b|\bri\b"),
    ("relations", "complete"): re.compile(r"\bcomplete\b|\brc\b"),
    ("quantities", "unspecified"): re.compile(r"\bunspecified\b|\bunquantified\b|\bqu\b"),
    ("quantities", "specified"): re.compile(r"\bspecified\b|\bquantified\b|\bqs\b"),
}
_SET_NAME: Final = re.compile(r"(?<![a-z0-9])ps ?-?([1-4])(?![a-z0-9])")
#: "the A": StepGame says "the agent A", and a letter alone is a name that takes no article.
_ARTICLE_OF_LETTER: Final = re.compile(r"\bthe (?=[A-Z]\b)", re.IGNORECASE)
_READ: Final = ("context", "question", "target_choices", "targets", "target_scores", "num_hop", "source_data")
_TYPES: Final = ("spatial_types", "reasoning_types")
_SPARTUN: Final = Spartun()
_STEPGAME: Final = StepGame()


class Sparp:
    """Reader of SpaRP's rows; see the module for the format."""

    name = "sparp"
    licence = "not known here"
    reference = "Rizvi, Zhu and Gurevych, Findings of ACL 2024 (reader unverified on published data)"
    theory = "paper"
    numbers = "hops"
    #: Name of an option -> its values, the default first.
    options: Final[Mapping[str, tuple[str, ...]]] = {
        "property-set": ("row", *PROPERTY_SETS),
        "reading": StepGame.options["reading"],
        "extraction": ("labels", "paper"),
    }
    about: Final = {
        "property-set": "what the labels mean: the row's own set, or this one",
        "reading": StepGame.about["reading"],
        "extraction": "read a model's text as labels, or as the paper's evaluation did, faults included",
    }

    def rows(self, path: Path, options: Options) -> Iterator[Row | BadRow]:
        """Yield the rows of a `.json` or `.jsonl` file or of a table, each with the fields that are read and nothing else."""
        seen: set[str] = set()
        for row in file_rows(path, _lists_of(path)):
            if isinstance(row, BadRow):
                yield row
                continue
            if not isinstance(row.payload, Mapping):
                yield BadRow(row.id, row.file, row.line, "expected an object with context, question and targets")
                continue
            identity = _identity(row)
            if identity in seen:
                yield BadRow(identity, row.file, row.line, "the context_id and question_id stand twice in the file")
                continue
            seen.add(identity)
            yield Row(identity, row.file, row.line, {key: row.payload.get(key) for key in (*_READ, *_TYPES)})

    def item(self, row: Row, options: Options) -> Item | BadRow:
        """Read one row; the targets go into the item and never into the story."""
        payload = {key: row.payload.get(key) for key in (*_READ, *_TYPES)}
        context, question, hops = payload["context"], payload["question"], payload["num_hop"]
        choices = _labels(payload["target_choices"])
        for fault, message in (
            (not isinstance(context, str) or not context.strip(), "context is missing or not a text"),
            (not isinstance(question, str) or not question.strip(), "question is missing or not a text"),
            (isinstance(choices, str), f"target_choices: {choices}"),
            (isinstance(hops, bool) or (hops and not isinstance(hops, (int, str))), "num_hop is not a number"),
        ):
            if fault:
                return BadRow(row.id, row.file, row.line, message)
        property_set = _property_set(payload, choices, row.file, options)
        choices = tuple(choices or ()) or choices_of(property_set)
        gold, defect = _gold(payload["targets"], payload["target_scores"], choices)
        if isinstance(gold, str):
            return BadRow(row.id, row.file, row.line, gold)
        plane = property_set in _OF_PLANE or (not property_set and set(choices) <= set(_PLANE))
        found = (_in_the_plane if plane else _in_space)(row, context, _ARTICLE_OF_LETTER.sub("", question), options)
        groups = (str(hops),) if isinstance(hops, int) or hops else ()
        if isinstance(found, BadRow):
            return replace(found, gold=gold, groups=groups, label_set=choices)
        if found.question.form != "relation":
            return BadRow(row.id, row.file, row.line, f"not a question for a relation: {question[:80]!r}", unread=True)
        asked = replace(found.question, candidates=choices)
        questions = tuple(asked if one is found.question else one for one in found.story.questions)
        return replace(
            found,
            story=replace(found.story, questions=questions, settings=PROPERTY_SETS.get(property_set, ())),
            question=asked,
            gold=gold,
            groups=groups,
            defective="; ".join(filter(None, (found.defective, defect))),
            label_set=choices,
            extraction=options.get("extraction", ""),
        )

    def native(self, item: Item, answer: Answer) -> Value | None:
        """Return the set of labels that the text entails, which may be empty; None where the theory gives no answer."""
        return answer.value if isinstance(answer.value, frozenset) else None

    def extract(self, item: Item, text: str) -> Reading:
        """Read a set of labels from a model's answer; ``--extraction paper`` does it as the paper's evaluation did."""
        if item.extraction == "paper":
            from qsr.datasets.sparp.published import paper_labels

            return Reading(paper_labels(text, item.label_set), "paper")
        from qsr.datasets.free_text.label_lists import read_labels

        head, tail = (item.story.entities[index] for index in item.question.args)
        return read_labels(text, head, tail, item.label_set, item.story.entities)

    def labels(self, value: Value) -> frozenset[str]:
        """Return the relations that a native value stands for: itself."""
        return frozenset(value) if isinstance(value, frozenset) else frozenset({str(value)})

    def rewrite(self, path: Path, target: Path, labels: Mapping[str, Value | None], options: Options) -> None:
        """Copy a file with other targets and scores, every other field as it was: id -> new value, or None to leave out.

        Raise DatasetError, and write nothing, for an id that the file does not have.
        """
        unknown = sorted(labels.keys() - {row.id for row in self.rows(path, {})})
        if unknown:
            raise DatasetError(f"{path}: has no row {unknown[0]!r}")
        named = (row for row in self.rows(path, {}) if isinstance(row, Row) and row.id in labels)
        edits = {row.line: partial(_relabelled, value=labels[row.id]) for row in named}
        edited_rows(path, target, edits, _lists_of(path))


def choices_of(property_set: str) -> tuple[str, ...]:
    """Return the labels of a property set in the order in which the paper's prompts have them; all where it is not known."""
    return _PLANE if property_set in _OF_PLANE else relations.LABELS


# ---------------------------------------------------------------- files


def _is_lines(path: Path) -> bool:
    """Tell whether a `.json` has a row a line: its first line is a row by itself."""
    if path.suffix != ".json":
        raise DatasetError(f"{path}: a SpaRP file ends in .json, .jsonl, .csv, .tsv or .parquet")
    first = next(json_lines(path), None)
    return isinstance(first, Row) and isinstance(first.payload, Mapping) and "context" in first.payload


def _lists(path: Path, document: Any) -> list[list[Any]]:
    """Return the lists of rows in a document: itself, or its splits in the order of the file."""
    if isinstance(document, Mapping) and "context" not in document:
        splits = [rows for rows in document.values() if isinstance(rows, list)]
        if splits:
            return splits
    if isinstance(document, list):
        return [document]
    raise DatasetError(f"{path}: expected a list of rows, an object of splits, or a row a line")


def _lists_of(path: Path) -> Lists | None:
    """Return what finds the rows of a document, None for a file that has a row a line or is a table."""
    return None if path.suffix in SUFFIXES or _is_lines(path) else _lists


def _identity(row: Row) -> str:
    context, question = (row.payload.get(key) for key in ("context_id", "question_id"))
    named = all(isinstance(key, (str, int)) and not isinstance(key, bool) and key != "" for key in (context, question))
    return f"{context}:{question}" if named else row.id


def _relabelled(row: dict[str, Any], value: Value | None) -> dict[str, Any] | None:
    if not isinstance(value, frozenset):
        return None
    choices = _labels(row.get("target_choices")) or tuple(sorted(value))
    targets = [label for label in choices if label in value]
    scores = loose(row.get("target_scores"))
    if isinstance(scores, Mapping):
        scores = {name: int(_label(name) in value) for name in scores}
    elif scores is not None:
        scores = [int(label in value) for label in choices]
    return {**row, "targets": targets, "target_scores": scores}


# ---------------------------------------------------------------- fields


def _label(name: object) -> str:
    """Return a label in the words of `qsr.relations`; the paper's Table 1 prints "front" for "in front"."""
    plain = " ".join(str(name).lower().split())
    return "in front" if plain == "front" else plain


def _labels(field: object) -> tuple[str, ...] | str | None:
    """Return the labels of a field, None where it is missing, or what is wrong with it."""
    field = loose(field)
    if field in (None, "", {}):
        return None
    if not isinstance(field, (list, tuple)) or not all(isinstance(name, str) for name in field):
        return "expected a list of labels"
    labels = tuple(dict.fromkeys(map(_label, field)))
    strange = [label for label in labels if label not in relations.LABELS]
    return f"{strange[0][:40]!r} is not one of {', '.join(relations.LABELS)}" if strange else labels


def _gold(targets: object, scores: object, choices: tuple[str, ...]) -> tuple[frozenset[str] | str | None, str]:
    """Return the set of targets, or what is wrong, and in what the scores say otherwise.

    An empty list of targets is an answer. Scores alone serve where there are no targets.
    """
    listed, scores = _labels(targets), loose(scores)
    if isinstance(listed, str):
        return f"targets: {listed}", ""
    if isinstance(scores, Mapping):
        pairs = [(_label(name), score) for name, score in scores.items()]
    elif isinstance(scores, (list, tuple)):
        if scores and len(scores) != len(choices):
            return f"target_scores: {len(scores)} scores for {len(choices)} target_choices", ""
        pairs = list(zip(choices, scores, strict=False))
    elif scores is None or scores == "":
        pairs = []
    else:
        return "target_scores: expected a list of 0 and 1, or an object of them", ""
    if any(score not in (0, 1) for _, score in pairs):
        return "target_scores: expected 0 or 1 for each choice", ""
    scored = frozenset(label for label, score in pairs if score)
    strange = sorted({*(listed or ()), *scored} - set(choices))
    if strange:
        return f"the target {strange[0][:40]!r} is not among target_choices", ""
    if listed is None:
        return (scored if pairs else None), ""
    gold = frozenset(listed)
    return gold, "targets and target_scores name different labels" if pairs and scored != gold else ""


def _property_set(payload: Mapping[str, Any], choices: object, file: str, options: Options) -> str:
    """Return the property set of a row, or an empty string where nothing tells; see the module for what may."""
    chosen = options.get("property-set", "row")
    if chosen != "row":
        return chosen
    types = " ".join(str(loose(payload[key])).lower() for key in _TYPES).translate(str.maketrans("-_", "  "))
    stated = tuple(prop for prop, pattern in _PROPERTIES.items() if pattern.search(types))
    named = [name for name in PROPERTY_SETS if PROPERTY_SETS[name] == stated]
    named += [f"PS{number}" for number in _SET_NAME.findall(types)] or _named_in(file)
    if not named and ("spartun" in str(payload["source_data"]).lower() or len(choices or ()) == len(relations.LABELS)):  # type: ignore[arg-type]
        return "PS1"
    return named[0] if named else ""


@cache
def _named_in(file: str) -> list[str]:
    # The name of the file itself before those of its folders.
    return [f"PS{number}" for part in reversed(Path(file.lower()).parts) for number in _SET_NAME.findall(part.replace("_", " "))]


# ---------------------------------------------------------------- text


def _in_the_plane(row: Row, context: str, question: str, options: Options) -> Item | BadRow:
    """Read a context of StepGame as that data set does, where the front of the room is its upper edge."""
    payload = {"story": _split(context), "question": question}
    return _STEPGAME.item(Row(row.id, row.file, row.line, payload), {"reading": options.get("reading", "literal")})


def _in_space(row: Row, context: str, question: str, options: Options) -> Item | BadRow:
    """Read a context of SpaRTUN, or one in general English, by the one that understands it.

    SpaRTUN's reader comes first: it refuses whatever is not SpaRTUN's, where general English might misread a story of boxes.
    """
    payload = {"story": [context], "objects_info": None, "q_type": "FR", "question": question, "answer": None, "options": ()}
    item = _SPARTUN.item(Row(row.id, row.file, row.line, payload), {})
    if isinstance(item, Item):
        return item
    try:
        story = english.read(_split(context), [question], file=row.file)
    except ParseError as error:
        message = f"neither SpaRTUN's English ({item.error}) nor general English ({error.message}"
        return BadRow(row.id, row.file, row.line, f"{message}: {error.context.splitlines()[0].strip()})", unread=True)
    if not story.questions:
        return BadRow(row.id, row.file, row.line, f"not a question: {question[:80]!r}", unread=True)
    return Item(row.id, story, story.questions[0], file=row.file, line=row.line)


def _split(context: str) -> list[str]:
    return [context[start:end] for start, end in sentences(context)]
