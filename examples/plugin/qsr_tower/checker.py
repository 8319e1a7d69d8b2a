"""The checker of certificates: a tower is judged by comparing floors, a set of sentences by a solver."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from qsr.story import Question, Story, Witness
from qsr.theories.checking import Checker, decided, first_able
from qsr_tower.clauses import asked, holds, read, tower_of
from qsr_tower.solvers import problem_of
from qsr_tower.witness import Floors

__all__ = ["TowerChecker"]


class TowerChecker(Checker):
    """See `qsr.theories.checking.Checker`."""

    def __init__(
        self, story: Story, question: Question, settings: dict[str, str], backends: Sequence[str], seconds: float | None
    ) -> None:
        super().__init__(story, question, settings, backends, seconds)
        self._floors, self._sharing = tower_of({**dict(story.settings), **settings})
        self._said = read(story)
        self._claims = asked(question, self._floors)
        # Of several labels exactly one holds; of a yes/no question something has to be said of either answer.
        self.opposites = False
        if question.form == "yes_no":
            claim = self._claims["yes"]
            self._claims = {"yes": claim, "no": claim._replace(denied=not claim.denied)}
        self.labels = tuple(self._claims)

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
        return "" if holds(self._claims[label], witness.place) == holds_ else f"{label!r} is not as it is said to be"

    def admits(self, statements: Collection[int], label: str | None, holds_: bool = True) -> bool:
        """Ask a solver about some sentences."""
        clauses = [*(self._said[one] for one in sorted(statements)), *([] if label is None else [self._claims[label]])]
        people = len(self.story.entities)
        problem = first_able(self.backends, lambda name: problem_of(name, people, self._floors, self._sharing, clauses))
        problem.allow(self.seconds)
        goal = [] if label is None else [len(statements)]
        guards = range(len(statements))
        return decided(problem.satisfiable(guards, goal if holds_ else (), () if holds_ else goal))
