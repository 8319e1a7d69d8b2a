"""From the parse trees of questions to what they ask: where a thing is, and which thing it is that something is said of."""

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
    conjuncts,
    every_leaf,
    instead,
    joined,
    over,
)
from qsr.language.prose.events import HOLDS, happened
from qsr.language.prose.having import upon
from qsr.language.prose.lexicon import is_board, looks
from qsr.language.prose.meaning import Interpreter, Predicate
from qsr.language.prose.phrases import span
from qsr.language.prose.routes import THERE
from qsr.language.prose.tokens import Word
from qsr.logic import And, Not, Or
from qsr.relations import DIRECTIONS

__all__ = ["Seeking", "all_of", "is_now", "mood_of", "needed", "token"]

T = TypeVar("T")
#: Token -> the mood that it gives a question.
_MOODS: Final = {
    "COULD": "could",
    "POSSIBLE_FOR": "could",
    "POSSIBLY": "could",
    "MUST": "must",
    "HAVE_TO": "must",
    "CONCLUDE": "must",
}
#: The relation of a stranded preposition of its own class: "What is it in?"
_STRANDED: Final = {"IN": "inside", "ON": "on", "AT": "named:at", "BY": "near", "AGAINST": "touching"}
#: What stands before the place from which something is seen.
_SEEN: Final = frozenset({"OF", "FROM", "TO", "RELATIVE"})
#: Words that ask for somebody.
_WHO: Final = frozenset({"who", "whom"})


def all_of(parts: tuple[Any, ...], kind: type[T]) -> list[T]:
    """Return the parts of one kind."""
    return [part for part in parts if isinstance(part, kind)]


def needed(parts: tuple[Any, ...], *kinds: str) -> Word:
    """Return the word of some classes that a rule always has."""
    return next(part for part in parts if isinstance(part, Word) and part.type in kinds)


def token(parts: tuple[Any, ...], *kinds: str) -> Word | None:
    """Return the first token of some classes, None where there is none."""
    return next((part for part in parts if isinstance(part, Token) and part.type in kinds), None)  # type: ignore[return-value]


def is_now(parts: tuple[Any, ...]) -> bool:
    """Tell whether a question asks for what is so now, or still."""
    return any(isinstance(part, Token) and (part.type == "NOW" or part.lower() == "still") for part in parts)


def mood_of(parts: tuple[Any, ...]) -> str:
    """Return whether a question asks for what may be so or must be so; the empty string where neither."""
    if modal := token(parts, "MODAL"):
        return "could" if modal.lower() == "possibly" else "must"
    modal = token(parts, *_MOODS)
    return "" if modal is None else _MOODS[modal.type]


def _without_height(claim: Claim | Rank) -> Saying:
    return And(()) if claim.relation in ("above", "below") else claim


def _between_others(said: Saying) -> bool:
    """Tell whether something is said to be between "the other two", and so in the middle of three."""
    if not isinstance(said, Each) or not isinstance(said.mention, Phrase) or said.mention.word != "other":
        return False
    return isinstance(said.said, Claim) and said.said.relation == "named:between"


