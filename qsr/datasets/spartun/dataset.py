"""SpaRTUN: stories of blocks and what is in them, with find-relation (FR) and yes/no (YN) questions.

A file is one JSON object; each entry of its list ``data`` has an identifier, a story of one text, and questions. The entries
may also stand one a line (`.jsonl`) or in the rows of a table (`.parquet`, `.csv`). Ids are ``<identifier>:<q_id>``. The symbolic
annotation (story_triplets, query, question_info, candidate_answers) is dropped as a row is made, so that stories are read from
their text alone. `Item.line` is the number of the story in ``data``, because the published files are one line each.

Source: Mirzaee and Kordjamshidi, "Transfer Learning with Synthetic Corpora for Spatial Role Labeling and Reasoning", EMNLP 2022.

A YN question counts over the objects of a scene, and a scene has objects that its text never mentions. ``--yn world``, the
default, takes them from ``objects_info`` where a file gives it; ``--yn text`` counts only what the text mentions, and is the one
for an audit. ``--quantifiers generator``, the default as the theory is, counts what "a box three" means as the published
answers do; ``english`` takes it at its word.

The older SpartQA (Mirzaee et al., NAACL 2021) also asks which block has something (FB) and which of two things is meant (CO), in
an open world: where the text leaves the answer open it is DK. Those forms are read from their public description; no
published file of them was at hand. ``candidate_answers`` of theirs name the options where a question does not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Final

from qsr import relations
from qsr.datasets.forms.row_files import SUFFIXES, Lists, edited_rows, file_rows
from qsr.datasets.free_text.words import any_of
from qsr.datasets.free_text.yes_no import read_yes_no
from qsr.datasets.protocol import BadRow, Item, Options, Reading, Row
from qsr.datasets.spartun import english as language
from qsr.datasets.spartun.english.words import canonical, number
from qsr.errors import DatasetError, ParseError
from qsr.story import Answer, Value

__all__ = ["LABELS", "Spartun"]

#: SpaRTUN's own labels, as its answers print them -> labels of `qsr.relations`. SpaRP prints FRONT as "in front".
LABELS: Final[dict[str, str]] = {
    **{label.upper(): label for label in (*relations.DIRECTIONS, *relations.DISTANCES) if label != "in front"},
    "FRONT": "in front",
    **{base: label for label, base in relations.RCC8.items()},
}
_NAMES: Final = {label: name for name, label in LABELS.items()}
_FORMS: Final = {"FR": "relation", "YN": "yes_no", "FB": "options", "CO": "options"}
#: What nobody can know from the text; also the group of yes/no questions that have it among their answers.
_DK: Final = "DK"
_BOTH, _NONE = "both of them", "none of them"

#: Every way of writing a label in an answer that lists labels; longer ones first, so that "inside and touching" is one.
_WRITTEN: Final = {
    **{name.lower(): name for name in LABELS},
    **{label: name for name, label in LABELS.items()},
    "in front of": "FRONT",
}
_LABEL: Final = any_of(_WRITTEN)
_ANSWER: Final = re.compile(r"\banswers?\b\W*(?:is|are|:)", re.IGNORECASE)
_UNKNOWN: Final = re.compile(
    r"\bDK\b|\b(?:do not|don't|cannot|can't|can not) (?:know|say|tell|be (?:known|determined))\b|\bunknown\b", re.IGNORECASE
)
_DENIAL: Final = re.compile(r"\b(?:not|no|none|neither|never|unless)\b|n't\b", re.IGNORECASE)


class Spartun:
    """Reader of SpaRTUN's files; see the module for the format."""

    name = "spartun"
    licence = "MIT"
    reference = "Mirzaee and Kordjamshidi, EMNLP 2022 (SpartQA's FB, CO: unverified on published data)"
    theory = "spartun"
    #: Name of an option -> its values, the default first.
    options: Final[Mapping[str, tuple[str, ...]]] = {"yn": ("world", "text"), "quantifiers": ("generator", "english")}
    about: Final = {
        "yn": "count objects that the scene has and the text never mentions, too, or only those of the text",
        "quantifiers": "what 'a box three' counts: as the published answers do, or as English",
    }

    def rows(self, path: Path, options: Options) -> Iterator[Row | BadRow]:
        """Yield a row per question: the story, the objects of the scene, the question and its label, and nothing else."""
        seen: set[str] = set()
        for row in file_rows(path, _lists_of(path)):
            if isinstance(row, BadRow):
                yield row
                continue
            place, story = row.line, row.payload
            questions = story.get("questions") if isinstance(story, Mapping) else None
            if not isinstance(questions, list) or not isinstance(story.get("identifier"), (str, int)):
                yield BadRow(f"{path}:{place}", str(path), place, "expected a story with an identifier and a list of questions")
                continue
            for question in questions:
                if not isinstance(question, Mapping) or not isinstance(question.get("q_id"), (str, int)):
                    yield BadRow(f"{story['identifier']}:?", str(path), place, "expected a question with a q_id")
                    continue
                identity = f"{story['identifier']}:{question['q_id']}"
                if identity in seen:
                    yield BadRow(identity, str(path), place, "the identifier and q_id stand twice in the file")
                    continue
                seen.add(identity)
                payload = {"story": story.get("story"), "objects_info": story.get("objects_info")}
                payload |= {key: question.get(key) for key in ("q_type", "question", "answer")}
                payload["options"] = _options(question)
                yield Row(identity, str(path), place, payload)

    def item(self, row: Row, options: Options) -> Item | BadRow:
        """Read one question with its story; the label goes into the item and never into the story."""
        payload = row.payload
        problem = _problem(payload)
        if problem:
            return BadRow(row.id, row.file, row.line, problem)
        kind, world = payload["q_type"], payload["objects_info"]
        try:
            read = _read(tuple(payload["story"]), row.file)
            extra: tuple[language.Object, ...] = ()
            if kind == "YN" and world and options.get("yn") != "text":
                try:
                    extra = _unmentioned(read, world)
                except (AttributeError, LookupError, TypeError, ValueError) as error:
                    return BadRow(
                        row.id, row.file, row.line, f"objects_info is broken: {type(error).__name__}: {str(error)[:80]}"
                    )
            listed = payload["options"] if kind == "CO" else ()
            listed = [text for text in listed if text != _DK and _joint(text) is None]
            counts = options.get("quantifiers", "generator")
            story = language.ask(read, payload["question"], extra=extra, quantifiers=counts, options=listed)
        except ParseError as error:
            return BadRow(row.id, row.file, row.line, f"{error.message}: {error.context.splitlines()[0].strip()}", unread=True)
        question = story.questions[-1]
        if question.form != _FORMS[kind]:
            return BadRow(row.id, row.file, row.line, f"q_type is {kind}, but the question reads as {question.form}", unread=True)
        gold: Value | None
        try:
            gold = _choice(payload, question.candidates) if question.form == "options" else _gold(payload["answer"], kind)
        except LookupError as error:
            return BadRow(row.id, row.file, row.line, f"answer {str(error)[:60]} is none of the options")
        groups = (kind, _DK) if kind == "YN" and _DK in payload["options"] else (kind,)
        return Item(row.id, story, question, gold, groups, file=row.file, line=row.line)

    def native(self, item: Item, answer: Answer) -> Value | None:
        """Return the answer as the benchmark writes it; None where a limit, a contradiction or the theory's cover leaves none.

        FR: the labels that are entailed. YN: ``"Yes"`` where that is entailed, else ``"No"``, or ``"DK"`` where the text leaves
        it open and the row has that among its answers. FB: the set of the blocks' names; CO: the words of one of the two,
        ``"both of them"`` or ``"none of them"``; for either ``"DK"`` where the text leaves an option open.
        """
        if answer.status not in ("determined", "ambiguous"):
            return None
        if item.question.form == "relation":
            return frozenset(_NAMES[label] for label in answer.entailed)
        left_open = answer.status == "ambiguous"
        if item.question.form == "yes_no":
            return _DK if left_open and _DK in item.groups else "Yes" if "yes" in answer.entailed else "No"
        return _DK if left_open else _chosen(answer.entailed, item.groups[0])

    def labels(self, value: Value) -> frozenset[str]:
        """Return the candidates that a native answer stands for."""
        if isinstance(value, frozenset):
            return frozenset(LABELS.get(name, name) for name in value)
        return frozenset({value.lower()}) if value in ("Yes", "No") else frozenset({str(value)})

    def rewrite(self, path: Path, target: Path, labels: Mapping[str, Value | None], options: Options) -> None:
        """Copy a file with other answers: id -> new answer, or None to leave the question out; all else stays."""
        changes = {key.removeprefix(str(path)): value for key, value in labels.items()}
        seen: set[str] = set()
        places = {row.line for row in self.rows(path, {}) if isinstance(row, Row) and row.id in changes}
        edits = dict.fromkeys(places, partial(_relabelled, changes=changes, seen=seen))
        edited_rows(path, target, edits, _lists_of(path), (",", ":"))

    def extract(self, item: Item, text: str) -> Reading:
        """Read a list of labels, SpaRTUN's or SpaRP's, or yes or no, from a model's answer.

        Labels are looked for behind the last "answer:" where there is one. A denial among them is not resolved: the reading
        is then ambiguous and has no value.
        """
        if item.question.form == "options":
            return _read_choice(item, text)
        if item.question.form == "yes_no":
            if _DK in item.groups and _UNKNOWN.search(text):
                return Reading(_DK, "unknown")
            reading = read_yes_no(text)
            value = reading.value
            return Reading(
                value.capitalize() if isinstance(value, str) else None, reading.rule, reading.ambiguous, reading.abstained
            )
        ends = [match.end() for match in _ANSWER.finditer(text)]
        part = text[ends[-1] :] if ends else text
        found = frozenset(_WRITTEN[match.group().lower()] for match in _LABEL.finditer(part))
        if _DENIAL.search(part):
            return Reading(None, "denial", ambiguous=True)
        return Reading(found, "labels") if found else Reading(None, "unreadable")


