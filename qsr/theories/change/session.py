"""Sessions of the theory: a story's steps are formulas over who holds what, and so is what is asked of its end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import NamedTuple

from qsr.errors import NotCovered
from qsr.logic import Atom, Formula, Not, leaves, mapped
from qsr.solvers import Model, Outcome
from qsr.story import Answer, Question, Story, Witness
from qsr.theories.answers import Answers, quote
from qsr.theories.change.fitting import may_have_moved
from qsr.theories.change.solvers import PROBLEMS, film
from qsr.theories.change.telling import Telling, told
from qsr.theories.change.terms import IN, WITHIN, Claim, is_event
from qsr.theories.change.witness import NOT_SO, SO, Film
from qsr.theories.formulas import formal, goal_of
from qsr.theories.frame import SolvingSession, Task, demanded
from qsr.theories.protocol import Limits

__all__ = ["ChangeSession", "Meant"]


class Meant(NamedTuple):
    """A story in time: what each of its steps says, and whose words that are, -1 for nobody's; candidate -> what it claims."""

    telling: Telling
    steps: Sequence[Formula[Claim]]
    owners: Sequence[int]
    asked: Mapping[str, Formula[Claim]]


class ChangeSession(SolvingSession[Telling]):
    """See `SolvingSession`. A step left out of a core may have done anything to what it is about, and to nothing else."""

    formulas = True

    def __init__(self, answers: Answers, backend: str, limits: Limits) -> None:
        super().__init__(answers, limits)
        self._backend = backend
        self._last: tuple[Story, Telling, tuple[int, ...]] | None = None

    def _posed(self, story: Story, question: Question) -> list[Task[Telling]]:
        return [self.task(story, question, None)]

    def _wanted(self, story: Story, question: Question | None, candidate: str | None) -> list[Task[Telling]]:
        return [self.task(story, question, candidate)]

    _asked = _posed
    _demanded = _wanted

    def meant(self, story: Story, question: Question | None) -> Meant:
        """Return what a story and a question come to; raise NotCovered."""
        sought = self._asked_of(story, question)
        supposed = () if question is None or question.hypothesis is None else (question.hypothesis,)
        atoms = [atom for formula in (*sought.values(), *supposed) for atom in leaves(formula)]
        telling = told(story, self._unseen(story), atoms)
        moment = self._moment(question, telling)
        asked = {name: telling.terms.formula(formula, moment) for name, formula in sought.items()}
        steps = [*telling.steps, telling.always, *(telling.terms.formula(one, moment) for one in supposed)]
        owners = [*(statement.id for statement in story.statements), *(-1 for _ in steps[telling.last :])]
        return Meant(telling, steps, owners, asked)

    def task(self, story: Story, question: Question | None, candidate: str | None) -> Task[Telling]:
        """Return what a story and a question come to, loaded, with what the candidate demands; raise NotCovered."""
        telling, steps, owners, asked = self.meant(story, question)
        formulas = (*steps, *asked.values())
        claims = tuple(dict.fromkeys(claim for formula in formulas for claim in leaves(formula)))
        problem = PROBLEMS[self._backend](claims, telling, self._limits.seed)
        problem.allow(self._limits.seconds)
        known = {claim: number for number, claim in enumerate(claims)}
        guards = [problem.formula(mapped(formula, known.__getitem__)) for formula in steps]
        goals = {name: goal_of(problem, mapped(formula, known.__getitem__)) for name, formula in asked.items()}
        return Task(problem, guards, telling, goals, *demanded(question, candidate, goals), owners)

    def _telling(self, story: Story) -> Telling:
        """Return the telling in which as late as possible, and only where it must, something moved unseen."""
        if self._last is None or self._last[0] is not story:
            unseen = list[int]()
            if not self._is_possible(told(story), len(story.statements)):
                for number, statement in enumerate(story.statements):
                    if not is_event(statement) and not self._is_possible(told(story, unseen), number + 1):
                        if not may_have_moved(story, number):
                            break  # that contradicts what was said before
                        unseen.append(statement.id)
            self._last = story, told(story, unseen), tuple(unseen)
        return self._last[1]

    def _unseen(self, story: Story) -> tuple[int, ...]:
        """Return the statements before which something moved unseen."""
        self._telling(story)
        return () if self._last is None else self._last[2]

    def _is_possible(self, telling: Telling, steps: int) -> bool:
        """Tell whether the first steps can all be true."""
        begun = (*telling.steps[:steps], telling.always)
        claims = {claim: number for number, claim in enumerate(dict.fromkeys(one for step in begun for one in leaves(step)))}
        problem = PROBLEMS[self._backend](tuple(claims), telling, self._limits.seed)
        problem.allow(self._limits.seconds)
        guards = [problem.formula(mapped(step, claims.__getitem__)) for step in begun]
        return problem.satisfiable(guards) is not Outcome.NO

    def _moment(self, question: Question | None, telling: Telling) -> int:
        """Return the moment that a question is about: the one behind the last step, unless it names another."""
        named = {} if question is None else dict(question.properties)
        if question is None or "before" not in named:
            return named["moment"][0] if "moment" in named else telling.last
        thing, (place,) = question.args[0], named["before"]
        there = [Claim(WITHIN, thing, place, moment) for moment in range(telling.last + 1)]
        formulas = (*telling.steps, telling.always)
        claims = {
            claim: number for number, claim in enumerate(dict.fromkeys((*there, *(one for f in formulas for one in leaves(f)))))
        }
        problem = PROBLEMS[self._backend](tuple(claims), telling, self._limits.seed)
        problem.allow(self._limits.seconds)
        guards = [problem.formula(mapped(formula, claims.__getitem__)) for formula in formulas]
        away = [problem.formula(Not(claims[claim])) for claim in there]
        here = [problem.satisfiable([*guards, one]) is Outcome.NO for one in away]
        last = next((moment for moment in reversed(range(1, telling.last + 1)) if here[moment] and not here[moment - 1]), None)
        if last is None:
            raise NotCovered("not covered: the story does not say when it came there")
        return last - 1

    def _asked_of(self, story: Story, question: Question | None) -> dict[str, Formula[Atom]]:
        if question is None:
            return {}
        if question.form == "relation" and not question.candidates:
            question = replace(question, candidates=("inside",))
        found = formal(replace(story, statements=()), replace(question, hypothesis=None), lambda _: ())
        return dict(found.candidates)

    def _worlds(self, story: Story, limit: int | None) -> Iterator[Witness]:
        """Yield tellings no two of which agree on who is where at every moment."""
        telling = self._telling(story)
        claims = [
            Claim(IN, thing, one, moment)
            for (thing, every), moment in product(telling.holders.items(), range(telling.last + 1))
            for one in every
            if not moment or thing in telling.about[moment - 1]
        ]
        steps = (*telling.steps, telling.always)
        own = [claim for formula in steps for claim in leaves(formula)]
        known = {claim: number for number, claim in enumerate(dict.fromkeys((*own, *claims)))}
        problem = PROBLEMS[self._backend](tuple(known), telling, self._limits.seed)
        problem.allow(self._limits.seconds)
        guards = [problem.formula(mapped(formula, known.__getitem__)) for formula in steps]
        task = Task(problem, guards, telling)
        for model in problem.models(guards, [known[claim] for claim in claims], limit):
            yield self._drawn(story, task, model)

    def _concluded(self, story: Story, question: Question, found: Sequence[tuple[Task[Telling], Answer]]) -> Answer:
        """Return the answer with what is taken to have happened although nobody told it."""
        ((_, answer),) = found
        unseen = [
            one for one in self._unseen(story) if not any(s.id == one and s.property("then") is True for s in story.statements)
        ]
        said = tuple(f"what {quote(story, number)} is about moved before, unseen" for number in unseen)
        return replace(answer, assumptions=(*answer.assumptions, *said)) if said else answer

    def _drawn(self, story: Story, task: Task[Telling], model: Model) -> Witness:
        terms = task.read.terms
        names = {**dict(enumerate(story.entities)), terms.anywhere: "somewhere else", terms.so: SO, terms.not_so: NOT_SO}
        for (label, one, other), number in terms.facts.items():
            names[number] = (
                f"{story.entities[one]} {label.removeprefix('named:').removesuffix(':mutual')} {story.entities[other]}"
            )
        return Film(film(model, task.read), names, told={str(one.id + 1): story.quote(one.id) for one in story.statements})
