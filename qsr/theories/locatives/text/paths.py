"""What the paths of a motion say: where its figure is at the start, on the way and at the end.

A path into a thing starts outside of it and ends in it, one through it is in it on the way, and so on (J. Zwarts, "Prepositional
aspect and the algebra of paths", 2005). "From" and "to" lead from and to what is at a thing; where it is a place that others are
said to be in, in it. Of things that are long, verbs of motion say how they lie: these are refused.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from qsr.errors import ParseError
from qsr.theories.locatives.text import words
from qsr.theories.locatives.text.sentences import Path, Sentence, Thing

__all__ = ["Reader", "Said", "bound", "follow", "follow_all", "seat"]


@dataclass(frozen=True, slots=True)
class Said:
    """One relation of things, or its denial, at a time of `qsr.theories.locatives.reading`."""

    relation: str
    things: tuple[Thing, ...]
    negated: bool = False
    when: str = "now"
    frame: str = ""


@dataclass(slots=True)
class Reader:
    """The meaning of one sentence; `places` are the keys of names that something is said to be in."""

    text: str
    places: Collection[str]
    file: str | None
    exact: bool = True
    passing: bool = False
    found: list[Said] = field(default_factory=list)

    def refuse(self, thing: Thing, why: str) -> ParseError:
        """Return the error that names a thing's words and why they are not covered."""
        return ParseError(f"not covered: {why}", self.text, *thing.span, file=self.file)


def follow_all(reader: Reader, read: Sentence, figures: tuple[Thing, ...]) -> None:
    """Add what the paths of a sentence say of each figure."""
    for path in (*read.paths, *read.then):
        if words.is_noun(path.thing.nouns, "no_place"):
            raise reader.refuse(path.thing, f"what {path.thing.key!r} is need not be a place")
    if read.negated:
        raise ParseError("not covered: a motion that is denied", reader.text, *read.span, file=reader.file)
    for figure in figures:
        if words.is_noun(figure.nouns, "extended"):
            raise reader.refuse(figure, f"whether {figure.key!r} moves or extends")
    airborne = read.verb in words.motions("airborne")
    grounds = [path.thing for path in (*read.paths, *read.then)]
    into_places = any(ground.key in reader.places for ground in grounds)
    way = "way" if read.then else "end"
    for figure in figures:
        for path in read.paths:
            follow(reader, figure, path, way, bound(path.thing, into_places), airborne)
        for path in read.then:
            if path.word != "to" or read.paths[-1].word != "to":
                raise reader.refuse(path.thing, "a second part of a way that does not lead from one thing to another")
            # Where the first part ended the second begins.
            half = read.paths[-1].thing
            reader.found.append(Said(bound(half, into_places), (figure, half), True, "end"))
            reader.found.append(Said(bound(path.thing, into_places), (figure, path.thing), True, "way"))
            follow(reader, figure, path, "end", bound(path.thing, into_places), airborne)


def bound(thing: Thing, into_places: bool) -> str:
    """Return the relation to a thing in which a way from it begins, and one to it ends."""
    return "in" if thing.named and into_places else "at"


def follow(reader: Reader, figure: Thing, path: Path, end: str, ends: str, airborne: bool) -> None:
    """Add what one path of a figure says.

    `end` is the time at which the path ends, on the way where another follows; `ends` the relation to where a path begins and
    ends; `airborne` tells that the motion goes through the air, so that over a thing is above it.
    """
    word = words.paths().get(path.word, path.word)
    opening = word == "through" and words.is_noun(path.thing.nouns, "opening")
    if word == "over" and not airborne:
        raise reader.refuse(path.thing, "whether over is above or on")
    reader.exact = reader.exact and not opening and word not in words.motions("inexact")
    reader.passing = reader.passing or word in ("past", "by")
    inner = "at" if opening else ends if path.thing.named else "in"
    for claim in words.claims(word):
        *denied, relation, when = claim.split()
        pair = (path.thing, figure) if relation.startswith("-") else (figure, path.thing)
        found = _stay(reader, path.thing) if relation == "stay" else {"ends": ends, "inner": inner}.get(relation, relation)
        reader.found.append(Said(found.removeprefix("-"), pair, bool(denied), {"end": end, "last": "end"}.get(when, when)))


def _stay(reader: Reader, thing: Thing) -> str:
    """Return whether what is there is in or on a thing; raise ParseError where its noun does not say."""
    found = seat(thing)
    if found == "at":
        raise reader.refuse(thing, f"whether one is in or on {thing.key!r}")
    return found


def seat(thing: Thing) -> str:
    """Return whether somebody who acts from a thing is in, on or, where its noun does not say, at it."""
    enclosed, surface = (words.is_noun(thing.nouns, name) for name in ("enclosed", "surface"))
    return "at" if enclosed == surface else "in" if enclosed else "on"
