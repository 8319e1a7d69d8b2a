"""Answers, witnesses, reasons and worlds for one story after another, on one backend."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Final, cast

from qsr.errors import LimitReached, UnsupportedQuestion
from qsr.logic import Not, leaves, mapped
from qsr.registry import fetched
from qsr.relations import DIRECTIONS, DISTANCES, LABELS
from qsr.solvers import Deadline, Model
from qsr.story import Answer, Question, Statement, Story, Witness
from qsr.theories.answers import Answers
from qsr.theories.engines import Engine, demands
from qsr.theories.everyday import Manner
from qsr.theories.formulas import formal
from qsr.theories.frame import SolvingSession
from qsr.theories.options import answer_options, fault_of_options, question_of
from qsr.theories.protocol import Limits
from qsr.theories.sound.claims import Formula, Holds, asked, meant, read
from qsr.theories.sound.geometry import Box
from qsr.theories.sound.regions import realise
from qsr.theories.sound.topology import BASES
from qsr.theories.tasks import Task, demanded
from qsr.witnesses import Regions

__all__ = ["ENGINES", "SoundSession"]

#: Backend -> where its engine stands; imported when first used.
ENGINES: Final[dict[str, str]] = {
    "closure": "qsr.theories.sound.by_closure:ClosureEngine",
    "clingo": "qsr.theories.sound.by_clingo:ClingoEngine",
}
_AXES: Final = 3
#: Relations under which the boxes of two regions may stand beside each other.
_APART: Final = frozenset({"DC", "EC"})
#: With more entities than this a witness is taken as it comes.
_SPREAD: Final = 8


class SoundSession(SolvingSession[Manner]):
    """See `SolvingSession`. The story that was asked last stays loaded, so that further questions are cheap.

    Only the entities that statements or questions speak of are given to the solver: any model has room for another region far out
    that touches nothing. See `qsr.theories.sound.claims.asked` for quantified questions. A question with options
    (`qsr.theories.options`) is a yes/no question for each.
    """

    formulas = True

    def __init__(self, answers: Answers, backend: str, limits: Limits) -> None:
        super().__init__(answers, limits)
        #: The backend that was chosen, and the one that is loaded: not every formula has a meaning for the closure.
        self._backend = self._used = backend
        #: Statements and number of entities of the story, and whether north has an axis of its own.
        self._said: tuple[tuple[Statement, ...], int, bool] | None = None
        self._claims: tuple[Formula, ...] = ()
        self._engine: Engine[Formula] | None = None
        #: Entity -> its number in the solver.
        self._number: dict[int, int] = {}

    def answer(self, story: Story, question: Question) -> Answer:
        """Return what the story says to the question."""
        if question.form == "options" and not fault_of_options(question):
            return answer_options(story, question, self.answer)
        return super().answer(story, question)

    def close(self) -> None:
        """Let go of solvers; the session is not used again."""
        if self._engine is not None:
            self._engine.problem.close()
        self._engine, self._said = None, None

    def _asked(self, story: Story, question: Question) -> list[Task[Manner]]:
        manner = self._read(story, question)
        claims = asked(story, question, manner)
        task = self._load(manner, list(claims.values()))
        return [replace(task, goals=dict(zip(claims, task.holding, strict=True)), holding=())]

    def _demanded(self, story: Story, question: Question | None, candidate: str | None) -> list[Task[Manner]]:
        manner = self._read(story, question)
        if question is not None and candidate is not None and (option := question_of(question, candidate)) is not None:
            question, candidate = option, "yes"
        return [self._load(manner, demands(question, candidate, lambda one: asked(story, one).values(), Not))]

    def _formal(self, story: Story, question: Question | None, candidate: str | None) -> Task[Manner]:
        """Load a story with formulas, which both backends take as they are; what a question supposes is one more statement."""
        found = formal(story, question, lambda _: LABELS)
        supposed = None if question is None else question.hypothesis
        said = [] if supposed is None else [Statement.says(len(story.statements), supposed)]
        if said and said[0].compound is None:
            said = [replace(one, properties=tuple(sorted((*one.properties, *found.compass)))) for one in said]
        manner = self._read(replace(story, statements=(*story.statements, *said)), question, backend="clingo")
        claims = {name: meant(formula, manner, found.compass) for name, formula in found.candidates.items()}
        task = self._load(manner, list(claims.values()))
        goals = dict(zip(claims, task.holding, strict=True))
        holding, failing = demanded(question, candidate, goals)
        owners = [*(one.id for one in story.statements), *([-1] * len(said))]
        return replace(task, goals=goals, holding=holding, failing=failing, owners=owners)

    def _worlds(self, story: Story, limit: int | None) -> Iterator[Witness]:
        """Yield models that differ in a direction or in the topology of two entities: regions do not show what is near or far."""
        manner = self._read(story, None)
        pairs = combinations(range(len(story.entities)), 2)
        claims = [Holds(label, first, second) for first, second in pairs for label in LABELS if label not in DISTANCES]
        task = self._load(manner, claims)
        number = dict(self._number)
        for model in task.problem.models(task.guards, task.holding, limit):
            yield _shown(story, model, number)

    def _drawn(self, story: Story, task: Task[Manner], model: Model) -> Witness:
        """Draw a model; some have no picture made of boxes.

        Regions that have to reach one corner from the same side touch there without overlapping.
        """
        return _shown(story, self._spread(task, model), self._number)

    def _concluded(self, story: Story, question: Question, found: Sequence[tuple[Task[Manner], Answer]]) -> Answer:
        ((task, answer),) = found
        told = tuple(dict.fromkeys(task.read.assumptions(question, (), ())))
        return replace(answer, assumptions=told) if told else answer

    def _read(self, story: Story, question: Question | None, backend: str | None = None) -> Manner:
        """Take the claims of a story, from the last call where it says the same; return how its words are meant."""
        manner = Manner(story, question)
        said = story.statements, len(story.entities), manner.own_axis
        if (backend or self._backend) != self._used:
            self._said, self._used = None, backend or self._backend
        if self._said != said:
            self._said, self._engine, self._number = None, None, {}
            self._claims = read(story, manner)
            self._said = said
        return manner

    def _load(self, manner: Manner, claims: Sequence[Formula]) -> Task[Manner]:
        """Return the story in an engine, with the time of one question before it, and the claims as goals that hold."""
        deadline = Deadline(self._limits.seconds)
        meant = {entity for claim in claims for atom in leaves(claim) for entity in (atom.head, atom.tail)}
        engine = self._engine
        if engine is None or not meant <= self._number.keys():
            said = {entity for statement in (self._said or ((), 0, False))[0] for entity in statement.args}
            self._number = {entity: place for place, entity in enumerate(sorted(said | meant | self._number.keys()))}
            loaded = [_renumbered(claim, self._number) for claim in self._claims]
            engine = self._engine = cast(
                "Engine[Formula]", fetched(ENGINES[self._used])(len(self._number), loaded, self._limits.seed)
            )
        goals = engine.ask([_renumbered(claim, self._number) for claim in claims])
        engine.problem.allow(deadline.remaining)
        return Task(engine.problem, range(len(self._claims)), manner, holding=goals)

    def _spread(self, task: Task[Manner], model: Model) -> Model:
        """Return a model in which as many boxes as a greedy search manages stand beside each other.

        Regions that do not overlap can be drawn as plain boxes if their boxes do not overlap either. Where there are many
        entities, or the time is up, the model stays as it is.
        """
        engine, wanted = self._engine, list(task.holding)
        if len(self._number) > _SPREAD or engine is None:
            return model
        for one, other in combinations(range(len(self._number)), 2):
            apart = any(name == "rcc" and pair[:2] == (one, other) and BASES[pair[2]] in _APART for name, pair in model.atoms)
            if not apart or _beside(model, one, other):
                continue
            for direction in DIRECTIONS:
                (goal,) = engine.ask([Holds(direction, one, other)])
                try:
                    found = task.problem.model(task.guards, [*wanted, goal], task.failing)
                except LimitReached:
                    return model
                if found is not None:
                    model, wanted = found, [*wanted, goal]
                    break
        return model


def _shown(story: Story, model: Model, number: Mapping[int, int]) -> Witness:
    place = {solver: entity for entity, solver in number.items()}
    boxes: dict[int, Box] = {}
    ranks = [
        {value: rank for rank, value in enumerate(sorted({v for key, v in model.numbers.items() if key[1] == axis}))}
        for axis in range(_AXES)
    ]
    for solver, entity in place.items():
        boxes[entity] = tuple(
            (ranks[axis][model.numbers[solver, axis, 0]], ranks[axis][model.numbers[solver, axis, 1]]) for axis in range(_AXES)
        )
    rcc8 = {(place[x], place[y]): BASES[r] for name, (x, y, r) in sorted(model.atoms) if name == "rcc" and x < y}
    # Whoever is not spoken of stands apart from all others, behind the last of them on every axis.
    beyond = max(map(len, ranks)) + 1
    for entity in range(len(story.entities)):
        if entity not in boxes:
            rcc8 |= {(other, entity): "DC" for other in boxes}
            boxes[entity] = ((beyond, beyond + 1),) * _AXES
            beyond += 2
    try:
        regions = realise(rcc8, {entity: boxes[entity] for entity in sorted(boxes)})
    except ValueError as refusal:
        raise UnsupportedQuestion(f"there are such regions, but none made of boxes to show: {refusal}") from refusal
    return Regions(regions, dict(enumerate(story.entities)))


def _beside(model: Model, one: int, other: int) -> bool:
    """Tell whether the boxes of two entities share no inner point."""
    ends = model.numbers
    return any(ends[one, axis, 1] <= ends[other, axis, 0] or ends[other, axis, 1] <= ends[one, axis, 0] for axis in range(_AXES))


def _renumbered(formula: Formula, number: Mapping[int, int]) -> Formula:
    return mapped(formula, lambda atom: Holds(atom.label, number[atom.head], number[atom.tail]))
