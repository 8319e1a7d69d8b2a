"""Steps and derivations as data, and the order in which several labels are spoken."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, Literal, TypeAlias

from qsr.relations import LABELS, OVERLAPPING, parts
from qsr.story import Statement

__all__ = ["Derivation", "Facts", "Kind", "Recorder", "Step", "limited", "spoken", "stated"]

Kind: TypeAlias = Literal["given", "reversed", "inferred"]
#: Labels of one entity relative to another, each with its distance where that counts.
Facts: TypeAlias = Mapping[str, Fraction | None]

_VERBS: Final = ("contains", "contains and touches")
#: Labels that are said with a preposition of their own behind them ("left of"); they come last, so that "above and right of" is
#: English.
_WITH_PREPOSITION: Final = ("left", "right", "in front", "far")


@dataclass(frozen=True, slots=True)
class Step:
    """One sentence of a derivation.

    Parameters
    ----------
    number
        Counted from 1.
    kind
        ``"given"``: a stated fact in the direction of the text; ``"reversed"``: the converse of one; ``"inferred"``: anything
        else.
    head, tail
        Entities of the story.
    labels
        Single labels of `qsr.relations` in the order in which they are spoken; none where the sources leave every label open.
    distances
        Under property set 2 the length of each label in units (None for "overlapping"); empty under the others.
    sources
        Numbers of the steps that it follows from, ascending.
    statements
        Ids of the statements of the story that it rests on, ascending.
    partial
        Whether the labels are all that is said. Under sets 2 to 4 any other step is a fact as these sets understand a statement:
        on the axes that it does not name points are level, and extended objects overlap. Always True under set 1.
    """

    number: int
    kind: Kind
    head: int
    tail: int
    labels: tuple[str, ...]
    distances: tuple[Fraction | None, ...]
    sources: tuple[int, ...]
    statements: tuple[int, ...]
    partial: bool = False


@dataclass(frozen=True, slots=True)
class Derivation:
    """How the answer to one question follows under one property set.

    Parameters
    ----------
    property_set
        One of `qsr.settings.PROPERTY_SETS`.
    path
        Entities from the head of the question to its tail.
    links
        The path in symbols: from, to, and the labels of the one relative to the other.
    steps
        In an order in which each follows from earlier ones. The last one is about the head and the tail of the question; there is
        none where they are the same entity.
    labels
        The answer.
    """

    property_set: str
    path: tuple[int, ...]
    links: tuple[tuple[int, int, tuple[str, ...]], ...]
    steps: tuple[Step, ...]
    labels: frozenset[str]


def spoken(labels: Iterable[str]) -> tuple[str, ...]:
    """Return labels in the order in which they are said: verbs, labels without a preposition behind them, the others.

    >>> spoken({"right", "above", "outside", "left"})
    ('above', 'outside', 'left', 'right')
    """

    def rank(label: str) -> tuple[int, int]:
        return (0 if label in _VERBS else 2 if label in _WITH_PREPOSITION else 1, LABELS.index(label))

    return tuple(sorted(set(labels), key=rank))


@dataclass(slots=True)
class Recorder:
    """Takes steps down and numbers them.

    Parameters
    ----------
    measured
        Whether distances are part of what is said.
    """

    measured: bool
    steps: list[Step] = field(default_factory=list)

    def given(self, head: int, tail: int, facts: Facts, statements: Iterable[int], *, partial: bool) -> int:
        """Take down what statements say; return the step's number."""
        return self._add("given", head, tail, facts, (), sorted(statements), partial)

    def follows(self, kind: Kind, head: int, tail: int, facts: Facts, sources: Iterable[int], *, partial: bool) -> int:
        """Take down what earlier steps give; return the step's number."""
        numbers = sorted(set(sources))
        statements = sorted({statement for number in numbers for statement in self.steps[number - 1].statements})
        return self._add(kind, head, tail, facts, numbers, statements, partial)

    def _add(
        self, kind: Kind, head: int, tail: int, facts: Facts, sources: Iterable[int], statements: Iterable[int], partial: bool
    ) -> int:
        labels = spoken(facts)
        distances = tuple(facts[label] for label in labels) if self.measured else ()
        number = len(self.steps) + 1
        self.steps.append(Step(number, kind, head, tail, labels, distances, tuple(sources), tuple(statements), partial))
        return number


def stated(statement: Statement) -> dict[str, Fraction | None]:
    """Return the labels of a statement with their lengths under property set 2: one unit where none is stated."""
    labels = parts(statement.relation)
    distances = statement.property("distance") or (None,) * len(labels)
    one = Fraction(1)
    return {
        label: None if label == OVERLAPPING else one if distance is None else Fraction(distance)
        for label, distance in zip(labels, distances, strict=True)
    }


def limited(answer: frozenset[str], candidates: Sequence[str]) -> frozenset[str]:
    """Return the labels of the answer that stand in a candidate which holds as a whole; all where there are no candidates."""
    if not candidates:
        return answer
    return frozenset(label for candidate in candidates if answer.issuperset(parts(candidate)) for label in parts(candidate))
