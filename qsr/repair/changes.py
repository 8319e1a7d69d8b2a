"""What may have been meant instead of a statement: the same family of relations, the same entities."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from qsr import relations
from qsr.logic import Relation
from qsr.repair.families import neighbours, opposites
from qsr.repair.rank import ANY, Change
from qsr.story import Question, Statement, Story
from qsr.theories.protocol import Labelled, Theory

__all__ = ["changes_of"]

#: Relations of X and Y that are another relation when X and Y change places, and have no opposite that says the same.
_ONE_WAY: Final = frozenset(
    {"inside", "inside and touching", "contains", "contains and touches", "image", "looks at", "looks away"}
)
_ANGLES: Final = ("turned:", "lies:")
#: Families in which any relation may stand for any other.
_FAMILIES: Final[tuple[tuple[str, ...], ...]] = (
    (*relations.DIRECTIONS, relations.OVERLAPPING),
    relations.DISTANCES,
    (*relations.RCC8, "touching"),
)
_UNIT: Final = Fraction(1)
_DEPTH: Final = frozenset({"behind", "in front"})


def changes_of(theory: Theory, story: Story, statement: Statement) -> Iterator[Change]:
    """Yield the changes of a statement, the smallest first, no statement twice.

    A statement that comes out may have no meaning in the theory, or contradict the story no less; the caller finds out.
    """
    seen = {statement.said}
    for kind, other in _all(theory, story, statement):
        if other.said not in seen:
            seen.add(other.said)
            yield Change(statement.id, kind, other)


def _all(theory: Theory, story: Story, statement: Statement) -> Iterator[tuple[str, Statement]]:
    for relation in opposites(statement.relation):
        yield "opposite", _with(story, statement, relation)
    if _is_one_way(statement):
        yield "swapped", _swapped(statement)
    if statement.property("negated"):
        yield "affirmed", _having(statement, negated=None)
    for relation in neighbours(statement.relation):
        yield "neighbour", _with(story, statement, relation)
    for distance in _distances(statement.property("distance")):
        yield "distance", _having(statement, distance=distance)
    for relation in _others(theory, story, statement):
        yield ANY, _with(story, statement, relation)


def _is_one_way(statement: Statement) -> bool:
    if len(statement.args) != 2 or statement.property("margins"):
        return False
    return not _ONE_WAY.isdisjoint(relations.parts(statement.relation)) or statement.relation.startswith(_ANGLES)


def _swapped(statement: Statement) -> Statement:
    turned = replace(statement, args=statement.args[::-1])
    kinds = statement.property("kinds")
    return _having(turned, kinds=kinds[::-1]) if kinds else turned


def _with(story: Story, statement: Statement, relation: str) -> Statement:
    """Return a statement with another relation; a part that stays, or is turned in its place, keeps its distance."""
    other = _having(replace(statement, relation=Relation.of(relation)), **_marks(story, statement, relation))
    distance = statement.property("distance")
    if not isinstance(distance, tuple):
        return other
    before, after = relations.parts(statement.relation), relations.parts(relation)
    known = dict(zip(before, distance, strict=False))
    if len(before) == len(after):
        kept = tuple(amount if name in relations.DIRECTIONS else None for name, amount in zip(after, distance, strict=False))
    else:
        kept = tuple(known.get(name) for name in after)
    return _having(other, distance=kept if any(amount is not None for amount in kept) else None)


def _marks(story: Story, statement: Statement, relation: str) -> dict[str, Any]:
    """Return what general English says by the word for another relation: bearings stay bearings, words everyday words."""
    general = story.referents is not None and story.referents.everyday
    was, compass = relations.parts(statement.relation), statement.property("compass", ())
    axes = {relations.DIRECTIONS[name][0] for name in compass}
    bearings = tuple(
        name
        for name in relations.parts(relation)
        if name in relations.DIRECTIONS and (relations.DIRECTIONS[name][0] in axes or set(compass) == set(was))
        if name not in _DEPTH
    )
    return {"compass": (compass and bearings) or None, "everyday": True if general and relation in relations.EVERYDAY else None}


def _having(statement: Statement, **properties: Any) -> Statement:
    """Return a statement with other properties; those that are None it no longer has."""
    kept = {**dict(statement.properties), **properties}
    return replace(statement, properties=tuple(sorted((name, value) for name, value in kept.items() if value is not None)))


def _distances(distance: object) -> Iterator[object]:
    """Yield a distance, of one part where there are several, that is one unit longer or shorter."""
    if isinstance(distance, Fraction):
        yield from _near(distance)
    elif isinstance(distance, tuple):
        for place, amount in enumerate(distance):
            if isinstance(amount, Fraction):
                yield from ((*distance[:place], near, *distance[place + 1 :]) for near in _near(amount))


def _near(amount: Fraction) -> Sequence[Fraction]:
    return [near for near in (amount - _UNIT, amount + _UNIT) if near > 0]


def _others(theory: Theory, story: Story, statement: Statement) -> Iterator[str]:
    """Yield the other relations of the family, or of the theory where no family has the relation."""
    families = (*_FAMILIES, *getattr(theory, "families", ()))
    family = next((family for family in families if statement.relation in family), None)
    if family is None:
        if isinstance(theory, Labelled) and ("+" not in statement.relation):
            yield from theory.labels(story, Question(0, "relation", statement.args))
        return
    flat = _DEPTH.isdisjoint(name for said in story.statements for name in relations.parts(said.relation))
    for relation in family:
        if not (flat and relation in _DEPTH) and not (_is_one_way(statement) and relation in _converses(statement.relation)):
            yield relation


def _converses(relation: str) -> tuple[str, ...]:
    """Return what says the same as to swap the arguments."""
    return (relations.converse(relation),) if set(relations.parts(relation)) <= relations.CONVERSE.keys() else ()
