"""Compositions of paths by `encodings/paper_paths.lp`, shortest routes by `encodings/babi.lp`: integers in, atoms out.

They state the same rules once more, so that each backend checks the other, with a fresh program each time; that is far slower
than the direct backend.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import gcd, lcm

from qsr.errors import BackendUnavailable, LimitReached
from qsr.resources import encoding
from qsr.solvers.clingo import AnswerSets, ClingoProblem, Fact
from qsr.story import Story
from qsr.theories.paths.grid import grid_labels
from qsr.theories.paths.links import Link, Links, Vector, unit
from qsr.theories.paths.routes import COMPASS, Moves, Route
from qsr.theories.protocol import Limits

__all__ = ["composed", "routes_by_clingo"]

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
    return grid_labels(x, y, z) if any(signs) or ("overlapping", ()) in atoms else frozenset()


def routes_by_clingo(moves: Moves, start: int, goal: int, most: int, limits: Limits) -> list[Route]:
    """Return every shortest route, in any order; raise LimitReached beyond `most` of them."""
    letters = tuple(COMPASS.values())
    facts: list[Fact] = [("start", (start,)), ("goal", (goal,)), ("size", (len(moves),))]
    for place, onwards in moves.items():
        facts += [("move", (place, entity, letters.index(letter))) for letter, entity in onwards]
    # One model more than wanted, to see that there are too many.
    program = AnswerSets(encoding("babi.lp"), facts, seed=limits.seed, options=(f"--models={most + 1:d}",))
    program.allow(limits.seconds)
    routes = []
    for number, found in enumerate(program.sets()):
        if number == most:
            raise LimitReached(f"more than {most} equally short routes")
        turns = sorted(numbers for name, numbers in found.shown if name == "turn")
        if ("reached", ()) in found.shown:
            routes.append(tuple((letters[letter], entity) for _, entity, letter in turns))
    return routes
