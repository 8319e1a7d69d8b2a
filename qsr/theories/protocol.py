"""What a theory is: the meaning of a story's statements, and the sessions that answer questions under it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, Self, runtime_checkable

from qsr.story import Answer, Question, Story, Witness

__all__ = [
    "Clausal",
    "Core",
    "Count",
    "Counted",
    "Handing",
    "Labelled",
    "Limits",
    "Monotone",
    "Session",
    "Situated",
    "Theory",
    "Variant",
    "stated",
]


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on one answer; None means no bound.

    `seconds` is wall time per question, `models` the number of models that an enumeration may visit, `seed` the
    solver's seed. The same limits and the same story give the same answer, save where `seconds` cut it short.
    """

    seconds: float | None = None
    models: int | None = None
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Core:
    """What is to be said against a candidate that is not possible, or against a story as a whole.

    Parameters
    ----------
    statements
        Ids of a minimal set of statements, ascending; without any one of them the others no longer exclude the candidate.
    kind
        ``"statements"`` where there are any; else ``"impossible in itself"``, whatever the statements say, or
        ``"not derived"``: the forward rules of the theory do not give the candidate, and nothing excludes it.
    """

    statements: tuple[int, ...] = ()
    kind: str = "statements"

    @classmethod
    def of(cls, statements: Iterable[int], otherwise: str = "impossible in itself") -> Self:
        """Return the core of some statements, ascending; its kind is `otherwise` where there are none."""
        said = tuple(sorted(statements))
        return cls(said, "statements" if said else otherwise)


def stated(core: Core | None) -> tuple[int, ...]:
    """Return the statements of a core; none where there is no core."""
    return () if core is None else core.statements


@runtime_checkable
class Session(Protocol):
    """A theory at work on one backend. It may keep grounded programs between stories; it is not for two threads at once.

    `answer` reports what the theory does not cover and what a limit cut short as a status. The other methods have no status to
    report: they raise `NotCovered` for a story, a question or a candidate that is not covered, naming it, and LimitReached at a
    limit. So None never stands for what is not known. UnsupportedQuestion says that there is something, and nothing to show it
    by.
    """

    def answer(self, story: Story, question: Question) -> Answer:
        """Return what the story says to the question. An inconsistent or uncovered story is a status, not an exception."""

    def witness(self, story: Story, question: Question | None = None, candidate: str | None = None) -> Witness | None:
        """Return a model of the story in which the candidate holds (any model where it is None), or None if there is none.

        Under a theory that has no models at all (`spartun`) there is none of any covered story. Raise UnsupportedQuestion where
        there is a model and nothing to show it by.
        """

    def core(self, story: Story, question: Question | None = None, candidate: str | None = None) -> Core | None:
        """Return a minimal set of statements that excludes the candidate; with `candidate` None one that contradicts itself.

        None means that there is no such set: the candidate is possible (the story consistent). Of several sets the earlier
        sentences are kept, see `qsr.cores`.
        """

    def worlds(self, story: Story, limit: int | None = None) -> Iterator[Witness]:
        """Yield models that differ in a relation between two entities, at most `limit` of them."""

    def close(self) -> None:
        """Let go of solvers; the session is not used again."""


