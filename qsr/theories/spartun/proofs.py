"""Least proofs under SpaRTUN's rules: where each derived label comes from.

The rules are those of `encodings/spartun.lp`, in the same predicates. They are forward rules without negation, so a least proof
of every fact is found by taking facts in the order of their cost, as in a search for shortest paths [1]_. A stated fact costs
one, in either direction; a rule costs one more than what it is used on.

References
----------
.. [1] D. E. Knuth, "A generalization of Dijkstra's algorithm", Information Processing Letters 6 (1), 1977.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Final, TypeAlias

from qsr.relations import CONVERSE, DIRECTIONS, LABELS, OVERLAPPING
from qsr.theories.spartun.facts import NUMBER, Facts

__all__ = ["SAID", "Item", "Proof", "Proofs", "prove"]

#: The predicates of the encoding; HALF is a direction, DC or FAR brought down to the parts of its head alone.
SAID, BASED, HELD, HALF, DERIVED = range(5)
#: Predicate, head, tail, label number.
Item: TypeAlias = tuple[int, int, int, int]

_EQ: Final = NUMBER[OVERLAPPING]
_NEAR: Final = NUMBER["near"]
_TPP: Final = NUMBER["inside and touching"]
_NTPP: Final = NUMBER["inside"]
_NTPPI: Final = NUMBER["contains"]
_DIRECTIONS: Final = frozenset(NUMBER[label] for label in DIRECTIONS)
_LIFTED: Final = _DIRECTIONS | {NUMBER["outside"], NUMBER["far"]}
_PART: Final = frozenset({_TPP, _NTPP})


@dataclass(frozen=True, slots=True)
class Proof:
    """What a fact follows from by one rule; no premises where it is stated, in the one direction or in the other.

    `rule` names the rule; empty where the fact only passes from one predicate to the next.
    """

    rule: str
    premises: tuple[Item, ...]


class Proofs:
    """The least proof of everything that the rules derive."""

    def __init__(self, facts: Facts) -> None:
        self._proofs: dict[Item, Proof] = {}
        self._of_head: dict[tuple[int, int], list[Item]] = {}
        self._of_tail: dict[tuple[int, int], list[Item]] = {}
        queue: list[tuple[int, Item, str, tuple[Item, ...]]] = []
        for head, tail, label in facts:
            queue += [(1, (SAID, head, tail, label), "", ()), (1, (SAID, tail, head, _inverse(label)), "", ())]
        queue.sort()
        cost: dict[Item, int] = {}
        while queue:
            spent, item, rule, premises = heappop(queue)
            if item in self._proofs:
                continue
            self._proofs[item] = Proof(rule, premises)
            cost[item] = spent
            predicate, head, tail, _ = item
            self._of_head.setdefault((predicate, head), []).append(item)
            self._of_tail.setdefault((predicate, tail), []).append(item)
            for found, by, used in self._consequences(item):
                if found not in self._proofs:
                    heappush(queue, (sum(cost[one] for one in used) + bool(by), found, by, used))

    def labels(self, head: int, tail: int) -> frozenset[str]:
        """Return the labels derived of head and tail."""
        return frozenset(label for label in LABELS if (DERIVED, head, tail, NUMBER[label]) in self._proofs)

    def proof(self, item: Item) -> tuple[Item, Proof]:
        """Return the item that is really proved, where this one was only passed on, and its last rule.

        What is halfway brought down to parts and would relate an entity to itself is no fact, so its own premises take its place.
        """
        proof = self._proofs[item]
        while proof.premises and not proof.rule:
            (item,) = proof.premises
            proof = self._proofs[item]
        premises: list[Item] = []
        for premise in proof.premises:
            if premise[1] == premise[2]:
                premises += self._proofs[premise].premises
            else:
                premises.append(premise)
        return item, Proof(proof.rule, tuple(premises))

    def _from(self, predicate: int, head: int, *labels: int) -> list[Item]:
        """Return the items of a predicate with this head, of the labels where some are given."""
        return [item for item in self._of_head.get((predicate, head), ()) if not labels or item[3] in labels]

    def _to(self, predicate: int, tail: int, *labels: int) -> list[Item]:
        return [item for item in self._of_tail.get((predicate, tail), ()) if not labels or item[3] in labels]

    def _consequences(self, item: Item) -> Iterator[tuple[Item, str, tuple[Item, ...]]]:
        """Yield what follows from an item and those already proved: the fact, the name of the rule, its premises.

        A rule with two premises fires when the later of them is proved.
        """
        follows = {SAID: self._of_said, BASED: self._of_based, HELD: self._of_held, HALF: self._of_half}
        if item[0] not in follows:
            return
        for (predicate, head, tail, label), rule, premises in follows[item[0]](item):
            if head != tail or predicate == HALF:
                yield (predicate, head, tail, label), rule, premises

    def _of_said(self, item: Item) -> Iterator[tuple[Item, str, tuple[Item, ...]]]:
        _, x, y, label = item
        yield (BASED, x, y, label), "", (item,)
        if label in _DIRECTIONS or label == _EQ:
            for before in self._to(BASED, x, label):
                yield (BASED, before[1], y, label), "transitivity", (before, item)
        if label == _TPP:
            for after in self._from(HELD, y, _TPP):
                yield (BASED, x, after[2], _NTPP), "two tangential parts", (item, after)
            for before in self._to(BASED, x, _NTPP):
                yield (BASED, before[1], y, _NTPP), "part of a part", (before, item)
        if label == _NTPP:
            for after in self._from(BASED, y, _NTPP):
                yield (BASED, x, after[2], _NTPP), "part of a part", (item, after)

    def _of_based(self, item: Item) -> Iterator[tuple[Item, str, tuple[Item, ...]]]:
        _, x, y, label = item
        yield (HELD, x, y, label), "", (item,)
        if label in _DIRECTIONS or label == _EQ:
            for after in self._from(SAID, y, label):
                yield (BASED, x, after[2], label), "transitivity", (item, after)
        if label == _NTPP:
            yield (BASED, y, x, _NTPPI), "inverse", (item,)
            for after in self._from(SAID, y, _TPP):
                yield (BASED, x, after[2], _NTPP), "part of a part", (item, after)
            for before in self._to(SAID, x, _NTPP):
                yield (BASED, before[1], y, _NTPP), "part of a part", (before, item)
        for before in self._to(BASED, x, _EQ):
            yield (HELD, before[1], y, label), "equality", (before, item)
        for after in self._from(BASED, y, _EQ):
            yield (HELD, x, after[2], label), "equality", (item, after)
        if label == _EQ:
            yield (HELD, x, y, _NEAR), "equal is near", (item,)
            for after in self._from(BASED, y):
                yield (HELD, x, after[2], after[3]), "equality", (item, after)
            for before in self._to(BASED, x):
                yield (HELD, before[1], y, before[3]), "equality", (before, item)

    def _of_held(self, item: Item) -> Iterator[tuple[Item, str, tuple[Item, ...]]]:
        _, x, y, label = item
        yield (DERIVED, x, y, label), "", (item,)
        if label == _TPP:
            for before in self._to(SAID, x, _TPP):
                yield (BASED, before[1], y, _NTPP), "two tangential parts", (before, item)
        if label in _PART:
            for whole in self._from(HELD, y, *_LIFTED):
                yield (HALF, x, whole[2], whole[3]), "lifting", (item, whole)
            for predicate in (HELD, HALF):
                for whole in self._to(predicate, y, *_LIFTED):
                    yield (DERIVED, whole[1], x, whole[3]), "lifting", (whole, item)
        if label in _LIFTED:
            for part in self._to(HELD, x, *_PART):
                yield (HALF, part[1], y, label), "lifting", (part, item)
            yield from self._lift_tail(item)

    def _of_half(self, item: Item) -> Iterator[tuple[Item, str, tuple[Item, ...]]]:
        yield (DERIVED, *item[1:]), "", (item,)
        yield from self._lift_tail(item)

    def _lift_tail(self, item: Item) -> Iterator[tuple[Item, str, tuple[Item, ...]]]:
        _, x, y, label = item
        for part in self._to(HELD, y, *_PART):
            yield (DERIVED, x, part[1], label), "lifting", (item, part)


def _inverse(label: int) -> int:
    return NUMBER[CONVERSE[LABELS[label]]]


def prove(facts: Facts) -> Proofs:
    """Return the least proofs of everything that the rules derive from the facts."""
    return Proofs(facts)
