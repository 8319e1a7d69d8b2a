"""Sessions of the theory: each question is put to a solver as formulas over orders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations
from typing import Final

from qsr.errors import UnsupportedQuestion
from qsr.logic import Atom, Relation, leaves, mapped
from qsr.solvers import Model, Problem
from qsr.story import Answer, Question, Story, Witness
from qsr.theories.answers import Answers
from qsr.theories.arrangement.orders import BEFORE, TURN, Order, Turn, laws, meant, supposing, things
from qsr.theories.arrangement.solvers import PROBLEMS, Things, places
from qsr.theories.arrangement.witness import Orders
from qsr.theories.everyday import as_seen
from qsr.theories.formulas import Formal
from qsr.theories.frame import Kept, SolvingSession, Task
from qsr.theories.protocol import Limits

__all__ = ["ArrangementSession"]


#: What was asked last stays loaded: further candidates of the same questions are cheap.
_LOADED: Final = 4


class ArrangementSession(SolvingSession[Things]):
    """See `SolvingSession`; what is read of a story is who has a place on which axis. Plain statements are formulas, too."""

    formulas = True

    def __init__(self, answers: Answers, backend: str, limits: Limits) -> None:
        super().__init__(answers, limits)

        def loaded(claims: tuple[tuple[Order | Turn, ...], ...]) -> tuple[Problem, Things]:
            on = things(order for claim in claims for order in claim)
            return PROBLEMS[backend](claims, on, limits.seed), on

        # Not closed when they fall out: somebody may still be drawing worlds from one of them.
        self._problems = Kept(_LOADED, loaded, lambda _: None)

    def _asked(self, story: Story, question: Question) -> list[Task[Things]]:
        return [self._formal(story, question, None)]

    def _demanded(self, story: Story, question: Question | None, candidate: str | None) -> list[Task[Things]]:
        return [self._formal(story, question, candidate)]

    def _formal(self, story: Story, question: Question | None, candidate: str | None) -> Task[Things]:
        return super()._formal(story, supposing(story, question), candidate)

    def _loaded(self, found: Formal, question: Question | None) -> Task[Things]:
        said = [statement.formula for statement in found.story.statements]
        atoms = dict.fromkeys((*(atom for formula in said for atom in leaves(formula)), *found.atoms))
        claims = tuple(meant(atom) for atom in atoms)
        problem, on = self._problems.get(claims)
        problem.allow(self._limits.seconds)
        goals = {atom: number for number, atom in enumerate(atoms)}
        guards = [problem.formula(mapped(formula, goals.__getitem__)) for formula in said]
        return Task(problem, guards, on, holding=[goals[atom] for atom in found.atoms])

    def _concluded(self, story: Story, question: Question, found: Sequence[tuple[Task[Things], Answer]]) -> Answer:
        answer = super()._concluded(story, question, found)
        return replace(answer, assumptions=(*answer.assumptions, *as_seen(story)))

    def _worlds(self, story: Story, limit: int | None) -> Iterator[Witness]:
        """Yield arrangements no two of which agree on all axes on what comes before what."""
        supposing(story, None)
        said = (*(one.formula for one in story.statements), *laws(story))
        on = things(order for one in said for atom in leaves(one) for order in meant(atom))
        pairs = [Atom(Relation(BEFORE, axis), pair) for axis, here in on.items() for pair in permutations(here, 2)]
        names = tuple(map(str, range(len(pairs))))
        task = self._formal(story, Question(0, "which", (), names, formulas=tuple(pairs)), None)
        for model in task.problem.models(task.guards, list(task.goals.values()), limit):
            yield self._drawn(story, task, model)

    def _drawn(self, story: Story, task: Task[Things], model: Model) -> Witness:
        if any(atom.relation.name == TURN for one in story.statements for atom in leaves(one.formula)):
            raise UnsupportedQuestion("who is left of a line is not shown by places in an order")
        return Orders.of(places(model, task.read), dict(enumerate(story.entities)))
