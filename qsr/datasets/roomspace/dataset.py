"""RoomSpace: where one piece of furniture may stand, seen from another, in rooms described on a plan or from the door.

A find-relation question (``--question fr``) asks for all of nine relations that the text leaves possible, a yes/no question
(``yn``) whether one of them is possible. Neither grid nor mode is in a text: ``--mode`` chooses between the published checker
(``code``), the definitions of the paper (``paper``) and a room without a grid (``real``), and ``--grid WxL`` overrides the
grid of the file. ``--view north`` takes the descriptions from the southern door, with "front-right" and the like in the answers.
``--distances 2`` or ``3`` says how many classes of distance a text tells apart where the row has no setting.

Labels are those of the mode and grid that they were made with: in mode ``paper`` there are some only in a file of cases, in mode
``real`` nowhere, and under a grid of one's own there are none; ``--gold published`` compares with what the published checker
recorded all the same. Ids are the rows' own in a cases file, else
``<path>:<example_id>:<setting>``. See `qsr.datasets.roomspace.files` for the forms of files.

Source: Li, Hogg and Cohn, "Reframing Spatial Reasoning Evaluation in Language Models", IJCAI 2024.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from qsr.datasets.free_text.yes_no import read_yes_no
from qsr.datasets.hooks import Finding
from qsr.datasets.protocol import BadRow, Item, Options, Reading, Row
from qsr.datasets.roomspace.answers import read_directions
from qsr.datasets.roomspace.audit import CLASSES, audit_room
from qsr.datasets.roomspace.facts import conflicts, is_fact, stated, story_of
from qsr.datasets.roomspace.files import payloads
from qsr.datasets.roomspace.labels import CODES, codes_of, rewrite
from qsr.errors import DatasetError, ParseError
from qsr.story import Answer, Question, Story, Value
from qsr.theories.protocol import Limits, Session
from qsr.theories.room import text as language
from qsr.theories.room.domain import sides_of
from qsr.theories.room.text import DIRECTIONS, VIEWS, answer_word

__all__ = ["RoomSpace"]


class RoomSpace:
    """Reader of RoomSpace's files; see the module."""

    name = "roomspace"
    licence = "not known here"
    reference = "Li, Hogg and Cohn, IJCAI 2024 (Text, Logic, parquet and columns: unverified on published data)"
    theory = "room"
    classes = CLASSES
    #: Name of an option -> its values, the default first; any text where there are none.
    options: Final[Mapping[str, tuple[str, ...]]] = {
        "mode": ("code", "paper", "real"),
        "grid": (),
        "view": VIEWS,
        "question": ("fr", "yn"),
        "distances": ("row", "2", "3"),
        "gold": ("matching", "published"),
    }
    about: Final = {
        "mode": "what sentences mean: as the published checker has it, as the paper has it, or in a room without a grid",
        "grid": "cells of the room, such as 9x9, where the file does not say",
        "view": "how the room is told: from above, or from the southern door",
        "question": "all relations that are possible, or yes/no: is one possible?",
        "distances": "classes of distance: the row's own, two, or three",
        "gold": "compare with labels of the same mode and grid only, or with the published ones always",
    }

    def rows(self, path: Path, options: Options) -> Iterator[Row | BadRow]:
        """Stream the rows of a `.jsonl`, `.json` or `.parquet` file, an item each."""
        filled = {key: values[0] for key, values in self.options.items() if values} | dict(options)
        if "grid" in options and sides_of(options["grid"]) is None:
            raise DatasetError(f"--grid: expected two whole numbers such as 9x9, not {options['grid'][:20]!r}")
        return payloads(path, filled)

    def item(self, row: Row, options: Options) -> Item | BadRow:
        """Read one row; its label and the facts beside its text go into the item and never into the story."""
        content = row.payload
        problem = _problem(content, options)
        if problem:
            return BadRow(row.id, row.file, row.line, problem)
        grid = options.get("grid") or content["grid"]
        settings = (("grid", grid), ("mode", options.get("mode", "code")))
        view, setting = options.get("view", VIEWS[0]), content["setting"] or ""
        groups = (setting,) if setting else ()
        # A label belongs to the grid that it was computed on, where the file says which.
        kept = content["grid"] in (None, grid) or options.get("gold") == "published"
        label = content.get("gold") if kept else None
        try:
            story = story_of(content, settings, CODES) if "facts" in content else _from_text(content, options, settings, row.file)
        except ParseError as error:
            found = f"{error.message}: {error.context.splitlines()[0].strip()}" if error.text else error.message
            return BadRow(row.id, row.file, row.line, found, unread=True, groups=groups)
        question = story.questions[0]
        if (question.form == "relation") != (options.get("question", "fr") == "fr"):
            return BadRow(row.id, row.file, row.line, f"the question reads as {question.form}: {question.text[:80]}", unread=True)
        try:
            gold = _gold(label, question, view)
        except LookupError as error:
            return BadRow(row.id, row.file, row.line, f"the label {str(error)[:40]} is none of RoomSpace's")
        return Item(
            row.id,
            story,
            question,
            gold,
            (*groups, f"n={len(story.entities)}"),
            conflicts(story, content.get("stated") or ()),
            file=row.file,
            line=row.line,
            label_set=tuple(answer_word(code, view) for code in DIRECTIONS) if question.form == "relation" else (),
            extraction=view,
        )

    def native(self, item: Item, answer: Answer) -> Value | None:
        """Return what is possible in the words of the view, or ``"Yes"`` where the asked relation is; None where undecided.

        Nothing is possible in a room that contradicts itself: the empty set, or ``"No"``.
        """
        if item.question.form == "yes_no":
            if "yes" in answer.possible:
                return "Yes"
            return "No" if answer.status in ("determined", "ambiguous", "inconsistent") else None
        if answer.status not in ("determined", "ambiguous", "inconsistent"):
            return None
        return frozenset(answer_word(code, item.extraction or VIEWS[0]) for code in answer.possible)

    def extract(self, item: Item, text: str) -> Reading:
        """Read yes or no, or a set of directions in either vocabulary, from a model's answer."""
        if item.question.form == "yes_no":
            reading = read_yes_no(text)
            value: Value | None = reading.value.capitalize() if isinstance(reading.value, str) else None
        else:
            head, tail = (item.story.entities[index] for index in item.question.args)
            reading = read_directions(text, head, tail, item.story.entities)
            codes = reading.value if isinstance(reading.value, frozenset) else None
            value = None if codes is None else frozenset(answer_word(code, item.extraction or VIEWS[0]) for code in codes)
        return Reading(value, reading.rule, reading.ambiguous, reading.abstained)

    def holds(self, value: Value, native: Value) -> bool:
        """Tell whether an answer is right without being complete: at least one relation, and each of them possible.

        That is the any-of score of the paper; equality with the label is the exact-set score. The empty answer is right where
        nothing is possible.
        """
        if isinstance(value, frozenset) and isinstance(native, frozenset):
            return value <= native and bool(value) == bool(native)
        return value == native

    def labels(self, value: Value) -> frozenset[str]:
        """Return the candidates that a native answer stands for."""
        return frozenset(CODES[word] for word in value) if isinstance(value, frozenset) else frozenset({str(value).lower()})

    def word(self, item: Item, candidate: str) -> str:
        """Return a candidate in the words of the item's answers."""
        return candidate.capitalize() if item.question.form == "yes_no" else answer_word(candidate, item.extraction or VIEWS[0])

    def forms(self, row: Row, item: Item) -> dict[str, Value | None]:
        """Return the same answer from further columns of the row, by their names; None where one is none of RoomSpace's."""
        found: dict[str, Value | None] = {}
        for name, label in (row.payload.get("forms") or {}).items() if item.gold is not None else ():
            try:
                found[name] = frozenset(self.word(item, code) for code in codes_of(label))
            except (LookupError, TypeError, AttributeError):
                found[name] = None
        return found

    def stated(self, row: Row, item: Item) -> Story | None:
        """Return the item's story as the facts beside its text have it, or None where there are none or they say the same."""
        return stated(item.story, row.payload["stated"]) if item.defective else None

    def audit(
        self, session: Session, row: Row, item: Item, answer: Answer, limits: Limits, settings: Mapping[str, str]
    ) -> Finding | None:
        """Return what is wrong with a label; see `qsr.datasets.roomspace.audit`."""
        return audit_room(self, session, row, item, answer, limits, settings)

    def rewrite(self, path: Path, target: Path, labels: Mapping[str, Value | None], options: Options) -> None:
        """Copy a file with other labels where those of the options stand; see `qsr.datasets.roomspace.labels.rewrite`."""

        def asked(row: Row) -> str:
            item = self.item(row, options)
            return item.question.candidates[0] if isinstance(item, Item) else ""

        rewrite(path, target, labels, self.rows(path, options), asked)


