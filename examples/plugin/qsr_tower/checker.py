"""The checker of certificates: a tower is judged by comparing floors, a set of sentences by a solver."""

from __future__ import annotations

from qsr.story import Witness
from qsr.theories.checking import ByProblem, Loaded
from qsr_tower.clauses import Clause, asked, holds, read, tower_of
from qsr_tower.solvers import problem_of
from qsr_tower.witness import Floors

__all__ = ["TowerChecker"]


class TowerChecker(ByProblem[Clause]):
    """See `qsr.theories.checking.Checker`."""

    def prepare(self) -> None:
        """Take in the floors, the sentences and what is asked."""
        self._floors, self._sharing = tower_of({**dict(self.story.settings), **self.settings})
        self._said = read(self.story)
        self._labelled(asked(self.question, self._floors))

    def fault(self, witness: Witness, label: str, holds_: bool) -> str:
        """Compare floors with the tower, with every sentence and with the label."""
        if not isinstance(witness, Floors) or tuple(witness.size) != (self._floors,) or witness.layout:
            return f"it is no tower of {self._floors} floors"
        floors = [witness.place[person] for person in sorted(witness.place)]
        if sorted(witness.place) != list(range(len(self.story.entities))) or not all(0 < at <= self._floors for at in floors):
            return "it does not show everybody's floor"
        if not self._sharing and len(set(floors)) < len(floors):
            return "two people live on one floor"
        if broken := [number for number, claim in enumerate(self._said) if not holds(claim, witness.place)]:
            return f"it breaks the statements {', '.join(map(str, broken))}"
        is_so = holds(self._claims[label], witness.place)
        return "" if is_so == self._wanted(label, holds_) else f"{label!r} is not as it is said to be"

    def _load(self, backend: str) -> Loaded[Clause]:
        clauses = [*self._said, *self._claims.values()]
        problem = problem_of(backend, len(self.story.entities), self._floors, self._sharing, clauses)
        return problem, lambda claim: len(self._said) + list(self._claims.values()).index(claim), lambda statement: (statement,)
