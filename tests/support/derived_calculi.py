"""Composition tables derived from models of the base relations.

The weak composition of R and S holds T exactly if some X, Y, Z of the model have X R Y, Y S Z and X T Z [1]_. Where finitely many
entities show every such triangle that there is, going through their triples gives the table, and nothing has to be
looked up. The models:

- points: three numbers, for three points have no more than three places;
- intervals: six numbers, for three intervals have no more than six ends;
- sets (RCC5): unions of the seven parts of a Venn diagram of three sets;
- regions (RCC8): see `regions`, where a triangle is decided without going through scenes;
- distances: see `distances`, which asks the triangle inequality;
- oriented points (OPRA of granularity 1): see `oriented_points`.

References
----------
.. [1] Renz and Ligozat (2005), Weak composition for qualitative spatial and temporal reasoning, CP-05, 534-548.
.. [2] Renz (2002), A canonical model of the region connection calculus, Journal of Applied Non-Classical Logics 12, 469-494.
.. [3] Clementini, Di Felice and Hernandez (1997), Qualitative representation of positional information, Artificial
   Intelligence 95, 317-356.
.. [4] Mossakowski and Moratz (2012), Qualitative reasoning about relative direction of oriented points, Artificial
   Intelligence 180, 34-45.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import Final, TypeVar

from qsr.calculi.calculus import Calculus
from qsr.calculi.intervals import ALLEN, signs

Entity = TypeVar("Entity")
#: (R, S, T): some X, Y, Z have X R Y, Y S Z and X T Z.
Triangle = tuple[str, str, str]


def sign(first: int, second: int) -> int:
    """Return -1, 0 or 1 as `first` is less than, equal to or greater than `second`."""
    return (first > second) - (first < second)


def calculus(
    name: str,
    title: str,
    reference: str,
    relations: Sequence[str],
    identity: str,
    triangles: Iterable[Triangle],
) -> Calculus:
    """Return the calculus whose weak composition has just these triangles.

    Parameters
    ----------
    name, title, reference, relations
        As in `Calculus`.
    identity
        Name of the base relation of an entity to itself.
    triangles
        Every (R, S, T) such that some X, Y, Z of the model have X R Y, Y S Z and X T Z.

    Raises
    ------
    ValueError
        Where a relation has not one converse: then the relations are not those of a calculus.
    """
    bit = {relation: 1 << place for place, relation in enumerate(relations)}
    composed = dict.fromkeys(product(relations, repeat=2), 0)
    for first, second, third in triangles:
        composed[first, second] |= bit[third]
    # R and its converse are the two that can lead back to the same entity.
    turned = {first: [second for second in relations if composed[first, second] & bit[identity]] for first in relations}
    for relation, found in turned.items():
        if len(found) != 1:
            raise ValueError(f"{relation} has {len(found)} converses in this model; expected one")
    return Calculus(
        name=name,
        title=title,
        reference=reference,
        relations=tuple(relations),
        identity=bit[identity],
        converses=tuple(bit[turned[relation][0]] for relation in relations),
        compositions=tuple(tuple(composed[first, second] for second in relations) for first in relations),
    )


def from_entities(entities: Sequence[Entity], relate: Callable[[Entity, Entity], str]) -> set[Triangle]:
    """Return the triangles that the triples of some entities show.

    Parameters
    ----------
    entities
        So many that every triangle of the model occurs; the time grows with the cube of their number.
    relate
        The base relation of two entities.
    """
    related = [[relate(x, y) for y in entities] for x in entities]
    return {
        (from_x[y], from_y[z], from_x[z]) for from_x in related for y, from_y in enumerate(related) for z in range(len(entities))
    }


def points() -> set[Triangle]:
    """Return the triangles of the point algebra."""
    return from_entities(range(3), lambda x, y: "=><"[sign(x, y)])


def intervals() -> set[Triangle]:
    """Return the triangles of Allen's algebra."""
    return from_entities(list(combinations(range(6), 2)), lambda x, y: ALLEN[signs(x, y)])


def sets() -> set[Triangle]:
    """Return the triangles of RCC5: non-empty sets under overlap and inclusion.

    Three sets cut their union into at most seven parts; which of these are empty is all that the relations can see.
    """

    def relate(x: int, y: int) -> str:
        if x == y:
            return "EQ"
        if not x & y:
            return "DR"
        return "PP" if x & ~y == 0 else "PPI" if y & ~x == 0 else "PO"

    found = set()
    for filled in range(1, 1 << 7):
        cells = [place + 1 for place in range(7) if filled >> place & 1]
        x, y, z = (sum(1 << cell for cell in cells if cell >> axis & 1) for axis in range(3))
        if x and y and z:
            found.add((relate(x, y), relate(y, z), relate(x, z)))
    return found