@runtime_checkable
class Theory(Protocol):
    """The meaning of statements, and what opens sessions under it.

    The class of a theory may have further attributes, by which all else in its folder is found when it is needed; the values are
    ``"module:attribute"``, so that listing theories imports none of it:

    text
        A `qsr.language.form.TextForm`: how its stories are read and asked. Without one: in the English of data sets.
    vocabulary
        Of a theory of general English: the relations and the properties of sentences that it gives a meaning; ``"name:"`` for a
        relation with parameters.
    settings
        Key -> `qsr.settings.Setting`: what its stories' first lines may set.
    checker
        A class of `qsr.theories.checking.Checker`, called with story, question, settings, backends and seconds: what judges its
        certificates. Without one there are none, for the reason that `uncertified` says.
    words
        Phrase -> what it means, for `qsr theories`; those of the theories that come with qsr stand in `grammars/meanings.toml`.
    families
        Tuples of relations any of which may have been meant in place of any other of them.
    property_set, derivation
        Which of SpaRC's property sets it belongs to, and a function from a story, a question and that set to a
        `qsr.theories.derivations.Derivation`, for a theory whose answers follow along a path.
    compared_with
        The name of a theory of the same relations, with which its own rules are compared.
    denials
        Whether its sessions have names for denials of options; they have unless it says otherwise.
    denied_labels
        Whether its sessions take ``"not LABEL"`` for a candidate of a question for a relation, its denial in the situation that
        the question asks about; they do not unless it says so.
    answers_are
        ``"set"`` where its questions ask for all that holds, so that several answers may be right; ``"one"`` unless it says so.
    plans
        Whether its stories are drawn boards, and its answers plans on them; the settings `moves`, `carry`, `cost` and `steps` say
        what an agent may do.
    suited
        A method from a story to a backend, for theories whose first backend is ``"auto"``.
    """

    @property
    def name(self) -> str:
        """The name under which the registry knows it."""

    @property
    def fingerprint(self) -> str:
        """Hexadecimal digits that change with the encodings the theory rests on."""

    @property
    def backends(self) -> tuple[str, ...]:
        """Names of the solvers that implement it, the default first."""

    def open(self, backend: str | None = None, limits: Limits | None = None) -> Session:
        """Return a session; raise UnknownName for a backend that is not among `backends`."""

    def violated(self, story: Story, witness: Witness) -> tuple[int, ...]:
        """Return the ids of the statements that the witness breaks, by plain arithmetic and without any solver."""


@runtime_checkable
class Labelled(Protocol):
    """A theory that can say which labels it decides; for others those of `qsr.theories.unread.labels` stand."""

    def labels(self, story: Story, question: Question) -> tuple[str, ...]:
        """Return the labels that a "relation" question without candidates is about; none where that is not covered."""


@runtime_checkable
class Handing(Protocol):
    """A theory that hands some stories to another one."""

    def meant(self, story: Story) -> Theory:
        """Return the theory that gives a story its meaning, which may be this one; raise UnsupportedQuestion where none does."""


class Count(NamedTuple):
    """How many models there are: exactly `number` where `exact`, else so many at least."""

    number: int
    exact: bool = True


@runtime_checkable
class Counted(Protocol):
    """A theory whose models can be counted."""

    def layouts(self, story: Story, question: Question) -> tuple[Mapping[str, Count], Count]:
        """Return the models of each label of a question (``"yes"`` and ``"no"`` of a yes/no question), and those of the story.

        Raise UnsupportedQuestion for what is not covered and for models that cannot be counted.
        """


@runtime_checkable
class Clausal(Protocol):
    """A theory of statements that are less than a sentence: several may share one span of the text."""

    def clause(self, story: Story, statement: int) -> str:
        """Return what a statement says within its sentence, such as ``"distance of bed and desk"``."""


@runtime_checkable
class Situated(Protocol):
    """A theory whose answers depend on where the story takes place, which its text may not say."""

    def situation(self, story: Story) -> str:
        """Return where the theory takes a story to be, such as ``"mode: code, grid: 9x9"``; raise UnsupportedQuestion."""


class Variant(NamedTuple):
    """One way in which a story that is longer may be taken: the theory with its settings, the story, and the question."""

    theory: Theory
    story: Story
    question: Question


@runtime_checkable
class Monotone(Protocol):
    """A theory in which further statements only remove models, once it is settled what the theory takes from the text as a whole.

    A theory without this method claims nothing of a story of which a sentence is not understood. One that has it proves in the
    docstring of its module that the variants are enough:

        Let L be a label that is among the candidates of some variants, and in each of those that has a model entailed (excluded).
        Then L is entailed (excluded) in every consistent story that says more, of more things, in so far as it is covered.
    """

    def variants(self, story: Story, question: Question) -> Sequence[Variant]:
        """Return the ways in which a story that says more may be taken; raise UnsupportedQuestion where there is no end of them.

        A variant may say less than the story: what a further statement could give another meaning is left out.
        """
