"""What the statements and questions of a story claim: labels of two entities, joined by "every", "some" and "not".

Every backend, and the geometry that checks them, gives the sixteen labels a meaning of its own; this module only says how the
parts of a sentence or of a question hang together. "touching" is read as EC, TPP or TPPI: a contact of boundaries from outside
or from inside. Boundaries of partially overlapping or of equal regions may meet as well, but nobody says that those touch.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

from qsr import logic
from qsr.errors import NotCovered
from qsr.logic import And, Not, Or, mapped, plain
from qsr.relations import LABELS, RCC8, parts
from qsr.story import Question, Statement, Story
from qsr.theories.answers import quote
from qsr.theories.everyday import Manner
from qsr.theories.options import fault_of_quantifiers, quantified

__all__ = [
    "TOUCHING",
    "Formula",
    "Holds",
    "asked",
    "label",
    "meant",
    "read",
]

#: What English says of regions whose boundaries meet -> the labels that it may stand for.
TOUCHING: Final = {"touching": ("outside and touching", "inside and touching", "contains and touches")}
_KNOWN: Final = frozenset((*LABELS, *TOUCHING))
#: Properties that would change the meaning of a statement, with the values that do not.
_PLAIN: Final[dict[str, tuple[object, ...]]] = {
    "objects": ("extended",),
    "relations": ("incomplete",),
    "quantities": ("unspecified",),
}


class Holds(NamedTuple):
    """One label holds of head and tail."""

    label: str
    head: int
    tail: int


#: Claims have no other connectives than `Not`, `And` and `Or`.
Formula: TypeAlias = logic.Formula[Holds]


def label(
    relation: str,
    head: int,
    tail: int,
    manner: Manner,
    properties: Mapping[str, Any] = MappingProxyType({}),
    *,
    asked: bool = False,
) -> Formula:
    """Return the claim that a relation, all its parts, holds of head and tail; `manner` is how its story means everyday words."""
    found: list[Formula] = []
    for name in parts(manner.direction(relation, properties)):
        bases = manner.topology(name, (head, tail), properties, asked=asked)
        names = tuple(one for one, base in RCC8.items() if base in bases) or TOUCHING.get(name, (name,))
        meant = tuple(Holds(one, head, tail) for one in names)
        found.append(meant[0] if len(meant) == 1 else Or(meant))
    return found[0] if len(found) == 1 else And(tuple(found))


def read(story: Story, manner: Manner | None = None) -> tuple[Formula, ...]:
    """Return what each statement claims; raise NotCovered, naming the statement, where one has no meaning here.

    `manner` is how the story and the question about it mean their words; that of the story alone where it is None.
    """
    manner = manner or Manner(story, None)
    return tuple(_claim(story, statement, manner) for statement in story.statements)


def meant(formula: logic.Formula[logic.Atom], manner: Manner, properties: Iterable[tuple[str, Any]] = ()) -> Formula:
    """Return the claim of a formula, whose atoms mean what questions about them, with these properties, ask."""

    def claim(atom: logic.Atom) -> Formula:
        if len(atom.args) != 2 or (problem := _fault(atom.relation, {})):
            raise NotCovered(f"not covered: {atom.relation[:60]} in a formula: {problem or 'it does not relate two entities'}")
        return label(atom.relation, *atom.args, manner, dict(properties), asked=True)

    return mapped(plain(formula), claim)


def _claim(story: Story, statement: Statement, manner: Manner) -> Formula:
    if statement.compound is not None:
        return meant(statement.compound, manner)
    problem = _fault(statement.relation, dict(statement.properties))
    if not problem and (len(statement.args) != 2 or not all(0 <= entity < len(story.entities) for entity in statement.args)):
        problem = "it does not relate two entities of the story"
    if problem:
        raise NotCovered(f"not covered: {quote(story, statement.id)} ({statement.relation[:60]}): {problem}")
    head, tail = statement.args
    claim = label(statement.relation, head, tail, manner, dict(statement.properties))
    return Not(claim) if statement.property("negated") else claim


def _fault(relation: str, properties: Mapping[str, Any]) -> str:
    """Say why a relation has no meaning here; the empty string where it has one."""
    if not _KNOWN.issuperset(relation.split("+")):
        return "the sound theory knows the sixteen labels of SpaRC and touching only"
    if any(distance is not None for distance in properties.get("distance") or ()):
        return "the sound theory has no distances in numbers"
    for name, known in _PLAIN.items():
        if properties.get(name, known[0]) not in known:
            return f"the sound theory has no {name} that are {properties[name]}"
    return ""


def asked(story: Story, question: Question, manner: Manner | None = None) -> dict[str, Formula]:
    """Return what a question asks: a claim per candidate label, or ``"yes"`` alone for a yes/no question.

    A yes/no question may be quantified, as `qsr.theories.options` describes; several labels hold of the same pair; a pair of an
    entity and itself stays and is false, since nobody who asks whether a thing is near any other means the thing itself.

    Raises NotCovered for other questions.
    """
    if problem := _question_fault(story, question):
        raise NotCovered(f"not covered: {problem}")
    manner = manner or Manner(story, question)
    properties = dict(question.properties)
    if question.form == "relation":
        head, tail = question.args
        return {name: label(name, head, tail, manner, properties, asked=True) for name in question.candidates or LABELS}

    def related(head: int, tail: int) -> Formula:
        if head == tail and "heads" in properties:
            return Or(())
        found = tuple(label(name, head, tail, manner, properties, asked=True) for name in question.candidates)
        return found[0] if len(found) == 1 else And(found)

    def every(found: Iterable[Formula]) -> Formula:
        return And(tuple(found))

    def some(found: Iterable[Formula]) -> Formula:
        return Or(tuple(found))

    claim = quantified(question, related, every, some)
    return {"yes": Not(claim) if properties.get("negated") else claim}


def _question_fault(story: Story, question: Question) -> str:
    if question.form not in ("relation", "yes_no"):
        return f"a question of the form {question.form!r}"
    if fault := fault_of_quantifiers(question):
        return fault
    properties = dict(question.properties)
    named = (*properties["heads"], *properties["tails"]) if "heads" in properties else question.args
    if not all(0 <= entity < len(story.entities) for entity in named):
        return "a question about an entity that the story does not have"
    if question.form == "relation" and properties.get("negated"):
        return "a negation in a question that is not yes/no"
    faults = ((name, _fault(name, properties)) for name in question.candidates)
    return next((f"the question asks about {name[:60]!r}: {fault}" for name, fault in faults if fault), "")
