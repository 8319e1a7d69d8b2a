"""Sessions: `SolvingSession` does what all theories over solvers do alike; only what is the tower's own stands here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from qsr.solvers import Model
from qsr.story import Question, Story, Witness
from qsr.theories.answers import Answers
from qsr.theories.frame import SolvingSession, Task, demanded
from qsr.theories.protocol import Limits
from qsr_tower.clauses import Clause, asked, read, tower_of
from qsr_tower.solvers import problem_of
from qsr_tower.witness import Floors

__all__ = ["TowerSession"]


class TowerSession(SolvingSession[int]):
    """See `SolvingSession`; what is read of a story is how many floors there are."""

    def __init__(self, answers: Answers, backend: str, settings: Mapping[str, str], limits: Limits) -> None:
        super().__init__(answers, limits)
        self._backend, self._settings = backend, dict(settings)

    def _asked(self, story: Story, question: Question) -> list[Task[int]]:
        return [self._task(story, asked(question, self._tower(story)[0]))]

    def _demanded(self, story: Story, question: Question | None, candidate: str | None) -> list[Task[int]]:
        claims = {} if question is None or candidate is None else asked(question, self._tower(story)[0])
        task = self._task(story, claims)
        task.holding, task.failing = demanded(question, candidate, task.goals)
        return [task]

    def _worlds(self, story: Story, limit: int | None) -> Iterator[Witness]:
        """Yield towers no two of which agree on who lives above whom."""
        pairs = combinations(range(len(story.entities)), 2)
        orders = {f"{pair}": Clause(*pair, 1, self._tower(story)[0]) for pair in pairs}
        orders |= {f"{pair}=": claim._replace(low=0, high=0) for pair, claim in orders.items()}
        task = self._task(story, orders)
        for model in task.problem.models(task.guards, list(task.goals.values()), limit):
            yield self._drawn(story, task, model)

    def _drawn(self, story: Story, task: Task[int], model: Model) -> Witness:
        place = {person: int(model.numbers[person,]) for person in range(len(story.entities))}
        return Floors(place, dict(enumerate(story.entities)), (task.read,))

    def _tower(self, story: Story) -> tuple[int, bool]:
        return tower_of({**dict(story.settings), **self._settings})

    def _task(self, story: Story, claims: Mapping[str, Clause]) -> Task[int]:
        said = read(story)
        floors, sharing = self._tower(story)
        problem = problem_of(self._backend, len(story.entities), floors, sharing, [*said, *claims.values()], self._limits.seed)
        problem.allow(self._limits.seconds)
        goals = {name: number for number, name in enumerate(claims, len(said))}
        return Task(problem, range(len(said)), floors, goals)
