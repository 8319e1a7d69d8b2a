"""Random stories of change with all their films, for `worlds_compared.py`: every way from moment to moment is tried."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import replace
from itertools import permutations, product
from random import Random
from typing import Any

from qsr.logic import And, Atom, Count, Formula, Not, Relation
from qsr.story import Question, Statement, Story, Witness
from worlds_drawn import Draw, Item, atoms_of, formula, is_true

NAMES = ("Ann", "Bob", "cup", "bag", "hall", "yard")
PEOPLE, THINGS, PLACES = (0, 1), (2, 3), (4, 5)
ELSEWHERE = len(NAMES)
SO, NOT_SO = ELSEWHERE + 1, ELSEWHERE + 2
#: Films of one item.
MOST = 4000

#: Event -> of what its arguments are, and which of them moves.
EVENTS: dict[str, tuple[tuple[tuple[int, ...], ...], int]] = {
    "goes to": ((PEOPLE, PLACES), 0),
    "moves to": ((THINGS, PLACES), 0),
    "takes": ((PEOPLE, THINGS), 1),
    "drops": ((PEOPLE, THINGS), 1),
    "gives": ((PEOPLE, THINGS, PEOPLE), 1),
    "puts": ((PEOPLE, THINGS, (*PLACES, *THINGS)), 1),
    "leaves": (((*PEOPLE, *THINGS), PLACES), 0),
    "goes away": ((THINGS,), 0),
    "strays": (((*PEOPLE, *THINGS),), 0),
    "comes by": ((THINGS, (*THINGS, *PLACES)), 0),
}
#: Relations that are no holding: label, and how another one says the same.
TURNED = {"right": "left", "below": "above", "in front": "behind"}
#: What somebody tells: an event with its arguments, or a formula about how things are.
Told = tuple[str, tuple[int, ...]] | Formula[Atom]
Fact = tuple[str, int, int]
#: Where each thing is, and which relations hold.
State = tuple[tuple[int, ...], tuple[bool, ...]]
Film = tuple[State, ...]


class TooMany(Exception):
    """There are more films than are tried."""


def fact(atom: Atom) -> Fact | None:
    """Return a relation of two things in one form; None where it says what is in what."""
    label, (one, other) = str(atom.relation), atom.args
    if label in ("inside", "outside", "has", "contains"):
        return None
    if label in TURNED:
        return TURNED[label], other, one
    return (label, *sorted((one, other))) if label in ("near", "named:opposite:mutual") else (label, one, other)  # type: ignore[return-value]


def holding(atom: Atom) -> tuple[int, int]:
    """Return the thing that an atom places, and in what."""
    one, other = atom.args
    return (other, one) if atom.relation in ("has", "contains") else (one, other)


class World:
    """What may be where in a story, of which the films tell.

    Parameters
    ----------
    told
        What is told, step by step.
    asked
        What is asked about beside it.
    """

    def __init__(self, told: Sequence[Told], asked: Sequence[Atom] = ()) -> None:
        self.told = told
        states = [(number, atom) for number, one in enumerate(told) if not is_event(one) for atom in atoms_of(one)]
        spoken = [*(atom for _, atom in states), *asked]
        self.facts = list(dict.fromkeys(found for atom in spoken if (found := fact(atom))))
        told_facts = dict.fromkeys(found for _, atom in states if (found := fact(atom)))
        for axis in ("left", "above", "behind"):
            things = sorted({one for label, *pair in self.facts if label == axis for one in pair})
            if len(things) > 2:
                self.facts += [(axis, *pair) for pair in permutations(things, 2) if (axis, *pair) not in self.facts]
        #: Relation -> the first sentence that speaks of it.
        self.first = {one: min(number for number, atom in states if fact(atom) == one) for one in told_facts}
        events = [one for one in told if is_event(one)]
        placed = {holding(atom)[0] for _, atom in states if not fact(atom)}
        placed |= {args[EVENTS[name][1]] for name, args in events}
        shelves = {one for name, args in events for one in places_of(name, args) if one in THINGS}
        doers = placed | {args[0] for _, args in events}
        # What is asked about is somewhere, and so is whoever has something.
        loose = {holding(atom)[0] for atom in asked if not fact(atom)}
        loose |= {keeper for one in told for keeper, _, _ in keepings(one)}
        self.things = sorted(doers | shelves | loose.difference(PLACES))
        self.unplaced = set(self.things) - placed
        places = {one for name, args in events for one in places_of(name, args)}
        places |= {holding(atom)[1] for atom in spoken if not fact(atom) and atom.relation != "has"}
        within_told = {holding(atom) for _, atom in states if not fact(atom) and atom.relation != "has"}
        self.keepers: dict[int, dict[int, bool]] = {}
        for one in told:
            for keeper, thing, before in keepings(one):
                self.keepers.setdefault(thing, {}).setdefault(keeper, before)
        self.holders: dict[int, list[int]] = {}
        self.initial: dict[int, list[int]] = {}
        for one in self.things:
            fit = [at for at in sorted(places - {one}) if one not in PEOPLE or at in PLACES or (one, at) in within_told]
            if one in shelves - doers:
                fit = [at for at in fit if at in PLACES]
            rest = [*fit, ELSEWHERE]
            kept = {keeper: before for keeper, before in self.keepers.get(one, {}).items() if keeper not in rest}
            self.holders[one] = [*rest, *kept]
            self.initial[one] = [*rest, *(keeper for keeper, before in kept.items() if before)]
        self.place = {one: number for number, one in enumerate(self.things)}

    def at(self, state: State, thing: int) -> int | None:
        return state[0][self.place[thing]] if thing in self.place else None

    def within(self, state: State, thing: int, place: int) -> bool:
        seen, at = set[int](), self.at(state, thing)
        while at is not None and at not in seen:
            if at == place:
                return True
            seen.add(at)
            at = self.at(state, at)
        return False

    def holds(self, said: Formula[Atom], state: State) -> bool:
        """Tell whether a formula is true of a state."""

        def atom(one: Atom) -> bool:
            told_as = fact(one)
            if told_as is not None:
                return state[1][self.facts.index(told_as)]
            thing, place = holding(one)
            if one.relation == "has":
                return self.at(state, thing) == place
            return self.within(state, thing, place) != (one.relation == "outside")

        return is_true(said, atom)

    def is_lawful(self, state: State) -> bool:
        """Tell whether nothing is in itself, and directions are orders."""
        if any(self.within(state, one, one) for one in self.things):
            return False
        true = {one for one, so in zip(self.facts, state[1], strict=True) if so}
        for axis in ("left", "above", "behind"):
            pairs = {(one, other) for label, one, other in true if label == axis}
            if any(pair[::-1] in pairs for pair in pairs):
                return False
            more = {(one, two) for one, middle in pairs for begin, two in pairs if begin == middle}
            if any((axis, *pair) in self.facts for pair in more - pairs):
                return False
        return True

    def films(self, kept: Container[int], unseen: Container[int], until: int) -> list[Film]:
        """Return the films of so many steps in which the sentences kept are true; what others are about may change at them."""
        starts = product(*(self.initial[one] for one in self.things))
        found: list[Film] = []
        for at in starts:
            for so in product((True, False), repeat=len(self.facts)):
                if self.is_lawful((at, so)):
                    found.append(((at, so),))
                if len(found) > MOST:
                    raise TooMany
        for step in range(until):
            found = [(*film, after) for film in found for after in self._after(film[-1], step, step in kept, step in unseen)]
            if len(found) > MOST:
                raise TooMany
        return found

    def _after(self, before: State, step: int, is_kept: bool, is_unseen: bool) -> Iterator[State]:
        """Yield the states behind a step."""
        said = self.told[step]
        movers: list[int] = []
        own = set[Fact]()
        if is_event(said):
            movers = [said[1][EVENTS[said[0]][1]]]
        elif is_unseen:
            atoms = list(atoms_of(said))
            movers = sorted({holding(atom)[0] for atom in atoms if not fact(atom)})
            own = {found for atom in atoms if (found := fact(atom))}
            if own:
                # Beside what it is told to be near, what it was near may be no more, and other things may be.
                about = next(iter(atoms)).args[0]
                own |= {one for one in self.facts if about in one[1:]}
        ends = {one: [mover for mover in movers if self._bears(mover, one)] for one in self.facts}
        free = [one for one in self.facts if one in own or ends[one]]
        for at in product(*(self.holders[one] for one in movers)):
            for so in product((True, False), repeat=len(free)):
                places, facts = list(before[0]), list(before[1])
                for mover, place in zip(movers, at, strict=True):
                    places[self.place[mover]] = place
                for one, truth in zip(free, so, strict=True):
                    facts[self.facts.index(one)] = truth
                after = tuple(places), tuple(facts)
                if not self.is_lawful(after):
                    continue
                if not is_kept or (self._is_true(said, before, after) and self._ends(said, step, before, after, ends, own)):
                    yield after

    def _bears(self, mover: int, one: Fact) -> bool:
        """Tell whether a thing that moves may take along one of two others."""
        reached, front = set(one[1:]), list(one[1:])
        while front:
            new = set(self.holders.get(front.pop(), ())) - reached
            reached |= new
            front += new
        return mover in reached

    def _ends(
        self, said: Told, step: int, before: State, after: State, ends: dict[Fact, list[int]], own: Container[Fact]
    ) -> bool:
        """Tell whether relations last where they should, and are over where one of two moved without the other."""
        for number, one in enumerate(self.facts):
            if one in own or not ends[one]:
                continue
            same = before[1][number] == after[1][number]
            moved = [mover for mover in ends[one] if is_event(said) or self.at(before, mover) != self.at(after, mover)]
            if not moved and not same:
                return False
            for mover in moved:
                first, second = (part == mover or self.within(before, part, mover) for part in one[1:])
                known = self.first.get(one, step) < step
                if (first == second and not same) or (first != second and known and after[1][number]):
                    return False
        return True

    def _is_true(self, said: Told, before: State, after: State) -> bool:
        if not is_event(said):
            return self.holds(said, after)
        name, args = said
        mover = args[EVENTS[name][1]]
        at = self.at(after, mover)
        if name == "drops":
            return args[0] in self.place and at == self.at(after, args[0])
        if name == "leaves":
            return not self.within(after, mover, args[1])
        if name == "goes away":
            left = self.at(before, mover)
            return left == ELSEWHERE or left is None or not self.within(after, mover, left)
        if name == "strays":
            return True
        if name == "comes by":
            return self._comes_by(mover, args[1], before, after)
        holder = {"goes to": 1, "moves to": 1, "takes": 0, "gives": 2, "puts": 2}[name]
        return at == args[holder] and (name != "puts" or args[2] not in self.unplaced or self._near_doer(args[2], args[0], after))

    def _near_doer(self, thing: int, doer: int, state: State) -> bool:
        """Tell whether what something was put on is where its doer is, and in no place in which he is not."""
        rooms = [one for one in PLACES if thing in self.place and doer in self.place and self.within(state, thing, one)]
        return self._shares(thing, doer, state) and all(self.within(state, doer, one) for one in rooms)

    def _comes_by(self, mover: int, landmark: int, before: State, after: State) -> bool:
        at, left = self.at(after, mover), self.at(before, mover)
        if at == landmark or any(at in kept for kept in self.keepers.values()):
            return False
        small = left is not None and left != ELSEWHERE and left not in PLACES
        if small and self.within(after, mover, left) and not self.within(after, landmark, left):  # type: ignore[arg-type]
            return False
        return landmark not in self.place or self._shares(mover, landmark, after)

    def _shares(self, one: int, other: int, state: State) -> bool:
        """Tell whether a thing is in one of the places that another one is in, if that is in any."""
        if other not in self.place or self.at(state, other) == ELSEWHERE:
            return True
        around = [at for at in self.holders[other] if at not in (ELSEWHERE, one)]
        return any(self.within(state, one, at) and self.within(state, other, at) for at in around)


def is_event(said: Told) -> bool:
    return isinstance(said, tuple) and not isinstance(said, Atom)


def places_of(name: str, args: tuple[int, ...]) -> tuple[int, ...]:
    if name in ("goes to", "moves to", "leaves"):
        return args[1:]
    return args[2:] if name == "puts" else ()


def keepings(said: Told) -> Iterator[tuple[int, int, bool]]:
    """Yield who may have what, and whether before the story begins."""
    if not is_event(said):
        yield from ((*atom.args, True) for atom in atoms_of(said) if atom.relation == "has")
        return
    name, args = said
    if name in ("drops", "gives"):
        yield args[0], args[1], True
    if name in ("takes", "gives"):
        yield args[0 if name == "takes" else 2], args[1], False


def unseen_in(told: Sequence[Told]) -> list[int]:
    """Return the states before which something moved unseen: as late as possible, and only where it must have."""
    found: list[int] = []
    world = World(told)
    for number, said in enumerate(told):
        if not is_event(said) and not world.films(range(number + 1), found, number + 1):
            if not may_have_moved(told, number):
                break
            found.append(number)
    return found


def may_have_moved(told: Sequence[Told], number: int) -> bool:
    about = {atom.args[0] for atom in atoms_of(told[number])}
    for before in reversed(told[:number]):
        if is_event(before):
            return True
        if about & {atom.args[0] for atom in atoms_of(before)}:
            return bool(about & set(PEOPLE))
    return True


# ---------------------------------------------------------------- drawing


def _step(pick: Random, atom: Draw) -> Told:
    if pick.random() < 0.55:
        name = pick.choice(tuple(EVENTS))
        while True:
            args = tuple(pick.choice(some) for some in EVENTS[name][0])
            if len(set(args)) == len(args):
                return name, args
    if pick.random() < 0.5:
        return Not(atom()) if pick.random() < 0.2 else atom()
    return formula(pick, atom, 1)


def _atoms(pick: Random) -> Draw:
    sides = pick.sample(("near", "left", "right", "above", "named:opposite:mutual"), 1)

    def atom() -> Atom:
        label = pick.choice(("inside", "inside", "inside", "outside", "has", "contains", *sides))
        if label in sides:
            return Atom(Relation.of(label), tuple(pick.sample((*THINGS, PLACES[0]), 2)))
        if label == "has":
            return Atom(Relation("has"), (pick.choice(PEOPLE), pick.choice(THINGS)))
        pair = pick.choice((*PEOPLE, *THINGS)), pick.choice((*PLACES, *PLACES, *THINGS))
        return atom() if pair[0] == pair[1] else Atom(Relation(label), pair[::-1] if label == "contains" else pair)

    return atom


def _question(pick: Random, atom: Draw, steps: int) -> tuple[Question, dict[str, Formula[Atom]]]:
    form = pick.choice(("yes_no", "yes_no", "where", "which", "how_many", "options"))
    supposed = formula(pick, atom, 0) if pick.random() < 0.15 else None
    marks = (("moment", (pick.randint(0, steps),)),) if pick.random() < 0.2 else ()
    mood = pick.choice(("must", "could", "necessary"))
    if form == "yes_no":
        said = formula(pick, atom, 1)
        return Question(0, form, (), formulas=(said,), properties=marks, hypothesis=supposed, mood=mood), {"yes": said}
    if form == "options":
        given = {letter: formula(pick, atom, 1) for letter in "ABC"}
        mood = pick.choice(("must", "could", "cannot"))
        return Question(0, form, (), tuple(given), "", (0, 0), marks, tuple(given.values()), supposed, mood), given
    if form == "where":
        thing = pick.choice((*PEOPLE, *THINGS))
        given = {NAMES[one]: Atom(Relation("inside"), (thing, one)) for one in (*PLACES, *THINGS) if one != thing}
        if thing in THINGS:
            given |= {NAMES[one]: Atom(Relation("has"), (one, thing)) for one in PEOPLE}
        if pick.random() < 0.3:
            marks = (("before", (pick.choice(PLACES),)),)
        asked = Question(0, form, (thing,), tuple(given), "", (0, 0), marks, tuple(given.values()), supposed)
        return asked, given
    keeper = pick.choice((*PEOPLE, *PLACES))
    label = "has" if keeper in PEOPLE else "contains"
    given = {NAMES[one]: Atom(Relation(label), (keeper, one)) for one in THINGS}
    if form == "which":
        return Question(0, form, (), tuple(given), "", (0, 0), marks, tuple(given.values()), supposed), given
    asked = Question(0, form, (), formulas=tuple(given.values()), properties=marks, hypothesis=supposed)
    return asked, {str(many): Count(asked.formulas, many, many) for many in range(len(given) + 1)}  # type: ignore[arg-type]


def drawn(pick: Random) -> Item:
    """Return a random story and a question, with few enough films to try them all."""
    while True:
        atom = _atoms(pick)
        told = [_step(pick, atom) for _ in range(pick.randint(1, 5))]
        question, claims = _question(pick, atom, len(told))
        try:
            return _item(told, question, claims)
        except TooMany:
            continue


def _item(told: list[Told], question: Question, claims: dict[str, Formula[Atom]]) -> Item:
    statements = []
    for number, said in enumerate(told):
        span = (10 * number, 10 * number + 9)
        statements.append(Statement(number, *said, span) if is_event(said) else Statement.says(number, said, span))  # type: ignore[misc]
    story = Story(NAMES, tuple(statements), text="".join(f"Step {number:4}. " for number in range(len(told))))
    supposed = question.hypothesis if question.hypothesis is not None else And(())
    world = World(told, [atom for one in (*claims.values(), supposed) for atom in atoms_of(one)])
    plain, unseen, every_step = World(told), unseen_in(told), range(len(told))
    moment = _moment(world.films(every_step, unseen, len(told)), world, question)
    known: dict[tuple[int, ...], list[Film]] = {}

    def films(kept: Sequence[int]) -> list[Film]:
        ids = tuple(sorted(kept))
        if ids not in known:
            all_ = world.films(ids, unseen, len(told))
            known[ids] = [film for film in all_ if moment is None or world.holds(supposed, film[moment])]
        return known[ids]

    for one in every_step:
        films([other for other in every_step if other != one])
    films(())

    def holds(said: Formula[Atom]) -> Callable[[Film], bool]:
        return lambda film: world.holds(said, film[-1 if moment is None else moment])

    def shown(witness: Witness) -> Film:
        return _film(witness, plain)

    def is_world(witness: Witness, ids: Sequence[int], truth: Callable[[Any], bool]) -> bool:
        film = _film(witness, world)
        return film in films(ids) and truth(film)

    every = set(plain.films(every_step, unseen, len(told)))
    item = Item("change", story, question, {name: holds(said) for name, said in claims.items()}, films, every, shown, is_world)
    if unseen:
        item.seen["something moved unseen"] += 1
    return replace(item, is_covered=moment is not None)


def _moment(films: list[Film], world: World, question: Question) -> int | None:
    """Return the moment that is asked about; None where the story does not say when something came where it was before that."""
    last, named = len(world.told), dict(question.properties)
    if "before" not in named:
        return named["moment"][0] if "moment" in named else last
    here = [all(world.within(film[one], question.args[0], named["before"][0]) for film in films) for one in range(last + 1)]
    came = [one for one in range(1, last + 1) if here[one] and not here[one - 1]]
    return came[-1] - 1 if came else None


def _film(witness: Witness, world: World) -> Film:
    """Return the film that a witness shows; relations of two things are the numbers behind all entities, in their order."""
    shown = dict(witness.place)
    names = {f"{NAMES[one]} {label.removeprefix('named:').removesuffix(':mutual')} {NAMES[other]}": (label, one, other)
             for label, one, other in world.facts}  # fmt: skip
    numbers = {names[witness.names[number]]: number for number in shown if number > NOT_SO}
    moments = range(len(next(iter(shown.values()), (0,) * (len(world.told) + 1))))
    return tuple(
        (tuple(shown[one][t] for one in world.things), tuple(shown[numbers[one]][t] == SO for one in world.facts))
        for t in moments
    )
