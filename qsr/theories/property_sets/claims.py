"""What a story claims, as data: the space, its places, and relations between them with every setting resolved.

A `Claim` is the common source of all implementations of the property sets; what it means is said five times, independently: in
`encodings/property_sets.lp`, in `edges` (with `boxes`), in `by_z3`, in `arithmetic`, and in the enumerator of the tests.
`qsr.theories.property_sets.reading` makes claims from statements and questions.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import Final

from qsr.relations import DIRECTIONS, OVERLAPPING, RCC8
from qsr.theories.everyday import Manner

__all__ = ["BASE_RELATIONS", "Claim", "Reading", "Side", "Space", "denial", "fitting", "unit"]

#: The base relations of RCC8; exactly one of them holds between any two places.
BASE_RELATIONS: Final = tuple(RCC8.values())
#: Whether head and tail have an extent -> the base relations that such places can have. Two points admit DC and EQ only (the
#: SpaRC paper's appendix); a point lies outside a box, on its boundary or in its interior.
_FITTING: Final = {
    (False, False): ("DC", "EQ"),
    (False, True): ("DC", "TPP", "NTPP"),
    (True, False): ("DC", "TPPI", "NTPPI"),
    (True, True): BASE_RELATIONS,
}


@dataclass(frozen=True, slots=True)
class Space:
    """The places of a story on two or three axes: one per entity, then the reference points.

    Parameters
    ----------
    dimensions
        Number of axes.
    entities
        Number of entities; entity e is at place e.
    extended
        The places that have a start and an end on each axis; all others are points.
    references
        Extended entities that some statement treats as points: place ``entities + k`` is a point inside ``references[k]``.
    kinds
        What each entity is taken for where neither a statement nor the question says.
    own_axis
        Whether north and south lie on the third axis, since the second one is that of heights.
    """

    dimensions: int
    entities: int
    extended: frozenset[int] = frozenset()
    references: tuple[int, ...] = ()
    kinds: tuple[str, ...] = ()
    own_axis: bool = False

    @property
    def places(self) -> int:
        """Number of places."""
        return self.entities + len(self.references)

    def last(self, place: int) -> int:
        """Return the number of the last bound of a place on an axis: 1 (its end) or, for a point, 0."""
        return 1 if place in self.extended else 0

    def pointlike(self, claim: Claim) -> bool:
        """Tell whether both places of a claim are points."""
        return claim.head not in self.extended and claim.tail not in self.extended

    def background(self) -> tuple[Claim, ...]:
        """Return what holds of the reference points in every model: each lies in the interior of its entity."""
        return tuple(
            Claim(self.entities + number, entity, (), topology=("NTPP",)) for number, entity in enumerate(self.references)
        )


@dataclass(frozen=True, slots=True)
class Side:
    """A side on one axis (-1 smaller, 1 greater), and a distance where one is said."""

    axis: int
    sign: int
    distance: Fraction | None


@dataclass(frozen=True, slots=True)
class Claim:
    """A relation between two places.

    Parameters
    ----------
    head, tail
        Places.
    sides
        On which side of the tail the head lies, and how far from it.
    topology
        Base relations of RCC8, one of which holds; empty where the topology is left open.
    margins
        How far the boundary of the head, which is inside, is from the boundary of the tail on the same side.
    complete
        Axes without a side are level.
    negated
        Sides, topology and margins do not hold all together.
    centres
        Distances of sides are between centres, not between facing ends.
    """

    head: int
    tail: int
    sides: tuple[Side, ...]
    topology: tuple[str, ...] = ()
    margins: tuple[Side, ...] = ()
    complete: bool = False
    negated: bool = False
    centres: bool = False

    def level_axes(self, space: Space) -> list[int]:
        """Return the axes on which completeness aligns head and tail.

        Those are the axes without a side; none where the claim is a denial or says no side at all.
        """
        if not self.complete or self.negated or not self.sides:
            return []
        stated = {side.axis for side in self.sides}
        return [axis for axis in range(space.dimensions) if axis not in stated]

    @property
    def measures_centres(self) -> bool:
        """Whether some distance is between centres, which is no difference of two coordinates."""
        return self.centres and any(side.distance is not None for side in self.sides)

    @property
    def branches(self) -> bool:
        """Whether the claim can hold in more than one way."""
        alone = self.topology in ((), ("EQ",), ("NTPP",), ("NTPPI",))
        return bool(self.topology) or len(self.sides) > 1 if self.negated else not alone


@dataclass(frozen=True, slots=True)
class Reading:
    """A story as claims; the position of a claim is the id of its statement.

    `metric` is what distances are counted in: ``"m"``, ``"unit"``, or empty where the story has none. `topological` tells whether
    some statement speaks of more topology than "overlapping", and `manner` how the story means its words.
    """

    space: Space
    claims: tuple[Claim, ...]
    metric: str
    topological: bool
    manner: Manner

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels that are decided where a question names none: the directions, and "overlapping" or all of topology."""
        directions = (name for name, (axis, _) in DIRECTIONS.items() if axis < self.space.dimensions)
        return (*directions, *(RCC8 if self.topological else (OVERLAPPING,)))


def fitting(space: Space, head: int, tail: int) -> tuple[str, ...]:
    """Return the base relations that two places can have, being what they are."""
    return _FITTING[head in space.extended, tail in space.extended]


def unit(claims: Iterable[Claim]) -> int:
    """Return the least common denominator of the distances in the claims."""
    said = (side.distance for claim in claims for side in (*claim.sides, *claim.margins))
    return lcm(*(distance.denominator for distance in said if distance is not None))


def denial(claim: Claim) -> Claim:
    """Return the claim that holds exactly where a claim without completeness does not."""
    return replace(claim, negated=not claim.negated)
