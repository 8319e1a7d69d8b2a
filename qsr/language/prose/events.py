"""Events of prose: who goes where, and what is taken, dropped, given, put and moved."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

from lark import Token, v_args

from qsr.language.parts import Mention
from qsr.language.prose.claims import Claim, Each, Group, Phrase, Rank, Saying, Thing, changed, every_leaf, joined, over
from qsr.language.prose.phrases import span
from qsr.language.prose.places import Places, Predicate
from qsr.language.prose.tokens import Word
from qsr.logic import Not
from qsr.relations import EVENTS

__all__ = ["Events", "happened"]

GOES, MOVES, TAKES, DROPS, GIVES, PUTS = EVENTS
#: Classes of verbs that tell of an event in this place, where others are participles of rest.
_PUTTING: Final = frozenset({"puts", "moves"})
_GOING: Final = frozenset({"GOES", "MOVES", "CARRIES", "PUTS", "TAKEN", "PARTICIPLE"})


def happened(claims: Iterable[Saying]) -> bool:
    """Tell whether some of what is said is an event, or the end of something."""
    told = (leaf for claim in claims for leaf in every_leaf(claim) if isinstance(leaf, Claim))
    return any(leaf.relation in EVENTS or "ended" in dict(leaf.properties) for leaf in told)


def _ends(claim: Saying) -> bool:
    return isinstance(claim, Not) and isinstance(claim.part, Claim) and "ended" in dict(claim.part.properties)


def _left(claim: Claim | Rank) -> Claim | Rank:
    """Return a claim that somebody left something, which may be a place."""
    return replace(claim, properties=(("left", True),)) if isinstance(claim, Claim) else claim


def _over(claim: Claim | Rank) -> Claim | Rank:
    """Return a claim of something that is so no longer."""
    if not isinstance(claim, Claim):
        return claim
    return replace(claim, properties=tuple(sorted((*claim.properties, ("ended", True)))))


@v_args(inline=True)
class Events(Places):
    """Makes predicates of events, each of which is one after those said before it."""

    def goes(self, *parts: Any) -> Predicate:
        """Read "went to the hall", "was moved to the hall"."""
        verb = next(part for part in parts if isinstance(part, Word) and part.type in _GOING)
        if verb.type == "PARTICIPLE" and verb.meaning != "puts":
            raise self.fault(f"{str(verb)!r} does not say that it moved", span(verb))
        return self._event(GOES if verb.meaning == "goes" else MOVES, parts[-1])

    def takes(self, *parts: Any) -> Predicate:
        """Read "took the milk there"."""
        return self._event(TAKES, next(part for part in parts if isinstance(part, Group)))

    def drops(self, *parts: Any) -> Predicate:
        """Read "dropped the milk", "left the milk there"."""
        side = next((part for part in parts if isinstance(part, Token) and part.type == "SIDE"), None)
        if side is not None and side.lower() != "left":
            raise self.fault(f"{str(side)!r} cannot be read here", span(side))
        found = self._event(DROPS, next(part for part in parts if isinstance(part, Group)))
        if side is None or any(isinstance(part, Token) and part.type == "THERE" for part in parts):
            return found
        return found._replace(says=lambda head: changed(found.says(head), _left))

    def gives(self, *parts: Any) -> Predicate:
        """Read "gave the milk to Ann"."""
        things, somebody = (part for part in parts if not isinstance(part, Token))
        return self._with_third(GIVES, things, somebody)

    def gives_to(self, *parts: Any) -> Predicate:
        """Read "gave Ann the milk"."""
        somebody, things = (part for part in parts if not isinstance(part, Token))
        return self._with_third(GIVES, things, somebody)

    def puts(self, *parts: Any) -> Predicate:
        """Read "put the milk in the bag"."""
        verb = next(part for part in parts if isinstance(part, Word) and part.type in ("PUTS", "MOVES", "PARTICIPLE"))
        if verb.meaning not in _PUTTING:
            raise self.fault(f"who did what? {str(verb)!r} is read behind 'is'", span(verb))
        things, place = (part for part in parts if not isinstance(part, Token))
        return self._with_third(PUTS, things, place)

    def carries(self, *parts: Any) -> Predicate:
        """Read "carried the milk to the hall": who does so is there as well."""
        things, place = (part for part in parts if not isinstance(part, Token))
        self._listed(things)

        def says(head: Mention) -> Saying:
            return joined([over(things, lambda one: Claim(MOVES, one, place.mention)), Claim(GOES, head, place.mention)])

        return Predicate(says, False)

    def ended(self, *parts: Any) -> Predicate:
        """Read "is no longer in the hall": not now, which tells of a change."""
        inner = next(part for part in parts if isinstance(part, Predicate))
        if not inner.plain:
            raise self.fault("are all of these denied, or only all of them together? Deny one at a time")
        return Predicate(lambda head: changed(Not(inner.says(head)), _over), False)

    def in_either(self, *parts: Any) -> Predicate:
        """Read "either in the hall or the yard"."""
        one, other = (part for part in parts if isinstance(part, Thing))
        preposition = next(part for part in parts if isinstance(part, Word) and part.type in ("IN", "ON"))
        return self.at(preposition, Group((one, other), 1, 2, counted=True))

    def _event(self, relation: str, group: Group) -> Predicate:
        self._listed(group)
        if relation in (GOES, MOVES) and len(group.things) > 1:
            raise self.fault("to which of these, and when?")
        return Predicate(lambda head: over(group, lambda tail: Claim(relation, head, tail)), False)

    def _with_third(self, relation: str, things: Group, third: Thing) -> Predicate:
        self._listed(things)
        return Predicate(lambda head: over(things, lambda one: Claim(relation, head, one, third=third.mention)), False)

    def _listed(self, group: Group) -> None:
        if group.counted or group.of_plural:
            raise self.fault("which of these? Say of each what happened to it")

    def check_events(self, claims: Sequence[Saying]) -> None:
        """Raise ParseError for events under a condition, those to several places, and what several people do to one thing."""
        if any(happened([claim]) for claim in claims if not isinstance(claim, (Claim, Each)) and not _ends(claim)):
            raise self.fault("what happens inside a condition, a choice or a denial is not read")
        told = [leaf for claim in claims for leaf in every_leaf(claim) if isinstance(leaf, Claim) and leaf.relation in EVENTS]
        places = [leaf.tail if leaf.relation in (GOES, MOVES) else leaf.third for leaf in told]
        if any(isinstance(place, Phrase) and place.plural for place in places):
            raise self.fault("to which of these did each go?")
        doers: dict[Any, set[Any]] = {}
        for leaf in told:
            if leaf.relation not in (GOES, MOVES):
                doers.setdefault((leaf.relation, leaf.tail.span), set()).add(leaf.head.key)
                if (isinstance(leaf.head, Phrase) and leaf.head.plural) or leaf.head.kind == "member":
                    raise self.fault("who of them did that?")
        if any(len(heads) > 1 for heads in doers.values()):
            raise self.fault("who of them did that?")
