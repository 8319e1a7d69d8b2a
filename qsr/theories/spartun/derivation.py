"""Derivations under property set 1: least proofs by SpaRTUN's rules, written as steps.

Labels of one pair that come from the same steps share a step. A link of the path is a pair of entities that some statement
relates: first what is stated against the direction in which it is used, then what is stated in that direction, then both in one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TypeAlias

from qsr.errors import NotCovered
from qsr.relations import CONVERSE, LABELS
from qsr.story import Question, Story
from qsr.theories.derivations import Derivation, Kind, Recorder, limited, spoken
from qsr.theories.shortest_path import shortest_path
from qsr.theories.spartun.facts import NUMBER, Facts, read_facts
from qsr.theories.spartun.proofs import DERIVED, Item, Proofs
from qsr.theories.spartun.session import CANDIDATES

__all__ = ["derive_proof"]

Pair: TypeAlias = tuple[int, int]


@dataclass(slots=True)
class _Group:
    """Facts of one pair that are said in one step.

    `sources` are places of other groups; there are none where the facts are stated.
    """

    head: int
    tail: int
    sources: tuple[int, ...]
    labels: set[str] = field(default_factory=set)


def derive_proof(story: Story, question: Question, property_set: str = "PS1") -> Derivation | None:
    """Return the derivation under SpaRTUN's rules, or None where no statements connect head and tail."""
    _check_question(question)
    facts = read_facts(story)
    head, tail = question.args
    path = shortest_path(_neighbours((one, other) for one, other, _ in facts), head, tail)
    if path is None or head == tail:
        # No rule concludes anything about an entity and itself.
        return Derivation("PS1", (head,), (), (), frozenset()) if head == tail else None
    proofs = Proofs(facts)
    labels = limited(proofs.labels(head, tail), question.candidates or CANDIDATES)
    tree = _Tree(facts, proofs)
    goals = [tree.group((DERIVED, head, tail, NUMBER[label])) for label in spoken(labels)]
    if not goals:
        for link in pairwise(path):
            tree.link(*link)
    else:
        path = shortest_path(_neighbours(tree.used), head, tail) or path
    recorder = tree.written()
    if not goals:
        recorder.follows("inferred", head, tail, {}, tree.numbers.values(), partial=True)
    elif len(set(goals)) > 1:
        found = dict.fromkeys(labels)
        recorder.follows("inferred", head, tail, found, [tree.numbers[goal] for goal in goals], partial=True)
    links = tuple((one, other, tree.between(one, other)) for one, other in pairwise(path))
    return Derivation("PS1", tuple(path), links, tuple(recorder.steps), labels)


def _check_question(question: Question) -> None:
    if question.form != "relation":
        raise NotCovered(f"not covered: a question of form {question.form!r}")
    if len(question.args) != 2 or question.properties:
        raise NotCovered("not covered: a question that is not about two entities alone")
    if strange := [label for candidate in question.candidates for label in candidate.split("+") if label not in NUMBER]:
        raise NotCovered(f"not covered: the label {strange[0]!r}")


def _neighbours(pairs: Iterable[Pair]) -> dict[int, dict[int, None]]:
    """Return the graph of some pairs, in their order, for `shortest_path`."""
    near: dict[int, dict[int, None]] = {}
    for head, tail in pairs:
        near.setdefault(head, {})[tail] = near.setdefault(tail, {})[head] = None
    return near


class _Tree:
    """Groups of facts, each after the groups that it follows from, and the steps that say them."""

    def __init__(self, facts: Facts, proofs: Proofs) -> None:
        self._facts, self._proofs = facts, proofs
        self._groups: list[_Group] = []
        self._places: dict[tuple[int, int, tuple[int, ...]], int] = {}
        self._known: dict[Item, int] = {}
        #: Pair -> what is used of what is stated in this direction.
        self.used: dict[Pair, set[str]] = {}
        #: Place of a group -> number of the step that says it.
        self.numbers: dict[int, int] = {}
        self._given: dict[Pair, int] = {}

    def group(self, item: Item) -> int:
        """Enter a fact, after all that it follows from; return the place of its group.

        A stack of its own keeps a long chain from using up Python's.
        """
        proof, waiting = self._proofs.proof, [item]
        while waiting:
            proved, last = proof(waiting[-1])
            premises = [proof(premise)[0] for premise in last.premises]
            missing = [premise for premise in premises if premise not in self._known]
            if proved not in self._known and missing:
                waiting.append(missing[0])
                continue
            waiting.pop()
            if proved not in self._known:
                _, head, tail, label = proved
                sources = tuple(self._known[premise] for premise in premises)
                self._known[proved] = self._enter(head, tail, sources, [LABELS[label]])
        return self._known[proof(item)[0]]

    def link(self, head: int, tail: int) -> None:
        """Enter all that is stated of two entities."""
        labels = [label for label in LABELS if self._direct(head, tail, label) or self._direct(tail, head, CONVERSE[label])]
        self._enter(head, tail, (), labels)

    def _enter(self, head: int, tail: int, sources: tuple[int, ...], labels: Iterable[str]) -> int:
        place = self._places.setdefault((head, tail, sources), len(self._groups))
        if place == len(self._groups):
            self._groups.append(_Group(head, tail, sources))
        for label in labels:
            self._groups[place].labels.add(label)
            if not sources:
                pair, said = ((head, tail), label) if self._direct(head, tail, label) else ((tail, head), CONVERSE[label])
                self.used.setdefault(pair, set()).add(said)
        return place

    def between(self, one: int, other: int) -> tuple[str, ...]:
        """Return the stated labels that are used of two neighbours, in the direction from the first."""
        return spoken(self.used.get((one, other), set()) | {CONVERSE[label] for label in self.used.get((other, one), ())})

    def written(self) -> Recorder:
        """Write all groups in the order in which they were entered, so that each comes after what it follows from."""
        recorder = Recorder(measured=False)
        for place, group in enumerate(self._groups):
            if group.sources:
                facts, sources = dict.fromkeys(group.labels), [self.numbers[source] for source in group.sources]
                self.numbers[place] = recorder.follows("inferred", group.head, group.tail, facts, sources, partial=True)
            else:
                self.numbers[place] = self._write_link(recorder, group)
        return recorder

    def _write_link(self, recorder: Recorder, group: _Group) -> int:
        head, tail = group.head, group.tail
        direct = {label for label in group.labels if self._direct(head, tail, label)}
        against = group.labels - direct
        sources = []
        if against:
            sources.append(self._write_given(recorder, tail, head))
        if direct:
            sources.append(self._write_given(recorder, head, tail))
        if not against:
            return sources[0]
        kind: Kind = "inferred" if direct else "reversed"
        return recorder.follows(kind, head, tail, dict.fromkeys(group.labels), sources, partial=True)

    def _write_given(self, recorder: Recorder, head: int, tail: int) -> int:
        """Write all that is used of what is stated in this direction, in one step; return its number."""
        if (head, tail) not in self._given:
            used = self.used[head, tail]
            statements = {self._facts[head, tail, NUMBER[label]][0] for label in used}
            self._given[head, tail] = recorder.given(head, tail, dict.fromkeys(used), statements, partial=True)
        return self._given[head, tail]

    def _direct(self, head: int, tail: int, label: str) -> bool:
        return (head, tail, NUMBER[label]) in self._facts
