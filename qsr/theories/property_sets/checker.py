"""The theory `exact`: coordinates against claims by subtraction, cores by another of its three solvers."""

from __future__ import annotations

from dataclasses import replace
from math import lcm

from qsr.registry import fetched
from qsr.story import Witness
from qsr.theories.checking import ByProblem, Loaded
from qsr.theories.engines import Engine
from qsr.theories.property_sets.arithmetic import coordinates, holds
from qsr.theories.property_sets.claims import Claim, unit
from qsr.theories.property_sets.reading import asked, compare, read, space_for
from qsr.theories.property_sets.session import ENGINES
from qsr.witnesses import Boxes, Points

__all__ = ["ExactChecker"]


class ExactChecker(ByProblem[Claim]):
    """See `qsr.theories.checking.Checker`."""

    def prepare(self) -> None:
        """Read the story and the question again."""
        space = space_for(self.story, self.question, self.settings)
        self._reading = read(self.story, space, self.settings)
        compare(self._reading, self.question)
        names = self.question.candidates or self._reading.labels
        self._labelled({name: asked(self.question, name, self._reading) for name in names})

    def fault(self, witness: Witness, label: str, holds_: bool) -> str:
        """Compare the coordinates with every statement and with the label."""
        space = self._reading.space
        wanted = self._wanted(label, holds_)
        claim = self._claims[label]
        if sorted(witness.place) != list(range(space.places)):
            return "it does not show exactly the places that the story speaks of"
        if not isinstance(witness, Boxes if space.extended else Points) or witness.size or witness.layout:
            return f"a witness of kind {witness.kind!r} with such a frame does not belong to this story"
        for place, at in witness.place.items():
            flat = isinstance(witness, Points) or (place not in space.extended and all(start == end for start, end in at))
            solid = isinstance(witness, Boxes) and all(start < end for start, end in at)
            if len(at) != space.dimensions or not (solid if place in space.extended else flat):
                return f"place {place} is shown with other dimensions, or as another kind of object, than the story has"
        shown = coordinates(witness, replace(self._reading, claims=(*self._reading.claims, claim)))
        broken = [str(number) for number, said in enumerate(self._reading.claims) if not holds(said, space, shown)]
        if broken:
            return f"it breaks the statements {', '.join(broken)}"
        return "" if holds(claim, space, shown) == wanted else f"{label!r} does not {'hold' if holds_ else 'fail'} in it"

    def _load(self, backend: str) -> Loaded[Claim]:
        claims: list[Claim] = list(self._claims.values())
        whole = lcm(unit(self._reading.claims), unit(claims))
        engine: Engine[Claim] = fetched(ENGINES[backend])(self._reading, whole, 0)
        engine.ask(claims)
        return engine.problem, lambda claim: engine.ask([claim])[0], lambda id_: id_
