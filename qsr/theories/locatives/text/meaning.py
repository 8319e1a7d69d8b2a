"""What sentences say: relations of things, and of a motion at its start, on its way and at its end.

Paths are followed in `paths`. What somebody sees "from" a garden is seen by somebody in it, from a roof by somebody on it;
whoever meets somebody in a place is there as well, whoever sees somebody there need not be.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from qsr.errors import ParseError
from qsr.theories.locatives.text import words
from qsr.theories.locatives.text.paths import Reader, Said, bound, follow, follow_all, seat
from qsr.theories.locatives.text.sentences import Path, Place, Sentence, Thing

__all__ = ["Meaning", "Said", "meaning", "places_of"]


@dataclass(frozen=True, slots=True)
class Meaning:
    """All that a sentence says; `moved` are the things that its motion moves, `exact` tells that it says no more than `said`.

    `seen` are things that somebody sees from the place of the first relation, `passing` tells that a path leads past something.
    """

    said: tuple[Said, ...]
    moved: tuple[Thing, ...] = ()
    ongoing: bool = False
    exact: bool = True
    verb: str = ""
    seen: tuple[Thing, ...] = ()
    passing: bool = False


def places_of(read: Sentence) -> Iterator[str]:
    """Yield the names of a sentence that something is in or outside of."""
    place = read.place
    if read.form in ("state", "asked") and place is not None and place.kind == "plain":
        relation = words.prepositions()[place.word]
        if relation in ("in", "outside") and place.things[0].named:
            yield place.things[0].key
            yield from (figure.key for figure in read.figures if figure.named)


def meaning(read: Sentence, text: str, places: Collection[str] = (), file: str | None = None) -> Meaning:
    """Return what a sentence says; raise ParseError, with the place, for words that say more than relations of places do."""
    reader = Reader(text, places, file)
    return _FORMS[read.form](reader, read)


# ---------------------------------------------------------------- states


def _state(reader: Reader, read: Sentence) -> Meaning:
    place = _place(read)
    found = _located(reader, read.figures, place, read.negated, "then" if read.past else "now")
    return Meaning(tuple(found))


def _place(read: Sentence) -> Place:
    if read.place is None:
        raise ValueError(f"a sentence of the form {read.form!r} without a place")
    return read.place


def _located(reader: Reader, figures: tuple[Thing, ...], place: Place, negated: bool, when: str) -> Iterator[Said]:
    """Yield what a place says of some figures."""
    for thing in place.things:
        if words.is_noun(thing.nouns, "no_place"):
            raise reader.refuse(thing, f"what is in, on or at {thing.key!r} need not be a place")
    if place.kind == "opposite sides":
        if len(figures) != 2:
            raise reader.refuse(place.things[0], "opposite sides of other than two things")
        yield Said("across", (*figures, place.things[0]), negated, when)
        return
    if negated and len(figures) > 1:
        raise reader.refuse(figures[-1], "a denial of several things at once")
    for figure in figures:
        yield _one(reader, figure, place, negated, when)


def _one(reader: Reader, figure: Thing, place: Place, negated: bool, when: str) -> Said:
    first, *others = place.things
    if place.kind == "between":
        return Said("between", (figure, *place.things), negated, when)
    if place.kind == "viewed":
        return Said("view left" if "left" in place.word else "view right", (figure, *place.things), negated, when)
    if place.kind == "around":
        return Said("around", (figure, first), negated, when)
    if place.kind == "across":
        # "Across the street from the inn" names first what lies between.
        return Said("across", (figure, *others, first), negated, when)
    if place.kind == "own side":
        if not place.word.startswith("on "):
            raise reader.refuse(first, "a side without on")
        return Said("own left" if place.word.endswith("left") else "own right", (figure, first), negated, when)
    relation = words.prepositions()[place.word]
    things = (first, figure) if relation.startswith("-") else (figure, first)
    relation = relation.removeprefix("-")
    return Said(relation, things, negated, when, _frame(first, relation))


def _frame(ground: Thing, relation: str) -> str:
    """Return whose front or side is meant: the ground's own, that of whoever looks on, or open; empty for other relations."""
    if relation not in ("behind", "in front", "left", "right"):
        return ""
    if ground.named or words.is_noun(ground.nouns, "faced"):
        # Fronts of people and houses are their own; to the left of a house may be the house's left or the viewer's.
        return "own" if relation in ("behind", "in front") else "open"
    return "outside" if words.is_noun(ground.nouns, "faceless") else "open"


# ---------------------------------------------------------------- motions