def _written_order(name: str) -> tuple[int, str]:
    return (list(LABELS).index(name) if name in LABELS else -1), name


def _lists_of(path: Path) -> Lists | None:
    """Return what finds the stories of a document, None for a file that has a story a line or is a table."""
    return None if path.suffix in SUFFIXES else _stories


def _stories(path: Path, document: Any) -> list[list[Any]]:
    stories = document.get("data") if isinstance(document, Mapping) else None
    if not isinstance(stories, list):
        raise DatasetError(f"{path}: expected a JSON object with a list 'data' of stories")
    return [stories]


def _relabelled(story: Any, changes: Mapping[str, Value | None], seen: set[str]) -> Any:
    """Return a story whose questions have other answers, or fewer questions; of an id that stands twice only the first counts."""
    kept = []
    for question in story["questions"]:
        identity = f"{story.get('identifier')}:{question.get('q_id')}" if isinstance(question, dict) else ""
        if identity in changes and identity not in seen:
            seen.add(identity)
            value = changes[identity]
            if value is None:
                continue
            answers = sorted(value, key=_written_order) if isinstance(value, frozenset) else [value]
            question = {**question, "answer": answers}
        kept.append(question)
    return {**story, "questions": kept}


def _options(question: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the answers that a row of SpartQA offers; SpaRTUN's own offer nothing that its questions do not say."""
    offered = question.get("candidate_answers")
    known = isinstance(offered, list) and all(isinstance(one, str) for one in offered)
    if not known or question.get("q_type") == "FR":
        return ()
    return tuple(offered or ())


def _joint(text: str) -> str | None:
    """Return what an answer says of both things at once, or None where it names one."""
    words = text.strip().lower()
    if re.match(r"both\b", words):
        return _BOTH
    return _NONE if re.match(r"(?:none|neither)\b", words) else None


def _chosen(names: frozenset[str], kind: str) -> Value:
    """Return chosen options as the answer to an FB or CO question."""
    if kind == "FB":
        return names
    return _NONE if not names else min(names) if len(names) == 1 else _BOTH


def _choice(payload: Mapping[str, Any], names: tuple[str, ...]) -> Value | None:
    """Return the label of an FB or CO question; raise LookupError with an entry that is no option."""
    if payload["answer"] is None:
        return None
    found: set[str] = set()
    known = {name.lower(): name for name in names}
    for entry in payload["answer"]:
        text = payload["options"][entry] if isinstance(entry, int) and 0 <= entry < len(payload["options"]) else entry
        if text == _DK:
            return _DK
        joint = _joint(text) if isinstance(text, str) and payload["q_type"] == "CO" else None
        if joint is not None:
            return joint
        name = known.get(language.option_name(text)) if isinstance(text, str) else None
        if name is None:
            raise LookupError(repr(text))
        found.add(name)
    return _chosen(frozenset(found), payload["q_type"]) if found or payload["q_type"] == "FB" else None


def _read_choice(item: Item, text: str) -> Reading:
    ends = [match.end() for match in _ANSWER.finditer(text)]
    part = (text[ends[-1] :] if ends else text).strip()
    if _UNKNOWN.search(part):
        return Reading(_DK, "unknown")
    joint = _joint(part)
    if joint is not None:
        return Reading(_chosen(frozenset(() if joint == _NONE else item.question.candidates), item.groups[0]), "joint")
    lowered = {name.lower(): name for name in item.question.candidates}
    found = frozenset(lowered[match.lower()] for match in any_of(lowered).findall(part))
    if not found:
        return Reading(None, "unreadable")
    if _DENIAL.search(part):
        return Reading(None, "denial", ambiguous=True)
    return Reading(_chosen(found, item.groups[0]), "options")


@lru_cache(maxsize=16)
def _read(story: tuple[str, ...], file: str) -> language.Read:
    # The questions of a story follow one another, each in a row of its own.
    return language.read(story, file=file)


def _problem(payload: object) -> str:
    """Return what is wrong with the types of a row's fields, or an empty string."""
    if not isinstance(payload, Mapping):
        return "expected an object with story, question and q_type"
    story = payload["story"]
    if not isinstance(story, list) or not all(isinstance(sentence, str) for sentence in story):
        return "story is missing or not a list of texts"
    if not isinstance(payload["q_type"], str) or payload["q_type"] not in _FORMS:
        return f"q_type {str(payload['q_type'])[:40]!r} is not one of {', '.join(_FORMS)}"
    if not isinstance(payload["question"], str) or not payload["question"].strip():
        return "question is missing or not a text"
    if payload["objects_info"] is not None and not isinstance(payload["objects_info"], Mapping):
        return "objects_info is not an object"
    answer, kind = payload["answer"], payload["q_type"]
    if answer is not None and not (isinstance(answer, list) and all(isinstance(label, (str, int)) for label in answer)):
        return "answer is not a list of labels"
    if kind in ("FB", "CO"):
        return ""
    known = LABELS.keys() if kind == "FR" else {"Yes", "No", *({_DK} & set(payload["options"]))}
    strange = sorted({str(label) for label in answer or ()} - known)
    if strange:
        return f"answer {strange[0][:40]!r} is not one of {', '.join(sorted(known))}"
    if kind == "YN" and answer and len(answer) > 1:
        return f"answer is both {' and '.join(map(str, answer))}"
    return ""


def _gold(answer: list[str] | None, kind: str) -> Value | None:
    if not answer:
        return None
    return frozenset(answer) if kind == "FR" else answer[0]


def _unmentioned(read: language.Read, world: Mapping[str, Mapping[str, Any]]) -> tuple[language.Object, ...]:
    """Return the objects of a scene that the text never mentions; blocks among them first.

    Ids of ``objects_info`` are "2" for a block and "2x1" for an object in it; they say nothing about the text, so objects are
    matched by what they look like. A scene may have two alike of which the text mentions one.
    """
    blocks = {info.name: index for index, info in enumerate(read.objects) if info.kind == "block"}
    extra: list[language.Object] = []
    place: dict[str, int] = {}
    for key, info in world.items():
        if "x" not in key:
            name = info["name"].lower() if number(info["name"]) else info["name"]
            if name not in blocks:
                blocks[name] = len(read.objects) + len(extra)
                extra.append(language.Object("block", name, shape=canonical(info["type"])))
            place[key] = blocks[name]
    left = [_looks(thing) for thing in read.objects if thing.kind == "object"]
    objects = [_object(info, place[key.partition("x")[0]]) for key, info in world.items() if "x" in key]
    for thing in objects:
        looks = _looks(thing)
        if looks in left:
            left.remove(looks)
        else:
            extra.append(thing)
    return tuple(extra)


def _looks(thing: language.Object) -> tuple[Any, ...]:
    return (thing.block, thing.size, thing.colour, thing.shape, thing.number)


def _object(info: Mapping[str, Any], block: int) -> language.Object:
    """Return an object of ``objects_info``: its words stand in full_name, its other fields are codes of the generator."""
    words, _, numeral = info["full_name"].partition(" number ")
    *adjectives, noun = words.split()
    size = canonical(adjectives.pop(0)) if "size" in info else ""
    colour = canonical(adjectives.pop(0)) if "color" in info else ""
    return language.Object("object", "", size, colour, canonical(noun), block, number(numeral) if numeral else None)