def regions() -> set[Triangle]:
    """Return the triangles of RCC8 over non-empty regular closed regions.

    A scene of three regions consists of open pieces, each inside of some regions and outside of the others (eight kinds), and
    of places where pieces of two kinds touch. Every relation says of some places that they exist and of others
    that they do not: two regions are connected if a piece of one touches a piece of the other; the first reaches the edge of the
    second if a piece of the first touches one outside of the second. So a triangle is possible if the scene with
    all the places that its three relations allow has all those that they demand. That such scenes are all that RCC8
    can tell apart, and that they can be drawn in the plane, is the theorem of [2]_.
    """
    pieces = range(8)
    places = [(first, second) for first in pieces for second in pieces]

    def where(test: Callable[[int, int], bool]) -> frozenset[tuple[int, int]]:
        return frozenset(place for place in places if test(*place) or test(*reversed(place)))

    def demands(x: int, y: int) -> dict[str, tuple[list[frozenset[tuple[int, int]]], frozenset[tuple[int, int]]]]:
        """Return per relation the sets of places that must not be all absent, and the places that must be."""

        def inside(piece: int, axis: int) -> bool:
            return bool(piece >> axis & 1)

        touch = where(lambda p, q: inside(p, x) and inside(q, y))
        overlap = where(lambda p, q: p == q and inside(p, x) and inside(p, y))
        x_outside_y = where(lambda p, q: p == q and inside(p, x) and not inside(p, y))
        y_outside_x = where(lambda p, q: p == q and inside(p, y) and not inside(p, x))
        x_at_edge_of_y = where(lambda p, q: inside(p, x) and not inside(q, y))
        y_at_edge_of_x = where(lambda p, q: inside(p, y) and not inside(q, x))
        return {
            "DC": ([], touch),
            "EC": ([touch], overlap),
            "PO": ([overlap, x_outside_y, y_outside_x], frozenset()),
            "TPP": ([y_outside_x, x_at_edge_of_y], x_outside_y),
            "NTPP": ([y_outside_x], x_at_edge_of_y),
            "TPPI": ([x_outside_y, y_at_edge_of_x], y_outside_x),
            "NTPPI": ([x_outside_y], y_at_edge_of_x),
            "EQ": ([], x_outside_y | y_outside_x),
        }

    filled = [where(lambda p, q, axis=axis: p == q and bool(p >> axis & 1)) for axis in range(3)]  # type: ignore[misc]
    found = set()
    for (first, one), (second, two), (third, three) in product(
        demands(0, 1).items(), demands(1, 2).items(), demands(0, 2).items()
    ):
        scene = frozenset(places) - one[1] - two[1] - three[1]
        # Two pieces can only touch where both are there.
        scene = frozenset((p, q) for p, q in scene if (p, p) in scene and (q, q) in scene)
        if all(scene & needed for needed in (*filled, *one[0], *two[0], *three[0])):
            found.add((first, second, third))
    return found


def distances(bounds: Sequence[int], names: Sequence[str]) -> set[Triangle]:
    """Return the triangles of an ordered qualitative distance in the plane, or in any metric space [3]_.

    Parameters
    ----------
    bounds
        Whole numbers, ascending: the greatest distance of each class except the last, which is unbounded.
    names
        The class of distance 0, then one for each bound, then that of what is further.

    Notes
    -----
    Two classes meet in a third exactly if some distances of theirs satisfy the triangle inequality; quarter steps up to twice
    the last bound decide that, because all bounds are whole.
    """
    steps = [Fraction(step, 4) for step in range(8 * (bounds[-1] + 1) + 1)]

    def classify(distance: Fraction) -> str:
        return names[0] if not distance else names[1 + sum(distance > bound for bound in bounds)]

    classes = [classify(step) for step in steps]
    return {
        (classes[first], classes[second], classes[third])
        for first in range(len(steps))
        for second in range(len(steps))
        for third in range(abs(first - second), min(first + second, len(steps) - 1) + 1)
    }


_TURN: Final = 16
#: Direction of a step in sixteenths of a turn, by the signs of its coordinates; all steps in the scenes are of these slopes.
_ANGLES: Final = {(1, 0): 0, (1, 1): 2, (0, 1): 4, (-1, 1): 6, (-1, 0): 8, (-1, -1): 10, (0, -1): 12, (1, -1): 14}
_SCENES: Final = (
    ((0, 0), (1, 0), (0, 1)),
    ((0, 0), (1, 0), (2, 0)),
    ((0, 0), (0, 0), (1, 0)),
    ((0, 0), (0, 0), (0, 0)),
)
Place = tuple[int, int]


def _direction(facing: int, angle: int) -> int:
    """Return which of the four directions an angle is in, for somebody who faces another angle."""
    turned = (angle - facing) % _TURN
    return 2 * (turned >= _TURN // 2) + (turned % (_TURN // 2) > 0)


def oriented_relation(x: tuple[Place, int], y: tuple[Place, int]) -> str:
    """Return the base relation of two oriented points, each a place and the sixteenth of a turn that it faces.

    The places have to lie on one line along an axis or a diagonal.

    >>> oriented_relation(((0, 0), 0), ((1, 0), 4))
    '0_1'
    """
    (place_x, facing_x), (place_y, facing_y) = x, y
    if place_x == place_y:
        return f"s_{_direction(facing_x, facing_y)}"
    angle = _ANGLES[sign(place_y[0], place_x[0]), sign(place_y[1], place_x[1])]
    return f"{_direction(facing_x, angle)}_{_direction(facing_y, angle + _TURN // 2)}"


def oriented_points() -> set[Triangle]:
    """Return the triangles of OPRA of granularity 1.

    The table follows from finitely many scenes. Seen from one point the other two have two directions, and these with their
    opposites cut the circle of orientations into sectors; what the relations say depends only on the sector, so one triangle of
    each handedness, the orders of three points on a line and the coincidences are enough, with orientations in steps of
    a sixteenth of a turn, which meet every sector of these scenes [4]_.
    """
    found = set()
    for scene in sorted({order for places in _SCENES for order in permutations(places)}):
        turns = range(_TURN)
        sides = [
            {(f, g): oriented_relation((scene[a], f), (scene[b], g)) for f, g in product(turns, repeat=2)}
            for a, b in ((0, 1), (1, 2), (0, 2))
        ]
        found |= {(sides[0][f, g], sides[1][g, h], sides[2][f, h]) for f, g, h in product(turns, repeat=3)}
    return found
