"""What questions to a solver are answered with: outcomes, models, decisions and consequences; see `qsr.solvers.search`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from time import monotonic
from typing import TypeAlias

from qsr.errors import LimitReached

__all__ = ["Consequences", "Deadline", "Decision", "Key", "Model", "Outcome"]

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
