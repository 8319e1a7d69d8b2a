"""Links in English: many wordings, all of them from the one table that the reader reads by.

A wording is a phrase of `grammars/english_words.toml` in one of a few frames, so that a new phrase there is at once read and
said. Phrases that begin with "not" are left out; they deny their opposite.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from random import Random
from typing import Final

from qsr.datasets.sparp.generator.drawing import Link
from qsr.language import words
from qsr.language.verbalise import noun_phrase, verbalise
from qsr.relations import DIRECTIONS, join

__all__ = ["QUESTIONS", "questions", "say", "wordings"]

#: Frames of a question about {head} and {tail}.
QUESTIONS: Final = (
    "What is the relation of {head} to {tail}?",
    "Where is {head} relative to {tail}?",
    "Where is {head} in relation to {tail}?",
    "What is the position of {head} relative to {tail}?",
)
_UPRIGHT: Final = frozenset({"left", "right", "above", "below"})


def say(random: Random, link: Link, names: Sequence[str]) -> str:
    """Return the sentences, one in most cases, that tell a link and nothing else."""
    head, tail = noun_phrase(names[link.head]), noun_phrase(names[link.tail])
    if link.distances:
        frames = measured_wordings(link.labels, link.distances)
        return _sentence(random.choice(frames), head, tail)
    sentences = []
    for labels in _grouped(link.labels):
        frame = random.choice(wordings(labels))
        sentences.append(_sentence(frame, head, tail))
    return " ".join(sentences)


def questions(head: str, tail: str) -> Iterator[str]:
    """Yield the question for two names in every wording."""
    for frame in QUESTIONS:
        yield frame.format(head=noun_phrase(head), tail=noun_phrase(tail))


def _sentence(frame: str, head: str, tail: str) -> str:
    # In one pass: a name may hold what looks like a place of the frame.
    text = re.sub("{[HT]}", lambda place: head if place.group() == "{H}" else tail, frame)
    return text[0].upper() + text[1:]


def _grouped(labels: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the labels in the sentences they are told in: all directions share one, every other label has its own."""
    directions = tuple(label for label in labels if label in DIRECTIONS)
    return [*([directions] if directions else []), *((label,) for label in labels if label not in DIRECTIONS)]


@cache
def wordings(labels: tuple[str, ...]) -> tuple[str, ...]:
    """Return every frame that says these labels of {H} and {T}; several labels are directions on different axes."""
    if len(labels) == 1:
        return tuple(dict.fromkeys(_single(labels[0])))
    return tuple(dict.fromkeys(_several(labels)))


def _single(label: str) -> Iterator[str]:
    entries = words.table()
    for phrase in entries["prepositions"].get(label, ()):
        if not phrase.startswith("not "):
            yield f"{{H}} is {phrase} {{T}}."
    for verb in entries["verbs"].get(label, ())[::2]:
        yield f"{{H}} {verb} {{T}}."
    if label in ("left", "right"):
        yield f"{{H}} is {label} of {{T}}."
        yield f"{{H}} is {words.phrase(label)} {{T}}."
        yield f"{{H}} is on the {label} side of {{T}}."
    if label in _UPRIGHT:
        compass = entries["compass"][label][0]
        yield f"{{H}} is {compass} of {{T}}."
        yield f"{{H}} is to the {compass} of {{T}}."
        yield from _clock(label)


def _several(labels: tuple[str, ...]) -> Iterator[str]:
    entries = words.table()
    relation = join(labels)
    first, *rest = relation.split("+")
    yield _frame(verbalise(relation, "H", "T"))
    yield f"{{H}} is {' and '.join(words.phrase(label) for label in (*rest, first))} {{T}}."
    if len(labels) == 2 and _UPRIGHT.issuperset(labels):
        yield f"{{H}} is to the {entries['vertical'][first][0]} {rest[0]} of {{T}}."
        yield f"{{H}} is {entries['compass'][first][0]}-{entries['compass'][rest[0]][0]} of {{T}}."
        yield f"{{H}} is on the {entries['vertical'][first][0]} {rest[0]} side of {{T}}."
        yield from _clock(relation)


def _clock(relation: str) -> Iterator[str]:
    for hour in words.table()["clock"][relation]:
        yield f"{{H}} is at {hour} o'clock of {{T}}."
        yield f"If {{T}} is the center of a clock face, {{H}} is located at {hour} o'clock."


@cache
def measured_wordings(labels: tuple[str, ...], distances: tuple[Fraction, ...]) -> tuple[str, ...]:
    """Return every frame that says these directions of {H} and {T} with their distances in units."""
    relation = join(labels)
    order = sorted(range(len(labels)), key=lambda index: relation.split("+").index(labels[index]))
    told = tuple(distances[index] for index in order)
    canonical = _frame(verbalise(relation, "H", "T", (("distance", told),)))
    compass = canonical
    for label in labels:
        if label in _UPRIGHT:
            compass = compass.replace(words.phrase(label), f"{words.table()['compass'][label][0]} of")
    return tuple(dict.fromkeys((canonical, compass)))


def _frame(sentence: str) -> str:
    """Return a sentence about H and T as a frame."""
    return "{H}" + sentence.removeprefix("H").removesuffix("T.") + "{T}."
