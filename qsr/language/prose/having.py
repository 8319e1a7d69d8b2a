"""What is at places of other things: "one here and another there", "with a lamp on it"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lark import Token, v_args

from qsr.language.parts import Mention
from qsr.language.prose.claims import PLACEHOLDER, Claim, Group, Saying, every_leaf, joined, over, owned, said_of
from qsr.language.prose.places import Places, Predicate

__all__ = ["Having", "items_of"]


@v_args(inline=True)
class Having(Places):
    """Makes claims of things with their places."""

    def items(self, *parts: Any) -> Saying:
        """Read there is one thing here and another there."""
        if any(mention.kind == "pronoun" for group, _ in items_of(parts) for mention in group.mentions):
            raise self.fault("are these others? Say what they are")
        said = self.kept(*parts)
        around = [part for part in parts if isinstance(part, Predicate)]
        things = [thing for group, _ in items_of(parts) for thing in group.things]
        return joined([said, *(said_of(thing.mention, place.says) for place in around for thing in things)])

    def kept(self, *parts: Any) -> Saying:
        """Read somebody keeps things somewhere: they are there."""
        return joined([over(thing, place.says) for thing, place in items_of(parts)])

    def item(self, subject: Group, place: Predicate) -> tuple[Group, Predicate]:
        """Read a lamp on it."""
        return subject, place

    def with_it(self, *parts: Any) -> Predicate:
        """Read with something at a place of the subject: "with a lamp on it"; `tail` is set where no "it" is said."""
        items = items_of(parts)
        owns = "apart" if isinstance(parts[0], Token) and parts[0].type == "COMMA" else "close"

        def says(head: Mention) -> Saying:
            return joined([_owned(thing, place, head) for thing, place in items])

        its = any(isinstance(leaf, Claim) and leaf.tail == PLACEHOLDER for leaf in every_leaf(says(PLACEHOLDER)))
        persons = [leaf.tail for thing, place in items for leaf in every_leaf(over(thing, place.says)) if isinstance(leaf, Claim)]
        if all(getattr(one, "word", "") in ("he", "she") for one in persons):
            owns = "apart"  # it is no landmark's but somebody's
        return Predicate(says, False, owns=owns, tail=None if its else items[0][0].things[0].mention)

    def check_with(self, subject: Group, said: Sequence[Predicate]) -> None:
        """Raise ParseError for "a jug with a lid on it" where the lid is part of the jug, or is not on the jug."""
        last = subject.things[-1].mention
        on_it = any(one.tail is not None and one.tail.kind == "pronoun" for one in said)
        if (" with " in last.name and on_it) or any(one.owns and one.tail is not None for one in said):
            raise self.fault("whose 'it' is that: the subject's, or the landmark's?", last.span)


def items_of(parts: Sequence[Any]) -> list[tuple[Group, Predicate]]:
    """Return the things with their places; a predicate is a tuple as well."""
    return [part for part in parts if isinstance(part, tuple) and not isinstance(part, Predicate)]


def _owned(thing: Group, place: Predicate, owner: Mention) -> Saying:
    return over(thing, lambda head: owned(place.says(head), owner))
