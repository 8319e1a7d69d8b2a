"""What every relation of `qsr.seats` means in a layout, as the set of places, or of pairs of places, of which it holds.

All tables come from `qsr.theories.seating.geometry`; none is written down. A relation that a layout has no meaning for
("opposite" around five places, "clockwise" along a row, a compass that is not known) is refused, with the reason. A relation
that has a meaning and no place, such as the seventh of five from the left, is false everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import lru_cache, partial
from typing import Final, NamedTuple, TypeAlias

from qsr.errors import NotCovered
from qsr.logic import Relation
from qsr.seats import COMPASS, Layout, direction, parts
from qsr.theories.seating.geometry import Geometry, geometry, signs

__all__ = ["MOST_PLACES", "Table", "complement", "converse", "relation_names", "table"]

#: Layouts with more places than this are refused: a table has a bit for each pair of them.
MOST_PLACES: Final = 64
#: No relation counts that far.
_COUNTS: Final = 1000
#: How far up, and how far to the left, of slanted relations.
_SLANTED: Final = {"upper left": (1, 1), "upper right": (1, -1), "lower left": (-1, 1), "lower right": (-1, -1)}

Pairs: TypeAlias = Callable[[int, int], bool]
Single: TypeAlias = Callable[[int], bool]


class Table(NamedTuple):
    """A relation in a layout.

    Parameters
    ----------
    arity
        1 for a relation of one place, 2 for one of two places.
    rows
        For each place of the first name the places of the second, as the bits of a whole number; a relation of one place relates
        it to itself.
    """

    arity: int
    rows: tuple[int, ...]

    def holds(self, one: int, other: int) -> bool:
        """Tell whether the relation holds of two places; those of a relation of one place are the same."""
        return bool(self.rows[one] >> other & 1)


def complement(rows: tuple[int, ...]) -> tuple[int, ...]:
    """Return the rows of the denial of a relation."""
    whole = (1 << len(rows)) - 1
    return tuple(whole & ~row for row in rows)


@lru_cache(maxsize=4096)
def converse(rows: tuple[int, ...]) -> tuple[int, ...]:
    """Return the rows of the converse of a relation."""
    return tuple(sum(1 << one for one, row in enumerate(rows) if row >> other & 1) for other in range(len(rows)))


@lru_cache(maxsize=8192)
def table(layout: Layout, relation: str) -> Table:
    """Return what a relation means in a layout; raise NotCovered where it means nothing."""
    if layout.places > MOST_PLACES:
        raise NotCovered(f"the layout {str(layout)!r} has more than {MOST_PLACES} places")
    composed = parts(relation)
    if len(composed) == 1:
        return _table(geometry(layout), composed[0])
    if len(composed) != 2:
        raise NotCovered(f"the relation {relation!r} is composed of more than two")
    first, second = (_table(geometry(layout), part) for part in composed)
    if (first.arity, second.arity) != (2, 2):
        raise NotCovered(f"the relation {relation!r} is composed of others than relations of two places")
    rows = [0] * layout.places
    for reached, others in zip(first.rows, second.rows, strict=True):
        for one in _bits(reached):
            rows[one] |= others
    return Table(2, tuple(rows))


@lru_cache(maxsize=256)
def relation_names(layout: Layout) -> tuple[str, ...]:
    """Return all relations, none composed, that hold of some place, or of two different places, of the layout."""
    counts = range(layout.places + 1)
    numbered = [f"{name}:{count}" for name in (*_COUNTED, *_COUNTED_SINGLE) for count in counts]
    compass = [f"{word}{name}" for word in ("", "due ", "faces:", "side:") for name in COMPASS]
    found = []
    for name in (*_PLAIN, *_PLAIN_SINGLE, *numbered, *compass):
        try:
            known = table(layout, name)
        except NotCovered:
            continue
        if any(row if known.arity == 1 else row & ~(1 << place) for place, row in enumerate(known.rows)):
            found.append(name)
    return tuple(found)


def _bits(row: int) -> Iterable[int]:
    return (place for place in range(row.bit_length()) if row >> place & 1)


def _table(space: Geometry, relation: Relation) -> Table:
    places = range(len(space.places))
    single, pairs = _meaning(space, relation)
    if single is not None:
        return Table(1, tuple(1 << place if single(place) else 0 for place in places))
    return Table(2, tuple(sum(1 << other for other in places if pairs(one, other)) for one in places))


def _meaning(space: Geometry, relation: Relation) -> tuple[Single | None, Pairs]:
    """Return the test of a relation of one place, or None and that of a relation of two."""
    name, parameters, point = relation.name, relation.parameters, direction(relation)
    if point is not None and parameters in ((), (point,)):
        return (partial(_FACES[name], space, point), _never) if parameters else (None, _compass(space, point, name != point))
    counts = [one for one in parameters if isinstance(one, int) and one < _COUNTS]
    if len(counts) == len(parameters) < 2:
        singles, pairs = (_COUNTED_SINGLE, _COUNTED) if counts else (_PLAIN_SINGLE, _PLAIN)
        if name in singles:
            return singles[name](space, *counts), _never
        if name in pairs:
            return None, pairs[name](space, *counts)
    raise NotCovered(f"the relation {relation!r} is unknown to the theory seating")


def _never(one: int, other: int) -> bool:
    return False


def _only(space: Geometry, what: str, *kinds: str) -> None:
    """Refuse a relation in the layouts of other kinds."""
    if space.layout.kind not in kinds:
        raise NotCovered(f"{what} has no meaning in the layout {str(space.layout)!r}, only in: {', '.join(kinds)}")


def _counted(space: Geometry, count: int, least: int, what: str) -> None:
    """Refuse counts that are too small, and those beyond a whole turn of a ring."""
    if count < least:
        raise NotCovered(f"{what} begins at {least}, not at {count}")
    if space.layout.kind == "ring" and count - least > len(space.places) - 2:
        raise NotCovered(f"{what} goes up to {least + len(space.places) - 2} in the layout {str(space.layout)!r}, not to {count}")


# Relations of two places: left and right.


def _steps(hand: int, space: Geometry, count: int) -> Pairs:
    _counted(space, count, 1, "counting to the left or to the right")
    return lambda one, other: space.step(other, hand * count) == one


def _somewhere(hand: int, space: Geometry) -> Pairs:
    reach = (space.length - 1) // 2 if space.layout.kind == "ring" else space.length - 1
    return lambda one, other: any(space.step(other, hand * count) == one for count in range(1, reach + 1))


def _around(sign: int, space: Geometry, count: int) -> Pairs:
    _only(space, "clockwise", "ring")
    _counted(space, count, 1, "counting around a ring")
    return lambda one, other: (other + sign * count) % space.length == one


def _between(space: Geometry, count: int) -> Pairs:
    _counted(space, count, 0, "counting the places between two")
    return lambda one, other: one in (space.step(other, count + 1), space.step(other, -count - 1))


def _adjacent(space: Geometry) -> Pairs:
    return _between(space, 0) if len(space.places) > 1 else _never


# Across.


def _opposite(space: Geometry) -> Pairs:
    _only(space, "opposite", "ring", "rows")
    if space.opposite(0) is None:
        raise NotCovered(f"no place is opposite another in the layout {str(space.layout)!r}: the number is odd")
    return lambda one, other: space.opposite(other) == one


def _diagonal(hands: tuple[int, ...], space: Geometry) -> Pairs:
    across = _opposite(space)
    if space.layout.kind == "ring" and space.length < 4:
        raise NotCovered(f"diagonal has no meaning in the layout {str(space.layout)!r}")

    def holds(one: int, other: int) -> bool:
        # Whoever sits opposite looks the other way: the left of one is the right of the other.
        facing = next(place for place in range(len(space.places)) if across(place, other))
        return any(space.step(facing, -hand) == one for hand in hands)

    return holds


# Rows, layers, columns.


def _same(what: str, kind: str, space: Geometry) -> Pairs:
    _only(space, f"same {what}", kind)
    key = 1 if what == "column" else 0
    return lambda one, other: space.places[one][key] == space.places[other][key]


def _same_facing(space: Geometry) -> Pairs:
    if space.places[0].facing is None:
        raise NotCovered(f"nothing says which way they look in the layout {str(space.layout)!r}")
    return lambda one, other: space.places[one].facing == space.places[other].facing


def _layers(space: Geometry, test: Callable[[int, int], bool]) -> Pairs:
    """Return the test of how many layers up, and how many columns to the left, the one place is from the other."""
    _only(space, "above, below or layers apart", "shelf")

    def holds(one: int, other: int) -> bool:
        (line, at, *_), (other_line, other_at, *_) = space.places[one], space.places[other]
        return test(line - other_line, other_at - at)

    return holds


def _apart(up: int, space: Geometry, count: int) -> Pairs:
    """Return "so many layers up"; 0 for up or down."""
    _counted(space, count, 1, "counting layers")
    return _layers(space, lambda rise, _: (rise if up else abs(rise)) == (up or 1) * count)


def _straight(up: int, space: Geometry, count: int | None = None) -> Pairs:
    _counted(space, 1 if count is None else count, 1, "counting layers")
    return _layers(space, lambda rise, aside: not aside and (rise * up > 0 if count is None else rise * up == count))


def _slanted(up: int, left: int, space: Geometry, count: int | None = None) -> Pairs:
    _counted(space, 1 if count is None else count, 1, "counting layers")

    def test(rise: int, aside: int) -> bool:
        rise, aside = rise * up, aside * left
        return rise > 0 and aside > 0 if count is None else rise == aside == count

    return _layers(space, test)


# The compass.


def _compass(space: Geometry, name: str, due: bool) -> Pairs:
    wanted = signs(Fraction(COMPASS[name]))
    if due and 0 not in wanted:
        raise NotCovered(f"due {name} is not defined: two coordinates would have to differ by the same")

    def holds(one: int, other: int) -> bool:
        if due and space.layout.kind == "shelf" and space.places[one].line != space.places[other].line:
            return False
        return _agrees(space.offset(one, other), wanted, exactly=due)

    return holds


def _faces(space: Geometry, name: str, place: int) -> bool:
    if space.layout.bearing is None:
        raise NotCovered(f"no compass is known in the layout {str(space.layout)!r}")
    facing = space.places[place].facing
    if facing is None:
        raise NotCovered(f"nothing says which way they look in the layout {str(space.layout)!r}")
    # Between the four main bearings, a name stands for the whole quarter: six places on a circle have no exact north-east.
    return _agrees(signs(facing), signs(Fraction(COMPASS[name])), exactly=True)


def _side(space: Geometry, name: str, place: int) -> bool:
    return _agrees(space.side(place), signs(Fraction(COMPASS[name])), exactly=False)


def _agrees(found: tuple[int, int], wanted: tuple[int, int], *, exactly: bool) -> bool:
    return all(have == want or (not want and not exactly) for have, want in zip(found, wanted, strict=True))


# Relations of one place.


def _layer(space: Geometry, count: int) -> Single:
    _only(space, "a layer", "shelf")
    _counted(space, count, 1, "counting layers")
    return lambda place: space.places[place].line + 1 == count


def _middle(space: Geometry) -> Single:
    _only(space, "the middle", "shelf", "row", "rows")
    is_shelf = space.layout.kind == "shelf"
    count = space.lines if is_shelf else space.length
    if not count % 2:
        raise NotCovered(f"there is no middle in the layout {str(space.layout)!r}: the number is even")
    return lambda place: space.places[place][0 if is_shelf else 1] == count // 2


def _from_left(space: Geometry, count: int) -> Single:
    _only(space, "counting from one end", "shelf", "row", "rows")
    _counted(space, count, 1, "counting from one end")
    return lambda place: space.from_left(place) == count


def _from_right(space: Geometry, count: int) -> Single:
    _from_left(space, count)
    return lambda place: space.from_left(place) == space.length + 1 - count


def _ends(space: Geometry) -> Single:
    _from_left(space, 1)
    return lambda place: space.from_left(place) in (1, space.length)


_FACES: Final = {"faces": _faces, "side": _side}
_PLAIN: Final[dict[str, Callable[..., Pairs]]] = {
    "left": partial(_somewhere, 1),
    "right": partial(_somewhere, -1),
    "adjacent": _adjacent,
    "opposite": _opposite,
    "diagonal": partial(_diagonal, (1, -1)),
    "diagonal left": partial(_diagonal, (1,)),
    "diagonal right": partial(_diagonal, (-1,)),
    "same row": partial(_same, "row", "rows"),
    "same layer": partial(_same, "layer", "shelf"),
    "same column": partial(_same, "column", "shelf"),
    "same facing": _same_facing,
    "above": lambda space: _layers(space, lambda rise, _: rise > 0),
    "below": lambda space: _layers(space, lambda rise, _: rise < 0),
    "straight above": partial(_straight, 1),
    "straight below": partial(_straight, -1),
    "slantwise above": lambda space: _layers(space, lambda rise, aside: rise > 0 and aside != 0),
    "slantwise below": lambda space: _layers(space, lambda rise, aside: rise < 0 and aside != 0),
    **{name: partial(_slanted, up, left) for name, (up, left) in _SLANTED.items()},
}
_COUNTED: Final[dict[str, Callable[..., Pairs]]] = {
    "left": partial(_steps, 1),
    "right": partial(_steps, -1),
    "clockwise": partial(_around, 1),
    "anticlockwise": partial(_around, -1),
    "between": _between,
    "layers": partial(_apart, 0),
    "layer above": partial(_apart, 1),
    "layer below": partial(_apart, -1),
    "straight above": partial(_straight, 1),
    "straight below": partial(_straight, -1),
    **{name: partial(_slanted, up, left) for name, (up, left) in _SLANTED.items()},
}
_PLAIN_SINGLE: Final[dict[str, Callable[..., Single]]] = {
    "top": lambda space: _layer(space, space.lines),
    "bottom": lambda space: _layer(space, 1),
    "middle": _middle,
    "leftmost": lambda space: _from_left(space, 1),
    "rightmost": lambda space: _from_right(space, 1),
    "end": _ends,
}
_COUNTED_SINGLE: Final[dict[str, Callable[..., Single]]] = {
    "layer": _layer,
    "column": _from_left,
    "from right": _from_right,
}
