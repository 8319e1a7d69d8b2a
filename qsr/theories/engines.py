"""A story in a solver that is asked about claims, batch after batch."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Generic, TypeVar

from qsr.errors import NotCovered
from qsr.solvers import Problem
from qsr.solvers.clingo import ClingoProblem, Fact
from qsr.story import Question
from qsr.theories.options import DENIAL

__all__ = ["Engine", "GroundEngine", "demands"]

Claim = TypeVar("Claim")


class Engine(ABC, Generic[Claim]):
    """A story in a solver: statement ids are its guards, and each claim that was asked has a goal."""

    problem: Problem

    def __init__(self) -> None:
        self._goals: dict[Claim, int] = {}

    def ask(self, claims: Sequence[Claim]) -> list[int]:
        """Return the goals that stand for the claims."""
        if fresh := [claim for claim in dict.fromkeys(claims) if claim not in self._goals]:
            self._goals.update(zip(fresh, self._added(fresh), strict=True))
        return [self._goals[claim] for claim in claims]

    @abstractmethod
    def _added(self, claims: Sequence[Claim]) -> Iterable[int]:
        """Return new goals for claims that were not asked before."""


class GroundEngine(Engine[Claim]):
    """A story grounded once by an encoding that takes claims in batches; each group of questions grounds only its own claims."""

    problem: ClingoProblem

    def __init__(self, first: int) -> None:
        super().__init__()
        #: The next free number of a claim or of a part of one; the story's own claims have those below `first`.
        self._next = first
        self._batches = 1

    @abstractmethod
    def _facts(self, batch: int, number: int, claim: Claim) -> list[Fact]:
        """Return a claim as facts; raise BackendUnavailable for one that the encoding cannot express."""

    def _added(self, claims: Sequence[Claim]) -> list[int]:
        facts: list[Fact] = []
        fresh: list[int] = []
        for claim in claims:
            number, self._next = self._next, self._next + 1
            fresh.append(number)
            facts += [("asked", (number,)), *self._facts(self._batches, number, claim)]
        self.problem.ground(facts, [("claims", (self._batches,))], fresh)
        self._batches += 1
        return fresh


def demands(
    question: Question | None,
    candidate: str | None,
    asked: Callable[[Question], Iterable[Claim]],
    denial: Callable[[Claim], Claim],
) -> list[Claim]:
    """Return the claims that must hold for a candidate of the question, beside the story; `asked` has one for each candidate.

    Raise NotCovered where a yes/no question does not have the candidate.
    """
    if candidate is None:
        return []
    if question is None:
        raise ValueError("a candidate needs the question that it answers")
    if question.form != "yes_no":
        label = candidate.removeprefix(DENIAL)
        claims = asked(replace(question, candidates=(label,)))
        return list(claims) if label == candidate else [denial(claim) for claim in claims]
    (claim,) = asked(question)
    if candidate not in ("yes", "no"):
        raise NotCovered("a yes/no question has the candidates yes and no")
    return [claim if candidate == "yes" else denial(claim)]
