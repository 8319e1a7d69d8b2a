"""RoomSpace: where one piece of furniture may stand, seen from another, in rooms described on a plan or from the door.

A find-relation question (``--question fr``) asks for all of nine relations that the text leaves possible, a yes/no question
(``yn``) whether one of them is possible. Neither grid nor mode is in a text: ``--mode`` chooses between the published checker
(``code``), the definitions of the paper (``paper``) and a room without a grid (``real``), and ``--grid WxL`` overrides the
grid of the file. ``--view north`` takes the descriptions from the southern door, with "front-right" and the like in the answers.
``--distances 2`` or ``3`` says how many classes of distance a text tells apart where the row has no setting.

Labels are those of the mode and grid that they were made with: in mode ``paper`` there are some only in a file of cases, in mode
``real`` nowhere, and under a grid of one's own there are none. Ids are the rows' own in a cases file, else
``<path>:<example_id>:<setting>``. See `qsr.datasets.roomspace_files` for the forms of files.

Source: Li, Hogg and Cohn, "Reframing Spatial Reasoning Evaluation in Language Models", IJCAI 2024.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from qsr.datasets.extraction import read_yes_no
from qsr.datasets.protocol import BadRow, Item, Options, Reading, Row
from qsr.datasets.roomspace_answers import read_directions
from qsr.datasets.roomspace_files import payloads
from qsr.errors import DatasetError, ParseError
from qsr.language import roomspace as language
from qsr.language.roomspace import DIRECTIONS, VIEWS, answer_word
from qsr.story import Answer, Question, Statement, Story, Value

__all__ = ["RoomSpace"]

_GRID: Final = re.compile(r"[1-9]\d{0,3}x[1-9]\d{0,3}")
#: Answers in either vocabulary, and the codes themselves -> code.
_CODES: Final = {answer_word(code, view): code for view in VIEWS for code in DIRECTIONS} | {code: code for code in DIRECTIONS}
_FAMILIES: Final = (frozenset(DIRECTIONS), frozenset({"TPP", "NTPP"}), frozenset({"CL2", "FR2", "CL3", "MD3", "FR3"}))
#: A fact of the published files that says of a thing that it is in the room.
_IN_ROOM: Final = "INR"


class RoomSpace:
    """Reader of RoomSpace's files; see the module."""

    name = "roomspace"
    licence = "not known here"
    reference = "Li, Hogg and Cohn, IJCAI 2024 (Text, Logic, parquet and columns: unverified on published data)"
    theory = "room"
    #: Name of an option -> its values, the default first; any text where there are none.
    options: Final[Mapping[str, tuple[str, ...]]] = {
        "mode": ("code", "paper", "real"),
        "grid": (),
        "view": VIEWS,
        "question": ("fr", "yn"),
        "distances": ("row", "2", "3"),
    }

    def rows(self, path: Path, options: Options) -> Iterator[Row | BadRow]:
        """Stream the rows of a `.jsonl`, `.json` or `.parquet` file, an item each."""
        filled = {key: values[0] for key, values in self.options.items() if values} | dict(options)
        if "grid" in options and not _GRID.fullmatch(options["grid"]):
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
        label = content.get("gold") if content["grid"] in (None, grid) else None
        try:
            story = _from_facts(content, settings) if "facts" in content else _from_text(content, options, settings, row.file)
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
            _conflicts(story, content.get("stated") or ()),
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
            reading = read_directions(text, head, tail)
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
        return frozenset(_CODES[word] for word in value) if isinstance(value, frozenset) else frozenset({str(value).lower()})


# ---------------------------------------------------------------- rows


