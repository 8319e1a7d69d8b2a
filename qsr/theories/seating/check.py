"""Which statements a layout breaks, from coordinates in the plane: nothing here is shared with the tables or the solvers.

Whoever sits on a ring has a point on the unit circle and looks along its radius; who sits in a row has whole numbers for
coordinates. Left is where the left hand points: a quarter turn anticlockwise, seen from above, from where one looks.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import atan2, cos, degrees, hypot, radians, sin
from typing import Final, NamedTuple

from qsr.seats import COMPASS, Claim, Layout

__all__ = ["holds", "scattered"]

#: Differences below this are none: places are at least a thousand times as far apart.
_NONE: Final = 1e-6


class _Spot(NamedTuple):
    """East and north (or, on a shelf, to the viewer's right), height, and a vector in the direction one looks."""

    east: float
    north: float
    height: int
    look: tuple[float, float]


def _vector(bearing: float) -> tuple[float, float]:
    return sin(radians(bearing)), cos(radians(bearing))


def _spot(layout: Layout, place: int) -> _Spot:
    start = 0.0 if layout.bearing is None else float(layout.bearing)
    if layout.kind == "ring":
        east, north = _vector(start + 360 * place / layout.counts[0])
        turn = -1 if layout.view == "inward" else 1
        return _Spot(east, north, 0, (turn * east, turn * north))
    if layout.kind == "rows":
        row, at = divmod(place, layout.counts[0])
        out, along = _vector(start), _vector(start + 90)
        side, middle = (1, -1)[row], at - (layout.counts[0] - 1) / 2
        look = (-side * out[0], -side * out[1])
        return _Spot(side * out[0] + middle * along[0], side * out[1] + middle * along[1], 0, look)
    layer, at = divmod(place, layout.counts[-1])
    # The left end is on the bearing, so that whoever judges left and right looks a quarter turn clockwise of it.
    to_left, middle = _vector(start), (layout.counts[-1] - 1) / 2 - at
    return _Spot(middle * to_left[0], middle * to_left[1], layer, _vector(start + 90))


def scattered(layout: Layout, places: Mapping[int, int], names: int) -> bool:
    """Tell whether every name has a place of the layout to itself."""
    taken = [places.get(name, -1) for name in range(names)]
    return len(set(taken)) == names and all(0 <= place < layout.places for place in taken)


def holds(layout: Layout, claim: Claim, places: Mapping[int, int]) -> bool:
    """Tell whether a claim that the layout has a meaning for holds of the places of its names."""
    one, other = places[claim.args[0]], places[claim.args[-1]]
    first, _, second = claim.relation.partition(";")
    if not second:
        return _true(layout, first, one, other) != claim.denied
    between = range(layout.places)
    return any(_true(layout, first, via, one) and _true(layout, second, via, other) for via in between) != claim.denied


def _true(layout: Layout, relation: str, one: int, other: int) -> bool:
    name, _, detail = relation.partition(":")
    x, y = _spot(layout, one), _spot(layout, other)
    if name in ("faces", "side"):
        return _lies(name, detail, x)
    count = int(detail) if detail else None
    if name.removeprefix("due ") in COMPASS:
        return _by_compass(layout, name, x, y)
    if layout.kind == "shelf" and name in _RISES:
        return _rises(_RISES[name], count, x.height - y.height, round(_leftward(x, y)))
    if name in ("layers", "layer above", "layer below"):
        rise = x.height - y.height
        return count == {"layers": abs(rise), "layer above": rise, "layer below": -rise}[name]
    if name in _ONE_PLACE:
        return _ranks(layout, name, count, one)
    if name == "same layer":
        return x.height == y.height
    if name == "same column":
        return abs(_leftward(x, y)) < _NONE
    if name == "same facing":
        return _looks_with(x, y)
    if layout.kind == "ring":
        return _around(layout, name, count, x, y)
    return _in_rows(name, count, x, y)


def _lies(name: str, bearing: str, x: _Spot) -> bool:
    east, north = x.look if name == "faces" else (x.east, x.north)
    wanted = _vector(COMPASS[bearing])
    for have, want in ((east, wanted[0]), (north, wanted[1])):
        if abs(want) < _NONE:
            if name == "faces" and abs(have) > _NONE:
                return False
        elif have * want < _NONE:
            return False
    return True


def _by_compass(layout: Layout, name: str, x: _Spot, y: _Spot) -> bool:
    due = name.startswith("due ")
    east, north = _vector(COMPASS[name.removeprefix("due ")])
    apart = x.east - y.east, x.north - y.north
    if due:
        along, aside = apart[0] * east + apart[1] * north, apart[0] * north - apart[1] * east
        return along > _NONE and abs(aside) < _NONE and x.height == y.height
    return all(have * want > _NONE for have, want in zip(apart, (east, north), strict=True) if abs(want) > _NONE)


def _leftward(x: _Spot, y: _Spot) -> float:
    """Return how far X is on the left of whoever is at Y, or of the viewer."""
    return -(x.east - y.east) * y.look[1] + (x.north - y.north) * y.look[0]


#: Relation -> the signs of height and of leftward distance; None where any will do, 2 where any but 0 will.
_RISES: Final[dict[str, tuple[int, int | None]]] = {
    "above": (1, None),
    "below": (-1, None),
    "straight above": (1, 0),
    "straight below": (-1, 0),
    "slantwise above": (1, 2),
    "slantwise below": (-1, 2),
    "upper left": (1, 1),
    "upper right": (1, -1),
    "lower left": (-1, 1),
    "lower right": (-1, -1),
}


def _rises(signs: tuple[int, int | None], count: int | None, up: int, left: int) -> bool:
    vertical, sideways = signs
    if up * vertical <= 0 or (count is not None and abs(up) != count):
        return False
    if sideways is None or sideways == 0:
        return sideways is None or left == 0
    if sideways == 2:
        return left != 0
    return left * sideways > 0 and (count is None or abs(left) == count)


_ONE_PLACE: Final = frozenset({"layer", "top", "bottom", "middle", "column", "leftmost", "rightmost", "end", "from right"})


def _ranks(layout: Layout, name: str, count: int | None, place: int) -> bool:
    here, everywhere = _spot(layout, place), [_spot(layout, other) for other in range(layout.places)]
    layers = sorted({spot.height for spot in everywhere})
    if name in ("layer", "top", "bottom") or (name == "middle" and layout.kind == "shelf"):
        wanted = {"top": layers[-1], "bottom": layers[0], "middle": layers[len(layers) // 2]}.get(name)
        return here.height == (wanted if count is None else count - 1)
    row = [spot for spot in everywhere if spot.height == here.height and _looks_with(spot, here)]
    further_left = sum(1 for spot in row if _leftward(spot, here) > _NONE)
    rank, last = further_left + 1, len(row)
    if name == "middle":
        return 2 * rank == last + 1
    if name == "end":
        return rank in (1, last)
    return rank == {"column": count, "leftmost": 1, "rightmost": last, "from right": last + 1 - (count or 0)}[name]


def _looks_with(x: _Spot, y: _Spot) -> bool:
    return hypot(x.look[0] - y.look[0], x.look[1] - y.look[1]) < _NONE


def _around(layout: Layout, name: str, count: int | None, x: _Spot, y: _Spot) -> bool:
    many = layout.counts[0]
    turned = degrees(atan2(x.east, x.north) - atan2(y.east, y.north))
    clockwise = round(turned * many / 360) % many
    # Clockwise along the circle is to the left of those for whom the tangent points to their left hand.
    tangent, left_hand = (y.north, -y.east), (-y.look[1], y.look[0])
    is_left = tangent[0] * left_hand[0] + tangent[1] * left_hand[1] > 0
    leftward = clockwise if is_left else (many - clockwise) % many
    rightward = (many - leftward) % many
    across = many / 2
    if name in ("left", "right"):
        steps = leftward if name == "left" else rightward
        return 0 < steps < across if count is None else steps == count
    if name in ("clockwise", "anticlockwise"):
        return count == (clockwise if name == "clockwise" else (many - clockwise) % many)
    if name in ("between", "adjacent"):
        return clockwise != 0 and (count or 0) + 1 in (leftward, rightward)
    beside = {"opposite": (across,), "diagonal": (across - 1, across + 1), "diagonal left": (across - 1,)}
    return leftward in beside.get(name, (across + 1,))


def _in_rows(name: str, count: int | None, x: _Spot, y: _Spot) -> bool:
    left = round(_leftward(x, y))
    ahead = (x.east - y.east) * y.look[0] + (x.north - y.north) * y.look[1]
    beside = abs(ahead) < _NONE and x.height == y.height
    if name == "same row":
        return beside
    if name in ("opposite", "diagonal", "diagonal left", "diagonal right"):
        sides = {"opposite": (0,), "diagonal": (-1, 1), "diagonal left": (1,), "diagonal right": (-1,)}[name]
        return ahead > _NONE and left in sides
    if not beside:
        return False
    if name in ("left", "right"):
        steps = left if name == "left" else -left
        return steps > 0 if count is None else steps == count
    return abs(left) == (count or 0) + 1
