"""The theory `arrangement`: places in orders against formulas by comparing numbers, cores by both solvers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from qsr.logic import Atom, evaluated, leaves, mapped
from qsr.solvers import Problem
from qsr.story import Witness
from qsr.theories.arrangement.orders import holds, meant, supposing, things
from qsr.theories.arrangement.solvers import PROBLEMS, Refuting, signs, turns
from qsr.theories.arrangement.witness import Orders, Plane
from qsr.theories.checking import ByFormulas

__all__ = ["ArrangementChecker"]


class ArrangementChecker(ByFormulas):
    """See `qsr.theories.checking.Checker`."""

    def prepare(self) -> None:
        """Read the story and the question again."""
        question = supposing(self.story, self.question) or self.question
        self._take(question, lambda _: question.candidates)
        said = (one.formula for one in self.found.story.statements)
        self._meant = {atom: meant(atom) for atom in (*(one for formula in said for one in leaves(formula)), *self.found.atoms)}
        self._on = things(order for orders in tuple(self._meant.values()) for order in orders)

    def fault(self, witness: Witness, label: str, holds_: bool) -> str:
        """Compare the places with every statement and with the label."""
        kind = Plane if turns(self._meant.values()) else Orders
        if type(witness) is not kind or witness.size or witness.layout:
            return f"a witness of kind {witness.kind!r} with such a frame does not show {kind.kind}"
        if any(len(dict(pairs)) < len(pairs) for pairs in witness.place.values()):
            return "it gives a thing two places on one axis"
        places = witness.axes()
        if {axis: sorted(at) for axis, at in places.items()} != self._on:
            return "it does not show exactly the things that have a place on each axis"

        def true(atom: Atom) -> bool:
            return all(holds(order, places) for order in self._meant[atom])

        broken = (one.id for one in self.found.story.statements if not evaluated(one.formula, true))
        return self._broken(broken, true, label, holds_)

    def _grounded(self, backend: str) -> tuple[Problem, Mapping[Atom, int], Sequence[int]]:
        claims = tuple(self._meant.values())
        goals = {atom: number for number, atom in enumerate(self._meant)}
        by_signs = turns(claims) and backend != "z3"
        problem = Refuting(signs(claims, self._on, 0)) if by_signs else PROBLEMS[backend](claims, self._on, 0)
        return problem, goals, [problem.formula(mapped(one.formula, goals.__getitem__)) for one in self.found.story.statements]
