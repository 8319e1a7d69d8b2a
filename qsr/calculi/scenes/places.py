"""Places: the concrete forms that entities take, exact numbers throughout.

A point is a tuple of coordinates; a box a tuple of (start, end) pairs, one per axis, the start below the end; a region a tuple of
boxes of one dimension, whose union it is. An interval is a box with one axis. These are the forms of the witness kinds
``"points"``, ``"boxes"`` and ``"regions"``, so that `qsr.draw` draws them as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from numbers import Rational, Real
from typing import Any, Final, TypeAlias

__all__ = [
    "KINDS",
    "Box",
    "Interval",
    "Number",
    "Place",
    "Point",
    "Region",
    "bounding_box",
    "box",
    "number",
    "plain",
    "point",
    "region",
]

Number: TypeAlias = int | Fraction
Point: TypeAlias = tuple[Number, ...]
#: Start and end on one axis, the start below the end.
Interval: TypeAlias = tuple[Number, Number]
Box: TypeAlias = tuple[Interval, ...]
#: The union of its boxes, which may share points.
Region: TypeAlias = tuple[Box, ...]
Place: TypeAlias = Point | Box | Region

#: Kind -> what one place of it looks like, for messages.
KINDS: Final = {
    "points": "a coordinate per axis",
    "boxes": "a (start, end) pair per axis",
    "regions": "boxes, each a (start, end) pair per axis",
}


def number(value: object) -> Number:
    """Return a number as it is, exactly; raise ValueError for what is no finite number.

    A float stands for the binary fraction that it is, so that 0.1 + 0.2 and 0.3 are two places.

    >>> number(0.5), number(3.0), number(7)
    (Fraction(1, 2), 3, 7)
    """
    if isinstance(value, int):
        return int(value)
    if not isinstance(value, (Real, Decimal)):
        raise ValueError(f"expected a number, not {_shown(value)}")
    try:
        exact = Fraction(value) if isinstance(value, (Rational, Decimal)) else Fraction(float(value))
    except (ValueError, OverflowError):
        raise ValueError(f"expected a finite number, not {value}") from None
    return exact.numerator if exact.denominator == 1 else exact


def point(value: object, axes: int) -> Point:
    """Return a point with so many axes; one number will do where there is one axis."""
    value = plain(value)
    if axes == 1 and not _is_sequence(value):
        return (number(value),)
    return tuple(map(number, _items(value, axes, "points")))


def box(value: object, axes: int) -> Box:
    """Return a box with so many axes; one pair of numbers will do where there is one axis."""
    value = plain(value)
    sides = _items(value, None, "boxes")
    if axes == 1 and len(sides) == 2 and not _is_sequence(sides[0]):
        sides = [value]
    if len(sides) != axes:
        raise ValueError(f"expected {axes} {'side' if axes == 1 else 'sides'} of a box, not {_shown(value)}")
    return tuple(map(_interval, sides))


def region(value: object) -> Region:
    """Return a region, from boxes of one dimension or from a single box."""
    value = plain(value)
    boxes = _items(value, None, "regions")
    if boxes and _is_sequence(boxes[0]) and boxes[0] and not _is_sequence(boxes[0][0]):
        boxes = [value]
    if not boxes:
        raise ValueError("expected a region of at least one box")
    first = _items(boxes[0], None, "regions")
    if not first:
        raise ValueError("expected a box with at least one axis")
    return tuple(box(each, len(first)) for each in boxes)


def bounding_box(boxes: Iterable[Box]) -> Box:
    """Return the least box that contains some boxes of one dimension."""
    return tuple((min(start for start, _ in sides), max(end for _, end in sides)) for sides in zip(*boxes, strict=True))


def plain(value: Any) -> Any:
    """Return an array of numbers as nested lists, and anything else as it is."""
    return value.tolist() if hasattr(value, "tolist") else value


def _interval(value: object) -> Interval:
    start, end = map(number, _items(value, 2, "boxes"))
    if not start < end:
        raise ValueError(f"expected a start below the end of each side of a box, not {start} and {end}")
    return start, end


def _is_sequence(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, (str, bytes))


def _items(value: object, count: int | None, kind: str) -> Sequence[Any]:
    if not isinstance(value, Sequence) or isinstance(value, (str, bytes)) or count not in (None, len(value)):
        raise ValueError(f"expected {KINDS[kind]}{'' if count is None else f' ({count})'}, not {_shown(value)}")
    return value


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
