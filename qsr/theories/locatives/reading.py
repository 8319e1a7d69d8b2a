"""Statements and questions made into conditions over moments: which literals have to hold, and when.

A statement has a relation of `qsr.theories.locatives.vocabulary`, the property ``negated``, and ``when``: ``now``, ``then`` (a
past state), ``start``, ``way``, ``end``, ``all`` (of a motion). ``moved`` lists the things that its motion moves, ``ongoing``
says that the motion is not over, ``frame`` whose front and sides are meant: ``own`` (the ground's), ``outside`` (somebody's who
looks on), ``open``.

Moments are 0, 1 and 2: start, way and end of the motion that a story tells. What is said in the present holds at all of them
where it is about things that do not move, else at the end. A past state of a hypothesis about a motion holds at some moment of
it; the denial of one, at none. Without a motion there is one moment in the past, 1, and one now, 2.

A yes/no question has the property ``claims``: a tuple of (relation, args, negated, when), which it asks for together; without it,
its one candidate between its args, now. Where it has the property ``moved``, the claims with ``start``, ``way`` and ``end``
hold for two moments of which one is earlier, and one between: part of a way is a way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Final, NamedTuple, TypeAlias

from qsr.errors import NotCovered
from qsr.story import Question, Statement, Story
from qsr.theories import places
from qsr.theories.answers import shorten
from qsr.theories.locatives.vocabulary import ARITY, BASE, DENIALS, MEANING

__all__ = ["LAWS", "MOST_THINGS", "Claim", "Condition", "Literal", "Scene", "read"]

#: More things than any text of this kind has; the ground program grows with their cube.
MOST_THINGS: Final = 16
_TIMES: Final = ("now", "then", "start", "way", "end", "all")
_START, _WAY, _END = 0, 1, 2
#: What holds under one reading of the words and not under another: number -> what the readings differ in.
LAWS: Final = {
    1: "whose front is meant by behind and in front of",
    2: "whose side is meant by left and right",
    3: "whether what a thing rests on takes it along",
    4: "whether places with names that nobody puts into each other are apart",
    5: "whether what is said not to be in a thing may overlap or hold that thing itself",
}
_FRAMED: Final = {"behind": 1, "in front": 1, "left": 2, "right": 2}


class Literal(NamedTuple):
    """A base relation of things at a moment (`args` are two or three), or its denial."""

    relation: str
    args: tuple[int, ...]
    moment: int
    holds: bool = True


#: Parts that all have to hold, each a choice of alternatives, each a list of literals.
Condition: TypeAlias = tuple[tuple[tuple[Literal, ...], ...], ...]


class Claim(NamedTuple):
    """One claim of a question."""

    relation: str
    args: tuple[int, ...]
    negated: bool = False
    when: str = "now"


@dataclass(frozen=True, slots=True)
class Scene:
    """A story and its question as the solver sees them.

    `apart` are pairs of named places of which the first is not said to be in the second, `solid` the things that overlap no other
    solid thing. `denied` are statements that something
    is not in another, each with the two. `statements` are the conditions by statement id, `asked` that of the question (None
    where there is none), `laws` the sets of optional laws under which it is to be read: all of them have to give one answer.
    """

    things: int
    moments: tuple[int, ...]
    used: tuple[str, ...]
    lines: tuple[tuple[int, ...], ...]
    statements: tuple[Condition, ...]
    asked: Condition | None
    laws: tuple[tuple[int, ...], ...]
    apart: frozenset[tuple[int, int]] = frozenset()
    denied: tuple[tuple[int, int, int], ...] = ()
    solid: frozenset[int] = frozenset()


def read(story: Story, question: Question | None = None) -> Scene:
    """Return the scene of a story; raise NotCovered for what the theory gives no meaning."""
    if story.unread:
        raise NotCovered(f"not covered: {story.unread[0][1]}")
    if len(story.entities) > MOST_THINGS:
        raise NotCovered(f"not covered: more than {MOST_THINGS} things")
    for statement in story.statements:
        _check(story, statement.relation, statement.args, str(statement.property("when", "now")))
    claims, asked = _claims(story, question), _properties(question)
    moved = _moved(story)
    moving = bool(moved) or any(one.property("when") in ("start", "way", "end", "all") for one in story.statements)
    _check_times(story, claims, asked, moving)
    past = any(one.property("when") == "then" for one in story.statements)
    always = (_START, _WAY, _END) if moving else (_WAY, _END) if past else (_END,)
    statements = tuple(_said(statement, moved, always) for statement in story.statements)
    _check_places(story, statements)
    condition = None if question is None else _asked(claims, asked, moving)
    literals = list(_literals((*statements, *((condition,) if condition else ()))))
    lines = _lines(literals)
    if any(set(line) & moved for line in lines):
        raise NotCovered("not covered: between, and one of the things moves")
    used = {literal.relation for literal in literals}
    moments = tuple(sorted({literal.moment for literal in literals}))
    apart = _apart(story, asked, literals, statements)
    denied = tuple(
        (one.id, one.args[0], one.args[1])
        for one in story.statements
        if one.property("when", "now") == "now" and _denies(one.relation, bool(one.property("negated", False)))
    )
    return Scene(
        len(story.entities),
        moments,
        tuple(name for name in BASE if name in used),
        lines,
        statements,
        condition,
        _readings(story, asked, used, {4: bool(apart), 5: bool(denied)}),
        apart,
        denied,
        frozenset(thing for thing, name in enumerate(story.entities) if places.is_solid(places.kinds(name))),
    )


def _properties(question: Question | None) -> dict[str, Any]:
    return {} if question is None else dict(question.properties)


def _claims(story: Story, question: Question | None) -> tuple[Claim, ...]:
    if question is None:
        return ()
    if question.form != "yes_no" or len(question.candidates) > 1:
        raise NotCovered("not covered: a question that is not answered by yes or no")
    properties = dict(question.properties)
    if "claims" in properties:
        claims = tuple(Claim(*claim) for claim in properties["claims"])
    elif question.candidates:
        claims = (Claim(question.candidates[0], question.args, bool(properties.get("negated", False))),)
    else:
        claims = ()
    if not claims:
        raise NotCovered("not covered: a question without a relation")
    for claim in claims:
        _check(story, claim.relation, claim.args, claim.when)
    return claims


def _check(story: Story, relation: str, args: Sequence[int], when: str) -> None:
    if relation not in MEANING:
        raise NotCovered(f"not covered: the relation {shorten(relation)!r}; one of: {', '.join(MEANING)}")
    if len(args) != ARITY[relation] or not all(0 <= one < len(story.entities) for one in args) or when not in _TIMES:
        raise NotCovered(f"not covered: {relation!r} of {len(args)} things at {shorten(when)!r}")


def _moved(story: Story) -> set[int]:
    """Return the things that move; raise NotCovered where one moves in two sentences."""
    sentences: dict[int, set[Any]] = {}
    for statement in story.statements:
        for thing in statement.property("moved", ()):
            sentences.setdefault(thing, set()).add(statement.span if statement.span[1] else statement.id)
    for thing, telling in sentences.items():
        if len(telling) > 1:
            raise NotCovered(f"not covered: {shorten(story.entities[thing])!r} moves more than once")
    return set(sentences)


def _check_times(story: Story, claims: Sequence[Claim], asked: dict[str, Any], moving: bool) -> None:
    times = {statement.property("when", "now") for statement in story.statements}
    wanted = {claim.when for claim in claims}
    if moving and "then" in times:
        raise NotCovered("not covered: a past state beside a motion: which came first")
    if not claims:
        return
    ongoing = [one for one in story.statements if one.property("ongoing", False)]
    if bool(ongoing) != bool(asked.get("ongoing", False)):
        raise NotCovered("not covered: a motion that goes on against one that is over, or a state")
    if asked.get("moved") and not moving:
        raise NotCovered("not covered: a motion that the story does not tell of")
    if not moving and story.statements and "now" in wanted and "then" in times:
        raise NotCovered("not covered: what is so now, from what was so")
    if not moving and "then" in wanted and "then" not in times:
        raise NotCovered("not covered: what was so, from what is so now")


def _check_places(story: Story, statements: Sequence[Condition]) -> None:
    """Raise NotCovered where somebody is in two places at one moment that neither overlap nor hold each other."""
    held: dict[int, list[tuple[int, int]]] = {}
    for literal in _literals(statements):
        if literal.relation in ("in", "at", "on") and literal.holds:
            held.setdefault(literal.moment, []).append((literal.args[0], literal.args[1]))
    for _, pairs in sorted(held.items()):
        places.check_moment(story, pairs)


def _said(statement: Statement, moved: set[int], always: tuple[int, ...]) -> Condition:
    when, negated = statement.property("when", "now"), bool(statement.property("negated", False))
    if when == "now":
        # What does not move is where it is all the time.
        moments = (_END,) if moved.intersection(statement.args) else always
    elif when == "all":
        moments = (_START, _WAY, _END)
    else:
        moments = ({"then": _WAY, "start": _START, "way": _WAY, "end": _END}[when],)
    found: list[tuple[tuple[Literal, ...], ...]] = []
    for moment in moments:
        found += _at(statement.relation, statement.args, negated, moment)
    return tuple(found)


def _at(relation: str, args: tuple[int, ...], negated: bool, moment: int) -> Condition:
    negated = negated != (relation in DENIALS)
    literals = tuple(Literal(name, args, moment, holds=not negated) for name in MEANING[relation])
    return (tuple((literal,) for literal in literals),) if negated else ((literals,),)


def _asked(claims: Sequence[Claim], asked: dict[str, Any], moving: bool) -> Condition:
    parts: list[tuple[tuple[Literal, ...], ...]] = []
    path = [claim for claim in claims if claim.when in ("start", "way", "end")]
    if path:
        parts.append(tuple(_walk(path)))
    for claim in claims:
        if claim.when == "now":
            parts += _at(claim.relation, claim.args, claim.negated, _END)
        elif claim.when in ("then", "all"):
            times = (_START, _WAY, _END) if moving else (_WAY,)
            each = [_at(claim.relation, claim.args, claim.negated, moment) for moment in times]
            # Whoever "was not in" it was in it at no time; whoever "was outside" was so at some time.
            if claim.negated or claim.when == "all":
                parts += [part for condition in each for part in condition]
            else:
                parts.append(tuple(alternative for condition in each for part in condition for alternative in part))
    return tuple(parts)


def _walk(path: Sequence[Claim]) -> Iterator[tuple[Literal, ...]]:
    """Yield what holds of a way from one moment to a later one, for every choice of them and of one on the way."""
    for start, end in ((0, 2), (0, 1), (1, 2)):
        for way in range(start, end + 1):
            moment = {"start": start, "way": way, "end": end}
            conditions = [_at(claim.relation, claim.args, claim.negated, moment[claim.when]) for claim in path]
            for choice in product(*(part for condition in conditions for part in condition)):
                yield tuple(literal for alternative in choice for literal in alternative)


def _literals(conditions: Sequence[Condition]) -> Iterator[Literal]:
    for condition in conditions:
        for part in condition:
            for alternative in part:
                yield from alternative


def _lines(literals: Sequence[Literal]) -> tuple[tuple[int, ...], ...]:
    """Return the things of each line: those that some betweenness joins, directly or through others."""
    lines: list[set[int]] = []
    for literal in literals:
        if literal.relation == "between":
            joined = [line for line in lines if line & set(literal.args)]
            lines = [line for line in lines if line not in joined] + [set(literal.args).union(*joined)]
    return tuple(tuple(sorted(line)) for line in lines)


def _apart(
    story: Story, asked: dict[str, Any], literals: Sequence[Literal], statements: Sequence[Condition]
) -> frozenset[tuple[int, int]]:
    """Return the pairs of named places of which the first is not said to be in the second, in one step or several."""
    names = set(asked.get("names", ())).union(*(one.property("names", ()) for one in story.statements))
    places = names & {literal.args[1] for literal in literals if literal.relation == "in"}
    within = {literal.args for literal in _literals(statements) if literal.relation == "in" and literal.holds}
    for _ in places:
        within |= {(x, z) for x, y in within for again, z in within if y == again}
    return frozenset((x, y) for x in places for y in places if x != y and (x, y) not in within)


def _denies(relation: str, negated: bool) -> bool:
    return relation == ("in" if negated else "outside")


def _readings(story: Story, asked: dict[str, Any], used: set[str], doubts: dict[int, bool]) -> tuple[tuple[int, ...], ...]:
    """Return the sets of optional laws: one for each combination of readings that the words leave open."""
    frames: dict[int, set[str]] = {}
    said = [(str(one.relation), str(one.property("frame", "open"))) for one in story.statements]
    said += [(str(relation), str(frame)) for relation, frame in asked.get("frames", ())]
    for relation, frame in said:
        if relation in _FRAMED:
            frames.setdefault(_FRAMED[relation], set()).add(frame)
    for relation, law in _FRAMED.items():
        if relation in used:
            frames.setdefault(law, {"open"})
    choices: list[tuple[tuple[int, ...], ...]] = []
    for law, names in sorted(frames.items()):
        choices.append({frozenset({"own"}): ((),), frozenset({"outside"}): ((law,),)}.get(frozenset(names), ((), (law,))))
    if {"on", "in"} <= used:
        choices.append(((), (3,)))
    choices += [((), (law,)) for law, arises in doubts.items() if arises]
    return tuple(tuple(law for laws in choice for law in laws) for choice in product(*choices))
