"""Least proofs under SpaRTUN's rules: where each derived label comes from.

The rules are those of `encodings/spartun.lp`, in the same predicates, as a table. They are forward rules without negation, so a
least proof of every fact is found by taking facts in the order of their cost, as in a search for shortest paths [1]_. A stated
fact costs one, in either direction; a rule costs one more than what it is used on.

References
----------
.. [1] D. E. Knuth, "A generalization of Dijkstra's algorithm", Information Processing Letters 6 (1), 1977.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Final, NamedTuple, TypeAlias

from qsr.relations import DIRECTIONS, LABELS, OVERLAPPING
from qsr.theories.spartun.facts import INVERSE, NUMBER, Facts

__all__ = ["DERIVED", "SAID", "Item", "Proof", "Proofs"]

#: The predicates of the encoding; HALF is a direction, DC or FAR brought down to the parts of its head alone.
SAID, BASED, HELD, HALF, DERIVED = range(5)
#: Predicate, head, tail, label number.
Item: TypeAlias = tuple[int, int, int, int]

_EQ: Final = NUMBER[OVERLAPPING]
_NEAR: Final = NUMBER["near"]
_TPP: Final = NUMBER["inside and touching"]
_NTPP: Final = NUMBER["inside"]
_NTPPI: Final = NUMBER["contains"]
_DIRECTIONS: Final = [NUMBER[label] for label in DIRECTIONS]
_LIFTED: Final = [*_DIRECTIONS, NUMBER["outside"], NUMBER["far"]]

#: Predicate and label number.
_Said: TypeAlias = tuple[int, int]


class _Rule(NamedTuple):
    """What the premises say of X, Y and of Y, Z holds, as the conclusion says it, of X, Z; of X, Y where there is one premise.

    `turned`: the last premise is about Z, Y, or the one premise about Y, X.
    """

    name: str
    premises: tuple[_Said, ...]
    conclusion: _Said
    turned: bool = False


def _rules() -> Iterator[_Rule]:
    for label in NUMBER.values():
        yield _Rule("", ((SAID, label),), (BASED, label))
        yield _Rule("", ((BASED, label),), (HELD, label))
        yield _Rule("", ((HELD, label),), (DERIVED, label))
        yield _Rule("equality", ((BASED, _EQ), (BASED, label)), (HELD, label))
        yield _Rule("equality", ((BASED, label), (BASED, _EQ)), (HELD, label))
    for label in (*_DIRECTIONS, _EQ):
        yield _Rule("transitivity", ((BASED, label), (SAID, label)), (BASED, label))
    yield _Rule("inverse", ((BASED, _NTPP),), (BASED, _NTPPI), turned=True)
    yield _Rule("equal is near", ((BASED, _EQ),), (HELD, _NEAR))
    yield _Rule("two tangential parts", ((SAID, _TPP), (HELD, _TPP)), (BASED, _NTPP))
    yield _Rule("part of a part", ((BASED, _NTPP), (SAID, _TPP)), (BASED, _NTPP))
    yield _Rule("part of a part", ((SAID, _NTPP), (BASED, _NTPP)), (BASED, _NTPP))
    for label in _LIFTED:
        yield _Rule("", ((HALF, label),), (DERIVED, label))
        for part in (_TPP, _NTPP):
            yield _Rule("lifting", ((HELD, part), (HELD, label)), (HALF, label))
            for predicate in (HELD, HALF):
                yield _Rule("lifting", ((predicate, label), (HELD, part)), (DERIVED, label), turned=True)


#: What is said -> the rules that use it, and as which of their premises.
_USES: Final = {
    (predicate, label): [
        (rule, place) for rule in _rules() for place, said in enumerate(rule.premises) if said == (predicate, label)
    ]
    for predicate in range(DERIVED + 1)
    for label in NUMBER.values()
}


@dataclass(frozen=True, slots=True)
class Proof:
    """What a fact follows from by one rule; no premises where it is stated, in the one direction or in the other.

    `rule` names the rule; empty where the fact only passes from one predicate to the next.
    """

    rule: str
    premises: tuple[Item, ...]


class Proofs:
    """The least proof of everything that the rules derive from the facts of a story."""

    def __init__(self, facts: Facts) -> None:
        self._proofs: dict[Item, Proof] = {}
        self._of_head: dict[tuple[_Said, int], list[Item]] = {}
        self._of_tail: dict[tuple[_Said, int], list[Item]] = {}
        queue: list[tuple[int, Item, str, tuple[Item, ...]]] = []
        for head, tail, label in facts:
            queue += [(1, (SAID, head, tail, label), "", ()), (1, (SAID, tail, head, INVERSE[label]), "", ())]
        queue.sort()
        cost: dict[Item, int] = {}
        while queue:
            spent, item, rule, premises = heappop(queue)
            if item in self._proofs:
                continue
            self._proofs[item] = Proof(rule, premises)
            cost[item] = spent
            predicate, head, tail, label = item
            self._of_head.setdefault(((predicate, label), head), []).append(item)
            self._of_tail.setdefault(((predicate, label), tail), []).append(item)
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

    def _consequences(self, item: Item) -> Iterator[tuple[Item, str, tuple[Item, ...]]]:
        """Yield what follows from an item and those already proved: the fact, the name of the rule, its premises.

        A rule with two premises fires when the later of them is proved.
        """
        predicate, head, tail, label = item
        for rule, place in _USES[predicate, label]:
            for premises in self._with_others(rule, place, item):
                x, z = premises[0][1], premises[-1][1 if rule.turned else 2]
                if len(premises) == 1 and rule.turned:
                    x, z = tail, head
                if x != z or rule.conclusion[0] == HALF:
                    yield (rule.conclusion[0], x, z, rule.conclusion[1]), rule.name, premises

    def _with_others(self, rule: _Rule, place: int, item: Item) -> list[tuple[Item, ...]]:
        """Return the premises of a rule of which one is the item and the other, if there is one, already proved."""
        if len(rule.premises) == 1:
            return [(item,)]
        if place == 0:
            proved = self._of_tail if rule.turned else self._of_head
            return [(item, other) for other in proved.get((rule.premises[1], item[2]), ())]
        between = item[2 if rule.turned else 1]
        return [(other, item) for other in self._of_tail.get((rule.premises[0], between), ())]
