"""What all theories and their sessions have in common, written once: a theory brings what is its own in a few hooks.

`FramedTheory` is the base class of theories. `SolvingSession` serves those that put a story to a solver (`qsr.solvers.Problem`):
guards are its statements, goals its candidates. `DecidingSession` serves those that decide a question by themselves: forward
rules, paths, plans.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from typing import ClassVar, Final, Generic, TypeVar

from qsr import resources
from qsr.errors import LimitReached, NotCovered, UnknownName, UnsupportedQuestion
from qsr.logic import And, Atom, Formula, mapped
from qsr.settings import Setting
from qsr.solvers import Model, Outcome
from qsr.story import Answer, Question, Story, Witness
from qsr.theories import known_settings
from qsr.theories.answers import Answers, answered, quote
from qsr.theories.formulas import Formal, formal, goal_of, has_formulas, refuse, valued
from qsr.theories.protocol import Core, Limits, Session
from qsr.theories.tasks import Task, core_of, demanded
from qsr.wording import counted

__all__ = ["SUPPOSED", "DecidingSession", "FramedTheory", "Kept", "SolvingSession", "Task", "demanded"]

#: How the reason begins why a story contradicts what a question supposes.
SUPPOSED: Final = "with what the question supposes: "

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
Read = TypeVar("Read")


class FramedTheory(ABC):
    """A theory, given `name`, `backends` and `_session`; see `qsr.theories.protocol.Theory` for further attributes of its class.

    Parameters
    ----------
    settings
        Of the theory; they win over those that a story brings. Those that it does not know are accepted and ignored.

    Attributes
    ----------
    given
        The settings.
    encodings, tables
        Names of the files in `encodings/` and `grammars/` that the theory rests on; of another package, ``"package:file"``.
    """

    name: ClassVar[str]
    backends: tuple[str, ...]
    settings: ClassVar[Mapping[str, Setting]] = {}
    encodings: ClassVar[tuple[str, ...]] = ()
    tables: ClassVar[tuple[str, ...]] = ()

    def __init__(self, settings: Mapping[str, str]) -> None:
        known_settings(settings, self.settings)
        self.given = dict(settings)

    @property
    def fingerprint(self) -> str:
        """Hexadecimal digits that change with the encodings and tables."""
        return resources.fingerprint(*map(resources.encoding, self.encodings), *map(resources.grammar, self.tables))

    @property
    def answers(self) -> Answers:
        """What makes answers that carry the theory's name and fingerprint."""
        return Answers(self.name, self.fingerprint)

    def open(self, backend: str | None = None, limits: Limits | None = None) -> Session:
        """Return a session; raise UnknownName for a backend that is not among `backends`."""
        chosen = backend or self.backends[0]
        if chosen not in self.backends:
            raise UnknownName("backend", chosen, list(self.backends))
        return self._session(chosen, limits or Limits())

    @abstractmethod
    def _session(self, backend: str, limits: Limits) -> Session:
        """Return a session on one of the backends."""

    @abstractmethod
    def violated(self, story: Story, witness: Witness) -> tuple[int, ...]:
        """Return the ids of the statements that the witness breaks, by plain arithmetic and without any solver."""

    def said(self, story: Story) -> dict[str, str]:
        """Return the settings that hold for a story: its own, where the theory has none."""
        return {**dict(story.settings), **self.given}


class Kept(Generic[K, V]):
    """What was made for the last keys, at most `most` of them; what falls out is let go of by `discard`."""

    def __init__(self, most: int, make: Callable[[K], V], discard: Callable[[V], None]) -> None:
        self._most, self._make, self._discard = most, make, discard
        self._made: OrderedDict[K, V] = OrderedDict()

    def get(self, key: K) -> V:
        """Return what was made for a key, made now if need be."""
        made = self._made.pop(key, None)
        if made is None:
            made = self._make(key)
        self._made[key] = made
        if len(self._made) > self._most:
            self._discard(self._made.popitem(last=False)[1])
        return made

    def drop(self, key: K) -> None:
        """Let go of what was made for a key."""
        self._discard(self._made.pop(key))

    def clear(self) -> None:
        """Let go of everything."""
        while self._made:
            self._discard(self._made.popitem()[1])


