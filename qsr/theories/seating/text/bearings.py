"""The bearings of the places of a ring, and how a list of directions tells them; nothing here knows a language.

Words between the main directions stand for a whole quarter: six people at equal angles never look exactly north-east.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from qsr.seats import COMPASS, Layout

__all__ = ["bearing_of", "compass_words", "quarter", "quarters", "start_of", "starts"]


def quarter(bearing: Fraction) -> str:
    """Return the name of a bearing: a main direction where it is exact, else that of its quarter."""
    turned = bearing % 360
    exact = next((name for name, degrees in COMPASS.items() if degrees == turned and degrees % 90 == 0), None)
    return exact or ("north-east", "south-east", "south-west", "north-west")[int(turned // 90)]


def quarters(start: Fraction, places: int) -> tuple[str, ...]:
    """Return the names of so many bearings at equal angles, the first of which is `start`.

    >>> quarters(Fraction(0), 5)
    ('north', 'north-east', 'south-east', 'south-west', 'north-west')
    """
    return tuple(quarter(start + Fraction(360 * place, places)) for place in range(places))


def starts(places: int) -> tuple[Fraction, ...]:
    """Return the bearings of place 0 that a list of directions can tell apart: one place on an axis, or all beside them."""
    step = Fraction(360, places)
    on_axis = {Fraction(angle) % step for angle in (0, 90, 180, 270)}
    return tuple(sorted(on_axis | ({step / 2} if places % 4 == 0 else set())))


def start_of(told: Sequence[str], places: int) -> Fraction | None:
    """Return the least bearing of a place of which these are all the names, in any order; None where there is none."""
    wanted = sorted(told)
    return next((start for start in starts(places) if sorted(quarters(start, places)) == wanted), None)


def compass_words(layout: Layout) -> tuple[str, ...]:
    """Return the directions in which the people of a ring look, place by place; raise ValueError where no compass is known."""
    if layout.bearing is None:
        raise ValueError(f"no compass is known in the layout '{layout}'")
    return quarters(layout.bearing + (180 if layout.view == "inward" else 0), layout.places)


def bearing_of(looks: Sequence[str], places: int, view: str) -> Fraction:
    """Return the least bearing of a place in a ring whose people look to these directions; raise ValueError where none fits.

    >>> bearing_of(["north", "south", "north-east", "south-east", "south-west", "north-west"], 6, "inward")
    Fraction(0, 1)
    >>> bearing_of(["east", "west", "north-east", "south-east", "south-west", "north-west"], 6, "outward")
    Fraction(30, 1)
    """
    start = start_of(looks, places)
    if start is None or (places != 4 and all(COMPASS[look] % 90 for look in looks)):
        raise ValueError(f"these directions do not fit {places} places at equal angles")
    return (start + (180 if view == "inward" else 0)) % Fraction(360, places)
