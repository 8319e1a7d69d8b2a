"""The theory `room`: places against clauses by subtraction, in each mode; cores by another solver."""

from __future__ import annotations

from qsr.story import Witness
from qsr.theories.checking import ByProblem, Loaded
from qsr.theories.room.check import broken, inside
from qsr.theories.room.clauses import Clause, asked, number, read
from qsr.theories.room.domain import domain_of
from qsr.theories.room.session import problem_of
from qsr.theories.room.witness import Cells
from qsr.witnesses import Points

__all__ = ["RoomChecker"]


class RoomChecker(ByProblem[Clause]):
    """See `qsr.theories.checking.Checker`."""

    def prepare(self) -> None:
        """Read the story and the question again."""
        self._domain = domain_of({**dict(self.story.settings), **self.settings})
        self._said = read(self.story)
        self._labelled(dict(asked(self.story, self.question)))

    def fault(self, witness: Witness, label: str, holds: bool) -> str:
        """Compare the places with the walls, with every clause and with the label."""
        domain, wanted = self._domain, self._wanted(label, holds)
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

    def _load(self, backend: str) -> Loaded[Clause]:
        objects = len(self.story.entities)
        problem = problem_of(backend, self._domain, objects)
        return problem, lambda clause: number(clause, objects), lambda id_: (number(self._said[id_], objects),)
