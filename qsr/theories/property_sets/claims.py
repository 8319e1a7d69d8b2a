"""What the statements and questions of a story claim, with every setting resolved.

A `Claim` is the common source of all implementations of the property sets; what it means is said five times, independently: in
`encodings/property_sets.lp`, in `edges`, in `by_z3`, in `arithmetic`, and in the enumerator of the tests.

Which setting counts: a statement's own property, then the settings of the theory, then those of the story, then the default.
Two readings are decided here. A distance that a sentence states is part of what it says, so it counts in unspecified mode too
(there, other parts of a composite stay without a distance). And a sentence that denies a relation denies its labels, together
with the distances that it names itself, but neither the unit that is understood in specified mode nor the alignment of
completeness.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import Any, Final

from qsr.errors import UnsupportedQuestion
from qsr.relations import DIRECTIONS, OVERLAPPING, parts
from qsr.story import Question, Statement, Story

__all__ = [
    "Claim",
    "NotCovered",
    "Reading",
    "Side",
    "Space",
    "asked",
    "compare",
    "denial",
    "labels",
    "quote",
    "read",
    "space_of",
    "unit",
]

#: Distance that relation-complete, quantitatively specified stories leave unsaid (StepGame's one step).
_ONE: Final = Fraction(1)
_DEFAULTS: Final = {"objects": "points", "relations": "incomplete", "quantities": "unspecified"}
_DEPTH: Final = 2
_PLAIN: Final = "unit"
_SHOWN: Final = 200


class NotCovered(UnsupportedQuestion):
    """A statement or question that the theory gives no meaning; the message says which and why."""


@dataclass(frozen=True, slots=True)
class Space:
    """What the entities are: points or extended objects, on two or three axes."""

    extended: bool
    dimensions: int

    @property
    def sides(self) -> tuple[int, ...]:
        """Numbers of the bounds that an entity has on an axis: a point has one, an extended object a start and an end."""
        return (0, 1) if self.extended else (0,)


@dataclass(frozen=True, slots=True)
class Side:
    """On which side of the tail the head lies on one axis (-1 smaller, 1 greater), and how far from it where that is said."""

    axis: int
    sign: int
    distance: Fraction | None


@dataclass(frozen=True, slots=True)
class Claim:
    """A relation between two entities.

    `same`: every coordinate is shared. `complete`: axes without a side are level. `negated`: the sides (and `same`) are denied.
    `centres`: distances are between the centres of extended objects, not between facing ends.
    """

    head: int
    tail: int
    sides: tuple[Side, ...]
    same: bool = False
    complete: bool = False
    negated: bool = False
    centres: bool = False

    def level_axes(self, space: Space) -> list[int]:
        """Return the axes on which completeness aligns head and tail: those without a side, unless the claim is a denial."""
        if not self.complete or self.negated:
            return []
        stated = {side.axis for side in self.sides}
        return [axis for axis in range(space.dimensions) if axis not in stated]

    @property
    def measures_centres(self) -> bool:
        """Whether some distance is between centres, which is no difference of two coordinates."""
        return self.centres and any(side.distance is not None for side in self.sides)


@dataclass(frozen=True, slots=True)
class Reading:
    """A story as claims; the position of a claim is the id of its statement."""

    space: Space
    entities: int
    claims: tuple[Claim, ...]
    #: What distances are counted in: ``"m"``, ``"unit"``, or empty where the story has no distances.
    metric: str = ""


def labels(space: Space) -> tuple[str, ...]:
    """Return the labels that the theory decides for two entities."""
    directions = (name for name, (axis, _) in DIRECTIONS.items() if axis < space.dimensions)
    return (*directions, OVERLAPPING)


def unit(claims: Iterable[Claim]) -> int:
    """Return the least common denominator of the distances in the claims."""
    return lcm(*(side.distance.denominator for claim in claims for side in claim.sides if side.distance is not None))


def denial(claim: Claim) -> Claim:
    """Return the claim that holds exactly where a claim without completeness does not."""
    return replace(claim, negated=not claim.negated)


def space_of(story: Story, question: Question | None, settings: Mapping[str, str]) -> Space:
    """Return what the entities are and how many axes there are: three where "behind" or "in front" is used, unless that is set.

    Raises NotCovered where the statements disagree about what objects are.
    """
    merged = {**_DEFAULTS, **dict(story.settings), **settings}
    return Space(_objects(story, merged["objects"]) == "extended", _dimensions(story, question, merged))


def read(story: Story, space: Space, settings: Mapping[str, str]) -> Reading:
    """Resolve the statements of a story under the settings of the theory; raise NotCovered where one has no meaning in it."""
    merged = {**_DEFAULTS, **dict(story.settings), **settings}
    claims = tuple(_claim(story, statement, merged, space) for statement in story.statements)
    return Reading(space, len(story.entities), claims, _metric(story, claims))


def _metric(story: Story, claims: tuple[Claim, ...]) -> str:
    """Return the unit of all distances of a story; raise NotCovered where some have a length and others have none."""
    found: dict[str, int] = {}
    for statement, claim in zip(story.statements, claims, strict=True):
        if any(side.distance is not None for side in claim.sides):
            found.setdefault(statement.property("unit", _PLAIN), statement.id)
    if len(found) > 1:
        one, other = (quote(story, statement) for statement in found.values())
        raise NotCovered(
            f"{other}: its distance cannot be compared with that of {one}: one is a length, the other a number of units"
        )
    return next(iter(found), "")


def compare(reading: Reading, question: Question) -> None:
    """Raise NotCovered where the distance in a question is of another kind than those of the story."""
    given = dict(question.properties)
    if given.get("distance") and reading.metric not in ("", given.get("unit", _PLAIN)):
        raise NotCovered(
            "the distance in the question cannot be compared with those of the story: one is a length, the other is not"
        )


def asked(question: Question, relation: str, space: Space) -> Claim:
    """Return what a question asks when it asks whether `relation` holds.

    A yes/no question brings its own distances and its negation; a candidate label of a "relation" question stands for itself.
    """
    if len(question.args) != 2:
        raise NotCovered("the question does not ask about two entities")
    properties = dict(question.properties) if question.form == "yes_no" else {}
    problem = _fault(relation, properties, space)
    if problem:
        raise NotCovered(f"the question asks about {_short(relation)!r}: {problem}")
    head, tail = question.args
    sides = _sides(relation, properties.get("distance"), None)
    return Claim(
        head,
        tail,
        sides,
        same=OVERLAPPING in parts(relation),
        negated=bool(properties.get("negated")),
        centres=space.extended and properties.get("measured") == "centres",
    )


def _claim(story: Story, statement: Statement, settings: Mapping[str, str], space: Space) -> Claim:
    properties = dict(statement.properties)
    relation = statement.relation
    problem = _fault(relation, properties, space)
    if not problem and (len(statement.args) != 2 or not all(0 <= entity < len(story.entities) for entity in statement.args)):
        problem = "it does not relate two entities of the story"
    if problem:
        raise NotCovered(f"{quote(story, statement.id)} ({_short(relation)}): {problem}")
    negated = bool(properties.get("negated"))
    specified = properties.get("quantities", settings["quantities"]) == "specified"
    complete = properties.get("relations", settings["relations"]) == "complete"
    head, tail = statement.args
    return Claim(
        head,
        tail,
        _sides(relation, properties.get("distance"), _ONE if specified and not negated else None),
        same=OVERLAPPING in parts(relation),
        complete=complete,
        negated=negated,
        centres=space.extended and properties.get("measured") == "centres",
    )


def _sides(relation: str, distances: tuple[Any, ...] | None, understood: Fraction | None) -> tuple[Side, ...]:
    names = parts(relation)
    said = distances or (None,) * len(names)
    return tuple(
        Side(*DIRECTIONS[name], understood if distance is None else Fraction(distance))
        for name, distance in zip(names, said, strict=True)
        if name in DIRECTIONS
    )


def _fault(relation: str, properties: Mapping[str, Any], space: Space) -> str:
    """Say why the theory gives a relation no meaning; the empty string where it does."""
    names = relation.split("+")
    for name in names:
        if name not in DIRECTIONS and name != OVERLAPPING:
            return "the exact theory knows directions and overlapping only"
        if name in DIRECTIONS and DIRECTIONS[name][0] >= space.dimensions:
            return f"{name!r} needs three dimensions, and the story is set to {space.dimensions}"
    distances = properties.get("distance")
    if distances is not None and len(distances) != len(names):
        return "it needs one distance (or none) for each part of the relation"
    if distances is not None and any(name == OVERLAPPING and d is not None for name, d in zip(names, distances, strict=True)):
        return "overlapping has no distance"
    return ""


def _objects(story: Story, default: str) -> str:
    """Return what all entities are. Statements may say so themselves, but an entity cannot be two things."""
    said: str | None = None
    for statement in story.statements:
        for name, value in statement.properties:
            if name == "objects" and said not in (None, value):
                raise NotCovered(f"{quote(story, statement.id)}: the statements disagree whether objects are points or extended")
            if name == "objects":
                said = value
    return said or default


def _dimensions(story: Story, question: Question | None, settings: Mapping[str, str]) -> int:
    if "dimensions" in settings:
        return int(settings["dimensions"])
    relations = {statement.relation for statement in story.statements}
    relations.update(question.candidates if question is not None else ())
    deep = any(DIRECTIONS.get(name, (0, 0))[0] == _DEPTH for relation in relations for name in relation.split("+"))
    return 3 if deep else 2


def quote(story: Story, statement: int) -> str:
    """Return the words of a statement in quotation marks, cut where they are long, or its number where it has none."""
    words = _short(story.quote(statement))
    return f'"{words}"' if words else f"statement {statement}"


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."
