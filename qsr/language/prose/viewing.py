"""Points of view of prose: who looks, from where, and the sides that he has.

A sentence has one viewer: somebody whose eyes it names ("as Ann sees it"), or the speaker or listener in a stance that it names
("as you come in"), which the sentences after it keep. What it says of left, right, in front and behind is told as he has it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, TypeVar

from lark import Token, v_args

from qsr.language import words
from qsr.language.kinds import kinds
from qsr.language.parts import Mention
from qsr.language.prose.claims import (
    PLACEHOLDER,
    Asked,
    Claim,
    Group,
    Rank,
    Said,
    Saying,
    Stance,
    Thing,
    changed,
    every_leaf,
    joined,
    over,
)
from qsr.language.prose.lexicon import is_bearing, is_somebody, looks
from qsr.language.prose.phrases import span, speaker
from qsr.language.prose.places import AT, Places, Predicate, is_sided
from qsr.language.prose.tokens import Word
from qsr.language.prose.viewers import CLOCK, Viewer, by_quarters, sides_of_viewer, slot_of
from qsr.language.prose.views import BEARINGS, Frames, is_way
from qsr.language.words import head_of
from qsr.logic import And

if TYPE_CHECKING:
    from qsr.language.prose.pronouns import Context
from qsr.language.prose.reference import Resolved

__all__ = ["Viewing", "facing", "framed", "heading", "of_sides", "seen", "standing", "turned"]

T = TypeVar("T", Said, Asked)
#: Where somebody sits who looks.
_SEATS: Final = frozenset({"seat", "place", "side", "chair", "position", "spot", "end", "desk", "window"})
#: A side of something as a place: "left of corridor".
_PART: Final = re.compile(r"(left|right) of (.+)")


def as_seen(said: Saying, viewer: Mention, *, bare: bool) -> Saying:
    """Return what is said with its left, right, in front and behind as somebody has them, unless it names another.

    `bare` means its bare sides alone: "on the left".
    """

    def seen(claim: Claim | Rank) -> Saying:
        if not isinstance(claim, Claim) or claim.third is not None:
            return claim
        if claim.relation == AT and claim.tail.kind == "common":
            part = _PART.fullmatch(claim.tail.name)
            if claim.tail.name in ("left", "right"):
                return Claim(claim.tail.name, claim.head, viewer, (), viewer)
            if part:
                name = f"middle of {part.group(2)}"
                ways = [Claim(part.group(1), claim.head, viewer, (), viewer)] if is_way(part.group(2)) else []
                middle = Mention("common", words.noun_key(f"{part.group(2)}'s middle"), name, True, claim.tail.span)
                return joined([Claim(part.group(1), claim.head, middle, (), viewer), *ways])
        if not bare and is_sided(claim.relation) and "compass" not in dict(claim.properties) and claim.head.kind != "person":
            return replace(claim, third=viewer)
        return claim

    return changed(said, seen)


def facing(said: Saying) -> Saying:
    """Return what is said of who sits opposite somebody: they face each other."""
    across = [leaf for leaf in every_leaf(said) if isinstance(leaf, Claim) and leaf.relation == "named:opposite:mutual"]
    across = [leaf for leaf in across if leaf.tail.kind in ("person", "pronoun") or _may_be_somebody(leaf.tail.name)]
    pairs = [pair for leaf in across for pair in ((leaf.head, leaf.tail), (leaf.tail, leaf.head))]
    return joined([said, *(Claim("named:face", *pair) for pair in pairs)])


def _may_be_somebody(name: str) -> bool:
    return is_somebody(name) or (name[0].isupper() and not kinds(head_of(name)))


def seen(said: T, context: Context) -> T:
    """Return a sentence or question as its viewer has it; without one, only its bare sides, as who looked before has them."""
    stance = said.notes.stance
    viewer = stance.viewer
    bare = viewer is None
    if viewer is None:
        if not context.viewers:
            return said
        viewer = Mention("person", "one", "you", True, (-3, -3))

    def change(part: Saying) -> Saying:
        return as_seen(part, viewer, bare=bare)

    if isinstance(said, Asked):
        return replace(said, claim=said.claim and change(said.claim), supposed=tuple(map(change, said.supposed)))
    faced: list[Mention] = [thing for slot, thing in stance.slots if slot == "face" and thing is not None]
    facing: list[Saying] = [Claim("named:face", viewer, thing) for thing in faced if viewer.kind == "person"]
    return replace(said, claims=(*facing, *map(change, said.claims)))


def turned(said: Saying, turn: int, viewer: Mention | None) -> Saying:
    """Return what is said of the sides of somebody who has turned by so many quarters, as of where he looked before."""

    def back(claim: Claim | Rank) -> Claim | Rank:
        third = claim.third if isinstance(claim, Claim) else None
        if isinstance(claim, Claim) and third is not None and (third.kind in ("person", "pronoun") or third == viewer):
            return replace(claim, relation=by_quarters(claim.relation, turn))
        return claim

    return changed(said, back) if turn else said


def of_sides(asked: Asked, frames: Frames, entity: Callable[[Mention], int]) -> Asked:
    """Return a question for the side of a viewer, or for the side of a thing as somebody has it, with what its answers claim."""
    viewer = asked.notes.stance.viewer
    if asked.form == "where" and asked.notes.stance.slots and viewer is not None:
        return _sided(asked, asked.args[0], viewer, viewer, CLOCK)
    if asked.form == "relation" and asked.claim is None and viewer is not None:
        thing, landmark = asked.args
        return _sided(asked, thing, landmark, viewer, asked.candidates or CLOCK)
    if asked.form != "side":
        return asked
    thing, landmark = asked.args
    own = landmark.kind == "person" or frames.looks(entity(landmark))
    if viewer is None and not own:
        return asked
    sides = CLOCK if own and frames.has_depths(entity(thing)) else ("left", "right")
    return _sided(asked, thing, landmark, viewer if viewer is not None else landmark, sides)


def _sided(asked: Asked, thing: Mention, landmark: Mention, viewer: Mention, sides: Sequence[str]) -> Asked:
    own = landmark == viewer
    claims = tuple(Claim(sides_of_viewer(side) if own else side, thing, landmark, (), viewer) for side in sides)
    return replace(asked, form="relation", claim=And(claims), args=(thing, landmark), candidates=tuple(sides))


def heading(asked: Asked, frames: Frames, entity: Callable[[Mention], int], names: Sequence[str]) -> Asked:
    """Return a question for which way something faces as one for what it faces, or which point of the compass."""
    (thing,) = asked.args
    faced = [] if frames.bearing(entity(thing)) else frames.faced(entity(thing))
    among = [Mention("entity", str(one), names[one], True, (-4 - one, -4)) for one in faced]
    among = among or [Mention("name", name, name, True, (-4 - place, -5)) for place, name in enumerate(BEARINGS)]
    return replace(asked, form="which", claim=Claim("named:face", thing, PLACEHOLDER), args=(), among=tuple(among))


def framed(said: Saying, frames: Frames, entity: Callable[[Mention], int]) -> Saying:
    """Return what is asked on the axes of the story."""

    def meant(claim: Claim | Rank) -> Claim | Rank:
        if not isinstance(claim, Claim) or not is_sided(claim.relation) or "compass" in dict(claim.properties):
            return claim
        tail = -1 if claim.tail.kind == "placeholder" else entity(claim.tail)
        found = frames.meant(claim.relation, None if claim.third is None else entity(claim.third), tail)
        pair = (claim.tail, claim.head) if found.swapped else (claim.head, claim.tail)
        compass = (("compass", found.compass),) if found.compass else ()
        return Claim(found.relation, *pair, tuple(sorted((*claim.properties, *compass))))

    return changed(said, meant)


def standing(said: Said, known: Resolved) -> tuple[Viewer, ...]:
    """Return the speakers and listeners with how a sentence says that they stand."""
    slots: dict[int, list[tuple[str, int]]] = {}
    for claim in said.claims:
        if isinstance(claim, Claim) and claim.head.kind == "person" and claim.third is None:
            slots.setdefault(known.entity(claim.head), []).append((slot_of(claim.relation), known.entity(claim.tail)))
    return tuple(one._replace(slots=(*one.slots, *slots.get(one.entity, ()))) for one in known.viewers)


@v_args(inline=True)
class Viewing(Places):
    """Makes the viewer of a sentence of the phrases that name one."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._viewers: list[Mention] = []
        self._slots: list[tuple[str, Mention | None]] = []

    def stance(self) -> Stance:
        """Return whose eyes the sentence looks through, and how he stands; raise ParseError where it names two."""
        named = list(dict.fromkeys(self._viewers))
        if len(named) > 1 and any(one.kind != "person" for one in named):
            raise self.fault("as which of these two sees it?", named[1].span)
        viewer = next(iter(named), None)
        if viewer is None and self._slots:
            viewer = Mention("person", "one", "you", True, (-3, -3))
        return Stance(viewer, tuple(self._slots))

    def check_condition(self, parts: tuple[Any, ...]) -> None:
        """Raise ParseError where a condition says how somebody stands who looks: that is his stance."""
        condition = next((part for part in parts if not isinstance(part, Token)), None)
        claims = [leaf for leaf in every_leaf(condition) if isinstance(leaf, Claim)] if condition is not None else []
        if claims and all(leaf.head.kind == "person" for leaf in claims):
            raise self.fault("is that where somebody looks from, or a condition?")

    # ------------------------------------------------------------ who looks

    def view(self, *parts: Any) -> Token:
        """Read a phrase that names a viewer, whose parts have taken note of him."""
        return Token("VIEW", "")

    first_view = posture = view

    def seen_by(self, *parts: Any) -> Token:
        """Read "as the audience sees it", "from Ann's point of view", "as seen by the guests"."""
        found = next(part for part in parts if isinstance(part, (Group, Mention)) or hasattr(part, "mention"))
        mentions = list(found.mentions) if isinstance(found, Group) else [getattr(found, "mention", found)]
        if len(mentions) != 1:
            raise self.fault("as which of these sees it?", mentions[-1].span)
        self._viewers.append(mentions[0])
        return self.view()

    def seen_by_its(self, *parts: Any) -> Token:
        """Read "from my point of view", "from its own point of view"."""
        word = next(part for part in parts if isinstance(part, Token) and part.type == "POSSESSIVE")
        self._viewers.append(self.somebody(word))
        return self.view()

    def as_you_see(self, *parts: Any) -> Token:
        """Read "as you see it", "as you see it from the gate"."""
        word = next(part for part in parts if isinstance(part, Token) and part.type in ("YOU_SEE", "FINDS"))
        self._slots += [("at", self._one(part)) for part in parts if isinstance(part, Group)]
        person = word.lower().split()[0]
        self._viewers.append(Mention("person", {"i": "me", "we": "us"}.get(person, person), person, True, span(word)))
        return self.view()

    def as_you_face(self, word: Token, *parts: Any) -> Token:
        """Read "as you look at the picture"."""
        seen = next(part for part in parts if isinstance(part, Token) and part.type in ("YOU_SEE", "FINDS"))
        faced, *places = (part for part in parts if isinstance(part, Group))
        if self._one(faced).kind == "pronoun":
            raise self.fault("at what?", span(seen))
        self._slots.append(("face", self._one(faced)))
        self._slots += [("at", self._one(place)) for place in places]
        return self.as_you_see(seen)

    def along(self, verb: Token, things: Group) -> Token:
        """Read "walk down the corridor"."""
        self._slots.append(("along", self._one(things)))
        return self.view()

    def visible(self, *parts: Any) -> Saying:
        """Read "from the terrace you can see the lake"."""
        places, things = (part for part in parts if isinstance(part, Group))
        return over(things, self.related("named:visible from", places, False).says)

    def seen_from(self, *parts: Any) -> Token:
        """Read "seen from the gate", "from the seats"."""
        for part in parts:
            if isinstance(part, Group):
                if part.counted or len(part.things) != 1:
                    raise self.fault("from which of these?")
                mention = part.things[0].mention
                if self._is_seat(mention):
                    return self.view()
                self._slots.append(("at", mention))
            elif isinstance(part, Word) and part.type in ("IN", "PLACE_ADVERB"):
                name = part.lower()
                self._slots.append(("at", Mention("common", name, name, True, span(part))))
            elif isinstance(part, Predicate):
                self._stand(part)
        return self.view()

    def _is_seat(self, mention: Mention) -> bool:
        """Take "my seat" for mine, and Ann's for Ann's; tell whether it is one."""
        whose, _, noun = mention.name.rpartition(" ")
        if noun not in _SEATS or not whose:
            return False
        if whose in ("my", "your", "our"):
            self._viewers.append(self.somebody(Token("POSSESSIVE", whose, mention.span[0], end_pos=mention.span[1])))
        elif whose.endswith("'s"):
            owner = whose[:-2]
            self._viewers.append(Mention("common", words.noun_key(owner), owner, True, mention.span, owner[0].isupper()))
        return whose in ("my", "your", "our") or whose.endswith("'s")

    def taken(self, *parts: Any) -> Token:
        """Read "as you come in", "when you face the altar": somebody in a stance."""
        person = next((part for part in parts if isinstance(part, Word) and part.type == "SPEAKER"), None)
        self._viewers += [speaker(person)] if person is not None else [part.mention for part in parts if isinstance(part, Thing)]
        return self.view()

    # ------------------------------------------------------------ how he stands

    def faces(self, *parts: Any) -> Token:
        """Read faces the altar, looks at the picture, looks north."""
        verb = next(part for part in parts if isinstance(part, Word))
        relation = str(verb.meaning) if verb.type.startswith("NAMED") else "named:face"
        slot = "back" if relation == "named:back to" else "face" if looks(relation) else ""
        if not slot:
            raise self.fault(f"{str(verb)!r} does not say where somebody looks", span(verb))
        side = next((part for part in parts if isinstance(part, Word) and part.type == "SIDE"), None)
        if side is not None:
            self._slots.append((slot, self.bearing(side)))
        for part in parts:
            if isinstance(part, Group):
                self._slots.append((slot if side is None else "at", self._one(part)))
        return self.view()

    def _one(self, group: Group) -> Mention:
        if group.counted or len(group.things) != 1:
            raise self.fault("at which of these?")
        return group.things[0].mention

    def enters(self, *parts: Any) -> Token:
        """Read enters, comes in from the yard."""
        return self._passes("enter", parts)

    def leaves(self, *parts: Any) -> Token:
        """Read leaves the shop, goes out to the yard."""
        return self._passes("leave", parts)

    def _passes(self, slot: str, parts: tuple[Any, ...]) -> Token:
        groups = [part for part in parts if isinstance(part, Group)]
        self._slots.append((slot, self._one(groups[0]) if groups else None))
        return self.view()

    def stands(self, *parts: Any) -> Token:
        """Read stands at the gate."""
        for part in parts:
            if isinstance(part, Predicate):
                self._stand(part)
        return self.view()

    def _stand(self, place: Predicate) -> None:
        said = list(every_leaf(place.says(PLACEHOLDER)))
        for leaf in said:
            if isinstance(leaf, Claim) and leaf.head == PLACEHOLDER:
                self._slots.append((slot_of(leaf.relation), leaf.tail))

    def turns_round(self, *parts: Any) -> Token:
        """Read turns round: where he then looks is nothing new."""
        self._slots[:] = [("turn", None)]
        return self.view()

    # ------------------------------------------------------------ places

    def viewed(self, place: Predicate, *_: Any) -> Predicate:
        """Read a place with a viewer."""
        return place

    def ahead(self, *parts: Any) -> Predicate:
        """Read straight ahead, straight ahead of you."""
        group = next((part for part in parts if isinstance(part, Group)), None)
        if isinstance(parts[0], Token) and parts[0].type == "RANK_PREPOSITION" and parts[0].lower() != "ahead of":
            raise self.fault(f"{str(parts[0])!r} says no place", span(parts[0]))
        if group is None:
            token = next(part for part in parts if isinstance(part, Token))
            group = self.things(Mention("person", "one", "you", True, span(token)))
        mention = self._one(group)
        return Predicate(lambda head: Claim("behind", head, mention, (), mention), tail=mention)

    def nth_on_side(self, *parts: Any) -> Predicate:
        """Read "is the second room on the left": it is on that side, and what it is there is known by that name alone."""
        found = [part for part in parts if isinstance(part, Word)]
        side = next(part for part in found if part.type == "SIDE")
        place = self.on_a_side(side, side)
        counted = " ".join(part.lower() for part in found if part.type in ("ORDINAL", "SUPERLATIVE", "WORD"))
        if not any(part.type in ("ORDINAL", "SUPERLATIVE") for part in found) or place.tail is None:
            return place
        nth = self.related(f"named:the {counted} on the", self.things(place.tail), False)
        return place._replace(says=lambda head: joined([place.says(head), nth.says(head)]))

    def nth_is(self, *parts: Any) -> Saying:
        """Read "the second room on the left is the study"."""
        *_, subject = (part for part in parts if isinstance(part, Group))
        return over(subject, self.nth_on_side(*parts).says)

    def gazes(self, *_: Any) -> Predicate:
        """Read looking ahead, which says nothing that is not so anyway."""
        return Predicate(lambda _: And(()), False, True)

    def towards_bearing(self, *parts: Any) -> Predicate:
        """Read facing north, is walking north."""
        verb = next(part for part in parts if isinstance(part, Word) and part.type != "SIDE")
        side = next(part for part in parts if isinstance(part, Word) and part.type == "SIDE")
        relation = str(verb.meaning) if verb.type.startswith("NAMED") else "named:face"
        if not looks(relation):
            raise self.fault(f"{str(verb)!r} cannot be read here", span(verb))
        found = self.related("named:face", self.things(self.bearing(side)), False)._replace(holds=True)
        place = next((part for part in parts if isinstance(part, Predicate)), None)
        return found if place is None else found._replace(says=lambda head: joined([place.says(head), found.says(head)]))

    def facing_each_other(self, *parts: Any) -> Predicate:
        """Read "facing each other" behind another place."""
        raise self.fault("who faces whom? Say it in a sentence of its own")

    def bearing(self, side: Word) -> Mention:
        """Return a point of the compass as what somebody faces."""
        name = is_bearing(side.lower()) if side.type == "SIDE" else ""
        if not name:
            raise self.fault(f"{str(side)!r} is no point of the compass", span(side))
        return Mention("name", name, name, True, span(side))