def _problem(content: Mapping[str, Any], options: Options) -> str:
    """Return what is wrong with the types of a row's fields, or an empty string."""
    grid, label, setting = content["grid"], content.get("gold"), content["setting"]
    if setting is not None and not isinstance(setting, str):
        return "setting is not a text"
    if grid is None and "grid" not in options:
        return "neither the row nor the file's name says how large the grid is; --grid WxL does"
    if grid is not None and not (isinstance(grid, str) and _GRID.fullmatch(grid)):
        return "grid is not two whole numbers"
    if label is not None and not (isinstance(label, str) or (isinstance(label, list) and all(isinstance(x, str) for x in label))):
        return "the label is neither a list of relations nor a text"
    symbolic = "facts" in content
    facts = content["facts"] if symbolic else content.get("stated") or []
    if not isinstance(facts, list) or not all(map(_is_fact, facts)):
        return "facts are not lists of three texts"
    if symbolic:
        return ""
    for name in ("text", "question"):
        if not isinstance(content[name], str) or not content[name].strip():
            return f"the row has no {'story' if name == 'text' else 'question'} for this view"
    return ""


def _is_fact(fact: object) -> bool:
    return isinstance(fact, (list, tuple)) and len(fact) == 3 and all(isinstance(part, str) for part in fact)


def _from_text(content: Mapping[str, Any], options: Options, settings: tuple[tuple[str, str], ...], file: str) -> Story:
    chosen = options.get("distances", "row")
    setting = (content["setting"] or "").split("+")
    classes = int(chosen) if chosen != "row" else 3 if "D3" in setting else 2 if "D2" in setting else None
    return language.read(content["text"], content["question"], distances=classes, settings=settings, file=file)


def _from_facts(content: Mapping[str, Any], settings: tuple[tuple[str, str], ...]) -> Story:
    """Return the story of a Logic/ row, whose facts are ``[thing, code, thing or "room"]``."""
    names = list(dict.fromkeys(name for name, code, _ in content["facts"] if code == _IN_ROOM))
    place = {name: index for index, name in enumerate(names)}
    query = content["query"]
    try:
        head, *relation, tail = query[0]
        pair = (place[head], place[tail])
        said = [
            (code, (place[one],) if other == "room" else (place[one], place[other]))
            for one, code, other in content["facts"]
            if code != _IN_ROOM
        ]
        candidates = (_CODES[relation[0]],) if relation else DIRECTIONS
    except (KeyError, IndexError, TypeError, ValueError) as error:
        raise ParseError(f"the facts or the query name what is not in the room: {error}") from error
    statements = tuple(Statement(index, code, args) for index, (code, args) in enumerate(said))
    question = Question(0, "yes_no" if relation else "relation", pair, candidates)
    return Story(tuple(names), statements, (question,), "", settings)


def _gold(label: list[str] | str | None, question: Question, view: str) -> Value | None:
    """Return a label in the words of the view; raise KeyError for a word that is none.

    A list of relations answers a yes/no question too: what it lacks is not possible.
    """
    if label is None:
        return None
    if question.form == "yes_no":
        if isinstance(label, list):
            return "Yes" if question.candidates[0] in {_CODES[word] for word in label} else "No"
        return {"yes": "Yes", "no": "No"}[label.strip().lower()]
    words = label if isinstance(label, list) else [word for word in re.split(r"\s*[,;]\s*", label.strip("[] ")) if word]
    return frozenset(answer_word(_CODES[word.strip("'\" ")], view) for word in words)


def _conflicts(story: Story, facts: Any) -> str:
    """Return where a text and the facts it was made from differ; the text is what is answered."""

    def family(code: str) -> int:
        return next((number for number, codes in enumerate(_FAMILIES) if code in codes), len(_FAMILIES))

    stated = {(one, "" if other == "room" else other, family(code)): code for one, code, other in facts if code != _IN_ROOM}
    found = []
    for statement in story.statements:
        names = [story.entities[index] for index in statement.args]
        code = stated.get((names[0], names[1] if len(names) > 1 else "", family(statement.relation)))
        if stated and code != statement.relation:
            found.append(f"{' and '.join(names)}: the text says {statement.relation}, the facts {code or 'nothing'}")
    return "; ".join(found)
