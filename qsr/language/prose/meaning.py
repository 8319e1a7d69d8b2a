"""From a parse tree of prose to what it claims.

Places and orders are functions of the thing that they are said of, so that lists, choices and counts work the same way over
subjects, landmarks and whole clauses. Where a denial or a list leaves open what is meant, the sentence is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final, NamedTuple

from lark import Token, v_args

from qsr import relations
from qsr.errors import ParseError
from qsr.language import words
from qsr.language.parts import Mention
from qsr.language.prose.claims import (
    Claim,
    Declared,
    Group,
    Rank,
    Said,
    Saying,
    Says,
    Thing,
    changed,
    conjuncts,
    joined,
    over,
    owned,
)
from qsr.language.prose.grouped import Grouped
from qsr.language.prose.lexicon import comes_before, is_counted
from qsr.language.prose.phrases import span
from qsr.language.prose.tokens import Word
from qsr.logic import And, Count, If, Not, Or

__all__ = ["PLACEHOLDER", "Interpreter", "Predicate"]

#: Stands for what a question looks for.
PLACEHOLDER: Final = Mention("placeholder", "?", "?", True, (-1, -1))
#: What is said claims more than its relation does: fine where it is so, open where it is denied or supposed.
_WEAK: Final = (("weak", True),)
#: Where sides are of the landmark itself and not beside it: "at the top of the stairs".
_PARTS: Final = frozenset({"above", "below", "in front", "behind"})


class Predicate(NamedTuple):
    """What is said of a subject.

    `plain` where its denial can mean one thing only; `holds` where the landmark is what the subject is in or on, so that a
    further place is the subject's as well whichever of the two it is said of. `by` is the preposition; `owns` marks "with a lamp
    on it", set ``"apart"`` by a comma or ``"close"`` to the words before.
    """

    says: Says
    plain: bool = True
    holds: bool = False
    by: str = ""
    owns: str = ""


@v_args(inline=True)
class Interpreter(Grouped):
    """Makes claims of the trees of one sentence; raises ParseError where nobody could mean one."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.presupposed: list[Saying] = []
        self._choices: list[Saying] = []

    def fault(self, message: str, place: tuple[int, int] | None = None) -> ParseError:
        """Return the error at a place of the sentence, or at all of it."""
        return ParseError(message, self._text, *(place or (0, len(self._text.rstrip()))))

    # ------------------------------------------------------------ sentences

    def sentence(self, said: Said | Saying, *_: Token) -> Said:
        """Read a sentence on its own."""
        found = said if isinstance(said, Said) else Said((said,))
        claims = tuple(one for claim in (*self.presupposed, *found.claims) for one in conjuncts(claim))
        return replace(found, claims=claims)

    def all_of(self, *parts: Any) -> Said:
        """Read several sentences in one."""
        found = [part if isinstance(part, Said) else Said((part,)) for part in parts if not isinstance(part, Token)]
        if any(part is one for part in parts for one in self._choices):
            raise self.fault("what goes with the 'or', and what with the 'and'? Say it in two sentences")
        if any(part.declared for part in found):
            raise self.fault("say what there is in a sentence of its own")
        claims = tuple(claim for part in found for claim in part.claims)
        return Said(claims, None, tuple(mention for part in found for mention in part.mentioned))

    def clauses(self, *parts: Any) -> Saying:
        """Read clauses of a condition, all of which hold."""
        return joined([self.claimed(part) for part in parts if not isinstance(part, Token)])

    def implies(self, *parts: Any) -> Saying:
        """Read if P, then Q."""
        condition, consequence = (part for part in parts if not isinstance(part, Token))
        return If(condition, consequence)

    def implied(self, *parts: Any) -> Saying:
        """Read Q if P."""
        consequence, condition = (part for part in parts if not isinstance(part, Token))
        return If(condition, consequence)

    def only_if(self, *parts: Any) -> Saying:
        """Read P only if Q."""
        condition, consequence = (part for part in parts if not isinstance(part, Token))
        return If(condition, consequence)

    def unless(self, *parts: Any) -> Saying:
        """Read P unless Q: where Q does not hold, P does."""
        consequence, condition = (part for part in parts if not isinstance(part, Token))
        return If(Not(condition), consequence)

    def choice(self, *parts: Any) -> Saying:
        """Read P or Q."""
        found = self._one_of([self.claimed(part) for part in parts if not isinstance(part, Token)], parts)
        self._choices.append(found)
        return found

    either = choice

    # ------------------------------------------------------------ clauses

    def located(self, subject: Group, *rest: Any) -> Saying:
        """Read a subject with what is said of it."""
        said = [part for part in rest if isinstance(part, Predicate)]
        *places, last = said
        if last.owns and places and (last.owns == "close" or any(one.holds for one in places)):
            raise self.fault("whose 'it' is that: the subject's, or the landmark's?")
        return over(subject, lambda head: joined([one.says(head) for one in said]))

    def one_located(self, *parts: Any) -> Saying:
        """Read exactly one of two is somewhere."""
        one, other = (part for part in parts if isinstance(part, Thing))
        said = self.vp(*parts)
        return Count((said.says(one.mention), said.says(other.mention)), 1, 1)

    def placed(self, mention: Mention, place: Predicate, *rest: Any) -> Saying:
        """Read a subject that its place tells apart: "the chair next to the window is ..."."""
        self.presupposed.append(place.says(mention))
        return self.located(self.things(mention), *rest)

    def there(self, *parts: Any) -> Said:
        """Read there is something, somewhere."""
        subject = next(part for part in parts if isinstance(part, Group))
        if subject.counted:
            raise self.fault("what there is has to be a list")
        said = [part for part in parts if isinstance(part, Predicate)]
        if len(subject.things) > 1 and said:
            raise self.fault("are all of these there, or only the last? Say it of one thing at a time")
        if not said:
            return Said((), None, tuple(subject.mentions))
        return Said((self.located(subject, *said),))

    def inverted(self, *parts: Any) -> Saying:
        """Read a place, and what is there."""
        subject = next(part for part in parts if isinstance(part, Group))
        return self.located(subject, *(part for part in parts if isinstance(part, Predicate)))

    def has(self, owner: Group, _: Token, subject: Group, place: Predicate) -> Saying:
        """Read something has something at a place of its own: "the table has a lamp on it"."""
        if owner.counted or len(owner.things) > 1:
            raise self.fault("who has what is not plain here; say it of one thing at a time")
        return over(subject, lambda head: owned(place.says(head), owner.things[0].mention))

    def with_it(self, *parts: Any) -> Predicate:
        """Read with something at a place of the subject: "with a lamp on it"."""
        thing = next(part for part in parts if isinstance(part, Group))
        place = next(part for part in parts if isinstance(part, Predicate))
        owns = "apart" if isinstance(parts[0], Token) and parts[0].type == "COMMA" else "close"
        return Predicate(lambda head: over(thing, lambda other: owned(place.says(other), head)), False, owns=owns)

    def declared(self, *parts: Any) -> Said:
        """Read there are so many things, namely these, and where they all are."""
        number, kind = next(part for part in parts if isinstance(part, tuple) and isinstance(part[0], int))
        names = next((part for part in parts if isinstance(part, list)), [])
        mentions = tuple(thing.mention for thing in names)
        if names and len(names) != number:
            raise self.fault(f"{number} were announced, and {len(names)} are named")
        places = [part for part in parts if isinstance(part, Predicate)]
        claims = tuple(changed(one.says(mention), _set) for mention in mentions for one in places)
        return Said(claims, Declared(kind, mentions), mentions)

    def setting(self, preposition: Word, landmark: Group) -> Predicate:
        """Read "in the kitchen" before what is there; "in general" is no place."""
        if any(mention.bare and mention.name[0].islower() for mention in landmark.mentions):
            raise self.fault("is that a place? Say 'in the ...'", span(preposition))
        return self.at(preposition, landmark)

    def within(self, place: Predicate, *parts: Any) -> Saying:
        """Read in the kitchen, something is somewhere: it is there and in the kitchen."""
        subject, *said = (part for part in parts if not isinstance(part, Token))
        return self.located(subject, place, *said)

    def thing_that(self, mention: Mention, *parts: Any) -> Thing:
        """Read a thing with a relative clause."""
        clause = next(part for part in parts if isinstance(part, Predicate))
        self.presupposed.append(clause.says(mention))
        return Thing(mention)

    def relative(self, inner: Predicate) -> Predicate:
        """Read what a relative clause says."""
        return inner

    # ------------------------------------------------------------ verbs

    def vp(self, *parts: Any) -> Predicate:
        """Read a verb of rest with a place."""
        found: Predicate = next(part for part in parts if isinstance(part, Predicate))
        verb = next(
            (part for part in parts if isinstance(part, Token) and part.type in ("REST", "REST_BASE", "PARTICIPLE")), None
        )
        if found.by == "BY" and verb is not None and verb.type == "PARTICIPLE" and not verb.endswith("ing"):
            raise self.fault("who did that, or where is it? Say 'near'", span(verb))
        if found.by == "ON" and verb is not None and verb.lower().startswith(("hang", "hung")):
            return found._replace(says=lambda head: changed(found.says(head), _hung))
        return found

    ranked = vp

    def denied(self, *parts: Any) -> Predicate:
        """Read the denial of a verb phrase."""
        inner = self.vp(*parts)
        if not inner.plain:
            raise self.fault("are all of these denied, or only all of them together? Deny one at a time")
        return Predicate(lambda head: Not(inner.says(head)), False)

    ranked_denied = denied

    def by_verb(self, verb: Word, landmark: Group) -> Predicate:
        """Read a verb that is itself a relation: contains, touches."""
        return self.related(str(verb.meaning), landmark, words.is_everyday(verb))

    def by_verb_denied(self, _: Token, verb: Word, landmark: Group) -> Predicate:
        """Read Its denial."""
        return self.denied(self.by_verb(verb, landmark))

    # ------------------------------------------------------------ predicates

    predicate = relative

    def place_list(self, *parts: Any) -> Predicate:
        """Read places one after the other."""
        return self.both(*parts)

    def both(self, *parts: Any) -> Predicate:
        """Read places all of which are the subject's."""
        found = [part for part in parts if isinstance(part, Predicate)]
        for one, following in pairwise(parts):
            if isinstance(one, Predicate) and isinstance(following, Predicate) and not one.holds:
                raise self.fault("of which of these is the second place said?")
        return found[0] if len(found) == 1 else Predicate(lambda head: joined([one.says(head) for one in found]), False)

    def one_of(self, *parts: Any) -> Predicate:
        """Read places one of which is the subject's."""
        found = [part for part in parts if isinstance(part, Predicate)]
        return Predicate(lambda head: self._one_of([one.says(head) for one in found], parts))

    def none_of(self, *parts: Any) -> Predicate:
        """Read places none of which is the subject's."""
        found = [part for part in parts if isinstance(part, Predicate)]
        return Predicate(lambda head: joined([Not(one.says(head)) for one in found]), False)

    def _one_of(self, said: Sequence[Saying], parts: Iterable[Any]) -> Saying:
        exclusive = any(isinstance(part, Token) and part.type == "NOT_BOTH" for part in parts)
        return Count(tuple(said), 1, 1) if exclusive else Or(tuple(said))

    # ------------------------------------------------------------ places

    def by_preposition(self, *parts: Any) -> Predicate:
        """Read above, below, next to something."""
        *measure, preposition, landmark = parts
        label = str(preposition.meaning)
        properties = self._measured(measure, label, preposition)
        return self.related(label, landmark, words.is_everyday(preposition), properties)

    def at(self, *parts: Any) -> Predicate:
        """Read in, on or at something."""
        preposition, landmark = parts
        if preposition.type == "AT":
            raise self.fault("where exactly 'at' puts it is not plain; say next to, in or in front of", span(preposition))
        found = self.related("inside" if preposition.type == "IN" else "on", landmark, True)
        return found._replace(holds=found.plain, by=preposition.type)

    def beside(self, preposition: Word, landmark: Group) -> Predicate:
        """Read "by the door", which is near it, and "against the wall", which touches it."""
        return self.related("near" if preposition.type == "BY" else "touching", landmark, True)._replace(by=preposition.type)

    def in_the_middle(self, *parts: Any) -> Predicate:
        """Read "in the middle of the park": somewhere in it."""
        return self.related("inside", parts[-1], True, _WEAK)

    def by_side(self, *parts: Any) -> Predicate:
        """Read to the left of something."""
        landmark = parts[-1]
        side = next(part for part in reversed(parts) if isinstance(part, Word) and part.type == "SIDE")
        leading = next((part for part in parts if isinstance(part, Token) and part.type in ("TO", "ON", "AT")), None)
        label, compass = str(side.meaning), words.is_compass(side)
        if (label in _PARTS and not compass) or (compass and leading is not None and leading.type != "TO"):
            raise self.fault("is that a part of it, or a place beside it?", span(side))
        measure = [part for part in parts if isinstance(part, list)]
        properties = self._measured(measure, label, side)
        if compass:
            properties += (("compass", relations.parts(label)),)
        return self.related(label, landmark, True, tuple(sorted(properties)))

    def by_one_side(self, *parts: Any) -> Predicate:
        """Read left or right of something."""
        sides = [part for part in parts if isinstance(part, Token) and part.type == "SIDE"]
        said = [self.by_side(side, parts[-1]) for side in sides]
        return self.one_of(*said)

    def between(self, _: Token, one: Mention, __: Token, other: Mention) -> Predicate:
        """Read between two things: on some axis it lies beyond the one and before the other."""

        def says(head: Mention) -> Saying:
            return Or(
                tuple(
                    And((Claim(label, head, first), Claim(relations.CONVERSE[label], head, second)))
                    for label in ("left", "in front", "above")
                    for first, second in ((one, other), (other, one))
                )
            )

        return Predicate(says)

    def measure(self, *parts: Token) -> list[Token]:
        """Read how far, or that it is straight."""
        return list(parts)

    def _measured(self, measure: Sequence[list[Token]], label: str, place: Token) -> tuple[tuple[str, Any], ...]:
        if not measure:
            return ()
        *_, last = measure[0]
        if last.type == "EMPHASIS":
            return _WEAK
        if last.type == "SIDE" and (last.lower() != "right" or place.type == "SIDE"):
            raise self.fault(f"{str(last)!r} cannot be read here", span(last))
        if not all(part in relations.DIRECTIONS for part in relations.parts(label)):
            raise self.fault(f"a distance or 'directly' goes with a direction, not with {str(place)!r}", span(place))
        if last.type in ("STRAIGHT", "SIDE"):
            return (("relations", "complete"),)
        if last.type == "WORD":
            if not is_counted(last.lower()):
                raise self.fault(f"{str(last)!r} is no measure that is known", span(last))
            return _WEAK
        amount, unit = words.amount_of(" ".join(("1" if part.type == "INDEFINITE" else str(part)) for part in measure[0]))
        if len(relations.parts(label)) > 1:
            raise self.fault("a distance for each direction was expected", span(place))
        found: tuple[tuple[str, Any], ...] = (("distance", (Fraction(amount),)),)
        return found if unit == words.UNIT else (*found, ("unit", unit))

    def related(self, label: str, landmark: Group, everyday: bool, properties: tuple[tuple[str, Any], ...] = ()) -> Predicate:
        """Return that a relation holds with what a landmark says: with all of it, with some."""
        if label in relations.EVERYDAY:
            properties = tuple(sorted((*properties, ("everyday", everyday))))
        plain = all(name in ("everyday", "compass") for name, _ in properties)
        one = len(landmark.things) == 1 or landmark.counted
        return Predicate(lambda head: over(landmark, lambda tail: Claim(label, head, tail, properties)), plain and one)

    # ------------------------------------------------------------ orders

    def compared(self, word: Word, _: Token, landmark: Group) -> Predicate:
        """Read older than something."""
        axis, earlier = word.meaning
        if landmark.counted:
            raise self.fault("than all of these, or than one of them?", span(word))
        return self._ordered(f"before:{axis}", landmark, earlier)

    def _ordered(self, relation: str, landmark: Group, earlier: bool) -> Predicate:
        def says(head: Mention) -> Saying:
            return over(landmark, lambda tail: Claim(relation, *((head, tail) if earlier else (tail, head))))

        return Predicate(says, len(landmark.things) == 1 or landmark.counted)

    def superlative(self, *parts: Word) -> Predicate:
        """Read the oldest; the leftmost."""
        return self._at_place(parts, 1)

    def ordinal_superlative(self, *parts: Word) -> Predicate:
        """Read the second-oldest."""
        place, from_end = next(part for part in parts if part.type == "ORDINAL").meaning
        if from_end:
            raise self.fault("from which end is that counted?", span(parts[0]))
        return self._at_place(parts, place)

    def _at_place(self, parts: Sequence[Word], place: int) -> Predicate:
        axis, earlier = next(part for part in parts if part.type == "SUPERLATIVE").meaning
        return _ranked(axis if axis in relations.DIRECTIONS else f"before:{axis}", place, not earlier, _kind(parts))

    def ordinal(self, *parts: Word) -> Predicate:
        """Read second; second from the left."""
        place, from_end = next(part for part in parts if part.type == "ORDINAL").meaning
        side = next((part for part in parts if part.type == "SIDE"), None)
        if side is None:
            raise self.fault("in which order? Say 'from the left', or 'the second-oldest'", span(parts[0]))
        if from_end or side.meaning not in relations.DIRECTIONS:
            raise self.fault("from which end is that counted?", span(side))
        return _ranked(str(side.meaning), place, False, _kind(parts))

    def finished(self, word: Word) -> Predicate:
        """Read "finished second"."""
        return _ranked("before:rank", *word.meaning)

    def furthest(self, *parts: Word) -> Predicate:
        """Read "furthest to the left"."""
        side = parts[-1]
        if side.meaning not in relations.DIRECTIONS:
            raise self.fault("from which end is that counted?", span(side))
        return _ranked(str(side.meaning), 1, False)

    def rank_by(self, preposition: Word, landmark: Group) -> Predicate:
        """Read finished above, ahead of, behind somebody."""
        earlier = comes_before(" ".join(preposition.lower().split()))
        if earlier is None:
            raise self.fault(f"{str(preposition)!r} says no order", span(preposition))
        return self._ordered("before:rank", landmark, earlier)


def _ranked(relation: str, place: int, from_end: bool, kind: str = "") -> Predicate:
    return Predicate(lambda head: Rank(relation, head, place, from_end, kind))


def _kind(parts: Sequence[Word]) -> str:
    """Return the noun behind an ordinal or a superlative."""
    return next((part.lower() for part in reversed(parts) if part.type == "WORD"), "")


def _set(claim: Claim | Rank) -> Claim | Rank:
    """Return a claim about where a whole scene is set."""
    return replace(claim, properties=(*claim.properties, ("setting", True))) if isinstance(claim, Claim) else claim


def _hung(claim: Claim | Rank) -> Claim | Rank:
    return replace(claim, relation="touching", properties=()) if isinstance(claim, Claim) else claim