# ---------------------------------------------------------------- rows


def _problem(content: Mapping[str, Any], options: Options) -> str:
    """Return what is wrong with the types of a row's fields, or an empty string."""
    grid, label, setting = content["grid"], content.get("gold"), content["setting"]
    if setting is not None and not isinstance(setting, str):
        return "setting is not a text"
    if grid is None and "grid" not in options:
        return "neither the row nor the file's name says how large the grid is; --grid WxL does"
    if grid is not None and not (isinstance(grid, str) and sides_of(grid)):
        return "grid is not two whole numbers"
    if label is not None and not (isinstance(label, str) or (isinstance(label, list) and all(isinstance(x, str) for x in label))):
        return "the label is neither a list of relations nor a text"
    symbolic = "facts" in content
    facts = content["facts"] if symbolic else content.get("stated") or []
    if not isinstance(facts, list) or not all(map(is_fact, facts)):
        return "facts are not lists of three texts"
    if symbolic:
        return ""
    for name in ("text", "question"):
        if not isinstance(content[name], str) or not content[name].strip():
            return f"the row has no {'story' if name == 'text' else 'question'} for this view"
    return ""


def _from_text(content: Mapping[str, Any], options: Options, settings: tuple[tuple[str, str], ...], file: str) -> Story:
    chosen = options.get("distances", "row")
    setting = (content["setting"] or "").split("+")
    classes = int(chosen) if chosen != "row" else 3 if "D3" in setting else 2 if "D2" in setting else None
    return language.read(content["text"], content["question"], distances=classes, settings=settings, file=file)


def _gold(label: list[str] | str | None, question: Question, view: str) -> Value | None:
    """Return a label in the words of the view; raise KeyError for a word that is none.

    A list of relations answers a yes/no question too: what it lacks is not possible.
    """
    if label is None:
        return None
    if question.form == "yes_no":
        if isinstance(label, list):
            return "Yes" if question.candidates[0] in {CODES[word] for word in label} else "No"
        return {"yes": "Yes", "no": "No"}[label.strip().lower()]
    return frozenset(answer_word(code, view) for code in codes_of(label))
