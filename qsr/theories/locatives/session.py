"""Does a hypothesis follow from premises, contradict them, or neither? Scenes as witnesses, sentences as cores.

Where words have several readings (whose front "behind" speaks of), all readings under which the premises have a model must give
the same answer; else the question is not covered, and the reason names what the readings differ in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from qsr.solvers import Deadline, Model
from qsr.story import Answer, Question, Story, Witness
from qsr.theories.answers import answered
from qsr.theories.frame import SolvingSession
from qsr.theories.locatives import doubts
from qsr.theories.locatives.by_clingo import facts_of, goal_of, problem_of
from qsr.theories.locatives.laws import Facts
from qsr.theories.locatives.reading import LAWS, Scene, read
from qsr.theories.locatives.witness import RelationsInScene
from qsr.theories.tasks import Task, demanded

__all__ = ["LocativesSession", "facts_in"]


class Meant(NamedTuple):
    """A scene under some of the optional laws."""

    scene: Scene
    laws: tuple[int, ...]


class LocativesSession(SolvingSession[Meant]):
    """See `SolvingSession`; every call stands alone. Yes is an entailment, no a contradiction, and neither is neutral."""

    def _asked(self, story: Story, question: Question) -> Iterator[Task[Meant]]:
        yield from self._tasks(read(story, question))

    def _demanded(self, story: Story, question: Question | None, candidate: str | None) -> Iterator[Task[Meant]]:
        if question is not None and candidate is not None:
            # What is not covered may show in the answer alone, as where readings do not agree.
            answered(self.answer(story, question), candidate, ("yes", "no"))
        for task in self._tasks(read(story, question if candidate is not None else None)):
            task.holding, task.failing = demanded(question, candidate, task.goals)
            yield task

    def _drawn(self, story: Story, task: Task[Meant], model: Model) -> Witness:
        return _witness(story, facts_of(model))

    def _worlds(self, story: Story, limit: int | None) -> Iterator[Witness]:
        """Yield one scene of a consistent story; scenes that differ in it are not listed."""
        witness = self.witness(story)
        if witness is not None:
            yield witness

    def _concluded(self, story: Story, question: Question, found: Sequence[tuple[Task[Meant], Answer]]) -> Answer:
        answers = [answer for _, answer in found]
        if undecided := next((answer for answer in answers if answer.status == "unknown"), None):
            return undecided
        if any(answer != answers[0] for answer in answers):
            readings = [(set(task.read.laws), answer) for task, answer in found]
            differing = min(
                (sorted(one ^ other) for (one, first), (other, second) in combinations(readings, 2) if first != second), key=len
            )
            what = " and ".join(LAWS[law] for law in differing)
            return self._answers.plain("not_covered", reason=f"not covered: the answer depends on {what}")
        doubt = doubts.about(story, question, found[0][0].read.scene) if answers[0].status == "ambiguous" else ""
        return self._answers.plain("not_covered", reason=f"not covered: {doubt}") if doubt else answers[0]

    def _tasks(self, scene: Scene) -> Iterator[Task[Meant]]:
        deadline = Deadline(self._limits.seconds)
        for laws in scene.laws:
            problem = problem_of(scene, laws, self._limits.seed)
            problem.deadline = deadline
            yield Task(problem, range(len(scene.statements)), Meant(scene, laws), {"": goal_of(scene)})


def facts_in(witness: Witness) -> Facts:
    """Return the facts that a witness of this theory holds."""
    return frozenset(
        (str(relation), (thing, *others), int(moment))
        for thing, facts in witness.place.items()
        for relation, moment, *others in facts
    )


def _witness(story: Story, facts: Facts) -> Witness:
    """Return a scene: for each thing the relations it has to others, each with its moment and these."""
    place: dict[int, list[tuple[object, ...]]] = {thing: [] for thing in range(len(story.entities))}
    for relation, (thing, *others), moment in sorted(facts):
        place[thing].append((relation, moment, *others))
    return RelationsInScene({thing: tuple(found) for thing, found in place.items()}, dict(enumerate(story.entities)))
