"""What a story that is told in time comes to: moments, what each step is about, and what its sentence says of them.

A statement is a step, in the order of telling. Moment 0 lies before the telling, moment k behind statement k (counted from 1).
Every thing is directly in one holder at each moment: a place, a container, a person, or anywhere else. At a step nothing changes
but what its event is about (inertia: R. Kowalski and M. Sergot, "A logic-based calculus of events", New Generation Computing 4,
1986; E. T. Mueller, "Commonsense Reasoning", 2nd ed. 2015, chapter 5). A sentence that only tells where something is changes
nothing, unless it cannot be true so: then that moved unseen. No solver is known here.

Any other relation of two things lasts while neither moves without the other, and is over when one does.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Final

from qsr.errors import NotCovered
from qsr.logic import And, Atom, Formula, If, Not, Or, evaluated, leaves
from qsr.nouns.phrases import analyse
from qsr.story import MARKS, Statement, Story
from qsr.theories.answers import quote
from qsr.theories.change.terms import EVENTS, IN, TOGETHER, WITHIN, Claim, Terms, is_event

__all__ = ["TIMED", "Telling", "holds", "may_have_moved", "told"]

#: Events after which somebody holds the thing, and those before which the first argument held it.
_HELD_BY: Final = {"takes": 0, "gives": 2}
_HELD_BEFORE: Final = frozenset({"drops", "gives"})
#: Properties of what is told in time.
TIMED: Final = frozenset({"negated", "everyday", "ended", "then", "how"})
#: Kinds of what is too big to stand on or in a piece of furniture; what is moved within one of them stays in it.
_BIG: Final = frozenset(
    {"room", "building", "place", "region", "road", "water", "landform", "structure", "institution", "surface"}
)
#: What moves by itself, or with somebody in it.
_MOVING: Final = frozenset({"being", "person", "performer", "role", "group", "animal", "vehicle", "craft"})
_ROOMY: Final = _BIG | {"vehicle", "craft"}
_LARGE: Final = _BIG | {
    "person",
    "performer",
    "role",
    "furniture",
    "seat",
    "vehicle",
    "craft",
    "upright",
    "opening",
    "device",
    "plant",
    "tree",
}


@dataclass(frozen=True, slots=True)
class Telling:
    """A story in time.

    Parameters
    ----------
    steps
        What each statement says, about the moments before and behind it.
    about
        What each step may change.
    holders
        Thing -> what may hold it, `anywhere` included. Nothing else is in anything, whatever nobody places stands apart.
    initial
        Thing -> what may hold it before the telling: nobody holds a thing but who puts it down or gives it away first.
    terms
        What the statements mean.
    always
        What holds at every moment: what is left of a thing is not right of it.
    """

    steps: tuple[Formula[Claim], ...]
    about: tuple[frozenset[int], ...]
    holders: Mapping[int, tuple[int, ...]]
    initial: Mapping[int, tuple[int, ...]]
    terms: Terms
    always: Formula[Claim]

    @property
    def last(self) -> int:
        """The last moment."""
        return len(self.steps)

    @property
    def anywhere(self) -> int:
        """The number that stands for any place that the story does not name."""
        return self.terms.anywhere

    def misshapen(self, at: Mapping[int, tuple[int, ...]]) -> str:
        """Say why thing -> its holder at each moment is no film of these things; the empty string where it is one."""
        if at.keys() != self.holders.keys() or any(len(places) != self.last + 1 for places in at.values()):
            return "the film does not show each thing at each moment"
        for thing, every in self.holders.items():
            if at[thing][0] not in self.initial[thing] or any(one not in every for one in at[thing]):
                return "the film shows a thing where it cannot be"
        if any(holds(Claim(WITHIN, thing, thing, moment), at) for thing in at for moment in range(self.last + 1)):
            return "the film shows a thing in itself"
        return "" if evaluated(self.always, lambda claim: holds(claim, at)) else "directions are no orders in the film"


def may_have_moved(story: Story, number: int) -> bool:
    """Tell whether what a statement of a state is about may have moved, unseen, since the story last said where it is.

    Somebody or a vehicle may have, and anything while something happened; a box of which two sentences say in one breath where it
    is has not moved between them.
    """
    statement = story.statements[number]
    things = {atom.args[0] for atom in leaves(statement.formula)}
    for one in reversed(story.statements[:number]):
        if is_event(one) or one.property("then") or one.property("when"):
            return True
        if one.span != statement.span and things.intersection(atom.args[0] for atom in leaves(one.formula)):
            break
    else:
        return True
    kinds = [{kind for kind, *_ in analyse(story.entities[thing], "en").kinds} for thing in things]
    return bool(statement.property("then")) or any(not some or some & _MOVING for some in kinds)


def told(story: Story, unseen: Container[int] = (), atoms: Iterable[Atom] = ()) -> Telling:
    """Return what a story comes to; raise NotCovered for what has no meaning in time.

    `unseen` are the ids of the statements of states before which what they are about moved, `atoms` what is asked about.
    """
    asked = list(atoms)
    terms = Terms(story, asked)
    told_at = {claim for atom in asked for claim in leaves(terms.claim(atom, 0))}
    said = [_state(story, terms, one, moment) for moment, one in enumerate(story.statements, 1)]
    fits = _Fitting(story, said)
    movers = {claim.thing for formula in said if formula is not None for claim in leaves(formula)} | set(terms.facts.values())
    shelves = set[int]()
    for statement in story.statements:
        if is_event(statement):
            movers |= {statement.args[EVENTS[statement.relation][1]], *statement.args[:1]}
            shelves.update(place for place in _places(statement) if fits.is_small(place))
    shelves -= movers
    places = dict.fromkeys(
        (
            *chain.from_iterable(map(_places, story.statements)),
            *(claim.other for formula in said if formula is not None for claim in leaves(formula) if claim.kind == WITHIN),
            *(claim.other for claim in told_at if claim.kind == WITHIN),
        )
    )
    keepers: dict[int, dict[int, bool]] = {}
    for statement in story.statements:
        for keeper, thing, before in _kept(statement):
            keepers.setdefault(thing, {}).setdefault(keeper, before)
    holders, initial = dict[int, tuple[int, ...]](), dict[int, tuple[int, ...]]()
    for thing in sorted(movers | shelves):
        if terms.is_fact(thing):
            holders[thing] = initial[thing] = (terms.so, terms.not_so)
            continue
        fitting = (place for place in places if place != thing and fits(thing, place))
        # Of a shelf that nobody placed no more is known than that it is in a room, or in none that is named.
        rest = (*(place for place in fitting if thing not in shelves or not fits.is_small(place)), terms.anywhere)
        kept = {keeper: before for keeper, before in keepers.get(thing, {}).items() if keeper not in rest}
        holders[thing] = (*rest, *kept)
        initial[thing] = (*rest, *(keeper for keeper, before in kept.items() if before))
    steps = _Steps(story, terms, holders, said, unseen)
    made = [steps.step(moment, statement) for moment, statement in enumerate(story.statements, 1)]
    formulas, about = tuple(one for one, _ in made), tuple(one for _, one in made)
    return Telling(formulas, about, holders, initial, terms, terms.always(len(formulas)))


def _state(story: Story, terms: Terms, statement: Statement, moment: int) -> Formula[Claim] | None:
    """Return what a statement of a state says of its moment; None for an event."""
    try:
        _plain(statement)
        if is_event(statement):
            if statement.property("negated"):
                raise NotCovered("not covered: the denial of an event")
            if len(statement.args) not in EVENTS[statement.relation][0]:
                raise NotCovered(f"not covered: {statement.relation!r} of {len(statement.args)}")
            return None
        return terms.formula(statement.formula, moment)
    except NotCovered as refusal:
        raise NotCovered(f"{refusal!s}: {quote(story, statement.id)}") from refusal


class _Fitting:
    """Tells what can be in what: no person stands on a shelf, and no bed in a box, of which the story does not say so."""

    def __init__(self, story: Story, said: Iterable[Formula[Claim] | None]) -> None:
        self._kinds = [frozenset(kind for kind, *_ in analyse(name, "en").kinds) for name in story.entities]
        told = (claim for formula in said if formula is not None for claim in leaves(formula))
        self._told = {(claim.thing, claim.other) for claim in told if claim.kind == WITHIN}
        for one in story.statements:
            self._told.update((one.args[EVENTS[one.relation][1]], place) for place in _places(one))

    def is_small(self, place: int) -> bool:
        """Tell whether a place is a thing that itself is in some place, as a shelf is in a room."""
        return bool(self._kinds[place]) and not self._kinds[place] & _ROOMY

    def __call__(self, thing: int, place: int) -> bool:
        return not (self.is_small(place) and self._kinds[thing] & _LARGE) or (thing, place) in self._told


class _Steps:
    """Makes what each statement says of the moments before and behind it, and what it may change."""

    def __init__(
        self,
        story: Story,
        terms: Terms,
        holders: Mapping[int, tuple[int, ...]],
        said: list[Formula[Claim] | None],
        unseen: Container[int],
    ) -> None:
        self._story, self._terms, self._holders, self._said, self._unseen = story, terms, holders, said, unseen
        self._kinds = [frozenset(kind for kind, *_ in analyse(name, "en").kinds) for name in story.entities]
        #: The relations that the statements before each one tell.
        self._known = [frozenset[int]()]
        for formula in said:
            own = {claim.thing for claim in leaves(formula) if terms.is_fact(claim.thing)} if formula is not None else ()
            self._known.append(self._known[-1].union(own))
        self._unplaced = set(holders) - {claim.thing for formula in said if formula is not None for claim in leaves(formula)}
        self._unplaced -= {one.args[EVENTS[one.relation][1]] for one in story.statements if is_event(one)}
        self._keepers = {keeper for one in story.statements for keeper, _, _ in _kept(one)}

    def step(self, moment: int, statement: Statement) -> tuple[Formula[Claim], frozenset[int]]:
        """Return the step that leads to a moment."""
        state = self._said[moment - 1]
        if state is None:
            thing = statement.args[EVENTS[statement.relation][1]]
            rules, ends = self._ended(thing, moment, self._told_with(moment, statement))
            event = self._event(statement, thing, moment)
            return And((event, *rules)) if rules else event, ends | {thing}
        if statement.id not in self._unseen:
            return state, frozenset()
        free = {claim.thing for claim in leaves(state)}
        moved = [thing for thing in free if not self._terms.is_fact(thing)]
        # What is told to be in another relation than before is so beside all others of its thing.
        free.update(fact for fact in self._terms.of(statement.args[0]) if len(free) > len(moved))
        found: list[Formula[Claim]] = [state]
        for thing in moved:
            ways = (And((Claim(IN, thing, one, moment - 1), Not(Claim(IN, thing, one, moment)))) for one in self._holders[thing])
            changes: Formula[Claim] = Or(tuple(ways))
            rules, ends = self._ended(thing, moment, free)
            for fact in ends:
                found.append(Or((changes, self._lasts(fact, moment))))
            found += [If(changes, rule) for rule in rules]
            free |= ends
        return found[0] if len(found) == 1 else And(tuple(found)), frozenset(free)

    def _told_with(self, moment: int, statement: Statement) -> set[int]:
        """Return the relations that the same sentence says of what it moves."""
        found: set[int] = set()
        for state, other in zip(self._said[moment:], self._story.statements[moment:], strict=True):
            if state is None or other.span != statement.span:
                break
            found |= {claim.thing for claim in leaves(state) if self._terms.is_fact(claim.thing)}
        return found

    def _event(self, statement: Statement, thing: int, moment: int) -> Formula[Claim]:
        """Return what is so behind an event."""
        place = EVENTS[statement.relation][2]
        if place is not None:
            put = Claim(IN, thing, statement.args[place], moment)
            shared = list(self._shared(statement.args[place], statement.args[0], moment)) if statement.relation == "puts" else []
            # Who puts something on a shelf of which nobody says where it is is there, too.
            return And((put, *shared)) if shared and statement.args[place] in self._unplaced else put
        if statement.relation == "drops":
            return Claim(TOGETHER, thing, statement.args[0], moment)
        if statement.relation == "leaves":
            return Not(Claim(WITHIN, thing, statement.args[1], moment))
        if statement.relation == "goes away":
            return And(
                tuple(
                    Or((Not(Claim(IN, thing, one, moment - 1)), Not(Claim(WITHIN, thing, one, moment))))
                    for one in self._holders[thing]
                    if one != self._terms.anywhere
                )
            )
        return And(()) if statement.relation == "strays" else self._beside(statement, moment)

    def _beside(self, statement: Statement, moment: int) -> Formula[Claim]:
        """Return where a thing is that has come to another one: out of what it was in, and in what that is in."""
        thing, landmark, *doers = statement.args
        others = [one for one in (landmark, *self._keepers) if one in self._holders[thing]]
        found: list[Formula[Claim]] = [Not(Claim(IN, thing, one, moment)) for one in others]
        for one in self._holders[thing]:
            if one != self._terms.anywhere and not _BIG & self._kinds[one]:
                left = (Not(Claim(IN, thing, one, moment - 1)), Not(Claim(WITHIN, thing, one, moment)))
                found.append(Or((*left, Claim(WITHIN, landmark, one, moment))))
        found += self._shared(thing, landmark, moment)
        if doers and not _LARGE & self._kinds[landmark] - {"furniture", "seat", "plant"}:
            found += self._shared(thing, doers[0], moment)
        return And(tuple(found))

    def _shared(self, thing: int, other: int, moment: int) -> Iterator[Formula[Claim]]:
        """Yield that a thing is somewhere in one of the places that another one is in, where that is in any."""
        if other in self._holders:
            around = [one for one in self._holders[other] if one != self._terms.anywhere and one != thing]
            yield Or(
                (
                    Claim(IN, other, self._terms.anywhere, moment),
                    *(And((Claim(WITHIN, other, one, moment), Claim(WITHIN, thing, one, moment))) for one in around),
                )
            )

    def _ended(self, thing: int, moment: int, told: Container[int]) -> tuple[list[Formula[Claim]], frozenset[int]]:
        """Return what a thing's moving does to relations: it ends those of which it moves one thing and not the other."""
        rules: list[Formula[Claim]] = []
        ends: set[int] = set()
        for fact in self._terms.facts.values():
            pair = self._terms.pair(fact)
            if fact not in self._terms.of(pair[0]) or not any(thing == one or thing in self._around(one) for one in pair):
                continue
            ends.add(fact)
            if fact in told:
                continue
            one, other = (self._with(thing, part, moment - 1) for part in pair)
            both: Formula[Claim] = Or((And((one, other)), And((Not(one), Not(other)))))
            if fact not in self._known[moment - 1]:
                # Nobody said that it was so: it may have become so, or have been.
                rules.append(If(both, self._lasts(fact, moment)))
                continue
            rules += [If(both, self._lasts(fact, moment)), Or((both, Not(Claim(IN, fact, self._terms.so, moment))))]
        return rules, frozenset(ends)

    @staticmethod
    def _with(thing: int, part: int, moment: int) -> Formula[Claim]:
        """Return that a thing is one that moves, or goes with it."""
        return And(()) if thing == part else Claim(WITHIN, part, thing, moment)

    def _lasts(self, fact: int, moment: int) -> Formula[Claim]:
        before, after = (Claim(IN, fact, self._terms.so, one) for one in (moment - 1, moment))
        return And((If(before, after), If(after, before)))

    def _around(self, thing: int) -> set[int]:
        """Return all that a thing may be in."""
        found, front = set[int](), [thing]
        while front:
            new = set(self._holders.get(front.pop(), ())) - found
            found |= new
            front += new
        return found


def _plain(statement: Statement) -> None:
    other = [key for key, value in statement.properties if value and key not in MARKS and key not in TIMED]
    if other:
        raise NotCovered(f"not covered: {other[0]} in a story told in time")


def _places(statement: Statement) -> Iterator[int]:
    """Yield what an event has as a place: of what goes, comes or is put there, or leaves it."""
    if is_event(statement):
        place = EVENTS[statement.relation][2]
        if statement.relation == "leaves":
            yield statement.args[1]
        elif place is not None and statement.relation not in _HELD_BY:
            yield statement.args[place]


def _kept(statement: Statement) -> Iterator[tuple[int, int, bool]]:
    """Yield who holds what by a statement, and whether before it."""
    if is_event(statement):
        thing = statement.args[EVENTS[statement.relation][1]]
        if statement.relation in _HELD_BEFORE:
            yield statement.args[0], thing, True
        if statement.relation in _HELD_BY:
            yield statement.args[_HELD_BY[statement.relation]], thing, False
    else:
        yield from ((*atom.args, True) for atom in leaves(statement.formula) if atom.relation == "has" and len(atom.args) == 2)


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
