"""Points of view of prose: who looks, from where, and the sides that he has.

A sentence has one viewer: somebody whose eyes it names ("as Ann sees it"), or the speaker or listener in a stance that it names
("as you come in"), which the sentences after it keep. What it says of left, right, in front and behind is told as he has it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import pairwise
from typing import Any, Final, cast

from lark import Token, v_args

from qsr import resources
from qsr.language import words
from qsr.language.parts import Mention
from qsr.language.prose.claims import (
    PLACEHOLDER,
    Claim,
    Group,
    Phrase,
    Said,
    Saying,
    Says,
    Stance,
    Thing,
    every_leaf,
    joined,
    over,
)
from qsr.language.prose.lexicon import is_bearing, is_somebody, looks
from qsr.language.prose.phrases import span, speaker
from qsr.language.prose.places import AT, Places, Predicate
from qsr.language.prose.seeing import facing
from qsr.language.prose.tokens import Word, tokens
from qsr.language.prose.viewers import BACK, is_sided, slot_of
from qsr.language.words import head_of
from qsr.logic import And, Not, Or

__all__ = ["Viewing"]

#: Where somebody sits who looks.
_SEATS: Final = frozenset({"seat", "place", "side", "chair", "position", "spot", "end", "desk", "window"})
#: How two stand to each other, with the relation of each to the other.
_FACING: Final = {"back to back": BACK, "face to face": "named:face"}
_RELATING: Final = frozenset({"FACE_TO_FACE", "PREPOSITION", "NAMED", "NAMED_VERB", "NAMED_BASE", "NAMED_PAST", "VERB"})


def _named(parts: Iterable[Any]) -> bool:
    """Tell whether a phrase says that it is about who looks: when, as."""
    return any(isinstance(part, Token) and part.type in ("WHEN", "AS") for part in parts)


@v_args(inline=True)
class Viewing(Places):
    """Makes the viewer of a sentence of the phrases that name one."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._viewers: list[Mention] = []
        self._slots: list[tuple[str, Mention | None]] = []
        #: How many phrases name a viewer behind a place, and whether one may be about the subject: "facing the wall".
        self._behind = 0
        self._posed = False

    def stance(self) -> Stance:
        """Return whose eyes the sentence looks through, and how he stands; raise ParseError where it names two."""
        named = list(dict.fromkeys(self._viewers))
        if len(named) > 1 and any(one.kind != "person" for one in named):
            raise self.fault("as which of these two sees it?", named[1].span)
        viewer = next(iter(named), None)
        if viewer is None and self._slots:
            viewer = Mention("person", "one", "you", True, (-3, -3))
        turns = [pair for pair in self._slots if pair[0] == "turn"]
        return Stance(viewer, tuple(turns or self._slots))

    def check_view(self, parts: tuple[Any, ...], claims: Iterable[Saying], *, asks: bool) -> None:
        """Raise ParseError where two views are in one sentence, or a view may be no view."""
        first = any(isinstance(part, Token) and part.type == "VIEW" for part in parts)
        if first + self._behind > 1:
            raise self.fault("these are two views; say each in a sentence of its own")
        if (
            first
            and not any(isinstance(part, Token) and part.type == "COMMA" for part in parts)
            and any(one.bare and one.name[0].isupper() for pair in self.same for one in pair)
        ):
            raise self.fault("where does the view end? Put a comma behind it")
        words_of = {word.type for word in tokens(self._text)}
        told = (leaf if isinstance(leaf, Claim) else leaf.otherwise for claim in claims for leaf in every_leaf(claim))
        said = [one for one in told if isinstance(one, Claim)]
        bare = any(leaf.relation == AT and leaf.tail.name in ("left", "right") for leaf in said)
        persons = any(one.kind == "person" for leaf in said for one in leaf.mentions)
        if self._posed and not (asks or bare or persons or not words_of.isdisjoint(("FINDS", "YOU_SEE"))):
            raise self.fault("who is that: the subject, or whoever looks? Say 'as you ...'")
        sided = any(is_sided(leaf.relation) for leaf in said)
        if first and parts and self._text.lower().startswith("from ") and not (asks or bare or persons or sided):
            raise self.fault("what is seen from there? Say what is left or right, in front or behind")

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

    def seen_for(self, _: Token, thing: Thing) -> Token:
        """Read "for the person who sits there", as that person has it; a chair "for Ann" is hers."""
        mention = thing.mention
        onlooker = head_of(mention.name) in resources.table("prose.toml")["views"]["onlookers"]
        somebody = onlooker or is_somebody(mention.name)
        if mention.kind != "common" or not mention.definite or mention.name[0].isupper() or not somebody:
            raise self.fault("who is that for?", mention.span)
        self._viewers.append(mention)
        return self.view()

    def opposite_one(self, article: Token, nominal: Token, word: Word) -> Mention:
        """Read "the pavement opposite"."""
        if word.lower() != "opposite":
            raise self.fault(f"{str(word)!r} what?", span(word))
        return self.definite(article, Token("NOMINAL", f"opposite {nominal}", nominal.start_pos, end_pos=nominal.end_pos))

    def by_verb_centre(self, verb: Word, _: Token, centre: Word) -> Predicate:
        """Read "faces the centre"."""
        nominal = Token("NOMINAL", centre.lower().split()[-1], centre.start_pos, end_pos=centre.end_pos)
        return self.related(str(verb.meaning), self.things(self.definite(nominal, nominal)), False)

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
        for bearing in filter(None, map(is_bearing, verb.lower().split())):
            self._slots.append(("face", Mention("name", bearing, bearing, True, span(verb))))
        return self.view()

    def visible(self, *parts: Any) -> Saying:
        """Read "from the terrace you can see the lake"."""
        places, things = (part for part in parts if isinstance(part, Group))
        return over(things, self.related("named:visible from", places, False).says)

    def sighting(self, things: Group, preposition: Token, *parts: Any) -> tuple[Group, Word]:
        """Read "the abbey to the east" of what is seen."""
        return things, next(part for part in parts if isinstance(part, Word) and part.type == "SIDE")

    def sighted(self, *parts: Any) -> Saying:
        """Read "from the tower you can see the abbey to the north and the mill to the south" of it."""
        place = next(part for part in parts if isinstance(part, Group))
        said: list[Saying] = []
        for things, side in (part for part in parts if isinstance(part, tuple) and not isinstance(part, Group)):
            if not words.is_compass(side):
                raise self.fault("as who sees it? Say 'as you look ...'", span(side))
            beside = self.by_side(Token("TO", "to"), side, place)
            said.append(over(things, beside.says))
        return joined(said)

    def told_as(self, *parts: Any) -> Said:
        """Read "I am describing the wall as a visitor sees it": so it is told from here on."""
        return Said((), None, tuple(mention for part in parts if isinstance(part, Group) for mention in part.mentions))

    def laid_out(self, *parts: Any) -> Said:
        """Read "north is at the top" of a map, which is as maps are; of any other map it is refused."""
        bearing, *_, place = (part for part in parts if isinstance(part, Word) and part.type in ("SIDE", "PLACE_ADVERB"))
        if is_bearing(bearing.lower()) == "" or str(bearing.meaning) != str(place.meaning):
            raise self.fault("a map that has its north elsewhere is not read", span(bearing))
        return Said(())

    def has_back(self, *parts: Any) -> Predicate:
        """Read "has its back to the sea"."""
        back = next(part for part in parts if isinstance(part, Word) and part.type == "TO_WHERE")
        if not back.lower().startswith("back "):
            raise self.fault(f"{str(back)!r} cannot be read here", span(back))
        return self.related(BACK, next(part for part in parts if isinstance(part, Group)), False)

    def same_side(self, *parts: Any) -> tuple[Group | None, Group | None]:
        """Read "on the same side of the road as the inn": of what, and as what."""
        found = {one.type: other for one, other in pairwise(parts) if isinstance(one, Token) and isinstance(other, Group)}
        return found.get("OF"), found.get("AS")

    def on_one_side(self, subject: Group, *parts: Any) -> Saying:
        """Read things are on the same side of a way, or of somebody: all on the one, or all on the other."""
        place = next((part for part in parts if isinstance(part, Predicate)), None)
        whole, others = next(part for part in parts if isinstance(part, tuple) and not isinstance(part, (Predicate, Group)))
        beside = [] if place is None or place.tail is None or others is not None else [place.tail]
        mentions = [*subject.mentions, *beside, *(() if others is None else others.mentions)]
        if subject.counted or (others is not None and others.counted):
            raise self.fault("which of these?")
        around = [] if place is None else [over(subject, place.says)]
        if len(mentions) == 1 and not (isinstance(mentions[0], Phrase) and mentions[0].plural):
            raise self.fault("on the same side as what?", mentions[0].span)
        viewed = whole is None and bool(self._slots or self._viewers)
        if whole is None and not viewed:
            return joined([*around, *(Claim("named:on the same side as:mutual", *pair) for pair in pairwise(mentions))])
        sides: list[Says]
        if viewed:
            left, right = (self.standing(side, Token("SIDE", side), 1, loose=True).says for side in ("left", "right"))
            sides = [left, right]
        else:
            landmark = self._one(cast("Group", whole))
            if landmark.kind == "person":
                sides = [partial(_beside, side, landmark) for side in ("left", "right")]
            else:
                one_side = partial(_on_one_side, landmark)
                sides = [one_side, lambda head: Not(one_side(head))]
        if len(mentions) == 1:
            return joined([*around, Or(tuple(over(subject, side) for side in sides))])
        for one, other in pairwise(mentions):
            either: list[Saying] = [And((side(one), side(other))) for side in sides]
            around.append(Or(tuple(either)))
        return joined(around)

    def on_opposite_sides(self, *parts: Any) -> Saying:
        """Read two things are on opposite sides of a way."""
        subject, whole = (part for part in parts if isinstance(part, Group))
        if subject.counted or len(subject.things) != 2:
            raise self.fault("which of these is on which side?")
        one, other = subject.mentions
        return self._two_sides(one, other, self._one(whole))

    def _two_sides(self, one: Mention, other: Mention, way: Mention) -> Saying:
        here, there = (_on_one_side(way, head) for head in (one, other))
        either: list[Saying] = [And((here, Not(there))), And((there, Not(here)))]
        return Or(tuple(either))

    def seen_from(self, *parts: Any) -> Token:
        """Read "seen from the gate", "from the seats"."""
        nominal = next((part for part in parts if isinstance(part, Token) and part.type == "NOMINAL"), None)
        word = next((part for part in parts if isinstance(part, Word) and part.type in ("NAMED", "PREPOSITION")), None)
        for part in parts if nominal is None else [self.things(self.definite(nominal, nominal))]:
            if isinstance(part, Group) and word is not None:
                # From across the street it looks otherwise than from the street.
                where = f"{word.lower()} {self._one(part).name}"
                self._slots.append(("at", Mention("common", words.noun_key(where), where, True, span(word))))
            elif isinstance(part, Group):
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
        self._posed = self._posed or (person is None and not any(isinstance(part, Thing) for part in parts) and not _named(parts))
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
        word = next((part for part in parts if isinstance(part, Word) and part.type == "NAMED"), None)
        if word is not None and word.lower() not in ("through", "to", "towards"):
            raise self.fault(f"{str(word)!r} cannot be read here", span(word))
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

    def mutual(self, subject: Group, *parts: Any) -> Saying:
        """Read two things are so to each other."""
        mentions = list(subject.mentions)
        if len(mentions) == 1 and isinstance(mentions[0], Phrase) and mentions[0].number == 2 and not subject.counted:
            # Each of the two to the other, which `Resolved.opened` tells apart.
            mentions *= 2
        if subject.counted or len(mentions) != 2:
            raise self.fault("which of them to which? Say it of two things by their names")
        (word,) = (part for part in parts if isinstance(part, Word) and part.type in _RELATING)
        one, other = mentions
        label, everyday = _FACING.get(word.lower()) or str(word.meaning), words.is_everyday(word)
        said = [self.related(label, self.things(tail), everyday).says(head) for head, tail in ((one, other), (other, one))]
        if one is other:
            said = [Claim(label, one, other)]
        places = [over(subject, part.says) for part in parts if isinstance(part, Predicate)]
        sits = any(isinstance(part, Token) and part.lower().startswith(("sit", "sat", "seated")) for part in parts)
        return joined([*(map(facing, said) if sits else said), *places])

    def viewed(self, place: Predicate, *_: Any) -> Predicate:
        """Read a place with a viewer."""
        self._behind += 1
        return place

    def ahead(self, *parts: Any) -> Predicate:
        """Read straight ahead, straight ahead of you."""
        group = next((part for part in parts if isinstance(part, Group)), None)
        by = "" if group else "AHEAD"
        if isinstance(parts[0], Token) and parts[0].type == "RANK_PREPOSITION" and parts[0].lower() != "ahead of":
            raise self.fault(f"{str(parts[0])!r} says no place", span(parts[0]))
        if group is None:
            token = next(part for part in parts if isinstance(part, Token))
            group = self.things(Mention("person", "one", "you", True, span(token)))
        mention = self._one(group)
        if mention.kind != "person" and parts[0].lower().endswith("in front"):
            return self.related("in front", group, True, (("next", True), ("relations", "complete")))
        if mention.kind != "person" and parts[0].lower() == "ahead of":
            return self.related("in front", group, True)._replace(tail=mention, by="AHEAD_OF")  # all go the same way
        return Predicate(lambda head: Claim("behind", head, mention, (), mention), tail=mention, by=by)

    def nth_on_side(self, *parts: Any) -> Predicate:
        """Read "is the second room on the left": it is on that side, and what it is there is known by that name alone."""
        found = [part for part in parts if isinstance(part, Word)]
        side = next(part for part in found if part.type == "SIDE")
        number, last = next((part.meaning for part in found if part.type == "ORDINAL"), (1, False))
        place = self.standing(str(side.meaning), side, 1 if last else number)
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
        too = [part for part in parts if isinstance(part, Predicate)]
        too += [self.related("named:face", part, False) for part in parts if isinstance(part, Group)]
        return found._replace(says=lambda head: joined([*(one.says(head) for one in too), found.says(head)])) if too else found

    def facing_each_other(self, *parts: Any) -> Predicate:
        """Read "facing each other" behind another place."""
        raise self.fault("who faces whom? Say it in a sentence of its own")

    def bearing(self, side: Word) -> Mention:
        """Return a point of the compass as what somebody faces."""
        name = is_bearing(side.lower()) if side.type == "SIDE" else ""
        if not name:
            raise self.fault(f"{str(side)!r} is no point of the compass", span(side))
        return Mention("name", name, name, True, span(side))


def _beside(side: str, landmark: Mention, head: Mention) -> Saying:
    """Return that something is on a side of the speaker or listener."""
    return Claim(side, head, landmark, (), landmark)


def _on_one_side(whole: Mention, head: Mention) -> Saying:
    """Return that something is on that side of a way which is called the one side."""
    return Claim("named:on one side of", head, whole)
