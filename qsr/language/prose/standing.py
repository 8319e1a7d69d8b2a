"""Who stands in a row: what a sentence gives a place in an order, and new names for those of whom only the number was said."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from qsr.language.parts import Mention
from qsr.language.prose.claims import Rank, Saying, every_leaf
from qsr.language.prose.lexicon import may_be_person
from qsr.language.referents import Entities
from qsr.relations import DIRECTIONS
from qsr.story import Span

__all__ = ["in_line", "standing", "ways"]


def standing(said: Iterable[Saying]) -> frozenset[Span]:
    """Return the mentions, by their places in a sentence, that it gives a place in an order of places."""
    every = (leaf for one in said for leaf in every_leaf(one))
    placed = (one for one in every if isinstance(one, Rank) or one.relation in DIRECTIONS or dict(one.properties).get("next"))
    return frozenset(mention.span for one in placed for mention in one.mentions)


def ways(said: Iterable[Saying]) -> frozenset[Span]:
    """Return the mentions of a sentence of which it tells what lies on their way."""
    every = (leaf for one in said for leaf in every_leaf(one) if not isinstance(leaf, Rank))
    return frozenset((one.third or one.head).span for one in every if one.relation in ("sooner", "named:pass", "named:reach"))


def in_line(mention: Mention, entities: Entities, row: Any, kind: str) -> int | None:
    """Return which of several persons in a row somebody is by a new name: the next of those that have none."""
    if row is None or not (mention.bare and mention.name[0].isupper()) or entities.candidates(mention):
        return None
    nameless = [one for one in row.members if entities.is_nameless(one)]
    if not nameless or may_be_person(mention.name) is False or may_be_person(kind) is False:
        return None
    member = entities.single_out(nameless[0], mention.name)
    entities.also_called(mention.key, member)
    return member
