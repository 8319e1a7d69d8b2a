"""Contexts of points and extended objects in the plane, for property sets 2, 3 and 4.

The links form a tree: a path of the wanted length and further entities that hang on it anywhere. Any directions along a tree have
a model, so the context is consistent, and nothing off the path can add to what the path says: the published path method and
the whole story agree.

Random steps over many hops mostly cancel out, and sets 3 and 4 then say nothing at all. So half of their paths never go
back on one axis; the rest is left to chance, and its empty answers are items like others.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random
from typing import Final

from qsr.datasets.sparp.generator.drawing import Context, Link, turned
from qsr.relations import DIRECTIONS

__all__ = ["draw_grid"]

#: The eight directions of the plane, as signs of head minus tail.
_STEPS: Final = tuple(step for step in product((-1, 0, 1), repeat=2) if any(step))
_FARTHEST: Final = 9
_DRIFT: Final = 0.8


def draw_grid(random: Random, property_set: str, hops: int, size: int, *, measured: bool = False) -> Context:
    """Draw a context of `size` entities whose question is `hops` links long; with `measured`, distances are stated."""
    steps = _path(random, drifting=property_set != "PS2" and random.random() < 0.5, hops=hops)
    links = [_link(random, head, head + 1, step, measured) for head, step in enumerate(steps)]
    for entity in range(hops + 1, size):
        links.append(_link(random, entity, random.randrange(entity), random.choice(_STEPS), measured))
    links = [turned(link) if random.random() < 0.5 else link for link in links]
    random.shuffle(links)
    return Context(size, tuple(links), 0, hops)


def _path(random: Random, *, drifting: bool, hops: int) -> list[tuple[int, ...]]:
    if not drifting:
        return random.choices(_STEPS, k=hops)
    axis, sign = random.randrange(2), random.choice((-1, 1))
    along = [step for step in _STEPS if step[axis] == sign]
    level = [step for step in _STEPS if step[axis] == 0]
    return [random.choice(along if random.random() < _DRIFT else level) for _ in range(hops)]


def _link(random: Random, head: int, tail: int, step: tuple[int, ...], measured: bool) -> Link:
    labels = tuple(label for label, (axis, sign) in sorted(DIRECTIONS.items()) if axis < len(step) and step[axis] == sign)
    distances = tuple(Fraction(random.randint(1, _FARTHEST)) for _ in labels) if measured else ()
    return Link(head, tail, labels, distances)
