"""Stories told in time: two solvers against all films there are, judged by what the words mean and nothing of the program."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qsr.logic import Atom, Or, Relation
from qsr.story import Question, Statement, Story
from qsr.theories.change.theory import Change
from qsr.theories.change.witness import Film

PEOPLE, THINGS, PLACES = (0, 1), (2, 3), (4, 5)
NAMES = ("Ann", "Bob", "cup", "bag", "hall", "yard")
ELSEWHERE = len(NAMES)
STATES = ("inside", "outside", "either", "has", "near")
#: How a film shows that two things are near each other, and that they are not.
NEAR, NOT_NEAR = ELSEWHERE + 1, ELSEWHERE + 2


def event(name: str, *args: st.SearchStrategy[int]) -> st.SearchStrategy[tuple[str, tuple[int, ...]]]:
    return st.tuples(st.just(name), st.tuples(*args)).filter(lambda said: len({*said[1]}) == len(said[1]))


person, thing, place = map(st.sampled_from, (PEOPLE, THINGS, PLACES))
events = st.one_of(
    event("goes to", person, place),
    event("takes", person, thing),
    event("has", person, thing),
    event("drops", person, thing),
    event("gives", person, thing, person),
    event("puts", person, thing, place | thing),
    event("moves to", thing, place),
    event("leaves", person | thing, place),
    event("goes away", thing),
    event("strays", person | thing),
    event("comes by", thing, thing | place),
    event("near", thing, thing | place),
    event("inside", person | thing, place | thing),
    event("outside", person | thing, place),
    st.tuples(st.just("either"), st.tuples(person, st.just(4), st.just(5))),
)


def statement(number: int, said: tuple[str, tuple[int, ...]]) -> Statement:
    name, args = said
    span = (number, number + 1)
    if name == "either":
        who, *places = args
        return Statement.says(number, Or(tuple(Atom(Relation("inside"), (who, one)) for one in places)), span)
    return Statement(number, name, args, span)


def within(film: dict[int, tuple[int, ...]], thing: int, place: int, moment: int) -> bool:
    seen = []
    while thing in film and thing not in seen:
        seen.append(thing)
        thing = film[thing][moment]
        if thing == place:
            return True
    return False


def pairs(told: list[tuple[str, tuple[int, ...]]]) -> dict[int, tuple[int, ...]]:
    """Return the pairs that are said to be near each other, each with the number by which a film shows it."""
    every = dict.fromkeys(tuple(sorted(args)) for name, args in told if name == "near")
    return dict(enumerate(every, NOT_NEAR + 1))


def placed(told: list[tuple[str, tuple[int, ...]]]) -> set[int]:
    """Return what the telling places, moves or takes."""
    return {moved_by(said) for said in told if said[0] != "near"}


def is_told(film: dict[int, tuple[int, ...]], told: list[tuple[str, tuple[int, ...]]], t: int) -> bool:
    """Tell whether a sentence is true of the step that leads to moment t."""
    name, args = told[t - 1]
    thing = args[0]
    if name == "near":
        return film[next(one for one, pair in pairs(told).items() if pair == tuple(sorted(args)))][t] == NEAR
    if name == "leaves":
        return not within(film, thing, args[1], t)
    if name == "goes away":
        return film[thing][t - 1] == ELSEWHERE or not within(film, thing, film[thing][t - 1], t)
    if name == "strays":
        return True
    if name == "comes by":
        before, landmark = film[thing][t - 1], args[1]
        if film[thing][t] in (landmark, *PEOPLE):
            return False
        if before in (*PEOPLE, *THINGS) and within(film, thing, before, t) and not within(film, landmark, before, t):
            return False
        return landmark not in film or is_shared(film, thing, landmark, t)
    if name == "puts" and args[2] in THINGS and args[2] not in placed(told) and not is_shared(film, args[2], thing, t):
        return False
    if name in ("inside", "outside", "either"):
        return any(within(film, args[0], one, t) for one in args[1:]) != (name == "outside")
    if name == "drops":
        return args[0] in film and film[args[1]][t] == film[args[0]][t]
    mover, holder = {"goes to": (0, 1), "moves to": (0, 1), "takes": (1, 0), "has": (1, 0), "gives": (1, 2), "puts": (1, 2)}[name]
    return film[args[mover]][t] == args[holder]


def is_shared(film: dict[int, tuple[int, ...]], one: int, other: int, t: int) -> bool:
    """Tell whether a thing is in one of the places that the other is in, if that is in any."""
    around = [place for place in range(ELSEWHERE) if place != one and within(film, other, place, t)]
    return film[other][t] == ELSEWHERE or any(within(film, one, place, t) for place in around)


def moved_by(said: tuple[str, tuple[int, ...]]) -> int:
    name, args = said
    return args[1] if name in ("takes", "has", "drops", "gives", "puts") else args[0]


def lasts(film: dict[int, tuple[int, ...]], told: list[tuple[str, tuple[int, ...]]], unseen: set[int]) -> bool:
    """Tell whether what is near something stays so while neither moves without the other, and no longer."""
    for one, pair in pairs(told).items():
        for t, said in enumerate(told, 1):
            state, moved = said[0] in STATES, moved_by(said)
            same = film[one][t] == film[one][t - 1]
            if state and said[0] == "near" and t - 1 in unseen and (moved in pair):
                continue
            if state and (t - 1 not in unseen or said[0] == "near" or film[moved][t] == film[moved][t - 1]):
                if not same:
                    return False
                continue
            first, second = (part == moved or within(film, part, moved, t - 1) for part in pair)
            known = any(name == "near" and tuple(sorted(args)) == pair for name, args in told[: t - 1])
            if (first == second and not same) or (first != second and known and film[one][t] == NEAR):
                return False
    return True


def every_film(told: list[tuple[str, tuple[int, ...]]], asked: int) -> list[dict[int, tuple[int, ...]]]:
    """Return the films in which the telling is true, with no state come about unseen but where none would be left."""
    unseen: set[int] = set()
    for last, (name, _) in enumerate(told):
        if name in STATES and not any(films(told, unseen, last + 1, asked)):
            unseen.add(last)
    return list(films(told, unseen, len(told), asked))


def films(
    told: list[tuple[str, tuple[int, ...]]], unseen: set[int], until: int, asked: int
) -> Iterator[dict[int, tuple[int, ...]]]:
    """Yield every film in which so many sentences are true, of which nothing but those changes what is where."""
    things = sorted(
        placed(told)
        | {args[0] for name, args in told if name not in STATES}
        | {one for name, args in told if name not in STATES for one in places_of(name, args) if one in THINGS}
    )
    within_told = {(args[0], one) for name, args in told if name in ("inside", "outside", "either") for one in args[1:]}
    places = {*([asked] if asked >= 0 else []), *(one for name, args in told for one in places_of(name, args))}
    keepers: dict[int, dict[int, str]] = {}
    for name, args in told:
        if name in ("takes", "has", "drops", "gives"):
            keepers.setdefault(args[1], {}).setdefault(args[0], "" if name == "takes" else "before")
        if name == "gives":
            keepers[args[1]].setdefault(args[2], "")
    strips = []
    for one in things:
        fit = [place for place in sorted(places - {one}) if one not in PEOPLE or place in PLACES or (one, place) in within_told]
        if one not in placed(told) and one not in {args[0] for name, args in told if name not in STATES}:
            fit = [place for place in fit if place in PLACES]
        rest = [*fit, ELSEWHERE]
        kept = keepers.get(one, {})
        now = [[*rest, *(keeper for keeper, when in kept.items() if when)]]
        for number, said in enumerate(told):
            free = moved_by(said) == one and (said[0] not in STATES or number in unseen)
            now.append([*rest, *kept] if free else [])
        strips.append(list(strip_of(now)))
    every = pairs(told)
    strips += [list(product((NEAR, NOT_NEAR), repeat=len(told) + 1)) for _ in every]
    for choice in product(*strips):
        film = dict(zip((*things, *every), choice, strict=True))
        moments = range(len(told) + 1)
        if any(within(film, one, one, t) for one in things for t in moments):
            continue
        if all(is_told(film, told, t) for t in range(1, until + 1)) and lasts(film, told[:until], unseen):
            yield film


def places_of(name: str, args: tuple[int, ...]) -> tuple[int, ...]:
    held = dict.fromkeys(("takes", "has", "drops", "gives", "goes away", "strays", "comes by", "near"), ())
    return args[2:] if name == "puts" else held.get(name, args[1:])


def strip_of(choices: list[list[int]]) -> Iterator[tuple[int, ...]]:
    for free in product(*(one for one in choices if one)):
        left, strip = iter(free), list[int]()
        for one in choices:
            strip.append(next(left) if one else strip[-1])
        yield tuple(strip)


@settings(deadline=None, max_examples=60)
@given(st.lists(events, min_size=1, max_size=4), st.tuples(person | thing, place))
def test_solvers_find_what_holds_in_every_film(told: list[tuple[str, tuple[int, ...]]], asked: tuple[int, int]) -> None:
    story = Story(NAMES, tuple(statement(number, said) for number, said in enumerate(told)))
    question = Question(0, "yes_no", asked, ("inside",))
    every = every_film(told, asked[1])
    found = {"yes" if within(film, *asked, len(told)) else "no" for film in every}
    theory = Change({})
    for backend in theory.backends:
        session = theory.open(backend)
        answer = session.answer(story, question)
        assert answer.status == ("inconsistent" if not every else "determined" if len(found) == 1 else "ambiguous")
        assert answer.possible == found
        for candidate in ("yes", "no"):
            witness = session.witness(story, question, candidate)
            assert (witness is None) == (candidate not in found)
            if isinstance(witness, Film):
                assert dict(witness.place) in every
                assert theory.violated(story, witness) == ()
        worlds = [dict(world.place) for world in session.worlds(story)]
        plain = every_film(told, -1)
        assert len(worlds) == len(plain)
        assert all(world in plain for world in worlds)


@settings(deadline=None, max_examples=25)
@given(st.lists(events, min_size=2, max_size=4), st.tuples(person | thing, place), st.sampled_from(("yes", "no")))
def test_cores_are_minimal(told: list[tuple[str, tuple[int, ...]]], asked: tuple[int, int], candidate: str) -> None:
    story = Story(NAMES, tuple(statement(number, said) for number, said in enumerate(told)))
    question = Question(0, "yes_no", asked, ("inside",))
    cores = [Change({}).open(backend).core(story, question, candidate) for backend in ("clingo", "z3")]
    possible = Change({}).open().answer(story, question).possible
    assert all((core is None) == (candidate in possible) for core in cores)
    if cores[0] is not None:
        assert all(set(core.statements) <= set(range(len(told))) for core in cores if core is not None)


@pytest.mark.parametrize(
    ("told", "thing", "place", "value"),
    [
        ([("takes", (0, 2)), ("goes to", (0, 4))], 2, 4, "yes"),
        ([("takes", (0, 2)), ("goes to", (0, 4)), ("drops", (0, 2)), ("goes to", (0, 5))], 2, 4, "yes"),
        ([("puts", (0, 2, 3)), ("takes", (1, 3)), ("goes to", (1, 5))], 2, 5, "yes"),
        ([("inside", (0, 4)), ("goes to", (1, 5))], 0, 4, "yes"),
        ([("inside", (0, 4)), ("outside", (0, 4))], 0, 4, "no"),
        ([("either", (0, 4, 5))], 0, 4, "unknown"),
        ([("either", (0, 4, 5)), ("outside", (0, 5))], 0, 4, "yes"),
        ([("inside", (0, 4)), ("inside", (0, 5))], 0, 5, "yes"),
    ],
)
def test_a_thing_is_where_it_was_brought(told: Any, thing: int, place: int, value: str) -> None:
    story = Story(NAMES, tuple(statement(number, said) for number, said in enumerate(told)))
    assert Change({}).open().answer(story, Question(0, "yes_no", (thing, place), ("inside",))).value == value
