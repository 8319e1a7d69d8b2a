"""SpaCE 2024: five tasks on spatial language in Chinese, each item a text, a question with a blank and options A to D.

A row is a JSON line, or a row of a table, with ``qid`` (``<task>-<split>-<s|m>-<number>``, s for one letter and m
for several), ``text``, ``question``, ``option`` and ``answer``. Position reasoning (SPR) is read as seats or headings and
answered by the theory; what is not understood, and the four other tasks, which need the understanding of free text, are not
covered. An answer is the tuple of letters that hold in every layout: empty where none does (``undetermined``) and where the text
contradicts itself (``contradictory``).

Options of the reader: ``--repair`` also answers contradictory items after the least repair of their conditions, scored apart;
``--strict`` takes answers in the published form only; ``--baseline majority:FILE`` or ``nearest`` guesses instead of solving
(see `qsr.datasets.space2024.baselines`), with the status ``baseline``.

Groups: the task, single, multi, and for items that are read the layout, how many conditions the text states, how many names it
has and whether there is a compass, after section 6 of the paper.

Source: "Overview of CCL24-Eval Task 3: The 4th Evaluation on Spatial Semantic Understanding (SpaCE2024)", CCL 2024.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from qsr.datasets.forms.row_files import edited_rows, file_rows
from qsr.datasets.hooks import Finding
from qsr.datasets.protocol import SWITCH, BadRow, Item, Options, Reading, Row
from qsr.datasets.space2024 import asked
from qsr.datasets.space2024.answer_files import read_raw
from qsr.datasets.space2024.answers import is_none_of_them, read_answer
from qsr.datasets.space2024.audit import CLASSES, audit_options
from qsr.datasets.space2024.baselines import Majority, nearest
from qsr.datasets.space2024.faults import repaired
from qsr.errors import DatasetError, ParseError
from qsr.inputs import readable
from qsr.seats import Layout
from qsr.story import Answer, Question, Story, Value
from qsr.theories.headings.text import reader as headings
from qsr.theories.protocol import Limits, Session
from qsr.theories.seating.text import chinese, english
from qsr.theories.seating.text.building import option_text

__all__ = ["TASKS", "Space2024"]

#: First digit of a qid -> task: RSR names what an expression of place refers to, ISR picks out information, DSA finds what is
#: odd, SPR reasons about positions, RSE tells whether wordings mean the same.
TASKS: Final[dict[str, str]] = {"1": "RSR", "2": "ISR", "3": "DSA", "4": "SPR", "5": "RSE"}
_KINDS: Final = {"s": "single", "m": "multi"}
_QID: Final = re.compile(r"(?P<task>[1-5])-(?P<split>[^\s-]+)-(?P<kind>[sm])-(?P<number>\S+)")
_CHINESE: Final = re.compile(r"[㐀-鿿]")
_STATUS: Final = {"inconsistent": "contradictory", "not_covered": "not_covered", "unknown": "unknown"}
_MAJORITY: Final = "majority:"


class Space2024:
    """Reader of SpaCE 2024's files; see the module."""

    name = "space2024"
    licence = "research only, no commercial use"
    reference = "SpaCE 2024, CCL24-Eval Task 3 (github 2030NLP/SpaCE2024)"
    theory = "auto"
    published = "letters"
    classes = CLASSES
    #: Name of an option -> its values, the default first; any text where there are none.
    options: Final[Mapping[str, tuple[str, ...]]] = {"repair": SWITCH, "strict": SWITCH, "baseline": ()}
    about: Final = {
        "repair": "answer contradictory items after their least repair, too, scored apart",
        "strict": "take answers of models in the published form only",
        "baseline": "guess in the tasks that are not solved: nearest, or majority:FILE, learned from labels",
    }

    answers = staticmethod(read_raw)
    asked = staticmethod(asked.asked)

    def rows(self, path: Path, options: Options) -> Iterator[Row | BadRow]:
        """Stream the rows; raise DatasetError for a baseline that there is not, or one learned from this very file."""
        training = _training_file(options.get("baseline", ""))
        if training is not None:
            _learned(str(training))
            if path.samefile(training):
                raise DatasetError(f"{path}: the baseline would be learned from the file that it answers")
        return _checked(path)

    def item(self, row: Row, options: Options) -> Item | BadRow:
        """Read one row; its label goes into the item and never into the story."""
        content = row.payload
        qid = _QID.fullmatch(content["qid"])
        if qid is None:
            raise ValueError(f"not a row of this reader: {row.id}")
        choices = {letter: option_text(text) for letter, text in content["option"].items()}
        task, kind = TASKS[qid["task"]], _KINDS[qid["kind"]]
        gold = tuple(letter for letter in choices if letter in content["answer"]) if content.get("answer") else None
        solved = task == "SPR" and not options.get("baseline")
        story = _read(content, row.file) if solved else _unread(content, row.file, _REASONS[task])
        return Item(
            row.id,
            story,
            story.questions[-1],
            gold,
            (task, kind, *_section_6(story)),
            file=row.file,
            line=row.line,
            extraction="strict" if options.get("strict") == "yes" else "",
            choices=tuple(choices.items()),
        )

    def native(self, item: Item, answer: Answer) -> Value | None:
        """Return the letters that hold in every layout, none where the text contradicts itself; None where not covered."""
        if answer.status in ("not_covered", "unknown"):
            return None
        if answer.status == "inconsistent":
            return ()
        held = answer.value if isinstance(answer.value, (tuple, frozenset)) else ()
        return tuple(letter for letter, _ in item.choices if letter in held)

    def status(self, item: Item, answer: Answer) -> str:
        """Return ok, undetermined, contradictory or not_covered, or unknown where a limit came first."""
        return _STATUS.get(answer.status) or ("ok" if self.native(item, answer) else "undetermined")

    def repairs(self, item: Item, options: Options, limits: Limits) -> Sequence[tuple[tuple[str, ...], Story]] | None:
        """Return the least repairs where ``--repair`` asks for them; see `qsr.datasets.space2024.faults`."""
        return repaired(item.story, limits) if options["repair"] == "yes" else None

    def audit(
        self, session: Session, row: Row, item: Item, answer: Answer, limits: Limits, settings: Mapping[str, str]
    ) -> Finding | None:
        """Return what is wrong with a label; see `qsr.datasets.space2024.audit`."""
        return audit_options(self, session, item, answer)

    def key(self, identity: str) -> str:
        """Return an id as it is."""
        return identity

    def read_answer(self, item: Item, answer: Any) -> Reading:
        """Read an answer of any JSON type; see `qsr.datasets.space2024.answers`."""
        return read_answer(answer, dict(item.choices), strict=item.extraction == "strict")

    def extract(self, item: Item, text: str) -> Reading:
        """Read a model's free-form answer."""
        return self.read_answer(item, text)

    def baseline(self, options: Options) -> str:
        """Return the chosen baseline."""
        return options.get("baseline", "")

    def guess(self, item: Item, options: Options) -> Value | None:
        """Return what the chosen baseline answers."""
        name = self.baseline(options)
        training = _training_file(name)
        if training is None:
            return nearest(item.story.text, item.question.text, item.choices, is_none_of_them)
        task, kind = item.groups[:2]
        return _learned(str(training)).answer(task, kind, [letter for letter, _ in item.choices])

    def labels(self, value: Value) -> frozenset[str]:
        """Return the letters of an answer."""
        return frozenset(value) if isinstance(value, (tuple, frozenset)) else frozenset()

    def rewrite(self, path: Path, target: Path, labels: Mapping[str, Value | None], options: Options) -> None:
        """Copy a file with other labels; lines whose label stays keep their bytes."""

        def changed(row: dict[str, Any]) -> dict[str, Any] | None:
            label = labels[row["qid"]]
            return None if label is None else {**row, "answer": sorted(self.labels(label))}

        named = (row for row in _checked(path) if isinstance(row, Row) and row.id in labels)
        edited_rows(path, target, {row.line: changed for row in named})


