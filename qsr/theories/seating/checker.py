"""The theory `seating`: places against conditions by coordinates in the plane; cores by the other solver."""

from __future__ import annotations

from collections.abc import Collection

from qsr.seats import Claim
from qsr.story import Witness
from qsr.theories.checking import ProblemChecker, options_of
from qsr.theories.frame import fetched
from qsr.theories.seating.check import holds, scattered
from qsr.theories.seating.reading import asked, claim_of, layout_of, read
from qsr.theories.seating.session import BACKENDS, SeatingProblem
from qsr.theories.seating.witness import Seats

__all__ = ["SeatingChecker"]


class SeatingChecker(ProblemChecker[SeatingProblem]):
    """See `qsr.theories.checking.Checker`."""

    def prepare(self) -> None:
        """Read the story and the question again."""
        self._layout = layout_of(self.story, self.settings)
        self._said = read(self.story, self._layout)
        self._asked = self.claimed(asked(self.story, self.question, self._layout).candidates)
        if self.question.form == "options":
            self.none = options_of(self.question)

    def _claims(self, label: str) -> list[Claim]:
        properties = dict(self.question.properties)
        if self.question.form == "options":
            return [Claim(*claim) for claim in dict(properties["claims"])[label]]
        name = label if self.opposites else self.question.candidates[0]
        return [Claim(name, self.question.args, bool(properties.get("negated")))]

    def fault(self, witness: Witness, label: str, holds_: bool) -> str:
        """Put everybody on their place, and look from there."""
        layout, place = self._layout, witness.place
        if not isinstance(witness, Seats) or witness.layout != str(layout) or witness.size:
            return f"it is not in the layout {str(layout)!r}"
        names = len(self.story.entities)
        if sorted(place) != list(range(names)) or not scattered(layout, place, names):
            return "it does not give every name a place of its own"
        broken = [str(said.id) for said in self.story.statements if not holds(layout, claim_of(said), place)]
        if broken:
            return f"it breaks the statements {', '.join(broken)}"
        return self.mistaken(label, holds_, all(holds(layout, claim, place) for claim in self._claims(label)))

    def numbers(
        self, problem: SeatingProblem, statements: Collection[int], label: str | None
    ) -> tuple[list[int], Collection[int]]:
        """See `ProblemChecker.numbers`."""
        guards = sorted({problem.number((self._said[id_],)) for id_ in statements})
        return guards, () if label is None else (problem.number(self._asked[label]),)

    def made(self, backend: str) -> SeatingProblem:
        """See `ProblemChecker.made`."""
        problem: SeatingProblem = fetched(BACKENDS[backend])(self._layout, len(self.story.entities), 0)
        return problem
