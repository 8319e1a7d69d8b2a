"""Sessions of the theory: each question is put to a solver as formulas over orders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from typing import Final, TypeAlias

from qsr.errors import UnsupportedQuestion
from qsr.logic import Atom, Relation, evaluated, leaves, mapped
from qsr.solvers import Model, Problem
from qsr.story import Answer, Question, Story, Witness
from qsr.theories.answers import Answers
from qsr.theories.arrangement.orders import BEFORE, Order, Turn, holds, laws, meant, supposing, things
from qsr.theories.arrangement.solvers import PROBLEMS, Claims, Things, places, turns
from qsr.theories.arrangement.witness import Orders, Plane
from qsr.theories.everyday import as_seen
from qsr.theories.formulas import Formal
from qsr.theories.frame import Kept, SolvingSession, Task
from qsr.theories.protocol import Limits

__all__ = ["ArrangementSession"]


#: Who has a place on each axis, and the claims, in the order of their goals.
Read: TypeAlias = tuple[Things, Claims]
#: What was asked last stays loaded: further candidates of the same questions are cheap.
_LOADED: Final = 4
#: In how many ways, and up to which number they are counted.
ARRANGEMENTS: Final = "arrangements"
_COUNTED: Final = 20_000


class ArrangementSession(SolvingSession[Read]):
    """See `SolvingSession`; what is read of a story is who has a place on which axis. Plain statements are formulas, too."""

    formulas = True

    def __init__(self, answers: Answers, backend: str, limits: Limits) -> None:
        super().__init__(answers, limits)

        def loaded(claims: tuple[tuple[Order | Turn, ...], ...]) -> tuple[Problem, Read]:
            on = things(order for claim in claims for order in claim)
            return PROBLEMS[backend](claims, on, limits.seed), (on, claims)

        # Not closed when they fall out: somebody may still be drawing worlds from one of them.
        self._problems = Kept(_LOADED, loaded, lambda _: None)

    def answer(self, story: Story, question: Question) -> Answer:
        """See `Session`; in how many ways formulas may hold and fail together is counted one by one."""
        if question.form != "how_many" or question.mood != ARRANGEMENTS:
            return super().answer(story, question)
        names = tuple(map(str, range(len(question.formulas))))
        which = replace(question, form="which", candidates=names, mood="could")
        answer = super().answer(story, which)
        if answer.status not in ("determined", "ambiguous"):
            return answer
        task = self._formal(story, which, None)
        many = sum(1 for _ in task.problem.models(task.guards, list(task.goals.values()), _COUNTED + 1))
        if many > _COUNTED:
            return self._answers.plain("unknown", reason=f"there are more than {_COUNTED} arrangements")
        found = frozenset({str(many)})
        return replace(answer, status="determined", value=str(many), reason="", possible=found, entailed=found)

    def _asked(self, story: Story, question: Question) -> list[Task[Read]]:
        return [self._formal(story, question, None)]

    def _demanded(self, story: Story, question: Question | None, candidate: str | None) -> list[Task[Read]]:
        return [self._formal(story, question, candidate)]

    def _formal(self, story: Story, question: Question | None, candidate: str | None) -> Task[Read]:
        if question is not None and question.mood == ARRANGEMENTS and candidate is not None:
            raise UnsupportedQuestion("a number of arrangements is counted, and no single one shows it")
        return super()._formal(story, supposing(story, question), candidate)

    def _decided(self, task: Task[Read], known: Mapping[Atom, int]) -> Task[Read]:
        """Leave it to a model which sides of lines hold: each further one that is settled makes numbers harder to find."""
        return task if turns(task.read[1]) else super()._decided(task, known)

    def _loaded(self, found: Formal, question: Question | None) -> Task[Read]:
        said = [statement.formula for statement in found.story.statements]
        atoms = dict.fromkeys((*(atom for formula in said for atom in leaves(formula)), *found.atoms))
        claims = tuple(meant(atom) for atom in atoms)
        problem, read = self._problems.get(claims)
        problem.allow(self._limits.seconds)
        goals = {atom: number for number, atom in enumerate(atoms)}
        guards = [problem.formula(mapped(formula, goals.__getitem__)) for formula in said]
        return Task(problem, guards, read, holding=[goals[atom] for atom in found.atoms])

    def _concluded(self, story: Story, question: Question, found: Sequence[tuple[Task[Read], Answer]]) -> Answer:
        answer = super()._concluded(story, question, found)
        granted = story.referents.puzzle.granted if story.referents is not None and story.referents.puzzle is not None else ()
        return replace(answer, assumptions=(*answer.assumptions, *as_seen(story), *granted))

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

    def _drawn(self, story: Story, task: Task[Read], model: Model) -> Witness:
        on, claims = task.read
        at, names = places(model, on), dict(enumerate(story.entities))
        if not turns(claims):
            return Orders.of(at, names)
        true = self._true(claims, at)
        named = dict(zip(claims, true, strict=True))
        wrong = [goal for goal in (*task.holding, *task.failing) if goal >= 0 and true[goal] != (goal in task.holding)]
        if wrong or not all(evaluated(one.formula, lambda atom: named[meant(atom)]) for one in story.statements):
            raise UnsupportedQuestion("there are such points, and none with coordinates that are fractions was found")
        # As few digits as keep what is true.
        for most in (1, 10, 100, 10_000):
            fewer = {axis: {one: number.limit_denominator(most) for one, number in of.items()} for axis, of in at.items()}
            if self._true(claims, fewer) == true:
                at = fewer
                break
        return Plane.of(at, names)

    @staticmethod
    def _true(claims: Claims, at: dict[str, dict[int, Fraction]]) -> list[bool]:
        return [all(holds(order, at) for order in claim) for claim in claims]
