"""The theory `room`: places against clauses by subtraction, in each mode; cores by another solver."""

from __future__ import annotations

from collections.abc import Collection

from qsr.solvers import Problem
from qsr.story import Witness
from qsr.theories.checking import Checker, decided, first_able
from qsr.theories.room.check import broken, inside
from qsr.theories.room.clauses import asked, number, read
from qsr.theories.room.domain import domain_of
from qsr.theories.room.session import problem_of
from qsr.theories.room.witness import Cells
from qsr.witnesses import Points

__all__ = ["RoomChecker"]


class RoomChecker(Checker):
    """See `qsr.theories.checking.Checker`."""

    def prepare(self) -> None:
        """Read the story and the question again."""
        self._domain = domain_of({**dict(self.story.settings), **self.settings})
        self._said = read(self.story)
        self._claims = dict(asked(self.story, self.question))
        self.opposites = self.question.form != "yes_no"
        if not self.opposites:
            (claim,) = self._claims.values()
            self._claims = {"yes": claim, "no": claim}
        self.labels = tuple(self._claims)
        self._problem: Problem | None = None

    def fault(self, witness: Witness, label: str, holds: bool) -> str:
        """Compare the places with the walls, with every clause and with the label."""
        domain, wanted = self._domain, (label != "no") == holds
        real = domain.mode == "real"
        size = domain.lengths if real else domain.sides
        if not isinstance(witness, Points if real else Cells) or tuple(witness.size) != tuple(size) or witness.layout:
            return f"it is not in the room of the story ({domain})"
        if sorted(witness.place) != list(range(len(self.story.entities))):
            return "it does not show exactly the objects of the story"
        if not all(len(at) == 2 and inside(domain, at) for at in witness.place.values()):
            return "an object is outside of the room"
        if found := broken(domain, self._said, witness.place):
            return f"it breaks the statements {', '.join(map(str, found))}"
        is_so = not broken(domain, [self._claims[label]], witness.place)
        return "" if is_so == wanted else f"{label!r} does not {'hold' if holds else 'fail'} in it"

    def admits(self, statements: Collection[int], label: str | None, holds: bool = True) -> bool:
        """Ask a solver about the clauses of some statements."""
        problem = self._problem or first_able(self.backends, self._made)
        self._problem = problem
        problem.allow(self.seconds)
        objects = len(self.story.entities)
        guards = sorted({number(self._said[id_], objects) for id_ in statements})
        goals = [] if label is None else [number(self._claims[label], objects)]
        wanted = (label != "no") == holds
        return decided(problem.satisfiable(guards, goals if wanted else (), () if wanted else goals))

    def _made(self, backend: str) -> Problem:
        return problem_of(backend, self._domain, len(self.story.entities))

    def close(self) -> None:
        """Let go of the solver."""
        if self._problem is not None:
            self._problem.close()
