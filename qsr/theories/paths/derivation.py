"""Derivations along the shortest path, for property sets 2, 3 and 4.

Path and compositions are those of `qsr.theories.paths` (Rizvi, Zhu and Gurevych, Findings of ACL 2024, appendix); a prefix of the
path is composed as the whole is. What a merge step rests on is decided here, see `_Merges`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Final

from qsr.relations import DIRECTIONS, OVERLAPPING
from qsr.story import Question, Story
from qsr.theories.derivations import Derivation, Facts, Recorder, limited, spoken, stated
from qsr.theories.paths.links import Link, Vector, read_links
from qsr.theories.paths.rules import PS2, PS3, PS4, PropertySet
from qsr.theories.paths.session import check_question
from qsr.theories.shortest_path import shortest_path

__all__ = ["RULES", "derive_path", "facts_of"]

RULES: Final[dict[str, PropertySet]] = {"PS2": PS2, "PS3": PS3, "PS4": PS4}


@dataclass(frozen=True, slots=True)
class _Merged:
    """What is known of the head relative to an entity of the path.

    `said` is a path that says what the step says and no more, so that its sources can be chosen by composing; None where the
    step says nothing. `partial` is as for `Step`.
    """

    facts: Facts
    said: tuple[Vector, ...] | None
    partial: bool


def derive_path(story: Story, question: Question, property_set: str) -> Derivation | None:
    """Return the derivation under ``"PS2"``, ``"PS3"`` or ``"PS4"``, or None where there is no path; raise NotCovered.

    Where several statements relate two neighbours, the first of them is the link, as in the theory.
    """
    check_question(question, ("relation",))
    rules = RULES[property_set]
    links = read_links(story, rules.vectors)
    path = shortest_path(links.near, *question.args)
    if path is None:
        return None
    recorder = Recorder(measured=property_set == "PS2")
    hops = [links.near[one][other] for one, other in pairwise(path)]
    symbols = tuple(
        (one, other, spoken(facts_of(vector))) for (one, other), (_, vector) in zip(pairwise(path), hops, strict=True)
    )
    numbers: list[int] = []
    merges = _Merges(property_set)
    # The number of the step about the head and each entity of the path that is reached, and what that step says.
    reached: list[tuple[int, _Merged]] = []
    for count, (one, other) in enumerate(pairwise(path), 1):
        numbers.append(_link(recorder, story, one, other, hops[count - 1]))
        merged = merges.of([vector for _, vector in hops[:count]])
        if count == 1:
            reached.append((numbers[0], merged))
            continue
        said = [(number, earlier.said) for number, earlier in reached]
        sources = merges.sources([vector for _, vector in hops[:count]], said, numbers)
        number = recorder.follows("inferred", path[0], other, merged.facts, sources, partial=merged.partial)
        reached.append((number, merged))
    answer = rules.merge([vector for _, vector in hops])
    return Derivation(property_set, tuple(path), symbols, tuple(recorder.steps), limited(answer, question.candidates))


def facts_of(vector: Vector) -> dict[str, Fraction | None]:
    """Return a vector as labels with their lengths; "overlapping", which has no length, for that of a point and itself.

    >>> facts_of((-1, 2, 0))
    {'left': Fraction(1, 1), 'above': Fraction(2, 1)}
    """
    found: dict[str, Fraction | None] = {
        label: Fraction(sign * vector[axis]) for label, (axis, sign) in DIRECTIONS.items() if vector[axis] * sign > 0
    }
    return found or {OVERLAPPING: None}


def _link(recorder: Recorder, story: Story, one: int, other: int, link: Link) -> int:
    """Take down a link, the statement first where it runs against the path; return the number of the step along the path."""
    statement, vector = link
    head, tail = story.statements[statement].args
    number = recorder.given(head, tail, stated(story.statements[statement]), (statement,), partial=False)
    if (head, tail) == (one, other):
        return number
    return recorder.follows("reversed", one, other, facts_of(vector), (number,), partial=False)


class _Merges:
    """What prefixes of a path give under one property set, and what a merge rests on.

    A merge rests on the latest earlier merge from which, with every link after it, its labels follow; at the worst on the links
    alone. Set 2 loses nothing in a merge, so there it is always the last merge and the new link.
    """

    def __init__(self, property_set: str) -> None:
        self._merge = RULES[property_set].merge
        known: dict[str, Callable[[Sequence[Vector]], _Merged]] = {"PS2": _sums, "PS3": self._signs, "PS4": self._intervals}
        self.of = known[property_set]

    def sources(
        self, vectors: Sequence[Vector], said: Sequence[tuple[int, tuple[Vector, ...] | None]], links: Sequence[int]
    ) -> list[int]:
        """Return the steps that the merge of all vectors rests on; `said` has the step for each shorter prefix."""
        whole = self._merge(vectors)
        for place in range(len(said) - 1, 0, -1):
            number, known = said[place]
            if known is not None and self._merge([*known, *vectors[place + 1 :]]) == whole:
                return [number, *links[place + 1 :]]
        return list(links)

    def _signs(self, vectors: Sequence[Vector]) -> _Merged:
        labels = self._merge(vectors)
        signs = _signs_of(labels)
        partial = any({vector[axis] > 0 for vector in vectors if vector[axis]} == {True, False} for axis in range(3))
        facts = dict.fromkeys(labels)
        if not partial:
            return _Merged(facts, (signs,), False)
        # Going both ways on every axis that the labels do not name says, as the labels do, nothing about it.
        x, y, z = (0 if sign else 1 for sign in signs)
        return _Merged(facts, ((-x, -y, -z), (x, y, z), signs) if labels else None, True)

    def _intervals(self, vectors: Sequence[Vector]) -> _Merged:
        labels = self._merge(vectors)
        # A single link among equal extents is known in full; two overlaps in a row need not make an overlap.
        partial = sum(any(vector) for vector in vectors) > 1
        return _Merged(dict.fromkeys(labels), (_signs_of(labels),) if labels else None, partial)


def _sums(vectors: Sequence[Vector]) -> _Merged:
    x, y, z = (sum(vector[axis] for vector in vectors) for axis in range(3))
    return _Merged(facts_of((x, y, z)), ((x, y, z),), False)


def _signs_of(labels: frozenset[str]) -> Vector:
    signs = [0, 0, 0]
    for label in labels - {OVERLAPPING}:
        axis, sign = DIRECTIONS[label]
        signs[axis] = sign
    x, y, z = signs
    return (x, y, z)