# ---------------------------------------------------------------- rows


def _checked(path: Path) -> Iterator[Row | BadRow]:
    seen: set[str] = set()
    for row in file_rows(path):
        if isinstance(row, BadRow):
            yield row
            continue
        problem = _problem(row.payload)
        if not problem and row.payload["qid"] in seen:
            problem = f"the qid {row.payload['qid']} stands twice in the file"
        if problem:
            yield BadRow(row.id, row.file, row.line, problem)
            continue
        qid = row.payload["qid"]
        seen.add(qid)
        yield Row(qid, row.file, row.line, row.payload)


def _problem(content: Any) -> str:
    """Return what is wrong with a row as data, or an empty string."""
    if not isinstance(content, dict):
        return "not an object with qid, text, question and option"
    qid = content.get("qid")
    if not isinstance(qid, str) or not _QID.fullmatch(qid):
        found = "which the row does not have" if qid is None else f"not {str(qid)[:40]!r}"
        return f"qid: expected <task 1 to 5>-<split>-<s or m>-<number>, {found}"
    for name in ("text", "question"):
        if not isinstance(content.get(name), str) or not content[name].strip():
            return f"{name}: expected a text"
    options = content.get("option")
    if not isinstance(options, dict) or not options:
        return "option: expected an object of letters and texts"
    for letter, text in options.items():
        if not re.fullmatch("[A-Z]", letter):
            return f"option: {letter[:20]!r} is not a capital letter"
        if isinstance(text, bool) or not isinstance(text, (str, int, float)) or not str(text).strip():
            return f"option {letter}: expected a text or a number"
    return _problem_of_label(content.get("answer"), options)


