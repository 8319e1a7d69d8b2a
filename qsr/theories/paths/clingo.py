"""The backend ``"clingo"`` of the theories that answer from paths: a fresh program per story, integers in, atoms out.

It states the same rules once more, as `encodings/paper_paths.lp`, so that each backend checks the other. It is far slower than
the direct one. Stated lengths become integers in a common unit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import gcd, lcm

from qsr.errors import BackendUnavailable
from qsr.resources import encoding
from qsr.solvers.clingo import ClingoProblem, Fact
from qsr.story import Story
from qsr.theories.paths.grid import sign_labels
from qsr.theories.paths.links import Link, Links, Vector, unit
from qsr.theories.paths.rules import PropertySet
from qsr.theories.protocol import Limits

__all__ = ["ClingoReasoner"]

#: The widest grid, in common units, that is worth grounding: every entity takes one atom per place and axis.
_WIDEST = 20_000
#: Sums of lengths stay well inside clingo's 32-bit integers.
_LONGEST = 2**30


def _common_unit(vectors: Mapping[int, Vector]) -> dict[int, tuple[int, ...]]:
    """Return vectors as integers, divided by all that they share."""
    denominators = lcm(*(length.denominator for vector in vectors.values() for length in vector))
    scaled = {key: tuple(int(length * denominators) for length in vector) for key, vector in vectors.items()}
    shared = gcd(*(length for vector in scaled.values() for length in vector)) or 1
    return {key: tuple(length // shared for length in vector) for key, vector in scaled.items()}


@dataclass(frozen=True, slots=True)
class ClingoReasoner:
    """Composition and whole-story check by `encodings/paper_paths.lp`."""

    rules: PropertySet
    limits: Limits

    def compose(self, story: Story, links: Links, path: list[Link]) -> frozenset[str]:
        """Return the labels that the links of a path give; raise BackendUnavailable for lengths beyond 32 bits."""
        hops: list[Fact] = [
            ("hop", (place, statement, self._along(links, statement, vector))) for place, (statement, vector) in enumerate(path)
        ]
        problem = self._problem([*self._facts(story, links), *hops, ("hops", (len(path),))], self.rules.name.lower())
        found = problem.model(())
        atoms = frozenset[Fact]() if found is None else found.atoms
        signs = [0, 0, 0]
        for name, numbers in atoms:
            if name == "holds":
                signs[numbers[0]] = numbers[1]
        x, y, z = signs
        return sign_labels(x, y, z) if any(signs) or ("overlapping", ()) in atoms else frozenset()

    def conflict(self, story: Story, links: Links) -> tuple[int, ...]:
        """Return a minimal inconsistent set of statements, ascending, or nothing.

        Raise BackendUnavailable for a grid too wide to ground.
        """
        if not self.rules.on_grid:
            return ()
        lengths = _common_unit(links.forward)
        bounds = [(axis, sum(abs(length[axis]) for length in lengths.values())) for axis in range(3)]
        widest = max(bound for _, bound in bounds)
        if widest > _WIDEST:
            raise BackendUnavailable(f"the story spans up to {widest} units; clingo grounds grids up to {_WIDEST}")
        facts = [*self._facts(story, links), *(("bound", bound) for bound in bounds)]
        return self._problem(facts, "grid").core(links.forward) or ()

    def _problem(self, facts: list[Fact], part: str) -> ClingoProblem:
        grounded = [("base", ()), (part, ())]
        problem = ClingoProblem(encoding("paper_paths.lp"), facts, grounded, self.limits.seed, guard="used")
        problem.allow(self.limits.seconds)
        return problem

    def _along(self, links: Links, statement: int, vector: Vector) -> int:
        return 1 if links.forward[statement] == vector else -1

    def _facts(self, story: Story, links: Links) -> list[Fact]:
        lengths = _common_unit(links.forward)
        if sum(abs(number) for length in lengths.values() for number in length) > _LONGEST:
            raise BackendUnavailable("the story's lengths do not fit clingo's integers")
        facts: list[Fact] = [("axis", (axis,)) for axis in range(3)]
        facts += [("entity", (entity,)) for entity in links.near]
        for key, length in lengths.items():
            said = story.statements[key]
            sides = (unit(said.relation) or ((0, 0, 0),))[0]
            facts.append(("statement", (key, *said.args)))
            facts += [("step", (key, axis, int(sides[axis]))) for axis in range(3)]
            facts += [("length", (key, axis, length[axis])) for axis in range(3)]
        return facts
