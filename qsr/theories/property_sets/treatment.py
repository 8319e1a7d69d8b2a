"""How a story treats its objects: as points or as extended objects, and so how many places there are.

Extended objects are boxes with sides along the axes. A statement says how it treats its arguments in ``kinds``, one entry per
argument (``"points"``, ``"extended"``, or None where it does not say), or for all of them in ``objects``; where it does not
say, the setting ``objects`` counts. Where that is not set either, all are points until a statement or the question speaks of a
relation that needs an extent; then all have one, but for what is declared to be a point: nobody who says that two things are in
the pantry has said that neither is in the other. An object that is extended in one statement and a point in another is a box, and
in the second statement one of its points stands for it: a reference point somewhere in its interior, the same one in all such
statements. A question that does not say otherwise asks about the box.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from qsr.errors import NotCovered
from qsr.relations import OVERLAPPING, RCC8, parts
from qsr.settings import SPARC
from qsr.story import Question, Statement, Story
from qsr.theories.property_sets.claims import Space

__all__ = ["declared_by", "default_kinds", "kind_faults", "kinds_of", "places_of", "space_of"]

_KINDS: Final = SPARC["objects"].values
_POINTS, _EXTENDED = _KINDS
#: Relations that mean something between things with an extent only.
_NEEDS_EXTENT: Final = frozenset(RCC8) - {"outside", OVERLAPPING} | {"touching"}


def kind_faults(properties: Mapping[str, Any], count: int) -> str:
    """Say what is wrong with ``kinds`` or ``objects`` of a statement with `count` arguments; the empty string if nothing is."""
    kinds = properties.get("kinds", (None,) * count)
    if len(kinds) != count:
        return "it needs one kind (or none) for each of its arguments"
    if any(kind is not None and kind not in _KINDS for kind in (*kinds, properties.get("objects"))):
        return f"objects are treated as {' or as '.join(_KINDS)}"
    return ""


def default_kinds(
    story: Story, settings: Mapping[str, str], question: Question | None, shown: Iterable[int] = ()
) -> tuple[str, ...]:
    """Return what each entity is where neither a statement nor the question says.

    Parameters
    ----------
    story, question
        The question may be None.
    settings
        Of the theory; they win over those of the story.
    shown
        Entities that have an extent for another reason, such as a picture that shows one.
    """
    given = {**dict(story.settings), **settings}
    if "objects" in given:
        return (given["objects"],) * len(story.entities)
    # Where other settings speak of points, "overlaps" and "outside" alone give nothing an extent.
    points = given.get("relations") == "complete" or given.get("quantities") == "specified"
    said = (*story.statements, *(() if question is None else (question,)))
    # A point between two regions lets them touch, and a thing keeps them apart: where one has an extent, all have that might.
    anywhere = any(True for _ in shown) or any(_needs_extent(story, one, points) for one in said)
    return (_EXTENDED if anywhere else _POINTS,) * len(story.entities)


def _needs_extent(story: Story, said: Statement | Question, points: bool) -> bool:
    """Tell whether a relation puts an extent into something that the sentence itself does not take for a point."""
    if len(said.args) != 2 or not all(0 <= entity < len(story.entities) for entity in said.args):
        return False
    names = parts(said.relation) if isinstance(said, Statement) else {part for one in said.candidates for part in parts(one)}
    free = [entity for entity, kind in zip(said.args, kinds_of(said), strict=True) if kind != _POINTS]
    needing = _NEEDS_EXTENT if points or not dict(said.properties).get("everyday") else frozenset(RCC8)
    return bool(free) and not needing.isdisjoint(names)


def declared_by(said: Statement | Question) -> Iterator[int]:
    """Yield the entities of which a statement or question says how it treats them."""
    return (entity for entity, kind in zip(said.args, kinds_of(said), strict=True) if kind)


def kinds_of(said: Statement | Question, defaults: Sequence[str] = ()) -> list[str | None]:
    """Return how each argument is treated; where nothing is said, as `defaults` has it for the entity, else None."""
    given = dict(said.properties)
    kinds = given.get("kinds", ())
    # Whoever reads the statement refuses other than one kind for each argument.
    own = kinds if len(kinds) == len(said.args) else (None,) * len(said.args)
    whole = given.get("objects")
    return [
        kind or whole or (defaults[entity] if 0 <= entity < len(defaults) else None)
        for kind, entity in zip(own, said.args, strict=True)
    ]


def space_of(story: Story, question: Question | None, dimensions: int, defaults: Sequence[str]) -> Space:
    """Return the places that a story and a question speak of; `defaults` are the kinds of what nothing is said of.

    Raises NotCovered where the question takes as extended what the story only ever treats as a point.
    """
    known = range(len(story.entities))
    extended, points = _treated(story.statements, defaults)
    references = sorted(entity for entity in extended & points if entity in known)
    if question is not None and {"kinds", "objects"} & dict(question.properties).keys():
        boxes, others = _treated([question])
        for entity in sorted((boxes & points - extended).intersection(known)):
            raise NotCovered(f"the question takes {story.entities[entity]!r} as extended, and the story treats it as a point")
        extended |= boxes
        points |= others
        references += sorted(entity for entity in extended & points if entity in known and entity not in references)
    extended.update(entity for entity in known if defaults[entity] == _EXTENDED and entity not in points)
    shown = frozenset(entity for entity in extended if entity in known)
    return Space(dimensions, len(known), shown, tuple(references), tuple(defaults))


def _treated(sayings: Iterable[Statement | Question], defaults: Sequence[str] = ()) -> tuple[set[int], set[int]]:
    """Return which entities are treated as extended and which as points; without defaults, only those of which it is said."""
    extended: set[int] = set()
    points: set[int] = set()
    for said in sayings:
        if not kind_faults(dict(said.properties), len(said.args)):  # else whoever reads the statement refuses it
            for entity, kind in zip(said.args, kinds_of(said, defaults), strict=True):
                if kind:
                    (extended if kind == _EXTENDED else points).add(entity)
    return extended, points


def _place_of(space: Space, entity: int, kind: str | None) -> int:
    """Return where an entity is that is treated as of a kind; None takes it as what it is."""
    return space.entities + space.references.index(entity) if kind == _POINTS and entity in space.references else entity


def places_of(space: Space, said: Statement | Question) -> tuple[int, int]:
    """Return head and tail of a statement as places; a question that does not say otherwise asks about the objects themselves."""
    head, tail = said.args
    if not space.references:
        return head, tail
    one, two = kinds_of(said, space.kinds if isinstance(said, Statement) else ())
    return _place_of(space, head, one), _place_of(space, tail, two)
