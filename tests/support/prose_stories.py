"""Random stories of prose with logic words, as data, and how they are written; `hypothesis` draws and shrinks them.

A clause is a relation of two things by number; a sentence a form of `FORMS` with its clauses. `SAME`: what means the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from hypothesis import strategies as st

__all__ = ["CONVERSE", "FORMS", "MIRRORED", "NAMES", "SAME", "SPLIT", "Asked", "Clause", "Sentence", "stories", "text"]

#: Names of up to five things, and of two more that have nothing to do with them.
NAMES: Final = (
    ("Ann", "Bob", "Cleo", "Dan", "Eve", "Flo", "Gus"),
    ("the cup", "the pen", "the jug", "the lamp", "the vase", "the drum", "the harp"),
    ("the red cup", "the blue cup", "the old lamp", "Nora's bag", "my desk", "the oboe", "the lute"),
)
CONVERSE: Final = {
    "left of": "right of",
    "to the left of": "to the right of",
    "above": "below",
    "in front of": "behind",
    "older than": "younger than",
    "cheaper than": "more expensive than",
}
CONVERSE.update({other: one for one, other in CONVERSE.items()})
_DEPTH_AND_HEIGHT: Final = ("above", "below", "in front of", "behind")
#: What is seen in a mirror, and what an order is from its other end.
MIRRORED: Final = {one: other for one, other in CONVERSE.items() if one not in _DEPTH_AND_HEIGHT}
MIRRORED.update({"leftmost": "rightmost", "rightmost": "leftmost", "oldest": "youngest", "youngest": "oldest"})
MIRRORED.update({"cheapest": "most expensive", "most expensive": "cheapest"})
#: Relations of one story, and superlatives that go with them.
WORDS: Final = (
    (("left of", "right of", "to the left of", "to the right of", *_DEPTH_AND_HEIGHT), ("leftmost", "rightmost")),
    (("left of", "right of"), ("leftmost", "rightmost")),
    (("older than", "younger than"), ("oldest", "youngest")),
    (("cheaper than", "more expensive than"), ("cheapest", "most expensive")),
)
_NUMBERS: Final = {3: "three", 4: "four", 5: "five"}


@dataclass(frozen=True)
class Clause:
    """A relation in words of two things; of a superlative the tail is not used."""

    head: int
    relation: str
    tail: int

    def turned(self) -> Clause:
        return Clause(self.tail, CONVERSE[self.relation], self.head)

    def mirrored(self) -> Clause:
        return replace(self, relation=MIRRORED.get(self.relation, self.relation))

    def said(self, names: Sequence[str], denied: bool = False) -> str:
        return f"{names[self.head]} is {'not ' if denied else ''}{self.relation} {names[self.tail]}"


@dataclass(frozen=True)
class Sentence:
    """Clauses in a form of `FORMS`."""

    form: str
    clauses: tuple[Clause, ...]

    def changed(self, change: Callable[[Clause], Clause]) -> Sentence:
        return replace(self, clauses=tuple(map(change, self.clauses)))

    def said(self, names: Sequence[str]) -> str:
        text = FORMS[self.form](self.clauses, names)
        return f"{text[0].upper()}{text[1:]}."


@dataclass(frozen=True)
class Asked:
    """A question about a clause: does it hold, could it, does it if another one does, of what does it hold?"""

    form: str
    clause: Clause
    supposed: Clause

    def said(self, names: Sequence[str]) -> str:
        head, tail, relation = names[self.clause.head], names[self.clause.tail], self.clause.relation
        if self.form == "what":
            return f"What is {relation} {tail}?"
        if self.form == "could":
            return f"Could {head} be {relation} {tail}?"
        asked = f"s {head} {relation} {tail}?"
        return f"If {self.supposed.said(names)}, i{asked}" if self.form == "supposed" else f"I{asked}"


Writer = Callable[[Sequence[Clause], Sequence[str]], str]


def _clauses(template: str, *denied: bool) -> Writer:
    def said(clauses: Sequence[Clause], names: Sequence[str]) -> str:
        marks = (*denied, *(False for _ in clauses))
        return template.format(*(clause.said(names, mark) for clause, mark in zip(clauses, marks, strict=False)))

    return said


def _heads(template: str) -> Writer:
    def said(clauses: Sequence[Clause], names: Sequence[str]) -> str:
        one, other = clauses
        return template.format(names[one.head], names[other.head], one.relation, names[one.tail], CONVERSE.get(one.relation))

    return said


#: Form -> how its clauses are written. Those of the second group have two clauses with one relation and one tail.
FORMS: Final = {
    "fact": _clauses("{}"),
    "denial": _clauses("{}", True),
    "and": _clauses("{} and {}"),
    "and not": _clauses("{} and {}", False, True),
    "or": _clauses("{} or {}"),
    "either": _clauses("Either {} or {}"),
    "xor": _clauses("Either {} or {}, but not both"),
    "if": _clauses("If {}, {}"),
    "if not": _clauses("If {}, then {}", True),
    "if so": _clauses("{} if {}"),
    "only if": _clauses("{} only if {}"),
    "unless": _clauses("{} unless {}"),
    "both": _heads("{} and {} are {} {}"),
    "of both": _heads("{3} is {4} {0} and {1}"),
    "neither not": _heads("Neither {} nor {} is not {} {}"),
    "none": _heads("Neither {} nor {} is {} {}"),
    "one": _heads("Exactly one of {} and {} is {} {}"),
    "most one": _heads("At most one of {} and {} is {} {}"),
    "some": _heads("{} or {} is {} {}"),
    "superlative": lambda clauses, names: f"{names[clauses[0].head]} is the {clauses[0].relation}",
}
SHARED: Final = tuple(list(FORMS)[12:19])
#: Form -> forms that say the same, and whether of the clauses in the other order.
SAME: Final = {
    "or": (("either", False), ("or", True), ("if not", False), ("unless", True)),
    "xor": (("xor", True),),
    "if": (("if so", True), ("only if", False)),
    "if not": (("unless", True), ("or", False)),
    "unless": (("if not", True), ("either", True)),
    "both": (("of both", False), ("neither not", False), ("neither not", True)),
    "of both": (("neither not", True), ("both", True)),
    "none": (("none", True),),
    "one": (("xor", False), ("one", True)),
    "some": (("or", False), ("some", True)),
}
#: Form -> forms of one clause each that say the same together.
SPLIT: Final = {
    "and": ("fact", "fact"),
    "and not": ("fact", "denial"),
    "both": ("fact", "fact"),
    "of both": ("fact", "fact"),
    "neither not": ("fact", "fact"),
    "none": ("denial", "denial"),
}


@st.composite
def stories(draw: st.DrawFn) -> tuple[int, list[Sentence], Asked]:
    """Draw how many things a story announces (0 where it does not), what it says of them, and what is asked."""
    words, superlatives = draw(st.sampled_from(WORDS))
    count = draw(st.integers(3, 5))
    thing = st.integers(0, count - 1)
    clause = st.builds(Clause, thing, st.sampled_from(words), thing).filter(lambda one: one.head != one.tail)
    story = [draw(_sentences(clause)) for _ in range(draw(st.integers(2, 5)))]
    known = sorted({thing for one in story for part in one.clauses for thing in (part.head, part.tail)})
    announced = known == list(range(count)) and draw(st.booleans())
    if announced:
        story.append(Sentence("superlative", (Clause(draw(thing), draw(st.sampled_from(superlatives)), 0),)))
    head, tail, *_ = draw(st.permutations(known))
    form = draw(st.sampled_from(("is", "is", "could", "supposed", "what")))
    asked = Asked(form, Clause(head, draw(st.sampled_from(words)), tail), draw(clause))
    return count if announced else 0, story, asked


@st.composite
def _sentences(draw: st.DrawFn, clause: st.SearchStrategy[Clause]) -> Sentence:
    form = draw(st.sampled_from(("fact", "fact", "fact", "denial", *list(FORMS)[2:19])))
    first = draw(clause)
    if form in ("fact", "denial"):
        return Sentence(form, (first,))
    other = draw(clause.filter(lambda one: one != first and (form not in SHARED or one.head not in (first.head, first.tail))))
    return Sentence(form, (first, replace(first, head=other.head) if form in SHARED else other))


def text(announced: int, story: Sequence[Sentence], names: Sequence[str]) -> str:
    """Return a story in words."""
    said = " ".join(sentence.said(names) for sentence in story)
    if not announced:
        return said
    *others, last = names[:announced]
    return f"There are {_NUMBERS[announced]} things: {', '.join(others)} and {last}. {said}"
