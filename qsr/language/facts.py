"""From what the parts of a sentence say to facts: landmarks filled in, diagonals put together, repeats dropped.

English leaves out what the sentence makes plain: "X is on the left and Y on the right" gives neither a landmark, "X
is above Y and to the left" gives one for two. A landmark that is left out is the one of the neighbouring phrase, then
that of the frame, then the only other thing the sentence speaks of; where none is plain, the text is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

from lark import Token, Tree
from lark.exceptions import VisitError

from qsr import relations
from qsr.errors import ParseError
from qsr.language import grammar, words
from qsr.language.meaning import Interpreter
from qsr.language.parts import Amount, Asked, Kinds, Meaning, Mention, Part, Place, Predication

T = TypeVar("T")

__all__ = ["AskedFact", "Fact", "Said", "question", "sentence"]


#: What a topological label becomes where the boundaries are said to touch as well.
_IN_CONTACT: Final = {
    "inside": "inside and touching",
    "outside": "outside and touching",
    "contains": "contains and touches",
}


@dataclass(frozen=True, slots=True)
class Fact:
    """A relation between two mentions; `properties` as in `qsr.story.Statement`."""

    relation: str
    head: Mention
    tail: Mention
    properties: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Said:
    """All facts of a sentence, everything it mentions in the order of the text, and what it says of the whole story's objects."""

    facts: tuple[Fact, ...]
    mentions: tuple[Mention, ...]
    declared: Kinds = ()


@dataclass(frozen=True, slots=True)
class AskedFact:
    """A question about two mentions; for yes or no with the relation that is asked."""

    form: str
    args: tuple[Mention, ...]
    relation: str = ""
    properties: tuple[tuple[str, Any], ...] = ()


def sentence(text: str) -> Said:
    """Return what a sentence says; raise ParseError where it cannot be read, or can be read in two ways."""
    return _only([_said(meaning, text) for meaning in _meanings(text, "sentence")], text)


def question(text: str) -> AskedFact:
    """Return what a question asks; raise ParseError where it cannot be read, or can be read in two ways."""
    return _only([_asked(meaning, text) for meaning in _meanings(text, "question")], text)


def _meanings(text: str, start: str) -> list[Any]:
    """Interpret every tree; a tree that nobody can mean is dropped unless there is no other."""
    found: list[Any] = []
    fault: ParseError | None = None
    for tree in grammar.trees(text, start):
        try:
            found.append(_interpreted(tree, text))
        except VisitError as error:
            if not isinstance(error.orig_exc, ParseError):
                raise
            fault = fault or error.orig_exc
    if not found and fault is not None:
        raise fault
    return found


def _interpreted(tree: Tree[Token], text: str) -> Any:
    return Interpreter(text).transform(tree)


def _only(results: Sequence[T | ParseError], text: str) -> T:
    errors = [result for result in results if isinstance(result, ParseError)]
    readings = list(dict.fromkeys(result for result in results if not isinstance(result, ParseError)))
    if not readings:
        raise errors[0]
    if len(readings) > 1:
        raise ParseError("this can be read in more than one way; say it in shorter sentences", text, 0, len(text.rstrip()))
    return readings[0]


def _said(meaning: Meaning, text: str) -> Said | ParseError:
    if meaning.declared:
        try:
            _kind_of(meaning.declared, text)
        except ParseError as error:
            return error
        return Said((), tuple(dict.fromkeys(thing for thing, _ in meaning.declared)), meaning.declared)
    try:
        mentions = _mentions(meaning.parts, meaning.kinds)
        facts = _facts(meaning.parts, mentions, text)
        kinds = [*meaning.kinds, *(kind for part in meaning.parts for piece in part.predications for kind in piece.kinds)]
        return Said(tuple(_treated(facts, kinds, text)), mentions)
    except ParseError as error:
        return error


def _asked(asked: Asked, text: str) -> AskedFact | ParseError:
    try:
        if asked.part is None:
            facts = [Fact("", *asked.args)] if len(asked.args) == 2 else []
        else:
            facts = _facts((asked.part,), _mentions((asked.part,), asked.kinds), text)
        facts = _treated(facts, asked.kinds, text)
    except ParseError as error:
        return error
    if len(facts) != 1:
        return grammar.Unparsed("a question about one relation between two things was expected", text, 0, len(text.rstrip()))
    fact = facts[0]
    return AskedFact(asked.form, (fact.head, fact.tail), fact.relation, fact.properties)


