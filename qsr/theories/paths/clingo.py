"""The backend ``"clingo"`` of the theories that answer from paths: a fresh program per story, integers in, atoms out.

It states the same rules once more, as `encodings/paper_paths.lp`, so that each backend checks the other. It is far slower than
the direct one. Stated lengths become integers in a common unit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import gcd, lcm

import clingo

from qsr.errors import BackendUnavailable, LimitReached
from qsr.resources import encoding
from qsr.story import Story
from qsr.theories.paths.grid import sign_labels
from qsr.theories.paths.links import Link, Links, Vector, read_links, unit
from qsr.theories.paths.rules import PropertySet
from qsr.theories.protocol import Limits
from qsr.wording import counted

__all__ = ["ClingoReasoner", "facts", "ground", "minimal_core", "models"]

#: The widest grid, in common units, that is worth grounding: every entity takes one atom per place and axis.
_WIDEST = 20_000
#: Sums of lengths stay well inside clingo's 32-bit integers.
_LONGEST = 2**30


def facts(name: str, rows: Iterable[tuple[int, ...]]) -> str:
    """Return facts of one predicate; only integers can go in."""
    return "".join(f"{name}({','.join(f'{number:d}' for number in row)}).\n" for row in rows)


def ground(program: str, parts: tuple[str, ...], story: str, limits: Limits, options: tuple[str, ...] = ()) -> clingo.Control:
    """Return a control that has grounded the base and the named parts of an encoding over a story's facts."""
    control = clingo.Control([f"--seed={limits.seed:d}", *options])
    control.add("base", [], story)
    control.add("base", [], program)
    control.ground([("base", []), *((part, []) for part in parts)])
    return control


def models(
    control: clingo.Control, limits: Limits, assumptions: Iterable[tuple[clingo.Symbol, bool]] = ()
) -> tuple[list[list[clingo.Symbol]], list[int]]:
    """Return the shown atoms of the models found and, where there is none, the assumed literals that exclude them.

    Raise LimitReached where the seconds of the limits run out.
    """
    found: list[list[clingo.Symbol]] = []

    def keep(model: clingo.Model) -> None:
        found.append(list(model.symbols(shown=True)))

    with control.solve(assumptions=list(assumptions), on_model=keep, async_=True) as run:
        if not run.wait(limits.seconds):
            run.cancel()
            raise LimitReached(f"no answer within {counted(limits.seconds or 0, 'second')}")
        return found, [] if run.get().satisfiable else list(run.core())


def minimal_core(control: clingo.Control, limits: Limits, atoms: Mapping[int, clingo.Symbol]) -> tuple[int, ...]:
    """Return a minimal set of keys whose atoms cannot all hold, ascending; empty where they can.

    clingo's own core need not be minimal, so each of its members is left out on trial.
    """

    def refuted(keys: Iterable[int]) -> list[int] | None:
        found, literals = models(control, limits, [(atoms[key], True) for key in keys])
        if found:
            return None
        grounded = {key: control.symbolic_atoms[atoms[key]] for key in keys}
        return sorted(key for key, atom in grounded.items() if atom is not None and atom.literal in literals)

    core = refuted(sorted(atoms))
    if core is None:
        return ()
    for key in tuple(core):
        smaller = refuted([other for other in core if other != key]) if key in core else None
        if smaller is not None:
            core = smaller
    return tuple(core)


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

    def read(self, story: Story) -> Links:
        """Read the statements as the property set means them."""
        return read_links(story, self.rules.vectors)

    def compose(self, story: Story, links: Links, path: list[Link]) -> frozenset[str]:
        """Return the labels that the links of a path give; raise BackendUnavailable for lengths beyond 32 bits."""
        hops = [(place, statement, self._along(links, statement, vector)) for place, (statement, vector) in enumerate(path)]
        program = self._facts(story, links) + facts("hop", hops) + facts("hops", [(len(path),)])
        found, _ = models(ground(encoding("paper_paths.lp"), (self.rules.part,), program, self.limits), self.limits)
        signs = [0, 0, 0]
        overlapping = False
        for atom in found[0]:
            if atom.name == "holds":
                axis, sign = (argument.number for argument in atom.arguments)
                signs[axis] = sign
            else:
                overlapping = True
        x, y, z = signs
        return sign_labels(x, y, z) if overlapping or any(signs) else frozenset()

    def conflict(self, story: Story, links: Links) -> tuple[int, ...]:
        """Return a minimal inconsistent set of statements, ascending, or nothing.

        Raise BackendUnavailable for a grid too wide to ground.
        """
        if not self.rules.checks:
            return ()
        lengths = _common_unit(links.forward)
        bounds = [(axis, sum(abs(length[axis]) for length in lengths.values())) for axis in range(3)]
        widest = max(bound for _, bound in bounds)
        if widest > _WIDEST:
            raise BackendUnavailable(f"the story spans up to {widest} units; clingo grounds grids up to {_WIDEST}")
        program = self._facts(story, links) + facts("bound", bounds)
        control = ground(encoding("paper_paths.lp"), self.rules.checks, program, self.limits)
        used = {statement: clingo.Function("used", [clingo.Number(statement)]) for statement in links.forward}
        return minimal_core(control, self.limits, used)

    def _along(self, links: Links, statement: int, vector: Vector) -> int:
        return 1 if links.forward[statement] == vector else -1

    def _facts(self, story: Story, links: Links) -> str:
        lengths = _common_unit(links.forward)
        if sum(abs(number) for length in lengths.values() for number in length) > _LONGEST:
            raise BackendUnavailable("the story's lengths do not fit clingo's integers")
        said = [story.statements[statement] for statement in links.forward]
        sides = {statement.id: unit(statement.relation) or ((0, 0, 0), (0, 0, 0)) for statement in said}
        return "".join(
            (
                facts("axis", [(axis,) for axis in range(3)]),
                facts("entity", [(entity,) for entity in links.near]),
                facts("statement", [(statement.id, *statement.args) for statement in said]),
                facts("step", [(key, axis, int(side[0][axis])) for key, side in sides.items() for axis in range(3)]),
                facts("length", [(key, axis, length[axis]) for key, length in lengths.items() for axis in range(3)]),
            )
        )
