"""What the checker of one theory can do: judge a witness by arithmetic, and ask another solver about a set of statements."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import ClassVar, Generic, TypeAlias, TypeVar

from qsr.errors import BackendUnavailable, QsrError
from qsr.logic import And, Atom, Formula, evaluated, mapped
from qsr.solvers import Outcome, Problem
from qsr.story import Question, Story, Witness
from qsr.theories.formulas import Formal, formal, goal_of

__all__ = ["ByFormulas", "ByProblem", "Checker", "Loaded", "Unchecked", "decided", "options_of", "subset"]

Engine = TypeVar("Engine")
Claim = TypeVar("Claim")
Loaded: TypeAlias = tuple[Problem, Callable[[Claim], int], Callable[[int], Collection[int]]]


class Unchecked(QsrError):
    """A claim that was neither confirmed nor refuted: a limit came first, or no other solver can express it."""


class Checker(ABC):
    """One question about one story, under one theory.

    A claim is a label and whether it is said to hold or to fail; the label None stands for the story alone.

    Parameters
    ----------
    story, question
        As read again from the text.
    settings
        Those of the theory, which win over the story's.
    backends
        Solvers to ask, in order; the first that can express the story answers.
    seconds
        Wall time for each question to a solver; None for no bound.

    Attributes
    ----------
    labels
        The labels about which something has to be said, in order.
    opposites
        Whether it has to be said of each label if it can fail, too. Where not, exactly one label holds in each model.
    none
        Labels that hold where no other one is entailed.
    by_solver
        Whether a solver has a say in what a witness shows, so that two of them are asked.
    from_worlds
        Whether sessions have no names for denials of labels, so that claims are shown by going through the worlds.
    """

    labels: tuple[str, ...] = ()
    opposites: bool = True
    none: tuple[str, ...] = ()
    by_solver: ClassVar[bool] = False
    from_worlds: ClassVar[bool] = False

    def __init__(
        self, story: Story, question: Question, settings: dict[str, str], backends: Sequence[str], seconds: float | None
    ) -> None:
        self.story, self.question, self.settings = story, question, settings
        self.backends, self.seconds = list(backends), seconds
        self.prepare()

    def prepare(self) -> None:  # noqa: B027 - some need nothing but what they were given
        """Take in the story and the question; raise NotCovered."""

    def plan_fault(self, actions: Sequence[str], energy: Fraction) -> str:
        """Say why a plan is not the best one, or not worth what is said of it; the empty string where it is."""
        return "it does not ask for a plan"

    @abstractmethod
    def fault(self, witness: Witness, label: str, holds: bool) -> str:
        """Say why a witness is no model of the story in which the label holds (or fails); the empty string where it is one."""

    @abstractmethod
    def admits(self, statements: Collection[int], label: str | None, holds: bool = True) -> bool:
        """Tell, by a solver, whether these statements have a model in which the label holds (or fails).

        Raise Unchecked where no solver could tell.
        """

    def close(self) -> None:  # noqa: B027 - most have nothing to let go of
        """Let go of solvers."""


class ByProblem(Checker, Generic[Claim]):
    """A checker that loads the story into a problem, where each claim of the question is a goal."""

    _claims: Mapping[str, Claim]
    _loaded: Loaded[Claim] | None = None

    def _labelled(self, claims: Mapping[str, Claim]) -> None:
        """Take label -> claim; the one claim of a yes/no question is what "yes" says and "no" denies."""
        self.opposites = self.question.form != "yes_no"
        if not self.opposites:
            (claim,) = claims.values()
            claims = {"yes": claim, "no": claim}
        self._claims, self.labels = claims, tuple(claims)

    def _wanted(self, label: str, holds: bool) -> bool:
        """Tell whether the claim of a label is true where the label holds (or fails)."""
        return (self.opposites or label != "no") == holds

    @abstractmethod
    def _load(self, backend: str) -> Loaded[Claim]:
        """Return the story in a problem, what makes a goal of a claim, and the guards of a statement."""

    def admits(self, statements: Collection[int], label: str | None, holds: bool = True) -> bool:
        """Ask a solver that holds the whole story about some of its statements."""
        if self._loaded is None:
            self._loaded = _first_able(self.backends, self._load)
        problem, goal, guard = self._loaded
        problem.allow(self.seconds)
        goals = [] if label is None else [goal(self._claims[label])]
        holding, failing = (goals, ()) if label is None or self._wanted(label, holds) else ((), goals)
        guards = {one for id_ in statements for one in guard(id_)}
        return decided(problem.satisfiable(sorted(guards), holding, failing))

    def close(self) -> None:
        """Let go of the solver."""
        if self._loaded is not None:
            self._loaded[0].close()


class ByFormulas(ByProblem[Formula[Atom]]):
    """A checker of formulas over atoms: statements, what is supposed, and what a question asks.

    Attributes
    ----------
    found
        Story and question, taken apart.
    """

    found: Formal

    def _take(self, question: Question, labels: Callable[[Story], Sequence[str]]) -> None:
        """Take story and question apart; `labels` as for `qsr.theories.formulas.formal`."""
        self.found = formal(self.story, question, labels)
        self._labelled(self.found.candidates)

    def _broken(self, said: Iterable[int], true: Callable[[Atom], bool], label: str, holds: bool) -> str:
        """Say what is wrong with a witness in which these plain statements fail and those atoms are true; else nothing."""
        broken = {self.found.owners[number] for number in said}
        broken.update(id_ for id_, one in self.found.compounds.items() if not evaluated(one, true))
        if told := ", ".join(str(id_) for id_ in sorted(broken) if id_ >= 0):
            return f"it breaks the statements {told}"
        if broken:
            return "what is supposed does not hold in it"
        is_so = evaluated(self._claims[label], true) == self._wanted(label, holds)
        return "" if is_so else f"{label!r} does not {'hold' if holds else 'fail'} in it"

    @abstractmethod
    def _grounded(self, backend: str) -> tuple[Problem, Mapping[Atom, int], Sequence[int]]:
        """Return the story in a problem, a goal for each atom, and a guard for each plain statement."""

    def _load(self, backend: str) -> Loaded[Formula[Atom]]:
        problem, goals, guards = self._grounded(backend)
        own: dict[int, list[int]] = {}
        for guard, owner in zip(guards, self.found.owners, strict=True):
            own.setdefault(owner, []).append(guard)
        for owner, said in self.found.compounds.items():
            own.setdefault(owner, []).append(problem.formula(And((mapped(said, goals.__getitem__),))))
        claims = {one: goal_of(problem, mapped(one, goals.__getitem__)) for one in self._claims.values()}
        return problem, claims.__getitem__, lambda id_: own.get(id_, ())

    def admits(self, statements: Collection[int], label: str | None, holds: bool = True) -> bool:
        """See `Checker`; what is supposed is so beside any statements."""
        return super().admits((*statements, -1), label, holds)


def decided(outcome: Outcome) -> bool:
    """Return an outcome as a truth value; raise Unchecked where a limit came first."""
    if outcome is Outcome.UNKNOWN:
        raise Unchecked("the time limit was reached")
    return outcome is Outcome.YES


def _first_able(backends: Iterable[str], make: Callable[[str], Engine]) -> Engine:
    """Return what the first backend makes that can express the story; raise Unchecked where none can."""
    for backend in backends:
        try:
            return make(backend)
        except BackendUnavailable:
            continue
    raise Unchecked("no second solver expresses this story")


def subset(story: Story, statements: Collection[int]) -> Story:
    """Return the story with some of its statements alone, numbered anew."""
    kept = [story.statements[id_] for id_ in sorted(statements)]
    return replace(story, statements=tuple(replace(one, id=number) for number, one in enumerate(kept)))


def options_of(question: Question) -> tuple[str, ...]:
    """Return the options of a question that say none of the others is right."""
    return tuple(letter for letter in question.candidates if letter in dict(question.properties).get("none", ()))
