"""SpaRTUN: stories of blocks and what is in them, with find-relation (FR) and yes/no (YN) questions.

A file is one JSON object; each entry of its list ``data`` has an identifier, a story of one text, and questions. Ids are
``<identifier>:<q_id>``. The symbolic annotation (story_triplets, query, question_info, candidate_answers) is dropped as a
row is made, so that stories are read from their text alone. `Item.line` is the number of the story in ``data``, because the
published files are one line each.

Source: Mirzaee and Kordjamshidi, "Transfer Learning with Synthetic Corpora for Spatial Role Labeling and Reasoning", EMNLP 2022.

A YN question counts over the objects of a scene, and a scene has objects that its text never mentions. ``world``, the default,
takes them from ``objects_info`` where a file gives it; ``text`` counts only what the text mentions. The older SpartQA's FB
and CO questions are not read here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from qsr import relations
from qsr.datasets.extraction import read_yes_no
from qsr.datasets.protocol import BadRow, Item, Options, Reading, Row
from qsr.errors import DatasetError, ParseError
from qsr.language import spartun as language
from qsr.language.spartun.words import canonical, number
from qsr.story import Answer, Value

__all__ = ["LABELS", "Spartun"]

#: SpaRTUN's own labels, as its answers print them -> labels of `qsr.relations`. SpaRP prints FRONT as "in front".
LABELS: Final[dict[str, str]] = {
    **{label.upper(): label for label in (*relations.DIRECTIONS, *relations.DISTANCES) if label != "in front"},
    "FRONT": "in front",
    **{base: label for label, base in relations.RCC8.items()},
}
_NAMES: Final = {label: name for name, label in LABELS.items()}
_FORMS: Final = {"FR": "relation", "YN": "yes_no"}

#: Every way of writing a label in an answer that lists labels; longer ones first, so that "inside and touching" is one.
_WRITTEN: Final = {
    **{name.lower(): name for name in LABELS},
    **{label: name for name, label in LABELS.items()},
    "in front of": "FRONT",
}
_LABEL: Final = re.compile(r"\b(?:" + "|".join(sorted(map(re.escape, _WRITTEN), key=len, reverse=True)) + r")\b", re.IGNORECASE)
_ANSWER: Final = re.compile(r"\banswers?\b\W*(?:is|are|:)", re.IGNORECASE)
_DENIAL: Final = re.compile(r"\b(?:not|no|none|neither|never|unless)\b|n't\b", re.IGNORECASE)


class Spartun:
    """Reader of SpaRTUN's files; see the module for the format."""

    name = "spartun"
    licence = "MIT"
    reference = "Mirzaee and Kordjamshidi, EMNLP 2022"
    theory = "spartun"
    #: Name of an option -> its values, the default first.
    options: Final[Mapping[str, tuple[str, ...]]] = {"yn": ("world", "text")}

    def rows(self, path: Path, options: Options) -> Iterator[Row | BadRow]:
        """Yield a row per question: the story, the objects of the scene, the question and its label, and nothing else."""
        try:
            document = json.loads(path.read_text(encoding="utf-8-sig"))
        except (json.JSONDecodeError, RecursionError) as error:
            raise DatasetError(f"{path}: not JSON: {error}") from error
        stories = document.get("data") if isinstance(document, Mapping) else None
        if not isinstance(stories, list):
            raise DatasetError(f"{path}: expected a JSON object with a list 'data' of stories")
        seen: set[str] = set()
        for place, story in enumerate(stories, 1):
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
                except (AttributeError, KeyError, TypeError, ValueError) as error:
                    return BadRow(row.id, row.file, row.line, f"objects_info is broken: {type(error).__name__}: {error}")
            story = language.ask(read, payload["question"], extra=extra)
        except ParseError as error:
            return BadRow(row.id, row.file, row.line, f"{error.message}: {error.context.splitlines()[0].strip()}", unread=True)
        question = story.questions[-1]
        if question.form != _FORMS[kind]:
            return BadRow(row.id, row.file, row.line, f"q_type is {kind}, but the question reads as {question.form}", unread=True)
        return Item(row.id, story, question, _gold(payload["answer"], kind), (kind,), file=row.file, line=row.line)

    def native(self, item: Item, answer: Answer) -> Value | None:
        """Return the set of SpaRTUN's own labels, or ``"Yes"`` or ``"No"``; None where the answer determines none."""
        if answer.status != "determined":
            return None
        if isinstance(answer.value, frozenset):
            return frozenset(_NAMES[label] for label in answer.value)
        return str(answer.value).capitalize()

    def extract(self, item: Item, text: str) -> Reading:
        """Read a list of labels, SpaRTUN's or SpaRP's, or yes or no, from a model's answer.

        Labels are looked for behind the last "answer:" where there is one. A denial among them is not resolved: the reading
        is then ambiguous and has no value.
        """
        if item.question.form == "yes_no":
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
    if payload["q_type"] not in _FORMS:
        return f"q_type {str(payload['q_type'])[:40]!r} is not one of {', '.join(_FORMS)}"
    if not isinstance(payload["question"], str) or not payload["question"].strip():
        return "question is missing or not a text"
    if payload["objects_info"] is not None and not isinstance(payload["objects_info"], Mapping):
        return "objects_info is not an object"
    answer = payload["answer"]
    if answer is not None and not (isinstance(answer, list) and all(isinstance(label, str) for label in answer)):
        return "answer is not a list of labels"
    known = LABELS.keys() if payload["q_type"] == "FR" else {"Yes", "No"}
    strange = sorted(set(answer or ()) - known)
    if strange:
        return f"answer {strange[0][:40]!r} is not one of {', '.join(known)}"
    if payload["q_type"] == "YN" and len(answer or ()) > 1:
        return "answer is both Yes and No"
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
