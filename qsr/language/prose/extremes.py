"""What is said to be the most of its kind: the tallest building, the boat that is nearest to the shore.

Of things that the story announces such a place is one among them. Else it holds beside everything of that kind that the story
speaks of, before or after: so it is kept, and the story's end says of each of these what follows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from qsr.errors import ParseError
from qsr.language.parts import Mention
from qsr.language.prose.claims import Rank
from qsr.language.prose.entering import ALTITUDE, ANYTHING, HIGHNESS, Scene, is_one
from qsr.language.prose.entries import order_of
from qsr.language.prose.persons import is_person, is_tall
from qsr.language.prose.places import SOONER
from qsr.language.prose.rows import ALONG, Row, told
from qsr.language.referents import Entities
from qsr.language.words import head_of
from qsr.logic import Relation, leaves
from qsr.relations import DIRECTIONS
from qsr.story import Question, Span, Statement

__all__ = ["Extreme", "beside", "compared", "extreme", "fellows", "way"]

_PERSON = "person"
#: The kind of all that lies on a way, and the beginnings of what says that of a thing.
_STOP = "stop on the way"
_PASSED = ("named:pass", "named:stop at", "named:reach", "named:cross", "named:begin at", "named:end at")


class Extreme(NamedTuple):
    """A thing that is first (or last) in an order of everything of a kind, where `span` says so.

    `landmark` is what distances are taken from, `scope` where the things are that it is the most of; -1 where there is none.
    """

    relation: str
    head: int
    from_end: bool
    kind: str
    landmark: int
    scope: int
    span: Span
    place: int = 1


def extreme(rank: Rank, scene: Scene, span: Span) -> Extreme | None:
    """Return what a place in an order says of things that the story does not announce; None where it is one among those."""
    head = scene.entity(rank.head)
    if rank.relation == SOONER and rank.landmark is not None:
        return Extreme(SOONER, head, rank.from_end, _STOP, scene.entity(rank.landmark), -1, span, rank.place)
    along = rank.relation in DIRECTIONS or rank.relation == ALONG
    if head in scene.arranged or (along and scene.row is None) or (rank.place > 1 and not (along or rank.landmark)):
        return None
    name = scene.names[head]
    own = _PERSON if is_person(name) else head_of(name)
    landmark, scope = (-1 if one is None else scene.entity(one) for one in (rank.landmark, rank.scope))
    kind = own if rank.kind in ANYTHING else rank.kind.split()[-1]
    relation = HIGHNESS if rank.relation == ALTITUDE and is_tall(name) else rank.relation
    found = Extreme(relation, head, rank.from_end, kind, landmark, scope, span, rank.place)
    if rank.many and rank.many != 1 + len(list(fellows(found, scene.names, scene.statements))):
        raise ParseError(f"of which {rank.many}?", "", *rank.head.span)
    return found


def fellows(one: Extreme, names: Sequence[str], statements: Sequence[Statement]) -> Iterator[int]:
    """Yield the other things that it is the most among."""
    there = {
        atom.args[0]
        for statement in statements
        for atom in leaves(statement.formula)
        if atom.relation.startswith("inside") and atom.args[-1] == one.scope
    }
    stops = set(_stops(one.landmark, statements)) if one.kind == _STOP else frozenset[int]()
    for entity, name in enumerate(names):
        if one.kind == _STOP:
            if entity in stops and entity != one.head:
                yield entity
            continue
        same = is_person(name) if one.kind == _PERSON else is_one(one.kind, name)
        if same and entity not in (one.head, one.landmark, one.scope) and (one.scope < 0 or entity in there):
            yield entity


def way(said: Statement) -> int:
    """Return the way of which a statement tells what lies on it; -1 where it tells of none."""
    if said.relation == SOONER:
        return said.args[-1]
    return said.args[0] if said.relation.startswith(_PASSED) else -1


def _stops(way: int, statements: Sequence[Statement]) -> Iterator[int]:
    """Yield what a story says to lie on a way."""
    for one in statements:
        if one.relation == SOONER and one.args[-1] == way:
            yield from one.args[:2]
        elif one.relation.startswith(_PASSED) and one.args[0] == way and not one.property("negated"):
            yield one.args[1]


def beside(
    extremes: Sequence[Extreme],
    row: Row | None,
    names: Sequence[str],
    statements: Sequence[Statement],
    questions: Sequence[Question],
) -> Iterator[Statement]:
    """Yield what extremes, and a row, say of the other things of a story that its statements do not say."""
    known = {(statement.relation, statement.args) for statement in statements}
    number = len(statements)
    for one in extremes:
        after = [other.head for other in extremes if other[:1] == one[:1] and other[2:6] == one[2:6] and other.place > one.place]
        for other in dict.fromkeys((*after, *(fellows(one, names, statements) if one.place == 1 else ()))):
            pair = (other, one.head) if one.from_end else (one.head, other)
            said = (Relation.of(one.relation), (*pair, *(() if one.landmark < 0 else (one.landmark,))))
            if said not in known:
                known.add(said)
                yield Statement(number, *said, one.span)
                number += 1
    if row is not None:
        yield from told(row, number, statements, questions)


def compared(mention: Mention, entities: Entities) -> int | None:
    """Return which of two things "the larger box" is where one was called big; None where nothing of this was said."""
    orders = {order for word in mention.key.split() if (order := order_of(word, comparative=True))}
    if mention.kind != "common" or not mention.definite or len(orders) != 1:
        return None
    known = entities.candidates(replace(mention, key=head_of(mention.key)))
    called = {one: {word for key in entities.called(one) for word in key.split()} for one in known}
    found = [one for one, said in called.items() if orders.intersection(map(order_of, said))]
    return found[0] if len(found) == 1 and len(known) == 2 else None
