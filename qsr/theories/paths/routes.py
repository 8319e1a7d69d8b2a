"""Shortest routes over stated adjacency, as bAbI's path finding asks for them.

Weston et al., "Towards AI-complete question answering" (arXiv 1502.05698), task 19: each fact makes two places neighbours and
says in which of four directions one lies from the other. A route moves from neighbour to neighbour; only the shortest ones count.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from qsr.errors import LimitReached, NotCovered
from qsr.story import Story
from qsr.theories.answers import words
from qsr.theories.paths.links import Links, Vector

__all__ = ["COMPASS", "STEPS", "Moves", "Route", "compass_moves", "shortest_routes"]

#: Vector of one step -> the letter that names it.
COMPASS: Final[dict[Vector, str]] = {(0, 1, 0): "n", (0, -1, 0): "s", (1, 0, 0): "e", (-1, 0, 0): "w"}
#: Letter -> the vector of its step.
STEPS: Final[dict[str, Vector]] = {letter: vector for vector, letter in COMPASS.items()}
_BACK: Final = {"n": "s", "s": "n", "e": "w", "w": "e"}
#: Entity -> (letter of the move, entity it leads to), in the order of the statements.
Moves: TypeAlias = dict[int, list[tuple[str, int]]]
#: Moves from the start to the goal, each with the entity it leads to.
Route: TypeAlias = tuple[tuple[str, int], ...]


def compass_moves(story: Story, links: Links) -> Moves:
    """Return the moves that statements allow, each both ways, none twice; raise NotCovered for no step in a compass direction."""
    moves: Moves = {entity: [] for entity in links.near}
    for statement, vector in links.forward.items():
        head, tail = story.statements[statement].args
        if vector not in COMPASS:
            raise NotCovered(f"not covered: {words(story, statement)}: it is not one step north, south, east or west")
        letter = COMPASS[vector]
        if (letter, head) not in moves[tail]:
            moves[tail].append((letter, head))
            moves[head].append((_BACK[letter], tail))
    return moves


def shortest_routes(moves: Moves, start: int, goal: int, most: int) -> list[Route]:
    """Return every shortest route, or none where the goal cannot be reached; raise LimitReached beyond `most` routes."""
    if start == goal:
        return [()]
    left_to_go = _distances(moves, goal)
    if start not in left_to_go:
        return []
    partial: list[tuple[int, Route]] = [(start, ())]
    for remaining in range(left_to_go[start] - 1, -1, -1):
        partial = [
            (entity, (*route, (letter, entity)))
            for place, route in partial
            for letter, entity in moves[place]
            if left_to_go[entity] == remaining
        ]
        if len(partial) > most:
            raise LimitReached(f"more than {most} equally short routes")
    return [route for _, route in partial]


def _distances(moves: Moves, goal: int) -> dict[int, int]:
    distance = {goal: 0}
    seen = [goal]
    for place in seen:
        for _, entity in moves.get(place, ()):
            if entity not in distance:
                distance[entity] = distance[place] + 1
                seen.append(entity)
    return distance
