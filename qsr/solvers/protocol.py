"""What every solver offers: a problem with guards and goals, and three-valued questions about it.

A *guard* is an integer that switches one part of the problem on; a question names the guards that are on, and all others
are off. A *goal* is an integer whose truth is defined in every model; a question may demand that some goals hold and
that others fail. A goal is *possible* if it holds in some model (brave consequence) and *entailed* if it holds in all of
them (cautious consequence); where there is no model, nothing is possible and nothing is entailed here, so that the caller
cannot mistake a contradiction for knowledge.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from time import monotonic
from typing import Protocol, TypeAlias, runtime_checkable

from qsr.errors import LimitReached
from qsr.logic import Formula

__all__ = ["Consequences", "Deadline", "Decision", "Key", "Model", "Outcome", "Problem"]

#: Name of a numeric variable: integers only, such as entity, axis and side.
Key: TypeAlias = tuple[int, ...]


class Outcome(Enum):
    """The answer to a question of satisfiability."""

    YES = "yes"
    NO = "no"
    #: A limit was hit first.
    UNKNOWN = "unknown"


class Deadline:
    """Wall time that is left for one question; `seconds` None means no bound."""

    def __init__(self, seconds: float | None = None) -> None:
        self._end = None if seconds is None else monotonic() + seconds

    @property
    def remaining(self) -> float | None:
        """Seconds that are left, at least 0; None where there is no bound."""
        return None if self._end is None else max(0.0, self._end - monotonic())

    @property
    def passed(self) -> bool:
        """Whether the time is up."""
        return self._end is not None and monotonic() >= self._end

    def check(self) -> None:
        """Raise LimitReached where the time is up."""
        if self.passed:
            raise LimitReached("the time limit was reached")


@dataclass(frozen=True, slots=True)
class Model:
    """One model: the goals that hold, of those that the question was about, numeric values, and the atoms that a program shows.

    A variable that nothing constrains in the model may be missing from `numbers`.
    """

    goals: frozenset[int] = frozenset()
    numbers: Mapping[Key, Fraction] = field(default_factory=dict)
    atoms: frozenset[tuple[str, Key]] = frozenset()


@dataclass(frozen=True, slots=True)
class Decision:
    """Goals of which a property holds, does not hold, or was left open by a limit."""

    yes: frozenset[int] = frozenset()
    no: frozenset[int] = frozenset()
    unknown: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Consequences:
    """Whether there is a model at all, and which goals are possible and entailed."""

    consistent: Outcome
    possible: Decision
    entailed: Decision


@runtime_checkable
class Problem(Protocol):
    """A loaded problem. It answers many questions; it is not for two threads at once."""

    def allow(self, seconds: float | None) -> None:
        """Give the questions that follow this much wall time in all, until the next call."""

    def satisfiable(self, guards: Collection[int], holding: Collection[int] = (), failing: Collection[int] = ()) -> Outcome:
        """Tell whether some model has exactly these guards on, the goals `holding` true and the goals `failing` false."""

    def model(self, guards: Collection[int], holding: Collection[int] = (), failing: Collection[int] = ()) -> Model | None:
        """Return such a model, or None where there is none; raise LimitReached where the limit came first."""

    def consequences(self, guards: Collection[int], goals: Collection[int]) -> Consequences:
        """Decide possible and entailed for the goals in one pass."""

    def possible(self, guards: Collection[int], goals: Collection[int]) -> Decision:
        """Decide which goals hold in some model."""

    def entailed(self, guards: Collection[int], goals: Collection[int]) -> Decision:
        """Decide which goals hold in every model; none where there is no model."""

    def models(self, guards: Collection[int], goals: Collection[int], limit: int | None = None) -> Iterator[Model]:
        """Yield at most `limit` models, no two of which agree on all the goals; raise LimitReached on the time limit."""

    def core(
        self, guards: Collection[int], holding: Collection[int] = (), failing: Collection[int] = ()
    ) -> tuple[int, ...] | None:
        """Return a minimal set of guards, in their order, that leaves no such model; None where there is a model.

        Minimal: without any one of its guards there is a model. Of several sets the earlier guards are kept, see
        `qsr.solvers.cores`. Raise LimitReached where the limit came first.
        """

    def formula(self, formula: Formula[int]) -> int:
        """Return a number below zero for a formula of goals: a goal that holds where it does, and a guard that demands it.

        Raise BackendUnavailable for a solver that takes none.
        """

    def close(self) -> None:
        """Let go of the solver."""
