"""Answers, witnesses, reasons and worlds for one room story after another, on one backend."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import Final, TypeAlias

from qsr.errors import LimitReached, UnsupportedQuestion
from qsr.registry import fetched
from qsr.solvers import Model, Problem
from qsr.story import Answer, Question, Story, Witness
from qsr.theories.answers import Answers
from qsr.theories.formulas import has_formulas
from qsr.theories.frame import Kept, SolvingSession
from qsr.theories.protocol import Limits
from qsr.theories.room.check import broken
from qsr.theories.room.clauses import DIRECTIONS, Clause, goals, number, read
from qsr.theories.room.domain import Domain, domain_of
from qsr.theories.room.grid import grid_of
from qsr.theories.room.witness import Cells
from qsr.theories.spoken import BY_COMPASS
from qsr.theories.tasks import Task, demanded
from qsr.witnesses import Points

__all__ = ["BACKENDS", "RoomSession", "problem_of"]

#: Backend -> what makes a problem on a grid, and in a continuous room.
BACKENDS: Final[dict[str, tuple[str, str]]] = {
    "bitset": ("qsr.theories.room.by_bitset:BitsetProblem", "qsr.theories.room.real:RealProblem"),
    "clingo": ("qsr.theories.room.by_clingo:room", "qsr.theories.room.real:RealByClingo"),
    "z3": ("qsr.theories.room.by_z3:Z3Room", "qsr.theories.room.by_z3:Z3Room"),
}

#: Problems that a session keeps, by room and number of objects.
_KEPT: Final = 16
#: Clauses and two objects -> the possible directions, none of them where there is no layout; None where that is not told.
_Directions: TypeAlias = Callable[[Sequence[Clause], int, int], frozenset[str] | None]


def problem_of(backend: str, domain: Domain, objects: int, seed: int = 0) -> Problem:
    """Return a problem for so many objects in a room."""
    is_real = domain.mode == "real"
    problem: Problem = fetched(BACKENDS[backend][is_real])(
        domain if is_real else grid_of(domain.mode, domain.sides), objects, seed
    )
    return problem


class RoomSession(SolvingSession[Domain]):
    """See `SolvingSession`; guards are the clauses of a story, so that one problem serves all stories of its size."""

    said = "clauses"
    several = "these clauses contradict each other"

    def __init__(self, answers: Answers, backend: str, settings: Mapping[str, str], limits: Limits) -> None:
        super().__init__(answers, limits)
        self._settings = dict(settings)
        self._problems: Kept[tuple[Domain, int], Problem] = Kept(
            _KEPT, lambda key: problem_of(backend, *key, limits.seed), lambda problem: problem.close()
        )
        self._domain_of = lru_cache(maxsize=_KEPT)(self._merged)

    def answer(self, story: Story, question: Question) -> Answer:
        """Decide the candidates of a "relation" question, all nine directions where it names none, or a "yes_no" question.

        RoomSpace's "could it be" is whether "yes" is possible.
        """
        if has_formulas(story, question):
            return super().answer(story, question)
        # What is asked most, all at once where the backend has a way; a contradiction needs the clauses one by one.
        try:
            goals_of, clauses = goals(story, question), read(story)
            directions: _Directions | None = getattr(self._problem(story), "directions", None)
            if directions is not None and question.form == "relation" and goals_of.keys() <= DIRECTIONS.keys():
                allowed = directions(clauses, *question.args)
                if allowed:
                    possible = allowed.intersection(goals_of)
                    entailed = possible if len(allowed) == 1 else frozenset()
                    return self._answers.decided(tuple(goals_of), possible, entailed, frozenset(), entailed)
        except (LimitReached, UnsupportedQuestion):
            pass
        return super().answer(story, question)

    def close(self) -> None:
        """Let go of solvers; the session is not used again."""
        self._problems.clear()

    def _asked(self, story: Story, question: Question) -> list[Task[Domain]]:
        return [self._task(story, goals(story, question))]

    def _demanded(self, story: Story, question: Question | None, candidate: str | None) -> list[Task[Domain]]:
        task = self._task(story, {} if question is None or candidate is None else goals(story, question))
        task.holding, task.failing = demanded(question, candidate, task.goals)
        return [task]

    def _worlds(self, story: Story, limit: int | None) -> Iterator[Witness]:
        """Yield layouts no two of which agree on the direction of each pair of objects."""
        objects = len(story.entities)
        pairs = combinations(range(objects), 2)
        task = self._task(story, {})
        apart = [number(Clause(code, *pair), objects) for pair in pairs for code in DIRECTIONS]
        for model in task.problem.models(task.guards, apart, limit):
            yield self._drawn(story, task, model)

    def _task(self, story: Story, goals_of: Mapping[str, int]) -> Task[Domain]:
        objects = len(story.entities)
        guards = [number(said, objects) for said in read(story)]
        return Task(self._problem(story), guards, self._domain_of(story.settings), goals_of)

    def _problem(self, story: Story) -> Problem:
        problem = self._problems.get((self._domain_of(story.settings), len(story.entities)))
        problem.allow(self._limits.seconds)
        return problem

    def _merged(self, settings: tuple[tuple[str, str], ...]) -> Domain:
        return domain_of({**dict(settings), **self._settings})

    def _drawn(self, story: Story, task: Task[Domain], model: Model) -> Witness:
        domain = task.read
        real = domain.mode == "real"
        place: dict[int, tuple[int, int] | tuple[Fraction, Fraction]] = {}
        for entity in range(len(story.entities)):
            x, y = (model.numbers.get((entity, axis), Fraction(0)) for axis in (0, 1))
            place[entity] = (x, y) if real else (int(x), int(y))
        size = domain.lengths if real else domain.sides
        witness = (Points if real else Cells)(place, dict(enumerate(story.entities)), size, told=BY_COMPASS)
        if real and broken(domain, read(story), place):
            raise UnsupportedQuestion("there is such a layout, but none with rational coordinates was found to show")
        return witness
