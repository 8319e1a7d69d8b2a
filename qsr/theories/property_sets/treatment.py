"""How a story treats its objects: as points or as extended objects, and so how many places there are.

Extended objects are boxes with sides along the axes. A statement says how it treats its arguments in ``kinds``, one entry per
argument (``"points"``, ``"extended"``, or None where it does not say), or for all of them in ``objects``; where it does not
say, the setting ``objects`` counts. An object that is extended in one statement and a point in another is a box, and in the
second statement one of its points stands for it: a reference point somewhere in its interior, the same one in all such
statements. A question that does not say otherwise asks about the box.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from qsr.settings import SETTINGS
from qsr.story import Question, Statement, Story
from qsr.theories.answers import NotCovered
from qsr.theories.property_sets.claims import Space

__all__ = ["kind_faults", "places_of", "says_all_kinds", "space_of"]

_KINDS: Final = SETTINGS["objects"]
_POINTS, _EXTENDED = _KINDS


def kind_faults(properties: Mapping[str, Any], count: int) -> str:
    """Say what is wrong with ``kinds`` or ``objects`` of a statement with `count` arguments; the empty string if nothing is."""
    kinds = properties.get("kinds", (None,) * count)
    if len(kinds) != count:
        return "it needs one kind (or none) for each of its arguments"
    if any(kind is not None and kind not in _KINDS for kind in (*kinds, properties.get("objects"))):
        return f"objects are treated as {' or as '.join(_KINDS)}"
    return ""


def says_all_kinds(statement: Statement) -> bool:
    """Tell whether a statement says of all its arguments how it treats them."""
    return None not in _kinds(statement.properties, len(statement.args), None)


def _kinds(properties: Sequence[tuple[str, Any]], count: int, default: str | None) -> Sequence[str | None]:
    """Return how each argument is treated; `default` where the statement does not say."""
    given = dict(properties)
    whole = given.get("objects", default)
    return [kind or whole for kind in given.get("kinds", (None,) * count)]


def space_of(story: Story, question: Question | None, dimensions: int, default: str) -> Space:
    """Return the places that a story and a question speak of; `default` is the kind of what nothing is said of.

    Raises NotCovered where the question takes as extended what the story only ever treats as a point.
    """
    known = range(len(story.entities))
    extended, points = _treated(story.statements, default)
    references = sorted(entity for entity in extended & points if entity in known)
    if question is not None and {"kinds", "objects"} & dict(question.properties).keys():
        boxes, others = _treated([question], None)
        for entity in sorted((boxes & points - extended).intersection(known)):
            raise NotCovered(f"the question takes {story.entities[entity]!r} as extended, and the story treats it as a point")
        extended |= boxes
        points |= others
        references += sorted(entity for entity in extended & points if entity in known and entity not in references)
    if default == _EXTENDED:
        extended.update(set(known) - points)
    return Space(dimensions, len(known), frozenset(entity for entity in extended if entity in known), tuple(references))


def _treated(sayings: Iterable[Statement | Question], default: str | None) -> tuple[set[int], set[int]]:
    """Return which entities are treated as extended and which as points; without a default, only those of which it is said."""
    extended: set[int] = set()
    points: set[int] = set()
    for said in sayings:
        if not said.properties:
            (extended if default == _EXTENDED else points).update(said.args)
        elif not kind_faults(dict(said.properties), len(said.args)):  # else whoever reads the statement refuses it
            for entity, kind in zip(said.args, _kinds(said.properties, len(said.args), default), strict=True):
                if kind:
                    (extended if kind == _EXTENDED else points).add(entity)
    return extended, points


def _place_of(space: Space, entity: int, kind: str | None) -> int:
    """Return where an entity is that is treated as of a kind; None takes it as what it is."""
    return space.entities + space.references.index(entity) if kind == _POINTS and entity in space.references else entity


def places_of(space: Space, args: Sequence[int], properties: Sequence[tuple[str, Any]], default: str | None) -> tuple[int, int]:
    """Return head and tail of a statement as places."""
    if not properties and (default is None or not space.references):
        return args[0], args[1]
    one, two = _kinds(properties, 2, default)
    return _place_of(space, args[0], one), _place_of(space, args[1], two)