def _kind_of(kinds: Iterable[tuple[Mention, str]], text: str) -> dict[Mention, str]:
    """Return how each thing is treated; raise ParseError where one is treated in two ways."""
    found: dict[Mention, str] = {}
    for thing, kind in kinds:
        if found.setdefault(thing, kind) != kind:
            raise ParseError(f"is {thing.name!r} a point or an extended object here?", text, *thing.span)
    return found


def _treated(facts: list[Fact], kinds: Sequence[tuple[Mention, str]], text: str) -> list[Fact]:
    """Add to each fact how the sentence treats head and tail; each thing that it treats must be in one of them."""
    if not kinds:
        return facts
    found = _kind_of(kinds, text)
    for thing, _ in kinds:
        if not any(thing in (fact.head, fact.tail) for fact in facts):
            raise ParseError(f"nothing is said here of {thing.name!r} but how to take it", text, *thing.span)
    treated = []
    for fact in facts:
        pair = (found.get(fact.head), found.get(fact.tail))
        more = (("kinds", pair),) if any(pair) else ()
        treated.append(replace(fact, properties=tuple(sorted((*fact.properties, *more)))))
    return treated


def _mentions(parts: Iterable[Part], kinds: Kinds) -> tuple[Mention, ...]:
    found = [thing for thing, _ in kinds]
    for part in parts:
        found += [part.frame] if part.frame else []
        for predication in part.predications:
            found += predication.heads
            found += [predication.default] if predication.default else []
            found += [tail for place in predication.places for tail in place.tails]
    ordered = sorted(found, key=lambda mention: mention.span)
    return tuple(dict.fromkeys(mention for mention in ordered if mention.kind != "pronoun"))


@dataclass(slots=True)
class _Piece:
    """One direction, or one other label, on its way to becoming a fact."""

    head: Mention
    tail: Mention
    labels: tuple[str, ...]
    amounts: tuple[Amount | None, ...]
    place: Place
    negated: bool
    group: int
    #: Those of the labels that are said as points of the compass.
    compass: tuple[str, ...] = ()
    unsure: str = ""


def _facts(parts: Iterable[Part], mentions: tuple[Mention, ...], text: str) -> list[Fact]:
    pieces: list[_Piece] = []
    level: list[Predication] = []
    group = 0
    for part in parts:
        for predication in part.predications:
            if predication.straight:
                level.append(predication)
            for place in _with_tails(predication.places):
                # Phrases of one list join into a diagonal; what is denied joins only inside its own list.
                group += not predication.together
                for head in predication.heads:
                    pieces += _pieces(head, place, predication, part.frame, mentions, text, group if predication.negated else 0)
            group += 1
    facts: list[Fact] = []
    joined = _joined(pieces)
    denied = [(piece.head, piece.group) for piece in joined if piece.negated]
    if len(set(denied)) < len(denied):
        raise ParseError("are all of these denied, or only all of them together? Deny one at a time", text, 0, len(text.rstrip()))
    if any(not any(line in _levelled(piece, [line]) for piece in joined) for line in level):
        raise ParseError("things on one level were said, but not where they are to each other", text, 0, len(text.rstrip()))
    for piece in joined:
        fact = _fact(piece, _levelled(piece, level), text)
        if fact not in facts and _turned(fact) not in facts:
            facts.append(fact)
    return facts


def _with_tails(places: tuple[Place, ...]) -> list[Place]:
    """Give each place without a landmark that of the next one that has one, else that of the one before."""
    filled = list(places)
    for index in reversed(range(len(filled) - 1)):
        if not filled[index].tails:
            filled[index] = replace(filled[index], tails=filled[index + 1].tails)
    for index in range(1, len(filled)):
        if not filled[index].tails:
            filled[index] = replace(filled[index], tails=filled[index - 1].tails)
    return filled


