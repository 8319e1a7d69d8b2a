"""The theory `room`: places against clauses by subtraction, in each mode; cores by another solver."""

from __future__ import annotations

from collections.abc import Collection

from qsr.solvers import Problem
from qsr.story import Witness
from qsr.theories.checking import ProblemChecker
from qsr.theories.room.check import broken, inside
from qsr.theories.room.clauses import asked, number, read
from qsr.theories.room.domain import domain_of
from qsr.theories.room.session import problem_of
from qsr.theories.room.witness import Cells
from qsr.witnesses import Points

__all__ = ["RoomChecker"]


class RoomChecker(ProblemChecker[Problem]):
    """See `qsr.theories.checking.Checker`."""

    def prepare(self) -> None:
        """Read the story and the question again."""
        self._domain = domain_of({**dict(self.story.settings), **self.settings})
        self._said = read(self.story)
        self._claims = self.claimed(asked(self.story, self.question))

    def fault(self, witness: Witness, label: str, holds: bool) -> str:
        """Compare the places with the walls, with every clause and with the label."""
        domain = self._domain
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
        return self.mistaken(label, holds, not broken(domain, [self._claims[label]], witness.place))

    def numbers(self, problem: Problem, statements: Collection[int], label: str | None) -> tuple[list[int], Collection[int]]:
        """See `ProblemChecker.numbers`."""
        objects = len(self.story.entities)
        guards = sorted({number(self._said[id_], objects) for id_ in statements})
        return guards, () if label is None else (number(self._claims[label], objects),)

    def made(self, backend: str) -> Problem:
        """See `ProblemChecker.made`."""
        return problem_of(backend, self._domain, len(self.story.entities))