def _problem_of_label(label: Any, options: Mapping[str, Any]) -> str:
    # A file without labels may leave the field out, or empty in any way.
    if label is None or label in ("", []):
        return ""
    if not isinstance(label, list) or not all(isinstance(letter, str) and letter in options for letter in label):
        return f"answer: expected a list of the offered letters, not {json.dumps(label, ensure_ascii=False)[:40]}"
    return "answer: a letter stands twice" if len(set(label)) < len(label) else ""


# ---------------------------------------------------------------- stories

#: Task -> why nothing is read of it.
_REASONS: Final = {
    "RSR": "what an expression of place refers to is not decided by rules",
    "ISR": "spatial information in free text is not read",
    "DSA": "whether a description is odd is not decided by rules",
    "SPR": "a baseline reads no conditions",
    "RSE": "whether two wordings mean the same is not decided by rules",
}


def _read(content: Mapping[str, Any], file: str) -> Story:
    """Return the story of a problem about positions: seats, else headings, else only its text with both reasons."""
    text, question, options = content["text"], content["question"], content["option"]
    seats = chinese if _CHINESE.search(text + question) else english
    reasons = []
    for kind, read in (
        ("seats", lambda: seats.ask(seats.read(text, file=file), question, options)),
        ("headings", lambda: headings.read(text, question, options, file=file)),
    ):
        try:
            return read()
        except ParseError as error:
            shown = f": {error.text[error.start : error.end][:40]}" if error.text else ""
            reasons.append(f"as {kind}: {error.message}{shown}")
    return _unread(content, file, "; ".join(reasons))


def _unread(content: Mapping[str, Any], file: str, reason: str) -> Story:
    text = content["text"]
    question = Question(0, "options", (), tuple(content["option"]), content["question"])
    return Story((), (), (question,), text, file=file, unread=(((0, len(text)), reason),))


def _section_6(story: Story) -> tuple[str, ...]:
    """Return the groups of a problem about places that was read; a clause may say several things and is one condition."""
    layout = Layout.parse(dict(story.settings).get("layout", ""))
    if layout is None:
        return ()
    conditions = len({statement.span for statement in story.statements})
    kind = f"{layout.kind} {'x'.join(map(str, layout.counts))} {layout.view}"
    compass = "with compass" if layout.bearing is not None else "without compass"
    return (f"layout {kind}", f"{conditions} conditions", f"{len(story.entities)} names", compass)


# ---------------------------------------------------------------- baselines


def _training_file(baseline: str) -> Path | None:
    """Return the file that a baseline learns from, if it learns; raise DatasetError for a baseline that there is not."""
    if baseline.startswith(_MAJORITY) and len(baseline) > len(_MAJORITY):
        return Path(baseline.removeprefix(_MAJORITY))
    if baseline not in ("", "nearest"):
        raise DatasetError(f"--baseline: expected majority:FILE or nearest, not {baseline[:40]!r}")
    return None


@lru_cache(maxsize=4)
def _learned(file: str) -> Majority:
    with readable(file):
        rows = [row.payload for row in _checked(Path(file)) if isinstance(row, Row) and row.payload.get("answer")]
    if not rows:
        raise DatasetError(f"{file}: holds no labels to learn from")
    split = ((row["qid"].split("-"), tuple(sorted(row["answer"]))) for row in rows)
    return Majority((TASKS[qid[0]], _KINDS[qid[2]], letters) for qid, letters in split)