def _pieces(
    head: Mention,
    place: Place,
    predication: Predication,
    frame: Mention | None,
    mentions: tuple[Mention, ...],
    text: str,
    group: int,
) -> list[_Piece]:
    if place.tails and frame:
        raise ParseError("seen from one thing and placed by another: which of the two is meant?", text, *place.span)
    tails = place.tails or tuple(mention for mention in (predication.default or frame,) if mention)
    others = [mention for mention in mentions if mention not in predication.heads]
    if head.kind == "pronoun":
        head = _antecedent(head, [mention for mention in others if mention not in tails], text)
        others = [mention for mention in others if mention != head]
    if not tails:
        if len(others) != 1:
            raise ParseError(f"{' and '.join(place.labels)} of what?", text, *place.span)
        tails = (others[0],)
    # "Below F and to the right of it" speaks of F; "left of it and F" does not.
    explicit = list(dict.fromkeys(tail for other in predication.places for tail in other.tails if tail.kind != "pronoun"))
    antecedents = [mention for mention in explicit or others if mention not in place.tails]
    pieces = []
    for tail in tails:
        landmark = _antecedent(tail, antecedents, text) if tail.kind == "pronoun" else tail
        pieces.append(
            _Piece(
                head,
                landmark,
                place.labels,
                (place.amount,) * len(place.labels),
                place,
                predication.negated,
                group,
                place.labels if place.compass else (),
                place.unsure,
            )
        )
        if place.far:
            pieces.append(_Piece(head, landmark, ("far",), (None,), Place(("far",), span=place.span), predication.negated, group))
    if place.far and predication.negated:
        raise ParseError("it is not plain what is denied here, the side or the distance", text, *place.span)
    return pieces


def _antecedent(pronoun: Mention, candidates: list[Mention], text: str) -> Mention:
    """Return what "it" stands for inside its sentence; the pronoun itself where an earlier sentence must say.

    Only what is mentioned before the pronoun can be meant.
    """
    before = [mention for mention in candidates if mention.span < pronoun.span]
    if len(before) > 1:
        names = " or ".join(repr(mention.name) for mention in before)
        raise ParseError(f"'it' could be {names}", text, *pronoun.span)
    return before[0] if before else pronoun


def _joined(pieces: list[_Piece]) -> list[_Piece]:
    """Put directions of one pair on different axes together: above Y and to the left of Y is one diagonal."""
    joined: list[_Piece] = []
    for piece in pieces:
        if (contact := _in_contact(joined, piece)) is not None:
            other, side, label = contact
            other.head, other.tail, other.labels = side.head, side.tail, (label,)
            other.place = replace(side.place, margins=other.place.margins + piece.place.margins)
        elif all(label in relations.DIRECTIONS for label in piece.labels):
            for other in joined:
                if _same_pair(other, piece) and _disjoint(other.labels, piece.labels):
                    other.labels, other.amounts = other.labels + piece.labels, other.amounts + piece.amounts
                    other.compass += piece.compass
                    other.unsure = other.unsure or piece.unsure
                    one, two = other.place, piece.place
                    other.place = replace(
                        one, straight=one.straight or two.straight, axis=None, measured=one.measured or two.measured
                    )
                    break
            else:
                joined.append(piece)
        else:
            joined.append(piece)
    return joined


def _in_contact(joined: list[_Piece], piece: _Piece) -> tuple[_Piece, _Piece, str] | None:
    """Return the piece that makes one topological label with this one, which of the two says who is inside, and the label.

    "Inside the box and touching it" is one relation; touching holds both ways.
    """
    for other in joined:
        if {other.head, other.tail} == {piece.head, piece.tail} and not (other.negated or piece.negated):
            for side, contact in ((other, piece), (piece, other)):
                if contact.labels == ("touching",) and side.labels[0] in _IN_CONTACT:
                    return other, side, _IN_CONTACT[side.labels[0]]
    return None


def _same_pair(one: _Piece, other: _Piece) -> bool:
    return (one.head, one.tail, one.negated, one.group) == (other.head, other.tail, other.negated, other.group)


def _disjoint(some: tuple[str, ...], others: tuple[str, ...]) -> bool:
    axes = [relations.DIRECTIONS[label][0] for label in (*some, *others) if label in relations.DIRECTIONS]
    return len(axes) == len(some) + len(others) and len(set(axes)) == len(axes)


