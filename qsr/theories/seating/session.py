"""Answers, witnesses, reasons and worlds for one seating story after another, on one backend.

A question with options has form ``"options"``, the letters as candidates, and two properties: `claims`, pairs of a letter and a
tuple of `qsr.seats.Claim` that all have to hold, and `none`, the letters of options that say that no other is right. Such an
option is right where no other holds in every layout: one that holds in some layouts only does not count against it.

`core` and `witness` take as a candidate a letter, or ``"not A"`` for the denial of option A: excluding the denial proves the
option.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from qsr.errors import UnsupportedQuestion
from qsr.registry import fetched
from qsr.seats import Layout
from qsr.solvers import Model
from qsr.story import Answer, Question, Story, Witness
from qsr.theories.answers import Answers
from qsr.theories.frame import Kept, SolvingSession
from qsr.theories.options import DENIAL
from qsr.theories.protocol import Core, Limits
from qsr.theories.seating.problem import SeatingProblem
from qsr.theories.seating.reading import asked, layout_of, none_of, read
from qsr.theories.seating.witness import Seats
from qsr.theories.tasks import Task, demanded

__all__ = ["BACKENDS", "SeatingSession"]

#: Backend -> what makes a problem for a layout, so many names and a seed.
BACKENDS: Final[dict[str, str]] = {
    "search": "qsr.theories.seating.by_search:SearchProblem",
    "clingo": "qsr.theories.seating.by_clingo:ClingoSeating",
}

#: Problems that a session keeps, by layout and number of names, and the goals one may have before a fresh one takes its place.
_KEPT, _MOST_GOALS = 16, 500


class SeatingSession(SolvingSession[Layout]):
    """See `SolvingSession`; problems serve all stories with as many names in the same layout.

    For options the value of an answer is a tuple of letters, in the question's order: those that hold in every layout, or those
    that say "none" where no other does; empty where there are neither, and the status is then ambiguous.
    """

    said, several, one = "conditions", "these conditions contradict each other", "this cannot be"

    def __init__(self, answers: Answers, backend: str, settings: Mapping[str, str], limits: Limits) -> None:
        super().__init__(answers, limits)
        self._settings = settings
        self._problems: Kept[tuple[Layout, int], SeatingProblem] = Kept(
            _KEPT, lambda key: fetched(BACKENDS[backend])(*key, limits.seed), lambda problem: problem.close()
        )

    def witness(self, story: Story, question: Question | None = None, candidate: str | None = None) -> Witness | None:
        """Return a layout in which the candidate holds: a letter, ``"not A"``, a relation, ``"yes"`` or ``"no"``.

        For an option that says "none": a layout in which no other option holds. Raise UnsupportedQuestion where that option is
        right and there is no such layout, since another option holds in each.
        """
        found = super().witness(story, question, candidate)
        says_none = question is not None and candidate in none_of(question)
        if found is None and question is not None and says_none and candidate in self.answer(story, question).possible:
            raise UnsupportedQuestion(f"{candidate} is right because no other option holds in every layout; one does in each")
        return found

    def core(self, story: Story, question: Question | None = None, candidate: str | None = None) -> Core | None:
        """Return a minimal set of statements that excludes the candidate; excluding ``"not A"`` proves A.

        An option that says "none" is excluded by what proves the first option that holds. Its denial is excluded by a minimal
        set of statements under which no layout makes any other option true; where there is no such set, the option rests
        on layouts in which the others fail, and the result is None.
        """
        with self._naming(story, question):
            ask = None if question is None else asked(story, question, self._layout(story))
        if ask is not None and candidate in ask.none:
            proofs = (super(SeatingSession, self).core(story, question, DENIAL + other) for other in ask.candidates)
            return next((proof for proof in proofs if proof is not None), None)
        return super().core(story, question, candidate)

    def close(self) -> None:
        """Let go of solvers; the session is not used again."""
        self._problems.clear()

    def _asked(self, story: Story, question: Question) -> list[Task[Layout]]:
        problem, guards, layout = self._load(story)
        goals = {name: problem.number(bonds) for name, bonds in asked(story, question, layout).candidates.items()}
        return [Task(problem, guards, layout, goals)]

    def _demanded(self, story: Story, question: Question | None, candidate: str | None) -> list[Task[Layout]]:
        if question is None or candidate is None:
            problem, guards, layout = self._load(story)
            holding, failing = demanded(question, candidate, {})
            return [Task(problem, guards, layout, {}, holding, failing)]
        (task,) = self._asked(story, question)
        none = none_of(question)
        letter = candidate.removeprefix(DENIAL)
        if candidate in none:
            task.failing = list(task.goals.values())
        elif letter in none:
            # Any other option will do.
            return [replace(task, holding=[goal]) for goal in task.goals.values()]
        elif candidate not in task.goals and letter in task.goals and question.form != "yes_no":
            task.failing = [task.goals[letter]]
        else:
            task.holding, task.failing = demanded(question, candidate, task.goals)
        return [task]

    def _drawn(self, story: Story, task: Task[Layout], model: Model) -> Witness:
        return _witness(story, task.read, tuple(int(model.numbers[name,]) for name in range(len(story.entities))))

    def _worlds(self, story: Story, limit: int | None) -> Iterator[Witness]:
        """Yield all layouts; those that differ by a rotation are different."""
        problem, guards, layout = self._load(story)
        for places in problem.layouts(guards):
            yield _witness(story, layout, places)

    def _concluded(self, story: Story, question: Question, found: Sequence[tuple[Task[Layout], Answer]]) -> Answer:
        """Return the answer to a question with options, of which those that claim something are decided."""
        ((_, answer),) = found
        if question.form != "options":
            return answer
        possible, entailed = answer.possible, answer.entailed
        none = frozenset() if entailed else frozenset(none_of(question))
        if answer.undecided:
            return replace(answer, undecided=answer.undecided | none)
        value = tuple(letter for letter in question.candidates if letter in entailed | none)
        told = self._answers.decided(question.candidates, possible | none, entailed | none, frozenset(), value)
        return told if value or told.reason else replace(told, reason="no option holds in any layout")

    def _fault(self, story: Story, tasks: Sequence[Task[Layout]]) -> str:
        """Say that there are too few places, or quote a minimal set of conditions that contradict each other."""
        layout = tasks[0].read
        if len(story.entities) > layout.places:
            return f"there are {len(story.entities)} names for the {layout.places} places of the layout {str(layout)!r}"
        return super()._fault(story, tasks)

    def _layout(self, story: Story) -> Layout:
        return layout_of(story, self._settings)

    def _load(self, story: Story) -> tuple[SeatingProblem, list[int], Layout]:
        """Return the problem for the story's layout, with time for one question, and the guard of each statement."""
        layout = self._layout(story)
        said = read(story, layout)
        key = (layout, len(story.entities))
        if self._problems.get(key).size > _MOST_GOALS:
            self._problems.drop(key)
        problem = self._problems.get(key)
        problem.allow(self._limits.seconds)
        return problem, [problem.number((bond,)) for bond in said], layout


def _witness(story: Story, layout: Layout, places: Sequence[int]) -> Witness:
    return Seats(dict(enumerate(places)), dict(enumerate(story.entities)), layout=str(layout))
