"""Reasoning paths with one error planted in them, and clean ones.

Every story is read off a placement of points or boxes, so that what is false in the placement does not follow from the story:
that a planted step is really wrong is decided here by arithmetic, apart from any theory of the package. The paths themselves are
those of `qsr.explain`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from qsr.explain import Derivation, Step, derive, sentences
from qsr.language import english
from qsr.oracle.steps.model import COPIED, NO_COMMON_ENTITY, REVERSED, WRONG_RETRIEVAL
from qsr.relations import CONVERSE, DIRECTIONS, OVERLAPPING, join
from qsr.story import Question, Story

THEORIES = {"PS1": "spartun", "PS2": "paper-ps2", "PS3": "paper-ps3", "PS4": "paper-ps4"}
NAMES = "ABCDEFGHJKLMNOPQRSTUVWXYZ"

#: Start and end on the two axes; those of a point are the same.
Place = tuple[tuple[int, int], tuple[int, int]]


@dataclass(frozen=True)
class Chain:
    """A path with, where one was planted, the number and the kind of its error."""

    property_set: str
    story: Story
    question: Question
    text: str
    number: int | None = None
    kind: str = ""


def label_holds(label: str, one: Place, other: Place) -> bool:
    """Tell whether a label is true of two places."""
    if label in DIRECTIONS:
        axis, sign = DIRECTIONS[label]
        (start, end), (other_start, other_end) = one[axis], other[axis]
        point = start == end and other_start == other_end
        if sign < 0:
            return end < other_start if point else end <= other_start
        return start > other_end if point else start >= other_end
    if label == OVERLAPPING:
        return one == other
    if label == "outside":
        return any(one[axis][1] < other[axis][0] or other[axis][1] < one[axis][0] for axis in (0, 1))
    if label == "inside":
        return all(other[axis][0] < one[axis][0] and one[axis][1] < other[axis][1] for axis in (0, 1))
    if label == "contains":
        return label_holds("inside", other, one)
    raise AssertionError(label)


def true_in(places: Sequence[Place], step: Step, property_set: str) -> bool:
    """Tell whether what a step says is true in the placement; under set 2 it says both coordinates."""
    one, other = places[step.head], places[step.tail]
    if property_set != "PS2":
        return all(label_holds(label, one, other) for label in step.labels)
    said = [Fraction(0), Fraction(0)]
    for label, distance in zip(step.labels, step.distances, strict=True):
        if label in DIRECTIONS:
            axis, sign = DIRECTIONS[label]
            said[axis] += sign * (Fraction(1) if distance is None else distance)
    return said == [one[axis][0] - other[axis][0] for axis in (0, 1)]


def directions(one: Place, other: Place) -> list[str]:
    return [label for label in ("left", "right", "above", "below") if label_holds(label, one, other)]


def point(x: int, y: int) -> Place:
    return ((x, x), (y, y))


def box(rng: random.Random) -> Place:
    (x, y), (width, height) = (rng.randint(0, 12), rng.randint(0, 12)), (rng.randint(1, 6), rng.randint(1, 6))
    return ((x, x + width), (y, y + height))


def chain_of_places(rng: random.Random, property_set: str, length: int) -> list[Place]:
    """Return places of which each has a direction from the one before it."""
    places = [point(0, 0) if property_set in ("PS2", "PS3") else box(rng)]
    reach = 1 if property_set == "PS2" else 4
    while len(places) <= length:
        (x, _), (y, _) = places[-1]
        beside = point(x + rng.randint(-reach, reach), y + rng.randint(-reach, reach))
        place = box(rng) if property_set == "PS4" else beside
        if directions(places[-1], place):
            places.append(place)
    return places


def scene(rng: random.Random) -> tuple[list[Place], list[tuple[int, str, int]], tuple[int, int]]:
    """Return boxes in a row or column with things inside, what is said of them, and the two things that are asked about."""
    count = rng.randint(2, 4)
    axis = rng.randint(0, 1)
    places: list[Place] = []
    facts: list[tuple[int, str, int]] = []
    for index in range(count):
        spans = [(0, 0), (0, 0)]
        spans[axis] = (10 * index, 10 * index + 8)
        low = rng.randint(0, 3)
        spans[1 - axis] = (low, low + 8)
        places.append((spans[0], spans[1]))
    for index in range(1, count):
        facts.append((index - 1, "left" if axis == 0 else "below", index))
        if rng.random() < 0.4:
            facts.append((index - 1, "outside", index))
    ends = []
    for index in (0, count - 1):
        inner = places[index]
        for _ in range(rng.randint(1, 2)):
            inner = ((inner[0][0] + 1, inner[0][1] - 1), (inner[1][0] + 1, inner[1][1] - 1))
            holder = index if not ends or ends[-1][0] != index else ends[-1][1]
            places.append(inner)
            facts.append((len(places) - 1, "inside", holder))
            ends.append((index, len(places) - 1))
    first = next(thing for index, thing in reversed(ends) if index == 0)
    last = next(thing for index, thing in reversed(ends) if index == count - 1)
    return places, facts, (first, last)


def clean(rng: random.Random, property_set: str) -> tuple[Chain, list[Place], Derivation]:
    """Return a path without an error, the placement of its story, and its derivation."""
    while True:
        if property_set == "PS1":
            places, facts, asked = scene(rng)
        else:
            places = chain_of_places(rng, property_set, rng.randint(2, 7))
            facts = [(i, join(directions(places[i], places[i + 1])), i + 1) for i in range(len(places) - 1)]
            asked = (0, len(places) - 1)
        names = rng.sample(NAMES, len(places))
        said = [
            english.verbalise(relation, names[one], names[other])
            if rng.random() < 0.5
            else english.verbalise(join(CONVERSE[label] for label in relation.split("+")), names[other], names[one])
            for one, relation, other in facts
        ]
        rng.shuffle(said)
        story = english.read(said, [f"Where is {names[asked[0]]} relative to {names[asked[1]]}?"])
        question = replace(story.questions[0], candidates=())
        found = derive(story, question, property_set)
        if found is not None and found.steps:
            by_name = dict(zip(names, places, strict=True))
            text = "\n".join(sentences(story, found))
            return Chain(property_set, story, question, text), [by_name[name] for name in story.entities], found


def changed(rng: random.Random, kind: str, step: Step, found: Derivation, story: Story) -> Iterator[Step]:
    """Yield the step with an error of the kind in it, in a random order; which of them are false is looked at later."""
    earlier = found.steps[: step.number - 1]
    measured = found.property_set == "PS2"
    if kind == WRONG_RETRIEVAL and step.kind == "given":
        related = {frozenset(statement.args) for statement in story.statements}
        pairs = [(a, b) for a in range(len(story.entities)) for b in range(len(story.entities)) if a != b]
        others = [pair for pair in pairs if frozenset(pair) not in related]
        for _ in range(20):
            one, other = rng.choice(others) if others and rng.random() < 0.5 else (step.head, step.tail)
            labels = (rng.choice(("left", "right", "above", "below")),)
            yield replace(step, head=one, tail=other, labels=labels, distances=(Fraction(1),) if measured else ())
    if kind == REVERSED and step.kind != "given" and step.labels:
        yield replace(step, labels=tuple(CONVERSE[label] for label in step.labels))
        yield replace(step, head=step.tail, tail=step.head)
    sources = [found.steps[number - 1] for number in step.sources]
    if kind == COPIED and step.kind == "inferred" and len(sources) > 1:
        for source in rng.sample(sources, len(sources)):
            other_pair = {source.head, source.tail} != {step.head, step.tail}
            turned = {CONVERSE[label] for label in step.labels}
            if source.labels and other_pair and not turned.issuperset(source.labels):
                yield replace(step, labels=source.labels, distances=source.distances)
    if kind == NO_COMMON_ENTITY and step.kind == "inferred" and len(sources) > 1:
        apart = [
            (one, other)
            for one in earlier
            for other in earlier
            if {one.head, one.tail}.isdisjoint((other.head, other.tail)) and one.labels and other.labels
        ]
        for one, other in rng.sample(apart, min(len(apart), 5)):
            facts = dict(zip(one.labels, one.distances or (None,) * len(one.labels), strict=True))
            for label, distance in zip(other.labels, other.distances or (None,) * len(other.labels), strict=True):
                if CONVERSE[label] not in facts and OVERLAPPING not in (label, *facts):
                    facts.setdefault(label, distance)
            yield replace(
                step,
                head=one.head,
                tail=other.tail,
                labels=tuple(facts),
                distances=tuple(facts.values()) if measured else (),
                sources=tuple(sorted((one.number, other.number))),
            )


def planted(rng: random.Random, property_set: str, kind: str) -> Chain:
    """Return a path with exactly one false step, of the kind."""
    while True:
        chain, places, found = clean(rng, property_set)
        for step in rng.sample(found.steps, len(found.steps)):
            for wrong in changed(rng, kind, step, found, chain.story):
                if not true_in(places, wrong, property_set):
                    steps = tuple(wrong if one is step else one for one in found.steps)
                    text = "\n".join(sentences(chain.story, replace(found, steps=steps)))
                    return replace(chain, text=text, number=step.number, kind=kind)