def _levelled(piece: _Piece, level: list[Predication]) -> list[Predication]:
    """Return what the sentence says elsewhere about these two being level with each other."""
    return [line for line in level if piece.head in line.heads and (len(line.heads) == 1 or piece.tail in line.heads)]


def _fact(piece: _Piece, level: list[Predication], text: str) -> Fact:
    place = piece.place
    amounts = dict(zip(piece.labels, piece.amounts, strict=True))
    directional = all(label in relations.DIRECTIONS for label in piece.labels)
    straight = place.straight or bool(level)
    axes = {line.axis for line in level} | {place.axis}
    if not directional and (straight or place.measured or any(amounts.values())):
        raise ParseError(f"a distance or 'directly' goes with a direction, not with {piece.labels[0]!r}", text, *place.span)
    if any(axis is not None and {relations.DIRECTIONS[label][0] for label in piece.labels} != {axis} for axis in axes):
        raise ParseError(f"{' and '.join(piece.labels)} does not go with being in one line or on one level", text, *place.span)
    if straight and piece.negated:
        raise ParseError("it is not plain what is denied here, the direction or that it is exact", text, *place.span)
    margins = _margins(piece, text)
    given = [amount for amount in amounts.values() if amount]
    if given and len(given) < len(piece.labels):
        bare = next(label for label, amount in amounts.items() if not amount)
        raise ParseError(f"does the distance hold for {bare!r} too? Give one for each direction", text, *place.span)
    if len({unit for _, unit in (*given, *margins.values())}) > 1:
        raise ParseError("lengths and units without a length cannot be compared", text, *place.span)
    relation = relations.join(piece.labels)
    properties: dict[str, Any] = {}
    if given:
        order = [piece.labels.index(label) for label in relations.parts(relation)]
        properties["distance"] = tuple(given[index][0] for index in order)
    if margins:
        properties["margins"] = tuple(sorted((side, distance) for side, (distance, _) in margins.items()))
    for _, unit in (*given, *margins.values()):
        if unit != words.UNIT:
            properties["unit"] = unit
    if place.measured:
        properties["measured"] = "centres"
    if piece.compass:
        properties["compass"] = tuple(part for part in relations.parts(relation) if part in piece.compass)
    if piece.unsure:
        properties["unsure"] = piece.unsure
    if relation in relations.EVERYDAY:
        properties["everyday"] = place.everyday
    if piece.negated:
        properties["negated"] = True
    if straight:
        properties["relations"] = "complete"
    return Fact(relation, piece.head, piece.tail, tuple(sorted(properties.items())))


def _margins(piece: _Piece, text: str) -> dict[str, Amount]:
    """Return how far the head is from which boundary of the tail."""
    found: dict[str, Amount] = {}
    place = piece.place
    for side, amount, owner in place.margins:
        if piece.labels != ("inside",):
            raise ParseError("a distance to a boundary goes with being inside", text, *place.span)
        if len(place.tails) > 1 or not (owner is None or owner.kind == "pronoun" or owner == piece.tail):
            raise ParseError("whose boundary is meant? Of that which the thing is inside", text, *place.span)
        if piece.negated:
            raise ParseError("it is not plain what is denied here, being inside or the distance", text, *place.span)
        if side in found:
            raise ParseError("two distances to one boundary", text, *place.span)
        found[side] = amount
    return found


def _turned(fact: Fact) -> Fact:
    """Return the same fact said from the other side."""
    relation = (
        relations.converse(fact.relation)
        if all(part in relations.CONVERSE for part in relations.parts(fact.relation))
        else fact.relation
    )
    order = [relations.parts(relation).index(relations.CONVERSE.get(part, part)) for part in relations.parts(fact.relation)]
    properties = dict(fact.properties)
    if "distance" in properties:
        properties["distance"] = tuple(properties["distance"][order.index(i)] for i in range(len(order)))
    if "kinds" in properties:
        properties["kinds"] = properties["kinds"][::-1]
    if "compass" in properties:
        properties["compass"] = tuple(relations.CONVERSE[part] for part in properties["compass"])
    return Fact(relation, fact.tail, fact.head, tuple(sorted(properties.items())))