class _Framed(ABC):
    """What both kinds of sessions have in common."""

    def __init__(self, answers: Answers, limits: Limits) -> None:
        self._answers, self._limits = answers, limits

    def worlds(self, story: Story, limit: int | None = None) -> Iterator[Witness]:
        """Yield models that differ in a relation between two entities.

        Raises LimitReached where `Limits.models` or `Limits.seconds` cut the enumeration short; `limit` itself just ends it.
        """
        with self._naming(story, None):
            for count, world in enumerate(islice(self._worlds(story, limit), limit)):
                if self._limits.models is not None and count >= self._limits.models:
                    raise LimitReached(f"the story has more than {counted(self._limits.models, 'model')}")
                yield world

    def close(self) -> None:  # noqa: B027 - most have nothing to let go of
        """Let go of what is kept between stories; the session is not used again."""

    @abstractmethod
    def _worlds(self, story: Story, limit: int | None) -> Iterator[Witness]:
        """Yield models that differ, of which no more than `limit` are looked at; raise NotCovered."""

    @contextmanager
    def _naming(self, story: Story, question: Question | None) -> Iterator[None]:
        """See to it that a refusal names the statement or the question that it is about."""
        try:
            yield
        except NotCovered as refusal:
            words = str(refusal)
            asked = "" if question is None else question.text
            if not asked or asked in words or any(quote(story, one.id).strip('"') in words for one in story.statements):
                raise
            raise NotCovered(f'{words}: "{asked}"') from refusal


class SolvingSession(_Framed, Generic[Read]):
    """See `qsr.theories.protocol.Session`: a theory over solvers.

    Attributes
    ----------
    formulas
        Whether the theory takes formulas; else they are refused by their words.
    said
        What contradicts, in the words of the theory.
    several, one
        How it is said that several of them contradict each other, and one itself.
    """

    formulas: ClassVar[bool] = False
    said: ClassVar[str] = "sentences"
    several: ClassVar[str] = "these sentences contradict each other"
    one: ClassVar[str] = "this contradicts itself"

    def answer(self, story: Story, question: Question) -> Answer:
        """Return what the story says to the question.

        The world is open: a yes/no question has the value ``"yes"`` where the relation holds in every model, ``"no"`` where it
        holds in none, else ``"unknown"``.
        """
        try:
            tasks = list(self._posed(story, question))
        except UnsupportedQuestion as refusal:
            return self._answers.plain("not_covered", reason=str(refusal))
        found: list[tuple[Task[Read], Answer]] = []
        for task in tasks:
            one = task.problem.consequences(task.guards, list(task.goals.values()))
            if one.consistent is not Outcome.NO:
                found.append((task, valued(question, self._answers.of(question, one, task.goals))))
        if not found:
            supposed = "" if question.hypothesis is None else SUPPOSED
            return self._answers.plain("inconsistent", reason=supposed + self._fault(story, tasks))
        return self._concluded(story, question, found)

    def witness(self, story: Story, question: Question | None = None, candidate: str | None = None) -> Witness | None:
        """Return a model in which the candidate (a label, or ``"yes"`` or ``"no"``) holds, or None if there is none."""
        with self._naming(story, question):
            for task in self._wanted(story, question, candidate):
                model = task.model()
                if model is not None:
                    return self._drawn(story, task, model)
        return None

    def core(self, story: Story, question: Question | None = None, candidate: str | None = None) -> Core | None:
        """Return a minimal set of statements that excludes the candidate; excluding "no" proves "yes"."""
        with self._naming(story, question):
            return core_of(list(self._wanted(story, question, candidate)))

    def _posed(self, story: Story, question: Question) -> Iterable[Task[Read]]:
        if self.formulas and has_formulas(story, question):
            return [self._formal(story, question, None)]
        refuse(story, question)
        return self._asked(story, question)

    def _wanted(self, story: Story, question: Question | None, candidate: str | None) -> Iterable[Task[Read]]:
        if self.formulas and has_formulas(story, question):
            return [self._formal(story, question, candidate)]
        refuse(story, question)
        return self._demanded(story, question, candidate)

    def _formal(self, story: Story, question: Question | None, candidate: str | None) -> Task[Read]:
        """Load a story with formulas; with a candidate, what it demands is among the goals that hold."""
        found = formal(story, question, lambda said: () if question is None else self._labels(said, question))
        task = self._loaded(found, question)
        atoms = found.atoms
        problem, known = task.problem, dict(zip(atoms, task.holding, strict=True))

        def goal(formula: Formula[Atom]) -> int:
            return goal_of(problem, mapped(formula, known.__getitem__))

        guards = [problem.formula(And((mapped(formula, known.__getitem__),))) for formula in found.compounds.values()]
        owners = [*found.owners, *found.compounds]
        goals = {name: goal(formula) for name, formula in found.candidates.items()}
        holding, failing = demanded(question, candidate, goals)
        task = replace(task, guards=[*task.guards, *guards], owners=owners, goals=goals, holding=holding, failing=failing)
        return task if candidate is None and question is not None else self._decided(task, known)

    def _decided(self, task: Task[Read], known: Mapping[Atom, int]) -> Task[Read]:
        """Return the task with the truth of every atom settled, one after the other, as far as it has a model at all."""
        holding, failing, truth = list(task.holding), list(task.failing), dict[Atom, bool]()
        problem, guards = task.problem, task.guards
        if problem.satisfiable(guards, holding, failing) is not Outcome.YES:
            return task
        for atom, goal in known.items():
            truth[atom] = problem.satisfiable(guards, [*holding, goal], failing) is Outcome.YES
            (holding if truth[atom] else failing).append(goal)
        return self._settled(replace(task, holding=holding, failing=failing), truth)

    def _labels(self, story: Story, question: Question) -> Sequence[str]:
        """Return the labels that a "relation" question is about."""
        return question.candidates

    def _loaded(self, found: Formal, question: Question | None) -> Task[Read]:
        """Load a story with a goal for each atom, in `Task.holding`; raise NotCovered where the theory takes no formulas."""
        raise NotCovered("not covered: formulas; this theory takes relations and denials of them")

    def _settled(self, task: Task[Read], truth: Mapping[Atom, bool]) -> Task[Read]:
        """Return a task whose models are drawn, where each atom is known to hold or to fail."""
        return task

    @abstractmethod
    def _asked(self, story: Story, question: Question) -> Iterable[Task[Read]]:
        """Load the story and the candidates of the question as goals, once for each reading of the words; raise NotCovered."""

    @abstractmethod
    def _demanded(self, story: Story, question: Question | None, candidate: str | None) -> Iterable[Task[Read]]:
        """Load the story and what a candidate demands, any of several things if need be; raise NotCovered."""

    @abstractmethod
    def _drawn(self, story: Story, task: Task[Read], model: Model) -> Witness:
        """Return a model as a witness; raise UnsupportedQuestion where it cannot be shown."""

    def _concluded(self, story: Story, question: Question, found: Sequence[tuple[Task[Read], Answer]]) -> Answer:
        """Return the answer, given that of each reading that has a model, with what the theory has to add."""
        return found[0][1]

    def _fault(self, story: Story, tasks: Sequence[Task[Read]]) -> str:
        """Say why a story that has no model under any of the tasks contradicts itself."""
        try:
            core = core_of(tasks)
        except LimitReached:
            return f"the story contradicts itself; the limit came before the {self.said} at fault were singled out"
        return self._contradiction(story, tasks[0], core or Core())

    def _contradiction(self, story: Story, task: Task[Read], core: Core) -> str:
        """Quote a minimal set of statements that contradict each other."""
        quotes = list(dict.fromkeys(quote(story, statement) for statement in core.statements))
        return f"{self.several if len(quotes) > 1 else self.one}: {', '.join(quotes)}"


