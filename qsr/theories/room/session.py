"""Answers, witnesses, reasons and worlds for one room story after another, on one backend."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from importlib import import_module
from itertools import combinations
from typing import Final, TypeAlias, cast

from qsr.errors import LimitReached, NotCovered, UnsupportedQuestion
from qsr.solvers import Model, Outcome, Problem
from qsr.story import Answer, Question, Story, Witness
from qsr.theories.answers import Answers
from qsr.theories.protocol import Limits
from qsr.theories.room.check import broken
from qsr.theories.room.clauses import DIRECTIONS, Clause, asked, goals, number, read
from qsr.theories.room.domain import Domain, domain_of
from qsr.theories.room.grid import Grid, grid_of
from qsr.wording import counted

__all__ = ["BACKENDS", "RoomSession"]

#: Backend -> what makes a problem on a grid, and in a continuous room; imported when first used.
BACKENDS: Final[dict[str, tuple[tuple[str, str], tuple[str, str]]]] = {
    "bitset": (("qsr.theories.room.by_bitset", "BitsetProblem"), ("qsr.theories.room.real", "RealProblem")),
    "clingo": (("qsr.theories.room.by_clingo", "room"), ("qsr.theories.room.real", "RealByClingo")),
    "z3": (("qsr.theories.room.by_z3", "grid_problem"), ("qsr.theories.room.by_z3", "real_problem")),
}
#: Problems that a session keeps, by room and number of objects.
_KEPT: Final = 16
_OnGrid: TypeAlias = Callable[[Grid, int, int], Problem]
_InRoom: TypeAlias = Callable[[Domain, int, int], Problem]


#: Clauses and two objects -> the possible directions, none of them where there is no layout; None where that is not told.
_Directions: TypeAlias = Callable[[Sequence[Clause], int, int], frozenset[str] | None]


class RoomSession:
    """See `qsr.theories.protocol.Session`; guards are the clauses of a story, so that one problem serves all stories of its size.

    `answer` never raises for what a story says. `witness`, `core` and `worlds` raise UnsupportedQuestion for what the theory
    does not cover and LimitReached at a limit.
    """

    def __init__(self, name: str, fingerprint: str, backend: str, settings: Mapping[str, str], limits: Limits) -> None:
        self._answers = Answers(name, fingerprint)
        self._backend, self._settings, self._limits = backend, dict(settings), limits
        self._problems: OrderedDict[tuple[Domain, int], Problem] = OrderedDict()
        self._domain_of = lru_cache(maxsize=_KEPT)(self._merged)

    def answer(self, story: Story, question: Question) -> Answer:
        """Decide the candidates of a "relation" question, all nine directions where it names none, or a "yes_no" question.

        The world is open: a yes/no question has the value ``"yes"`` where the relation holds in every layout, ``"no"`` where it
        holds in none, else ``"unknown"``. RoomSpace's "could it be" is whether "yes" is possible.
        """
        try:
            goals_of, clauses = goals(story, question), read(story)
            problem = self._problem(story)
        except UnsupportedQuestion as refusal:
            return self._answers.plain("not_covered", reason=str(refusal))
        # What is asked most, all at once where the backend has a way; a contradiction needs the clauses one by one.
        directions: _Directions | None = getattr(problem, "directions", None)
        if directions is not None and question.form == "relation" and goals_of.keys() <= DIRECTIONS.keys():
            try:
                allowed = directions(clauses, *question.args)
            except LimitReached:
                allowed = None
            if allowed:
                possible = allowed.intersection(goals_of)
                entailed = possible if len(allowed) == 1 else frozenset()
                return self._answers.decided(tuple(goals_of), possible, entailed, frozenset(), entailed)
        guards = _guards(story, clauses)
        found = problem.consequences(guards, list(goals_of.values()))
        if found.consistent is Outcome.NO:
            return self._answers.plain("inconsistent", reason=self._contradiction(story, problem, guards))
        return self._answers.of(question, found, goals_of)

    def witness(self, story: Story, question: Question | None = None, candidate: str | None = None) -> Witness | None:
        """Return a layout in which the candidate (a direction or distance, or "yes" or "no" to a yes/no question) holds.

        Its places are cells, or points in mode `real`: exact numbers, which `violated` has been asked about. Raises
        UnsupportedQuestion where the layouts found have no rational coordinates.
        """
        problem, guards = self._load(story)
        holding, failing = self._demands(story, question, candidate)
        model = problem.model(guards, holding, failing)
        return None if model is None else self._draw(story, model)

    def core(self, story: Story, question: Question | None = None, candidate: str | None = None) -> tuple[int, ...] | None:
        """Return a minimal set of statements that excludes the candidate; excluding "no" proves "yes"."""
        problem, guards = self._load(story)
        said = problem.core(guards, *self._demands(story, question, candidate))
        if said is None:
            return None
        # The same clause may be said twice: the first time counts.
        first = {guard: statement for statement, guard in reversed(list(enumerate(guards)))}
        return tuple(sorted(first[guard] for guard in said))

    def worlds(self, story: Story, limit: int | None = None) -> Iterator[Witness]:
        """Yield layouts no two of which agree on the direction of each pair of objects.

        Raises LimitReached where `Limits.models` or `Limits.seconds` cut the enumeration short; `limit` itself just ends it.
        """
        problem, guards = self._load(story)
        objects = len(story.entities)
        pairs = combinations(range(objects), 2)
        goals = [number(Clause(code, *pair), objects) for pair in pairs for code in DIRECTIONS]
        for count, model in enumerate(problem.models(guards, goals, limit)):
            if self._limits.models is not None and count >= self._limits.models:
                raise LimitReached(f"the story has more than {counted(self._limits.models, 'model')}")
            yield self._draw(story, model)

    def close(self) -> None:
        """Let go of solvers; the session is not used again."""
        for problem in self._problems.values():
            problem.close()
        self._problems.clear()

    def _load(self, story: Story) -> tuple[Problem, list[int]]:
        """Return the problem for rooms like the story's, with time for one question, and the guard of each statement."""
        guards = _guards(story, read(story))
        return self._problem(story), guards

    def _problem(self, story: Story) -> Problem:
        key = (self._domain(story), len(story.entities))
        problem = self._problems.pop(key, None) or self._make(*key)
        self._problems[key] = problem
        if len(self._problems) > _KEPT:
            self._problems.popitem(last=False)[1].close()
        problem.allow(self._limits.seconds)
        return problem

    def _make(self, domain: Domain, objects: int) -> Problem:
        module, name = BACKENDS[self._backend][domain.mode == "real"]
        make = getattr(import_module(module), name)
        if domain.mode == "real":
            return cast("_InRoom", make)(domain, objects, self._limits.seed)
        return cast("_OnGrid", make)(grid_of(domain.mode, domain.sides), objects, self._limits.seed)

    def _domain(self, story: Story) -> Domain:
        return self._domain_of(story.settings)

    def _merged(self, settings: tuple[tuple[str, str], ...]) -> Domain:
        return domain_of({**dict(settings), **self._settings})

    def _demands(self, story: Story, question: Question | None, candidate: str | None) -> tuple[list[int], list[int]]:
        """Return the goals that must hold, and those that must fail, for a candidate of the question."""
        if candidate is None:
            return [], []
        if question is None:
            raise ValueError("a candidate needs the question that it answers")
        objects, claims = len(story.entities), asked(story, question)
        if question.form == "yes_no":
            (goal,) = (number(said, objects) for said in claims.values())
            if candidate not in ("yes", "no"):
                raise NotCovered("a yes/no question has the candidates yes and no")
            return ([goal], []) if candidate == "yes" else ([], [goal])
        if candidate not in claims:
            raise NotCovered(f"{candidate!r} is no candidate of the question")
        return [number(claims[candidate], objects)], []

    def _draw(self, story: Story, model: Model) -> Witness:
        domain = self._domain(story)
        real = domain.mode == "real"
        place: dict[int, tuple[int, int] | tuple[Fraction, Fraction]] = {}
        for entity in range(len(story.entities)):
            x, y = (model.numbers.get((entity, axis), Fraction(0)) for axis in (0, 1))
            place[entity] = (x, y) if real else (int(x), int(y))
        size = domain.lengths if real else domain.sides
        witness = Witness("points" if real else "cells", place, dict(enumerate(story.entities)), size)
        if real and broken(domain, read(story), place):
            raise UnsupportedQuestion("there is such a layout, but none with rational coordinates was found to show")
        return witness

    def _contradiction(self, story: Story, problem: Problem, guards: Sequence[int]) -> str:
        """Quote a minimal set of clauses that contradict each other."""
        try:
            core = set(problem.core(guards) or ())
        except LimitReached:
            return "the story contradicts itself; the limit came before the clauses at fault were singled out"
        places = [statement for statement, guard in enumerate(guards) if guard in core and guard not in guards[:statement]]
        return f"these clauses contradict each other: {', '.join(_quote(story, statement) for statement in places)}"


def _guards(story: Story, clauses: Sequence[Clause]) -> list[int]:
    objects = len(story.entities)
    return [number(said, objects) for said in clauses]


def _quote(story: Story, statement: int) -> str:
    """Return the words of a clause, or its code and objects where the story has no text."""
    said = story.statements[statement]
    names = [story.entities[entity] for entity in said.args]
    words = story.quote(statement) or " ".join((names[0], said.relation, *names[1:]))
    return f'"{words}"'