def _motion(reader: Reader, read: Sentence) -> Meaning:
    follow_all(reader, read, read.figures)
    return Meaning(
        tuple(reader.found),
        read.figures,
        ongoing=read.form == "under_way",
        exact=reader.exact,
        verb=read.verb,
        passing=reader.passing,
    )


def _crossed(reader: Reader, read: Sentence) -> Meaning:
    """Leaving and entering."""
    (thing,) = read.things
    word = "into" if read.verb == "entered" else "out of"
    for figure in read.figures:
        follow(reader, figure, Path(word, thing), "end", "at", airborne=False)
    return Meaning(tuple(reader.found), read.figures, verb=read.verb)


def _came(reader: Reader, read: Sentence) -> Meaning:
    """Whoever comes from a place has been there at some time of the way; whence a thing comes need not be one."""
    (thing,) = read.things
    for figure in read.figures:
        if words.is_noun(figure.nouns, "extended"):
            raise reader.refuse(figure, f"whether {figure.key!r} moves or extends")
    relation = bound(thing, thing.key in reader.places)
    when = "all" if read.negated else "start"
    said = tuple(Said(relation, (figure, thing), read.negated, when) for figure in read.figures)
    return Meaning(said, read.figures, verb="came")


# ---------------------------------------------------------------- doing something to a thing


def _left_behind(reader: Reader, read: Sentence) -> Meaning:
    (thing,), place = read.things, _place(read)
    if place.kind != "plain" or words.prepositions()[place.word] not in ("in", "at", "on"):
        raise reader.refuse(place.things[0], "a place where something is left")
    said = list(_located(reader, (thing,), place, False, "end"))
    for figure in read.figures:
        at = Said("at", (figure, place.things[0]), False, "start")
        said += [at, Said("at", at.things, True, "end"), Said("with", (figure, thing), True, "end")]
    return Meaning(tuple(said), read.figures, exact=False, verb=read.verb)


def _sent(reader: Reader, read: Sentence) -> Meaning:
    (thing,) = read.things
    follow_all(reader, read, (thing,))
    if any(words.paths().get(path.word) == "away from" for path in read.paths):
        reader.found += [Said("with", (thing, path.thing), True, "end") for path in read.paths]
    return Meaning(tuple(reader.found), (thing,), exact=False, verb=read.verb)


def _taken(reader: Reader, read: Sentence) -> Meaning:
    """Whoever brings or leads something goes along."""
    moved = (*read.figures, *read.things)
    follow_all(reader, read, moved)
    return Meaning(tuple(reader.found), moved, exact=False, verb=read.verb)


def _acted(reader: Reader, read: Sentence, there: tuple[Thing, ...], when: str, moved: tuple[Thing, ...] = ()) -> Meaning:
    """Somebody did something to a thing or to somebody in a place, and those named were there then or at the end."""
    return Meaning(tuple(_located(reader, there, _place(read), False, when)), moved, exact=False, verb=read.verb)


# ---------------------------------------------------------------- seeing and meeting


def _speaking(reader: Reader, read: Sentence) -> Meaning:
    (thing,) = read.things
    relation = "in" if thing.named else seat(thing)
    when = "then" if read.past else "now"
    return Meaning(tuple(Said(relation, (figure, thing), read.negated, when) for figure in read.figures))


def _seen(reader: Reader, read: Sentence) -> Meaning:
    (thing,) = read.things
    said = []
    if read.source is not None:
        said += [Said(seat(read.source), (figure, read.source), False, "then") for figure in read.figures]
    if read.place is not None:
        said += list(_located(reader, (thing,), read.place, False, "then"))
    if not said:
        raise ParseError("not covered: somebody sees, and it is not said where", reader.text, *read.span, file=reader.file)
    return Meaning(tuple(said), exact=False, verb=read.verb, seen=(thing,) if read.source is not None else ())


def _seen_across(reader: Reader, read: Sentence) -> Meaning:
    thing, between = read.things
    said = tuple(Said("across", (figure, thing, between), False, "then") for figure in read.figures)
    return Meaning(said, exact=False, verb=read.verb)


_FORMS: Final[Mapping[str, Callable[[Reader, Sentence], Meaning]]] = {
    "state": _state,
    "asked": _state,
    "spoken_from": _speaking,
    "under_way": _motion,
    "motion": _motion,
    "crossed": _crossed,
    "left_behind": _left_behind,
    "came": _came,
    "came_not": _came,
    "placed": lambda reader, read: _acted(reader, read, read.things, "end", read.things),
    "sent": _sent,
    "taken": _taken,
    "seen": _seen,
    "seen_across": _seen_across,
    "met": lambda reader, read: _acted(reader, read, (*read.figures, *read.things), "then"),
    "treated": lambda reader, read: _acted(reader, read, read.figures, "then"),
}
