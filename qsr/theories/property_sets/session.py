"""Answers, witnesses, reasons and worlds for one story after another, on one backend."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import lcm
from typing import Final, NamedTuple

from qsr.errors import BackendUnavailable, NotCovered
from qsr.logic import Atom
from qsr.registry import fetched
from qsr.solvers import Deadline, Model
from qsr.story import Answer, Question, Story, Witness
from qsr.theories.answers import Answers, quote
from qsr.theories.engines import Engine, demands
from qsr.theories.formulas import Formal
from qsr.theories.frame import SolvingSession
from qsr.theories.property_sets.claims import Claim, Reading, Space, denial, unit
from qsr.theories.property_sets.layout import arrange
from qsr.theories.property_sets.reading import asked, assumptions, compare, kind_hint, read, space_for
from qsr.theories.protocol import Core, Limits
from qsr.theories.tasks import Task
from qsr.witnesses import Boxes, Points

__all__ = ["AUTO", "ENGINES", "FEW", "PropertySetSession"]

AUTO: Final = "auto"
#: Backend -> where its engine stands; imported when first used.
ENGINES: Final[dict[str, str]] = {
    "closure": "qsr.theories.property_sets.by_closure:ClosureEngine",
    "clingo": "qsr.theories.property_sets.by_clingo:ClingoEngine",
    "z3": "qsr.theories.property_sets.by_z3:Z3Engine",
}
#: With more statements than this that can hold in several ways the closure's branching could take long; clingo learns.
FEW: Final = 4


class Meant(NamedTuple):
    """What a story was read as, and what is demanded beside it."""

    reading: Reading
    demands: Sequence[Claim]


class PropertySetSession(SolvingSession[Meant]):
    """See `SolvingSession`. The story that was asked last stays loaded, so that further questions are cheap.

    All methods raise BackendUnavailable where the backend was chosen by name and cannot express the story.
    """

    formulas = True

    def __init__(self, answers: Answers, settings: Mapping[str, str], backend: str, limits: Limits) -> None:
        super().__init__(answers, limits)
        self._settings, self._backend = settings, backend
        self._story: Story | None = None
        self._reading: Reading | None = None
        #: Backend -> the unit of which its distances are multiples, and its engine.
        self._engines: dict[str, tuple[int, Engine[Claim]]] = {}
        self._deadline = Deadline()

    def close(self) -> None:
        """Let go of solvers; the session is not used again."""
        for _, engine in self._engines.values():
            engine.problem.close()
        self._engines = {}
        self._story = self._reading = None

    def _asked(self, story: Story, question: Question) -> list[Task[Meant]]:
        reading = self._read(story, question)
        names, claims = _candidates(question, reading)
        task = self._load(reading, claims)
        return [replace(task, goals=dict(zip(names, task.holding, strict=True)), holding=())]

    def _demanded(self, story: Story, question: Question | None, candidate: str | None) -> list[Task[Meant]]:
        reading = self._read(story, question)
        claims = demands(question, candidate, lambda one: _candidates(one, reading)[1], denial)
        return [self._load(reading, claims)]

    def _labels(self, story: Story, question: Question) -> Sequence[str]:
        return question.candidates or self._read(story, question).labels

    def _loaded(self, found: Formal, question: Question | None) -> Task[Meant]:
        space = space_for(found.with_atoms(), question, self._settings)
        reading = self._read(found.story, question, space)
        said = [Question(0, "yes_no", atom.args, (atom.relation,), properties=found.compass) for atom in found.atoms]
        claims = [asked(one, one.candidates[0], reading) for one in said]
        return self._load(reading, claims, formulas=True)

    def _settled(self, task: Task[Meant], truth: Mapping[Atom, bool]) -> Task[Meant]:
        reading, claims = task.read
        said = [claim if holds else denial(claim) for claim, holds in zip(claims, truth.values(), strict=True)]
        return replace(task, read=Meant(reading, said))

    def _worlds(self, story: Story, limit: int | None) -> Iterator[Witness]:
        """Yield models that differ in a label of two entities."""
        reading = self._read(story, None)
        pairs = [(first, second) for second in range(reading.space.entities) for first in range(second)]
        claims = [asked(Question(0, "relation", pair), label, reading) for pair in pairs for label in reading.labels]
        task = self._load(reading, claims, at_once=claims if reading.topological else ())
        for model in task.problem.models(task.guards, task.holding, limit):
            decided = [claim if goal in model.goals else denial(claim) for goal, claim in zip(task.holding, claims, strict=True)]
            yield self._drawn(story, replace(task, read=Meant(reading, decided)), model)

    def _concluded(self, story: Story, question: Question, found: Sequence[tuple[Task[Meant], Answer]]) -> Answer:
        ((task, answer),) = found
        told = assumptions(story, question, self._settings, task.read.reading, is_open=answer.status == "ambiguous")
        return replace(answer, assumptions=told) if told else answer

    def _contradiction(self, story: Story, task: Task[Meant], core: Core) -> str:
        """Add a hint where one sentence is at odds with its settings."""
        words = super()._contradiction(story, task, core)
        if task.owners or len({quote(story, statement) for statement in core.statements}) != 1:
            return words
        reading = task.read.reading
        hints = dict.fromkeys(kind_hint(reading.claims[statement], reading.space) for statement in core.statements)
        return "; ".join((words, *filter(None, hints)))

    def _read(self, story: Story, question: Question | None, space: Space | None = None) -> Reading:
        """Return the story as claims, from the last call where it says the same on the same axes."""
        space = space or space_for(story, question, self._settings)
        reading = self._reading
        if reading is None or reading.space != space or self._story is None or _said(self._story) != _said(story):
            reading = read(story, space, self._settings)
            # The old engines are not closed: somebody may still be drawing worlds from one of them.
            self._engines = {}
            self._story, self._reading = story, reading
        if question is not None:
            compare(reading, question)
        return reading

    def _load(
        self, reading: Reading, claims: Sequence[Claim], at_once: Sequence[Claim] = (), *, formulas: bool = False
    ) -> Task[Meant]:
        """Return the story in an engine, with the time of one question before it, and the claims as goals that hold.

        One model at a time is asked about most claims; those `at_once` are decided together in each model. With `formulas` the
        claims are parts of some, which the closure does not take.
        """
        self._deadline = Deadline(self._limits.seconds)
        *preferred, last = self._suited(reading.claims, claims, at_once, formulas=formulas)
        for backend in preferred:
            try:
                return self._load_on(backend, reading, claims)
            except BackendUnavailable:
                continue
        return self._load_on(last, reading, claims)

    def _load_on(self, backend: str, reading: Reading, claims: Sequence[Claim]) -> Task[Meant]:
        needed = lcm(unit(reading.claims), unit(claims))
        if backend not in self._engines or self._engines[backend][0] % needed:
            self._engines[backend] = needed, fetched(ENGINES[backend])(reading, needed, self._limits.seed)
        engine = self._engines[backend][1]
        goals = engine.ask(claims)
        engine.problem.allow(self._deadline.remaining)
        return Task(engine.problem, range(len(reading.claims)), Meant(reading, claims), holding=goals)

    def _suited(
        self, said: Sequence[Claim], asked_about: Sequence[Claim], at_once: Sequence[Claim], *, formulas: bool
    ) -> list[str]:
        """Return the backends to try, in order."""
        if self._backend != AUTO:
            return [self._backend]
        if any(claim.measures_centres for claim in (*said, *asked_about)):
            return ["z3"]
        if formulas:
            return ["clingo", "z3"]
        if sum(claim.branches for claim in (*said, *at_once)) > FEW:
            return ["clingo", "closure"]
        return ["closure"]

    def _drawn(self, story: Story, task: Task[Meant], model: Model) -> Witness:
        reading, demands = task.read
        space = reading.space
        place = arrange(space, [*space.background(), *reading.claims, *demands], model.numbers, self._deadline)
        names = dict(enumerate(story.entities))
        names |= {space.entities + n: f"{story.entities[entity]} as a point" for n, entity in enumerate(space.references)}
        return (Boxes if space.extended else Points)(place, names)


def _said(story: Story) -> tuple[object, ...]:
    """Return what of a story makes its claims."""
    return story.statements, story.settings, len(story.entities)


def _candidates(question: Question, reading: Reading) -> tuple[tuple[str, ...], list[Claim]]:
    """Return the relations that a question asks about, as names and as claims; raise NotCovered for other questions."""
    if question.form not in ("relation", "yes_no"):
        raise NotCovered(f"the exact theory does not answer questions of the form {question.form!r}")
    if not all(0 <= entity < reading.space.entities for entity in question.args):
        raise NotCovered("the question asks about an entity that the story does not have")
    if question.form == "yes_no" and len(question.candidates) != 1:
        raise NotCovered("a yes/no question asks about one relation")
    if question.form == "relation" and {"distance", "margins", "negated"} & dict(question.properties).keys():
        raise NotCovered("distances and negations are covered in yes/no questions only")
    names = question.candidates or reading.labels
    return names, [asked(question, name, reading) for name in names]
