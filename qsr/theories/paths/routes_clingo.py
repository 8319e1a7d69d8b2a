"""Shortest routes by `encodings/babi.lp`: integers in, one model per route out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from qsr.errors import LimitReached
from qsr.resources import encoding
from qsr.theories.paths.clingo import facts, ground, models
from qsr.theories.paths.routes import COMPASS, Moves, Route
from qsr.theories.protocol import Limits

__all__ = ["ClingoRouter"]

_LETTERS: Final = tuple(COMPASS.values())


@dataclass(frozen=True, slots=True)
class ClingoRouter:
    """A router that enumerates the models of the encoding."""

    limits: Limits

    def __call__(self, moves: Moves, start: int, goal: int, most: int) -> list[Route]:
        """Return every shortest route; raise LimitReached beyond `most` of them."""
        steps = [(place, entity, _LETTERS.index(letter)) for place, onwards in moves.items() for letter, entity in onwards]
        story = facts("move", steps) + facts("start", [(start,)]) + facts("goal", [(goal,)]) + facts("size", [(len(moves),)])
        # One model more than wanted, to see that there are too many.
        control = ground(encoding("babi.lp"), (), story, self.limits, (f"--models={most + 1:d}",))
        found, _ = models(control, self.limits)
        if len(found) > most:
            raise LimitReached(f"more than {most} equally short routes")
        routes = []
        for atoms in found:
            turns = sorted(tuple(argument.number for argument in atom.arguments) for atom in atoms if atom.name == "turn")
            if any(atom.name == "reached" for atom in atoms):
                routes.append(tuple((_LETTERS[letter], entity) for _, entity, letter in turns))
        return routes