@v_args(inline=True)
class Seeking(Interpreter):
    """Makes of questions with "where", "which" and "how many" what they ask."""

    def _asked(self, predicate: Predicate) -> Says:
        """Return what a predicate says; raise ParseError for one that says nothing of where a thing is, or what happened."""
        said = predicate.says(PLACEHOLDER)
        if not any(True for _ in every_leaf(said)):
            raise self.fault("only where things are can be asked, and how they are related")
        if happened([said]):
            raise self.fault("ask where things are, and not what happened")
        if predicate.by == "EMPTY":
            # What is in it may not be told.
            return lambda head: joined([one for one in conjuncts(predicate.says(head)) if not isinstance(one, Each)])
        if predicate.by == "SLOT":
            # What is on a higher shelf is above; but the shelf is asked.
            return lambda head: changed(predicate.says(head), _without_height)
        return predicate.says

    # ------------------------------------------------------------ where

    def where(self, *parts: Any) -> Asked:
        """Read the question "where is it, relative to that?"."""
        one, other = (thing.mention for thing in all_of(parts, Thing))
        return Asked("relation", args=(one, other))

    def where_beside(self, *parts: Any) -> Asked:
        """Read the question "relative to that, where is it?"."""
        return self.where(*reversed(parts))

    def which_side(self, *parts: Any) -> Asked:
        """Read the question "which side of that is it on?"."""
        *landmark, thing = (part.mention for part in all_of(parts, Thing))
        whose = landmark or [Mention("person", "one", "you", True, (-5, -5))]
        return Asked("side", args=(thing, *whose), candidates=self._offered(parts))

    def which_way(self, *parts: Any) -> Asked:
        """Read the question "in which direction is it from there?"."""
        things = [part.mention for part in all_of(parts, Thing)]
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
        verb = needed(parts, "NAMED", "NAMED_BASE", "HEADS_ING")
        if verb.type != "HEADS_ING" and not looks(str(verb.meaning)):
            raise self.fault(f"{str(verb)!r} says no way", span(verb))
        return Asked("heading", args=(all_of(parts, Thing)[0].mention,))

    def whereabouts(self, *parts: Any) -> Asked:
        """Read the question "where is it?"."""
        *keeper, thing = (one.mention for one in all_of(parts, Thing))
        return Asked("where", args=(thing, *keeper), mood=mood_of(parts), now=is_now(parts))

    def where_to(self, *parts: Any) -> Asked:
        """Read the question "where does it lead?": to which place."""
        verb = needed(parts, "LEADS", "NAMED_BASE")
        base = str(verb.meaning).split()[0]
        if base not in ("named:lead", "named:run", "named:go", "named:open"):
            raise self.fault(f"{str(verb)!r} where to?", span(verb))
        (thing,) = (one.mention for one in all_of(parts, Thing))
        towards = [Claim(f"{base} {to}", thing, PLACEHOLDER) for to in ("to", "into", "onto")]
        return Asked("which", Or(tuple(towards)))

    def side_or_side(self, *parts: Any) -> Asked:
        """Read the question "left or right of that?"."""
        one, other = (thing.mention for thing in all_of(parts, Thing))
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
        number = token(parts, "NUMBER")
        among = tuple(mention for group in all_of(parts, Group) for mention in group.mentions)
        if any(group.counted or len(group.things) < 2 for group in all_of(parts, Group)):
            raise self.fault("which of these?")
        many = 0 if number is None else int(words.amount_of(f"{number} unit")[0])
        if len(parts) == 2 and number is not None and many != 1 and not self._noun(parts):
            raise self.fault("ask for one of them, or for all: 'Which are ...?'", span(number))
        person = word.lower() in _WHO
        kind = self._noun(parts)
        if person and kind and not token(parts, "OF", "OF_THESE"):
            raise self.fault(f"{str(word)!r} cannot be read here", span(word))
        of_these = bool(token(parts, "OF", "OF_THESE"))
        return Asked("which", kind=kind, person=person, owned=word.type == "WHOSE", among=among, many=many if of_these else 0)

    def which_colour(self, *parts: Any) -> Asked:
        """Read the questions "what colour is the door?", "what colour is the cup on the left?"."""
        said = [self._asked(one)(PLACEHOLDER) for one in all_of(parts, Predicate)]
        about = tuple(thing.mention for thing in all_of(parts, Thing))
        return Asked("colour", joined(said) if said else None, self._noun(parts), about)

    def choice_of(self, *parts: Any) -> Group:
        """Read the things to choose from."""
        return self.all_things(*parts)

    def which(self, *parts: Any) -> Asked:
        """Read the question "which thing is there?"."""
        return self._which(parts, self._asked(all_of(parts, Predicate)[0])(PLACEHOLDER))

    def _which(self, parts: tuple[Any, ...], said: Saying) -> Asked:
        mood = "" if token(parts, "FINDS") else mood_of(parts).replace("must", "")
        asked = self._chosen(parts)
        if _between_others(said):
            said = Rank("left", PLACEHOLDER, 0, False)
        known = Mention("common", asked.kind, asked.kind, True, PLACEHOLDER.span)
        # Which shelf holds it: on which it is.
        said = instead(changed(instead(said, PLACEHOLDER, known), upon), known, PLACEHOLDER) if is_board(asked.kind) else said
        return replace(asked, claim=said, mood=mood, now=is_now(parts))

    def _chosen(self, parts: tuple[Any, ...]) -> Asked:
        """Return what is looked for, among the things that the question ends with."""
        asked = next(iter(all_of(parts, Asked)), Asked("which"))
        among = tuple(mention for group in all_of(parts, Group) for mention in group.mentions)
        if among and asked.among:
            raise self.fault("which of these?")
        return replace(asked, among=among or asked.among)

    def which_of_them(self, *parts: Any) -> Asked:
        """Read the question "which is higher, this or that?"."""
        (predicate,) = all_of(parts, Predicate)
        if any(token(parts, name) for name in ("BE", "APOSTROPHE_S")) and not all_of(parts, Asked):
            (group,) = all_of(parts, Group)
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
        (asked,) = all_of(parts, Asked)
        subject = next(iter(all_of(parts, Group)), None) or self.things(all_of(parts, Thing)[0])
        first, *_ = subject.mentions
        if not asked.kind and first.bare and first.span[1] - first.span[0] > len(first.name):
            raise self.fault("what is asked for?", first.span)  # "which room Ann is in" asks for a room
        verbs = ("VERB", "NAMED_VERB", "NAMED_BASE", "NAMED_PAST", "HAS", "HAD")
        word = needed(parts, *_STRANDED, "PREPOSITION", "SIDE", "NAMED", *verbs)
        if word.type in verbs:
            return replace(asked, claim=over(subject, self.by_verb(word, self.things(PLACEHOLDER)).says))
        label = _STRANDED.get(word.type) or str(word.meaning)
        everyday = word.type != "PREPOSITION" or words.is_everyday(word)
        properties = (("compass", relations.parts(label)),) if word.type == "SIDE" and words.is_compass(word) else ()
        place = self.related(label, self.things(PLACEHOLDER), everyday, properties)._replace(by=word.type)
        rests = [part for part in parts if isinstance(part, Token) and part.type in ("REST", "REST_BASE", "RESTED", "PARTICIPLE")]
        mood = mood_of(parts).replace("must", "")
        asked = replace(asked, among=asked.among or tuple(one for group in all_of(parts, Group)[1:] for one in group.mentions))
        return replace(asked, claim=over(subject, self.vp(*rests, place).says), mood=mood, now=is_now(parts))

    what_beside = in_which

    def how_many(self, *parts: Any) -> Asked:
        """Read the questions "how many things are there?", "how many things touch that?"."""
        said = [self._asked(one)(PLACEHOLDER) for one in all_of(parts, Predicate)]
        if any(isinstance(one, Claim) and one.relation == THERE for one in said):
            raise self.fault("how many there are, or how many are in that place? Say which place")
        return replace(self._which(parts, And(tuple(said))), form="how_many")

    def held(self, asked: Asked, *parts: Any) -> Asked:
        """Read the question "what is he carrying?", "what does she have?"."""
        verb = needed(parts, "HAS", "NAMED_BASE", "HOLDING")
        label = {"HAS": "named:has", "HOLDING": HOLDS}.get(verb.type) or str(verb.meaning)
        return replace(asked, claim=Claim(label, all_of(parts, Thing)[0].mention, PLACEHOLDER))

    def holds_any(self, *parts: Any) -> Asked:
        """Read the question "is he carrying anything?"."""
        return replace(self.held(Asked("some"), *parts), person=needed(parts, "ANYTHING").endswith(("one", "body")))

    def kept_there(self, asked: Asked, *parts: Any) -> Asked:
        """Read the question "what does she keep there?"."""
        (thing,), (place,) = all_of(parts, Thing), all_of(parts, Predicate)
        return replace(asked, claim=And((Claim(KEEPS, thing.mention, PLACEHOLDER), self._asked(place)(PLACEHOLDER))))

    def how_many_held(self, asked: Asked, *parts: Any) -> Asked:
        """Read the question "how many things is he carrying?"."""
        return replace(self.held(asked, *parts), form="how_many")

    def _noun(self, parts: tuple[Any, ...]) -> str:
        """Return the noun of what is asked for, in small letters."""
        noun = token(parts, "NOMINAL")
        return "" if noun is None else noun.lower()
