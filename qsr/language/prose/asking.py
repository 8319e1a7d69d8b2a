"""From the parse trees of questions to what they ask."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final, TypeVar

from lark import Token, v_args

from qsr import relations
from qsr.language import words
from qsr.language.parts import Mention
from qsr.language.prose.claims import (
    KEEPS,
    PLACEHOLDER,
    RIVAL,
    Asked,
    Claim,
    Each,
    Group,
    Phrase,
    Rank,
    Saying,
    Says,
    Thing,
    changed,
    every_leaf,
    over,
    said_of,
)
from qsr.language.prose.events import HOLDS, happened
from qsr.language.prose.lexicon import is_about_text, looks
from qsr.language.prose.meaning import Interpreter, Predicate
from qsr.language.prose.phrases import span
from qsr.language.prose.places import SOONER
from qsr.language.prose.routes import THERE
from qsr.language.prose.tokens import Word
from qsr.logic import And, Not
from qsr.relations import DIRECTIONS

__all__ = ["Asking"]

T = TypeVar("T")
#: Token -> the mood that it gives a question.
_MOODS: Final = {"COULD": "could", "POSSIBLE_FOR": "could", "MUST": "must", "HAVE_TO": "must"}
#: The relation of a stranded preposition of its own class: "What is it in?"
_STRANDED: Final = {"IN": "inside", "ON": "on", "AT": "named:at", "BY": "near"}
#: What stands before the place from which something is seen.
_SEEN: Final = frozenset({"OF", "FROM", "TO", "RELATIVE"})
#: How a question ends that says first what it asks.
_TAGS: Final = frozenset({"right", "it", "he", "she", "they"})
#: Words that ask for somebody.
_WHO: Final = frozenset({"who", "whom"})
#: Words that stand for nothing at all.
_NOTHING: Final = frozenset({"nothing", "nobody", "no one", "no-one"})


def _all(parts: tuple[Any, ...], kind: type[T]) -> list[T]:
    return [part for part in parts if isinstance(part, kind)]


def _needed(parts: tuple[Any, ...], *kinds: str) -> Word:
    return next(part for part in parts if isinstance(part, Word) and part.type in kinds)


def _token(parts: tuple[Any, ...], *kinds: str) -> Word | None:
    return next((part for part in parts if isinstance(part, Token) and part.type in kinds), None)  # type: ignore[return-value]


def _is_now(parts: tuple[Any, ...]) -> bool:
    """Tell whether a question asks for what is so now, or still."""
    return any(isinstance(part, Token) and (part.type == "NOW" or part.lower() == "still") for part in parts)


def _mood(parts: tuple[Any, ...]) -> str:
    if modal := _token(parts, "MODAL"):
        return "could" if modal.lower() == "possibly" else "must"
    token = _token(parts, *_MOODS)
    return "" if token is None else _MOODS[token.type]


@v_args(inline=True)
class Asking(Interpreter):
    """Makes claims of sentences, and of questions what they ask."""

    def question(self, *parts: Any) -> Asked:
        """Read a question; what a relative clause takes for granted has to be said before."""
        if self.presupposed:
            raise self.fault("say what the thing is in a sentence of its own")
        self.check_view(parts, (), asks=True)
        asked, notes = _all(parts, Asked)[0], replace(self.notes(), stance=self.stance())
        return replace(_of_some(asked), notes=notes, now=asked.now or _is_now(parts))

    def declared_question(self, *parts: Any) -> Asked:
        """Read "it is so?", "it is so, isn't it?", which ask whether it is so; of a denial both yes and no would deny it."""
        word = _token(parts, "SIDE", "PRONOUN", "FUNCTION")
        if word is not None and word.lower() not in _TAGS:
            raise self.fault(f"{str(word)!r} cannot be read here", span(word))
        if isinstance(_all(parts, Asked)[0].claim, Not):
            raise self.fault("would 'no' agree with that? Ask whether it is so")
        return self.question(*parts)

    def supposed(self, *parts: Any) -> Asked:
        """Read the question "if P, then what?"."""
        (asked,) = _all(parts, Asked)
        condition: Saying = next(part for part in parts if part is not asked and not isinstance(part, Token))
        return replace(asked, supposed=(*asked.supposed, condition))

    def indirect(self, *parts: Any) -> Asked:
        """Read "can you tell whether P?", which asks whether P."""
        return _all(parts, Asked)[0]

    # ------------------------------------------------------------ yes or no

    def told(self, said: Saying) -> Asked:
        """Read whether a clause is so."""
        return Asked("yes_no", said)

    def concluded(self, _: Token, said: Saying) -> Asked:
        """Read whether a clause follows."""
        return Asked("yes_no", said, mood="must")

    def conceived(self, _: Token, said: Saying) -> Asked:
        """Read whether a clause is possible."""
        return Asked("yes_no", said, mood="could")

    def is_it(self, *parts: Any) -> Asked:
        """Read the question "is it so?"; "isn't it so?" asks the same."""
        (subject,), (predicate,) = _all(parts, Group), _all(parts, Predicate)
        if self.juxtaposed and any(one.kind == "common" and one.definite and not one.bare for one in subject.mentions):
            raise self.fault("which of the places tells what is meant, and which is asked?")
        said, mood = over(subject, self._asked(predicate)), _mood(parts)
        offered = predicate.by == "or" and len(subject.things) == 1 and not mood
        return Asked("choice" if offered else "yes_no", said, mood=mood, now=_is_now(parts))

    def is_any_of(self, *parts: Any) -> Asked:
        """Read the question "are any of the cups there?"."""
        group = self.some_of_them(*(part for part in parts if isinstance(part, (Thing, list))))
        *_, last = parts
        if isinstance(last, Predicate):
            return Asked("yes_no", over(group, self._asked(last)))
        return Asked("yes_no", over(group, (self.empty if last.type == "EMPTY" else self.in_a_state)(last).says))

    def which_in_the_same(self, asked: Asked, *parts: Any) -> Asked:
        """Read the question "who is in the same room as Ann?"."""
        other, kind = _all(parts, Thing)[0].mention, next(part for part in parts if getattr(part, "type", "") == "NOMINAL")
        every = Phrase("common", words.noun_key(kind), str(kind), True, span(kind), word="sort", plural=True)
        preposition = _needed(parts, "IN", "ON", "AT")

        def shared(one: Mention) -> Saying:
            place = self.in_one(preposition, one)
            return And((place.says(PLACEHOLDER), place.says(other)))

        return replace(asked, form="which", claim=said_of(every, shared, 1, -1))

    def is_it_there(self, *parts: Any) -> Asked:
        """Read "Is the chair by the door left of the bed?", where the first place tells which chair is meant."""
        (mention,), (place, predicate) = _all(parts, Mention), _all(parts, Predicate)
        if not mention.definite or not self.tells_apart(place, predicate):
            raise self.fault("which of these is the second place said of?")
        self.specified(mention, place, apart=True)
        return Asked("yes_no", said_of(mention, self._asked(predicate)))

    def _asked(self, predicate: Predicate) -> Says:
        """Return what a predicate says; raise ParseError for one that says nothing of where a thing is, or what happened."""
        said = predicate.says(PLACEHOLDER)
        if not any(True for _ in every_leaf(said)):
            raise self.fault("only where things are can be asked, and how they are related")
        if happened([said]):
            raise self.fault("ask where things are, and not what happened")
        return predicate.says

    def one_of(self, *parts: Any) -> Predicate:
        """Read places one of which is the subject's; a question without "either" asks which."""
        found = super().one_of(*parts)
        places = [part for part in parts if isinstance(part, Predicate)]
        plain = not _token(parts, "EITHER", "NOT_BOTH") and all(isinstance(one.says(PLACEHOLDER), Claim) for one in places)
        return found._replace(by="or") if plain else found

    def passing(self, *parts: Any) -> Predicate:
        """Read "does it pass this before that?", which asks for the order, and "does it pass this?"."""
        found: Predicate = self.passes(*parts)

        def says(head: Mention) -> Saying:
            ordered = [one for one in every_leaf(found.says(head)) if isinstance(one, Claim) and one.relation == SOONER]
            return ordered[0] if ordered else found.says(head)

        return Predicate(says)

    def are_in_the_same(self, *parts: Any) -> Asked:
        """Read the question "are they in the same room?": whether there is a room that all of them are in."""
        subject, kind = _all(parts, Group)[0], self._noun(parts)
        together = [*subject.things, *_all(parts, Thing)]
        if subject.counted or len(together) < 2:
            raise self.fault("the same as what?")
        preposition = _needed(parts, "IN", "ON", "AT")
        place = self.in_one(preposition, PLACEHOLDER, kind)
        return Asked("some", And(tuple(place.says(thing.mention) for thing in together)), kind)

    def are_on_one_side(self, *parts: Any) -> Asked:
        """Read the question "is it on the same side of the road as the inn?"."""
        (subject,) = _all(parts, Group)
        return Asked("yes_no", self.on_one_side(subject, *(part for part in parts if part is not subject)), mood=_mood(parts))

    def are_on_opposite_sides(self, *parts: Any) -> Asked:
        """Read the question "are they on opposite sides of the road?"."""
        return Asked("yes_no", self.on_opposite_sides(*parts), mood=_mood(parts))

    def must_cross(self, *parts: Any) -> Asked:
        """Read the question "do you have to cross the river to go from here to there?": whether they are on its two sides."""
        one, other = (part.mention for part in _all(parts, Thing))
        return Asked("yes_no", self._two_sides(one, other, self._one(_all(parts, Group)[0])))

    def which_way_on(self, *parts: Any) -> Asked:
        """Read the question "in which direction do you go from here to there?"."""
        _, start, end = (part.mention for part in _all(parts, Thing))
        return Asked("direction", args=(end, start))

    def is_it_so(self, verb: Word, subject: Group, *state: Word) -> Asked:
        """Read the question "is it open?"."""
        return Asked("yes_no", over(subject, self.in_a_state(*state).says))

    def is_there(self, *parts: Any) -> Asked:
        """Read the questions "is there a lamp?", "is there a lamp on the table?"."""
        (subject,) = _all(parts, Group)
        thing = subject.things[0].mention
        if len(subject.things) > 1 or thing.definite:
            raise self.fault("ask for one thing: 'Is there a ...?'")
        said = [self._asked(one)(PLACEHOLDER) for one in _all(parts, Predicate)]
        return Asked("some", And(tuple(said)), thing.name.lower(), now=_is_now(parts))

    def is_anything(self, *parts: Any) -> Asked:
        """Read the questions "is anything on the table?", "does anything touch the wall?"."""
        word = _token(parts, "ANYTHING", "NOBODY", "NOTHING")
        said = "" if word is None else word.lower()
        form = "none" if said in _NOTHING else "some"
        mood = _mood(parts)
        if form == "none" and mood:
            raise self.fault("ask it of 'anything'")
        claims = [self._asked(one)(PLACEHOLDER) for one in _all(parts, Predicate)]
        return Asked(form, And(tuple(claims)), self._noun(parts), mood=mood, person=said.endswith(("one", "body")))

    def is_consistent(self, *parts: Any) -> Asked:
        """Read the question "is the description consistent?": of the text as a whole."""
        noun = self._noun(parts)
        if noun and not is_about_text(noun):
            raise self.fault(f"is {noun!r} the text as a whole? Ask 'Is the description consistent?'")
        return Asked("yes_no" if _token(parts, "CONSISTENT") else "none")

    # ------------------------------------------------------------ where

    def where(self, *parts: Any) -> Asked:
        """Read the question "where is it, relative to that?"."""
        one, other = (thing.mention for thing in _all(parts, Thing))
        return Asked("relation", args=(one, other))

    def where_beside(self, *parts: Any) -> Asked:
        """Read the question "relative to that, where is it?"."""
        return self.where(*reversed(parts))

    def which_side(self, *parts: Any) -> Asked:
        """Read the question "which side of that is it on?"."""
        *landmark, thing = (part.mention for part in _all(parts, Thing))
        whose = landmark or [Mention("person", "one", "you", True, (-5, -5))]
        return Asked("side", args=(thing, *whose), candidates=self._offered(parts))

    def which_way(self, *parts: Any) -> Asked:
        """Read the question "in which direction is it from there?"."""
        things = [part.mention for part in _all(parts, Thing)]
        if len(things) != 2:
            raise self.fault("from where, or of what?")
        first = next(part for part in parts if isinstance(part, Thing) or (isinstance(part, Token) and part.type in _SEEN))
        args = tuple(things if isinstance(first, Thing) else reversed(things))
        return Asked("direction", args=args, candidates=self._offered(parts))

    def _offered(self, parts: tuple[Any, ...]) -> tuple[str, ...]:
        """Return the sides that a question names to choose from, in the words of an answer."""
        offered = [part for part in parts if isinstance(part, Word) and part.type == "SIDED"]
        named = (
            map(words.bearing, relations.parts(str(one.meaning))) if words.is_compass(one) else (one.meaning,) for one in offered
        )
        return tuple("-".join(map(str, one)) for one in named)

    def which_heading(self, *parts: Any) -> Asked:
        """Read the question "which way does it face?"."""
        verb = _needed(parts, "NAMED", "NAMED_BASE", "HEADS_ING")
        if verb.type != "HEADS_ING" and not looks(str(verb.meaning)):
            raise self.fault(f"{str(verb)!r} says no way", span(verb))
        return Asked("heading", args=(_all(parts, Thing)[0].mention,))

    def whereabouts(self, *parts: Any) -> Asked:
        """Read the question "where is it?"."""
        *keeper, thing = (one.mention for one in _all(parts, Thing))
        return Asked("where", args=(thing, *keeper), mood=_mood(parts), now=_is_now(parts))

    def side_or_side(self, *parts: Any) -> Asked:
        """Read the question "left or right of that?"."""
        one, other = (thing.mention for thing in _all(parts, Thing))
        sides = [str(part.meaning) for part in parts if isinstance(part, Word) and part.type == "SIDED"]
        if len(set(sides)) < 2 or sides.count("level") > 1:
            raise self.fault("which of the two sides?")
        offered = [part for part in parts if isinstance(part, Word) and part.type == "SIDED"]
        compass = [words.is_compass(part) for part in offered]
        if not any(compass) and set(sides) <= DIRECTIONS.keys():
            return Asked("relation", args=(one, other), candidates=tuple(sides))
        said: list[Saying] = [
            self.related(side, self.things(other), True, (("compass", relations.parts(side)),) if bearing else ()).says(one)
            for side, bearing in zip(sides, compass, strict=True)
            if side != "level"
        ]
        bearings = [
            "-".join(map(words.bearing, relations.parts(side))) if bearing else side
            for side, bearing in zip(sides, compass, strict=True)
        ]
        if "level" in sides:
            axes = {DIRECTIONS.get(side, (-1,))[0] for side in sides if side != "level"}
            if len(axes) != 1 or len(said) != 2:
                raise self.fault("level in which direction? Ask 'above, below or level with'")
            said.append(And(tuple(Not(one) for one in said)))
            bearings = [*(side for side in bearings if side != "level"), "neither"]
        return Asked("relation", And(tuple(said)), args=(one, other), candidates=tuple(bearings))

    def sided(self, *parts: Word) -> Word:
        """Read one of the sides that a question offers."""
        word = next(part for part in reversed(parts) if part.type in ("SIDE", "PREPOSITION", "LEVEL", "IN"))
        meaning = {"LEVEL": "level", "IN": "inside"}.get(word.type, word.meaning)
        return Word.of("SIDED", str(word), word.start_pos or 0, meaning)

    # ------------------------------------------------------------ which

    def which_thing(self, *parts: Any) -> Asked:
        """Read who, what, which thing, which of these: what is looked for."""
        word, *_ = parts
        number = _token(parts, "NUMBER")
        among = tuple(mention for group in _all(parts, Group) for mention in group.mentions)
        if any(group.counted or len(group.things) < 2 for group in _all(parts, Group)):
            raise self.fault("which of these?")
        many = 0 if number is None else int(words.amount_of(f"{number} unit")[0])
        if len(parts) == 2 and number is not None and many != 1:
            raise self.fault("ask for one of them, or for all: 'Which are ...?'", span(number))
        person = word.lower() in _WHO
        kind = self._noun(parts)
        if person and kind and not _token(parts, "OF", "OF_THESE"):
            raise self.fault(f"{str(word)!r} cannot be read here", span(word))
        of_these = bool(_token(parts, "OF", "OF_THESE"))
        return Asked("which", kind=kind, person=person, owned=word.type == "WHOSE", among=among, many=many if of_these else 0)

    def choice_of(self, *parts: Any) -> Group:
        """Read the things to choose from."""
        return self.all_things(*parts)

    def which(self, *parts: Any) -> Asked:
        """Read the question "which thing is there?"."""
        return self._which(parts, self._asked(_all(parts, Predicate)[0])(PLACEHOLDER))

    def _which(self, parts: tuple[Any, ...], said: Saying) -> Asked:
        mood = "" if _token(parts, "FINDS") else _mood(parts).replace("must", "")
        return replace(self._chosen(parts), claim=said, mood=mood, now=_is_now(parts))

    def _chosen(self, parts: tuple[Any, ...]) -> Asked:
        """Return what is looked for, among the things that the question ends with."""
        asked = next(iter(_all(parts, Asked)), Asked("which"))
        among = tuple(mention for group in _all(parts, Group) for mention in group.mentions)
        if among and asked.among:
            raise self.fault("which of these?")
        return replace(asked, among=among or asked.among)

    def which_of_them(self, *parts: Any) -> Asked:
        """Read the question "which is higher, this or that?"."""
        (predicate,) = _all(parts, Predicate)
        if any(_token(parts, name) for name in ("BE", "APOSTROPHE_S")) and not _all(parts, Asked):
            (group,) = _all(parts, Group)
            if not (group.counted and group.high == len(group.things) > 1):
                raise self.fault("than what?")
        asked = self._chosen(parts)
        if len(asked.among) < 2:
            raise self.fault("than what? Ask 'Which is ..., this or that?'")
        return replace(asked, claim=predicate.says(PLACEHOLDER))

    def comparing(self, *parts: Any) -> Predicate:
        """Read older, higher, nearer to something, further to the left: than each of the others."""
        word = parts[-1]
        others = self.things(RIVAL)
        if isinstance(word, Group):
            return self.nearer(*parts, others)
        if word.type == "COMPARATIVE":
            return self.compared(word, others)
        label = str(word.meaning)
        if len(parts) == 1:
            label = words.labels("prepositions").get(f"{word.lower()} than", "")
        if label not in DIRECTIONS:
            raise self.fault(f"{str(word)!r} cannot be read here", span(word))
        properties = (("compass", relations.parts(label)),) if words.is_compass(word) else ()
        return Predicate(lambda head: Claim(label, head, RIVAL, properties))

    def in_which(self, *parts: Any) -> Asked:
        """Read the questions "in which room is it?", "what is it next to?", "what does it contain?"."""
        (asked,) = _all(parts, Asked)
        subject = next(iter(_all(parts, Group)), None) or self.things(_all(parts, Thing)[0])
        verbs = ("VERB", "NAMED_VERB", "NAMED_BASE", "NAMED_PAST", "HAS", "HAD")
        word = _needed(parts, *_STRANDED, "PREPOSITION", "SIDE", "NAMED", *verbs)
        if word.type in verbs:
            return replace(asked, claim=over(subject, self.by_verb(word, self.things(PLACEHOLDER)).says))
        label = _STRANDED.get(word.type) or str(word.meaning)
        everyday = word.type != "PREPOSITION" or words.is_everyday(word)
        properties = (("compass", relations.parts(label)),) if word.type == "SIDE" and words.is_compass(word) else ()
        place = self.related(label, self.things(PLACEHOLDER), everyday, properties)._replace(by=word.type)
        rests = [part for part in parts if isinstance(part, Token) and part.type in ("REST", "REST_BASE", "RESTED", "PARTICIPLE")]
        return replace(asked, claim=over(subject, self.vp(*rests, place).says), now=_is_now(parts))

    what_beside = in_which

    def how_many(self, *parts: Any) -> Asked:
        """Read the questions "how many things are there?", "how many things touch that?"."""
        said = [self._asked(one)(PLACEHOLDER) for one in _all(parts, Predicate)]
        if any(isinstance(one, Claim) and one.relation == THERE for one in said):
            raise self.fault("how many there are, or how many are in that place? Say which place")
        if any(isinstance(one, Each) and one.high == 0 and one.mention.name.lower() == "empty" for one in said):
            raise self.fault("what is in each may not be told; ask of one whether it is empty")
        return replace(self._which(parts, And(tuple(said))), form="how_many")

    def held(self, asked: Asked, *parts: Any) -> Asked:
        """Read the question "what is he carrying?", "what does she have?"."""
        verb = _needed(parts, "HAS", "NAMED_BASE", "HOLDING")
        label = {"HAS": "named:has", "HOLDING": HOLDS}.get(verb.type) or str(verb.meaning)
        return replace(asked, claim=Claim(label, _all(parts, Thing)[0].mention, PLACEHOLDER))

    def kept_there(self, asked: Asked, *parts: Any) -> Asked:
        """Read the question "what does she keep there?"."""
        (thing,), (place,) = _all(parts, Thing), _all(parts, Predicate)
        return replace(asked, claim=And((Claim(KEEPS, thing.mention, PLACEHOLDER), self._asked(place)(PLACEHOLDER))))

    def how_many_held(self, asked: Asked, *parts: Any) -> Asked:
        """Read the question "how many things is he carrying?"."""
        return replace(self.held(asked, *parts), form="how_many")

    def _noun(self, parts: tuple[Any, ...]) -> str:
        """Return the noun of what is asked for, in small letters."""
        noun = _token(parts, "NOMINAL")
        return "" if noun is None else noun.lower()


def _of_some(asked: Asked) -> Asked:
    """Return a question about a thing that it brings in itself as one whether there is such: "does it contain a ladder?"."""
    if asked.form != "yes_no" or asked.claim is None:
        return asked
    found = {one for leaf in every_leaf(asked.claim) for one in _about(leaf) if not one.definite and not isinstance(one, Phrase)}
    if len(found) != 1:
        return asked
    (thing,) = found

    def instead(leaf: Claim | Rank) -> Claim | Rank:
        def other(one: Mention) -> Mention:
            return PLACEHOLDER if one is thing else one

        head = replace(leaf, head=other(leaf.head))
        return replace(head, tail=other(head.tail)) if isinstance(head, Claim) else head

    return replace(asked, form="some", claim=changed(asked.claim, instead), kind=thing.name.lower())


def _about(leaf: Claim | Rank) -> tuple[Mention, ...]:
    return leaf.mentions if isinstance(leaf, Claim) else (leaf.head,)
