"""A scene in clingo: `encodings/locatives.lp` with integers for things; statement ids are guards, the question is a goal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from qsr import resources
from qsr.solvers.clingo import ClingoProblem, Fact
from qsr.solvers.protocol import Model
from qsr.theories.locatives.laws import Facts
from qsr.theories.locatives.reading import Condition, Scene
from qsr.theories.locatives.vocabulary import BASE, NAMES

__all__ = ["ENCODING", "facts_of", "goal_of", "problem_of"]

ENCODING: Final = "locatives.lp"


def goal_of(scene: Scene) -> int:
    """Return the number of the goal that stands for the question."""
    return len(scene.statements)


def problem_of(scene: Scene, laws: tuple[int, ...], seed: int = 0) -> ClingoProblem:
    """Return the ground problem of a scene under some of the optional laws."""
    return ClingoProblem(resources.encoding(ENCODING), list(_facts(scene, laws)), seed=seed)


def facts_of(model: Model) -> Facts:
    """Return what is true in a model."""
    found = set()
    for name, numbers in model.atoms:
        if name in ("rel", "triple"):
            found.add((NAMES[numbers[0]], tuple(numbers[1:-1]), numbers[-1]))
    return frozenset(found)


def _facts(scene: Scene, laws: tuple[int, ...]) -> Iterator[Fact]:
    for thing in range(scene.things):
        yield "thing", (thing,)
    for thing in sorted(scene.solid):
        yield "solid", (thing,)
    for moment in scene.moments:
        yield "moment", (moment,)
    for relation in scene.used:
        yield "used", (BASE[relation],)
    for law in laws:
        yield "law", (law,)
    for pair in sorted(scene.apart):
        yield "apart", pair
    for denial in scene.denied:
        yield "denied", denial
    for number, line in enumerate(scene.lines):
        for thing in line:
            yield "line", (thing, number)
    for claim, condition in enumerate(scene.statements):
        yield "statement", (claim,)
        yield from _claim(claim, condition)
    if scene.asked is not None:
        yield from _claim(goal_of(scene), scene.asked)


def _claim(claim: int, condition: Condition) -> Iterator[Fact]:
    yield "claim", (claim,)
    for part, alternatives in enumerate(condition):
        yield "part", (claim, part)
        for number, alternative in enumerate(alternatives):
            yield "alternative", (claim, part, number)
            for literal in alternative:
                args = (*literal.args, -1) if len(literal.args) == 2 else literal.args
                sign = 2 * literal.moment + (not literal.holds)
                yield "literal", (claim, part, number, BASE[literal.relation], *args, sign)
