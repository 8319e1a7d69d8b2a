"""What a story that is told in time comes to: moments, what each step is about, and what its sentence says of them.

A statement is a step, in the order of telling. Moment 0 lies before the telling, moment k behind statement k (counted from 1).
Every thing is directly in one holder at each moment: a place, a container, a person, or anywhere else. At a step nothing changes
but what its event is about (inertia: R. Kowalski and M. Sergot, "A logic-based calculus of events", New Generation Computing 4,
1986; E. T. Mueller, "Commonsense Reasoning", 2nd ed. 2015, chapter 5). A sentence that only tells where something is changes
nothing, unless it cannot be true so: then that moved unseen. No solver is known here.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from qsr.errors import NotCovered
from qsr.logic import Atom, Formula, Not, leaves, mapped
from qsr.story import MARKS, Statement, Story
from qsr.theories.answers import quote

__all__ = [
    "EFFECTS",
    "IN",
    "INSIDE",
    "KINDS",
    "TIMED",
    "TOGETHER",
    "WITHIN",
    "Claim",
    "Telling",
    "claim_of",
    "holds",
    "is_event",
    "told",
]

IN, WITHIN, TOGETHER = KINDS = ("in", "within", "together")
#: Event -> the places among its arguments of the thing that changes and of what holds it then; None: the place of the first.
EFFECTS: Final[Mapping[str, tuple[int, int | None]]] = {
    "goes to": (0, 1),
    "moves to": (0, 1),
    "takes": (1, 0),
    "has": (1, 0),
    "drops": (1, None),
    "gives": (1, 2),
    "puts": (1, 2),
}
#: Properties of what is told in time.
TIMED: Final = frozenset({"negated", "everyday", "ended", "then", "how"})
#: Those that only tell how things are.
_STATES: Final = frozenset({"has"})
#: Events after which somebody holds the thing, and those before which the first argument held it.
_HELD_BY: Final = {"takes": 0, "has": 0, "gives": 2}
_HELD_BEFORE: Final = frozenset({"drops", "gives"})
#: Relation of a state -> whether its tail is in its head.
INSIDE: Final[Mapping[str, bool]] = {
    "inside": False,
    "inside and touching": False,
    "contains": True,
    "contains and touches": True,
}
_OUTSIDE: Final = frozenset({"outside", "outside and touching"})


class Claim(NamedTuple):
    """At a moment `thing` is directly in `other`, within it, or in the same holder as it."""

    kind: str
    thing: int
    other: int
    moment: int


@dataclass(frozen=True, slots=True)
class Telling:
    """A story in time.

    Parameters
    ----------
    steps
        What each statement says, as a formula of claims, in the order of telling.
    about
        The things that each step may change.
    holders
        Thing -> what may hold it, `anywhere` included. Nothing else is in anything, whatever nobody places stands apart.
    initial
        Thing -> what may hold it before the telling: nobody holds a thing but who puts it down or gives it away first.
    anywhere
        The number that stands for any place that the story does not name.
    """

    steps: tuple[Formula[Claim], ...]
    about: tuple[frozenset[int], ...]
    holders: Mapping[int, tuple[int, ...]]
    initial: Mapping[int, tuple[int, ...]]
    anywhere: int

    @property
    def last(self) -> int:
        """The last moment."""
        return len(self.steps)


def told(story: Story, unseen: Container[int] = (), also: Iterable[int] = ()) -> Telling:
    """Return what a story comes to; raise NotCovered for what has no meaning in time.

    `unseen` are the ids of the statements of states before which what they are about moved, `also` further places that are asked
    about.
    """
    steps, about, movers = [], [], set[int]()
    for moment, statement in enumerate(story.statements, 1):
        formula, things = _step(story, statement, moment)
        steps.append(formula)
        movers |= things | (frozenset(statement.args[:1]) if is_event(statement) else frozenset())
        about.append(things if is_event(statement) or statement.id in unseen else frozenset())
    anywhere = len(story.entities)
    places = dict.fromkeys((*(place for statement in story.statements for place in _places(statement)), *also))
    keepers: dict[int, dict[int, bool]] = {}
    for statement in story.statements:
        for keeper, thing, before in _kept(statement):
            keepers.setdefault(thing, {}).setdefault(keeper, before)
    holders, initial = {}, {}
    for thing in sorted(movers):
        rest = (*(place for place in places if place != thing), anywhere)
        kept = {keeper: before for keeper, before in keepers.get(thing, {}).items() if keeper not in rest}
        holders[thing] = (*rest, *kept)
        initial[thing] = (*rest, *(keeper for keeper, before in kept.items() if before))
    return Telling(tuple(steps), tuple(about), holders, initial, anywhere)


def _step(story: Story, statement: Statement, moment: int) -> tuple[Formula[Claim], frozenset[int]]:
    """Return what a statement says of its moment, and what it may change."""
    try:
        _plain(statement)
        event = EFFECTS.get(statement.relation)
        if event is not None and statement.compound is None:
            if statement.property("negated"):
                raise NotCovered("not covered: the denial of an event")
            if len(statement.args) != (3 if event[1] == 2 else 2):
                raise NotCovered(f"not covered: {statement.relation!r} of {len(statement.args)}")
            thing = statement.args[event[0]]
            if event[1] is None:
                return Claim(TOGETHER, thing, statement.args[0], moment), frozenset({thing})
            return Claim(IN, thing, statement.args[event[1]], moment), frozenset({thing})
        now = _stated(statement.formula, moment)
    except NotCovered as refusal:
        raise NotCovered(f"{refusal!s}: {quote(story, statement.id)}") from refusal
    return now, frozenset(claim.thing for claim in leaves(now))


def is_event(statement: Statement) -> bool:
    """Tell whether a statement says that something happened, and not only how things are."""
    return statement.compound is None and statement.relation in EFFECTS and statement.relation not in _STATES


def _plain(statement: Statement) -> None:
    other = [key for key, value in statement.properties if value and key not in MARKS and key not in TIMED]
    if other:
        raise NotCovered(f"not covered: {other[0]} in a story told in time")


def _stated(formula: Formula[Atom], moment: int) -> Formula[Claim]:
    """Return a state as claims about a moment."""
    return mapped(formula, lambda atom: claim_of(atom, moment))


def claim_of(atom: Atom, moment: int) -> Formula[Claim]:
    """Return what an atom says of a moment, its own where it has one; raise NotCovered where it says nothing of holders.

    >>> from qsr.logic import Relation
    >>> claim_of(Atom(Relation("contains"), (0, 1)), 2)
    Claim(kind='within', thing=1, other=0, moment=2)
    """
    moment = moment if atom.time is None else atom.time
    if atom.relation in EFFECTS and EFFECTS[atom.relation] == (1, 0):
        return Claim(IN, atom.args[1], atom.args[0], moment)
    if len(atom.args) == 2 and atom.relation in INSIDE:
        return Claim(WITHIN, *(atom.args[::-1] if INSIDE[atom.relation] else atom.args), moment)
    if len(atom.args) == 2 and atom.relation in _OUTSIDE:
        return Not(Claim(WITHIN, *atom.args, moment))
    raise NotCovered(f"not covered: {str(atom.relation)!r} of {len(atom.args)} in a story told in time")


def _places(statement: Statement) -> Iterator[int]:
    """Yield what a statement has as a place: of what goes or is put there, or is in it."""
    event = EFFECTS.get(statement.relation)
    if event is None or statement.compound is not None:
        yield from (claim.other for claim in leaves(_stated(statement.formula, 0)) if claim.kind == WITHIN)
    elif event[1] is not None and statement.relation not in _HELD_BY:
        yield statement.args[event[1]]


def _kept(statement: Statement) -> Iterator[tuple[int, int, bool]]:
    """Yield who holds what by a statement, and whether before it."""
    if statement.compound is None and statement.relation in EFFECTS:
        thing = statement.args[EFFECTS[statement.relation][0]]
        if statement.relation in _HELD_BEFORE:
            yield statement.args[0], thing, True
        if statement.relation in _HELD_BY:
            yield statement.args[_HELD_BY[statement.relation]], thing, statement.relation in _STATES
    else:
        yield from ((claim.other, claim.thing, True) for claim in leaves(_stated(statement.formula, 0)) if claim.kind == IN)


def holds(claim: Claim, at: Mapping[int, tuple[int, ...]]) -> bool:
    """Tell whether a claim holds, by plain look-up of thing -> its holder at each moment."""
    kind, thing, other, moment = claim
    own = at[thing][moment] if thing in at else None
    if kind == TOGETHER:
        return own is not None and other in at and own == at[other][moment]
    if kind == IN:
        return own == other
    seen: set[int] = set()
    while own is not None and own not in seen:
        if own == other:
            return True
        seen.add(own)
        own = at[own][moment] if own in at else None
    return False