class DecidingSession(_Framed):
    """See `qsr.theories.protocol.Session`: a theory that decides a question by itself."""

    def answer(self, story: Story, question: Question) -> Answer:
        """Return what the story says to the question."""
        try:
            refuse(story, question)
            return self._decided(story, question)
        except NotCovered as refusal:
            return self._answers.plain("not_covered", reason=str(refusal))
        except LimitReached as limit:
            return self._answers.plain("unknown", reason=str(limit), undecided=frozenset(self._candidates(story, question)))

    def witness(self, story: Story, question: Question | None = None, candidate: str | None = None) -> Witness | None:
        """Return a model in which the candidate holds, or None if there is none."""
        with self._naming(story, question):
            refuse(story, question)
            if question is not None and candidate is not None:
                if candidate not in self._answered(story, question, candidate).possible:
                    return None
            else:
                self._covered(story)
            return self._shown(story, question, candidate)

    def core(self, story: Story, question: Question | None = None, candidate: str | None = None) -> Core | None:
        """Return a minimal set of statements that excludes the candidate, or that contradicts itself."""
        with self._naming(story, question):
            refuse(story, question)
            if question is None or candidate is None:
                self._covered(story)
                return self._conflict(story)
            found = self._answered(story, question, candidate)
            return None if candidate in found.possible else self._against(story, question, candidate)

    def _answered(self, story: Story, question: Question, candidate: str) -> Answer:
        """Return the answer, which decides the candidate; raise NotCovered or LimitReached where it does not."""
        return answered(self.answer(story, question), candidate, self._candidates(story, question))

    @abstractmethod
    def _decided(self, story: Story, question: Question) -> Answer:
        """Return the answer; raise NotCovered and LimitReached."""

    @abstractmethod
    def _candidates(self, story: Story, question: Question) -> Collection[str]:
        """Return the candidates of a question; none of them where they are not listed."""

    @abstractmethod
    def _covered(self, story: Story) -> None:
        """Raise NotCovered for a story that has no meaning here."""

    @abstractmethod
    def _shown(self, story: Story, question: Question | None, candidate: str | None) -> Witness | None:
        """Return a model of the story, in which the candidate, which is possible, holds."""

    def _conflict(self, story: Story) -> Core | None:
        """Return statements that contradict each other; None where no story is inconsistent under the theory."""
        return None

    @abstractmethod
    def _against(self, story: Story, question: Question, candidate: str) -> Core | None:
        """Return what is to be said against a candidate that is not possible."""
