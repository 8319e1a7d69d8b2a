"""A story as an undirected graph of links: the context graph of the published symbolic solvers for StepGame and SpaRP.

Source: Rizvi, Zhu and Gurevych, Findings of ACL 2024, appendix.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final, TypeAlias

from qsr.errors import NotCovered
from qsr.relations import DIRECTIONS, OVERLAPPING, parts
from qsr.story import Statement, Story
from qsr.theories.answers import words

__all__ = ["Link", "Links", "Vector", "VectorPair", "measured", "read_links", "unit"]

Number: TypeAlias = int | Fraction
#: What is added to the position of one entity to reach another, on x, y and z.
Vector: TypeAlias = tuple[Number, Number, Number]
#: Head minus tail, and tail minus head.
VectorPair: TypeAlias = tuple[Vector, Vector]
#: Statement id, and the vector from the neighbour to the entity whose link it is (entity minus neighbour).
Link: TypeAlias = tuple[int, Vector]

_ORIGIN: Final[Vector] = (0, 0, 0)


@dataclass(slots=True)
class Links:
    """What a story asserts, read for one theory.

    Parameters
    ----------
    near
        Entity -> neighbour -> the link between them, seen from the entity; entities and neighbours in the order in which
        the text first links them.
    forward
        Statement id -> head minus tail, for every statement that links two different entities.
    loops
        Ids of the statements that relate an entity to itself.
    """

    near: dict[int, dict[int, Link]]
    forward: dict[int, Vector]
    loops: tuple[int, ...]


@lru_cache(maxsize=1024)
def unit(relation: str) -> VectorPair | None:
    """Return the vectors of one grid unit that a relation stands for, or None where it stands for none.

    None means that a part is neither a direction nor "overlapping", or that two parts speak of one axis.

    >>> unit("above+left")
    ((-1, 1, 0), (1, -1, 0))
    """
    if relation == OVERLAPPING:
        return _ORIGIN, _ORIGIN
    signs = [0, 0, 0]
    for part in parts(relation):
        axis, sign = DIRECTIONS.get(part, (0, 0))
        if not sign or signs[axis]:
            return None
        signs[axis] = sign
    x, y, z = signs
    return (x, y, z), (-x, -y, -z)


def measured(statement: Statement) -> VectorPair | None:
    """Return the vectors of a statement, each part as long as its stated distance and one unit where none is stated.

    None as for `unit`, and for a distance of "overlapping": being at one place has no distance (Rizvi et al., appendix).
    """
    vectors = unit(statement.relation)
    if vectors is None or not statement.properties:
        return vectors
    distances = statement.property("distance")
    if not distances or all(distance is None for distance in distances):
        return vectors
    # A length in metres says nothing about how many units of the grid it is.
    if statement.property("unit"):
        return None
    if statement.relation == OVERLAPPING or len(distances) != len(parts(statement.relation)):
        return None
    lengths: list[Number] = [0, 0, 0]
    for part, distance in zip(parts(statement.relation), distances, strict=True):
        axis, sign = DIRECTIONS[part]
        lengths[axis] = sign if distance is None else sign * distance
    x, y, z = lengths
    return (x, y, z), (-x, -y, -z)


def read_links(story: Story, vectors: Callable[[Statement], VectorPair | None]) -> Links:
    """Read the statements of a story into links; raise NotCovered for the first statement that is not covered.

    Where several statements link one pair of entities the first of them is the link. (The publications do not say; no story of
    StepGame's validation splits has such a pair, so its figures are the same either way.)
    """
    near: dict[int, dict[int, Link]] = {}
    forward: dict[int, Vector] = {}
    loops: list[int] = []
    for statement in story.statements:
        both, args, id_ = vectors(statement), statement.args, statement.id
        if both is None or len(args) != 2 or (statement.properties and statement.property("negated")):
            raise NotCovered(_why_uncovered(story, statement))
        head, tail = args
        if head == tail:
            loops.append(id_)
            continue
        there, back = both
        forward[id_] = there
        if head not in near:
            near[head] = {}
        if tail not in near:
            near[tail] = {}
        beside = near[head]
        if tail not in beside:
            beside[tail] = (id_, there)
            near[tail][head] = (id_, back)
    return Links(near, forward, tuple(loops))


def _why_uncovered(story: Story, statement: Statement) -> str:
    if statement.property("negated"):
        why = "it denies a relation"
    elif len(statement.args) != 2:
        why = "it does not relate two entities"
    elif unit(statement.relation) is None:
        why = f"{statement.relation!r} is not a direction on each axis"
    else:
        why = "its distances are not numbers of units, one for each direction"
    return f"not covered: {words(story, statement.id)}: {why}"
