"""What every solver offers: a problem with guards and goals, and three-valued questions about it.

A *guard* is an integer that switches one part of the problem on; a question names the guards that are on, and all others
are off. A *goal* is an integer whose truth is defined in every model; a question may demand that some goals hold and
that others fail. A goal is *possible* if it holds in some model (brave consequence) and *entailed* if it holds in all of
them (cautious consequence); where there is no model, nothing is possible and nothing is entailed here, so that the caller
cannot mistake a contradiction for knowledge.

Possible and entailed are found by asking for one model and then only for the goals that no model so far has shown to be true, and
for those that none has shown to be false: every model settles many goals at once. Minimal sets are those of `qsr.cores`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import islice
from typing import ClassVar, Protocol, runtime_checkable

from qsr.cores import by_bisection, by_deletion
from qsr.errors import BackendUnavailable, LimitReached
from qsr.logic import Formula
from qsr.solvers.protocol import Consequences, Deadline, Decision, Model, Outcome

__all__ = ["Blaming", "Problem"]


@runtime_checkable
class Problem(Protocol):
    """A loaded problem. It answers many questions; it is not for two threads at once.

    Solvers derive from it and give `_find`, which keeps to `deadline`.
    """

    #: Whether the models that `_find` returns lack their numbers, so that an enumeration has to ask for each of them again.
    bare: ClassVar[bool] = False
    deadline: Deadline

    def __init__(self) -> None:
        self.deadline = Deadline()

    def allow(self, seconds: float | None) -> None:
        """Give the questions that follow this much wall time in all, until the next call."""
        self.deadline = Deadline(seconds)

    def _find(
        self, guards: Collection[int], holding: Collection[int], failing: Collection[int], goals: Collection[int]
    ) -> Model | None:
        """Return a model that tells which of `goals` hold (the loaded goals may be many more), or None; raise LimitReached."""
        raise NotImplementedError

    def satisfiable(self, guards: Collection[int], holding: Collection[int] = (), failing: Collection[int] = ()) -> Outcome:
        """Tell whether some model has exactly these guards on, the goals `holding` true and the goals `failing` false."""
        try:
            return Outcome.NO if self._find(guards, holding, failing, ()) is None else Outcome.YES
        except LimitReached:
            return Outcome.UNKNOWN

    def model(self, guards: Collection[int], holding: Collection[int] = (), failing: Collection[int] = ()) -> Model | None:
        """Return such a model, or None where there is none; raise LimitReached where the limit came first."""
        return self._find(guards, holding, failing, [*holding, *failing])

    def consequences(self, guards: Collection[int], goals: Collection[int]) -> Consequences:
        """Decide possible and entailed for the goals in one pass."""
        asked = frozenset(goals)
        try:
            first = self._find(guards, (), (), asked)
        except LimitReached:
            return Consequences(Outcome.UNKNOWN, Decision(unknown=asked), Decision(unknown=asked))
        if first is None:
            return Consequences(Outcome.NO, Decision(no=asked), Decision(no=asked))
        true, false = first.goals, asked - first.goals
        never: set[int] = set()
        always: set[int] = set()
        try:
            for goal in sorted(asked):
                if goal not in true:
                    found = self._find(guards, (goal,), (), asked)
                elif goal not in false:
                    found = self._find(guards, (), (goal,), asked)
                else:
                    continue
                if found is not None:
                    true, false = true | found.goals, false | (asked - found.goals)
                elif goal in true:
                    always.add(goal)
                else:
                    never.add(goal)
        except LimitReached:
            pass
        # A goal that fails in some model is not entailed; one that can never hold is neither possible nor entailed.
        possible = Decision(true, frozenset(never), asked - true - never)
        return Consequences(Outcome.YES, possible, Decision(frozenset(always), false, asked - false - always))

    def models(self, guards: Collection[int], goals: Collection[int], limit: int | None = None) -> Iterator[Model]:
        """Yield at most `limit` models, no two of which agree on all the goals; raise LimitReached on the time limit.

        Depth first over the goals: a model is known before a branch is entered, so at most one call per goal lies between two
        models.
        """
        asked = frozenset(goals)
        for found in islice(self._branches(guards, sorted(asked)), limit):
            whole = self.model(guards, asked & found.goals, asked - found.goals) if self.bare else found
            if whole is not None:
                yield whole

    def _branches(self, guards: Collection[int], goals: list[int]) -> Iterator[Model]:
        first = self._find(guards, (), (), goals)
        if first is None:
            return
        yield first
        # A model, and the goals still to be flipped in it: those after the ones that its branch has fixed, the last one first.
        branches = [(first, iter(range(len(goals) - 1, -1, -1)))]
        while branches:
            model, depths = branches[-1]
            depth = next(depths, None)
            if depth is None:
                branches.pop()
                continue
            holding = [goal for goal in goals[:depth] if goal in model.goals]
            failing = [goal for goal in goals[:depth] if goal not in model.goals]
            (failing if goals[depth] in model.goals else holding).append(goals[depth])
            other = self._find(guards, holding, failing, goals)
            if other is not None:
                yield other
                branches.append((other, iter(range(len(goals) - 1, depth, -1))))

    def core(
        self, guards: Collection[int], holding: Collection[int] = (), failing: Collection[int] = ()
    ) -> tuple[int, ...] | None:
        """Return a minimal set of guards, in their order, that leaves no such model; None where there is a model.

        Minimal: without any one of its guards there is a model. Of several sets the earlier guards are kept, see
        `qsr.cores`. Raise LimitReached where the limit came first.
        """

        def contradicts(chosen: Collection[int]) -> bool:
            outcome = self.satisfiable(chosen, holding, failing)
            if outcome is Outcome.UNKNOWN:
                raise LimitReached("a limit was reached before a contradiction was shown or excluded")
            return outcome is Outcome.NO

        return by_bisection(contradicts, guards)

    def formula(self, formula: Formula[int]) -> int:
        """Return a number below zero for a formula of goals: a goal that holds where it does, and a guard that demands it.

        Raise BackendUnavailable for a solver that takes relations and conjunctions of them, and no other formulas, as here.
        """
        raise BackendUnavailable("this solver takes relations and conjunctions of them, and no other formulas")

    def close(self) -> None:
        """Let go of the solver, where anything outlives the object."""
        return None


class Blaming(Problem):
    """A problem whose solver names guards that leave no model, given `_find` and `_blame`."""

    def _blame(self, guards: Collection[int], holding: Collection[int], failing: Collection[int]) -> Collection[int] | None:
        """Return guards, not necessarily few, that leave no model; None where there is one; raise LimitReached."""
        raise NotImplementedError

    def core(
        self, guards: Collection[int], holding: Collection[int] = (), failing: Collection[int] = ()
    ) -> tuple[int, ...] | None:
        """Return a minimal set of guards, in their order, that leaves no such model; None where there is a model."""
        return by_deletion(lambda chosen: self._blame(chosen, holding, failing), guards)
