"""The theory `exact`: coordinates against claims by subtraction, cores by others of its three solvers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import lcm

from qsr.logic import Atom
from qsr.registry import fetched
from qsr.solvers import Problem
from qsr.story import Question, Story, Witness
from qsr.theories.checking import ByFormulas, ByProblem, Loaded
from qsr.theories.engines import Engine
from qsr.theories.formulas import has_formulas
from qsr.theories.property_sets.arithmetic import coordinates, holds
from qsr.theories.property_sets.claims import Claim, Space, unit
from qsr.theories.property_sets.reading import asked, compare, read, space_for
from qsr.theories.property_sets.session import ENGINES
from qsr.witnesses import Boxes, Points

__all__ = ["ExactChecker", "ExactFormulas", "checker"]


def checker(
    story: Story, question: Question, settings: dict[str, str], backends: Sequence[str], seconds: float | None
) -> ExactChecker | ExactFormulas:
    """Return the checker of one question: of relations, or of formulas."""
    made = ExactFormulas if has_formulas(story, question) else ExactChecker
    return made(story, question, settings, backends, seconds)


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
        space, wanted, claim = self._reading.space, self._wanted(label, holds_), self._claims[label]
        if fault := _misshapen(witness, space):
            return fault
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
        return engine.problem, lambda claim: engine.ask([claim])[0], lambda id_: (id_,)


class ExactFormulas(ByFormulas):
    """See `qsr.theories.checking.Checker`: of stories and questions with formulas."""

    def prepare(self) -> None:
        """Read the story and the question again."""
        self._take(self.question, lambda said: read(said, space_for(said, self.question, self.settings), self.settings).labels)
        space = space_for(self.found.with_atoms(), self.question, self.settings)
        self._reading = read(self.found.story, space, self.settings)
        compare(self._reading, self.question)
        self._atoms: dict[Atom, Claim] = {}
        for atom in self.found.atoms:
            one = Question(0, "yes_no", atom.args, (atom.relation,), properties=self.found.compass)
            self._atoms[atom] = asked(one, atom.relation, self._reading)

    def fault(self, witness: Witness, label: str, holds_: bool) -> str:
        """Compare the coordinates with every statement and with the label."""
        said, space = self._reading.claims, self._reading.space
        if fault := _misshapen(witness, space):
            return fault
        shown = coordinates(witness, replace(self._reading, claims=(*said, *self._atoms.values())))
        broken = (number for number, one in enumerate(said) if not holds(one, space, shown))
        return self._broken(broken, lambda atom: holds(self._atoms[atom], space, shown), label, holds_)

    def _grounded(self, backend: str) -> tuple[Problem, Mapping[Atom, int], Sequence[int]]:
        claims = list(self._atoms.values())
        whole = lcm(unit(self._reading.claims), unit(claims))
        engine: Engine[Claim] = fetched(ENGINES[backend])(self._reading, whole, 0)
        return engine.problem, dict(zip(self._atoms, engine.ask(claims), strict=True)), range(len(self._reading.claims))


def _misshapen(witness: Witness, space: Space) -> str:
    """Say why a witness is none of places of this kind; the empty string where it is one."""
    if sorted(witness.place) != list(range(space.places)):
        return "it does not show exactly the places that the story speaks of"
    if not isinstance(witness, Boxes if space.extended else Points) or witness.size or witness.layout:
        return f"a witness of kind {witness.kind!r} with such a frame does not belong to this story"
    for place, at in witness.place.items():
        flat = isinstance(witness, Points) or (place not in space.extended and all(start == end for start, end in at))
        solid = isinstance(witness, Boxes) and all(start < end for start, end in at)
        if len(at) != space.dimensions or not (solid if place in space.extended else flat):
            return f"place {place} is shown with other dimensions, or as another kind of object, than the story has"
    return ""
