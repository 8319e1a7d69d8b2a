"""Rows: what ends, places, "next to", "directly behind" and "between" say of things in a row, a queue or a stack.

A row lies along one axis: a queue from front to back, what is one above the other upwards, anything else from left to right.
Its first and last are at its ends; which end of a row of houses is the first one is open.

And how places of one kind lie by their words: the top and the bottom shelf, the second and the third floor, two coasts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any, Final, NamedTuple, cast

from qsr.errors import ParseError
from qsr.language import kinds
from qsr.language.parts import Mention
from qsr.language.prose.claims import Claim, Each, Rank, Saying, every_leaf
from qsr.language.prose.entering import Scene
from qsr.language.prose.persons import is_person, may_be_person
from qsr.language.prose.places import ALONG, AN_END, FIRST, SOONER, WAY
from qsr.language.referents import Entities
from qsr.logic import And, Atom, Count, Formula, If, Not, Or, Relation, leaves
from qsr.relations import AXES, CONVERSE, DIRECTIONS
from qsr.story import Question, Span, Statement

__all__ = [
    "ALONG",
    "Row",
    "along",
    "in_line",
    "in_row",
    "sides",
    "standing",
    "told",
    "ways",
]

#: What is immediately left of something is left of it, and so close.
_CLOSE = "named:immediately next to:mutual"
#: So few things have a left, a middle and a right.
_PLACES = 3
#: Kinds of nouns that may name persons although they may name others as well; and of what persons are in or on.
_OPEN: Final = frozenset({"", "person", "performer", "role"})
_SEATS: Final = frozenset({"furniture", "seat", "room", "building", "place", "container"})


class Row(NamedTuple):
    """Things in a row, none where the story does not say which; the label of what comes first; the sentence that says so."""

    members: tuple[int, ...]
    label: str
    span: Span

    def has(self, entity: int, names: Sequence[str]) -> bool:
        """Tell whether a thing is in the row."""
        return entity in self.members if self.members else is_person(names[entity])


def in_row(saying: Saying, scene: Scene) -> Saying:
    """Return what a formula says where things stand in a row: of those in it more than elsewhere."""
    if isinstance(saying, (And, Or)):
        axis = _between(saying, scene)
        return axis or type(saying)(tuple(in_row(part, scene) for part in saying.parts))
    if isinstance(saying, Count):
        return replace(saying, parts=tuple(in_row(part, scene) for part in saying.parts))
    if isinstance(saying, Not):
        return Not(in_row(saying.part, scene))
    if isinstance(saying, If):
        return If(in_row(saying.condition, scene), in_row(saying.consequence, scene))
    if isinstance(saying, Rank):
        return saying if saying.is_state else _placed(saying, scene)
    if (
        isinstance(saying, Claim)
        and saying.third == WAY
        and scene.way < 0
        and any(one.relation == ALONG for one in scene.statements)
    ):
        return Claim(ALONG, saying.head, saying.tail)
    if isinstance(saying, Each) or not dict(saying.properties).get("next"):
        return saying
    plain = replace(saying, properties=tuple(pair for pair in saying.properties if pair[0] != "next"))
    row: Row | None = scene.row
    close = dict(plain.properties).get("weak")
    if close and plain.relation in DIRECTIONS and (row is None or not all(_is_in(one, scene) for one in plain.mentions)):
        kept = tuple(pair for pair in plain.properties if pair[0] != "weak")
        return And((replace(plain, properties=kept), Claim(_CLOSE, plain.head, plain.tail)))
    if row is None or not all(_is_in(one, scene) for one in (saying.head, saying.tail)):
        return plain
    if plain.relation in DIRECTIONS:
        kept = tuple(pair for pair in plain.properties if pair[0] not in ("relations", "weak"))
        return And((replace(plain, properties=kept), _next(plain.relation, plain.head, plain.tail)))
    if plain.relation == "near":
        pairs = ((saying.head, saying.tail), (saying.tail, saying.head))
        return Or(tuple(_next(row.label, *pair) for pair in pairs))
    return plain


def _is_in(mention: Mention, scene: Scene) -> bool:
    return mention.kind == "placeholder" or scene.row.has(scene.entity(mention), scene.names)


def _next(label: str, head: Mention, tail: Mention) -> Claim:
    """Return that nothing of a row is between two things, the one of which is on a side of the other."""
    axis, sign = DIRECTIONS[label]
    return Claim(f"next before:{AXES[axis]}", *((head, tail) if sign < 0 else (tail, head)))


def _between(saying: Saying, scene: Scene) -> Saying | None:
    """Return that something is between two others in their row, or on their way too; None for what says nothing of the kind."""
    if not isinstance(saying, Or) or len(saying.parts) != len(DIRECTIONS):
        return None
    pairs = [part.parts for part in saying.parts if isinstance(part, And) and len(part.parts) == 2]
    claims = [one for pair in pairs for one in pair if isinstance(one, Claim)]
    if len(claims) != 2 * len(DIRECTIONS) or len({one.head.span for one in claims}) > 1:
        return None
    if {one.relation for one in claims} != DIRECTIONS.keys():
        return None
    if scene.row is not None and all(_is_in(one, scene) for part in claims for one in part.mentions):
        sides = (scene.row.label, CONVERSE[scene.row.label])
        return Or(tuple(part for part in saying.parts if _first(part).relation in sides))
    head, one, other = claims[0].head, claims[0].tail, claims[1].tail
    on = {
        entity for said in scene.statements if said.relation == SOONER and said.args[-1] == scene.way for entity in said.args[:2]
    }
    if not on.issuperset((scene.entity(one), scene.entity(other))):
        return None
    ways: list[Saying] = [And((_sooner(first, head), _sooner(head, last))) for first, last in ((one, other), (other, one))]
    return Or((*saying.parts, *ways))


def _first(part: Saying) -> Claim:
    return cast("Claim", cast("And[Claim]", part).parts[0])


def _sooner(one: Mention, other: Mention) -> Claim:
    return Claim(SOONER, one, other, third=WAY)


def sides(claims: Sequence[Saying], scene: Scene) -> list[Claim]:
    """Return what "on the left", "in the middle" and "on the right" say of each other where they are said of several things."""
    if scene.row is not None:
        return []
    found = [one for one in claims if isinstance(one, Rank) and one.otherwise is not None and one.place >= 0]
    axes = {DIRECTIONS[one.relation][0] for one in found if one.place}
    if len(axes) != 1 or len({(one.relation, one.place) for one in found}) != len(found):
        return []
    first = FIRST[axes.pop()]
    ordered = sorted(found, key=lambda one: 1 if not one.place else 0 if one.relation == first else 2)
    return [Claim(first, one.head, other.head) for one, other in combinations(ordered, 2)]


def _placed(rank: Rank, scene: Scene) -> Saying:
    """Return a place in a row: at an end, in the middle, the third."""
    row: Row | None = scene.row
    known = row is not None and _is_in(rank.head, scene)
    few = row is not None and 0 < len(row.members) <= _PLACES
    if rank.loose and rank.otherwise is None and not (known and row is not None and row.members):
        return And(())
    if rank.otherwise is not None and not (known and (few or not rank.loose)):
        return rank.otherwise
    if rank.relation == ALONG and row is None:
        raise ParseError("in which order? Say 'from the left', or 'the second-oldest'", "", *rank.head.span)
    relation = row.label if row is not None and rank.relation == ALONG and row.label != "left" else rank.relation
    place = rank.place
    if not place and row is None:
        return rank
    if not place:
        many = len(row.members) if row is not None else 0
        if many % 2 == 0:
            raise ParseError("the middle of how many?", "", *rank.head.span)
        relation, place = scene.row.label, (many + 1) // 2
    if place == AN_END:
        last = replace(rank, relation=scene.row.label, place=1, from_end=True, otherwise=None)
        ends = (replace(last, from_end=False), last)
        return last if scene.row.label != "left" and not rank.loose else Or(ends)
    return replace(rank, relation=relation, place=place, otherwise=None)


def along(claims: Sequence[Saying], row: Row) -> Row:
    """Return a row with the axis along which its things are said to have places."""
    for one in claims:
        if isinstance(one, Rank) and one.relation in DIRECTIONS and row.label == "left":
            return row._replace(label=FIRST[DIRECTIONS[one.relation][0]])
    return row


def told(row: Row, number: int, statements: Sequence[Statement], questions: Sequence[Question]) -> Iterator[Statement]:
    """Yield what holds of a row beside what a story says: no two things are at one place, and it begins at one of its ends."""
    asked = [one for question in questions for one in (*question.formulas, question.hypothesis) if one]
    said = {str(atom.relation) for one in (*asked, *(one.formula for one in statements)) for atom in leaves(one)}
    orders = [name for name in (row.label, ALONG) if name in said or name == row.label]
    has_places = ALONG in said or any(one.startswith("next before:") for one in said)
    # Beside plain claims it makes no difference; a count or a denial turns on it.
    is_counted = any(one.compound or one.property("negated") for one in statements) and row.label in map(_first_of, said)
    if len(row.members) < 2 or not (has_places or is_counted):
        return
    pairs = list(combinations(row.members, 2))
    apart = [Or((Atom(Relation.of(name), pair), Atom(Relation.of(name), pair[::-1]))) for name in orders for pair in pairs]
    yield Statement.says(number, And(tuple(apart)), row.span)
    if len(orders) > 1:
        ways: list[Formula[Atom]] = []
        for turned in (False, True):
            alike = [
                (Atom(Relation.of(row.label), pair[::-1] if turned else pair), Atom(Relation.of(ALONG), pair)) for pair in pairs
            ]
            same: list[Formula[Atom]] = [Or((And(both), Not(Or(both)))) for both in alike]
            ways.append(And(tuple(same)))
        yield Statement.says(number + 1, Or(tuple(ways)), row.span)


def standing(said: Iterable[Saying], entities: Entities, row: Any) -> dict[Span, bool]:
    """Return the mentions, by their places in a sentence, that it gives a place in an order of places.

    They go with whether that place is one in the row: at its end, in its middle, next to one that is in it.
    """
    found: dict[Span, bool] = {}
    for one in (leaf for part in said for leaf in every_leaf(part)):
        if isinstance(one, Rank):
            found[one.head.span] = True
        elif one.relation in DIRECTIONS or dict(one.properties).get("next"):
            beside = row is not None and not set(row.members).isdisjoint(entities.candidates(one.tail))
            found.setdefault(one.head.span, beside and bool(dict(one.properties).get("next")))
            found.setdefault(one.tail.span, False)
    return found


def ways(said: Iterable[Saying]) -> frozenset[Span]:
    """Return the mentions of a sentence of which it tells what lies on their way."""
    every = (leaf for one in said for leaf in every_leaf(one) if not isinstance(leaf, Rank))
    return frozenset((one.third or one.head).span for one in every if one.relation in ("sooner", "named:pass", "named:reach"))


def in_line(mention: Mention, entities: Entities, row: Any, kind: str, *, is_in: bool) -> int | None:
    """Return which of several things in a row something new is: the next of those that have no name.

    It is one of them where its place is in the row (`is_in`), and somebody is one of several persons.
    """
    if row is None or not mention.definite or entities.candidates(mention) or len(row.members) < 2:
        return None
    nameless = [one for one in row.members if entities.is_nameless(one)]
    person = mention.bare and mention.name[0].isupper() and may_be_person(mention.name) is not False
    # A chair may be somebody who presides, and is none in a row of chairs.
    persons = may_be_person(kind) is True or (may_be_person(kind) is None and kinds.kind(kind) in _OPEN)
    if not nameless or not (is_in or (person and persons)) or (person and not persons and kinds.kind(kind) in _SEATS):
        return None
    if may_be_person(kind) and not person and may_be_person(mention.name) is False:
        return None  # a seat is none of four friends
    member = entities.single_out(nameless[0], mention.name)
    entities.also_called(mention.key, member)
    return member


def _first_of(label: str) -> str:
    """Return which of two directions of an axis comes first on it; the label itself of anything else."""
    return FIRST[DIRECTIONS[label][0]] if label in DIRECTIONS else label
