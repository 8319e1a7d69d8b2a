"""A story in a solver with what is asked of it, and what can be said against it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from qsr.cores import by_bisection
from qsr.errors import LimitReached, NotCovered
from qsr.solvers import Model, Outcome, Problem
from qsr.story import Question
from qsr.theories.options import DENIAL
from qsr.theories.protocol import Core

__all__ = ["Task", "core_of", "demanded"]

Read = TypeVar("Read")


@dataclass(slots=True)
class Task(Generic[Read]):
    """A story that is loaded into a solver, with time for one question.

    Parameters
    ----------
    problem
        The solver.
    guards
        The guard of each statement, in the order of the statements.
    read
        What the theory understood, for drawing a model.
    goals
        Candidate -> its goal.
    holding, failing
        Goals that must hold, and those that must fail.
    owners
        The statement that answers for each guard, -1 for a guard of none; where it is empty, each for its own.
    """

    problem: Problem
    guards: Sequence[int]
    read: Read
    goals: Mapping[str, int] = field(default_factory=dict)
    holding: Sequence[int] = ()
    failing: Sequence[int] = ()
    owners: Sequence[int] = ()

    def model(self) -> Model | None:
        """Return a model as it is demanded; raise LimitReached where the limit came first."""
        return self.problem.model(self.guards, self.holding, self.failing)


def demanded(question: Question | None, candidate: str | None, goals: Mapping[str, int]) -> tuple[list[int], list[int]]:
    """Return the goals that must hold, and those that must fail, for a candidate of a question; raise NotCovered for any other.

    `goals` has one goal for each candidate, one for a yes/no question.
    """
    if candidate is None:
        return [], []
    if question is None:
        raise ValueError("a candidate needs the question that it answers")
    if question.form == "yes_no":
        (goal,) = goals.values()
        if candidate not in ("yes", "no"):
            raise NotCovered("a yes/no question has the candidates yes and no")
        return ([goal], []) if candidate == "yes" else ([], [goal])
    label = candidate.removeprefix(DENIAL)
    if label not in goals:
        raise NotCovered(f"{candidate!r} is no candidate of the question")
    return ([goals[label]], []) if label == candidate else ([], [goals[label]])


def core_of(tasks: Sequence[Task[Any]]) -> Core | None:
    """Return a minimal set of statements that leaves no model for any of the tasks, which share them; None where one has a model.

    Of a statement that is made twice the first counts. What no statement answers for is supposed throughout.
    """
    guards = tasks[0].guards if tasks else ()
    owners = (tasks[0].owners if tasks else ()) or range(len(guards))
    if len(tasks) == 1 and -1 not in owners and len({*owners}) == len(owners):
        found = tasks[0].problem.core(guards, tasks[0].holding, tasks[0].failing)
        return None if found is None else Core.of(owners[list(guards).index(guard)] for guard in found)

    def excluded(statements: Collection[int]) -> bool:
        said = {*statements, -1}
        for task in tasks:
            chosen = [guard for guard, owner in zip(task.guards, owners, strict=True) if owner in said]
            outcome = task.problem.satisfiable(chosen, task.holding, task.failing)
            if outcome is Outcome.UNKNOWN:
                raise LimitReached("the time limit was reached before the set was minimal")
            if outcome is Outcome.YES:
                return False
        return True

    first = dict(zip(reversed(guards), reversed(owners), strict=True))
    kept = by_bisection(excluded, sorted({*first.values()} - {-1}))
    return None if kept is None else Core.of(kept)
