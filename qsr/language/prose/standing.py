"""Who stands in a row: what a sentence gives a place in an order, and new names for those of whom only the number was said."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from qsr.language import kinds
from qsr.language.parts import Mention
from qsr.language.prose.claims import Rank, Saying, every_leaf
from qsr.language.prose.persons import may_be_person
from qsr.language.referents import Entities
from qsr.relations import DIRECTIONS
from qsr.story import Span

__all__ = ["in_line", "standing", "ways"]

#: Kinds of nouns that may name persons although they may name others as well; and of what persons are in or on.
_OPEN: Final = frozenset({"", "person", "performer", "role"})
_SEATS: Final = frozenset({"furniture", "seat", "room", "building", "place", "container"})


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
    if not nameless or not (is_in or (person and persons)):
        return None
    if person and not persons and kinds.kind(kind) in _SEATS:
        return None
    if may_be_person(kind) and not person and may_be_person(mention.name) is False:
        return None  # a seat is none of four friends
    member = entities.single_out(nameless[0], mention.name)
    entities.also_called(mention.key, member)
    return member
