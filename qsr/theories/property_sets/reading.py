"""From the statements and questions of a story to claims.

Which setting counts: a statement's own property, then the settings of the theory, then those of the story, then the default.
Some readings are decided here. A distance that a sentence states is part of what it says, so it counts in unspecified mode too
(there, other parts of a composite stay without a distance). A sentence that denies a relation denies its labels, together
with the distances that it names itself, but neither the unit that is understood in specified mode nor the alignment of
completeness. Completeness speaks of directions: a topological relation alone aligns nothing. "Touching" is any of the
relations in which boundaries meet and interiors do not cross them: outside and touching, inside and touching, contains and
touches.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from qsr.errors import NotCovered
from qsr.relations import DIRECTIONS, EVERYDAY, RCC8, parts
from qsr.story import Question, Statement, Story
from qsr.theories.answers import quote, shorten
from qsr.theories.everyday import Manner
from qsr.theories.property_sets.claims import Claim, Reading, Side, Space, fitting
from qsr.theories.property_sets.treatment import declared_by, default_kinds, kind_faults, kinds_of, places_of, space_of

__all__ = ["asked", "assumptions", "compare", "kind_hint", "read", "shown_spaces", "space_for"]

#: Distance that relation-complete, quantitatively specified stories leave unsaid (StepGame's one step).
_ONE: Final = Fraction(1)
_DEFAULTS: Final = {"objects": "points", "relations": "incomplete", "quantities": "unspecified"}
_DEPTH: Final = 2
_PLAIN: Final = "unit"
_TOPOLOGY: Final = {**{name: (base,) for name, base in RCC8.items()}, "touching": ("EC", "TPP", "TPPI")}
#: Relations that can carry a distance to a named boundary.
_WITH_MARGINS: Final = ("inside", "contains")


def space_for(story: Story, question: Question | None, settings: Mapping[str, str]) -> Space:
    """Return the places that a story and a question speak of, under the settings of the theory.

    There are three axes where "behind" or "in front" is used, unless that is set. Raises NotCovered where the question takes
    something for what the story does not make of it.
    """
    merged = {**_DEFAULTS, **dict(story.settings), **settings}
    own_axis = Manner(story, question).own_axis
    dimensions = 3 if own_axis and "dimensions" not in merged else _dimensions(story, question, merged)
    space = space_of(story, question, dimensions, default_kinds(story, settings, question))
    return replace(space, own_axis=True) if own_axis else space


def shown_spaces(story: Story, settings: Mapping[str, str], dimensions: int, extended: Iterable[int]) -> list[Space]:
    """Return the places that a picture of a story may show: what it shows with an extent has one, if nobody said otherwise.

    There are two where the question that led to a third axis is not known: that may be where north lies, or where "behind" does.
    """
    merged = {**_DEFAULTS, **dict(story.settings), **settings}
    declared = {entity for statement in story.statements for entity in declared_by(statement)}
    space = space_of(story, None, dimensions, default_kinds(story, settings, None, set(extended) - declared))
    if Manner(story, None).own_axis:
        return [replace(space, own_axis=True)]
    unsaid = "dimensions" not in merged and dimensions > _dimensions(story, None, merged)
    return [space, replace(space, own_axis=True)] if unsaid else [space]


def read(story: Story, space: Space, settings: Mapping[str, str]) -> Reading:
    """Resolve the statements of a story under the settings of the theory; raise NotCovered where one has no meaning in it."""
    merged = {**_DEFAULTS, **dict(story.settings), **settings}
    manner = Manner(story, None)
    manner.own_axis = space.own_axis
    claims = tuple(_claim(story, statement, merged, space, manner) for statement in story.statements)
    if "objects" not in {**dict(story.settings), **settings}:
        for statement, claim in zip(story.statements, claims, strict=True):
            # Nobody chose points: the default is no reason to call a story contradictory.
            if (hint := kind_hint(claim, space)) and None in kinds_of(statement):
                raise NotCovered(f"{quote(story, statement.id)} ({shorten(statement.relation)}): {hint}")
    topological = any(claim.topology not in ((), ("EQ",)) for claim in claims)
    return Reading(space, claims, _metric(story, claims), topological, manner)


def assumptions(
    story: Story, question: Question, settings: Mapping[str, str], reading: Reading, *, is_open: bool
) -> tuple[str, ...]:
    """Return in words what was taken so without having been said; what leaves a question open only where it `is_open`."""
    merged = {**dict(story.settings), **settings}
    left = ["an axis that is not mentioned stays open"] if is_open and "relations" not in merged else []
    if "objects" in merged:
        return tuple(left)
    said: tuple[Statement | Question, ...] = (*story.statements, question)
    declared = {entity for one in said for entity in declared_by(one)}
    free = [entity for entity in range(reading.space.entities) if entity not in declared]
    extended = [entity for entity in free if entity in reading.space.extended]
    points = [entity for entity in free if entity not in reading.space.extended]
    if len(points) == reading.space.entities and points:
        left.insert(0, "things are taken for points")
    return tuple(dict.fromkeys((*reading.manner.assumptions(question, points, extended), *left)))


def _metric(story: Story, claims: tuple[Claim, ...]) -> str:
    """Return the unit of all distances of a story; raise NotCovered where some have a length and others have none."""
    found: dict[str, int] = {}
    for statement, claim in zip(story.statements, claims, strict=True):
        if any(side.distance is not None for side in (*claim.sides, *claim.margins)):
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
    if (given.get("distance") or given.get("margins")) and reading.metric not in ("", given.get("unit", _PLAIN)):
        raise NotCovered(
            "the distance in the question cannot be compared with those of the story: one is a length, the other is not"
        )


def asked(question: Question, relation: str, reading: Reading) -> Claim:
    """Return what a question about a story asks when it asks whether `relation` holds.

    A yes/no question brings its own distances and its negation; a candidate label of a "relation" question stands for itself.
    """
    if len(question.args) != 2:
        raise NotCovered("the question does not ask about two entities")
    properties = dict(question.properties)
    relation = reading.manner.direction(relation, properties)
    problem = _fault(relation, properties, reading.space)
    if problem:
        raise NotCovered(f"the question asks about {shorten(relation)!r}: {problem}")
    return _made(question, relation, reading.space, reading.manner)


def _claim(story: Story, statement: Statement, settings: Mapping[str, str], space: Space, manner: Manner) -> Claim:
    properties = dict(statement.properties)
    relation = manner.direction(statement.relation, properties)
    problem = _fault(relation, properties, space)
    if not problem and (len(statement.args) != 2 or not all(0 <= entity < len(story.entities) for entity in statement.args)):
        problem = "it does not relate two entities of the story"
    if problem:
        raise NotCovered(f"{quote(story, statement.id)} ({shorten(relation)}): {problem}")
    specified = properties.get("quantities", settings["quantities"]) == "specified"
    complete = properties.get("relations", settings["relations"]) == "complete"
    understood = _ONE if specified and not properties.get("negated") else None
    return _made(statement, relation, space, manner, understood, complete=complete)


def _made(
    said: Statement | Question,
    relation: str,
    space: Space,
    manner: Manner,
    understood: Fraction | None = None,
    *,
    complete: bool = False,
) -> Claim:
    (head, tail), properties = places_of(space, said), dict(said.properties)
    topology = _topology(relation)
    margins = tuple(Side(*DIRECTIONS[name], Fraction(distance)) for name, distance in properties.get("margins", ()))
    if margins and topology == ("NTPPI",):
        # What contains at a distance is said from the side of what is inside.
        head, tail, topology = tail, head, ("NTPP",)
    if (word := next((name for name in parts(relation) if name in EVERYDAY), None)) is not None:
        points, asks = not {head, tail} <= space.extended, isinstance(said, Question)
        meant = manner.topology(word, (said.args[0], said.args[1]), properties, asked=asks, points=points)
        topology = EVERYDAY["inside"] if meant and margins else meant or topology
    return Claim(
        head,
        tail,
        _sides(relation, tuple(properties.get("distance") or ()), understood),
        topology,
        margins,
        complete=complete,
        negated=bool(properties.get("negated")),
        centres=properties.get("measured") == "centres" and (head in space.extended or tail in space.extended),
    )


@lru_cache(maxsize=1024)  # few different ones make up a story
def _sides(relation: str, distances: tuple[Any, ...], understood: Fraction | None) -> tuple[Side, ...]:
    names = parts(relation)
    return tuple(
        Side(*DIRECTIONS[name], understood if distance is None else Fraction(distance))
        for name, distance in zip(names, distances or (None,) * len(names), strict=True)
        if name in DIRECTIONS
    )


@lru_cache(maxsize=1024)
def _topology(relation: str) -> tuple[str, ...]:
    return next((_TOPOLOGY[name] for name in parts(relation) if name in _TOPOLOGY), ())


def _fault(relation: str, properties: Mapping[str, Any], space: Space) -> str:
    """Say why the theory gives a relation no meaning; the empty string where it does."""
    fault = _vocabulary_fault(relation, space.dimensions)
    if fault or not properties:
        return fault
    names = parts(relation)
    distances = properties.get("distance")
    if distances is not None and len(distances) != len(names):
        return "it needs one distance (or none) for each part of the relation"
    for name, distance in zip(names, distances or (), strict=False):
        if name in _TOPOLOGY and distance is not None:
            return f"{name} has no distance" + ("; name a boundary" if name in _WITH_MARGINS else "")
    return _margin_fault(relation, properties.get("margins", ()), space) or kind_faults(properties, 2)


@lru_cache(maxsize=1024)
def _vocabulary_fault(relation: str, dimensions: int) -> str:
    names = parts(relation)
    for name in names:
        if name not in DIRECTIONS and name not in _TOPOLOGY:
            return "the exact theory knows directions and topology only"
        if name in DIRECTIONS and DIRECTIONS[name][0] >= dimensions:
            return f"{name!r} needs three dimensions, and the story is set to {dimensions}"
    return "a composite has one topological part" if sum(name in _TOPOLOGY for name in names) > 1 else ""


def _margin_fault(relation: str, margins: tuple[tuple[str, Any], ...], space: Space) -> str:
    if margins and relation not in _WITH_MARGINS:
        return f"a distance to a boundary goes with {' or '.join(_WITH_MARGINS)}"
    for name, _ in margins:
        if name not in DIRECTIONS or DIRECTIONS[name][0] >= space.dimensions:
            return f"{shorten(name)!r} is no side of a boundary in {space.dimensions} dimensions"
    return ""


def _dimensions(story: Story, question: Question | None, settings: Mapping[str, str]) -> int:
    if "dimensions" in settings:
        return int(settings["dimensions"])
    relations: set[str] = {statement.relation for statement in story.statements}
    relations.update(question.candidates if question is not None else ())
    names = {name for relation in relations for name in relation.split("+")}
    for properties in (*(s.properties for s in story.statements), question.properties if question is not None else ()):
        names.update(name for key, value in properties if key == "margins" for name, _ in value)
    return 3 if any(DIRECTIONS.get(name, (0, 0))[0] == _DEPTH for name in names) else 2


def kind_hint(claim: Claim, space: Space) -> str:
    """Say what keeps a relation from holding where that is only the lack of an extent; else return the empty string."""
    if claim.negated or not claim.topology or set(claim.topology) & set(fitting(space, claim.head, claim.tail)):
        return ""
    whom = "both are points" if space.pointlike(claim) else "one of the two is a point"
    return f"{whom} here, without an extent; set objects: extended, or say in the text what is treated as an extended object"
