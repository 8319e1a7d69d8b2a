"""Compositions of paths by `encodings/paper_paths.lp`: a fresh program per path, integers in, atoms out.

It states the same rules once more, so that each backend checks the other. It is far slower than the direct one. Stated lengths
become integers in a common unit.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import gcd, lcm

from qsr.errors import BackendUnavailable
from qsr.resources import encoding
from qsr.solvers.clingo import ClingoProblem, Fact
from qsr.story import Story
from qsr.theories.paths.grid import sign_labels
from qsr.theories.paths.links import Link, Links, Vector, unit
from qsr.theories.protocol import Limits

__all__ = ["composed"]

#: Sums of lengths stay well inside clingo's 32-bit integers.
_LONGEST = 2**30


def _common_unit(vectors: Mapping[int, Vector]) -> dict[int, tuple[int, ...]]:
    """Return vectors as integers, divided by all that they share."""
    denominators = lcm(*(length.denominator for vector in vectors.values() for length in vector))
    scaled = {key: tuple(int(length * denominators) for length in vector) for key, vector in vectors.items()}
    shared = gcd(*(length for vector in scaled.values() for length in vector)) or 1
    return {key: tuple(length // shared for length in vector) for key, vector in scaled.items()}


def composed(story: Story, links: Links, path: list[Link], property_set: str, limits: Limits) -> frozenset[str]:
    """Return the labels that the links of a path give under a property set.

    Raise LimitReached where the limits cut the work short, BackendUnavailable for lengths beyond 32 bits.
    """
    lengths = _common_unit({statement: links.forward[statement] for statement, _ in path})
    if sum(abs(number) for length in lengths.values() for number in length) > _LONGEST:
        raise BackendUnavailable("the story's lengths do not fit clingo's integers")
    facts: list[Fact] = [*(("axis", (axis,)) for axis in range(3)), ("hops", (len(path),))]
    for place, (statement, vector) in enumerate(path):
        facts.append(("hop", (place, statement, 1 if links.forward[statement] == vector else -1)))
    for statement, length in lengths.items():
        sides = (unit(story.statements[statement].relation) or ((0, 0, 0),))[0]
        facts += [("step", (statement, axis, int(sides[axis]))) for axis in range(3)]
        facts += [("length", (statement, axis, length[axis])) for axis in range(3)]
    problem = ClingoProblem(encoding("paper_paths.lp"), facts, [("base", ()), (property_set.lower(), ())], limits.seed)
    problem.allow(limits.seconds)
    found = problem.model(())
    atoms = frozenset[Fact]() if found is None else found.atoms
    signs = [0, 0, 0]
    for name, numbers in atoms:
        if name == "holds":
            signs[numbers[0]] = numbers[1]
    x, y, z = signs
    return sign_labels(x, y, z) if any(signs) or ("overlapping", ()) in atoms else frozenset()
