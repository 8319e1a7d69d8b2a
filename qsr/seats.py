"""Places to sit or stand: how a layout is named, and the relations between its places.

Text and reasoning share these names. A reader puts a layout into ``Story.settings`` under the key ``layout``, as `Layout` prints
it, and relations into statements; the theory `seating` gives both their meaning. X is the first argument of a relation, Y the
second.

Layouts
-------
``ring 6 inward``, ``ring 8 outward from 30``
    Places 0..n-1 clockwise as seen from above, everyone facing the centre or away from it; with ``from`` the compass bearing of
    place 0 (0 north, 90 east) seen from the centre, the others at equal angles. Without it no compass is known.
``rows 2``, ``rows 4 from 180``
    Two rows of n, face to face; row 0 lies on the side of that bearing and so looks the other way.
``row 5 own``, ``row 5 viewer from 270``
    One row, numbered from the left. Left is that of those who sit there (``own``), who all look the same way, or that of whoever
    looks at them (``viewer``); ``from`` is the bearing of the left end.
``shelf 3x2 viewer from 90``
    Layers (1 is the lowest) and columns (1 is at the left), left as the viewer sees it; ``from`` is the bearing of the left end.

Relations of two places
-----------------------
``left:k``, ``right:k``
    X is the k-th place on Y's left: around a ring, along a row, within a layer; the left of whoever sits at Y, or the viewer's.
``left``, ``right``
    X is somewhere on that side of Y: on a ring less than half the way round (with six places one or two steps, not the opposite
    one); in a row, or in the same layer of a shelf, any place on that side, in two rows of the same row.
``clockwise:k``, ``anticlockwise:k``
    X is the k-th place from Y, as seen from above; on a ring.
``between:k``
    k places lie between X and Y, on one of the two ways round, along the row, or within the layer.
``adjacent``
    Neighbours on a ring, in a row or within a layer (in two rows: of the same row).
``opposite``
    Straight across; on a ring with an even number of places.
``diagonal``, ``diagonal left``, ``diagonal right``
    Next to the place opposite Y; the ones on Y's left and on Y's right.
``same row``, ``same layer``, ``same column``, ``same facing``
    Of one row, layer, column; looking the same way.
``above``, ``below``
    X is in a higher, lower layer, in any column.
``straight above``, ``upper left``, ``upper right`` and the same with ``below``, ``lower``
    The same column, or any column on that side, at any distance. With ``:k`` k layers up or down, and for the slanted ones k
    columns to the side.
``slantwise above``, ``slantwise below``
    In a higher, lower layer and another column.
``layers:k``, ``layer above:k``, ``layer below:k``
    X is k layers away from Y; above, below it; in any column.
``north``, ``north-east`` and so on; ``due north`` and so on
    By the compass: each named coordinate of X is beyond Y's, on a shelf in any layer; with ``due``, of the four main bearings
    only, the other coordinate (and the layer) is the same.
``R;S``
    There is a place Z, taken by whomever, with Z R X and Z S Y: "the place left of X is opposite Y" is ``left:1;opposite``.

Relations of one place
----------------------
``faces:north`` and so on
    Whoever is at X looks exactly that way; ``north-east`` and so on stand for all between two main bearings.
``side:north`` and so on
    X lies on that side: each named coordinate is on that side of the middle of all places (in that row or column of two).
``layer:k``, ``top``, ``bottom``, ``middle``
    In the k-th layer from below; in the highest, lowest, middle one (of a row: the place in the middle).
``column:k``, ``leftmost``, ``rightmost``, ``end``
    In the k-th column, or place of a row, from the left; at the left end, the right end, one of the two.
``from right:k``
    The k-th place of a row, or column, from the right.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

from qsr.logic import Relation

__all__ = ["COMPASS", "Claim", "Layout", "direction", "joined", "parts"]

#: Names of bearings, in degrees clockwise from north.
COMPASS: Final[dict[str, int]] = {
    "north": 0,
    "north-east": 45,
    "east": 90,
    "south-east": 135,
    "south": 180,
    "south-west": 225,
    "west": 270,
    "north-west": 315,
}
_SPEC: Final = re.compile(
    r"(?P<kind>ring|rows|row|shelf) (?P<counts>[1-9][0-9]{0,2}(?:x[1-9][0-9]{0,2})?)"
    r"(?: (?P<view>inward|outward|own|viewer))?(?: from (?P<bearing>[0-9]{1,3}(?:/[1-9][0-9]?)?))?"
)
#: Kind -> how many counts it has, and the views it may take; the first is what "" stands for.
_KINDS: Final[dict[str, tuple[int, tuple[str, ...]]]] = {
    "ring": (1, ("inward", "outward")),
    "rows": (1, ("own",)),
    "row": (1, ("own", "viewer")),
    "shelf": (2, ("viewer",)),
}


class Claim(NamedTuple):
    """A relation of entities, or its denial: what an option says."""

    relation: str
    args: tuple[int, ...]
    denied: bool = False


@dataclass(frozen=True, slots=True)
class Layout:
    """A layout by its kind; see the module's text.

    Parameters
    ----------
    kind
        ``"ring"``, ``"rows"``, ``"row"`` or ``"shelf"``.
    counts
        Places of a ring, of each of two rows, or of a row; layers and columns of a shelf.
    view
        ``"inward"`` or ``"outward"`` for a ring; whose left it is for the others, ``"own"`` or ``"viewer"``.
    bearing
        Degrees clockwise from north, at least 0 and below 360; None where no compass is known.
    """

    kind: str
    counts: tuple[int, ...]
    view: str
    bearing: Fraction | None = None

    @property
    def places(self) -> int:
        """How many places there are."""
        if self.kind == "rows":
            return 2 * self.counts[0]
        return self.counts[0] * (self.counts[1] if len(self.counts) > 1 else 1)

    def __str__(self) -> str:
        counts = "x".join(map(str, self.counts))
        compass = "" if self.bearing is None else f" from {self.bearing}"
        return f"{self.kind} {counts} {self.view}{compass}"

    @classmethod
    def parse(cls, spec: str) -> Layout | None:
        """Return the layout of a name; None for what is none.

        >>> Layout.parse("shelf 3x2 from 90")
        Layout(kind='shelf', counts=(3, 2), view='viewer', bearing=Fraction(90, 1))
        >>> str(Layout.parse("ring 6")), Layout.parse("ring 6x2"), Layout.parse("rows 2 inward")
        ('ring 6 inward', None, None)
        """
        found = _SPEC.fullmatch(spec)
        if found is None:
            return None
        kind, counts = found["kind"], tuple(int(count) for count in found["counts"].split("x"))
        wanted, views = _KINDS[kind]
        view = found["view"] or views[0]
        bearing = None if found["bearing"] is None else Fraction(found["bearing"])
        if len(counts) != wanted or view not in views or (bearing is not None and bearing >= 360):
            return None
        return cls(kind, counts, view, bearing)


@lru_cache(maxsize=4096)
def parts(relation: str) -> tuple[Relation, ...]:
    """Return the two relations of a composition, or the one.

    >>> parts("left:1;opposite"), parts("adjacent")
    (('left:1', 'opposite'), ('adjacent',))
    """
    return tuple(map(Relation.of, relation.split(";")))


def direction(relation: Relation) -> str | None:
    """Return the compass point that a relation speaks of; None where it speaks of none.

    >>> direction(Relation("faces", "north")), direction(Relation("due east")), direction(Relation("left", 1))
    ('north', 'east', None)
    """
    words = relation.parameters if relation.name in ("faces", "side") else (relation.name,)
    points = (str(word).removeprefix("due ") for word in words)
    return next((point for point in points if point in COMPASS), None)


def joined(*relations: str) -> str:
    """Return the composition of two relations: some place is the first of X and the second of Y; or the one relation."""
    return ";".join(relations)
