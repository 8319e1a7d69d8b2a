"""Shortest routes by `encodings/babi.lp`: integers in, one model per route out."""

from __future__ import annotations

from typing import Final

from qsr.errors import LimitReached
from qsr.resources import encoding
from qsr.solvers.clingo import AnswerSets, Fact
from qsr.theories.paths.routes import COMPASS, Moves, Route
from qsr.theories.protocol import Limits

__all__ = ["routes_by_clingo"]

_LETTERS: Final = tuple(COMPASS.values())


def routes_by_clingo(moves: Moves, start: int, goal: int, most: int, limits: Limits) -> list[Route]:
    """Return every shortest route, in any order; raise LimitReached beyond `most` of them."""
    facts: list[Fact] = [("start", (start,)), ("goal", (goal,)), ("size", (len(moves),))]
    for place, onwards in moves.items():
        facts += [("move", (place, entity, _LETTERS.index(letter))) for letter, entity in onwards]
    # One model more than wanted, to see that there are too many.
    program = AnswerSets(encoding("babi.lp"), facts, seed=limits.seed, options=(f"--models={most + 1:d}",))
    program.allow(limits.seconds)
    routes = []
    for number, found in enumerate(program.sets()):
        if number == most:
            raise LimitReached(f"more than {most} equally short routes")
        turns = sorted(numbers for name, numbers in found.shown if name == "turn")
        if ("reached", ()) in found.shown:
            routes.append(tuple((_LETTERS[letter], entity) for _, entity, letter in turns))
    return routes
