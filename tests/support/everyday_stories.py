"""Random stories of general English as data, and how they are written."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

#: Ways to name things, each set for stories of up to eight; every one has traps: a noun and a compound that begins with it, names
#: that differ in case only, letters, names that look like something else.
NAMES = (
    ("A", "B", "C", "D", "E", "F", "G", "H"),
    ("the lawn", "the car", "the car park", "the dog", "the dog house", "the wood", "the bus", "the bus stop"),
    ("York", "New York", "Africa", "South Africa", "Aunt May", "Will", "Lake Geneva", "Geneva"),
    ('"Cup"', '"cup"', '"box number two"', '"box 2"', '"x). :- not y("', '"Ä"', '"A is left of B"', '"(pen)"'),
    ("the house", "the house number", "the red field", "the blue field", "field 3", "Field 4", "the old barn", "the barn door"),
    ("the table", "the table lamp", "the fish", "the fish tank", "the rain", "the rain barrel", "the stone", "the stone wall"),
)
CONVERSE = {
    "left of": "right of",
    "to the left of": "to the right of",
    "above": "below",
    "over": "under",
    "north of": "south of",
    "west of": "east of",
    "inside": "containing",
    "touching": "touching",
    "overlapping": "overlapping",
    "outside": "outside",
    "in": "containing",
}
CONVERSE |= {other: one for one, other in CONVERSE.items() if other != "containing"}
CONVERSE["containing"] = "inside"
MIRRORED = {"left of": "right of", "to the left of": "to the right of", "west of": "east of"}
MIRRORED |= {other: one for one, other in MIRRORED.items()}
SIDES = ("left of", "right of", "to the left of", "to the right of", "above", "below", "over", "under")
BEARINGS = ("north of", "south of", "west of", "east of")
PLACES = ("inside", "in", "containing", "touching", "overlapping", "outside")


@dataclass(frozen=True)
class Fact:
    """Things by number, and a relation in words."""

    head: int
    relation: str
    tail: int
    denied: bool = False

    def turned(self) -> Fact:
        return replace(self, head=self.tail, tail=self.head, relation=CONVERSE[self.relation])

    def mirrored(self) -> Fact:
        return replace(self, relation=MIRRORED.get(self.relation, self.relation))


def drawn(pick: random.Random, *, places: Sequence[str] = PLACES) -> tuple[list[Fact], Fact]:
    """Return a story and a question; nothing is in two things, which of somebody would be a telling in time."""
    count = pick.randint(3, 5)
    words = [*SIDES, *(BEARINGS if pick.random() < 0.4 else ()), *(places if pick.random() < 0.6 else ())]
    if pick.random() < 0.2:
        words = list(places)
    facts: list[Fact] = []
    held: set[int] = set()
    for _ in range(pick.randint(2, count + 1)):
        head, tail = pick.sample(range(count), 2)
        relation = pick.choice(words)
        inner = {"inside": head, "in": head, "containing": tail}.get(relation)
        denied = pick.random() < 0.12
        if not denied and inner is not None:
            if inner in held:
                continue
            held.add(inner)
        facts.append(Fact(head, relation, tail, denied))
    spoken_of = sorted({thing for fact in facts for thing in (fact.head, fact.tail)})
    head, tail = pick.sample(spoken_of, 2)
    return facts, Fact(head, pick.choice([*SIDES, *places, *(words if facts else ())]), tail)


def sentence(fact: Fact, names: Sequence[str]) -> str:
    """Return a fact as a sentence."""
    head, tail = names[fact.head], names[fact.tail]
    if fact.relation == "containing":
        said = f"{head} {'does not contain' if fact.denied else 'contains'} {tail}."
    else:
        said = f"{head} is {'not ' if fact.denied else ''}{fact.relation} {tail}."
    return said[0].upper() + said[1:] if said.startswith("the ") else said


def question(fact: Fact, names: Sequence[str]) -> str:
    """Return a fact as a yes/no question."""
    head, tail = names[fact.head], names[fact.tail]
    return f"Does {head} contain {tail}?" if fact.relation == "containing" else f"Is {head} {fact.relation} {tail}?"


def text(facts: Sequence[Fact], names: Sequence[str]) -> str:
    """Return a story."""
    return " ".join(sentence(fact, names) for fact in facts)
